"""What stands beside the board, as texts: players and clocks, reserves, dice, comments, moves."""
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rich.text import Text
from textual.content import Content

from ..board import COLOURS
from ..board.score import Score
from ..board.view import facts
from ..record import move_number
from ..session.clock import clock_text
from ..session.game_session import GameSession
from ..session.replay import Replay
from ..session.sentences import side_name, tell_end
from ..words import phrase, tell
from .picking import Picking
from .screen_state import ScreenState
from .shown_board import ShownBoard

BAR = 20                    # characters of the bar of values
BRACKETS = "()", "[]"       # around White's dice and name, and around Black's
CP_SCALE = 150.0            # a die and a half ahead is three quarters of the bar


def players_text(state: ScreenState) -> Text:
    """The game, the players, the side to move, the clocks, and the result."""
    if state.replay:
        return _of_walk(state.replay)
    assert state.session
    return _of_game(state.session, state.shown.view["check_word"], state.notes())


def standing_text(state: ScreenState) -> Text:
    """How the game stands, a line for each player in a few words."""
    told = facts(state.board)
    lines = [(brackets, [tell(fact.brief) for fact in told if fact.colour == side])
             for side, brackets in zip(COLOURS, BRACKETS, strict=True)]
    return Text("\n".join(f"{brackets} {', '.join(briefs)}" for brackets, briefs in lines
                           if briefs))


def _of_walk(replay: Replay) -> Text:
    names = [replay.record.tags.get(name) or "?" for name in ("White", "Black")]
    number = f" {replay.number + 1}/{len(replay.records)}" if len(replay.records) > 1 else ""
    end = ""
    if replay.at == replay.length and not replay.in_variation():
        end = tell_end(replay.board) if replay.board.is_game_over() else (
            phrase("Result {result}", result=replay.record.result))
    title = f"{replay.board.rules.TITLE}{number}"
    title = (phrase("{title}, variation", title=title) if replay.in_variation()
             else phrase("{title}, replay", title=title))
    return _players(title, names, (), replay.board.turn, end)


def _of_game(session: GameSession, check_word: str, notes: Sequence[str]) -> Text:
    clock = session.played.clock
    clocks = [clock_text(clock.left(side)) for side in (0, 1)] if clock else []
    check = "  " + phrase("{check}!", check=phrase(check_word)) if check_word else ""
    text = _players(session.board.rules.TITLE + check,
                    session.played.players, clocks, session.board.turn,
                    session.end() if session.played.over() else "")
    for note in notes:
        text.append(f"\n{note}", style="bold italic")
    return text


def _players(title: str, names: Sequence[str], clocks: Sequence[str], turn: str,
             end: str) -> Text:
    text = Text(title, style="bold")
    for side, (colour, brackets) in enumerate(zip(COLOURS, BRACKETS, strict=True)):
        here = "▶" if turn == colour and not end else " "
        text.append(f"\n{here} {brackets[0]}{side_name(colour)}{brackets[1]} {names[side]}",
                    style="bold" if here == "▶" else "none")
        if clocks:
            text.append(f"  {clocks[side]}", style="bold")
    if end:
        text.append(f"\n{end}", style="bold reverse")
    return text


def die_text(shown: ShownBoard) -> Text:
    """The die that is picked up, or under the cursor, unfolded; and how it will lie."""
    cursor, picking = shown.cursor, shown.picking
    nets = [_net(piece, square) for piece, square in (picking.piece(cursor), picking.ghost(cursor))
            if piece and piece["kind"] == "die"]
    if not nets:
        return Text()
    lines = nets[0] if len(nets) == 1 else [
        f"{before:9}{'→ ' if row == 1 else '  '}{after}"
        for row, (before, after) in enumerate(zip(*nets, strict=True))]
    return Text("\n".join(lines))


def _net(piece: Mapping[str, Any], name: str) -> list[str]:
    """North above, west, top, east and bottom in a row, south below."""
    faces, (left, right) = piece["faces"], "()" if piece["colour"] == "white" else "[]"
    return [f"{name:4}{faces['north']}",
            f"  {faces['west']}{left}{faces['top']}{right}{faces['east']} {faces['bottom']}",
            f"    {faces['south']}"]


def hands_text(picking: Picking) -> str:
    """The reserves, of which those that can be placed have numbers and can be clicked."""
    view, able = picking.view, picking.in_hand()
    if not view["reserves"]:
        return ""
    lines = []
    for colour in reversed(COLOURS):
        words = []
        for letter in view["reserves"][colour]:
            own = letter if colour == COLOURS[0] else letter.lower()
            if own in able:
                number = able.index(own) + 1
                text = f"[@click=app.at_board('pick_reserve', {number})]{number}:{own}[/]"
                words.append(f"[reverse]{text}[/]" if own == picking.chosen else text)
            else:
                words.append(own)
        swap = "" if view["rights"][colour] else phrase(", has swapped")
        lines.append(phrase("{side}'s hand: {pieces}{swap}", side=side_name(colour),
                            pieces=" ".join(words) or phrase("empty"), swap=swap))
    return "\n".join(lines)


def comments_text(replay: Replay) -> Content:
    """What a move did, what was said of it, and what could have been played, to be clicked."""
    parts = [Content(text) for text in (*replay.happened(), *replay.comments())]
    parts += [Content.from_markup(f"[@click=app.do('variation {number}')]$text[/]", text=text)
              for number, text in enumerate(replay.instead(), 1)]
    return Content("\n").join(parts)


class Moves(NamedTuple):
    """The list of moves.

    Attributes:
        texts: all moves of the line.
        black_first: whether Black made the first one.
        at: how many of them have led to the position that is shown.
    """

    texts: list[str]
    black_first: bool
    at: int


def moves_of(state: ScreenState) -> Moves:
    """The moves of the game that is played, or of the line that is walked."""
    if replay := state.replay:
        record, nodes = replay.record, replay.nodes[1:]
    else:
        assert state.session
        record = state.session.played.record
        nodes = list(record.mainline())
    return Moves([node.text for node in nodes],
                 move_number(record.start.turn, 0).endswith("..."), state.board.ply)


def keys_text(state: ScreenState) -> str:
    """The keys that are of use now."""
    if not state.replay:
        return state.keys_of_game()
    return (phrase("[ ] step  {{ }} ends  v variation  Esc back") if state.session else
            phrase("[ ] step  v variation  h hint  e value  ? help  q quit"))


def value_text(words: str, score: Score) -> Text:
    """White's share as a bar, and the value in words.

    Args:
        words: value, depth and line.
        score: White's.
    """
    if score.mate is not None:
        share = 1.0 if score.mate > 0 else 0.0
    else:
        share = 1 / (1 + math.exp(-(score.value or 0) / CP_SCALE))
    white = round(share * BAR)
    return Text.assemble("(", "█" * white, "░" * (BAR - white), "] ", words)
