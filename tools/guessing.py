"""Make the proofs that players guess move by move (src/eckstein/lab/guessing).

    python -m tools.guessing

Contra on 5 x 5 squares: White's dice stand on some columns of row 1, Black's on the same columns of
row 5, seen from his side.
"""
from eckstein import Board
from eckstein.lab.guessing.making import make, write

SIZE, COLUMNS = 5, "abcde"
# By the columns of the dice: the plies of the shortest win (docs/laboratory/results.md).
WINS = {"ce": 7, "ab": 7, "cde": 7, "c": 11, "bc": 15, "ac": 17}


def placed(columns: str) -> Board:
    """The position with dice on these columns."""
    white = "".join(f"W{column}1" for column in columns)
    black = "".join(f"v{COLUMNS[-1 - COLUMNS.index(column)]}{SIZE}" for column in columns)
    return Board("contra", f"C{white}{black}", size=str(SIZE))


def main() -> None:
    """Make all of them, and write the file."""
    made = []
    for columns, plies in WINS.items():
        made.append(make(columns, placed(columns), plies))
        print(f"{columns}: {made[-1].entries} entries, {len(made[-1].moves)} positions", flush=True)
    print(f"{write('contra', made):,} bytes")


if __name__ == "__main__":
    main()
