"""Our games as environments of others, held to the checkers of those, and to boards."""
import pickle
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, seed_test

from eckstein import Board, names
from eckstein.lab.learning import GameEnv, GameVectorEnv, TwoPlayerEnv, register
from eckstein.lab.learning.observations import observed_board

GAMES = names()
PLAYTHROUGH = Path(__file__).parent / "playthrough.txt"
MODES = list(AutoresetMode)
HOW = [{}, {"side": "black"}, {"side": "random", "random_plies": 3}, {"opponent": "greedy"},
       {"opponent": "plain:depth=1", "side": "random"}, {"max_plies": 9, "illegal": "raises"}]


# Gymnasium.

@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("error")
def test_gymnasium_finds_nothing_wrong(game):
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


@pytest.mark.parametrize("mode", MODES, ids=str)
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

@pytest.mark.parametrize("text", [*(f"eckstein_{game}" for game in GAMES),
                                  "eckstein_contra(size=4,no_progress=20)",
                                  "eckstein_echek(bishop=final,max_plies=60)"])
def test_openspiel_finds_nothing_wrong(text):
    register()
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


def test_a_game_of_openspiel_is_the_board():
    register()
    game = pyspiel.load_game("eckstein_duell")
    state, board, chance = game.new_initial_state(), Board("duell"), np.random.default_rng(1)
    observer = game.make_py_observer()
    while not state.is_terminal():
        assert state.current_player() == board.state.side and str(state) == board.position()
        observer.set_from(state, 0)
        assert np.array_equal(observer.dict["observation"], observed_board(board))
        action = int(chance.choice(state.legal_actions()))
        text = state.action_to_string(state.current_player(), action)
        copy = state.clone()
        state.apply_action(action)
        assert str(copy) == board.position()
        board.push_text(text)
    winner = board.outcome().winner
    assert state.returns() == {None: [0, 0], "white": [1, -1], "black": [-1, 1]}[winner]


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
