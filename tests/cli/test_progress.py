"""How far long work is, as a log tells it."""
import itertools

import pytest
from rich.progress import BarColumn, TaskProgressColumn

from eckstein.cli import (
    arena_commands,
    book_commands,
    data_commands,
    progress,
    proof_commands,
    puzzle_commands,
    run,
)
from eckstein.cli import table_commands as tables

MINUTE = 60


class Clock:
    seconds = 0.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


def bar(clock):
    return progress.Progress("{task.description}", BarColumn(), TaskProgressColumn(),
                             get_time=clock)


def test_short_work_tells_a_log_nothing(clock, capsys):
    with bar(clock) as shown:
        task = shown.add_task("counting", total=100)
        for clock.seconds in range(MINUTE):
            shown.update(task, advance=1)
    assert capsys.readouterr() == ("", "")


def test_a_log_has_a_line_after_a_minute(clock, capsys):
    with bar(clock) as shown:
        task = shown.add_task("counting", total=200)
        for clock.seconds in range(1, MINUTE + 1):
            shown.update(task, advance=1)
    assert capsys.readouterr().err.split() == ["counting", "━" * 12, "30%"]


def test_lines_become_rare(clock, capsys):
    """One a minute for ten minutes; a night of ten hours has some fifty in all."""
    told = []
    with bar(clock) as shown:
        task = shown.add_task("counting", total=1_000_000)
        for clock.seconds in range(10 * 60 * MINUTE):
            shown.update(task, advance=1)
            told += [clock.seconds] * capsys.readouterr().err.count("\n")
    assert told[:9] == [MINUTE * number for number in range(1, 10)]
    assert all(later - earlier >= MINUTE for earlier, later in itertools.pairwise(told))
    assert 40 < len(told) < 60


def test_what_is_hidden_is_not_told(clock, capsys):
    with bar(clock) as shown:
        shown.add_task("seen", total=2)
        hidden = shown.add_task("hidden", total=2, visible=False)
        clock.seconds = 2 * MINUTE
        shown.update(hidden, advance=1)
    assert capsys.readouterr().err.split()[0] == "seen"


# What moves the bars of the commands that take long, for the first time and again.
@pytest.mark.parametrize(("begin", "steps", "words"), [
    (lambda: tables._progress("duell K-K", 100), [(50,), (25,)], ["duell K-K", "75%"]),
    (lambda: puzzle_commands._progress("contra", 10), [(1, 20), (4, 30)], ["contra", "4/10"]),
    (lambda: book_commands._progress("pur", 10, None), [(1,), (6,)], ["pur", "6/10", "to go"]),
    (lambda: data_commands._progress("contra", 9), [(2,), (6,)], ["contra", "6/9", "/s"]),
    (lambda: arena_commands._progress(8), [("+1 =0 -0", 1), ("+1 =1 -0", 2)],
     ["+1 =1 -0", "2/8"]),
    (lambda: proof_commands._progress(), [("nodes", 5), ("nodes", 70)], ["nodes: 70"])],
    ids=["tables", "puzzles", "book", "data", "match", "prove"])
def test_commands_tell_a_log_how_far_they_are(begin, steps, words, monkeypatch, capsys):
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setattr(progress, "LATER", 0.0)
    with begin() as report:
        for step in steps:
            report(*step)
    last = capsys.readouterr().err.splitlines()[-1]
    assert all(word in last for word in words), last


def test_judging_a_file_tells_a_log_how_far_it_is(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setattr(progress, "LATER", 0.0)
    file = tmp_path / "game.txt"
    file.write_text('[Game "contra"]\n[Result "*"]\n\n1. d1-d2 d7-d6 *\n')
    assert run(["analyse", "contra", "--file", str(file), "--nodes", "100"]) == 0
    out, err = capsys.readouterr()
    assert [line.split()[0] for line in err.splitlines()] == ["judging", "judging"]
    assert "2/2" in err.splitlines()[-1]
    assert "judging" not in out
