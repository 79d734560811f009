"""Proofs that were stopped go on where they ended (lab/proofs/checkpoint.py)."""
import re
import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest

from eckstein import Board
from eckstein.cli import proof_commands, run
from eckstein.kernel.specialise import specialise
from eckstein.lab.proofs import checkpoint, proving, rows
from eckstein.lab.proofs.certificate import Certificate
from eckstein.lab.proofs.checking import check
from eckstein.lab.proofs.checkpoint import Checkpoint, CheckpointError, Findings
from eckstein.lab.proofs.claims import read_claim
from eckstein.lab.proofs.closing import ClosedSet
from eckstein.lab.proofs.full_width import FullWidth
from eckstein.lab.proofs.proof_numbers import ProofNumbers
from eckstein.lab.proofs.proving import FalseClaimError, Proving, StoppedError
from eckstein.lab.proofs.rows import Rows

from ..helpers import after

SOME = 300_000              # positions
FAR = read_claim("no win for white within 99")


def stopped(board, claim, keep, nodes=SOME):
    """A proof that is stopped after so many positions, and what was said of it."""
    work = Proving(board, claim, 16, checkpoint=keep,
                   report=lambda text, made: work.stop() if made >= nodes else None)
    if not nodes:
        work.stop()
    with pytest.raises(StoppedError) as told:
        work.run()
    return work, told.value


@pytest.mark.parametrize("game", ["contra", "echek"])
def test_what_was_ruled_out_need_not_be_ruled_out_again(tmp_path, game):
    keep = tmp_path / "unfinished"
    first, before = stopped(Board(game), FAR, keep)
    assert before.saved and before.depth >= 3 and not first.goes_on
    second, after = stopped(Board(game), FAR, keep, 0)
    assert second.goes_on and after.depth >= before.depth


def test_a_proof_that_is_done_leaves_nothing_behind(tmp_path):
    keep, board = tmp_path / "unfinished", Board("contra", "CWc1Wg1va7ve7")
    stopped(board, read_claim("white wins"), keep, 0)
    assert keep.exists()
    work = Proving(board, read_claim("white wins"), 16, checkpoint=keep)
    check(work.run())
    assert work.goes_on and keep.exists()       # the certificate is not on disk yet
    work.forget()
    assert not keep.exists()


def test_it_is_kept_from_time_to_time(tmp_path, monkeypatch):
    monkeypatch.setattr(proving, "SAVED_EVERY", 0.0)
    keep, there = tmp_path / "unfinished", []
    work = Proving(Board("contra"), FAR, 1, checkpoint=keep, report=lambda text, nodes: (
        there.append(keep.exists()), work.stop() if there[-1] else None))
    with pytest.raises(StoppedError):
        work.run()
    assert there[0] is False and there[-1] is True


def test_a_disk_that_is_full_for_a_while_stops_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(proving, "SAVED_EVERY", 0.0)
    tried, save = [], Checkpoint.save

    def refuse(self, found):
        tried.append(found)
        raise OSError(28, "No space left on device", str(self.path))
    monkeypatch.setattr(Checkpoint, "save", refuse)
    keep = tmp_path / "unfinished"

    def report(text, nodes):
        if len(tried) > 1:
            monkeypatch.setattr(Checkpoint, "save", save)
            work.stop()
    work = Proving(Board("contra"), FAR, 1, checkpoint=keep, report=report)
    with pytest.raises(StoppedError):
        work.run()
    assert keep.exists()


# Closed sets.

def closure(board, replies=()):
    solver = FullWidth(specialise("search.play.bounded", "contra", size="3"), board, 0, 1)
    numbers = ProofNumbers(specialise("search.play.proof", "contra", size="3"), board, 0, 1)
    return ClosedSet(solver, numbers, replies)


def test_a_closed_set_goes_on_with_what_the_search_has_learnt():
    """Which is found under other keys than what another kind of search has."""
    first = closure(Board("contra", size="3"))
    assert first.is_possible()
    salt = int(first._numbers.memory.salt)
    again = closure(Board("contra", size="3"))
    again._numbers.prepared(again._solver.root, counted=False)
    assert int(again._numbers.memory.salt) == salt


@pytest.mark.parametrize("share", [0, 1, 2, 3])
def test_a_closed_set_goes_on_from_any_part_of_it(share):
    board = Board("contra", size="3")
    whole = closure(board)
    assert whole.is_possible()
    assert whole.is_closed()
    size = whole._rows.search.FIELDS + 1
    rows = [piece[i:i + size] for piece in whole.replies_so_far()
            for i in range(0, len(piece), size)]
    again = closure(board, rows[::share] if share else [])
    assert again.is_possible() and again.is_closed()
    check(Certificate("contra", board.options, tuple(map(int, board.state)), [],
                      read_claim("white never wins"), again.entries()))


def test_a_closed_set_that_was_stopped_goes_on(tmp_path, monkeypatch):
    """At once, with the replies that were found, however long they took."""
    monkeypatch.setattr(rows, "AT_ONCE", 10)
    keep, board = tmp_path / "unfinished", Board("contra", "CWc3Wd2va6ve7")
    claim, followed, left = read_claim("black never wins"), [], Rows.left

    def stop_soon(chosen):
        followed.append(chosen.count)
        if len(followed) == 20:
            work.stop()
        return left(chosen)
    work = Proving(board, claim, 16, checkpoint=keep)
    with monkeypatch.context() as patched:
        patched.setattr(Rows, "left", stop_soon)
        with pytest.raises(StoppedError, match=r"^stopped$"):
            work.run()
    work = Proving(board, claim, 16, checkpoint=keep)
    replies, told = rows_of(work._replies()), work.run()
    assert work.goes_on and len(replies) >= followed[-1] > 0
    assert sum(told.entries.get(p, (None,))[0] == move for *p, move in replies) > 0
    assert len(told.entries) > len(replies)
    check(told)


def rows_of(replies):
    """The fields of positions with the replies, of Contra."""
    return [piece[i:i + 10] for piece in replies for i in range(0, len(piece), 10)]


@pytest.mark.parametrize("step", ["check", "write"])
def test_a_closed_set_that_was_found_needs_no_search(step, tmp_path, monkeypatch):
    """Stopped while it is checked or written.  The tables are gone by then, to make room, and all
    replies are kept."""
    keep, board = tmp_path / "unfinished", Board("contra", "CWc3Wd2va6ve7")
    claim = read_claim("black never wins")

    def interrupted(*asked):
        raise KeyboardInterrupt
    with monkeypatch.context() as patched:
        patched.setattr(proving, step, interrupted)
        work = Proving(board, claim, 16, checkpoint=keep)
        with pytest.raises(StoppedError):
            work.write(tmp_path / "proof", work.run())
    assert not (tmp_path / "proof").exists()
    assert keep.stat().st_size < 100_000
    asked = []

    def forces(numbers, root, limit, trusting=False):
        asked.append(limit)
        return 0
    monkeypatch.setattr(ProofNumbers, "forces", forces)
    work = Proving(board, claim, 16, checkpoint=keep)
    replies, told = rows_of(work._replies()), work.run()
    assert [told.entries[tuple(p)][0] for *p, _ in replies] == [move for *_, move in replies]
    assert len(told.entries) == len(replies) and asked == [1, 1]
    check(told)


# The file.

@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    path = tmp_path_factory.mktemp("kept") / "file"
    file(path).save(Findings(7, [[1, 2, 300], [], [5, -6, 1 << 62]]))
    return path.read_bytes()


def file(path, claim="white never wins", board=None, memory=1):
    search = specialise("search.play.bounded", "contra", size="3")
    return Checkpoint(path, board or Board("contra", size="3"), read_claim(claim),
                      {"memory": memory}, search, [search.new_table(memory)])


def test_what_is_kept_is_found_again(tmp_path, kept):
    path = tmp_path / "file"
    assert file(path).load() is None
    path.write_bytes(kept)
    found = file(path).load()
    assert found.depth == 7
    assert list(map(list, found.replies)) == [[1, 2, 300], [5, -6, 1 << 62]]


def test_tables_are_found_again(tmp_path):
    path, search = tmp_path / "file", specialise("search.play.bounded", "contra", size="3")
    tables = [search.new_table(1), search.new_table(2)]
    for number, table in enumerate(tables):
        table[number], table[len(table) - 1] = 5 + number, -1
    about = Board("contra", size="3"), FAR, {}, search
    Checkpoint(path, *about, tables).save(Findings())
    empty = [search.new_table(1), search.new_table(2)]
    Checkpoint(path, *about, empty).load()
    assert [list(table) for table in empty] == [list(table) for table in tables]


def test_a_file_without_tables_leaves_them_empty(tmp_path):
    path, search = tmp_path / "file", specialise("search.play.bounded", "contra", size="3")
    table = search.new_table(1)
    table[3] = 7
    without = Checkpoint(path, Board("contra", size="3"), FAR, {}, search, [table])
    without.release()
    without.save(Findings(2))
    empty = search.new_table(1)
    about = Checkpoint(path, Board("contra", size="3"), FAR, {}, search, [empty])
    assert about.load() == Findings(2, [])
    assert set(empty) == {0}


@pytest.mark.parametrize(("other", "sentence"), [
    ({"claim": "black never wins"}, r"about something else \(white never wins\)"),
    ({"board": after("contra", None, "a1a2", size="3")}, "about something else"),
    ({"memory": 2}, "begun with --memory 1, and goes on only with the same"),
])
def test_a_file_of_another_proof_is_refused(tmp_path, kept, other, sentence):
    path = tmp_path / "file"
    path.write_bytes(kept)
    with pytest.raises(CheckpointError, match=sentence):
        file(path, **other).load()
    assert path.read_bytes() == kept


def test_a_file_of_other_searches_is_refused(tmp_path, kept, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(kept)
    monkeypatch.setattr(checkpoint, "_sources", lambda search: "other")
    with pytest.raises(CheckpointError, match="kept by another version"):
        file(path).load()


# The command.

def test_the_same_command_goes_on(tmp_path, capsys, monkeypatch):
    """Ctrl-C, and later once more; another claim with the same file is refused."""
    out, kept = tmp_path / "proof", tmp_path / "proof.unfinished"
    words = ["prove", "contra", "--memory", "16", "--claim", "no win for white within 99", "--out",
             str(out)]

    @contextmanager
    def progress():
        def report(text, nodes):
            if nodes >= SOME:
                raise KeyboardInterrupt
        yield report
    monkeypatch.setattr(proof_commands, "_progress", progress)
    depths = []
    for first in (True, False):
        assert run(words) == 130
        said = capsys.readouterr().err
        assert (f"going on with {kept}" in said) != first
        assert f"to go on, run the same command; what is known lies in {kept}" in said
        depths.append(int(re.search(r"no win for white within (\d+)", said)[1]))
        assert kept.exists() and not out.exists()
    assert depths[1] >= depths[0]
    assert run([*words[:5], "white wins", *words[6:]]) == 2
    assert "is about something else (no win for white within 99)" in " ".join(
        capsys.readouterr().err.split())


TOLD = """
from contextlib import contextmanager
from eckstein.cli import main, proof_commands

@contextmanager
def progress():
    yield lambda text, nodes: print(nodes, flush=True)

proof_commands._progress = progress
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes without asking")
def test_a_system_that_shuts_down_loses_nothing(tmp_path):
    out = tmp_path / "proof"
    command = [sys.executable, "-c", TOLD, "prove", "contra", "--memory", "16", "--claim",
               "no win for white within 99", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as work:
        assert work.stdout.readline()
        work.send_signal(signal.SIGTERM)
        said = work.communicate(timeout=60)[1]
    assert work.returncode == 130
    assert "to go on, run the same command" in said
    assert (tmp_path / "proof.unfinished").exists()


def test_a_claim_that_is_false_leaves_nothing_behind(tmp_path):
    keep, board = tmp_path / "unfinished", Board("contra", "CWa1vg7")
    claim = read_claim("no win for white within 15")
    stopped(board, claim, keep, 0)
    work = Proving(board, claim, 1 << 4, checkpoint=keep)
    with pytest.raises(FalseClaimError):
        work.run()
    work.forget()
    assert not keep.exists()
