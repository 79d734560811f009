"""Every comparison of the checker has a certificate that only it refuses, or that only it accepts.

Certificates are written by hand, for walks through drawings (walks.py); then the checker gets one
fault after another (faults.py), and each must make it judge one of them otherwise.
"""
from unittest.mock import patch

import pytest

from eckstein.lab.proofs import checking
from eckstein.lab.proofs.certificate import RefusedError

from .faults import faults, faulty
from .walks import Position, Walks, certificate

# White goes to b and, whatever Black does, to f or g, from where Black can only lose.
WON = {"A": "b", "b": "C D", "C": "e", "D": "e", "e": "1-0"}
WIN = {"A": "b 3 0", "C": "e 1 2", "D": "e 1 2"}
# A loop in which Black keeps White from e, where he would have won.
HELD = {"A": "b c", "b": "D C", "c": "D", "C": "e", "D": "b c", "e": "1-0"}
HOLD = {"b": "D - 0", "c": "D - 0"}
LATE = {"A": "b", "b": "C", "C": "d", "d": "E", "E": "f", "f": "1-0"}
SLOW = {"b": "C 3 0", "d": "E 1 0"}
# To go to and fro, or on.
ROUND = {"A": "b", "b": "A C", "C": "d", "d": "1-0"}
LOST = {"A": "b", "b": "C", "C": "1-0"}             # by Black's own last move
BLACK = {"a": "B", "B": "c d", "c": "E", "d": "E", "E": "0-1"}


def case(good, drawing, claim, walk, entries, start=None, **counts):
    """Whether a certificate is to be accepted, and how it is written; see `certificate`."""
    told = certificate(claim, walk, entries, **counts)
    return good, drawing, told if start is None else told._replace(start=start)


CASES = {
    # The claim, and the bounds.
    "a win": case(True, WON, "white wins within 3", "A", WIN),
    "a win of Black": case(True, BLACK, "black wins within 3", "a",
                           {"a": "B 3 0", "c": "E 1 0", "d": "E 1 0"}),
    "a win without a number": case(True, WON, "white wins", "A", WIN),
    "a win within more": case(True, WON, "white wins within 4", "A", WIN),
    "a win within fewer": case(False, WON, "white wins within 2", "A", WIN),
    "a win of the wrong player": case(False, WON, "black wins within 3", "A", WIN),
    "a win with the other to move": case(True, WON, "white wins within 2", "Ab", WIN),
    "a win too late with the other to move": case(False, WON, "white wins within 1", "Ab", WIN),
    "one reply has no entry": case(False, WON, "white wins within 3", "A",
                                   {"A": "b 3 0", "C": "e 1 2"}),
    "no entry for the root": case(False, WON, "white wins within 3", "A", {"C": "e 1 2"}),
    "a bound that does not fall by 2": case(False, WON, "white wins within 3", "A",
                                            WIN | {"C": "e 2 2"}),
    "a bound that falls by more": case(True, WON, "white wins within 5", "A", WIN | {"A": "b 5 0"}),
    "a bound that goes round": case(False, ROUND, "white wins within 9", "A",
                                    {"A": "b 3 0", "C": "d 1 2"}),
    "no bound": case(False, WON, "white wins", "A", WIN | {"C": "e - 2"}),
    "no bound, and none above it": case(False, WON, "white wins", "A",
                                        {"A": "b - 0", "C": "e - 0", "D": "e - 0"}),
    "a bound of 0": case(False, WON, "white wins within 3", "A", WIN | {"D": "e 0 2"}),
    "the other's last move loses": case(True, LOST, "white wins within 2", "A", {"A": "b 2 0"}),
    "White's last move loses": case(
        True, {"a": "B", "B": "c", "c": "0-1"}, "black wins within 2", "a", {"a": "B 2 0"}),
    "it loses a ply later": case(False, LOST, "white wins within 1", "A", {"A": "b 1 0"}),
    "a reply that wins for the other": case(
        False, WON | {"D": "0-1"}, "white wins within 3", "A", WIN | {"D": "e 1 2"}),
    "a reply that draws": case(False, WON | {"D": "draw"}, "white wins within 3", "A",
                               {"A": "b 3 0", "C": "e 1 2"}),
    # Entries that prove nothing.
    "an entry of the other player": case(False, WON | {"b": "C D e"}, "white wins within 3", "A",
                                         WIN | {"b": "C 9 0"}),
    "an entry of the other player alone": case(
        False, {"A": "b", "b": "C D", "C": "1-0", "D": "1-0", "x": "Y", "Y": "1-0"},
        "white wins within 2", "A", {"A": "b 2 0", "x": "Y 1 0"}),
    "an entry where the game is over": case(
        False, WON | {"F": "1-0 e"}, "white wins within 3", "A", WIN | {"F": "e 1 0"}),
    "a move that is not legal": case(False, WON, "white wins within 3", "A",
                                     WIN | {"A": "e 3 0"}),
    "a move that ends the game otherwise": case(
        False, WON | {"C": "e x", "x": "draw"}, "white wins within 3", "A", WIN | {"C": "x 1 2"}),
    "a move that loses": case(
        False, WON | {"C": "e x", "x": "0-1"}, "white wins within 3", "A", WIN | {"C": "x 1 2"}),
    # No win within so many plies.
    "no win": case(True, LATE, "no win for white within 4", "A", SLOW),
    "no win of Black": case(
        True, {"a": "B", "B": "c", "c": "D", "D": "0-1"}, "no win for black within 2", "a",
        {"B": "c 1 0"}),
    "no win within fewer": case(True, LATE, "no win for white within 3", "A", SLOW),
    "no win within 1": case(True, LATE, "no win for white within 1", "A", {}),
    "no win within 2 without an entry": case(False, LATE, "no win for white within 2", "A", {}),
    "no win where there is one": case(False, LATE, "no win for white within 5", "A",
                                      {"b": "C 4 0", "d": "E 2 0"}),
    "no win, an entry too few": case(False, LATE, "no win for white within 4", "A",
                                     {"b": "C 3 0"}),
    "no win, a bound that falls by more": case(False, LATE, "no win for white within 4", "A",
                                               {"b": "C 3 0", "d": "E 0 0"}),
    "no win with Black to move": case(True, LATE, "no win for white within 3", "Ab", SLOW),
    "no win, and too late with Black to move": case(False, LATE, "no win for white within 4", "Ab",
                                                    {"b": "C 3 0", "d": "E 2 0"}),
    "a move after which he wins at once": case(
        False, {"A": "b", "b": "C", "C": "d", "d": "1-0"}, "no win for white within 3", "A",
        {"b": "C 2 0"}),
    "a move that takes the defender's own win": case(
        True, {"A": "b", "b": "C", "C": "0-1"}, "no win for white within 9", "A", {"b": "C 8 0"}),
    "a move that draws": case(
        True, {"A": "b", "b": "C", "C": "draw"}, "no win for white within 9", "A",
        {"b": "C 8 0"}),
    "a move that loses at once": case(
        False, {"A": "b", "b": "C D", "C": "1-0", "D": "draw"}, "no win for white within 9", "A",
        {"b": "C 8 0"}),
    "an attacker's move that draws": case(
        True, {"A": "b", "b": "draw"}, "no win for white within 9", "A", {}),
    "an attacker's move that loses": case(
        True, {"A": "b", "b": "0-1"}, "white never wins", "A", {}),
    "an attacker's move that wins": case(
        False, {"A": "b", "b": "1-0"}, "white never wins", "A", {}),
    "an attacker who wins in the last ply": case(
        False, {"A": "b", "b": "1-0"}, "no win for white within 1", "A", {}),
    # Never.
    "never": case(True, HELD, "white never wins", "A", HOLD),
    "never, as long as is asked": case(True, HELD, "no win for white within 9999", "A", HOLD),
    "never, and an entry too few": case(False, HELD, "white never wins", "A", {"b": "D - 0"}),
    "never, and a bound": case(False, HELD, "white never wins", "A", HOLD | {"c": "D 99 0"}),
    "never, and a move that lets him": case(False, HELD, "white never wins", "A",
                                            HOLD | {"b": "C - 0"}),
    "never, with Black to move": case(True, HELD, "white never wins", "Ab", HOLD),
    # The first position, and the history.
    "a first position that is none": case(False, WON | {"A": "? b"}, "white wins within 3", "A",
                                          WIN),
    "a first position in another form": case(False, WON, "white wins within 2", "b", WIN,
                                             start=Position(1, ord("b"), 1)),
    "a history": case(True, WON, "white wins within 1", "AbC", {"C": "e 1 2"}),
    "a history that is not legal": case(False, WON, "white wins within 3", "eA", WIN),
    "a history with a leap": case(False, WON, "white wins within 1", "AC", {"C": "e 1 2"}),
    "a history after a draw by repetition": case(
        False, ROUND, "white wins within 1", "AbAbC", {"C": "d 1 0"}, repetition=2),
    "a history before the draw": case(
        True, ROUND, "white wins within 1", "AbAbC", {"C": "d 1 0"}, repetition=3),
    "a history after a draw by lack of progress": case(
        False, ROUND, "white wins within 1", "AbAbC", {"C": "d 1 4"}, no_progress=3),
    "a history that goes on where the game is over": case(
        False, {"A": "b", "b": "1-0 C", "C": "d", "d": "1-0"}, "white wins within 1", "AbC",
        {"C": "d 1 0"}),
    "a game that is over": case(False, WON, "white never wins", "AbCe", {}),
    "a game that is drawn": case(False, HELD | {"D": "b c"}, "white never wins", "AbDb", HOLD,
                                 repetition=2),
    # Repetition.
    "a win by a position that was there once": case(
        True, ROUND | {"b": "A C", "A": "b f", "f": "C"}, "white wins within 3", "AbA",
        {"A": "f 3 0", "C": "d 1 0"}, repetition=3),
    "a win by a position that is barred": case(
        False, ROUND | {"b": "A C", "A": "b f", "f": "C A"}, "white wins within 3", "AfAfAbC"[:5],
        {"A": "f 3 0", "C": "d 1 0"}, repetition=3),
    "a barred position after the move": case(
        False, {"A": "b f", "b": "A C", "C": "d", "d": "1-0", "f": "A"}, "white wins within 3",
        "AbA", {"A": "b 3 0", "C": "d 1 0"}, repetition=2),
    "a barred position after the reply": case(
        False, {"A": "b", "b": "C", "C": "d e", "d": "A", "e": "1-0"}, "white wins within 3",
        "CdA", {"A": "b 3 0", "C": "e 1 0"}, repetition=2),
    "it is not barred where repetition is no draw": case(
        True, {"A": "b", "b": "C", "C": "d e", "d": "A", "e": "1-0"}, "white wins within 3",
        "CdA", {"A": "b 3 0", "C": "e 1 0"}, repetition=0),
    "it is not barred where a third time is the draw": case(
        True, {"A": "b", "b": "C", "C": "d e", "d": "A", "e": "1-0"}, "white wins within 3",
        "CdA", {"A": "b 3 0", "C": "e 1 0"}, repetition=3),
    "a barred position is a draw": case(
        True, {"A": "b", "b": "C", "C": "d e", "d": "A", "e": "1-0"}, "white never wins", "CdA",
        {"b": "C - 0"}, repetition=2),
    "a barred position after the attacker's move is a draw": case(
        True, {"A": "b", "b": "C", "C": "b"}, "white never wins", "AbC", {}, repetition=2),
    "it is none the first time": case(
        False, {"A": "b", "b": "C", "C": "d e", "d": "A", "e": "1-0"}, "white never wins", "CdA",
        {"b": "C - 0"}, repetition=3),
    # Lack of progress.
    "a win before the draw": case(True, WON, "white wins within 3", "A", WIN, no_progress=3),
    "a win after the draw": case(False, WON, "white wins within 3", "A", WIN, no_progress=2),
    "an allowance that is too small": case(False, WON, "white wins within 3", "A",
                                           WIN | {"C": "e 1 1"}, no_progress=3),
    "an allowance that is larger": case(True, WON, "white wins within 3", "A",
                                        WIN | {"C": "e 1 3"}, no_progress=9),
    "an allowance with which it is a draw": case(
        False, WON | {"C": "x", "x": "E", "E": "y", "y": "1-0"}, "white wins within 5", "A",
        {"A": "b 5 0", "C": "x 3 2", "D": "e 1 2", "E": "y 1 4"}, no_progress=4),
    "a win at the last moment": case(
        True, WON | {"C": "x", "x": "E", "E": "y", "y": "1-0"}, "white wins within 5", "A",
        {"A": "b 5 0", "C": "x 3 2", "D": "e 1 2", "E": "y 1 4"}, no_progress=5),
    "progress begins anew": case(
        True, WON | {"b": "C! D"}, "white wins within 3", "A", WIN | {"C": "e 1 0"},
        no_progress=3),
    "the root's own moves without progress": case(
        False, WON | {"x": "A"}, "white wins within 3", "xA", WIN, no_progress=9),
    "they are allowed": case(
        True, WON | {"x": "A"}, "white wins within 3", "xA",
        {"A": "b 3 1", "C": "e 1 3", "D": "e 1 3"}, no_progress=9),
    "with the other to move": case(
        False, WON, "white wins within 2", "Ab", {"C": "e 1 1", "D": "e 1 1"}, no_progress=9),
    "where none is counted no allowance matters": case(
        True, WON | {"x": "A"}, "white wins within 3", "xA",
        {"A": "b 3 0", "C": "e 1 0", "D": "e 1 0"}, no_progress=0),
    "lack of progress draws after the attacker's move": case(
        True, LATE, "no win for white within 9", "A", {"b": "C 8 1"}, no_progress=3),
    "and after the defender's": case(
        True, LATE, "no win for white within 9", "A", {"b": "C 8 1"}, no_progress=2),
    "an allowance that is not reached": case(
        False, LATE, "no win for white within 9", "A", {"b": "C 8 2"}, no_progress=3),
    "an allowance that is reached": case(
        True, LATE, "no win for white within 9", "A", {"b": "C 8 1"}, no_progress=2),
    "more moves than the allowance": case(
        True, LATE | {"x": "A"}, "no win for white within 9", "xA", {"b": "C 8 1"},
        no_progress=2),
    "progress that takes the draw away": case(
        False, LATE | {"A": "b!"}, "no win for white within 9", "A", {"b": "C 8 1"},
        no_progress=2),
}


def judged(checker, drawing, told):
    """Whether a checker accepts it, and what it has reported; None if it breaks down."""
    reports = []
    with (patch.object(checker, "plain_rules", lambda game, options: Walks(drawing)),
          patch.object(checker, "OPENED", 2)):
        try:
            checker.check(told, reports.append)
        except RefusedError as error:
            return None if "cannot read" in str(error) else (False, reports)
        except Exception:
            return None
    return True, reports


@pytest.mark.parametrize(("good", "drawing", "told"), CASES.values(), ids=CASES)
def test_a_certificate_is_accepted_just_where_its_claim_follows(good, drawing, told):
    assert judged(checking, drawing, told)[0] is good


@pytest.mark.parametrize(("node", "other"), [
    pytest.param(node, other, id=what) for what, node, other in faults()])
def test_each_fault_of_the_checker_is_noticed(node, other):
    checker = faulty(node, other)
    assert any(judged(checker, drawing, told) != judged(checking, drawing, told)
               for _, drawing, told in CASES.values())
