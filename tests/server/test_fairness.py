"""The judge of `bench.clubs.weekend` finds what is unfair."""
import pytest
from bench.clubs.fairness import misreported, unfair


def told(kind, *rounds):
    """A tournament whose rounds are pairs, with those that sit out or have byes."""
    return {"kind": kind, "paired": [
        {"games": [{"white": white, "black": black} for white, black in pairs],
         "out": out if kind == "club" else [], "byes": out if kind == "swiss" else []}
        for pairs, out in rounds]}


@pytest.mark.parametrize(("kind", "rounds", "found"), [
    ("club", [([(1, 2)], [3]), ([(3, 1)], [2]), ([(2, 3)], [1])], []),
    ("club", [([(1, 2)], [3]), ([(2, 1)], [3])],
     ["round 2: 3 sits out again, but [1, 2] never did"]),
    ("club", [([(1, 2), (3, 4)], []), ([(2, 1), (4, 3)], [])],
     ["round 2: [(2, 1), (4, 3)] play each other again"]),
    ("club", [([(1, 2)], []), ([(2, 1)], [])], []),         # there is nobody else
    ("club", [([(1, 2), (3, 4)], []), ([(1, 4), (2, 3)], [])],
     ["round 2: 1 has White against 4"]),
    ("swiss", [([(1, 2)], [3]), ([(3, 1)], [2])], []),
    ("swiss", [([(1, 2)], [3]), ([(2, 1)], [3])],
     ["[1, 2] met 2 times", "players without an opponent twice: Counter({3: 2})"]),
    ("swiss", [([(1, number)], []) for number in (2, 3, 4)], ["round 3: colours are off: {1: 3}"])])
def test_what_is_unfair_is_found(kind, rounds, found):
    assert [*unfair(told(kind, *rounds))] == found


def line(start, name, points, result):
    return f"001 {start:4}      {name:33}{'':33}{points:4} {1:4}  {result}"


@pytest.mark.parametrize(("lines", "wrong"), [
    ([line(1, "Ann", 1.0, "   2 w 1"), line(2, "Ben", 0.0, "   1 b 0")], 0),
    ([line(1, "Ann", 0.5, "   2 w 1"), line(2, "Ben", 0.0, "   1 b 0")], 2),
    ([line(1, "Ann", 1.0, "   2 w 1"), line(2, "Ben", 0.0, "   1 w 0")], 2)])
def test_a_report_that_does_not_fit_is_found(lines, wrong):
    standing = {"standings": [{"player": 1, "points": 1.0}, {"player": 2, "points": 0.0}],
                "players": [{"name": "Ann", "number": 1}, {"name": "Ben", "number": 2}]}
    assert len([*misreported(standing, "\n".join(lines))]) == wrong
