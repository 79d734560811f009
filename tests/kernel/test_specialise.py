"""Copies of the package for one game under some options (kernel/specialise.py)."""
import os
import subprocess
import sys
import threading

import pytest

from eckstein import OptionError, UnknownGameError
from eckstein.kernel.specialise import declared, label, specialise

MARCH = '''\
"""Contra without sideways tilts: a game that somebody wrote himself."""
from ..kernel import kernel
from .contra import *

TITLE, LETTER = "March", "M"


@kernel
def generate(p, moves, n):
    """Append the forward tilts, else the pass."""
    end = n
    for square in range(49):
        target = square - 7 if p.side else square + 7
        if p.own >> square & 1 and 0 <= target < 49 and not (p.own | p.foe) >> target & 1:
            moves[end] = square * 4 + 2 * p.side
            end += 1
    if end == n:
        moves[n] = PASS
        return n + 1
    return end
'''
PLAY_MARCH = '''\
from eckstein import Board, names
from eckstein.kernel.specialise import specialise
import sys
board = Board("march")
board.push_text("a1a2")
print(names()[-1], board.position()[0], len(board.legal_moves), Board("march").game)
for compiled in (True, False):
    perft = specialise("search.play.perft", "march", compiled=compiled)
    game = sys.modules[perft.__name__.split(".")[0] + ".kernel"].game
    print(perft.perft(game.start(), perft.new_memory(), 0, 3))
fast = Board("march", compiled=True, arrival_wins=True)
fast.push_text("a1a2")
print(fast.position() == board.position())
'''

AT_ONCE = '''\
import sys, threading
from eckstein.kernel.specialise import specialise
sys.setswitchinterval(1e-6)
start, found = threading.Barrier(4), []

def make():
    start.wait()
    rules = specialise("games.ecke", "ecke", compiled=False, ties_protect=True)
    found.append((id(rules), rules.TIES_PROTECT))

threads = [threading.Thread(target=make) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(found), len(set(found)), found[0][1])
print(specialise("games.ecke", "ecke", compiled=False, chains=True).CHAINS)
'''


@pytest.mark.parametrize("game", ["chess", "", "_cublino", "Contra", "no.such"])
def test_an_unknown_game_is_refused(game):
    with pytest.raises(UnknownGameError, match="pur, contra, ecke, duell, echek"):
        specialise("search.play.perft", game)


def test_an_unknown_option_is_refused_and_the_known_ones_are_named():
    with pytest.raises(ValueError, match=r"no option arrivals.*arrival_wins"):
        specialise("search.play.perft", "contra", arrivals=True)


@pytest.mark.parametrize(("game", "options"), [
    ("contra", {"arrival_wins": "yes"}), ("contra", {"arrival_wins": 2}),
    ("contra", {"arrival_wins": None}), ("echek", {"bishop": "Draft"}), ("echek", {"bishop": ""}),
    ("duell", {"board": "8x8"})])
def test_a_value_that_an_option_cannot_have_is_refused(game, options):
    with pytest.raises(ValueError, match="one of"):
        specialise(f"games.{game}", game, compiled=False, **options)


def test_after_a_refusal_the_next_call_works():
    with pytest.raises(ValueError, match="one of"):
        specialise("games.echek", "echek", compiled=False, bishop="bad")
    assert specialise("games.echek", "echek", compiled=False, bishop="basic").BISHOP == "basic"


def test_the_same_arguments_give_the_same_module():
    one = specialise("search.play.perft", "echek", bishop="final", queens_first=True)
    other = specialise("search.play.perft", "echek", queens_first=True, bishop="final")
    assert one is other


def test_defaults_may_be_named_or_left_out():
    assert (specialise("games.contra", "contra", compiled=False)
            is specialise("games.contra", "contra", compiled=False, arrival_wins=False))


def test_options_are_constants_of_the_copy():
    plain = specialise("games.contra", "contra", compiled=False)
    other = specialise("games.contra", "contra", compiled=False, arrival_wins=True)
    assert plain is not other
    assert (plain.ARRIVAL_WINS, other.ARRIVAL_WINS) == (False, True)


def test_all_templates_of_a_copy_share_its_game():
    perft = specialise("search.play.perft", "contra")
    playing = specialise("search.play.playing", "contra")
    assert perft.game is playing.game is specialise("games.contra", "contra")


def test_the_label_is_the_same_in_every_process():
    assert label("echek", (("bishop", "final"), ("queens_first", True))) == (
        "echek_bishop=final_queens_first=1")


def test_declared_options_come_with_their_values_default_first():
    found = {option.name: option.values for option in declared("echek")}
    assert found == {"bishop": ("draft", "final", "basic"), "queens_first": (False, True)}
    assert declared("pur") == ()


def test_threads_that_ask_at_once_get_the_same_copy():
    result = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True,
                            check=False)
    assert result.stderr == ""
    assert result.stdout.split() == ["4", "1", "True", "True"]


def test_a_copy_is_made_by_one_thread_while_others_wait(monkeypatch):
    """Two ask for the same copy; the second one asks while the first one makes it."""
    made, waiting = [], threading.Event()

    class Lock:
        """The lock, and word of whoever has to wait for it."""

        def __init__(self):
            self.lock = threading.RLock()

        def __enter__(self):
            if not self.lock.acquire(blocking=False):
                waiting.set()
                self.lock.acquire()

        def __exit__(self, *error):
            self.lock.release()

    def make(*wanted):
        made.append(wanted)
        if len(made) == 1:
            second.start()
            assert waiting.wait(60)
        return copy(*wanted)

    module = sys.modules["eckstein.kernel.specialise"]
    copy = module._copy
    monkeypatch.setattr(module, "_lock", Lock())
    monkeypatch.setattr(module, "_copies", {
        wanted: name for wanted, name in module._copies.items() if wanted[0] != "pur"})
    monkeypatch.setattr(module, "_copy", make)
    for name in [name for name in sys.modules if name.startswith("eckstein<pur_plain>")]:
        monkeypatch.delitem(sys.modules, name)
    found = []
    second = threading.Thread(
        target=lambda: found.append(specialise("games.pur", "pur", compiled=False)))
    first = specialise("games.pur", "pur", compiled=False)
    second.join()
    assert made == [("pur", "plain", (), "play")]
    assert found == [first]


def test_an_option_error_is_a_value_error():
    assert issubclass(OptionError, ValueError)
    assert issubclass(UnknownGameError, ValueError)


def test_a_game_in_a_folder_of_ones_own(tmp_path):
    (tmp_path / "march.py").write_text(MARCH)
    result = subprocess.run(
        [sys.executable, "-c", PLAY_MARCH], capture_output=True, text=True, check=False,
        env=os.environ | {"ECKSTEIN_GAMES": str(tmp_path),
                          "ECKSTEIN_CACHE": str(tmp_path / "cache")})
    assert result.stderr == ""
    assert result.stdout.split() == ["march", "m", "7", "march", "343", "343", "True"]
