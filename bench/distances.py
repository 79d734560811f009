"""How far from the end of the game the positions of a table are.

    python -m bench.distances duell Kd-Kd --part 1

Prints, for a table that has been built or a part of one, how many positions there are, how many are
drawn, how many are won and lost in more than so many plies, and a position that is farthest away.
"""
from collections import Counter
from typing import Annotated

import typer

from eckstein.base.errors import EcksteinError
from eckstein.engine.tables.endings import Ending, ending_named, numbering
from eckstein.engine.tables.part_files import open_part
from eckstein.engine.tables.table_file import Table, open_table
from eckstein.engine.tables.values import IMPOSSIBLE, Value
from eckstein.kernel.options import complete
from eckstein.notation.positions import write_position

from .progress import tell

NARROW = 0xFF               # the code of a number that no position has, in one byte
MORE_THAN = 0, 10, 20, 30, 50, 100, 150, 200        # plies


def main(game: str, name: Annotated[str, typer.Argument(metavar="ENDING")],
         only: Annotated[int | None, typer.Option(
             "--part", min=1, help="only this part, counted from 1")] = None) -> None:
    """Count the entries of the table that is asked for."""
    try:
        ending = ending_named(game, complete(game, {}), name)
        table, part = opened(ending, only)
    except (EcksteinError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None
    except FileNotFoundError as error:
        raise typer.BadParameter(
            f"there is no {error.filename or error}; build the table first") from None
    codes, seen = Counter[int](), 0
    width = 2 if table.wide else 1
    for block in table.codes(part, wide=table.wide):
        tally(codes, block, table.wide, 2 * table.header.longest + 2)
        seen += len(block) // width
        tell(f"{seen:,}")
    del codes[IMPOSSIBLE]
    plies = Counter[tuple[str, int]]()
    for code, count in codes.items():
        value = Value.of_code(code)
        plies[value.result, value.plies or 0] += count
    tell()
    print(f"{codes.total():,} positions, {codes[0]:,} of them drawn")
    for least in MORE_THAN:
        won, lost = (sum(count for (result, far), count in plies.items()
                         if result == name and far > least) for name in ("won", "lost"))
        print(f"in more than {least} plies: {won:,} won, {lost:,} lost")
    if part is not None:
        return                  # the header tells of the farthest end in the whole table
    number = table.header.longest_number
    position = numbering(game, ending.options).position(ending.number, number)
    rules = ending.module(f"games.{game}", compiled=False)
    print(f"{table.header.longest} plies: {write_position(rules, position)}")


def opened(ending: Ending, part: int | None) -> tuple[Table, int | None]:
    """A table, and which of its parts is wanted; None if all that the file has.

    Raises:
        FileNotFoundError: if there is neither the table nor a file of the part.
        TableError: if it is not sound.
    """
    try:
        return open_table(ending), part - 1 if part else None
    except FileNotFoundError:
        if part is None:
            raise
        return open_part(ending, part - 1), None


def tally(codes: Counter[int], block: bytes, wide: bool, most: int) -> None:
    """Add how often a block has each code, of which the highest besides IMPOSSIBLE is `most`."""
    if wide:
        codes.update(memoryview(block).cast("H"))
        return
    for code in range(most + 1):        # far faster than looking at one byte after the other
        codes[code] += block.count(code)
    codes[IMPOSSIBLE] += block.count(NARROW)


if __name__ == "__main__":
    typer.run(main)
