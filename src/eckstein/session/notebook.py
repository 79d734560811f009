"""A board to play on in notebooks: Jupyter, Marimo, Colab and others that know anywidget.

    from eckstein import Board
    from eckstein.session.notebook import BoardWidget, CoachedMove

    BoardWidget(Board("contra"), against="level:3")
    CoachedMove(board)          # what the coach says of the last move

Everything is decided here, by the rules; the browser shows views and sends back texts of moves.
"""
from __future__ import annotations

import html
import random
from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any

from ..base.expect import expect
from ..board import BLACK, WHITE, Board, Colour
from ..board.description import Description
from ..board.view import view as view_of
from ..engine.coach import Coach, Remark
from ..engine.coach.facts import way
from ..engine.limits import Limits
from ..engine.players import FULL_SECONDS, make_player
from ..render import Look, svg
from ..words import phrase, tell

try:
    import anywidget
    import traitlets
except ImportError:
    raise ImportError("boards in notebooks need the package anywidget; install it with "
                      "pip install 'eckstein[notebook]'") from None

MISSING = ("This is a picture: the board to play on has not been built into this installation. "
           "push_text on the widget makes moves.")
BOTH = "both"
Chooser = Callable[[Board], int]

_PLAY = """
export default { render({ model, el }) {
  const board = document.createElement("eckstein-board");
  const line = document.createElement("div");
  line.setAttribute("role", "status");
  line.style.cssText = "min-height:1.4em;font:14px/1.4 system-ui,sans-serif";
  const look = () => {
    for (const [name, value] of Object.entries(model.get("look"))) board.setAttribute(name, value);
    board.style.cssText = `display:block;max-width:${model.get("look").size}px`;
  };
  const show = () => { board.view = model.get("view"); };
  const allow = () => { board.setAttribute("playable", model.get("playable")); };
  const tell = () => { line.textContent = model.get("message"); };
  board.addEventListener("move", (event) => model.send({ move: event.detail.text }));
  const heard = { "change:view": show, "change:playable": allow, "change:message": tell,
                  "change:look": look, "msg:custom": (sent) => { if (sent.again) show(); } };
  for (const [name, act] of Object.entries(heard)) model.on(name, act);
  // Keys that are meant for the board must not cut or turn the notebook's cells.
  el.dataset.lmSuppressShortcuts = "true";
  el.addEventListener("keydown", (event) => event.stopPropagation());
  look(); allow(); show(); tell();
  el.append(board, line);
  return () => { for (const [name, act] of Object.entries(heard)) model.off(name, act); };
} };
"""

_PICTURE = """
export default { render({ model, el }) {
  const picture = document.createElement("div"), line = document.createElement("div");
  line.setAttribute("role", "status");
  const show = () => { picture.innerHTML = model.get("picture"); };
  const tell = () => { line.textContent = model.get("message"); };
  model.on("change:picture", show);
  model.on("change:message", tell);
  show(); tell();
  el.append(picture, line);
  return () => { model.off("change:picture", show); model.off("change:message", tell); };
} };
"""


def component() -> str | None:
    """The text of the web board, all in one; it is built with the package, None if it was not."""
    try:
        return (resources.files(__package__) / "web" / "board-whole.js").read_text(encoding="utf-8")
    except OSError:
        return None


class BoardWidget(anywidget.AnyWidget):
    """A board that is shown and played on in a notebook.

    Args:
        board: the board to play on; it always has the current position.  Code that changes it
            calls `refresh`.
        against: a function from a board to a legal move, or the text of a player, such as
            "greedy", "level:3" or "mcts:nodes=5000"; the person at the notebook plays both sides
            if left out.
        side: which side the person plays against an opponent; "white" or "black".
        look: theme, flat, numerals, black, coordinates and size, as for `eckstein.render`.

    Raises:
        ValueError: if there is no such player, side or look.
    """

    view = traitlets.Dict().tag(sync=True)
    playable = traitlets.Unicode(BOTH).tag(sync=True)
    message = traitlets.Unicode("").tag(sync=True)
    look = traitlets.Dict().tag(sync=True)
    picture = traitlets.Unicode("").tag(sync=True)

    def __init__(self, board: Board, *, against: Chooser | str | None = None,
                 side: str = WHITE, **look: Any) -> None:
        expect("a board", board, Board)
        if side not in (WHITE, BLACK):
            raise ValueError(f"a side is white or black, and not {side}")
        self._look = Look(**{"black": side == BLACK and against is not None} | look)
        self.board, self.side = board, Colour(side)
        self.against = _chooser(against, board) if isinstance(against, str) else against
        built = component()
        self._built = built is not None
        script = f"{built}\n{_PLAY}" if built else _PICTURE
        super().__init__(look=_attributes(self._look), _esm=script,
                         playable=BOTH if self.against is None else str(self.side))
        self.on_msg(self._received)
        self._answer()
        self.refresh()

    def push_text(self, text: str) -> None:
        """Make the move of a text; the opponent, if there is one to move, replies.

        Raises:
            NotationError, IllegalMoveError: both ValueErrors; the board is unchanged then.
        """
        self.board.push_text(text)
        if self.against:
            self.refresh()              # the move is seen while the opponent thinks
            self._answer()
        self.refresh()

    def undo(self) -> None:
        """Take back the last move, and then those of the opponent before it, if there is one.

        Raises:
            IndexError: if there is no move to take back.
        """
        self.board.pop()
        while self.against and self.board.ply and self.board.turn is not self.side:
            self.board.pop()
        self._answer()
        self.refresh()

    def refresh(self) -> None:
        """Show what stands on the board now."""
        end = self.board.outcome()
        self.message = f"{end}." if end else "" if self._built else MISSING
        if self._built:
            self.view = view_of(self.board)
        else:
            self.picture = self._repr_svg_()

    def _repr_svg_(self) -> str:
        """A picture of the board, for whatever cannot show the widget."""
        return svg(self.board, **{name: getattr(self._look, name) for name in Look.__slots__})

    def _answer(self) -> None:
        """Let the opponent move as long as it is his turn."""
        while self.against and self.board.turn is not self.side and self.board.legal_moves:
            self.board.push(self.against(self.board))

    def _received(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """A message from the browser: `{"move": text}` or `{"undo": true}`."""
        try:
            if content.get("undo"):
                self.undo()
            else:
                self.push_text(str(content.get("move", "")))
        except (ValueError, IndexError) as error:
            told = f"{error}."
            self.message = told[:1].upper() + told[1:]
            self.send({"again": True})      # the browser's board goes back to what stands here


class CoachedMove:
    """The last move of a board with what the coach says of it: a sentence, and a picture with it.

    Args:
        board: with a last move; it is left as it is.
        said: the kinds of the remarks that were made in this game.
        look: as for `BoardWidget`.

    Attributes:
        remark: what the coach says; None where nothing is sure.

    Raises:
        ValueError: if there is no last move.
    """

    def __init__(self, board: Board, said: Sequence[str] = (), **look: Any) -> None:
        expect("a board", board, Board)
        if not board.ply:
            raise ValueError("there is no last move")
        self._board, self._before, self._look = board.copy(), board.copy(), look
        move, coach = self._before.pop(), Coach(board.game, **board.options)
        try:
            self.remark: Remark | None = coach.remark(self._before, move, said)
        finally:
            coach.close()

    def __str__(self) -> str:
        """The sentence, or the better move where there are no words; else nothing."""
        if self.remark is None:
            return ""
        if self.remark.sentence:
            return tell(self.remark.sentence)
        return phrase("Better: {line}.", line=self._better().notation)

    def _repr_svg_(self) -> str:
        """The board after the move, with what the sentence is about, and the better move."""
        remark = self.remark
        if remark is None:
            return svg(self._board, **self._look)
        colour = "green" if remark.tone == "good" or remark.shows == "best" else "red"
        better = way(self._better()) if remark.better and remark.shows == "reply" else ()
        return svg(self._board, marks=[f"{square}:{colour}" for square in remark.marks], arrows=[
            *(f"{a}{b}:{colour}" for a, b in remark.arrows if a != b),
            *(f"{a}{b}:blue" for a, b in better if a != b)], **self._look)

    def _repr_html_(self) -> str:
        """The picture, and the sentence below it."""
        return f"{self._repr_svg_()}<p>{html.escape(str(self))}</p>"

    def _better(self) -> Description:
        assert self.remark is not None
        return self._before.describe(self._before.parse(self.remark.better))


def _chooser(text: str, board: Board) -> Chooser:
    """What chooses the moves of a player."""
    player, limits = make_player(text, board), Limits(time=FULL_SECONDS)
    player.warm()
    player.new_game(random.getrandbits(31))
    return lambda now: player.play(now.copy(), limits).move


def _attributes(look: Look) -> dict[str, Any]:
    """A look in the words of the web board."""
    return {"theme": look.theme, "mode": "flat" if look.flat else "perspective",
            "orientation": "black" if look.black else "white",
            "faces": "numerals" if look.figures else "pips",
            "coordinates": str(look.coordinates).lower(), "size": look.size}
