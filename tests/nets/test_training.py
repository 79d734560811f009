"""Training: what nets learn from, what whole numbers lose, generations and their gates."""
import math
import random
import re
from dataclasses import replace

import numpy as np
import pytest

from eckstein import Board, cli
from eckstein.engine.nets import NetError, read_net
from eckstein.kernel.bits import LANES
from eckstein.kernel.specialise import specialise
from eckstein.lab.arena.statistics import Verdict
from eckstein.lab.data import NO_VALUE, read_games, write_games
from eckstein.lab.data.data_file import open_games
from eckstein.lab.data.records import boards
from eckstein.lab.nets import generations, making, quantising, reading, training

from ..data.played import many, played
from ..sealed import flip
from .test_inputs import on

SMALL = 256                 # positions of a step


def with_values(games, seed=1):
    """The same games, each position worth its dice, with some noise; some have no value."""
    chance = random.Random(seed)
    found = []
    for board in boards(games):
        p, row = board.copy(), []
        while p.move_stack:
            p.pop()
            worth = 100 * (p.state.own.bit_count() - p.state.foe.bit_count())
            row.append(chance.choice([worth, worth, worth, NO_VALUE, 30500]))
        found += reversed(row)
    return replace(games, values=np.array(found, np.int16))


def expected(games):
    """The positions to learn from, one board after the other."""
    game = games.game
    plain = specialise("search.play.alphabeta", game, compiled=False)
    network = specialise("kernel", game, compiled=False).network
    knowledge = plain.knowledge
    moves, at = [0] * plain.game.MAX_MOVES, 0
    for number, board in enumerate(boards(games)):
        stack = list(board.move_stack)
        while board.move_stack:
            board.pop()
        for ply, move in enumerate(stack):
            value = int(games.values[at])
            noisy = moves[:knowledge.noisy(board.state, moves, 0)]
            if (games.results[number] and ply >= games.random_plies[number] and move not in noisy
                    and value != NO_VALUE and abs(value) < 30000):
                white = on(network, board.state)
                none = [network.INPUTS] * (network.MOST - len(white))
                views = [white + none, [network.mirrored(row) for row in white] + none]
                own, other = views[::-1] if board.state.side else views
                rows = own + other
                won = {1: board.turn == "white", 2: board.turn == "black", 3: 0.5}
                yield number, value, float(won[games.results[number]]), rows
            board.push(move)
            at += 1


@pytest.mark.parametrize("game", ["contra", "pur"])
def test_positions_are_those_of_the_boards(game):
    games = with_values(played(game, {}, 3, count=9, plies=40))
    seen = reading.positions_of(games, side_by_side=4)
    found = sorted((int(seen.games[i]), int(seen.values[i]), float(seen.results[i]),
                    seen.rows[i].ravel().tolist()) for i in range(len(seen)))
    assert found == sorted(expected(games)) and len(found) > 20


def test_a_row_learns_as_the_sum_of_its_own_and_its_factors():
    network = specialise("kernel", "contra", compiled=False).network
    factors = training.factors_of(network)
    weights = training.first_weights(factors, 1)
    rows = np.asarray(training.summed(weights, factors))
    own, shared = np.asarray(weights["rows"]), np.asarray(weights["shared"])
    row = 1234
    names = {}
    for other in range(network.INPUTS):
        for name in network.factors(other):
            names.setdefault(name, len(names))
    wanted = own[row] + sum(shared[names[name]] for name in network.factors(row))
    assert rows[row] == pytest.approx(wanted, abs=1e-6)
    assert not rows[network.INPUTS].any()       # where there is no input


@pytest.fixture
def files(tmp_path, monkeypatch, with_tables):
    """A file of games that a net can learn from."""
    monkeypatch.setattr(training, "BATCH", SMALL)
    monkeypatch.setattr(making, "BATCH", SMALL)
    path = tmp_path / "a.games"
    write_games(path, with_values(many("contra", 120)), "by chance")
    return [path]


def test_a_net_learns_and_little_is_lost_in_whole_numbers(files, tmp_path):
    said, logged = [], []
    made = making.make_net(tmp_path / "a.net", "contra", files,
                           training.Settings(epochs=3, blend=1.0, endings=0.0), said.append,
                           lambda step, values: logged.append((step, values)))
    losses = [float(line.rpartition(" ")[2]) for line in said if "epoch" in line]
    assert len(losses) == 3 and losses[-1] < 0.7 * losses[0]
    assert made.loss == pytest.approx(losses[-1], abs=1e-3)
    assert [step for step, _ in logged] == [1, 2, 3, 3]
    assert [values["held_out_loss"] for _, values in logged[:3]] == pytest.approx(losses, abs=1e-4)
    assert logged[3][1] == {"quantised_loss": made.quantised}
    assert made.quantised == pytest.approx(made.loss, rel=0.05, abs=1e-3)
    assert made.net == read_net(tmp_path / "a.net", "contra", Board("contra").options)
    assert "by chance" in made.net.header.how and "epochs=3" in made.net.header.how


def test_what_cannot_be_learnt_from_is_refused(files, tmp_path):
    def refusal(game, *paths):
        with pytest.raises(NetError) as error:
            making.make_net(tmp_path / "a.net", game, paths, training.Settings(epochs=1),
                            lambda text: None)
        assert not (tmp_path / "a.net").exists()
        return str(error.value)
    assert refusal("pur", *files) == "these are games of contra, not of pur"
    small = tmp_path / "small.games"
    write_games(small, with_values(many("contra", 2)), "by chance")
    told = re.fullmatch(r"there are (\d+) positions to learn from in these 2 games, and at least "
                        r"256 are needed, and some games to hold out; about (\d+) such games are "
                        r"likely to have them", refusal("contra", small))
    assert int(told[1]) > 0 and int(told[2]) == 256     # of which some are surely held out
    write_games(small, with_values(many("contra", 20, plies=3)), "by chance")
    told = re.search(r"there are (\d+) positions .* about (\d+) such", refusal("contra", small))
    assert int(told[2]) == max(256, math.ceil(1.2 * 256 * 20 / max(20, int(told[1]))))
    write_games(small, many("contra", 2), "by chance")
    assert "these games tell no values; eckstein data make" in refusal("contra", small)


def test_whole_numbers_are_rounded_weights():
    chance = np.random.default_rng(1)
    net = training.Trained(chance.normal(0, 0.3, (9, LANES)), chance.normal(0, 0.3, LANES),
                           chance.normal(0, 0.3, LANES), chance.normal(0, 0.3, LANES), 0.004)
    for one in (net.bias, net.own, net.other):
        one[0] = 0
    whole = quantising.quantised(net)
    inputs = chance.integers(0, 10, (50, 2, 4))         # 9 is none
    assert quantising.values(whole, inputs) * net.steepness == pytest.approx(
        training.outputs(net, inputs), abs=0.02)


@pytest.fixture
def schedule(monkeypatch, with_tables):
    monkeypatch.setattr(training, "BATCH", SMALL)
    monkeypatch.setattr(making, "BATCH", SMALL)
    return generations.Schedule("contra", games=40, nodes=10, seconds=0.001, pairs=1,
                              settings=training.Settings(epochs=1))


@pytest.mark.long
def test_generations_go_on_where_they_were_stopped(tmp_path, schedule, monkeypatch):
    class Passes:
        """A gate that lets all through."""

        @staticmethod
        def verdict(pairs):
            return Verdict.H1 if sum(pairs) else Verdict.OPEN
    folder, said = tmp_path / "nets", []
    made = generations.Generations(folder, schedule, 1, said.append)
    [first] = made.run(1)
    assert (first.number, first.standing.games, first.passed) == (1, 2, False)
    assert made.best is None
    files = {path: path.read_bytes() for path in folder.iterdir()}
    assert {path.name for path in files} == {"1.games", "1.net", "1.match.txt"}
    assert "net=off" in open_games(folder / "1.games")[0].how
    monkeypatch.setattr(generations, "GATE", Passes)
    again = generations.Generations(folder, schedule, 1, said.append)
    found = list(again.run(2))
    assert [(one.number, one.passed) for one in found] == [(1, True), (2, True)]
    assert again.best == folder / "2.net"
    assert all(path.read_bytes() == content for path, content in files.items())
    assert f"net={folder / '1.net'}" in open_games(folder / "2.games")[0].how


LEARN = ["learn", "net", "contra", "--nodes", "10", "--time", "0.001", "--pairs", "1", "--epochs",
         "1", "--generations", "1"]


@pytest.mark.long
def test_too_few_games_are_told_before_they_are_played_and_more_extend_the_folder(
        files, tmp_path, capsys, monkeypatch):
    folder = tmp_path / "nets"
    words = [*LEARN, "--out", str(folder), "--games"]
    assert cli.run([*words, "2"]) == 2
    told = re.search(r"256 positions are needed to learn from, and 2 games are likely to have "
                     r"(\d+); about (\d+) games in each generation", capsys.readouterr().err)
    assert 0 < int(told[1]) < 256 and not list(folder.iterdir())
    # As if the guess had been too high, so that they are played in vain.
    with monkeypatch.context() as patch:
        patch.setattr(generations, "check_enough", lambda *given: None)
        assert cli.run([*words, "2"]) == 2
    assert "positions to learn from in these 2 games" in capsys.readouterr().err
    few = read_games(folder / "1.games")
    assert cli.run([*words, told[2]]) == 0
    assert "generation 1: +" in capsys.readouterr().out
    many = read_games(folder / "1.games")
    assert len(few) == 2 and len(many) == int(told[2]) == 256
    assert many.actions[:few.moves].tolist() == few.actions.tolist()


@pytest.mark.long
def test_whatever_is_damaged_in_a_folder_of_nets_is_made_again(files, tmp_path, capsys):
    folder = tmp_path / "nets"
    words = [*LEARN, "--out", str(folder), "--games", "40"]
    assert cli.run(words) == 0
    whole, said = {path.name: path.read_bytes() for path in folder.iterdir()}, capsys.readouterr()
    assert set(whole) == {"1.games", "1.net", "1.match.txt"}
    for name in ("1.games", "1.net"):
        flip(folder / name)
        assert cli.run(words) == 0
        told = capsys.readouterr()
        assert told.out == said.out
        assert (f"{name} is damaged: " in told.err
                and f"; it is {name}.damaged now, and is made again" in told.err)
        assert (folder / name).read_bytes() == whole[name]
        assert (folder / f"{name}.damaged").exists()
    (folder / "1.match.txt").write_bytes(b"\0\1 nothing")
    assert cli.run(words) == 0
    told = capsys.readouterr()
    assert "1.match.txt is not a file of a match; it is 1.match.txt.damaged now" in told.err
    assert told.out.startswith("generation 1: +")


def test_the_commands(files, tmp_path, capsys):
    net = tmp_path / "b.net"
    assert cli.run(["learn", "train", "contra", str(files[0]), "--out", str(net), "--epochs", "1",
                    "--csv", str(tmp_path / "log.csv")]) == 0
    assert [line.split(",")[:2] for line in (tmp_path / "log.csv").read_text().splitlines()] == [
        ["step", "name"], ["1", "held_out_loss"], ["1", "quantised_loss"]]
    assert f"{net}: net " in capsys.readouterr().out
    assert cli.run(["learn", "train", "pur", str(files[0])]) == 2
    assert "these are games of contra, not of pur" in capsys.readouterr().err
    assert cli.run(["learn", "net", "contra", "--out", str(tmp_path / "nets"), "--games", "40",
                    "--nodes", "10", "--time", "0.001", "--pairs", "1", "--epochs", "1",
                    "--generations", "1", "--csv", str(tmp_path / "nets" / "log.csv")]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("generation 1: +") and told[1] == "no net has passed"
    logged = (tmp_path / "nets" / "log.csv").read_text()
    assert [line.split(",")[:2] for line in logged.splitlines()[1:]] == [["1", name] for name in (
        "held_out_loss", "quantised_loss", "generation", "games", "score", "elo", "low", "high")]
    assert cli.run([*LEARN, "--out", str(tmp_path / "nets"), "--games", "40", "--csv",
                    str(tmp_path / "nets" / "log.csv")]) == 0
    assert (tmp_path / "nets" / "log.csv").read_text() == logged    # nothing was done again
