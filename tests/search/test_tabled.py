"""What searches make of tables of endings that their lines come to (search/play/_tabled.py).

Whole endings of a board with three columns and rows are solved here by asking all positions again
and again; what the search is told are these values, and what it finds is held against them.
"""
import random
from collections import Counter

import pytest

from eckstein import Board
from eckstein.engine.tables.endings import numbering
from eckstein.engine.tables.values import Value
from eckstein.kernel.specialise import specialise

from ..tables.exact import solved
from .exact import moves_of, reachable
from .test_alphabeta import MATE, MATED, prepared
from .test_mcts import Tree

SIZE = "3"
SQUARES = [column + row for column in "abc" for row in "123"]
DICE = "ABCDEFGHIJKLMNOPQRSTUVWX"
ENTRIES = 216 * 216
UNKNOWN = 255


def starts(count):
    """Random positions with two dice against one."""
    chance, found = random.Random(3), []
    while len(found) < count:
        dice = chance.sample(DICE, 3)
        squares = chance.sample(SQUARES, 3)
        for colour, few in ("C", dice[2].lower()), ("c", dice[2].lower()):
            board = Board("contra", f"{colour}{dice[0]}{squares[0]}{dice[1]}{squares[1]}"
                                    f"{few}{squares[2]}", size=SIZE)
            if not board.status() and not board.is_game_over():
                found.append(board)
    return found


def truth(board):
    """The result and distance of all positions that can follow, None for a draw."""
    game = board.rules
    results = {1: "white", 2: "black"}

    def end(p):
        winner = results.get(game.outcome(p))
        if winner is None:
            return "drawn", 0
        return ("won" if winner == ("white", "black")[p.side] else "lost"), 0
    return solved({p: end(p) if game.outcome(p) else
                   [game.apply(p, move) for move in moves_of(game, p)]
                   for p in reachable(game, board.state)})


def place(p):
    return numbering("contra", (("size", SIZE),)).place(p)


def table_of(values):
    """The codes of one die against one, as far as these values tell them."""
    codes = bytearray([UNKNOWN]) * ENTRIES
    for p, value in values.items():
        ending, number = place(p)
        if ending == 0:
            codes[number] = 0 if value is None or value[0] == "drawn" else (
                2 * value[1] + (2 if value[0] == "won" else 1))
            assert Value.of_code(codes[number]) == Value(*(value or ("drawn",)))
    return bytes(codes)


def asking(board, codes, no_progress=None):
    """A search in plain Python that asks a table; see `prepared`."""
    search, p, memory, _ = prepared(board, compiled=False)
    search.lay_out(memory, [search.new_codes(codes)])
    if no_progress is not None:
        memory.no_progress = no_progress
    return search, p, memory


def found(search, p, memory, depth):
    """The score of a search with an open window, and its nodes."""
    memory.nodes = 0
    score = search.search(p, memory, 0, depth, -search.INFINITE, search.INFINITE, 0)
    return score, memory.nodes


def score_of(value):
    """A value as the score of a root."""
    if value is None or value[0] == "drawn":
        return 0
    return MATE - value[1] if value[0] == "won" else value[1] - MATE


def before_endings(count):
    """Positions that go on outside the ending, with their values and those of all that follows."""
    for board in starts(count):
        values = truth(board)
        for p, value in values.items():
            if place(p)[0] != 0 and not board.rules.outcome(p):
                yield Board("contra", board_text(board, p), size=SIZE), value, values


def board_text(board, p):
    other = board.copy()
    other._p = p
    return other.position()


def test_a_move_before_the_ending_values_are_exact():
    seen = 0
    for board, value, values in before_endings(30):
        game = board.rules
        after = [game.apply(board.state, move) for move in moves_of(game, board.state)]
        if all(game.outcome(q) or place(q)[0] == 0 for q in after):
            search, p, memory = asking(board, table_of(values))
            assert found(search, p, memory, 1)[0] == score_of(value), board.position()
            seen += any(not game.outcome(q) for q in after)
    assert seen > 20


@pytest.mark.parametrize("depth", [1, 3])
def test_what_is_decided_is_so(depth):
    counts = {True: 0, False: 0}
    for board, value, values in before_endings(16):
        decided = {}
        for asks in (False, True):
            search, p, memory = asking(board, table_of(values))
            if not asks:
                search.lay_out(memory, [])
            score, _ = found(search, p, memory, depth)
            decided[asks] = abs(score) > MATED
            if decided[asks]:
                assert value, (board.position(), score)
                assert (score > 0) == (value[0] == "won"), (board.position(), score, value)
                assert MATE - abs(score) >= value[1], (board.position(), score, value)
            counts[asks] += decided[asks]
        assert decided[True] or not decided[False]
    assert counts[True] > counts[False]


@pytest.fixture(scope="module")
def won_by_capture():
    """A position where a move into the ending wins, after how many plies there, and the table."""
    for board, value, values in before_endings(30):
        game = board.rules
        if value and value[0] == "won" and value[1] > 3:
            after = [game.apply(board.state, move) for move in moves_of(game, board.state)]
            wins = [q for q in after if values[q] == ("lost", value[1] - 1)]
            if all(place(q)[0] == 0 for q in wins):
                return board, value[1] - 1, table_of(values)
    raise AssertionError("there is none")


def test_a_win_that_may_take_too_long_without_progress_is_not_taken_for_one(won_by_capture):
    board, plies, codes = won_by_capture
    for limit, decided in (0, True), (plies, True), (plies - 1, False):
        search, p, memory = asking(board, codes, limit)
        score, _ = found(search, p, memory, 1)
        assert (score == MATE - plies - 1) == decided
        assert decided or abs(score) < MATED


@pytest.mark.parametrize("idle", [0, 90, 99])
def test_what_came_before_the_capture_does_not_count(won_by_capture, idle):
    board, plies, codes = won_by_capture
    search, p, memory = asking(board, codes, 100)
    search.enter(p, memory, 0, search.NONE, idle, idle)
    assert found(search, p, memory, 1)[0] == MATE - plies - 1


def test_a_score_from_the_table_counts_plies_from_the_root(won_by_capture):
    board, plies, codes = won_by_capture
    search, p, memory = asking(board, codes)
    q = next(q for q in (search.game.apply(p, move) for move in moves_of(search.game, p))
             if place(q)[0] == 0 and codes[place(q)[1]] == 1 + 2 * plies)
    for ply in 1, 2, 7:
        search.enter(q, memory, ply, 0, 0, 0)
        for depth in 0, 3:
            score = search.search(q, memory, 0, depth, -search.INFINITE, search.INFINITE, ply)
            assert score == ply + plies - MATE
    assert memory.nodes == 6        # nothing is looked at behind them


@pytest.mark.parametrize(("ply", "idle", "reversible", "told"), [
    (1, 0, 0, True), (0, 0, 0, False), (1, 1, 1, False), (2, 3, 3, False), (2, 0, 3, False)])
def test_neither_the_root_nor_what_can_be_undone_is_looked_up(won_by_capture, ply, idle, reversible,
                                                              told):
    """They may have been on the board before; the root is asked by whoever knows the game."""
    board, plies, codes = won_by_capture
    search, p, memory = asking(board, codes)
    q = next(q for q in (search.game.apply(p, move) for move in moves_of(search.game, p))
             if place(q)[0] == 0 and codes[place(q)[1]] == 1 + 2 * plies)
    search.enter(q, memory, ply, 0, idle, reversible)
    search.search(q, memory, 0, 1, -search.INFINITE, search.INFINITE, ply)
    assert (memory.nodes == 1) == told


@pytest.mark.parametrize("tables", [[], [None], [bytes([UNKNOWN]) * ENTRIES]])
def test_where_no_table_knows_anything_the_search_is_what_it_is_without(won_by_capture, tables):
    board, _, codes = won_by_capture
    alone, p, memory, _ = prepared(board, compiled=False)
    without = found(alone, p, memory, 3)
    search, p, memory = asking(board, codes)
    assert found(search, p, memory, 3) != without
    search, p, memory = asking(board, codes)
    search.lay_out(memory, [codes and search.new_codes(codes) for codes in tables])
    assert found(search, p, memory, 3) == without


# The tree search.

def tree(codes, **settings):
    """A tree search in plain Python that asks a table, or none."""
    search = specialise("search.play.mcts", "contra", compiled=False, size=SIZE)
    grown = Tree(search, nodes=5000, no_progress=settings.pop("no_progress", 100), **settings)
    search.lay_out(grown.memory, [codes and search.new_codes(codes)])
    return grown


def result_of(grown):
    """What is certain at the root, as values tell it, or None."""
    return {grown.search.OPEN: None, grown.search.WON: "won", grown.search.DRAWN: "drawn",
            grown.search.LOST: "lost"}[grown.result]


@pytest.mark.parametrize("rollout", [0, 30])
def test_what_the_tree_search_calls_certain_is_so(rollout):
    counts = {True: 0, False: 0}
    for board, value, values in before_endings(16):
        for asks in counts:
            grown = tree(table_of(values) if asks else None, rollout=rollout)
            grown(board.state, 30)
            if (result := result_of(grown)) is not None:
                assert result == (value or ("drawn",))[0], (board.position(), asks)
                counts[asks] += 1
    assert counts[True] > counts[False] > 0


def test_a_tree_knows_the_result_where_all_moves_lead_into_the_ending():
    seen = set()
    for board, value, values in before_endings(30):
        game = board.rules
        after = [game.apply(board.state, move) for move in moves_of(game, board.state)]
        if all(game.outcome(q) or place(q)[0] == 0 for q in after):
            grown = tree(table_of(values))
            assert grown(board.state, 100) == 1
            assert result_of(grown) == (value or ("drawn",))[0], board.position()
            seen.add(result_of(grown))
    assert seen >= {"won", "lost"}


def test_a_tree_does_not_take_a_win_that_may_take_too_long_without_progress(won_by_capture):
    board, plies, codes = won_by_capture
    for limit, decided in (0, True), (plies, True), (plies - 1, False):
        grown = tree(codes, no_progress=limit)
        grown(board.state, 1)
        assert (result_of(grown) == "won") == decided


def test_a_tree_does_not_look_up_what_a_quiet_move_leads_to(won_by_capture):
    board, plies, codes = won_by_capture
    game, counts = board.rules, Counter()
    q = next(q for q in (game.apply(board.state, move) for move in moves_of(game, board.state))
             if place(q)[0] == 0 and codes[place(q)[1]] == 1 + 2 * plies)
    grown = tree(codes)
    grown(q, 1)
    assert result_of(grown) is None
    for line in grown.lines:
        r = game.apply(q, line.move)
        progress, known = bool(game.progress(q, line.move, r)), codes[place(r)[1]] != UNKNOWN
        assert bool(line.proven) == bool(game.outcome(r) or progress and known)
        counts[progress] += known
    assert counts[False] and counts[True]


@pytest.mark.parametrize("codes", [None, bytes([UNKNOWN]) * ENTRIES])
def test_where_no_table_knows_anything_the_tree_is_what_it_is_without(won_by_capture, codes):
    board, _, known = won_by_capture
    alone = Tree(specialise("search.play.mcts", "contra", compiled=False, size=SIZE), nodes=5000,
                 no_progress=100)
    grown, asking_none = tree(known), tree(codes)
    for one in alone, grown, asking_none:
        one(board.state, 40)
    assert list(asking_none.array) == list(alone.array) != list(grown.array)


# The search at full width.

def wide(board, codes, no_progress=100, **history):
    """A search at full width in plain Python that asks a table, or none."""
    search = specialise("search.play.bounded", "contra", compiled=False, size=SIZE)
    memory = search.new_memory()
    table = search.new_table(1)
    search.set_history(memory, table, {"repetition": 3, "no_progress": no_progress},
                    history.get("idle", 0), ())
    memory.limit = 10**9
    search.lay_out(memory, [codes and search.new_codes(codes)])
    memory.rows = table                     # keeps it alive
    return search, memory


def test_how_soon_somebody_wins_is_the_same_with_a_table_and_found_sooner():
    nodes = {True: 0, False: 0}
    for board, value, values in before_endings(16):
        codes = table_of(values)
        for attacker in 0, 1:
            wins = value and value[0] == ("won" if board.state.side == attacker else "lost")
            for asks in nodes:
                search, memory = wide(board, codes if asks else None)
                found = search.solve(board.state, memory, 9, attacker)
                nodes[asks] += memory.nodes
                assert found == (value[1] if wins and value[1] <= 9 else search.NO_WIN), (
                    board.position(), attacker, asks)
    assert nodes[True] < nodes[False]


def test_wins_that_may_take_too_long_without_progress_are_looked_for_at_full_width(won_by_capture):
    board, plies, codes = won_by_capture
    side = board.state.side
    search, memory = wide(board, codes)
    assert search.solve(board.state, memory, plies + 1, side) == plies + 1
    few = memory.nodes
    search, memory = wide(board, codes, no_progress=plies - 1)
    search.solve(board.state, memory, plies + 1, side)
    assert memory.nodes > few


@pytest.mark.parametrize("codes", [None, bytes([UNKNOWN]) * ENTRIES])
def test_at_full_width_a_table_that_knows_nothing_changes_nothing(won_by_capture, codes):
    board, _, told = won_by_capture
    counts = []
    for one in None, codes, told:
        search, memory = wide(board, one)
        search.solve(board.state, memory, 7, board.state.side)
        counts.append(memory.nodes)
    assert counts[0] == counts[1] > counts[2]


def test_a_line_ends_where_a_table_knows_how_it_goes_on(won_by_capture):
    board, plies, codes = won_by_capture
    search, memory = wide(board, codes)
    assert search.solve(board.state, memory, plies + 1, board.state.side) == plies + 1
    move, = search.line(board.state, memory, plies + 1)
    q = board.rules.apply(board.state, move)
    assert place(q)[0] == 0 and codes[place(q)[1]] == 1 + 2 * plies
