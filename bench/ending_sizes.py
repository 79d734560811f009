"""How many positions endings have, and why those of Pur have no tables.

    python -m bench.ending_sizes

Prints how many positions there are with few dice in Contra and Ecke, turned ones counted once; the
same for Pur where each player has one die under way; how many rows the six others can come to by
moving sideways; and in how many random positions that are won within five plies every winning move
is one of a die at home.
"""
import random
from collections import Counter
from math import comb

from eckstein import Board
from eckstein.kernel.specialise import specialise

from .progress import tell

SQUARES, COLUMNS = 49, 7
DICE = "ABCDEFGHIJKLMNOPQRSTUVWX"
ORIENTATIONS, HALF = 24, 12     # of a die on a square: any, or those of its parity
HOME = COLUMNS - 1              # dice at home of each player
EMPTY = None
PLIES = 5
WON = 1000                      # positions won within five plies that are looked at
Row = tuple[tuple[int, int] | None, ...]


def few_dice(white: int, black: int) -> int:
    """Positions with so many dice of each player, either to move, turned ones counted once."""
    laid = comb(SQUARES, white) * comb(SQUARES - white, black) * ORIENTATIONS ** (white + black)
    return laid if white == black else 2 * laid


def rows_at_home() -> int:
    """Rows of six dice at home: four dice of each player have one parity, three the other."""
    return COLUMNS * (comb(HOME, 3) + comb(HOME, 2)) * HALF ** HOME


def places_under_way() -> int:
    """Squares of the two dice under way, the gap in either player's goal row among them."""
    between = SQUARES - 2 * COLUMNS
    return between * (between - 1) + 2 * between + 1


def reachable_rows() -> int:
    """The rows that six different dice at home can come to, as numbers of quarter turns."""
    start: Row = (*((die, 0) for die in range(HOME)), EMPTY)
    found, todo = {start}, [start]
    while todo:
        row = todo.pop()
        gap = row.index(EMPTY)
        for step, turns in ((-1, 1), (1, 3), (-2, 0), (2, 0)):      # tilts, and jumps over one
            origin = gap + step
            if 0 <= origin < COLUMNS:
                die, turned = row[origin] or (0, 0)
                after = list(row)
                after[gap], after[origin] = (die, (turned + turns) % 4), EMPTY
                if tuple(after) not in found:
                    found.add(tuple(after))
                    todo.append(tuple(after))
    return len(found)


def drawn_by_lot(chance: random.Random) -> Board | None:
    """A position of Pur with a die of each player under way; None if the game is over."""
    columns = "abcdefg"
    white, black = chance.choice(columns), chance.choice(columns)
    places = chance.sample([f"{column}{row}" for column in columns for row in range(2, 7)], 2)
    text = "P" + "".join([
        *(chance.choice(DICE) + column + "7" for column in columns if column != white),
        *(chance.choice(DICE).lower() + column + "1" for column in columns if column != black),
        chance.choice(DICE) + places[0], chance.choice(DICE).lower() + places[1]])
    board = Board("pur", text)
    return None if board.is_game_over() else board


class Wins:
    """Which moves win within a few plies."""

    def __init__(self) -> None:
        self._mate = specialise("search.play.mate", "pur")
        self._memory = self._mate.new_memory()

    def wins(self, board: Board, plies: int) -> bool:
        """Whether the player to move wins within so many plies."""
        self._memory.limit = 10**9
        p = self._mate.game.Position(*board._p)
        return any(self._mate.mate_in(p, self._memory, 0, so_many) >= 0
                   for so_many in range(1, plies + 1, 2))

    def winning(self, board: Board, plies: int) -> list[str]:
        """The moves that win within so many plies, as texts."""
        return [board.text(move) for move in board.legal_moves
                if self._holds(board, move, plies - 1)]

    def _holds(self, board: Board, move: int, plies: int) -> bool:
        mover, ahead = board.turn, board.copy()
        ahead.push(move)
        end = ahead.outcome()
        if end is not None or plies == 0:
            return end is not None and end.winner is mover
        for reply in ahead.legal_moves:
            ahead.push(reply)
            end = ahead.outcome()
            won = end.winner is mover if end is not None else self.wins(ahead, plies - 1)
            ahead.pop()
            if not won:
                return False
        return True


def decided_at_home() -> Counter[str]:
    """How many positions are won within five plies, and in how many only a die at home wins."""
    chance, search, found = random.Random(1), Wins(), Counter[str]()
    while found["won"] < WON:
        board = drawn_by_lot(chance)
        if board is None or not search.wins(board, PLIES):
            continue
        found["won"] += 1
        plies = next(plies for plies in range(1, PLIES + 1, 2) if search.wins(board, plies))
        found["only by a die at home"] += all(
            text[1] == "7" for text in search.winning(board, plies))
        tell(f"{found['won']} of {WON}")
    return found


def main() -> None:
    """Print all counts."""
    for white, black in ((1, 1), (2, 1), (2, 2), (3, 1)):
        print(f"contra, {white} against {black}: {few_dice(white, black):,} positions")
    print(f"ecke, 2 against 2: {few_dice(2, 2):,} positions")
    rows, places = rows_at_home(), places_under_way()
    print(f"pur, one die under way each: {rows:,} rows of dice at home for each player, {places:,} "
          f"pairs of squares under way: {float(rows * rows * places * HALF * HALF):.1e} positions")
    reached = reachable_rows()
    print(f"pur: six dice at home come to {reached:,} rows; both players' to {reached ** 2:,}")
    found = decided_at_home()
    tell("")
    print(f"pur: of {found['won']:,} positions won within {PLIES} plies, "
          f"{found['only by a die at home']:,} are won only by a die at home")


if __name__ == "__main__":
    main()
