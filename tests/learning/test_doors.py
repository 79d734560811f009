"""Our games as environments of others, held to the checkers of those, and to boards."""
import base64
import gc
import pickle
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, seed_test

from eckstein import Board, names
from eckstein.kernel.options import own_values
from eckstein.kernel.specialise import NoCompilerError
from eckstein.lab.learning import GameEnv, GameVectorEnv, TwoPlayerEnv, register, single_game
from eckstein.lab.learning.observations import encoding_of, observed_board

from ..helpers import first, in_examples, in_games

GAMES = names()
PLAYTHROUGH = Path(__file__).parent / "playthrough.txt"
MODES = list(AutoresetMode)
# A state as it was serialised while boards played, after 0, 0 and 2.
WITH_A_BOARD = (
    "history=0:0,1:0,0:2\nmove_number=3\n__dict__=gASV7wAAAAAAAAB9lCiMCl9tYXhfcGxpZXOUSyiMBWJvYXJk"
    "lIwOZWNrc3RlaW4uYm9hcmSUjAVCb2FyZJSTlCmBlH2UKIwEZ2FtZZSMBmNvbnRyYZSMB29wdGlvbnOUfZQojAxhcnJp"
    "dmFsX3dpbnOUiYwEc2l6ZZSMATOUjApyZXBldGl0aW9ulEsDjAtub19wcm9ncmVzc5RLZHWMCGNvbXBpbGVklImMCHBv"
    "c2l0aW9ulIwTQ1dhMVdiMVdjMXZhM3ZiM3ZjM5SMBm9yaWdpbpRLDEsMhpSMBW1vdmVzlF2UKEsAS0JLBGWMBWFkZGVk"
    "lH2UdWJ1Lg==")
HOW = [{}, {"side": "black"}, {"side": "random", "random_plies": 3}, {"opponent": "greedy"},
       {"opponent": "plain:depth=1", "side": "random"}, {"max_plies": 9, "illegal": "raises"}]


# Gymnasium.

@pytest.fixture
def swept():
    """Nothing that tests before have left open warns in this one."""
    with warnings.catch_warnings(action="ignore"):
        gc.collect()


@in_games("contra", "duell")
@pytest.mark.filterwarnings("error")
def test_gymnasium_finds_nothing_wrong(game, swept):
    check_env(gymnasium.make(f"eckstein/{game}-v0").unwrapped, skip_render_check=True)


def test_masks_are_told_through_wrappers_and_names_are_known_by_their_module():
    """As sb3-contrib asks for them, and names environments in other processes."""
    env = gymnasium.make(f"{GameEnv.__module__}:eckstein/contra-v0")
    assert env is not env.unwrapped
    _, info = env.reset(seed=1)
    assert np.array_equal(env.get_wrapper_attr("action_masks")(), info["action_mask"])
    assert info["action_mask"].any()


def test_what_is_seen_and_masked_is_the_board():
    env = GameEnv("echek", side="black")
    observation, info = env.reset(seed=3)
    for _ in range(40):
        board = env.board
        assert np.array_equal(observation, observed_board(board))
        assert info["action_mask"].sum() == len(board.legal_moves)
        assert np.array_equal(info["action_mask"], env.action_masks())
        observation, reward, terminated, _, info = env.step(
            env.action_space.sample(info["action_mask"]))
        if terminated:
            assert np.flatnonzero(info["action_mask"]).tolist() == [0]
            winner = env.board.outcome().winner
            assert reward == (0 if winner is None else 1 if winner == "black" else -1)
            observation, info = env.reset()


def test_an_illegal_action_loses_or_is_an_error():
    env = GameEnv("contra")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert np.flatnonzero(info["action_mask"]).tolist() == [0]
    assert env.reset()[1]["action_mask"].any()
    strict = GameEnv("contra", illegal="raises")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match=f"the action {wrong} is not legal in CW"):
        strict.step(wrong)


def test_after_an_illegal_action_a_game_stays_lost():
    env = GameEnv("contra")
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    legal = int(np.flatnonzero(info["action_mask"])[0])
    assert env.step(legal)[1:3] == (-1, True)


def test_a_game_that_is_over_has_one_legal_action_so_that_one_can_be_chosen():
    """In the step after its end, which begins it anew, an agent has to name an action as well."""
    env = GameVectorEnv("contra", 3, max_plies=2)
    env.reset(seed=1)
    actions = chosen(env.action_masks(), np.random.default_rng(1))
    _, _, terminated, truncated, info = env.step(actions)
    assert (terminated | truncated).all()
    assert [np.flatnonzero(mask).tolist() for mask in info["action_mask"]] == [[0]] * 3
    assert np.array_equal(env.action_masks(), info["action_mask"])
    _, rewards, _, _, info = env.step(np.zeros(3, np.int64))
    assert not rewards.any() and (info["action_mask"].sum(1) > 1).all()


@pytest.mark.parametrize("make", [
    lambda: GameEnv("contra", side="black"), lambda: TwoPlayerEnv("contra", random_plies=4),
    lambda: GameVectorEnv("contra", 1, side="black")])
def test_without_any_seed_games_are_others_every_time(make):
    """And after a seed, those without one go on from it."""
    def seen(seed=None):
        env = make()
        batch = getattr(env, "_batch", None) or env._play.batch
        env.reset(seed=seed)
        found = []
        for _ in range(12):
            found.append(batch.board(0).position())
            env.reset()
        return found
    assert seen() != seen()
    assert seen(5) == seen(5) != seen(6)


def test_some_games_may_have_no_seed_from_the_first():
    found = set()
    for _ in range(20):
        env = GameVectorEnv("contra", 2, side="black", random_plies=4)
        env.reset(seed=[None, 3])
        found.add(tuple(env._play.batch.board(i).position() for i in range(2)))
    assert len({first for first, _ in found}) > 1 == len({second for _, second in found})


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_chance_goes_on_from_game_to_game(opponent):
    env = GameEnv("contra", opponent=opponent, side="random")
    env.reset(seed=5)
    seen = {env.board.turn}
    for _ in range(20):
        env.reset()
        seen.add(env.board.turn)
    assert len(seen) == 2
    black = GameEnv("contra", opponent=opponent, side="black")
    black.reset(seed=5)
    firsts = set()
    for _ in range(20):
        black.reset()
        firsts.add(black.board.position())
    assert len(firsts) > 2


def test_some_seeds_may_be_none():
    env = GameVectorEnv("contra", 2, side="black")
    env.reset(seed=5)
    env.reset(seed=[None, 3])
    other = GameVectorEnv("contra", 2, side="black")
    other.reset(seed=[np.int64(8), 3])
    assert env._play.batch.board(1) == other._play.batch.board(1)


@pytest.mark.parametrize("action", [0.0, float("nan"), None, "a"])
def test_actions_of_other_types_are_refused(action):
    env = GameEnv("contra")
    env.reset(seed=1)
    with pytest.raises(TypeError):
        env.step(action)


def chosen(masks, chance):
    """A legal action for each game; 0 where there is none."""
    return np.array([chance.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


def same(one, other):
    """Whether two infos say the same."""
    assert one.keys() == other.keys()
    for name, value in one.items():
        if isinstance(value, dict):
            same(value, other[name])
        elif value.dtype == object:
            assert [None if a is None else a.tolist() for a in value] == [
                None if b is None else b.tolist() for b in other[name]]
        else:
            assert np.array_equal(value, other[name]), name


@pytest.mark.parametrize("mode", first(1, MODES), ids=str)
@pytest.mark.parametrize("how", HOW, ids=str)
def test_many_games_are_as_many_single_ones(how, mode):
    n, chance = 4, np.random.default_rng(1)
    many = GameVectorEnv("contra", n, autoreset_mode=mode, size=4, no_progress=12, **how)
    single = SyncVectorEnv([lambda: GameEnv("contra", size=4, no_progress=12, **how)] * n,
                           autoreset_mode=mode)
    assert many.metadata["autoreset_mode"] == single.metadata["autoreset_mode"] == mode
    assert many.observation_space == single.observation_space
    assert many.action_space == single.action_space
    first, other = many.reset(seed=5), single.reset(seed=5)
    ended = 0
    for _ in range(60):
        assert np.array_equal(first[0], other[0])
        same(first[-1], other[-1])
        actions = chosen(many.action_masks(), chance)
        if "illegal" not in how and chance.random() < 0.1:
            actions[0] = 0
        first, other = many.step(actions), single.step(actions)
        for ours, theirs in zip(first[:4], other[:4], strict=True):
            assert ours.dtype == theirs.dtype and np.array_equal(ours, theirs)
        over = first[2] | first[3]
        ended += over.sum()
        if mode == AutoresetMode.DISABLED and over.any():
            same(first[-1], other[-1])
            first = many.reset(options={"reset_mask": over.copy()})
            other = single.reset(options={"reset_mask": over.copy()})
            other[1].setdefault("action_mask", first[1]["action_mask"])
    assert ended > 5


def test_games_that_are_over_have_to_be_reset():
    many = GameVectorEnv("contra", 2, autoreset_mode=AutoresetMode.DISABLED, max_plies=2)
    many.reset(seed=1)
    many.step(chosen(many.action_masks(), np.random.default_rng(1)))
    with pytest.raises(ValueError, match=r"games are over that have not been reset: \[0, 1\]"):
        many.step(np.zeros(2, np.int64))
    with pytest.raises(ValueError, match="reset_mask must be 2 truth values"):
        many.reset(options={"reset_mask": [True]})


def test_environments_are_pickled_and_spawned():
    for opponent in ("greedy", "level:1", "mcts:nodes=50"):
        env = GameEnv("contra", opponent=opponent, side="black")
        env.reset(seed=1)
        again = pickle.loads(pickle.dumps(env))
        assert again.board == env.board
        assert np.array_equal(again.action_masks(), env.action_masks())
        again.step(int(np.flatnonzero(again.action_masks())[0]))
    apart = AsyncVectorEnv([make_one, make_one], context="spawn")
    try:
        seen, info = apart.reset(seed=2)
        assert seen.shape[0] == 2 and info["action_mask"].shape[0] == 2
    finally:
        apart.close()


def make_one():
    return GameEnv("contra")


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_games_are_shown(mode):
    env = GameEnv("contra", render_mode=mode)
    env.reset(seed=1)
    shown = env.render()
    if mode == "ansi":
        assert shown == str(Board("contra"))
    else:
        assert shown.dtype == np.uint8 and shown.shape[1:] == (480, 3)
    assert len(GameVectorEnv("contra", 2, render_mode=mode).render()) == 2


@pytest.mark.parametrize(("given", "said"), [
    ({"side": "red"}, "side is 'red', and can be white, black, random"),
    ({"illegal": "allowed"}, "illegal is 'allowed'"),
    ({"opponent": "human"}, "there is no player 'human' here"),
    ({"render_mode": "human"}, "render_mode is 'human', and can be ansi, rgb_array, None"),
    ({"random_plies": 2**31}, "random_plies must be from 0 to 1000, not 2147483648"),
    ({"colour": 1}, "no option colour")])
def test_an_environment_that_cannot_be_says_why(given, said):
    with pytest.raises(ValueError, match=said):
        GameEnv("contra", **given)


# PettingZoo.

@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_finds_nothing_wrong(game):
    api_test(TwoPlayerEnv(game), num_cycles=60)
    seed_test(lambda: TwoPlayerEnv(game), num_cycles=30)


def test_two_agents_play_a_game():
    env = TwoPlayerEnv("contra")
    env.reset(seed=1)
    board, chance, rewards = Board("contra"), np.random.default_rng(2), {}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        rewards[agent] = reward
        if terminated or truncated:
            env.step(None)
            continue
        assert agent == ("player_0" if board.turn == "white" else "player_1")
        assert np.array_equal(seen["observation"], observed_board(board))
        assert not env.observe("player_1" if agent == "player_0" else "player_0")[
            "action_mask"].any()
        action = int(chance.choice(np.flatnonzero(seen["action_mask"])))
        text = env.unwrapped._batch.move(0, action)
        env.step(action)
        board.push_text(text)
    winner = board.outcome().winner
    assert rewards == ({"player_0": 1, "player_1": -1} if winner == "white" else
                       {"player_0": -1, "player_1": 1})


# OpenSpiel.

@pytest.mark.parametrize("text", first(3, [
    "eckstein_contra(size=4,no_progress=20)", "eckstein_echek(bishop=final,max_plies=60)",
    *(f"eckstein_{game}" for game in GAMES)]))
def test_openspiel_finds_nothing_wrong(text):
    register()
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


def by_boards(monkeypatch):
    """As where nothing compiles."""
    def refused(*_):
        raise NoCompilerError("there is no compiler")
    monkeypatch.setattr(single_game, "Kernels", refused)
    single_game._kernels.cache_clear()


@pytest.fixture(params=["kernels", "boards"])
def life(request, monkeypatch):
    """Games of OpenSpiel by kernels, and where they cannot be had."""
    register()
    if request.param == "boards":
        by_boards(monkeypatch)
    yield request.param
    single_game._kernels.cache_clear()


@pytest.mark.parametrize(("game", "options"), [
    *((game, {}) for game in GAMES), ("contra", {"size": "3", "repetition": 2}),
    ("echek", {"no_progress": 12}), ("duell", {"repetition": 0, "no_progress": 0})], ids=str)
def test_a_game_of_openspiel_is_the_board(game, options, life):
    """Whatever can be asked of a state, in each position of a game."""
    chosen = [f"{name}={value}" for name, value in options.items()]
    loaded = pyspiel.load_game(f"eckstein_{game}({','.join([*chosen, 'max_plies=150'])})")
    state, board, chance = loaded.new_initial_state(), Board(game, **options), (
        np.random.default_rng(1))
    kind = {"kernels": single_game.Kernels, "boards": single_game.Boards}[life]
    assert isinstance(state.course.game.playing, kind)
    observer, encoding = loaded.make_py_observer(), encoding_of(game, **own_values(options))
    while not (board.is_game_over() or board.ply == 150):
        side = board.state.side
        assert state.current_player() == side and not state.is_terminal()
        assert str(state) == state.observation_string(side) == board.position()
        actions = {encoding.action_of(board.state, move): move for move in board.legal_moves}
        assert state.legal_actions() == sorted(actions) == state.legal_actions(side)
        assert state.legal_actions(1 - side) == []
        marked = np.flatnonzero(state.legal_actions_mask())
        assert marked.tolist() == sorted(actions)
        assert len(state.legal_actions_mask()) == loaded.num_distinct_actions()
        assert not any(state.legal_actions_mask(1 - side)) and state.returns() == [0, 0]
        observer.set_from(state, 0)
        seen = observed_board(board)
        assert np.array_equal(observer.dict["observation"], seen)
        for asked in ((), (0,), (1,)):
            np.testing.assert_array_equal(state.observation_tensor(*asked), seen.ravel())
        action = int(chance.choice(state.legal_actions()))
        assert state.action_to_string(side, action) == board.text(actions[action])
        state.apply_action(action)
        board.push(actions[action])
    outcome = board.outcome()
    winner = outcome and outcome.winner
    assert state.is_terminal() and state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == [] and not any(state.legal_actions_mask())
    assert state.returns() == {None: [0, 0], "white": [1, -1], "black": [-1, 1]}[winner]
    assert str(state) == board.position() and state.board == board
    observer.set_from(state, 0)
    assert np.array_equal(observer.dict["observation"], observed_board(board))
    np.testing.assert_array_equal(state.observation_tensor(1), observed_board(board).ravel())
    with pytest.raises(pyspiel.SpielError):
        state.observation_tensor()


def test_copies_of_a_state_go_on_by_themselves(life):
    """Also where one of them was asked for its text before, and the other one was not."""
    state = pyspiel.load_game("eckstein_contra(size=4)").new_initial_state()
    for asked in (True, False):
        for _ in range(3):
            state.apply_action(state.legal_actions()[0])
        before = str(state) if asked else None
        left, right = state.clone(), state.child(state.legal_actions()[-1])
        left.apply_action(left.legal_actions()[0])
        assert len({str(one) for one in (left, right, state)}) == 3
        assert before in (None, str(state)) and left.board.ply == right.board.ply == (
            state.board.ply + 1) == len(left.history())
        assert state.observation_tensor() == observed_board(state.board).ravel().tolist()


def test_a_state_is_serialised_as_its_actions(life):
    """So another version, or a machine without a compiler, goes on with it."""
    game = pyspiel.load_game("eckstein_contra(size=3,max_plies=40)")
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    again = game.deserialize_state(state.serialize())
    assert (str(again), again.history()) == (str(state), state.history())
    _, third = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    third.apply_action(third.legal_actions()[-1])
    again.apply_action(again.legal_actions()[-1])
    assert str(third) == str(again) and third.legal_actions() == again.legal_actions()
    assert b"row" not in base64.b64decode(state.serialize().partition("__dict__=")[2])


def test_states_that_were_serialised_with_a_board_are_read(life):
    """Version 1 had the board in them."""
    game = pyspiel.load_game("eckstein_contra(size=3,max_plies=40)")
    state = game.deserialize_state(WITH_A_BOARD)
    assert str(state) == "cWc1va3vb3" and state.history() == [0, 0, 2]
    board = Board("contra", state.board.position(), size=3)
    assert state.legal_actions() == sorted(
        encoding_of("contra", size="3").action_of(board.state, move)
        for move in board.legal_moves)


def test_a_long_game_of_openspiel_gets_room_for_its_moves():
    """More moves that can be undone than there is room for at first; each is still known."""
    register()
    options = {"repetition": 1000, "no_progress": 0}
    game = pyspiel.load_game("eckstein_contra(repetition=1000,no_progress=0,max_plies=700)")
    state, board, encoding = game.new_initial_state(), Board("contra", **options), encoding_of(
        "contra")
    chance, longest, early = np.random.default_rng(5), 0, None
    while not state.is_terminal():
        if board.ply == 5:
            early = state.clone()
        if board.ply % 50 == 49:
            assert state.observation_tensor() == observed_board(board).ravel().tolist()
        quiet = [move for move in board.legal_moves if not ends(board, move)]
        move = quiet[chance.integers(len(quiet))]
        state.apply_action(encoding.action_of(board.state, move))
        board.push(move)
        longest = max(longest, board.reversible_moves)
    assert longest > 200 and state.move_number() == 700 and state.returns() == [0, 0]
    early.apply_action(early.legal_actions()[0])
    assert early.observation_tensor() == observed_board(early.board).ravel().tolist()


def ends(board, move):
    """Whether a move ends the game."""
    board.push(move)
    found = board.outcome() is not None
    board.pop()
    return found


def test_threads_share_the_kernels_of_a_game():
    register()
    game = pyspiel.load_game("eckstein_contra")

    def played(seed):
        state, chance = game.new_initial_state(), np.random.default_rng(seed)
        while not state.is_terminal():
            state.apply_action(int(chance.choice(state.legal_actions())))
        return state.history(), state.returns(), str(state)
    alone, usual = [played(seed) for seed in range(60)], sys.getswitchinterval()
    sys.setswitchinterval(1e-5)         # so that they surely meet
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(played, range(60))) == alone
    finally:
        sys.setswitchinterval(usual)


@pytest.mark.long
def test_games_of_ones_own_are_played_with_and_without_a_compiler():
    code = """
import random, pyspiel
from eckstein.lab.learning import register, single_game
from eckstein.kernel.options import own_values
from eckstein.kernel.specialise import NoCompilerError
register()
if {without}:
    def refused(*_):
        raise NoCompilerError("none")
    single_game.Kernels = refused
game, told = pyspiel.load_game("eckstein_ferry"), []
state, chance = game.new_initial_state(), random.Random(1)
while not state.is_terminal():
    told.append((str(state), state.legal_actions(), sum(state.observation_tensor())))
    state.apply_action(chance.choice(state.legal_actions()))
print(told, state.returns())
"""
    found = [in_examples(code.format(without=without)) for without in (True, False)]
    assert found[0] == found[1] and found[0].count("[") > 3


def test_rules_that_cannot_be_compiled_are_played_by_plain_python(monkeypatch):
    class TypingError(Exception):
        pass
    TypingError.__module__ = "numba.core.errors"

    def refused(*_):
        raise TypingError("cannot unify")
    monkeypatch.setattr(single_game, "_kernels", refused)
    with pytest.warns(UserWarning, match="contra is played by plain Python, since it cannot be "
                                         "compiled: cannot unify"):
        found = single_game.playing("contra", {}, 10)
    assert isinstance(found, single_game.Boards)


def test_games_of_openspiel_are_pickled_and_refuse_what_is_not_legal():
    register()
    game = pickle.loads(pickle.dumps(pyspiel.load_game("eckstein_contra(size=5)")))
    state = game.new_initial_state()
    assert game.num_distinct_actions() == 53 and str(state) == Board("contra", size=5).position()
    for action in (114, -1, 10**6):
        with pytest.raises((ValueError, pyspiel.SpielError)):
            state.apply_action(action)


def test_a_game_of_openspiel_has_a_ply_at_least():
    register()
    with pytest.raises(ValueError, match="max_plies must be from 1 to 2147483647, not 0"):
        pyspiel.load_game("eckstein_contra(max_plies=0)")


def test_a_game_of_openspiel_is_the_one_that_is_kept():
    """All that OpenSpiel tells of a game, as a playthrough: `python -m tests.learning.test_doors`
    writes it anew.
    """
    assert playthrough() == PLAYTHROUGH.read_text(encoding="utf-8")


def playthrough():
    from open_spiel.python.algorithms import generate_playthrough  # which brings SciPy
    register()
    return generate_playthrough.playthrough("eckstein_contra(size=3)", None, seed=1)


def test_openspiel_ends_as_it_should():
    """Python's own end, after which OpenSpiel lets go of what it has been told."""
    done = subprocess.run([sys.executable, "-c", "from eckstein.lab.learning import register\n"
                           "import pyspiel\nregister()\npyspiel.load_game('eckstein_contra')"],
                          capture_output=True, text=True, timeout=100)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_extra_that_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "eckstein.lab.learning.pettingzoo_env", None)
    from eckstein.lab import learning
    with pytest.raises(ImportError, match=r"TwoPlayerEnv needs the package .*eckstein\[learning\]"):
        _ = learning.TwoPlayerEnv


if __name__ == "__main__":
    PLAYTHROUGH.write_text(playthrough(), encoding="utf-8")
