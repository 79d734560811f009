"""The pictures of the pages for players: `python docs/games/pictures.py` draws all of them anew.

A recipe is what `eckstein render` takes as well: a game, a position or moves from the start, a move
that is planned, arrows and marks.
"""
from pathlib import Path
from typing import Any, NamedTuple

from eckstein import Board
from eckstein.base.files import save_bytes, save_text
from eckstein.board import push_texts
from eckstein.record import read_record
from eckstein.render import gif, svg

HERE = Path(__file__).parent
IMAGES = HERE / "images"
FILMS = HERE / "films"
GAMES = ("pur", "contra", "ecke", "duell", "echek")


class Recipe(NamedTuple):
    """What a picture shows; `film` counts moves of the page's recorded game instead of `moves`."""

    game: str
    moves: str = ""
    position: str | None = None
    film: int = 0
    plan: str | None = None
    arrows: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    look: dict[str, Any] = {}

    def board(self) -> Board:
        """The position that is shown."""
        board = Board(self.game, self.position)
        push_texts(board, self.moves.split() or list(recorded(self.game))[:self.film])
        return board

    def drawn(self) -> str:
        """The picture as the text of an SVG file."""
        return svg(self.board(), move=self.plan, arrows=self.arrows, marks=self.marks, **self.look)


def recorded(game: str) -> list[str]:
    """The moves of the game that is played through on a page."""
    record = read_record((FILMS / f"{game}.txt").read_text(encoding="utf-8"))
    return [node.text for node in record.mainline()]


LADDER = ("c1c2 e7e6 d1c1c3 c7c6 b1b2 d7e7e5 a1b1b3 e5e4 c2c4 a7c7c5 b2b4d4 g7e7e5e3 c3d3d5 e4e2 "
          "d4d6 e6e5 d5d7 e2d2 e1e2e4 e3d3d1 e4e6 e5e4 c4b4 f7e7e5e3 d7e7 e4e2")
EARLY = "PAa7Sb7Ac7Ed7Ae7Bf7Wg6va1wb1xc1ud1ie2vg3vf4"
SIDE_BY_SIDE = "d1d2 g7g6 e1e2 e7e6 d2d3 e6e5 d3d4 e5e4"
GUARDED = "d1d2 d7d6 d2d3 e7e6 a1a2 e6e5 a2a3 e5e4 b1b2 d6d5"
SPRINT = "f1f2 e7e6 f2f3 e6e5 b1b2 f7e7 b2b3 b7b6 b3b4 a7b7"
ONE_TO_ONE = "EBd3We1Wf1ve5ec5va7vg7"
FIRST_DUEL = "D1-c6 F8-h4 c6-B5 A8-d6"
SURROUNDED = "P@m12 N@m15 Q@l12 Q@n15 l12n14 m15n13 R@o15 n15l13"
FLAT = {"flat": True}
FRAME = "#6a4527"             # of the wooden board, so that animations suit pages light and dark

RECIPES = {
    "pur-start": Recipe("pur", arrows=("d1d7",)),
    "pur-hop": Recipe("pur", "d1d2 d7d6", plan="e1d1d3"),
    "pur-ladder": Recipe("pur", LADDER, plan="b3b5d5d7f7", look=FLAT),
    "pur-early": Recipe("pur", position=EARLY, plan="g6g7"),
    "pur-end": Recipe("pur", film=74),
    "contra-start": Recipe("contra", arrows=("d1d7",)),
    "contra-tops": Recipe("contra", position="CWa1Lb2Bc3Md4We5Lf6vg7", look={"last": False}),
    "contra-alone": Recipe("contra", "d1d2 d7d6 d2d3 d6d5", plan="d3d4", look=FLAT),
    "contra-together": Recipe("contra", SIDE_BY_SIDE, plan="e2e3", look=FLAT),
    "contra-guarded": Recipe("contra", GUARDED, plan="d3d4", look=FLAT),
    "contra-sprint": Recipe("contra", SPRINT, plan="b4b5"),
    "contra-home": Recipe("contra", SPRINT + " b4b5 b7b6 b5a5 c7b7 a5a6 b7a7", plan="a6a7"),
    "ecke-start": Recipe("ecke", marks=("a7", "g7"), arrows=("c1a7", "e1g7")),
    "ecke-flip": Recipe("ecke", "d1e2 d7c6", plan="e2f3"),
    "ecke-higher": Recipe("ecke", position=ONE_TO_ONE, plan="d3d4", look=FLAT),
    "ecke-lower": Recipe("ecke", position=ONE_TO_ONE, plan="d3c4", look=FLAT),
    "ecke-corners": Recipe("ecke", film=40, plan="g6g7"),
    "duell-start": Recipe("duell", plan="F1-e6"),
    "duell-column-first": Recipe("duell", position="DWd4Ze1ze8", plan="D4-g7", look=FLAT),
    "duell-row-first": Recipe("duell", position="DWd4Ze1ze8", plan="d4-G7", look=FLAT),
    "duell-check": Recipe("duell", "D1-c6 F8-h4 c6-B5"),
    "duell-king": Recipe("duell", FIRST_DUEL, plan="b5xE8"),
    "duell-mate": Recipe("duell", "C1-C3 D8-i7 D1-D7 A8-A3 F1-e6"),
    "echek-start": Recipe("echek"),
    "echek-place": Recipe("echek", plan="N@l12"),
    "echek-area": Recipe("echek", "P@m12 P@m15"),
    "echek-outside": Recipe("echek", "P@m12 P@m15", plan="B@n11"),
    "echek-won": Recipe("echek", SURROUNDED, marks=("m14:red", "n13:red", "l13:red", "m12:red")),
    "echek-queen": Recipe("echek", film=12, plan="p13o14"),
}

ANIMATIONS = {
    "contra-roll": Recipe("contra", "d1d2 a7a6 d2d3 a6a5 d3d4 a5a4 d4d5"),
    "ecke-turn": Recipe("ecke", "d1e2 a7b6 e2f3 b6c5"),
}


def main() -> None:
    """Draw all pictures, and remove those that nobody wants any more."""
    IMAGES.mkdir(exist_ok=True)
    for name, recipe in RECIPES.items():
        save_text(IMAGES / f"{name}.svg", recipe.drawn())
    for name, recipe in ANIMATIONS.items():
        save_bytes(IMAGES / f"{name}.gif", gif(recipe.board(), size=320, background=FRAME))
    for path in IMAGES.iterdir():
        if path.stem not in RECIPES.keys() | ANIMATIONS.keys():
            path.unlink()


if __name__ == "__main__":
    main()
