"""Wins that proof numbers have found are written down so that bounds descend (descending.py)."""
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein import Board
from eckstein.kernel.specialise import specialise
from eckstein.lab.proofs import proving
from eckstein.lab.proofs.certificate import Certificate, RefusedError
from eckstein.lab.proofs.checking import check
from eckstein.lab.proofs.claims import Claim, read_claim
from eckstein.lab.proofs.descending import Descent
from eckstein.lab.proofs.full_width import CutShortError, FullWidth
from eckstein.lab.proofs.proof_numbers import ProofNumbers
from eckstein.lab.proofs.proving import FalseClaimError, prove

from ..helpers import after, in_games
from ..search.test_bounded import near, shortest

TIGHT = 1 << 14             # numbers of a table in which little can be kept
TWO_DICE = "CWc1Wg1va7ve7"  # White wins in 17 plies
GAMES = ["pur", "contra", "ecke", "duell", "echek"]


class Told:
    """What proof numbers say of a board, and what is written down of it."""

    def __init__(self, board, attacker, tight=False):
        options = {name: value for name, value in board.options.items()
                   if name not in ("repetition", "no_progress")}
        self.board, self.attacker = board, attacker
        self.solver = FullWidth(specialise("search.play.bounded", board.game, **options), board,
                                attacker, 1)
        self.numbers = ProofNumbers(specialise("search.play.proof", board.game, **options), board,
                                    attacker, 1)
        if tight:
            self.numbers.table = self.numbers.search.array(TIGHT)

    def wins(self):
        return self.numbers.wins() == 1

    def certificate(self):
        return self.written(*Descent(self.solver, self.numbers).entries())

    def written(self, plies, entries):
        first = self.board.copy()
        while first.ply:
            first.pop()
        return Certificate(self.board.game, self.board.options, tuple(map(int, first.state)),
                           [int(move) for move in self.board.move_stack],
                           Claim(self.attacker, True, plies), entries)


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
def test_a_win_that_is_long_in_coming_is_written_from_proof_numbers(threads, monkeypatch):
    monkeypatch.setattr(proving, "FIRST", 1000)
    monkeypatch.setattr(proving, "SHORTER", 1)
    told = prove(Board("contra", TWO_DICE), read_claim("white wins"), 64, threads=threads)
    assert told.claim.within >= 17
    check(told)


@pytest.mark.parametrize(("game", "position", "attacker", "tight"), [
    ("contra", "cDd6Pa1ue7", 1, False), ("contra", "cDd6Pa1ue7", 1, True),
    ("duell", "DZc1zc5Mc8", 0, False), ("duell", "dZi7zg8Ki8", 1, False),
    ("ecke", "EWa1Wg1vb3vd3vf3", 1, False)])
def test_either_player_may_be_to_move(game, position, attacker, tight):
    told = Told(Board(game, position), attacker, tight)
    assert told.wins()
    check(told.certificate())


@pytest.mark.long
def test_no_certificate_holds_moves_that_come_back():
    """If what is won is called the nearer the longer it takes, moves lead round in circles, and
    none of them is ever settled without a second try."""
    told = Told(Board("contra", "CWb1va4vc4", size="4"), 1)
    assert told.wins()
    search, table = told.numbers.search, told.numbers.table
    for i in range(0, len(table), 2):
        data = int(table[i + 1])
        if data and data & search.LAST_CODE == 0:
            length = data >> search.CODE & search.MOST
            table[i + 1] = data + (1000 - 2 * length << search.CODE)
            table[i] = int(table[i]) ^ data ^ int(table[i + 1])
    descent = Descent(told.solver, told.numbers)
    plies, entries = descent.entries()
    check(told.written(plies, entries))
    assert descent.waited


@given(st.integers(0, 1 << 32))
@settings(max_examples=20, deadline=None)
@pytest.mark.long
def test_wins_on_small_boards_are_written_with_what_came_before(seed):
    """After random moves, where what was on the board before is a draw."""
    choose = random.Random(seed)
    board = Board("contra", size="4", repetition=2, no_progress=choose.choice([0, 5, 9, 30]))
    for _ in range(choose.randrange(8, 40)):
        board.push(choose.choice(list(board.legal_moves)))
        if board.is_game_over():
            board.pop()
    for attacker in range(2):
        told = Told(board, attacker, tight=choose.random() < 0.5)
        if told.wins():
            try:
                check(told.certificate())
            except RefusedError as error:
                assert board.options["no_progress"] and "no certificate can hold it" in str(error)


@given(st.integers(0, 1 << 32))
@settings(max_examples=40, deadline=None)
@pytest.mark.long
def test_who_never_wins_is_found_though_lack_of_progress_is_near(seed):
    """The first search counts no moves without progress, and a search that does decides."""
    choose = random.Random(seed)
    board = Board("contra", size="4", repetition=2, no_progress=choose.choice([2, 3, 5, 9]))
    for _ in range(choose.randrange(8, 40)):
        board.push(choose.choice(list(board.legal_moves)))
        if board.is_game_over():
            board.pop()
    for attacker, name in enumerate(("white", "black")):
        wins = Told(board, attacker).wins()
        try:
            told = prove(board, read_claim(f"{name} never wins"), 1)
        except FalseClaimError:
            assert wins
        except RefusedError as error:
            assert not wins and "no certificate can hold it" in str(error)
        else:
            assert not wins
            check(told)


@in_games("contra", "duell")
def test_wins_near_the_draws_are_written_down(game):
    written = 0
    for repetition, no_progress in [(2, 0), (3, 4)]:
        for board in list(near(game, {}, repetition, no_progress))[:12]:
            for attacker in range(2):
                if shortest(board, 2, attacker) > 0:
                    told = Told(board, attacker)
                    assert told.wins()
                    check(told.certificate())
                    written += 1
    assert written


def test_too_few_moves_without_progress_are_left():
    """King and die win in three moves at least, of which none is progress."""
    board = Board("duell", "DZe6zi1", no_progress=4)
    told = Told(board, 0)
    assert told.wins()
    check(told.certificate())
    later = after("duell", board.position(), "E6-E5", "I1-I2", no_progress=4)
    assert not Told(later, 0).wins()


def test_it_ends_when_it_is_stopped():
    told = Told(Board("contra", TWO_DICE), 0)
    assert told.wins()
    told.numbers.team.stop()
    with pytest.raises(CutShortError):
        told.certificate()


def test_what_is_not_won_is_not_written(monkeypatch):
    monkeypatch.setattr(proving, "SHORTER", 1)
    with pytest.raises(FalseClaimError, match="black cannot force a win"):
        prove(Board("contra", TWO_DICE), read_claim("black wins"), 64)
