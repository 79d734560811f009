"""What stands beside and below the board, in a game and in a walk through records."""
from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from ..record import Record, move_number
from ..session.clock import clock_text
from ..session.replay import Replay
from ..session.sentences import tell_end, tell_preview
from ..session.session import Session
from ..session.words import page, phrase
from .panel import hands_text, net_text, players_text, said_text

if TYPE_CHECKING:
    from .app import PlayApp


def show_players(app: PlayApp) -> None:
    """The game, who plays, whose turn it is, the clocks, and how it ended."""
    if app.walk:
        text = _of_walk(app.walk)
    else:
        assert app.session
        text = _of_game(app.session, app.picking.view["check_word"])
    app.panel.tell("players", text)


def _of_walk(walk: Replay) -> Text:
    names = [walk.record.tags.get(name) or "?" for name in ("White", "Black")]
    number = f" {walk.number + 1}/{len(walk.records)}" if len(walk.records) > 1 else ""
    end = ""
    if walk.at == walk.length and not walk.in_variation():
        end = tell_end(walk.board) if walk.board.is_game_over() else (
            phrase("Result {result}", result=walk.record.result))
    title = f"{walk.board.rules.TITLE}{number}"
    title = (phrase("{title}, variation", title=title) if walk.in_variation()
             else phrase("{title}, replay", title=title))
    return players_text(title, names, (), walk.board.turn, end)


def _of_game(session: Session, check_word: str) -> Text:
    clock = session.kept.clock
    clocks = [clock_text(clock.left(side)) for side in (0, 1)] if clock else []
    check = f"  {phrase(check_word)}!" if check_word else ""
    return players_text(session.board.rules.TITLE + check,
                        session.kept.players, clocks, session.board.turn,
                        session.end() if session.kept.over() else "")


def show_cursor(app: PlayApp) -> None:
    """The reserves, the die under the cursor unfolded, and what the move looked at will do."""
    picking, cursor = app.picking, app.shown.cursor
    able = [name for name in picking.choices.origins() if len(name) == 1]
    app.panel.tell("hands", hands_text(picking.view, picking.chosen, able))
    app.panel.tell("die", net_text(*picking.piece(cursor), *picking.ghost(cursor)))
    if app.walk:
        said = [*app.walk.happened(), *app.walk.comments()]
        app.panel.tell("preview", said_text(said, app.walk.instead()))
    elif told := preview(app, cursor):
        app.say(told)


def preview(app: PlayApp, cursor: str) -> str:
    """What the move that is looked at will do, or that there are several."""
    picking, board = app.picking, app.board
    if not picking.ways and (doubt := picking.doubt(cursor)):
        return phrase("{count} ways lead to {square}; Enter lets you choose.", count=len(doubt),
                      square=cursor)
    move = picking.looked_at(cursor)
    if not move or picking.hint:
        return ""
    return " ".join(tell_preview(board.turn, board.describe(board.parse(move["text"]))))


def show_moves(app: PlayApp) -> None:
    """The list of moves, and at the bottom the keys or the slider."""
    walk = app.walk
    record: Record
    if walk:
        record, at = walk.record, walk.at
        app.slider.show(walk.at, walk.length)
    else:
        assert app.session
        record, at = app.session.kept.record, app.session.board.ply
    app.slider.display = bool(walk)
    app.keys.styles.width = "auto" if walk else "1fr"
    app.keys.update(page(("looking" if app.session else "walking") if walk else "keys"))
    nodes = walk.nodes[1:] if walk else record.mainline()
    texts = [node.text for node in nodes]
    app.panel.moves.show(texts, move_number(record.start.turn, 0).endswith("..."), at)
