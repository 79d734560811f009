"""Claims are proved or found false (lab/proofs/proving.py), and what is proved is checked."""
import random
import re
import threading
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein import Board
from eckstein.engine.tables import find
from eckstein.kernel.specialise import specialise
from eckstein.lab.proofs import closing, proving
from eckstein.lab.proofs.certificate import RefusedError, moves_of, plain_rules
from eckstein.lab.proofs.checking import check
from eckstein.lab.proofs.claims import read_claim
from eckstein.lab.proofs.descending import Descent
from eckstein.lab.proofs.full_width import FullWidth
from eckstein.lab.proofs.proof_numbers import ProofNumbers
from eckstein.lab.proofs.proving import FalseClaimError, Proving, StoppedError, prove

from ..even_wins import BOARDS
from ..helpers import after
from ..search.test_bounded import near, shortest

DICE = "ABCDEFGHIJKLMNOPQRSTUVWX"


def proved(board, claim, **settings):
    return prove(board, read_claim(claim), 1, **settings)


# docs/laboratory/results.md: one die each, Black's turned round.
@pytest.mark.parametrize(("column", "plies"), [
    ("a", 15), ("b", 15), ("c", 13), ("d", 15), ("e", 13), ("f", 15), ("g", 15)])
def test_one_die_each(column, plies):
    other = "abcdefg"[6 - "abcdefg".index(column)]
    board = Board("contra", f"CW{column}1v{other}7")
    told = proved(board, "white wins")
    assert str(told.claim) == f"white wins within {plies}"
    with pytest.raises(FalseClaimError, match=f"white wins within {plies} plies"):
        proved(board, f"no win for white within {plies}")
    check(proved(board, f"no win for white within {plies - 1}"))


@pytest.mark.parametrize(("claim", "found"), [
    ("white wins within 25", "white wins within 17"),
    ("no win for white within 16", "no win for white within 16")])
def test_threads_find_what_one_finds(claim, found):
    told = prove(Board("contra", "CWc1Wg1va7ve7"), read_claim(claim), 64, threads=3)
    assert str(told.claim) == found
    check(told)


@pytest.mark.parametrize(("board", "plies"), BOARDS, ids=str)
def test_a_win_by_the_last_move_of_the_opponent(board, plies):
    told = proved(board, f"{board.turn} wins within {plies}")
    assert str(told.claim) == f"{board.turn} wins within {plies}"
    check(told)
    check(proved(board, f"no win for {board.turn} within {plies - 1}"))
    with pytest.raises(FalseClaimError):
        proved(board, f"{board.turn} wins within {plies - 1}")


# With tables of endings; what checks a certificate knows nothing of them.

@pytest.mark.parametrize(("position", "winner", "plies"), [
    ("CWa1vg7", "white", 15),           # in the ending itself
    ("cDd6Pa1ue7", "black", 13)])       # a ply before it
def test_a_certificate_of_a_win_is_written_from_tables(position, winner, plies, with_tables):
    told = proved(Board("contra", position), f"{winner} wins", tables=True)
    assert str(told.claim) == f"{winner} wins within {plies}"
    check(told)
    with pytest.raises(FalseClaimError, match=f"within {plies} plies"):
        proved(Board("contra", position), f"no win for {winner} within {plies}", tables=True)
    check(proved(Board("contra", position), f"no win for {winner} within {plies - 1}",
                 tables=True))
    loser = {"white": "black", "black": "white"}[winner]
    with pytest.raises(FalseClaimError, match=f"{loser} cannot force a win"):
        proved(Board("contra", position), f"{loser} wins", tables=True)
    check(proved(Board("contra", position), f"no win for {loser} within 6", tables=True))


def test_a_draw_is_proved_from_tables(with_tables, monkeypatch):
    """Both closed sets are made of positions that the table knows; no search is asked."""
    board = next(board for board in positions_of_two(1) if find(board).value.result == "drawn")
    monkeypatch.setattr(ProofNumbers, "forces", None)
    for player in "white", "black":
        check(proved(board, f"{player} never wins", tables=True))


def positions_of_two(seed):
    """Random positions with one die each."""
    chance = random.Random(seed)
    squares = [column + row for column in "abcdefg" for row in "1234567"]
    while True:
        one, other = chance.sample(squares, 2)
        board = Board("contra", f"{chance.choice('Cc')}{chance.choice(DICE)}{one}"
                                f"{chance.choice(DICE).lower()}{other}")
        if not board.status() and not board.is_game_over():
            yield board


@pytest.mark.parametrize("seed", range(3))
def test_claims_about_endings_are_true_as_tables_say(seed, with_tables):
    for _, board in zip(range(6), positions_of_two(10 + seed), strict=False):
        value = find(board).value
        for side in "white", "black":
            wins = value.result == ("won" if board.turn == side else "lost")
            if wins:
                told = proved(board, f"{side} wins", tables=True)
                assert told.claim.within == value.plies
            else:
                told = proved(board, f"{side} never wins", tables=True)
            check(told)


SHUTTLES = [        # who is to move wins, and both can go to and fro
    ("CBa4ce5", ["a4b4", "e5f5", "b4a4", "f5e5"]), ("CGb3le6", ["b3c3", "e6f6", "c3b3", "f6e6"]),
    ("CXe3vc5", ["e3f3", "c5d5", "f3e3", "d5c5"]), ("cBb3ve4", ["e4f4", "b3c3", "f4e4", "c3b3"])]


@pytest.mark.parametrize("made", [3, 4, 6, 7])
@pytest.mark.parametrize(("position", "moves"), SHUTTLES)
def test_what_was_played_before_counts_where_tables_know_the_position(position, moves, made,
                                                                      with_tables):
    winner = "white" if position[0] == "C" else "black"
    board = Board("contra", position)
    for move in (2 * moves)[:made]:
        board.push_text(move)
    told, = {within(board, winner, tables) for tables in (True, False)}
    if made == 4:
        assert told == find(board).value.plies
    if made == 7:                               # the loser repeats for the third time
        assert told is None and find(board).value.result == "lost"


@pytest.mark.parametrize("limit", [4, 5, 6, 7, 8])
def test_lack_of_progress_counts_where_tables_know_the_position(limit, with_tables):
    board = Board("contra", SHUTTLES[0][0], no_progress=limit)
    for move in SHUTTLES[0][1][:2]:
        board.push_text(move)
    assert within(board, "white", True) == within(board, "white", False)


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_a_win_that_a_table_knows_may_come_a_ply_too_late(limit, with_tables):
    """Two kings: three plies without a capture, the last of which wins; three came before."""
    board = after("duell", "dZe7za2", "A2-A1", "e7-d7", "a1-a2", no_progress=3 + limit)
    assert find(board).value.plies == 3
    told = {within(board, "white", tables, plies) for tables in (True, False) for plies in (3, 12)}
    assert told == {3 if limit >= 3 else None}


def within(board, side, tables, plies=12):
    """Within how many plies a player wins; None if he does not within so many."""
    try:
        made = proved(board, f"{side} wins within {plies}", tables=tables)
    except FalseClaimError:
        return None
    check(made)
    return made.claim.within


def test_how_far_threads_have_come_is_told_by_the_first_that_is_done():
    search = specialise("search.play.bounded", "contra", compiled=False)

    def solve(root, memory, plies, attacker, depth):
        while memory.turn == 0 and not memory.signals[search.STOP]:
            pass
        memory.depth = depth if memory.turn == 0 else plies
        return search.UNKNOWN if memory.turn == 0 else search.NO_WIN
    solver = FullWidth(SimpleNamespace(**{**vars(search), "solve": solve}), Board("contra"), 0, 1,
                        threads=2)
    assert solver.solve(5) == search.NO_WIN
    assert solver.memory.depth == 5


def test_threads_that_are_stopped_say_how_far_they_have_come():
    work = Proving(Board("contra"), read_claim("no win for white within 99"), 64, threads=3)
    threading.Timer(1, work.stop).start()
    with pytest.raises(StoppedError, match=r"known: no win for white within \d+") as stopped:
        work.run()
    assert stopped.value.depth >= 11


@pytest.mark.long
@pytest.mark.parametrize("colour", ["white", "black"])
def test_three_by_three_is_a_draw(colour):
    check(proved(Board("contra", size="3"), f"{colour} never wins"))


def test_two_dice_on_their_own_corners_lose_where_one_of_them_must_move():
    told = proved(Board("ecke", "EWa1Wg1vb3vd3vf3"), "black wins")
    assert str(told.claim) == "black wins within 6"


@pytest.mark.long
def test_replies_that_a_short_look_leaves_open_are_looked_at_for_longer(monkeypatch):
    monkeypatch.setattr(closing, "LITTLE", 1)
    check(proved(Board("contra", size="3"), "black never wins"))


@pytest.mark.long
@pytest.mark.parametrize("colour", ["white", "black"])
def test_four_by_four_is_a_draw(colour):
    check(prove(Board("contra", size="4"), read_claim(f"{colour} never wins"), 256))


@pytest.mark.long
@pytest.mark.parametrize("colour", ["white", "black"])
def test_two_dice_each_that_draw(colour):
    check(prove(Board("contra", "CWf1Wg1va7vb7"), read_claim(f"{colour} never wins"), 512))


def never_wins(board, attacker):
    """Whether a player can be kept from winning for ever, by all positions that can arise."""
    rules, barred = plain_rules("contra", board.options), set()
    before = board.copy()
    while before.ply:           # of two occurrences the second is a draw
        before.pop()
        barred.add(rules.Position(*before.state))
    root = rules.Position(*board.state)
    following, todo = {}, [root]
    while todo:
        p = todo.pop()
        if p not in following:
            ended = rules.outcome(p) or p in barred
            following[p] = [] if ended else [rules.apply(p, move) for move in moves_of(rules, p)]
            todo += following[p]
    won, more = set(), True
    while more:
        more = [p for p, after in following.items() if p not in won and (
            rules.outcome(p) == 1 + attacker
            or after and (any if p.side == attacker else all)(q in won for q in after))]
        won.update(more)
    return root not in won


@pytest.mark.parametrize("trusting", ["as it is", "for ever"])
@given(seed=st.integers(0, 1 << 32))
@settings(max_examples=40, deadline=None)
def test_players_never_win_where_all_positions_say_so(trusting, seed):
    """After random moves on 3 x 3 squares, where what was on the board before is a draw; and even
    if the search says of each of these positions that nobody wins."""
    with pytest.MonkeyPatch.context() as patched:
        if trusting == "for ever":
            patched.setattr(ProofNumbers, "forces", lambda *asked, **how: -1)
        check_all_claims(seed)


def test_a_first_move_that_draws_needs_no_reply():
    """Where b3a3 leads was on the board twice; from there Black would win."""
    moves = ["c1c2", "a3a2", "a1a2", "b3a3", "b1c1", "c3b3", "c1b1", "b3c3", "b1a1", "a3b3", "a1b1"]
    board = after("contra", None, *moves, size="3", no_progress=0)
    with pytest.raises(FalseClaimError):
        proved(Board("contra", board.position(), size="3"), "black never wins")
    check(proved(board, "black never wins"))


def check_all_claims(seed):
    choose, board = random.Random(seed), Board("contra", size="3", repetition=2, no_progress=0)
    for _ in range(choose.randrange(4, 30)):
        board.push(choose.choice(list(board.legal_moves)))
        if board.is_game_over():
            board.pop()
    for attacker, colour in enumerate(("white", "black")):
        if never_wins(board, attacker):
            check(proved(board, f"{colour} never wins"))
        else:
            with pytest.raises(FalseClaimError, match=f"{colour} can force a win"):
                proved(board, f"{colour} never wins")


def test_what_only_lack_of_progress_prevents_is_true_without_a_certificate():
    board = Board("contra", "CWa1vg7", no_progress=1)
    with pytest.raises(RefusedError, match="it is true, but no certificate can hold it"):
        proved(board, "white never wins")


@pytest.mark.parametrize(("board", "claim", "sentence"), [
    (Board("contra", "CWa1vg7"), "white wins within 13", "no forced win within 13"),
    (Board("contra", "CWa1vg7"), "white never wins", "white can force a win"),
    (Board("contra", "CWa1vg7"), "black wins", "black cannot force a win"),
    (Board("contra", "CWa7vg2"), "white wins", "the game is over"),
])
def test_false_claims_are_told_so(board, claim, sentence):
    with pytest.raises(FalseClaimError, match=sentence):
        proved(board, claim)


@pytest.mark.parametrize(("claim", "false", "contrary"), [
    ("white wins within 13", "no forced win within 13", r"no win for white within 13"),
    ("no win for white within 200", "white wins within 15", r"white wins within 15"),
    ("white never wins", "white can force a win", r"white wins within (1[5-9]|2\d)"),
    ("black wins", "black cannot force a win", r"black never wins")])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_contrary_of_a_false_claim_is_proved_if_it_is_asked_for(claim, false, contrary,
                                                                    threads):
    work = Proving(Board("contra", "CWa1vg7"), read_claim(claim), 8, threads=threads, either=True)
    told = work.run()
    assert re.fullmatch(contrary, str(told.claim))
    assert false in str(work.false)
    check(told)


def test_a_win_that_the_search_has_missed_comes_to_light(monkeypatch):
    monkeypatch.setattr(ProofNumbers, "forces", lambda *asked, **how: -1)
    work = Proving(Board("contra", "CWa1vg7"), read_claim("white never wins"), 8, either=True)
    told = work.run()
    assert str(work.false) == "white can force a win"
    assert told.claim.wins
    check(told)


def test_a_win_is_searched_for_once(monkeypatch):
    monkeypatch.setattr(ProofNumbers, "wins", None)
    work = Proving(Board("contra", "CWc1Wg1va7ve7"), read_claim("white never wins"), 64,
                   either=True)
    check(work.run())
    assert str(work.false) == "white can force a win"


def test_a_win_is_searched_for_again_if_lack_of_progress_may_prevent_it(monkeypatch):
    """Here it does not, though what the first search has found does not show it."""
    tried = []

    class Hasty(Descent):
        def __init__(self, solver, numbers, patience=None):
            super().__init__(solver, numbers, patience)
            tried.append(patience)

        def entries(self):
            if len(tried) == 1:
                raise RefusedError("too many moves without progress")
            return super().entries()
    monkeypatch.setattr(proving, "Descent", Hasty)
    work = Proving(Board("contra", "CWa1vg7"), read_claim("white never wins"), 8, either=True)
    check(work.run())
    assert tried == [0, None]


def test_a_claim_that_is_true_has_no_contrary():
    work = Proving(Board("contra", "CWa1vg7"), read_claim("white wins"), 1, either=True)
    assert str(work.run().claim) == "white wins within 15"
    assert work.false is None


def test_no_search_looks_further_than_it_can():
    with pytest.raises(ValueError, match="no search looks further ahead than 255 plies"):
        proved(Board("contra"), "no win for white within 256")


@pytest.mark.parametrize("game", ["pur", "contra", "ecke", "duell", "echek"])
def test_claims_near_the_draws_are_proved_as_boards_say(game):
    """With what was played before, repetition and lack of progress."""
    for repetition, no_progress in [(2, 0), (3, 3)]:
        boards = list(near(game, {}, repetition, no_progress))[:3]
        for board in boards:
            for attacker, name in enumerate(("white", "black")):
                truth = shortest(board, 2, attacker)
                claim = f"no win for {name} within 2" if truth < 0 else (
                    f"{name} wins within {truth}")
                try:
                    check(proved(board, claim))
                except RefusedError as error:
                    assert "no certificate can hold it" in str(error)


def test_a_stopped_proof_says_how_far_it_has_come():
    work = Proving(after("contra", None, "d1d2"), read_claim("no win for black within 40"), 1)
    seen = []

    def report(text, nodes):
        seen.append(text)
        if nodes > 10_000:
            work.stop()
    work._report = report
    with pytest.raises(StoppedError, match="stopped; so far it is known: no win for black within"):
        work.run()
    depths = [int(text.split()[-2]) for text in seen if text.startswith("full width, within")]
    assert depths and depths == sorted(depths) and depths[-1] <= 40
