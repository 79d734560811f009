"""The larger endings of Duell, solved and checked whole where that takes no time: on a tiny board.

Duell has none, so its sources are turned into a game of one's own with fewer squares.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import eckstein

HOME = Path(eckstein.__file__).parent
KINGS = "scgwZwgcs", "rbfvZvfbr"

BUILD = """
from eckstein.engine.tables import endings_of
from eckstein.lab.tables import auditing
from eckstein.lab.tables.auditing import check
from eckstein.lab.tables.building import build, work
from eckstein.engine.tables.table_file import Table
auditing.CHUNK, auditing.AT_ONCE = 1 << 10, 4
known = endings_of("small_duell", {options})
for ending in known:
    build(work(ending, 2), known[:ending.number])
    first, second = [], []
    def stop(entries):
        first.append(entries)
        if sum(first) > 0.7 * ending.entries:
            raise KeyboardInterrupt
    try:
        check(ending, known[:ending.number], stop)
    except KeyboardInterrupt:
        pass
    assert check(ending, known[:ending.number], second.append) == ending.entries == sum(second)
    assert ending.parts == 1 or second[0] == ending.part_entries    # the first part, at once
    header = Table(ending).header
    print(ending.name, header.won, header.drawn, header.lost, header.longest)
"""


def changed(path, *changes):
    """A source with other texts in some places."""
    text = (HOME / path).read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def small_duell(folder, columns, rows):
    """Write the game: an odd number of columns, so that the kings start in the middle one."""
    middle = columns // 2
    white, black = (row[4 - middle:5 + middle] for row in KINGS)
    game = folder / "small_duell"
    game.mkdir()
    (game / "__init__.py").write_text(changed(
        "games/duell/__init__.py",
        ("COLUMNS, ROWS = 9, int(BOARD_SHAPE[2])", f"COLUMNS, ROWS = {columns}, {rows}"),
        ("for column in range(9))", f"for column in range({columns}))"),
        ("range(10, 10 * ROWS + 9)", f"range(10, 10 * ROWS + {columns})"),
        ("WHITE_KING, BLACK_KING = 14, 10 * ROWS + 4",
         f"WHITE_KING, BLACK_KING = {10 + middle}, {10 * rows + middle}"),
        ("SPLIT = 50 ", "SPLIT = 20 "),
        ('TITLE, LETTER = "Duell", "D"', 'TITLE, LETTER = "Small Duell", "Y"'),
        (KINGS[0], white), (KINGS[1], black)), encoding="utf-8")
    (game / "endings.py").write_text(changed(
        "games/duell/endings.py", ("WHITE_GOAL, BLACK_GOAL = SQUARES - 5, 4",
                                   f"WHITE_GOAL, BLACK_GOAL = SQUARES - {middle + 1}, {middle}")),
        encoding="utf-8")
    for name in "rolling_ahead.py", "rolling_back.py":
        shutil.copy(HOME / "games/duell" / name, game)


@pytest.mark.long
@pytest.mark.parametrize(("columns", "rows", "options", "found"), [
    (3, 4, {}, ["Kd-Kd 4753303 14004 2023733 39", "Kdd-K 4592756 8580 2189704 18"]),
    (3, 4, {"king_captures": False}, []),
    (3, 4, {"mate_ends": False}, []),
    (3, 5, {}, [])])
def test_every_entry_of_the_larger_endings_follows_from_the_rules(
        tmp_path, columns, rows, options, found):
    small_duell(tmp_path, columns, rows)
    done = subprocess.run(
        [sys.executable, "-c", BUILD.format(options=options)], capture_output=True, text=True,
        env=os.environ | {"ECKSTEIN_GAMES": str(tmp_path), "ECKSTEIN_DATA": str(tmp_path)})
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["K-K", "Kd-K", "Kd-Kd", "Kdd-K"], done.stderr
    assert set(found) <= set(lines)
