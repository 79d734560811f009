"""How small the blocks of a table become, and how long that takes, by the levels of zlib.

    python -m bench.compression duell Kd-K
    python -m bench.compression duell Kdd-K --part 2

Some hundred blocks of a table that has been built, or of a part of one, are compressed again.
"""
import time
import zlib
from typing import Annotated

import typer

from eckstein.engine.tables.endings import ending_named
from eckstein.engine.tables.part_files import open_part
from eckstein.engine.tables.table_file import LEVEL, open_table
from eckstein.kernel.options import complete

BLOCKS = 400                # at most
LEVELS = range(1, 10)


def main(game: str, ending: str,
         part: Annotated[int | None, typer.Option(min=1, help="counted from 1")] = None) -> None:
    """Compress some blocks of a table by each level."""
    wanted = ending_named(game, complete(game, {}), ending)
    table = open_part(wanted, part - 1) if part else open_table(wanted)
    every = max(1, table.header.entries // table.header.block // BLOCKS)
    blocks = [block for i, block in enumerate(table.codes()) if i % every == 0]
    size = sum(map(len, blocks))
    for level in LEVELS:
        begin = time.process_time()
        packed = sum(len(zlib.compress(block, level)) for block in blocks)
        spent = time.process_time() - begin
        print(f"level {level}: {packed / size:.4f} of the bytes, {1e9 * spent / size:.1f} ns a byte"
              f"{', as tables are' if level == LEVEL else ''}")


if __name__ == "__main__":
    typer.run(main)
