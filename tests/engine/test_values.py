"""What the engine says of small endings is true, line by line (engine/searcher.py, proving.py).

Brute force knows them (tests/search/exact.py).  One interpreted searcher serves them all, so that
its table is warm.
"""
from functools import cache

import pytest

from eckstein import Board
from eckstein.engine import proving
from eckstein.engine.limits import Limits
from eckstein.engine.proving import Prover
from eckstein.engine.searcher import Searcher

from ..helpers import after
from ..search.exact import MATE, MATED, value

RACE = "cKa2Ib3le5cf5"                  # Black wins in seven plies
DUEL = "cna4We5Gf5uf6"                  # Black wins in five
LOST = "cUc3Qd3Id5ic6lf6fc7"            # Black loses in four
TIGHT = [(RACE, 7), (DUEL, 6), (LOST, 4)]       # and how deep brute force goes


@pytest.fixture(scope="module")
def searcher():
    one = Searcher("contra", Board("contra").options, megabytes=1, compiled=False, proofs=False)
    yield one
    one.close()


@cache
def truths(position, depth):
    """For each move what it is worth, so many plies deep; 0 where nothing is decided."""
    board = Board("contra", position)
    rules = board.rules
    found = {}
    for move in board.legal_moves:
        q = rules.apply(board.state, move)
        score = -value(rules, q, depth - 1)
        found[move] = score - 1 if score > MATED else score + 1 if score < -MATED else 0
    return found


def mate_of(score):
    """Moves to the end, as `Info.mate` counts them."""
    if not score:
        return None
    moves = (MATE - abs(score) + 1) // 2
    return moves if score > 0 else -moves


@pytest.mark.parametrize(("position", "depth"), TIGHT)
def test_every_line_has_the_value_of_its_move(searcher, position, depth):
    board, truth = Board("contra", position), truths(position, depth)
    *_, lines = searcher.analyse(board, Limits(depth=depth + 2), lines=99)
    assert {info.pv[0] for info in lines} == set(board.legal_moves)
    assert [info.line for info in lines] == list(range(1, len(lines) + 1))
    for info in lines:
        score = truth[info.pv[0]]
        if score or abs(info.score) > MATED and MATE - abs(info.score) <= depth:
            assert (info.score, info.mate) == (score, mate_of(score)), board.text(info.pv[0])
    assert [info.score for info in lines] == sorted((info.score for info in lines), reverse=True)


@pytest.mark.parametrize(("position", "depth"), TIGHT)
def test_with_some_moves_left_out_the_best_of_the_others_is_found(searcher, position, depth):
    board, truth = Board("contra", position), truths(position, depth)
    best = searcher.best(board, Limits(depth=7)).pv[0]
    others = {move: score for move, score in truth.items() if move != best}
    *_, (found,) = searcher.analyse(board, Limits(depth=7), without=[best])
    assert found.pv[0] != best
    if max(others.values()) > MATED:
        assert found.score == max(others.values())
    elif max(others.values()) == 0:
        assert -MATE + depth < found.score < MATE - depth
    assert searcher.best(board, Limits(depth=7)).pv[0] == best      # and it is forgotten again


@pytest.mark.parametrize(("position", "depth"), TIGHT)
@pytest.mark.parametrize("lines", [1, 3])
def test_under_the_shortest_limits_nothing_wrong_is_called_decided(position, depth, lines):
    """Nor is a win that was found given away when a later iteration is broken off."""
    board, truth = Board("contra", position), truths(position, depth)
    searcher = Searcher("contra", board.options, megabytes=1, compiled=False, proofs=False)
    for nodes in (1, 5, 20, 60, 100, 150, 250, 400, 600, 900):
        searcher.clear()
        told = None
        for found in searcher.analyse(board, Limits(nodes=nodes), lines=lines):
            assert len({info.pv[0] for info in found}) == len(found)
            assert told is None or len(found) == min(lines, len(board.legal_moves))
            for info in found:
                assert info.depth == 1 or info.nodes <= nodes
                if info.mate and MATE - abs(info.score) <= depth:
                    assert info.score == truth[info.pv[0]]
            if told is not None and told.mate:
                assert found[0].score >= told.score
            told = found[0]
    searcher.close()


def test_a_cleared_searcher_knows_nothing(searcher):
    board = Board("contra", RACE)
    searcher.best(board, Limits(depth=6))
    searcher.clear()
    infos = [info[0] for info in searcher.analyse(board, Limits(depth=1))]
    assert infos[0].hashfull <= 20
    assert infos[0].mate is None
    memory = searcher._memories[0]
    assert sum(map(bool, memory.history)) <= len(board.legal_moves) * 2


def test_results_of_earlier_searches_give_way(searcher):
    """They are as deep as may be; what counts is whether they are of the search that runs."""
    search, ages = searcher.search, []
    for position in (RACE, DUEL, RACE):
        board = Board("contra", position)
        searcher.best(board, Limits(depth=2))
        data = search.probe(searcher._memories[0], search.game.key(board.state), search.ENTRIES)
        ages.append(data >> 52 & 0xFF)
    assert len(set(ages)) == 3


def test_of_the_two_places_of_the_table_one_keeps_the_deepest_of_this_search(searcher):
    search, memory = searcher.search, searcher.search.new_memory()
    table = [0] * 4
    search.attach(memory, table)
    first, second, third = (key << 8 for key in (5, 6, 7))
    memory.age = 3
    search.store(memory, first, 1, 10, search.EXACT, 9, 0)
    search.store(memory, second, 2, 20, search.EXACT, 4, 0)
    assert search.probe(memory, first, search.ENTRIES)
    assert search.probe(memory, second, search.ENTRIES)
    search.store(memory, third, 3, 30, search.EXACT, 2, 0)
    assert search.probe(memory, first, search.ENTRIES)
    assert not search.probe(memory, second, search.ENTRIES)
    assert search.stored_score(search.probe(memory, third, search.ENTRIES), 0) == 30
    memory.age = 4
    search.store(memory, second, 2, 20, search.EXACT, 1, 0)
    assert not search.probe(memory, first, search.ENTRIES)      # of an earlier search
    assert search.probe(memory, second, search.ENTRIES)
    assert search.probe(memory, third, search.ENTRIES)
    assert not search.probe(memory, 9 << 8, search.ENTRIES)


# Draws that come from the game so far.

KING_WALK = after("duell", "DZe5zi2", "E5-E6", "I2-I1")     # White reaches E8 in three plies


@pytest.mark.parametrize(("no_progress", "mate"), [(4, None), (5, 2), (0, 2)])
@pytest.mark.parametrize("lines", [1, 2])
def test_moves_without_progress_before_the_search_count(no_progress, mate, lines):
    board = after("duell", "DZe5zi2", "E5-E6", "I2-I1", no_progress=no_progress)
    searcher = Searcher("duell", board.options, megabytes=1, compiled=False, proofs=False)
    *_, found = searcher.analyse(board, Limits(depth=4), lines=lines)
    searcher.close()
    assert found[0].mate == mate


WALK = ["E6-E7", "I1-I2", "E7-E6", "I2-I1"]      # there and back; then E6-E7 comes again


@pytest.mark.parametrize(("moves", "repetition", "soon"), [
    ([], 3, True), (WALK, 3, True), (WALK, 2, False), (WALK * 2, 3, False), (WALK * 2, 4, True),
    (WALK * 2, 0, True)])
def test_a_win_through_a_position_that_would_be_a_draw_is_none(moves, repetition, soon):
    """White may come to E7 once more, or has to go round."""
    board = after("duell", "DZe6zi1", *moves, repetition=0)
    options = board.options | {"repetition": repetition}
    searcher = Searcher("duell", options, megabytes=1, compiled=False, proofs=False)
    score = searcher.best(board, Limits(depth=3)).score
    searcher.close()
    prover = Prover("duell", options, compiled=False)
    prover.begin(board, eager=True)
    line = prover.look(3_000)
    assert score == MATE - 3 if soon else score < MATED
    assert (prover.plies == 3) == soon
    assert not line or board.text(line[0]) == "E6-E7" or not soon


@pytest.mark.parametrize(("repetition", "soon"), [(3, False), (4, True), (0, True)])
def test_the_first_position_of_the_game_counts_as_well(repetition, soon):
    """It began with White on E7, and he has been there again; nothing else would be a draw."""
    board = after("duell", "dZe7zi1", "I1-I2", "E7-E6", "I2-I1", "E6-E7", "i1-h1", "E7-E6",
                  "h1-i1", repetition=repetition)
    searcher = Searcher("duell", board.options, megabytes=1, compiled=False, proofs=False)
    score = searcher.best(board, Limits(depth=3)).score
    searcher.close()
    assert (score == MATE - 3) == soon
    prover = prover_for(board, eager=True)
    prover.look(3_000)
    assert (prover.plies == 3) == soon


def test_whoever_asks_for_a_win_is_told_that_there_is_none(searcher):
    board = Board("contra", LOST)
    found = list(searcher.analyse(board, Limits(mate=5, depth=9)))
    assert found[-1][0].no_win == 10        # plies: five moves of one's own, and the replies
    assert found[-1][0].mate is None


# Proofs.

def prover_for(board, eager=False, **options):
    one = Prover(board.game, board.options | options, compiled=False)
    one.begin(board, eager)
    return one


def test_proofs_wait_until_alpha_beta_has_looked_at_enough_and_take_their_share():
    prover = prover_for(KING_WALK)
    assert prover.due(proving.FIRST - 1) == 0
    assert prover.due(proving.FIRST) == proving.FIRST // proving.SHARE
    assert prover.due(10 * proving.FIRST) == 10 * proving.FIRST // proving.SHARE
    prover.nodes = 1000
    assert prover.due(proving.FIRST) == proving.FIRST // proving.SHARE - 1000
    prover.nodes = 10 * proving.FIRST
    assert prover.due(proving.FIRST) == 0


def test_whoever_asks_for_wins_gets_as_many_positions_of_proofs_as_of_alpha_beta():
    prover = prover_for(KING_WALK, eager=True)
    assert prover.due(0) == prover.due(proving.FIRST) == proving.FIRST
    assert prover.due(5 * proving.FIRST) == 5 * proving.FIRST


def test_a_proof_tells_its_line_and_length_and_is_not_looked_for_again():
    prover = prover_for(KING_WALK, eager=True)
    line = prover.look(5_000)
    assert (len(line), prover.plies) == (3, 3)
    board = KING_WALK.copy()
    for move in line:
        board.push(move)
    assert board.is_game_over()
    assert prover.nodes > 0
    assert prover.due(10 ** 6) == 0
    prover.begin(KING_WALK, eager=True)
    assert prover.due(10 ** 6) > 0


def test_a_look_that_ends_without_an_answer_is_gone_on_with_and_a_refuted_win_is_not():
    board = Board("contra", RACE)
    prover = prover_for(board, eager=True)
    assert prover.look(5) == ()
    assert prover.due(proving.FIRST) == proving.FIRST - prover.nodes > 0
    lost = prover_for(Board("contra", LOST), eager=True)
    assert lost.look(100_000) == ()
    assert lost.due(10 ** 6) == 0


@pytest.mark.parametrize(("no_progress", "found"), [(4, False), (5, True)])
def test_a_proof_counts_moves_without_progress_before_it(no_progress, found):
    board = after("duell", "DZe5zi2", "E5-E6", "I2-I1", no_progress=no_progress)
    assert bool(prover_for(board, eager=True).look(5_000)) == found


def test_a_stopped_look_says_nothing_and_the_next_begins_anew():
    prover = prover_for(KING_WALK, eager=True)
    prover.stop()
    assert prover.look(5_000) == ()
    prover.begin(KING_WALK, eager=True)
    assert prover.look(5_000)


def test_what_a_prover_forgets_it_finds_out_again():
    prover = prover_for(KING_WALK, eager=True)
    prover.look(5_000)
    first = prover.nodes
    prover.begin(KING_WALK, eager=True)
    prover.look(5_000)
    assert prover.nodes < first
    prover.clear()
    prover.begin(KING_WALK, eager=True)
    prover.look(5_000)
    assert prover.nodes == first


# Proofs beside alpha-beta.

class Sure:
    """A prover that says at its first look that a move wins within nine plies."""

    plies = nodes = 0

    def __init__(self, move):
        self._move = move

    def begin(self, board, eager):
        self.plies = self.nodes = 0

    def stop(self):
        """There is nothing to stop."""

    def due(self, nodes):
        return 0 if self.plies else 600

    def look(self, limit):
        self.plies, self.nodes = 9, min(600, limit)
        return (self._move,)


@pytest.fixture
def told():
    """A function that analyses DUEL beside a prover that is sure of a move."""
    def analyse(sure, limits, **how):
        board = Board("contra", DUEL)
        searcher = Searcher("contra", board.options, megabytes=1, compiled=False, proofs=False)
        searcher._prover = Sure(sure)
        found = list(searcher.analyse(board, limits, **how))
        searcher.close()
        return found
    return analyse


def worst_and_best():
    """The moves of DUEL that lose soonest and win soonest."""
    truth = truths(DUEL, 6)
    return min(truth, key=truth.get), max(truth, key=truth.get)


def test_a_proof_comes_first_until_a_shorter_win_is_found(told):
    worst, best = worst_and_best()
    found = told(worst, Limits(depth=8))
    assert (found[0][0].pv, found[0][0].score, found[0][0].mate) == ((worst,), MATE - 9, 5)
    assert (found[-1][0].pv[0], found[-1][0].score) == (best, MATE - 5)
    assert [lines[0].score for lines in found] == sorted(lines[0].score for lines in found)


def test_a_proved_move_stands_in_one_line_only(told):
    moves = list(Board("contra", DUEL).legal_moves)
    for sure in moves:
        for lines in told(sure, Limits(depth=3), lines=len(moves)):
            assert sorted(info.pv[0] for info in lines) == sorted(moves)
            assert [info.line for info in lines] == list(range(1, len(moves) + 1))


def test_a_proved_move_that_is_left_out_is_not_told(told):
    for lines in told(worst_and_best()[0], Limits(depth=4), without=[worst_and_best()[0]]):
        assert lines[0].pv[0] != worst_and_best()[0]


def test_positions_of_proofs_count_for_the_limit(told):
    found = told(worst_and_best()[0], Limits(nodes=1000))
    assert found[0][0].nodes > 600
    assert all(lines[0].nodes <= 1000 for lines in found)


def test_nobody_looks_for_proofs_when_the_time_is_over(told):
    (lines,) = told(worst_and_best()[0], Limits(time=0.0))
    assert (lines[0].depth, lines[0].mate) == (1, None)


def test_threads_share_the_positions_that_may_be_looked_at():
    board = Board("contra")
    searcher = Searcher("contra", board.options, threads=2, megabytes=1, compiled=False,
                        proofs=False)
    searcher.best(board, Limits(nodes=1000))
    counts = [memory.nodes for memory in searcher._memories]
    searcher.close()
    assert all(count <= 500 for count in counts)
    assert counts[0] == 500
