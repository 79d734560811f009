"""The pictures that are stored beside this file; whoever changes them looks at each again.

    python -m tests.render.pictures        draws them anew
"""
from pathlib import Path

from eckstein import Board
from eckstein.render import svg

FOLDER = Path(__file__).parent / "pictures"
FIGHT = "CWa1Dd5Mc3Wd3Wg1ac5gb4ve7"
DUEL = "dZf1Gg1Sc5xb7vd8ze8vf8"
AREA = "2p1/2q1/1nk1/PNK1/3B b Rrb Ss k12"


def pictures():
    """The names of all pictures with their SVG."""
    fight, duel, area = Board("contra", FIGHT), Board("duell", DUEL), Board("echek", AREA)
    played = Board("contra", FIGHT)
    played.push_text("g1g2")
    return {
        "contra": svg(fight, size=360),
        "contra-flat-black": svg(fight, size=360, flat=True, black=True),
        "contra-last-numerals-slate": svg(played, size=360, numerals=True, theme="slate"),
        "contra-plan": svg(fight, size=360, move="c3c4"),
        "contra-marks-print": svg(fight, size=360, theme="print", arrows=["d3d4", "b4b3:red"],
                                  marks=["c5", "g7:blue"], coordinates=False),
        "pur-jump-contrast": svg(Board("pur", "PWa1Wb1We1ve7va7vc1"), size=360, theme="contrast",
                                 move="b1d1f1"),
        "duell-check": svg(duel, size=360),
        "duell-flat-pips": svg(duel, size=360, flat=True, numerals=False),
        "echek-area": svg(area, size=360),
        "echek-plan-flat-black": svg(area, size=360, flat=True, black=True, move="m14n13"),
    }


def main() -> None:
    """Draw all pictures anew."""
    for name, picture in pictures().items():
        (FOLDER / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
