"""Saves while the program is stopped: what was done is in the file, which is whole."""
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import eckstein
from eckstein import Board, cli
from eckstein.base import signals as signals_module
from eckstein.base.files import save_bytes, save_text
from eckstein.base.signals import unbroken
from eckstein.base.threads import is_done
from eckstein.record import read_records
from eckstein.session.saved_game import SavedGame
from eckstein.session.sentences import Decision

from .helpers import PATIENCE, first, interrupted

HOME = str(Path(eckstein.__file__).parent)


@pytest.fixture(autouse=True)
def signals():
    """Both signals as a command has them."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, cli._interrupt)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def stopped_at(place, number, do):
    """Do something, and be sent a signal at the so-manieth line; False if it has fewer lines."""
    left = place

    def trace(frame, event, _):
        nonlocal left
        if event == "line" and frame.f_code.co_filename.startswith(HOME):
            left -= 1
            if left == 0:
                sys.settrace(None)
                signal.raise_signal(number)
        return trace
    sys.settrace(trace)
    try:
        do()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    assert left > 0
    return False


def begun(folder):
    saved = SavedGame.open(Board("contra"), ("human", "human"), str(folder / "game.txt"))
    for text in ("d1d2", "d7d6", "c1c2"):
        saved.push(saved.board.parse(text))
    return saved


CHANGES = {
    "push": lambda saved: saved.push(saved.board.parse("c7c6")),
    "pop": lambda saved: saved.pop(),
    "decide": lambda saved: saved.decide(Decision("1-0", "resignation")),
    "set_players": lambda saved: saved.set_players(("human", "level:3"))}


@pytest.mark.parametrize("change", first(2, CHANGES))
def test_a_game_and_its_file_are_the_same_wherever_a_signal_comes(tmp_path, change):
    place = stops = 0
    while True:
        place += 7                      # some lines of each part; each run takes a while
        folder = tmp_path / str(place)
        folder.mkdir()
        saved = begun(folder)
        stopped = stopped_at(place, signal.SIGTERM, lambda saved=saved: CHANGES[change](saved))
        found, = read_records(saved.path.read_text())
        assert found.board().move_stack == saved.board.move_stack
        assert found.result == (saved.decision.result if saved.decision else "*")
        assert found.tags["Black"] == saved.as_record().tags["Black"]
        assert [path.name for path in folder.iterdir()] == ["game.txt"]
        stops += stopped
        if not stopped:
            break
    assert stops > 5


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("save", [
    lambda path: save_text(path, "new"), lambda path: save_bytes(path, b"new")])
def test_a_file_is_the_old_one_or_the_new_one_and_alone(tmp_path, number, save):
    file, place, seen = tmp_path / "file", 0, set()
    while True:
        place += 1
        file.write_text("old")
        stopped = stopped_at(place, number, lambda: save(file))
        seen.add(file.read_text())
        assert seen <= {"old", "new"} and list(tmp_path.iterdir()) == [file]
        with pytest.raises(KeyboardInterrupt):          # the next one takes effect at once
            signal.raise_signal(number)
        if not stopped:
            break
    assert "new" in seen and place > 20


def test_a_signal_waits_until_the_outermost_is_done():
    done = []

    def work():
        with unbroken():
            with unbroken():
                signal.raise_signal(signal.SIGTERM)
                done.append("inner")
            done.append("outer")
        done.append("never")
    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["inner", "outer"]


def test_a_signal_that_is_ignored_stays_so_and_errors_come_through():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with pytest.raises(OSError, match="full"), unbroken():
        signal.raise_signal(signal.SIGTERM)
        raise OSError("full")
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN


def test_a_signal_that_comes_while_the_handlers_are_put_back_is_not_lost(monkeypatch):
    put, coming = signal.signal, [signal.SIGTERM]

    def late(number, handler):
        before = put(number, handler)
        if coming and number == signal.SIGINT and handler is signal.default_int_handler:
            signal.raise_signal(coming.pop())
        return before
    with pytest.raises(KeyboardInterrupt), unbroken():
        monkeypatch.setattr(signals_module.signal, "signal", late)
    monkeypatch.undo()
    assert not coming and signal.getsignal(signal.SIGTERM) is cli._interrupt
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)


@pytest.mark.parametrize("number", range(1, 90))
def test_a_task_that_was_waited_for_ends_wherever_ctrl_c_came(number):
    """Also where Python waits with a lock taken, which nobody else would get after that."""
    may_end = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        task = pool.submit(may_end.wait, PATIENCE)

        def look():
            while not is_done(task, 0.001):
                pass
        with pytest.raises(KeyboardInterrupt):
            interrupted(look, number)
        may_end.set()
        assert task.result(PATIENCE)
