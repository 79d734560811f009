"""A repetition is a draw for all who look for one: boards, batches, and every search.

Random games hardly ever meet a position again, so these go round in circles.  How often a position
has occurred is counted by the twin, over the whole game; all others look back only as far as moves
can be undone.
"""
import functools
import random
from collections import Counter

import pytest

from eckstein import Board
from eckstein.engine.batch.games import BatchGame
from eckstein.engine.batch.tree_search import TreeSearch
from eckstein.engine.limits import Limits
from eckstein.engine.proving import Prover
from eckstein.engine.searcher import Searcher
from eckstein.engine.tree_search import TreeSearcher
from eckstein.kernel.specialise import specialise

from .circles import circle, circling_games
from .helpers import EACH, ENDLESS, in_each, named, random_games
from .twin import twin

# A bishop that is placed sends the other bishop back, which is placed again, and so on.
BISHOPS = "1BK1/1q1n/N1k1/1R2 b Prbp s m13"
SENDING = ["B@o13*n16", "B@n16*o13"]
FINAL = {"bishop": "final"}
IN_EACH = in_each([*EACH, ("echek", FINAL)])


def bishops(times, repetition=3):
    """The board after as many moves of bishops that send each other back."""
    board = Board("echek", BISHOPS, repetition=repetition, **FINAL)
    for ply in range(times):
        board.push_text(SENDING[ply % 2])
    return board


def games(game, options, count=3):
    """Boards to which one move is left that makes a draw by repetition, with that move."""
    for start, before, around in circling_games(game, options, 0, count):
        for repetition in (2, 3):
            board = Board(game, start, repetition=repetition, no_progress=0, **options)
            for move in before:
                if board.legal_moves:
                    board.push(move)
            while board.legal_moves:
                for move in around:
                    if board.legal_moves:
                        board.push(move)
            if board.outcome().reason == "repetition":
                yield board, board.pop()


def all_games(game, options):
    """Those boards, and for Echek whose bishops are final those of them."""
    yield from games(game, options)
    for repetition in (2, 3) if options == FINAL else ():
        board = bishops(2 * (repetition - 1), repetition)
        yield board, board.pop()


def beginning(board):
    """A board as this one was before its first move."""
    start = board.copy()
    while start.ply:
        start.pop()
    return start


@pytest.fixture(scope="module")
def drawing():
    """What gives those boards by their game and options, which are looked for once."""
    found = functools.cache(lambda game, options: list(all_games(game, dict(options))))
    return lambda game, options: found(game, tuple(options.items()))


@IN_EACH
def test_boards_count_as_the_twin_does(drawing, game, options):
    slow = twin(game, **options)
    for board, last in drawing(game, options):
        played, start = [*board.move_stack, last], beginning(board)
        board = Board(game, start.position(), **ENDLESS, **options)
        state, seen = slow.read(board.position()), Counter()
        for move in [*played, None]:
            seen[slow.identity(state)] += 1
            assert board.repetitions() == seen[slow.identity(state)]
            assert board.keys()[-board.reversible_moves - 1:].count(board.key) == (
                board.repetitions())
            if move is not None:
                state = slow.moves(state)[board.text(move)]
                board.push(move)


@IN_EACH
def test_nothing_comes_again_from_before_what_is_never_undone(game, options):
    """Where progress can be undone, a way back is found; where it cannot, none is."""
    choose, undone = random.Random(f"{game} {options}"), 0
    for number, board in enumerate(random_games(game, options, range(2), 40)):
        around = circle(board, choose, progress=True) if (
            number % 4 == 0 and board.legal_moves) else None
        if around:
            ahead = board.copy()
            for move in around:
                ahead.push(move)
            assert ahead.key == board.key
            assert ahead.reversible_moves == board.reversible_moves + len(around)
            undone += 1
    assert not undone or options.get("bishop") == "final"


def test_a_placing_is_undone_by_a_bishop_that_is_still_to_come():
    board, choose = Board("echek", BISHOPS, **ENDLESS, **FINAL), random.Random(1)
    assert circle(board, choose, progress=True)


@IN_EACH
def test_batches_count_as_boards_do(drawing, game, options):
    """In the plain life, which any options have."""
    stepping = specialise("search.batch.stepping", game, compiled=False, **options)
    for board, last in drawing(game, options):
        batch, replayed = Batch(stepping, board), beginning(board)
        for move in [*board.move_stack, last]:
            assert batch.b.reason[0] == 0
            batch.step(move)
            replayed.push(move)
            assert batch.b.occurrences[0] & 0xFFFF == replayed.repetitions()
            assert (batch.b.idle[0], batch.b.reversible[0]) == (
                replayed.idle_moves, replayed.reversible_moves)
        assert batch.b.reason[0] & 0xFF == stepping.BY_REPETITION


class Batch:
    """One game of a batch in the plain life, which begins as a board did."""

    def __init__(self, stepping, board):
        self.stepping, self.b = stepping, stepping.new_batch()
        for name, size in (stepping.row_bytes(len(board.move_stack) + 3) | {
                "starts": 8 * stepping.FIELDS}).items():
            if name not in ("mask", "bits", "planes", "scalars", "final_planes", "final_scalars"):
                setattr(self.b, name, [0] * -(-size // 8))
        self.b.room, self.b.start_count = len(board.move_stack) + 3, 1
        self.b.repetition = board.options["repetition"]
        stepping.write_start(self.b, 0, stepping.game.Position(*beginning(board).state))
        stepping.reset(self.b, [0], 0, 1)

    def step(self, move):
        """Make a move."""
        p = self.stepping.position(self.b.positions, 0)
        self.stepping.step(self.b, [self.stepping.encoding.action_of(p, move)], 0, 1)


@IN_EACH
def test_a_move_that_completes_a_repetition_is_worth_nothing_to_alpha_beta(drawing, game, options):
    for board, last in drawing(game, options):
        search = Searcher(game, board.options, compiled=False, proofs=False)
        others = [move for move in board.legal_moves if move != last]
        for depth in (1, 2):
            found = search.analyse(board, Limits(depth=depth), without=others)
            *_, (info,) = found
            assert (info.score, info.mate) == (0, None)
        search.close()


@IN_EACH
def test_a_move_that_completes_a_repetition_is_no_win_to_proof_numbers(drawing, game, options):
    for board, last in drawing(game, options):
        prover = Prover(game, board.options, compiled=False)
        prover.begin(board, eager=True)
        prover.look(1)
        memory, ahead = prover._memory, board.copy()
        ahead.push(last)
        assert ahead.key in memory.barred[:memory.bars]


@IN_EACH
def test_a_game_of_few_positions_ends_by_a_repetition(drawing, game, options):
    search = specialise("search.play.selfplay", game, compiled=False, **options)
    memory, table = search.new_search(), search.new_table(1)
    search.attach(memory, table)
    for board, last in drawing(game, options):
        ahead = board.copy()
        ahead.push(last)
        keys, actions, values = ahead.keys() + [0, 0], [0] * (ahead.ply + 1), [0] * (ahead.ply + 1)
        log = search.new_log(keys, actions, values)
        log.count, log.idle, log.reversible = ahead.ply, ahead.idle_moves, ahead.reversible_moves
        memory.repetition = board.options["repetition"]
        p = search.game.Position(*ahead.state)
        assert search.play(p, memory, log, 1) == search.DRAWN
        assert log.count == ahead.ply


@IN_EACH
def test_a_tree_search_knows_that_a_repetition_is_a_draw(drawing, game, options):
    search = specialise("search.play.mcts", game, compiled=False, **options)
    for board, last in drawing(game, options)[:2]:
        memory, tree = search.new_memory(0), search.new_tree(20000)
        search.attach(memory, tree)
        memory.repetition, memory.explore, memory.informed = board.options["repetition"], 10**6, 0
        memory.rollout = 1
        keys = board.keys()[-board.reversible_moves - 1:-1]
        memory.length, memory.past[:len(keys)] = len(keys), keys
        p = search.game.Position(*board.state)
        search.search(p, memory, 2 * len(board.legal_moves) + 4)
        lines = {line.move: line for line in search.root_lines(memory)}
        assert lines[last].proven == search.DRAWN or search.root_result(memory) == search.WON


DEFAULT = [(game, options) for game, options in EACH if not options]


@pytest.mark.parametrize(("game", "options"), [
    *named(DEFAULT), *named([("echek", FINAL)], pytest.mark.long)])         # to be compiled
def test_searches_of_many_games_know_it_too(drawing, game, options):
    """And a tree search put to work on a board."""
    for board, last in drawing(game, options):
        start = beginning(board)
        batch = BatchGame(game, 1, autoreset="off", starts=[start.position()], **board.options)
        for move in board.move_stack:
            batch.step([batch.action_of(start, move)])
            start.push(move)
        assert batch.board(0).keys() == board.keys()[-board.reversible_moves - 1:]
        search = TreeSearch(batch, 4 * len(board.legal_moves), explore=1000.0)
        found = search.run("playouts")
        action = batch.action_of(board, last)
        assert found.visits[0, action] > 0 or found.proven[0]
        one = TreeSearcher(game, board.options)
        one._memory.explore = 10**6
        one.grow(board, Limits(nodes=4 * len(board.legal_moves)))
        results = {line.pv[0]: line.result for line in one.lines(len(board.legal_moves))}
        assert results[last] == "drawn" or "won" in results.values()
        batch.step([action])
        assert batch.legend.reasons[batch.reason[0]] == "repetition"


def test_bishops_that_send_each_other_back_make_a_draw():
    """The count of a batch began anew with each of them, and the engine saw a loss in the last."""
    board = bishops(4)
    assert str(board.outcome()) == "draw (repetition)"
    assert (board.idle_moves, board.reversible_moves) == (0, 4)
