"""Who plays by a network."""
import random
from types import SimpleNamespace

import pytest

from eckstein import Board, names
from eckstein.engine.limits import Limits
from eckstein.engine.players import make_player, read_player
from eckstein.engine.zero import player as player_module
from eckstein.lab.learning import TreeSearch

from .networks import network, written


def test_it_finds_a_win(tmp_path):
    player = make_player(f"zero:net={written(tmp_path / 'a.network')},nodes=50", Board("contra"))
    player.warm()
    board = Board("contra", "CWd6va5")
    played = player.play(board, Limits())
    assert board.notation(played.move) == "d6-d7#" and played.info.result == "won"


def test_it_does_what_the_tree_search_does(tmp_path):
    made, batch = network(hidden=(8,))
    player = make_player(f"zero:net={written(tmp_path / 'a.network', hidden=(8,))},nodes=60",
                         batch.first)
    played = player.play(batch.first, Limits(nodes=5), lines=100)       # its own limits count
    found = TreeSearch(batch, 60, leaves=player_module.leaves_of(60)).run(made)
    lines = [played.info, *played.others]
    assert played.info.nodes == 60 == found.visits.sum()
    assert batch.action_of(batch.first, played.move) == found.actions[0]
    assert len({line.pv for line in lines}) == len(lines) == (found.visits > 0).sum()
    visits = [found.visits[0, batch.action_of(batch.first, line.pv[0])] for line in lines]
    assert visits == sorted(visits, reverse=True) and sum(visits) == 60
    assert [line.line for line in lines] == list(range(1, len(lines) + 1))


@pytest.mark.parametrize("game", names())
def test_it_knows_the_game_so_far_and_makes_legal_moves(game, tmp_path):
    player = make_player(f"zero:net={written(tmp_path / 'a.network', game)}", Board(game))
    board, chance = Board(game), random.Random(game)
    for _ in range(40):
        if board.is_game_over():
            break
        before = board.copy()
        played = player.play(board, Limits(nodes=4))
        assert played.move in board.legal_moves and board == before
        shown = player._batch.board(0)
        assert (shown.key, shown.idle_moves) == (board.key, board.idle_moves)
        assert shown.keys()[-1 - board.idle_moves:] == board.keys()[-1 - board.idle_moves:]
        board.push(chance.choice([*board.legal_moves, *[played.move] * 3]))


def test_time_and_stop_end_its_thoughts(tmp_path, monkeypatch):
    """The clock moves on by a second whenever it is read."""
    clock = iter(range(10**6))
    monkeypatch.setattr(player_module, "time", SimpleNamespace(perf_counter=clock.__next__))
    player = make_player(f"zero:net={written(tmp_path / 'a.network')}", Board("contra"))
    nodes = [player.play(Board("contra"), Limits(time=seconds)).info.nodes for seconds in (5, 20)]
    assert [player_module.leaves_of(nodes) for nodes in (1, 64, 200, 1 << 20)] == [1, 2, 6, 16]
    assert 8 < nodes[0] <= 4 * player_module.LEAVES < nodes[1] <= 19 * player_module.LEAVES
    player.stop()
    assert player.play(Board("contra"), Limits(time=100)).info.nodes < 2 * player_module.LEAVES


@pytest.mark.parametrize(("text", "said"), [
    ("zero", "needs a network, as in zero:net=FILE"),
    ("zero:nodes=5", "needs a network"),
    ("zero:net=missing.network", "missing.network"),
    ("zero:net=", "net is a text, not ''"),
    ("zero:net={path},depth=3", "expected some of net, hash, time, nodes")])
def test_what_cannot_play_is_told(text, said, tmp_path):
    path = written(tmp_path / "a.network")
    with pytest.raises((ValueError, OSError), match=said):
        make_player(text.format(path=path), Board("contra"))


def test_its_text_is_read_as_it_is_written():
    for path in ("folder.0", "weights/1.0", "a b.network"):
        name = read_player(f"zero:nodes=20,net={path}")
        assert name.settings["net"] == path and read_player(str(name)) == name
    assert str(read_player("alphabeta:time=2.0")) == "alphabeta:time=2"
