"""Searches by a net: the same in all lives, what they tell, and what is said where none can be."""
import io
import random

import numpy as np
import pytest

from eckstein import Board, names
from eckstein.cli import run
from eckstein.engine.client import Engine
from eckstein.engine.limits import Limits
from eckstein.engine.messages import EngineError
from eckstein.engine.nets import read_net
from eckstein.engine.players import make_player, read_player
from eckstein.engine.protocol import Protocol
from eckstein.engine.searcher import Searcher
from eckstein.kernel.specialise import specialise
from eckstein.lab.nets.quantising import values

from .sample import random_rows, write_sample
from .test_inputs import on, positions


def by_formula(network, rows, p):
    """The value of a position by NumPy, which knows nothing of the kernels."""
    white = on(network, p)
    views = [white, [network.mirrored(row) for row in white]]
    inputs = np.full((1, 2, network.MOST), network.INPUTS)
    inputs[0, :, :len(white)] = views[::-1] if p.side else views
    return values(rows, inputs)[0]


@pytest.mark.parametrize("game", names())
def test_a_value_is_what_the_formula_says(game):
    """Wherever in a line a position stands, and whatever is known of the one before it."""
    rows, chance = random_rows(game), random.Random(6)
    plain = specialise("search.play.alphabeta", game, compiled=False)
    network = specialise("kernel", game, compiled=False).network
    memory, ply = plain.new_memory(), 0
    plain.use_net(memory, plain.new_net(rows.astype("<i2").tobytes()))
    for board in positions(game, 3, 60):
        if board.is_game_over():
            continue
        if board.ply == 0:
            ply = 0
        if chance.random() < 0.2:       # the line was entered here
            plain.enter(board.state, memory, ply, plain.NONE, 0, 0)
            assert ply == 0 or not network.FIELDS or not memory.known[ply - 1]
        if chance.random() < 0.3:       # in check, say
            plain.come_to(board.state, memory, ply)
        else:
            wanted = by_formula(network, rows, board.state)
            for _ in range(2):          # it may be asked again
                assert plain.evaluate(board.state, memory, ply) == wanted
            for move in list(board.legal_moves)[:2]:
                after = board.rules.apply(board.state, move)
                assert plain.evaluate(after, memory, ply + 1) == by_formula(network, rows, after)
        ply += 1


def test_another_net_forgets_what_the_first_has_summed_up():
    plain = specialise("search.play.alphabeta", "contra", compiled=False)
    network = specialise("kernel", "contra", compiled=False).network
    memory, board = plain.new_memory(), Board("contra")
    after = board.rules.apply(board.state, next(iter(board.legal_moves)))
    for seed in (1, 2):
        rows = random_rows("contra", seed)
        plain.use_net(memory, plain.new_net(rows.astype("<i2").tobytes()))
        if seed == 1:
            plain.come_to(board.state, memory, 0)
        assert plain.evaluate(after, memory, 1) == by_formula(network, rows, after)


@pytest.mark.parametrize("game", names())
def test_plain_and_compiled_searches_by_a_net_are_the_same(game, tmp_path):
    net = read_net(write_sample(tmp_path / "a.net", game), game, Board(game).options)
    found = []
    for compiled in (True, False):
        searcher = Searcher(game, Board(game).options, compiled=compiled, proofs=False, net=net)
        lines = [list(searcher.analyse(board.copy(), Limits(depth=2)))[-1][0]
                 for number, board in enumerate(positions(game, 4, 24))
                 if number % 8 == 7 and not board.is_game_over()]
        found.append([(line.pv, line.score, line.nodes, line.net) for line in lines])
        searcher.close()
    assert found[0] == found[1] and found[0][0][-1] == net.name


def test_a_player_is_told_which_net(tmp_path):
    path = write_sample(tmp_path / "a.net")
    board = Board("contra")
    name = read_player(f"alphabeta:nodes=300,net={path}")
    assert str(name) == f"alphabeta:nodes=300,net={path}"
    assert name.engine_settings()["EvalFile"] == str(path)
    played = make_player(name, board).play(board, Limits())
    linear = make_player("alphabeta:nodes=300,net=off", board).play(board, Limits())
    assert played.info.net == read_net(path, "contra", board.options).name and not linear.info.net
    apart = make_player(name, board, apart=True)
    assert apart.play(board, Limits()).info.net == played.info.net
    apart.close()
    for apart in (False, True):
        with pytest.raises(ValueError, match="is for contra"):
            make_player(name, Board("pur"), apart=apart)


def test_the_library_raises_what_is_wrong_with_a_net(tmp_path):
    wrong = str(write_sample(tmp_path / "wrong.net", "pur"))
    with pytest.raises(EngineError, match=r"no net is used: the net .* is for pur"):
        Engine.launch(game="contra", settings={"EvalFile": wrong})
    with Engine.launch(game="contra") as engine:
        usual = engine.play(Board("contra"), Limits(depth=1)).info.net
        for name in (wrong, str(tmp_path / "none.net")):
            with pytest.raises(EngineError, match="no net is used"):
                engine.set_option("EvalFile", name)
            assert engine.play(Board("contra"), Limits(depth=1)).info.net == usual
        path = write_sample(tmp_path / "right, and named.net")
        engine.set_option("EvalFile", str(path))
        named = engine.play(Board("contra"), Limits(depth=1)).info.net
        assert named == read_net(path, "contra", Board("contra").options).name
        with pytest.raises(EngineError, match="no net is used"):
            engine.set_option("EvalFile", wrong)
        assert engine.play(Board("contra"), Limits(depth=1)).info.net == named


def test_a_file_with_a_comma_can_be_named(tmp_path):
    path = write_sample(tmp_path / 'a, "b".net')
    name = read_player(f'alphabeta:net="{str(path).replace(chr(34), 2 * chr(34))}",nodes=300')
    assert name.engine_settings()["EvalFile"] == str(path) and read_player(str(name)) == name
    board = Board("contra")
    played = make_player(name, board).play(board, Limits())
    assert played.info.net == read_net(path, "contra", board.options).name


def test_a_match_by_a_net_that_cannot_be_used_does_not_begin(tmp_path, capsys):
    assert run(["match", "contra", "alphabeta:nodes=10,net=none.net", "random", "--games", "2",
                "--record", str(tmp_path / "match.txt")]) == 2
    assert "the net none.net cannot be read: No such file" in capsys.readouterr().err


def said(*commands):
    output = io.StringIO()
    Protocol(output).run(io.StringIO("\n".join(commands) + "\n"))
    return output.getvalue().splitlines()


def test_the_protocol_has_an_option_for_it(tmp_path):
    path = write_sample(tmp_path / "a.net")
    assert "option name EvalFile type string default on" in said("uci")
    named = read_net(path, "contra", Board("contra").options).name
    lines = said(f"setoption name evalfile value {path}", "go depth 2",
                 "setoption name EvalFile value off", "go depth 2")
    infos = [line for line in lines if line.startswith("info depth")]
    assert f" net {named} pv " in infos[0] and " net " not in infos[-1]


def test_where_a_net_cannot_be_used_that_is_told_and_the_weights_play(tmp_path):
    path = write_sample(tmp_path / "a.net", "pur")
    lines = said(f"setoption name EvalFile value {path}", "go depth 2", "go depth 2")
    told = [line for line in lines if line.startswith("info string")]
    assert len(told) == 1
    assert told[0].startswith(f"info string error no net is used: the net {path} is for pur")
    moves = [line for line in lines if line.startswith("bestmove ")]
    assert len(moves) == 2 and "bestmove (none)" not in moves
