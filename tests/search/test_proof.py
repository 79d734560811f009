"""Proof-number search (search/play/proof.py)."""
import random
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein import Board
from eckstein.kernel.specialise import specialise

from ..even_wins import BOARDS
from ..helpers import after, first, random_games
from .exact import reachable, won_states
from .mazes import in_mazes

GAMES = ["pur", "contra", "ecke", "duell", "echek"]
MATE_IN_1 = after("duell", None, "A1-d3", "D8-i7")      # RULES.md, section 6
BLOCKED = Board("contra", "CSa2ga3Lb3Mc5")              # after c5c6 Black must pass
KING_WALK = Board("duell", "DZe6zi1")                   # e6-e7-e8 wins, and so does a way round
TIGHT = 64                                              # a table in which little can be kept


class Prover:
    """A search with its memory and table."""

    def __init__(self, search, table=None, repetition=3, no_progress=0):
        self.search, self.memory = search, search.new_memory()
        self.memory.repetition, self.memory.no_progress = repetition, no_progress
        self.table = search.new_table(1) if table is None else table

    def __call__(self, p, limit=100_000, **circumstances):
        return self.search.prove(p, self.memory, self.table, limit, **circumstances)

    def result(self, p, **circumstances):
        return self(p, **circumstances)[0]

    def line(self, p):
        return self.search.line(p, self.memory, self.table, 100_000)


def prover(game, compiled=True, size=None, **options):
    board = {"size": size} if size else {}
    return Prover(specialise("search.play.proof", game, compiled=compiled, **board), **options)


# Wins that are plain to see.

def test_the_mate_of_the_rule_page():
    prove = prover("duell")
    assert prove.result(MATE_IN_1.state) == 1
    assert prove.memory.plies == 1
    assert [MATE_IN_1.text(move) for move in prove.line(MATE_IN_1.state)] == ["F1-c4"]


@pytest.mark.parametrize(("board", "plies"), BOARDS, ids=str)
def test_a_win_by_the_last_move_of_the_opponent(board, plies):
    prove, ahead = prover(board.game), board.copy()
    assert prove.result(board.state) == 1
    line = prove.line(board.state)
    assert len(line) == prove.memory.plies >= plies
    for move in line:
        ahead.push(move)
    assert ahead.outcome().winner is board.turn


def test_a_lost_position():
    board = after("contra", BLOCKED.position(), "c5c6")
    prove = prover("contra")
    assert prove.result(board.state, lost=True) == 1
    assert prove.memory.plies == 2
    assert prove.result(board.state) == -1
    assert prove.result(BLOCKED.state, lost=True) == -1


def test_a_line_through_a_forced_pass():
    board = after("contra", BLOCKED.position(), "c5c6")
    prove = prover("contra")
    assert prove.result(board.state, lost=True) == 1
    assert [board.rules.PASS, after("contra", board.position(), "--").parse("c6c7")] == (
        prove.line(board.state))


@pytest.mark.parametrize(("lost", "result"), [(True, 1), (False, -1)])
def test_a_finished_game_is_judged_by_its_outcome(lost, result):
    over = after("contra", BLOCKED.position(), "c5c6", "--", "c6c7")
    assert prover("contra")(over.state, lost=lost) == (result, 0)


def test_a_win_with_the_next_move_is_seen_without_a_look_at_what_follows():
    board = Board("contra", "CLb6ka3")
    prove = prover("contra")
    assert prove(board.state) == (1, 0)
    assert prove.memory.plies == 1
    assert [board.text(move) for move in prove.line(board.state)] == ["b6b7"]
    assert prove(board.state, lost=True) == (-1, 0)


def test_what_is_proved_is_found_again_in_the_table():
    prove = prover("duell")
    assert prove(KING_WALK.state)[1] > 0
    assert prove(KING_WALK.state) == (1, 0)


# Draws that come from the game so far.

@pytest.mark.parametrize(("idle", "result"), [(0, 1), (97, 1), (98, -1)])
def test_a_win_must_come_before_the_draw_by_lack_of_progress(idle, result):
    prove = prover("duell", no_progress=100)
    assert prove.result(KING_WALK.state) == 1          # which must not be taken for an answer below
    assert prove.result(KING_WALK.state, idle=idle) == result


def test_a_third_occurrence_is_no_win():
    prove = prover("duell")
    assert prove.result(KING_WALK.state) == 1
    assert prove.memory.plies == 3
    e7 = after("duell", KING_WALK.position(), "E6-E7").key
    assert prove.result(KING_WALK.state, history=[e7]) == 1
    assert prove.memory.plies == 3
    assert prove.result(KING_WALK.state, history=[e7, e7]) == 1
    assert prove.memory.plies > 3


def test_too_many_repeated_positions_are_an_error():
    with pytest.raises(ValueError, match="only 256"):
        prover("duell").result(KING_WALK.state, history=[*range(300), *range(300)])


# Numbers in a few bits.

DATA = specialise("search.play._proof_data", "contra", compiled=False)


@given(st.integers(0, 50).flatmap(lambda bits: st.integers(0, DATA.INFINITE >> bits)))
def test_a_number_is_rounded_up_to_the_next_that_has_a_code(number):
    code = DATA.encoded(number)
    assert 0 <= code <= DATA.LAST_CODE
    assert number <= DATA.decoded(code) <= number + number // 2**18
    assert code == 0 or DATA.decoded(code - 1) < number
    assert DATA.encoded(DATA.decoded(code)) == code


def test_the_largest_numbers_have_the_last_codes():
    assert DATA.encoded(DATA.INFINITE) == DATA.LAST_CODE
    assert DATA.encoded(DATA.LARGE) == DATA.LAST_CODE - 1
    assert DATA.encoded(DATA.FULL) < DATA.LAST_CODE - 1


@given(st.integers(1, DATA.LARGE), st.integers(1, DATA.LARGE))
def test_what_is_open_keeps_both_numbers(proof, disproof):
    data = DATA.undecided(proof, disproof)
    assert not DATA.decided(data)
    assert proof <= DATA.proof_number(data) < DATA.INFINITE
    assert disproof <= DATA.disproof_number(data) < DATA.INFINITE


@given(st.integers(-1, DATA.ALWAYS))
def test_what_is_decided_has_the_numbers_of_the_end(since):
    assert DATA.decided(DATA.proved(3, 2))
    assert DATA.decided(DATA.disproved(since))
    assert (DATA.proof_number(DATA.proved(3, 2)), DATA.disproof_number(DATA.proved(3, 2))) == (
        0, DATA.INFINITE)
    assert DATA.proof_number(DATA.disproved(since)) == DATA.INFINITE
    assert DATA.disproof_number(DATA.disproved(since)) == 0
    assert DATA.since_of(DATA.disproved(since)) == since
    assert not DATA.decided(0)


def test_who_is_likely_to_win_has_less_to_prove_and_more_to_refute():
    first = DATA.FIRST
    assert (first[0], first[DATA.MOST_PARTS], first[-1]) == (1, DATA.EVEN, DATA.EVEN**2)
    assert list(first) == sorted(first)
    assert all(round(one * other / DATA.EVEN**2) == 1
               for one, other in zip(first[64:], first[::-1][64:], strict=False))


def test_a_new_position_has_numbers_by_the_odds_of_the_attacker():
    search = specialise("search.play.proof", "contra", size="5", compiled=False)
    knowledge = specialise("kernel", "contra", size="5", compiled=False).knowledge
    memory, table, seen = search.new_memory(), search.new_table(1), set()
    for board in random_games("contra", {"size": "5"}, range(4), plies=60):
        for lost in range(2):
            search.prepare(board.state, memory, table, lost)
            data = search.set_root(board.state, memory)
            if search.decided(data):        # a win at once, which is seen
                continue
            odds = max(-128, min(128, knowledge.odds(board.state, board.state.side ^ lost)))
            proof, disproof = search.proof_number(data), search.disproof_number(data)
            assert (proof, disproof) == (round(256 * 2 ** (-odds / 16)),
                                         round(256 * 2 ** (odds / 16)))
            seen.add(odds)
    assert {-128, 128} < seen


# Truth, where all is known.

@pytest.mark.parametrize("limit", [0, 2, 3, 5, 8])
def test_all_is_right_in_mazes_full_of_cycles(limit):
    """One table serves all questions about a maze, so that nothing kept for one path may spoil
    another; a second one is so small that most is lost.  What is believed about mazes is wrong."""
    search, choose = in_mazes("search.play.proof"), random.Random(limit)
    maze = search.game
    wins = 0
    for graph in range(0, maze.GRAPHS, 2 if limit else 1):
        positions = [maze.Position(side, node, graph)
                     for side in range(2) for node in range(maze.NODES)]
        barred = [maze.key(p) for p in choose.sample(positions, choose.choice([0, 0, 2]))]
        for table in (None, [0] * TIGHT):
            prove = Prover(search, table, no_progress=limit)
            for attacker in range(2):
                won = won_states(maze, positions, attacker, limit, barred)
                for p in positions:
                    if maze.outcome(p) == 0 and maze.key(p) not in barred:
                        idle = choose.randrange(limit or 1)
                        truth = 1 if (p, idle) in won else -1
                        assert prove.result(p, lost=p.side != attacker, idle=idle,
                                            history=barred * 2) == truth
                        wins += truth == 1
    assert wins > 100


def test_what_is_found_by_trust_is_kept_apart():
    """A trusting search calls nothing a win that is none, and misses some; those that ask after it,
    with the same table, miss none, whether they heed its proofs or not."""
    search, told = in_mazes("search.play.proof"), Counter()
    maze = search.game
    for graph in range(maze.GRAPHS):
        positions = [maze.Position(side, node, graph)
                     for side in range(2) for node in range(maze.NODES)]
        prove = Prover(search)
        for attacker in range(2):
            won = won_states(maze, positions, attacker)
            for p in positions:
                truth = 1 if (p, 0) in won else -1
                for name, trusting, heeds in [("trusting", 1, 0), ("heeding", 0, 1),
                                              ("neither", 0, 0)]:
                    prove.memory.trusting, prove.memory.heeds = trusting, heeds
                    result = prove.result(p, lost=p.side != attacker)
                    told[name, truth, result] += maze.outcome(p) == 0
    assert all((truth == result or name == "trusting" and truth == 1) or count == 0
               for (name, truth, result), count in told.items())
    assert told["trusting", 1, -1] > 0


def test_proofs_of_a_trusting_search_are_heeded():
    board, prove = Board("contra", "CWc1Wg1va7ve7"), prover("contra")
    prove.memory.trusting = 1
    assert prove(board.state, limit=10**8)[0] == 1
    prove.memory.trusting, prove.memory.heeds = 0, 1
    assert prove(board.state) == (1, 0)
    prove.memory.no_progress = 100          # which the other search did not know of
    assert prove(board.state, limit=10)[0] == 0
    prove.memory.no_progress = prove.memory.heeds = 0
    assert prove(board.state, limit=10)[0] == 0


def test_a_win_that_is_learnt_is_known_for_good():
    """Though not how, so that it is none where lack of progress comes first."""
    board, prove = Board("contra", "CWc1Wg1va7ve7"), prover("contra", compiled=False)
    search, p = prove.search, prove.search.game.Position(*Board("contra", "CWc1Wg1va7ve7").state)
    search.prepare(p, prove.memory, prove.table)
    assert not search.decided(search.set_root(p, prove.memory))
    search.store_win(p, prove.memory)
    assert prove(board.state) == (1, 0)
    assert prove.memory.plies == search.MOST
    prove.memory.no_progress = 100
    assert prove(board.state, limit=10)[0] == 0


def test_lines_in_mazes_end_with_the_win():
    prove = Prover(in_mazes("search.play.proof"))
    maze = prove.search.game
    proofs = 0
    for graph in range(maze.GRAPHS):
        p = maze.Position(0, 0, graph)
        if maze.outcome(p) or prove.result(p) != 1:
            continue
        proofs, plies, moves = proofs + 1, prove.memory.plies, prove.line(p)
        for move in moves:
            p = maze.apply(p, move)
        assert maze.outcome(p) == 1
        assert len(moves) <= plies
    assert proofs > 5


@pytest.mark.parametrize(("text", "size"), [
    ("CWd5kd6", "7"), pytest.param("CWb2vd4", "5", marks=pytest.mark.long),
    pytest.param("CWa3We3kb4", "5", marks=pytest.mark.long)])
def test_all_is_right_in_endings_of_contra(text, size):
    """On 5 x 5 squares the search goes by odds that were fitted (games/contra/knowledge.py)."""
    prove, choose = prover("contra", size=size), random.Random(1)
    rules = Board("contra", size=size).rules
    positions = reachable(rules, Board("contra", text, size=size).state)
    won = [won_states(rules, positions, attacker) for attacker in range(2)]
    running = sorted(p for p in positions if rules.outcome(p) == 0)
    for p in choose.sample(running, 300):
        for attacker in range(2):
            assert prove.result(p, lost=p.side != attacker) == (
                1 if (p, 0) in won[attacker] else -1)


@pytest.mark.parametrize("game", GAMES)
def test_agrees_with_exhaustive_search_to_three_plies(game):
    prove = prover(game)
    look = specialise("search.play.mate", game)
    memory = look.new_memory()
    memory.limit = 10**9
    for board in random_games(game, {}, range(3), plies=60):
        if board.ply % 6 or not board.legal_moves:
            continue
        near = look.mate_in(look.game.Position(*board.state), memory, 0, 3)
        result, _ = prove(board.state, limit=10_000)
        if near >= 0:
            assert result == 1
            board = board.copy()
            board.push(near)
            assert prove.result(board.state, lost=True) == 1
        elif result == 1:
            assert prove.memory.plies > 3


@pytest.mark.parametrize("game", ["contra", "duell", "echek"])
def test_lines_are_games_that_the_attacker_wins(game):
    prove, lengths = prover(game, no_progress=100), deque()
    for board in random_games(game, {}, range(10, 18), plies=80):
        if board.ply % 7 or not board.legal_moves or prove(board.state, limit=20_000)[0] != 1:
            continue
        plies, played = prove.memory.plies, Board(game, board.position())
        for move in prove.line(board.state):
            played.push(move)
        assert played.outcome().winner is board.turn
        assert played.ply <= plies
        lengths.append(played.ply)
    assert max(lengths) > 3


# How it runs.

@pytest.mark.parametrize(("game", "options"), first(2, [
    ("contra", {"size": "5"}), ("echek", {}), *((game, {}) for game in GAMES if game != "echek")]))
def test_both_lives_agree(game, options):
    plain, fast = (prover(game, compiled, no_progress=100, **options)
                   for compiled in (False, True))
    for board in random_games(game, options, range(2), plies=40):
        if board.ply % 10 == 9 and board.legal_moves:
            assert plain(board.state, limit=300) == fast(board.state, limit=300)
            assert plain.memory.plies == fast.memory.plies
    assert list(plain.table) == list(fast.table)


def test_gives_up_at_the_limit_of_nodes():
    result, nodes = prover("duell")(Board("duell").state, limit=5000)
    assert result == 0
    assert 5000 <= nodes < 5000 + Board("duell").rules.MAX_MOVES


@pytest.mark.parametrize("compiled", [False, True])
def test_gives_up_at_the_signal(compiled):
    prove = prover("duell", compiled)
    prove.memory.signals[prove.search.STOP] = 1
    result, nodes = prove(Board("duell").state)
    assert result == 0
    assert nodes == len(Board("duell").legal_moves)


@pytest.mark.parametrize("position", [
    "CWc1Wg1va7ve7", pytest.param("CWb1We1vc7vf7", marks=pytest.mark.long)])
def test_threads_with_one_table_find_what_one_finds(position):
    board, search = Board("contra", position), specialise("search.play.proof", "contra")
    alone = [Prover(search).result(board.state, limit=10**8, lost=lost) for lost in (False, True)]
    assert 0 not in alone
    for lost, answer in zip((False, True), alone, strict=True):
        table = search.new_table(8)
        provers = [Prover(search, table) for _ in range(3)]
        for turn, prove in enumerate(provers):
            prove.memory.turn = turn
        with ThreadPoolExecutor(len(provers)) as pool:
            tasks = [pool.submit(prove.result, board.state, limit=10**8, lost=lost)
                     for prove in provers]
            assert [task.result() for task in tasks] == [answer] * 3


def test_each_thread_takes_another_of_equal_moves_first():
    board, nodes = Board("contra", "CWc1Wg1va7ve7"), set()
    for turn in range(4):
        prove = prover("contra")
        prove.memory.turn = turn
        assert prove.result(board.state, limit=10**8) == 1
        nodes.add(int(prove.memory.nodes))
    assert len(nodes) == 4
