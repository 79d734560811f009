"""Make the proofs that players guess move by move (src/eckstein/lab/guessing).

    python -m tools.guessing

Contra on 5 x 5 and 7 x 7 squares: White's dice stand on some columns of row 1, Black's on the same
columns of the last row, seen from his side.
"""
from bench.results import placed

from eckstein.lab.guessing.making import make, write

# By the size of the board and the columns of the dice: the plies of the shortest win
# (docs/laboratory/results.md).  On 7 x 7 squares these are all wins with one die each, and those
# with two dice each that take 19 plies at most.
WINS = {
    5: {"ce": 7, "ab": 7, "cde": 7, "c": 11, "bc": 15, "ac": 17},
    7: {"a": 15, "b": 15, "c": 13, "d": 15, "e": 13, "f": 15, "g": 15,
        "ab": 19, "ac": 15, "ad": 19, "cg": 17, "eg": 19}}


def main() -> None:
    """Make all of them, and write the file."""
    made = []
    for size, wins in WINS.items():
        for columns, plies in wins.items():
            made.append(make(f"{columns} on {size} x {size}", placed(columns, size), plies))
            print(f"{made[-1].id}: {made[-1].entries} entries, {len(made[-1].moves)} positions",
                  flush=True)
    print(f"{write('contra', made):,} bytes")


if __name__ == "__main__":
    main()
