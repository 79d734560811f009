"""Policies: their files, their players, the same priors in all lives; how they are trained."""
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from eckstein import Board, cli, names
from eckstein.engine.limits import Limits
from eckstein.engine.nets import (
    NetError,
    check_policy_setting,
    net_for,
    policy_file,
    policy_for,
    read_policy,
)
from eckstein.engine.nets.policy_file import KIND, numbering
from eckstein.engine.players import make_player, read_player
from eckstein.kernel.bits import FULL, LANES, NAT
from eckstein.kernel.options import defaults, own_values
from eckstein.kernel.specialise import NoCompilerError, specialise
from eckstein.lab.data import Recorder, write_games
from eckstein.lab.data.records import boards
from eckstein.lab.learning import BatchGame
from eckstein.lab.nets import choices, making, policy_making, policy_quantising, policy_training
from eckstein.lab.nets.policy_training import Settings

from ..data.played import many, played
from ..helpers import first
from ..sealed import laid_out, parts
from .policies import random_policy, write_random_policy
from .sample import write_sample
from .test_inputs import positions

CONTRA = defaults("contra")
EXAMPLES = Path(__file__).parents[2] / "examples"


def one_position(board, kernel):
    """A position with its moves, as training sees it."""
    network, traits = kernel.network, kernel.traits
    white, moves, found = [0] * network.MOST, list(board.legal_moves), [0] * traits.MOST
    white = white[:network.inputs(network.seen(board.state), white)]
    views = white, list(map(network.mirrored, white))
    rows = np.full((1, 2, network.MOST), network.INPUTS, np.uint16)
    for view in range(2):
        rows[0, view, :len(white)] = views[view ^ board.state.side]
    of_moves = np.full((len(moves), traits.MOST), traits.TRAITS, np.uint16)
    for k, move in enumerate(moves):
        n = traits.traits(board.state, move, found)
        of_moves[k, :n] = found[:n]
    return choices.Choices(rows, of_moves, np.array([0, len(moves)]), np.zeros(1, np.int64),
                           np.zeros(1, np.int64))


@pytest.mark.parametrize("game", names())
def test_priors_are_the_softmax_of_what_the_formula_says(game):
    """Against NumPy and floats, which know nothing of the kernels."""
    rows, plain = random_policy(game), specialise("search.play.mcts", game, compiled=False)
    kernel, memory, unlike = specialise("kernel", game, compiled=False), plain.new_memory(1), 0
    policy = plain.new_policy(rows.tobytes())
    plain.use_policy(memory, policy)
    for board in positions(game, 3, 12):
        if board.is_game_over():
            continue
        count = plain.game.generate(board.state, memory.moves, 0)
        logits = policy_quantising.logits(rows, one_position(board, kernel),
                                          kernel.network.INPUTS)
        whole = plain.weigh(board.state, memory, count)
        wanted = [math.exp(max(-10, logit - max(logits))) * plain.ONE for logit in logits]
        by_move = dict(zip(memory.moves[:count], memory.hopes[:count], strict=True))
        assert [by_move[move] for move in board.legal_moves] == pytest.approx(wanted, abs=0.51)
        assert whole == sum(memory.hopes[:count]) and min(memory.hopes[:count]) > 0
        unlike += len(set(memory.hopes[:count])) > 1
    assert unlike > 5


@pytest.mark.parametrize("life", first(1, ["wasm", "library"]))
@pytest.mark.parametrize("game", names())
def test_trees_by_a_policy_and_a_net_are_the_same_in_all_lives(game, life, tmp_path):
    net = net_for(str(write_sample(tmp_path / "a.net", game)), game, defaults(game))

    def grown(search):
        memory, tree = search.new_memory(1), search.new_tree(4000)
        search.attach(memory, tree)
        kept = search.new_policy(random_policy(game).tobytes()), search.new_net(net.rows)
        search.use_policy(memory, kept[0])
        search.use_net(memory, kept[1])
        found = []
        for board in list(positions(game, 4, 3)):
            memory.nodes = 0
            done = search.search(search.game.Position(*board.state), memory, 40)
            found.append((done, memory.nodes, search.root_lines(memory)))
        return found
    try:
        compiled = specialise("search.play.mcts", game, life=life)
    except NoCompilerError as error:
        pytest.skip(str(error))
    assert grown(compiled) == grown(specialise("search.play.mcts", game, compiled=False))


def test_without_priors_a_policy_is_not_asked():
    plain = specialise("search.play.mcts", "contra", compiled=False)
    memory, board = plain.new_memory(1), Board("contra")
    policy = plain.new_policy(random_policy("contra").tobytes())
    plain.use_policy(memory, policy)
    memory.informed = 0
    count = plain.game.generate(board.state, memory.moves, 0)
    assert plain.weigh(board.state, memory, count) == count


# Files.

@pytest.mark.parametrize("game", names())
def test_a_file_is_read_as_it_was_written(game, tmp_path):
    policy = read_policy(write_random_policy(tmp_path / "a.policy", game), game, defaults(game))
    assert policy.rows == random_policy(game).astype("<i2").tobytes()
    assert (policy.header.game, policy.header.how) == (game, "by chance")
    again = read_policy(write_random_policy(tmp_path / "b.policy", game), game, defaults(game))
    assert len(policy.name) == 8 and again == policy


@pytest.mark.parametrize(("fields", "sentence"), [
    ({"game": "pur"}, "is for pur, and this is contra arrival_wins=False"),
    ({"options": {"arrival_wins": True}}, "is for contra arrival_wins=True, and this is contra"),
    ({"numbering": "0123456789abcdef"}, "is for inputs or traits that this version does not know")])
def test_a_policy_of_other_rules_is_refused(tmp_path, fields, sentence):
    path = write_random_policy(tmp_path / "a.policy", **fields)
    with pytest.raises(NetError, match=f"^the policy {path} {sentence}"):
        read_policy(path, "contra", CONTRA)


@pytest.mark.parametrize(("change", "sentence"), [
    (lambda rows: rows[:-1], "bytes of weights instead of"),
    (lambda rows: rows * 0 + 1200, "has weights that are too large for its sums")])
def test_a_policy_whose_weights_cannot_be_is_refused(tmp_path, change, sentence):
    path = write_random_policy(tmp_path / "a.policy", rows=change(random_policy("contra")))
    with pytest.raises(NetError, match=sentence):
        read_policy(path, "contra", CONTRA)


@pytest.mark.parametrize(("damage", "sentence"), [
    (lambda line, header, body: (b"eckstein policy 9\n", header, body), "has version 9"),
    (lambda line, header, body: (b"eckstein net 1\n", header, body), "is not a policy"),
    (lambda line, header, body: (line, header, []), "bytes of weights instead of")])
def test_what_is_no_policy_is_refused(tmp_path, damage, sentence):
    path = write_random_policy(tmp_path / "a.policy")
    path.write_bytes(laid_out(*damage(*parts(path.read_bytes()))))
    with pytest.raises(NetError, match=sentence):
        policy_for(str(path), "contra", CONTRA)


def test_a_policy_that_was_cut_or_is_not_there_is_refused(tmp_path):
    path = write_random_policy(tmp_path / "a.policy")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(NetError, match="truncated"):
        policy_for(str(path), "contra", CONTRA)
    with pytest.raises(NetError, match=r"^the policy none cannot be read: No such file"):
        policy_for("none", "contra", CONTRA)


def test_policies_are_compressed_and_one_that_is_not_is_the_same_policy(tmp_path):
    policy = read_policy(write_random_policy(tmp_path / "a.policy"), "contra", CONTRA)
    KIND.write(tmp_path / "b.policy", policy.header, [b"no stream of zlib"])
    with pytest.raises(NetError, match="has 0 bytes of weights"):
        read_policy(tmp_path / "b.policy", "contra", CONTRA)
    write_random_policy(tmp_path / "b.policy", packed=False)
    assert (tmp_path / "a.policy").stat().st_size < (tmp_path / "b.policy").stat().st_size
    assert read_policy(tmp_path / "b.policy", "contra", CONTRA).rows == policy.rows


# Players.

def test_settings_are_read():
    assert [check_policy_setting(text) for text in ("ON", "yes", "OFF", "no", "a/b.policy")] == [
        "on", "on", "off", "off", "a/b.policy"]
    with pytest.raises(ValueError, match="on, off or the file of a policy"):
        read_player("mcts:policy=")
    with pytest.raises(ValueError, match="expected some of"):
        read_player("alphabeta:policy=a.policy")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of nets and policies that the package contains."""
    monkeypatch.setenv("ECKSTEIN_NETS", str(tmp_path))
    return tmp_path


def test_the_policy_of_the_package_is_for_the_usual_rules_alone(folder):
    assert policy_for("on", "contra", CONTRA) is None
    path = write_random_policy(folder / "contra.policy")
    found = policy_for("on", "contra", CONTRA)
    assert found == policy_for(str(path), "contra", CONTRA)
    assert policy_for("on", "contra", CONTRA | {"repetition": 7}) == found
    assert policy_for("on", "contra", CONTRA | {"size": "5"}) is None
    assert policy_for("on", "pur", defaults("pur")) is None
    assert policy_for("off", "contra", CONTRA) is None
    board, limits = Board("contra"), Limits(nodes=300)
    by_name, by_file, without = (
        make_player(f"mcts:policy={setting}", board).play(board, limits).info.pv
        for setting in ("on", path, "off"))
    assert by_name == by_file != without
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(NetError, match=r"^the policy .*contra\.policy .*truncated"):
        make_player("mcts:policy=on", board)


def test_no_level_and_no_alpha_beta_asks_for_a_policy(folder):
    (folder / "contra.policy").write_text("no policy")
    board = Board("contra")
    for player in ("level:1", "level:4", "alphabeta:nodes=50,net=off", "mcts:nodes=50"):
        assert make_player(player, board).play(board, Limits(nodes=50)).move in board.legal_moves


@pytest.mark.parametrize("path", sorted(Path(policy_file.__file__).parent.glob("*.policy")),
                         ids=lambda path: path.stem)
def test_policies_that_ship_are_sound_and_compressed(path):
    policy = read_policy(path, path.stem, defaults(path.stem))
    assert policy.header.packed and "alphabeta" in policy.header.how


def test_the_player_takes_a_net_and_a_policy_which_are_off_otherwise(tmp_path):
    board, limits = Board("contra"), Limits(nodes=400)
    net = write_sample(tmp_path / "a.net")
    policy = write_random_policy(tmp_path / "a, b.policy")

    def line(text):
        name = read_player(text)
        assert str(read_player(str(name))) == str(name)
        info = make_player(name, board).play(board, limits).info
        return info.pv, info.score, info.net
    usual = line("mcts")
    assert line("mcts:net=off,policy=off") == usual and usual[-1] == ""
    by_net, by_policy = line(f"mcts:net={net}"), line(f'mcts:policy="{policy}"')
    assert by_net[-1] == net_for(str(net), "contra", CONTRA).name and by_policy[-1] == ""
    assert len({usual, by_net, by_policy, line(f'mcts:net={net},policy="{policy}"')}) == 4
    for text in (f"mcts:net={net}", f'mcts:policy="{policy}"'):
        with pytest.raises(NetError, match="is for contra"):
            make_player(text, Board("pur"))


def test_a_match_by_a_policy_that_cannot_be_used_does_not_begin(tmp_path, capsys):
    assert cli.run(["match", "contra", "mcts:nodes=10,policy=none.policy", "random", "--games",
                    "2", "--record", str(tmp_path / "match.txt")]) == 2
    assert "the policy none.policy cannot be read: No such file" in capsys.readouterr().err


@pytest.mark.long
def test_a_game_of_ones_own_has_policies_by_its_actions(tmp_path):
    """It has neither inputs nor traits."""
    (tmp_path / "rafts.py").write_text(
        (EXAMPLES / "ferry" / "__init__.py").read_text().replace("from ...", "from .."))
    program = """if True:
        from pathlib import Path
        from eckstein import Board
        from eckstein.engine.limits import Limits
        from eckstein.engine.players import make_player
        from eckstein.lab.nets import making, policy_making, policy_training, training
        making.BATCH = policy_training.BATCH = training.BATCH = 64
        path = Path("rafts.policy")
        policy_making.make_policy(path, "rafts", [Path("a.games")],
                                  policy_training.Settings(epochs=1), print)
        player = make_player(f"mcts:policy={path}", Board("rafts"))
        print(player.play(Board("rafts"), Limits(nodes=50)).move)"""
    environment = os.environ | {"ECKSTEIN_GAMES": str(tmp_path)}
    for words in (["-m", "eckstein", "data", "make", "rafts", "--games", "100", "--player",
                   "greedy", "--out", "a.games", "--random-plies", "2"], ["-c", program]):
        done = subprocess.run([sys.executable, *words], capture_output=True, text=True,
                              check=False, env=environment, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].isdigit()


# Training.

@pytest.mark.parametrize("game", ["contra", "pur"])
def test_choices_are_those_of_the_boards(game):
    games = played(game, {}, 3, count=9, plies=40)
    seen = choices.choices_of(games, side_by_side=4)
    kernel, found = specialise("kernel", game, compiled=False), []
    traits = kernel.traits
    for number, board in enumerate(boards(games)):
        stack = list(board.move_stack)
        while board.move_stack:
            board.pop()
        for ply, move in enumerate(stack):
            one = one_position(board, kernel)
            if ply >= games.random_plies[number] and len(one.traits) > 1:
                made = [0] * traits.MOST
                n = traits.traits(board.state, move, made)
                found.append((number, one.rows.ravel().tolist(), sorted(map(tuple, one.traits)),
                              (*made[:n], *[traits.TRAITS] * (traits.MOST - n))))
            board.push(move)
    told = [(int(seen.games[i]), seen.rows[i].ravel().tolist(),
             sorted(map(tuple, seen.traits[seen.offsets[i]:seen.offsets[i + 1]])),
             tuple(seen.traits[seen.offsets[i] + seen.chosen[i]])) for i in range(len(seen))]
    assert sorted(told) == sorted(found) and len(found) > 20


def test_some_positions_have_their_own_moves():
    seen = choices.choices_of(many("contra", 4))
    some = seen.select(np.array([7, 3]))
    for place, i in enumerate((7, 3)):
        mine = slice(*some.offsets[place:place + 2])
        assert (some.traits[mine] == seen.traits[seen.offsets[i]:seen.offsets[i + 1]]).all()
    assert len(some.traits) == some.offsets[-1] and (some.rows == seen.rows[[7, 3]]).all()


def habitual(count, seed=1):
    """Games in which four of five moves are the legal one of the highest number."""
    batch = BatchGame("contra", count, seed=seed, autoreset="off", observe=False,
                      max_plies=60)
    recorder, chance = Recorder(batch), np.random.default_rng(seed)
    while len(recorder) < count:
        highest = batch.actions - 1 - batch.action_mask[:, ::-1].argmax(1)
        recorder.step(np.where(chance.random(count) < 0.8, highest, batch.sample()))
    return recorder.take()


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A file of games that a policy can learn from."""
    for module in (making, policy_training):
        monkeypatch.setattr(module, "BATCH", 256)
    monkeypatch.setattr("eckstein.lab.nets.training.BATCH", 256)
    write_games(tmp_path / "a.games", habitual(400), "by habit")
    return [tmp_path / "a.games"]


def test_a_policy_learns_and_little_is_lost_in_whole_numbers(files, tmp_path):
    said = []
    made = policy_making.make_policy(tmp_path / "a.policy", "contra", files, Settings(epochs=3),
                                     said.append)
    even = float(said[0].rpartition(" ")[2])
    losses = [float(found[1]) for line in said if (found := re.search(
        r"epoch .* loss ([\d.]+), best move first [\d.]+$", line))]
    assert len(losses) == 3 and losses[-1] < losses[0] < even and losses[-1] < 0.7 * even
    assert made.trained.loss == pytest.approx(losses[-1], abs=1e-3)
    assert made.quantised.loss == pytest.approx(made.trained.loss, abs=0.01)
    assert made.quantised.first == pytest.approx(made.trained.first, abs=0.02)
    assert made.quantised.first > 0.6
    assert made.policy == read_policy(tmp_path / "a.policy", "contra", CONTRA)
    assert "by habit" in made.policy.header.how and "epochs=3" in made.policy.header.how
    rows = np.frombuffer(made.policy.rows, "<i2").reshape(-1, LANES)
    inputs = specialise("kernel", "contra", compiled=False).network.INPUTS
    assert not rows[:inputs, 0].any() and rows[inputs, 0] == FULL


@pytest.mark.long
def test_equal_trainings_give_equal_bytes_and_other_seeds_others(files, tmp_path):
    found = []
    for seed in (1, 1, 2):
        policy_making.make_policy(tmp_path / "a.policy", "contra", files,
                                  Settings(epochs=1, seed=seed), lambda text: None)
        found.append((tmp_path / "a.policy").read_bytes())
    assert found[0] == found[1] != found[2]


def test_a_training_that_is_interrupted_leaves_the_file_as_it_was(files, tmp_path):
    def interrupted(text):
        if "epoch" in text:
            raise KeyboardInterrupt
    path = write_random_policy(tmp_path / "a.policy")
    before, there = path.read_bytes(), set(tmp_path.iterdir())
    with pytest.raises(KeyboardInterrupt):
        policy_making.make_policy(path, "contra", files, Settings(), interrupted)
    assert path.read_bytes() == before and set(tmp_path.iterdir()) == there


def test_nothing_of_a_game_that_is_learnt_from_is_held_out(files):
    games = habitual(400)
    twice = making.joined([games, games])
    learnt, held = making.split(choices.choices_of(twice), twice)
    assert len(learnt) and len(held)
    assert not set(learnt.games % 400) & set(held.games % 400)


def test_the_quality_of_even_logits_is_that_of_chance():
    seen = choices.choices_of(many("contra", 4))
    counts = np.diff(seen.offsets)
    even = policy_training.quality(np.zeros(len(seen.traits)), seen)
    assert even.loss == pytest.approx(np.log(counts).mean()) and even.first == 1
    sure = np.zeros(len(seen.traits))
    sure[seen.offsets[:-1] + seen.chosen] = 50
    assert policy_training.quality(sure, seen).loss == pytest.approx(0, abs=1e-9)
    assert policy_training.quality(-sure, seen).first == 0


def test_whole_numbers_are_rounded_weights():
    chance, seen = np.random.default_rng(1), choices.choices_of(many("contra", 2))
    inputs = specialise("kernel", "contra", compiled=False)
    policy = policy_training.Trained(chance.normal(0, 0.1, (inputs.network.INPUTS, LANES)),
                                     chance.normal(0, 0.3, LANES),
                                     chance.normal(0, 0.3, (inputs.traits.TRAITS, 2 * LANES)))
    for grain, most in ((1, 0.1), (16, 0.1), (256, 1.0)):
        whole = policy_quantising.quantised(policy, grain)
        assert not (whole[inputs.network.INPUTS + 1:] % grain).any()
        told = policy_quantising.logits(whole, seen, inputs.network.INPUTS)
        assert told == pytest.approx(policy_training.outputs(policy, seen), abs=1 / NAT + most)


def test_weights_that_are_too_large_stay_multiples_of_the_grain():
    large = policy_training.Trained(np.full((1, LANES), 1e9), np.zeros(LANES),
                                    np.full((1, 2 * LANES), -1e9))
    whole = policy_quantising.quantised(large, 48)
    assert whole[0, 1] == policy_quantising.LARGEST
    assert set(whole[2:].ravel().tolist()) == {-(policy_quantising.LARGEST // 48 * 48)}


def test_the_command(files, tmp_path, capsys):
    path = tmp_path / "b.policy"
    assert cli.run(["learn", "policy", "contra", str(files[0]), "--out", str(path), "--epochs",
                    "1", "--csv", str(tmp_path / "log.csv")]) == 0
    told = capsys.readouterr()
    logged = [line.split(",")[:2] for line in (tmp_path / "log.csv").read_text().splitlines()]
    assert logged == [["step", "name"], ["1", "held_out_loss"], ["1", "first"],
                      ["1", "quantised_loss"], ["1", "quantised_first"]]
    assert f"{path}: policy {policy_for(str(path), 'contra', CONTRA).name}, from " in told.out
    assert "positions to learn from" in told.err and "without a policy the loss is" in told.err
    coarse = tmp_path / "coarse.policy"
    assert cli.run(["learn", "policy", "contra", str(files[0]), "--out", str(coarse), "--epochs",
                    "1", "--grain", "256"]) == 0
    assert coarse.stat().st_size < 0.7 * path.stat().st_size
    assert "grain=256" in read_policy(coarse, "contra", CONTRA).header.how
    capsys.readouterr()
    assert cli.run(["learn", "policy", "pur", str(files[0])]) == 2
    assert "these are games of contra, not of pur" in capsys.readouterr().err
    few = tmp_path / "few.games"
    write_games(few, many("contra", 2), "by chance")
    assert cli.run(["learn", "policy", "contra", str(few), "--out", str(path)]) == 2
    assert "positions to learn from in these 2 games, and at least 256" in capsys.readouterr().err
    assert numbering("contra", own_values(CONTRA)) == read_policy(path, "contra", CONTRA
                                                                 ).header.numbering
