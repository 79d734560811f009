"""Games that are played in one call are those that the player plays move by move."""
import pytest

from eckstein import Board, names
from eckstein.engine.players import read_player
from eckstein.kernel.options import defaults
from eckstein.lab.data import making
from eckstein.lab.data.selfplay import SelfPlay

from ..nets.sample import write_sample
from .played import told


def both(monkeypatch, game, player, games=3, plies=60, random_plies=4, **options):
    """The games of a player in one call each, and move by move."""
    found = []
    for quick in (True, False):
        with monkeypatch.context() as patched:
            if not quick:
                patched.setattr(SelfPlay, "plays", staticmethod(lambda name: False))
            making._player.cache_clear()
            wanted = making.Making(game, tuple((defaults(game) | options).items()), player, games,
                                   random_plies, plies)
            start, who = making._player(wanted)
            assert isinstance(who, SelfPlay) is quick and isinstance(start, Board)
            found.append([told(making._game(wanted, number)) for number in range(games)])
    making._player.cache_clear()
    return found


@pytest.mark.parametrize("game", names())
def test_the_same_games(game, monkeypatch):
    quick, slow = both(monkeypatch, game, "alphabeta:nodes=300,tables=off,hash=1")
    assert quick == slow


def test_the_same_games_near_repetition_and_lack_of_progress(monkeypatch):
    for options in ({"repetition": 2}, {"no_progress": 6}, {"repetition": 0, "no_progress": 9}):
        quick, slow = both(monkeypatch, "echek", "alphabeta:nodes=90,tables=off,hash=1", games=4,
                           plies=90, random_plies=2, **options)
        assert quick == slow
    assert {"1/2-1/2"} <= {one["result"] for [one] in quick}


def test_the_same_games_by_a_net(monkeypatch, tmp_path):
    path = write_sample(tmp_path / "a.net")
    quick, slow = both(monkeypatch, "contra", f"alphabeta:nodes=200,tables=off,hash=1,net={path}")
    assert quick == slow
    other, _ = both(monkeypatch, "contra", "alphabeta:nodes=200,tables=off,hash=1")
    assert quick != other


@pytest.mark.parametrize(("player", "quick"), [
    ("alphabeta:nodes=400,tables=off", True), ("alphabeta:nodes=400,tables=off,net=off", True),
    ("alphabeta:nodes=400", False), ("alphabeta:nodes=20000,tables=off", False),
    ("alphabeta:nodes=400,tables=off,depth=3", False), ("mcts:nodes=100,tables=off", False),
    ("alphabeta:nodes=400,tables=off,book=on", False), ("alphabeta:tables=off", False),
    ("alphabeta:nodes=400,tables=off,threads=2", False), ("level:5", False)])
def test_who_plays_so(player, quick):
    assert SelfPlay.plays(read_player(player)) is quick
