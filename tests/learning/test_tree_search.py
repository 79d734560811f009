"""Trees of many games grow as one grows by itself, move for move and visit for visit."""
import functools
import json
from pathlib import Path

import numpy as np
import pytest

from eckstein import names
from eckstein.engine.batch import games, tree_search
from eckstein.engine.batch.games import BatchError, BatchGame
from eckstein.engine.batch.roots import plan
from eckstein.engine.batch.tree_search import TreeSearch
from eckstein.kernel.specialise import specialise

from .slow_trees import SlowTree, opinion
from .walls import Walls

SETTINGS = [{}, {"leaves": 5}, {"root": "gumbel"}, {"root": "gumbel", "leaves": 3, "considered": 4},
            {"explore": 4.0}, {"root": "gumbel", "interior": "gumbel", "leaves": 2},
            {"interior": "gumbel", "scale": 0.1}]


def net(leaves, actions):
    """Logits and values that the key of each position stands for."""
    told = [opinion(leaves.board(j).key, actions) for j in range(len(leaves))]
    return np.array([logits for logits, _ in told]), np.array([value for _, value in told])


def played(game, n, plies, **options):
    """A batch in the middle of random games."""
    batch = BatchGame(game, n, seed=3, autoreset="off", **options)
    for _ in range(plies):
        batch.step(batch.sample())
    return batch


def slow(batch, i, simulations, root="puct", explore=1.5, seed=0, **settings):
    tree = SlowTree(batch.board(i), batch, simulations, gumbel=root == "gumbel",
                    explore=round(100 * explore), seed=seed,
                    repetition=batch.options["repetition"],
                    no_progress=batch.options["no_progress"], **settings)
    tree.run()
    return tree


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("game", names())
def test_a_tree_is_that_of_boards(game, settings):
    """The slow trees have a seed each, so these games are searched one by one."""
    batch = played(game, 4, 30, repetition=2, no_progress=8)
    for i in np.flatnonzero(batch.legal_count).tolist():
        search = TreeSearch(batch, 60, seed=i, **settings)
        found = search.run(functools.partial(net, actions=batch.actions), [i])
        tree = slow(batch, i, 60, seed=i, **settings)
        visits = {child.action: child.visits for child in tree.root.children if child.visits}
        assert {a: int(found.visits[i, a]) for a in np.flatnonzero(found.visits[i])} == visits
        assert found.proven[i] == (tree.root.result is not None)
        value = (tree.root.result if found.proven[i] else
                 -tree.root.total / tree.root.visits / 65536)
        assert found.values[i] == pytest.approx(value, abs=1e-6)
        assert found.policy[i].sum() == pytest.approx(1, abs=1e-5)
        known = {child.action: tree.worth(child) for child in tree.root.children
                 if child.visits or child.result is not None}
        told = found.action_values[i]
        assert set(np.flatnonzero(~np.isnan(told)).tolist()) == set(known)
        assert told[list(known)] == pytest.approx(list(known.values()), abs=1e-6)
        assert found.principal[i][found.principal[i] >= 0].tolist() == tree.line(
            int(found.actions[i]))
        assert found.actions[i] in batch.legal[i, :batch.legal_count[i]]
        assert (found.actions[np.arange(4) != i] == -1).all()


def both(batch, search, count):
    """What some searches find out, one after another; a move is made after each."""
    found = []
    for _ in range(count):
        found.append(search.run(functools.partial(net, actions=batch.actions)))
        batch.step(found[-1].actions)
    return found


def assert_same(ours, theirs):
    for name in ("actions", "policy", "visits", "action_values", "principal", "values", "proven"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), name)


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("settings", [
    {"noise": 0.25, "leaves": 2}, {"root": "gumbel"},
    {"root": "gumbel", "interior": "gumbel", "leaves": 3}], ids=str)
def test_threads_and_lives_find_the_same(game, settings):
    found = []
    for life, threads in (("library", 1), ("library", 3), ("wasm", 1)):
        batch = BatchGame(game, 7, seed=5, autoreset="off", threads=threads, life=life,
                          random_plies=4)
        found.append(both(batch, TreeSearch(batch, 24, seed=9, **settings), 2))
    for ours, theirs in zip(found[0] * 2, found[1] + found[2], strict=True):
        assert_same(ours, theirs)


def words_of_a_tree(life, interior, simulations):
    """All words of a tree of Contra and its principal line, by kernels alone."""
    search, batches = (specialise(name, "contra", life=life)
                       for name in (tree_search.TEMPLATE, games.TEMPLATE))
    s, b, kept = search.new_trees(), search.new_batch(), {}
    s.share = s.room = 40 * simulations
    s.slots = s.waits = s.informed = 1
    s.explore, s.interior, s.scale = 150, interior, search.OF_SCALE // 4
    b.room = 2
    for owner, columns in (
            (b, batches.row_bytes(2) | {"starts": 8 * search.FIELDS}),
            (s, search.game_bytes() | search.slot_bytes() | {"tree": search.NODE_BYTES * s.room})):
        for name, size in columns.items():
            kept[name, owner is s] = search.array(-(-size // 8))
            setattr(owner, name, search.address(kept[name, owner is s]))
    zero, b.start_count = search.array(1), 1
    batches.write_start(b, 0, batches.game.start())
    batches.reset(b, search.address(zero), 0, 1)
    search.begin(s, b, search.address(zero), 0, 1)
    kept["left", True][0] = simulations
    while search.collect(s, b, 0, 1) == 0 and kept["pending", True][0]:
        search.value(s, 0, 1)
        search.answer(s, 0, 1)
    search.trace(s, 0, 1)
    return list(kept["tree", True]), list(kept["principal", True])


@pytest.mark.parametrize("interior", [0, 1])
def test_plain_python_grows_the_same_trees(interior):
    plain, library = (words_of_a_tree(life, interior, 120) for life in ("plain", "library"))
    assert plain == library
    assert words_of_a_tree("library", 1 - interior, 120) != library


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("root", ["puct", "gumbel"])
def test_a_principal_line_is_a_line_of_legal_moves(game, root):
    batch = played(game, 6, 10)
    search = TreeSearch(batch, 200, root=root, interior=root)
    found = search.run()
    going, lengths = batch.legal_count > 0, (found.principal >= 0).sum(1)
    assert ((lengths > 0) == going).all() and found.principal.shape[1] == lengths.max() > 2
    assert np.array_equal(found.principal[:, 0], found.actions)
    for i in np.flatnonzero(going).tolist():
        board = batch.board(i)
        for action in found.principal[i, :lengths[i]].tolist():
            board.push(batch.move_of(board, action))        # raises if it is not legal
    batch.step(found.actions)
    np.testing.assert_array_equal(search.result().principal, found.principal)


def test_the_line_of_a_won_game_wins():
    """To its end, as far as the tree has seen it, by moves that are certain."""
    batch = BatchGame("contra", 2, autoreset="off", starts=["CWa5vg2", "CWa4vg3"], seed=1)
    found = TreeSearch(batch, 3000).run("playouts")
    assert found.proven.any()
    for i in np.flatnonzero(found.proven).tolist():
        board, side = batch.board(i), int(batch.player[i])
        for action in found.principal[i][found.principal[i] >= 0].tolist():
            board.push(batch.move_of(board, action))
        winner = board.outcome().winner
        assert found.values[i] == (1 if winner == ("white", "black")[side] else -1)


def test_action_values_are_known_where_something_was_seen():
    """A move that wins at once needs no visit; what is not legal or not visited has no value."""
    batch = BatchGame("contra", 1, autoreset="off", starts=["CWa6vg2"])
    found = TreeSearch(batch, 1).run()
    winning = batch.action(0, "a6a7")
    assert found.actions[0] == winning and found.action_values[0, winning] == 1
    assert np.isnan(found.action_values[0, batch.action_mask[0] == 0]).all()
    one = TreeSearch(played("contra", 1, 0), 1).run()
    assert (~np.isnan(one.action_values)).sum() == 1
    assert one.action_values[0, one.actions[0]] == pytest.approx(
        float(2 * one.values[0]) - root_value(), abs=1e-4)


def root_value():
    """What the evaluation says of the start of Contra, from -1 to 1."""
    knowledge = specialise("kernel", "contra", compiled=False).knowledge
    score = int(knowledge.evaluate(BatchGame("contra", 1).board(0).state))
    return score / (abs(score) + 400)


@pytest.mark.parametrize("evaluator", ["evaluation", "playouts"])
def test_a_game_is_searched_alike_alone_and_among_others(evaluator):
    together = BatchGame("contra", 5, seed=20, autoreset="off", random_plies=3)
    found = TreeSearch(together, 80, seed=70).run(evaluator)
    for i in range(5):
        alone = BatchGame("contra", 1, seed=20 + i, autoreset="off", random_plies=3)
        one = TreeSearch(alone, 80, seed=70 + i).run(evaluator)
        np.testing.assert_array_equal(one.visits[0], found.visits[i])
        assert one.values[0] == found.values[i]


@pytest.mark.parametrize("game", names())
def test_a_games_own_knowledge_says_what_is_urgent_and_what_positions_are_worth(game):
    """One simulation goes to the most urgent move; a score s is worth s / (|s| + 400)."""
    knowledge = specialise("kernel", game, compiled=False).knowledge
    batch, kinds = played(game, 24, 14), set()
    found = TreeSearch(batch, 1).run("evaluation")

    def over(board, move):
        board.push(move)
        outcome = board.outcome()
        board.pop()
        return outcome is not None

    def worth(board):
        score = int(knowledge.evaluate(board.state))
        return score / (abs(score) + 400)
    for i in np.flatnonzero((batch.legal_count > 0) & ~found.proven).tolist():
        board, after = batch.board(i), batch.board(i)
        urgent = {batch.action_of(board, move): max(-3, min(3, int(
            knowledge.urgency(board.state, move)))) for move in board.legal_moves}
        kinds |= {urgent[action] for action in urgent}
        chosen = int(found.visits[i].argmax())
        assert urgent[chosen] == max(urgent.values())
        after.push(after.parse(batch.move(i, chosen)))
        if not any(over(after, move) for move in after.legal_moves):
            assert found.values[i] == pytest.approx((worth(board) - worth(after)) / 2, abs=1e-4)
    assert len(kinds) > 1


@pytest.mark.long
def test_only_the_games_that_are_named_and_not_over_are_searched():
    batch = BatchGame("contra", 6, autoreset="off", size="3", seed=8)
    while batch.legal_count.all():
        batch.step(batch.sample())
    going = np.flatnonzero(batch.legal_count).tolist()
    found = TreeSearch(batch, 10).run(where=np.arange(6) != going[0])
    searched = set(going[1:])
    assert {i for i in range(6) if found.actions[i] >= 0} == searched
    assert {i for i in range(6) if found.policy[i].any()} == searched
    assert (TreeSearch(batch, 10).run(where=[]).actions == -1).all()


@pytest.mark.parametrize("root", ["puct", "gumbel"])
def test_what_is_certain_is_right_to_the_end_of_a_small_game(root):
    """Contra on 3 x 3 is solved by trees; whoever is told that he wins does so."""
    batch = BatchGame("contra", 16, autoreset="off", size="3", random_plies=2, seed=1)
    search = TreeSearch(batch, 3000, root=root)
    promised = {}
    while (batch.legal_count > 0).any():
        movers, going = batch.player.copy(), np.flatnonzero(batch.legal_count)
        found = search.run("playouts")
        for i in going.tolist():
            if found.proven[i]:
                value = (1 - 2 * int(movers[i])) * int(found.values[i])
                assert promised.setdefault(i, value) == value
        batch.step(found.actions)
    assert len(promised) == 16
    for i, value in promised.items():
        assert {0: 1, 1: -1, -1: 0}[int(batch.winner[i])] == value


def test_by_hand():
    """Two moves with priors of 0.8 and 0.2, where each position is worth 0.3 to White.

    With c = 1.5, a move with n of N visits promises 1.2 or 0.3 times sqrt(N) / (1 + n), and 0.2
    less without a visit: 1.00 and 0.10 at N = 1, then 0.85 and 0.22, 0.69 and 0.32, 0.60 and 0.40,
    0.54 and 0.47, 0.49 and 0.53, so that the sixth visit is the other move's; 0.53 and 0.40, 0.48
    and 0.42.
    """
    batch = BatchGame("contra", 1, autoreset="off", starts=["CFa3td4eb6ic6vf7"])
    first, second = batch.legal[0, :2].tolist()

    def steady(leaves):
        logits = np.zeros((len(leaves), batch.actions))
        logits[:, first] = np.log(4)
        return logits, [0.3 if leaves.board(j).turn == "white" else -0.3
                        for j in range(len(leaves))]
    found = [TreeSearch(batch, simulations).run(steady) for simulations in range(1, 9)]
    assert [one.visits[0, [first, second]].tolist() for one in found] == [
        [1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [5, 1], [6, 1], [7, 1]]
    assert [float(one.values[0]) for one in found] == pytest.approx([0.3] * 8, abs=1e-4)
    np.testing.assert_allclose(found[7].policy[0, [first, second]], [7 / 8, 1 / 8])


def test_gumbel_by_hand():
    """The same moves.  All values are 0.3, so candidates stay equal, and take turns; and the policy
    stays what it was."""
    batch = BatchGame("contra", 1, autoreset="off", starts=["CFa3td4eb6ic6vf7"])
    moves = batch.legal[0, :2].tolist()

    def steady(leaves):
        logits = np.zeros((len(leaves), batch.actions))
        logits[:, moves[0]] = np.log(4)
        return logits, [0.3 if leaves.board(j).turn == "white" else -0.3
                        for j in range(len(leaves))]
    drawn = [TreeSearch(batch, 6, root="gumbel", seed=seed).run(steady) for seed in range(400)]
    assert all(one.visits[0, moves].tolist() == [3, 3] for one in drawn)
    np.testing.assert_allclose(drawn[0].policy[0, moves], [0.8, 0.2], atol=1e-3)
    share = np.mean([one.actions[0] == moves[0] for one in drawn])
    assert share == pytest.approx(0.8, abs=0.06)


@pytest.mark.parametrize(("start", "losing"), [
    ("CBb3td4eb6ed6vf7", "b3c3"), ("cHa3gc4", "c4b4")])
def test_a_candidate_that_is_seen_to_lose_takes_no_more_simulations(start, losing):
    """One visit shows that the opponent wins at once; the others go to those that may be better."""
    batch = BatchGame("contra", 1, autoreset="off", starts=[start])
    search = TreeSearch(batch, 60, root="gumbel", considered=16)
    visits = search.run(functools.partial(net, actions=batch.actions)).visits[0]
    lost, legal = batch.action(0, losing), batch.legal[0, :batch.legal_count[0]]
    assert visits[lost] == 1 and (visits[legal[legal != lost]] > 1).all()


@pytest.mark.parametrize(("repetition", "rounds", "drawn"), [
    (2, 0, True), (3, 0, False), (3, 1, True), (4, 1, False), (0, 2, False)])
def test_what_has_occurred_in_a_game_is_known_from_its_first_position_on(
        repetition, rounds, drawn):
    """The last move of a round leads back to the start, which is then drawn and no leaf, or not."""
    start, way = "CWa1va7", ["a1b1", "a7b7", "b1a1", "b7a7"]
    batch = BatchGame("contra", 1, starts=[start], autoreset="off", repetition=repetition,
                      no_progress=0)
    for move in (way * (rounds + 1))[:-1]:
        batch.step([batch.action(0, move)])
    seen = set()

    def look(leaves):
        seen.update(leaves.board(j).position() for j in range(len(leaves)))
        return np.zeros((len(leaves), batch.actions)), np.zeros(len(leaves))
    TreeSearch(batch, 40).run(look)
    assert (start not in seen) == drawn


def test_scale_is_how_much_values_count_against_the_policy():
    """Where two moves are visited alike, the logits of the policy are those of the net and a part
    that grows with the scale; and candidates are chosen by the same sum."""
    batch = BatchGame("contra", 1, autoreset="off", starts=["CFa3td4eb6ic6vf7"])
    moves, net_of = batch.legal[0, :2], functools.partial(net, actions=batch.actions)
    logits = [np.log(found.policy[0, moves]) for found in (
        TreeSearch(batch, 6, root="gumbel", scale=scale).run(net_of)
        for scale in (0.01, 0.02, 0.04))]
    once, twice, four = (told[0] - told[1] for told in logits)
    assert four - twice == pytest.approx(2 * (twice - once), abs=1e-3) and abs(twice - once) > 0.01
    batch = played("contra", 4, 10)
    low, high = (TreeSearch(batch, 40, root="gumbel", scale=scale).run(
        functools.partial(net, actions=batch.actions)).visits for scale in (0.001, 1000))
    assert (low != high).any()


def test_candidates_are_halved_as_the_paper_has_it():
    """Figure 1 of Danihelka et al. (2022) has 200 simulations for 16 candidates; and by hand."""
    assert plan(200, 16) == ((16, 48), (8, 48), (4, 48), (2, 50), (2, 6))
    assert plan(16, 4) == ((4, 8), (2, 8))
    assert plan(5, 1) == ((1, 5),)
    assert plan(3, 8) == ((8, 3),)
    assert all(sum(n for _, n in plan(simulations, number)) == simulations
               for simulations in range(1, 70) for number in range(1, 20))


def test_noise_belongs_to_puct_alone_and_to_the_root():
    batch = played("contra", 1, 0)
    quiet = TreeSearch(batch, 100).run()
    noisy = TreeSearch(batch, 100, noise=1.0, concentration=0.05, seed=4).run()
    assert (quiet.visits != noisy.visits).any()
    assert_same(TreeSearch(batch, 100, noise=1.0, root="gumbel").run(),
                TreeSearch(batch, 100, root="gumbel").run())


def test_chance_goes_on_and_begins_with_the_seed():
    batch = played("contra", 8, 6)
    search = TreeSearch(batch, 30, seed=1)
    first, second = (search.run("playouts").values for _ in range(2))
    assert (first != second).any()
    assert (TreeSearch(batch, 30, seed=1).run("playouts").values == first).all()
    assert (TreeSearch(batch, 30, seed=20).run("playouts").values != first).any()


def favours(leaves, batch):
    """A net that knows one move, and no values."""
    logits = np.zeros((len(leaves), batch.actions))
    logits[:, batch.legal[0, 3]] = 20
    return logits, np.zeros(len(leaves))


@pytest.mark.parametrize(("noise", "concentration", "least", "most"), [
    (0.0, 0.3, 0.99, 1), (0.25, 1000, 0.72, 0.85), (1.0, 1000, 0.0, 0.2)])
def test_noise_takes_its_part_of_the_priors(noise, concentration, least, most):
    batch = played("contra", 1, 0)
    shares = [TreeSearch(batch, 400, noise=noise, concentration=concentration, seed=seed).run(
        functools.partial(favours, batch=batch)).policy[0, batch.legal[0, 3]] for seed in range(3)]
    assert least <= min(shares) and max(shares) <= most


@pytest.mark.parametrize(("concentration", "least", "most"), [(0.001, 0.95, 1), (1000, 0.0, 0.2)])
def test_concentration_gathers_noise_on_few_moves_or_spreads_it(concentration, least, most):
    batch = played("contra", 1, 0)
    for seed in range(3):
        found = TreeSearch(batch, 400, noise=1.0, concentration=concentration, seed=seed).run(
            functools.partial(favours, batch=batch))
        assert least <= found.policy.max() <= most


def test_a_full_tree_goes_on_without_growing():
    batch = played("contra", 2, 0)
    found = TreeSearch(batch, 500, nodes=1).run("playouts")
    assert (found.visits.sum(1) == 500).all()


def test_drawing_actions():
    batch = played("contra", 3, 0)
    found = TreeSearch(batch, 64).run()
    cold, warm = found.sample(1e-3, 1), np.array([found.sample(1.0, k) for k in range(300)])
    assert (found.policy[np.arange(3), cold] == found.policy.max(1)).all()
    shares = np.bincount(warm[:, 0], minlength=batch.actions) / 300
    assert np.abs(shares - found.policy[0]).max() < 0.12
    assert len({tuple(found.sample()) for _ in range(20)}) > 1      # chance goes on
    again = TreeSearch(batch, 64).run()
    once = TreeSearch(batch, 64).run()
    for _ in range(3):
        np.testing.assert_array_equal(again.sample(), once.sample())
    with pytest.raises(BatchError, match="temperature must be above 0, not 0"):
        found.sample(0)


@pytest.mark.parametrize("temperature", [1e-320, 1e-310, 1e300, float("inf")])
def test_any_temperature_draws_legal_actions(temperature):
    batch = played("contra", 3, 4)
    found = TreeSearch(batch, 64).run()
    for _ in range(30):
        drawn = found.policy[np.arange(3), found.sample(temperature)]
        assert (drawn > 0).all() if temperature > 1 else (drawn == found.policy.max(1)).all()


def test_leaves_are_seen_as_a_batch_sees_them():
    """Observations, scalars and legal actions of leaves are those of a batch that begins there."""
    for game in names():
        batch = played(game, 3, 12, repetition=3, no_progress=20)
        search = TreeSearch(batch, 12, leaves=3)
        search.begin()
        while (leaves := search.collect()) is not None:
            for j in range(len(leaves)):
                text = leaves.board(j).position()
                one = BatchGame(game, 1, starts=[text], repetition=3, no_progress=20)
                count = int(leaves.legal_count[j])
                np.testing.assert_array_equal(leaves.observations[j], one.observations[0])
                np.testing.assert_array_equal(leaves.scalars[j][2:], one.scalars[0][2:])
                assert set(leaves.legal[j, :count].tolist()) == set(
                    one.legal[0, :one.legal_count[0]].tolist())
            search.answer(*net(leaves, batch.actions))


def test_counts_of_leaves_go_on_from_the_game():
    """A root's repetitions and idle moves are those of its game."""
    batch = played("duell", 3, 9, repetition=3, no_progress=50)
    search = TreeSearch(batch, 4)
    search.begin()
    leaves = search.collect()
    assert len(leaves) > 1
    np.testing.assert_array_equal(leaves.scalars, batch.scalars[leaves.games])


@pytest.mark.parametrize(("settings", "message"), [
    ({"simulations": 0}, "simulations must be from 1 to 16777216, not 0"),
    ({"leaves": 0}, "leaves must be from 1"), ({"root": "best"}, "root is 'best', and can be puct"),
    ({"interior": "best"}, "interior is 'best', and can be puct, gumbel"),
    ({"explore": 0}, "explore must be from 0.01 to 1000, not 0"),
    ({"noise": 1.5}, "noise must be from 0 to 1, not 1.5"),
    ({"noise": float("nan")}, "noise must be from 0 to 1, not nan"),
    ({"considered": 0}, "considered must be from 1"), ({"nodes": 0}, "nodes must be from 1"),
    ({"seed": -1}, "seed must be from 0")])
def test_a_setting_that_cannot_be(settings, message):
    with pytest.raises(BatchError, match=message):
        TreeSearch(BatchGame("contra", 1), **settings)


@pytest.mark.parametrize("name", ["simulations", "leaves", "considered", "nodes", "seed"])
def test_numbers_that_are_not_whole_are_refused(name):
    with pytest.raises(TypeError, match=f"{name} is a whole number, not 2.0"):
        TreeSearch(BatchGame("contra", 1), **{name: 2.0})


def test_an_answer_that_cannot_be():
    batch = played("contra", 2, 0)
    search, good = TreeSearch(batch, 5), np.zeros((2, batch.actions))
    with pytest.raises(BatchError, match="no leaves wait for an answer"):
        search.answer(good, [0, 0])
    search.begin()
    assert len(search.collect()) == 2
    for logits, values, message in (
            (good[:1], [0, 0], r"logits must have the shape \(2, 115\), not \(1, 115\)"),
            (good, [0], r"values must have the shape \(2,\), not \(1,\)"),
            (good, [0, 1.5], "leaf 1: a value must be from -1 to 1, not 1.5"),
            (good, [float("nan"), 0], "leaf 0: a value must be from -1 to 1, not nan"),
            (good + float("nan"), [0, 0], "leaf 0: logits of legal actions must be finite"),
            (good - float("inf"), [0, 0], "leaf 0: logits of legal actions must be finite")):
        with pytest.raises(BatchError, match=message):
            search.answer(logits, values)
    with pytest.raises(BatchError, match="have not been answered"):
        search.collect()
    search.answer(good, [0, 0])
    illegal = good.copy()
    illegal[:, ~batch.action_mask.any(0)] = float("nan")
    search.begin()
    search.collect()
    search.answer(illegal, [0, 0])
    with pytest.raises(BatchError, match="evaluator is 'x', and can be evaluation, playouts"):
        search.run("x")


def test_a_search_does_not_go_on_in_games_that_have_moved():
    batch = played("contra", 2, 0)
    search = TreeSearch(batch, 5)
    search.begin()
    search.collect()
    search.answer(np.zeros((2, batch.actions)), [0, 0])
    batch.step(batch.sample())
    with pytest.raises(BatchError, match="played on since the search began; begin a new one"):
        search.collect()
    assert (search.run().visits.sum(1) == 5).all()


def test_a_game_that_the_next_step_begins_anew_is_not_searched():
    batch = BatchGame("contra", 6, autoreset="next", size="3", seed=8)
    while batch.running().all():
        batch.step(batch.sample())
    found = TreeSearch(batch, 10).run()
    assert ((found.actions >= 0) == batch.running()).all()


@pytest.mark.parametrize(("root", "evaluator"), [("gumbel", "evaluation"), ("puct", "playouts")])
def test_a_search_without_a_seed_has_another_chance_every_time(root, evaluator):
    batch = BatchGame("contra", 30)

    def found():
        return TreeSearch(batch, 8, root=root, seed=None).run(evaluator).visits.tolist()
    assert found() != found()


def test_a_search_that_was_given_up_leaves_nothing_behind():
    """Its leaves are not asked for again, nor are its results told, whoever is searched next."""
    batch = played("contra", 4, 5)
    net_of = functools.partial(net, actions=batch.actions)
    search, asked = TreeSearch(batch, 30, leaves=3), []

    def failing(leaves):
        asked.append(leaves.games.tolist())
        if len(asked) == 4:
            raise RuntimeError
        return net_of(leaves)
    with pytest.raises(RuntimeError):
        search.run(failing)
    search.begin([1])
    while (leaves := search.collect()) is not None:
        assert set(leaves.games) == {1}
        search.answer(*net_of(leaves))
    assert_same(search.result(), TreeSearch(batch, 30, leaves=3).run(net_of, [1]))


@pytest.mark.parametrize("threads", [1, 2])
def test_games_that_are_put_back_are_searched_on(threads):
    """What one thread has collected stays, though another one found that its games have moved."""
    batch = BatchGame("contra", 4, autoreset="off", seed=3, threads=threads)
    net_of = functools.partial(net, actions=batch.actions)
    search, kept = TreeSearch(batch, 50, leaves=3), batch.snapshot()
    search.begin()
    search.answer(*net_of(search.collect()))
    batch.step(batch.sample(), [3])
    with pytest.raises(BatchError, match="played on"):
        search.collect()
    batch.restore(kept)
    while (leaves := search.collect()) is not None:
        search.answer(*net_of(leaves))
    assert_same(search.result(), TreeSearch(batch, 50, leaves=3).run(net_of))


def test_a_search_that_has_just_begun_has_found_nothing():
    batch = played("contra", 3, 5)
    search = TreeSearch(batch, 20)
    search.run()
    search.begin()
    found = search.result()
    assert found.visits.sum() == 0 and (found.values == 0).all()
    assert np.isnan(found.action_values).all() and found.principal.tolist() == [
        [action] for action in found.actions]


def test_more_leaves_than_simulations_are_none():
    batch = played("contra", 2, 0)
    net_of = functools.partial(net, actions=batch.actions)
    assert_same(TreeSearch(batch, 6, leaves=1 << 24).run(net_of),
                TreeSearch(batch, 6, leaves=6).run(net_of))


@pytest.mark.parametrize("game", names())
def test_nothing_is_written_beside_the_columns(game, monkeypatch):
    walls = Walls(monkeypatch, tree_search)
    batch = BatchGame(game, 3, seed=1, autoreset="off", random_plies=6, life="library")
    for settings in ({}, {"root": "gumbel", "leaves": 4}, {"nodes": 3, "leaves": 3},
                     {"interior": "gumbel", "nodes": 300, "leaves": 2}):
        search = TreeSearch(batch, 40, **settings)
        for evaluator in ("evaluation", "playouts", functools.partial(net, actions=batch.actions)):
            search.run(evaluator)
    assert walls.stand(120)


# Trees that were grown by slow_trees.py and kept: python -m tests.learning.test_tree_search

STORED = Path(__file__).with_name("trees.json")


def stored():
    """Trees of small games: where, how, and the visits and value that come out."""
    for game, options in (("contra", {"size": "3"}), ("contra", {}), ("pur", {}),
                          ("ecke", {})):
        for settings in SETTINGS:
            batch = BatchGame(game, 1, autoreset="off", random_plies=5, seed=11, **options)
            text = batch.board(0).position()
            batch = BatchGame(game, 1, autoreset="off", starts=[text], **options)
            tree = slow(batch, 0, 40, **settings)
            yield {"game": game, "options": options, "position": text, "settings": settings,
                   "visits": {str(child.action): child.visits for child in tree.root.children},
                   "total": tree.root.total, "result": tree.root.result}


@pytest.mark.parametrize("number", range(28))
def test_stored_trees_grow_again(number):
    kept = json.loads(STORED.read_text(encoding="utf-8"))[number]
    batch = BatchGame(kept["game"], 1, autoreset="off", starts=[kept["position"]],
                      **kept["options"])
    found = TreeSearch(batch, 40, **kept["settings"]).run(
        functools.partial(net, actions=batch.actions))
    assert {str(action): int(found.visits[0, action])
            for action in batch.legal[0, :batch.legal_count[0]]} == kept["visits"]
    if kept["result"] is None:
        assert found.values[0] == pytest.approx(
            -kept["total"] / (1 + sum(kept["visits"].values())) / 65536, abs=1e-6)


if __name__ == "__main__":
    STORED.write_text(json.dumps(list(stored()), indent=1) + "\n", encoding="utf-8")
