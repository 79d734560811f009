"""Ratings as a fold over results: what each rule of rating does, and what always holds."""
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein.server.game import fold as fold_module
from eckstein.server.game.clocks import DAY
from eckstein.server.game.fold import Fold, Player, folded
from eckstein.server.game.glicko import Rating, Result, rate
from eckstein.server.game.rating_rules import NEWEST, VERSIONS
from eckstein.server.game.results import UNKNOWN, Row, Side

PLAIN = VERSIONS[1]
POOL = "contra", "blitz"
LEVEL = Rating(1500, 50)


def row(seq, white, black, winner="white", at=None, **more):
    """A result; sides of a level or an unknown player have its strength."""
    at = seq * DAY if at is None else at
    sides = [one if isinstance(one, Side) else Side(one, LEVEL, 20) for one in (white, black)]
    return Row(seq, f"g{seq}", *POOL, *sides, winner, more.pop("how", "played"),
               more.pop("began", at), at, more.pop("version", 1), **more)


def ratings(fold):
    return {key[0]: (one.rating, one.at, one.games) for key, one in fold.players.items()}


def after(rules, *rows, **players):
    """How players stand after results, by some rules, who stood otherwise before."""
    known = {(name, *POOL): Player(rating, 0, 40, links=9) for name, rating in players.items()}
    fold = Fold(known, {1: rules})
    for one in rows:
        fold.take(one)
    return {key[0]: one for key, one in fold.players.items()}


def test_by_plain_rules_a_game_is_glicko_2_against_the_strength_of_then():
    fold = folded([row(0, "a", "b"), row(5, "a", "b", "drawn")])
    first = rate(Rating(), [Result(Rating(), 1.0)], 0.0), rate(Rating(), [Result(Rating(), 0.0)],
                                                               0.0)
    one, other = (Player(rating, 0, 1) for rating in first)
    assert fold.players["a", *POOL].rating == rate(
        one.rating, [Result(other.now(5 * DAY), 0.5)], 1.0)


@pytest.mark.parametrize("more", [
    {"how": "aborted", "winner": "none"}, {"how": "adjudicated"}, {"mixed": True},
    {"white": Side("a", LEVEL, 2)}, {"black": Side("b", LEVEL, 2)}])
def test_what_does_not_count_changes_nothing(more):
    assert not folded([row(1, **{"white": "a", "black": "b"} | more)]).players


@pytest.mark.parametrize("how", ["played", "resigned", "time", "agreed", "deserted"])
def test_other_ends_count_however_they_come(how):
    assert len(folded([row(1, "a", "b", how=how)]).players) == 2


def test_an_unknown_player_and_a_level_are_no_players():
    fold = folded([row(1, "a", Side(UNKNOWN, LEVEL, 9)), row(2, "level:4", "a")])
    assert [key[0] for key in fold.players] == ["a"]
    assert fold.players["a", *POOL].links == 1 and not fold.players["a", *POOL].met


def test_of_games_against_levels_that_begin_within_a_day_so_many_count():
    rows = [row(number, "a", "level:4", at=DAY, began=DAY - 9) for number in range(20)]
    rows += [row(20, "a", "level:5", at=2 * DAY, began=2 * DAY - 10),
             row(21, "a", "level:5", at=2 * DAY, began=2 * DAY - 8)]
    assert folded(rows).players["a", *POOL].games == PLAIN.levels + 1


def test_an_imported_result_changes_what_it_says():
    stored = Rating(1234.5, 99, 0.05)
    fold = folded([row(1, Side("a", Rating(), 0, stored), Side(UNKNOWN, Rating()), "none",
                       version=0)])
    assert ratings(fold) == {"a": (stored, DAY, 1)}


# The rules of the newest version, one by one.

SURE, GUESS = Rating(1500, 60), Rating(1500, 200)
NEW = VERSIONS[NEWEST]


@pytest.mark.parametrize(("deviation", "weight"), [(200, 0.1), (110, 0.1), (92.5, 0.5), (75, 1.0),
                                                   (60, 1.0)])
def test_a_game_weighs_by_how_much_is_known_of_the_opponent(deviation, weight):
    rules = replace(PLAIN, stranger=0.1)
    found = after(rules, row(0, "a", "b"), a=SURE, b=Rating(1500, deviation))
    assert found["a"].rating == rate(SURE, [Result(Rating(1500, deviation), 1.0)], 0.0, weight)
    assert found["b"].rating == rate(Rating(1500, deviation), [Result(SURE, 0.0)], 0.0)


def test_a_stranger_weighs_little_however_sure_his_rating_is():
    rules = replace(PLAIN, stranger=0.1)
    known = {("a", *POOL): Player(SURE, 0, 40, links=5), ("b", *POOL): Player(SURE, 0, 40)}
    fold = Fold(known, {1: rules})
    fold.take(row(0, "a", "b"))
    assert known["a", *POOL].rating == rate(SURE, [Result(SURE, 1.0)], 0.0, 0.1)


def test_games_with_levels_or_with_the_linked_link_and_long_service_does():
    one = Player(SURE, 0, 40, links=4)
    assert not one.is_linked(NEW, 0)
    found = after(NEW, row(0, "b", "level:3"), *(row(seq, "b", "a") for seq in range(1, 5)),
                  a=SURE)["b"]
    assert found.links == 5 and found.is_linked(NEW, DAY) and found.known == ("a",)
    served = Player(SURE, 0, 30, 0, met=tuple("abcdefghij"))
    assert served.is_linked(NEW, 30 * DAY) and not served.is_linked(NEW, 30 * DAY - 1)
    assert not Player(SURE, 0, 29, 0, met=served.met).is_linked(NEW, 30 * DAY)
    assert not Player(SURE, 0, 30, 0, met=served.met[:9]).is_linked(NEW, 30 * DAY)


def test_a_guess_links_nobody():
    found = after(NEW, row(0, "b", "a"), a=GUESS)["b"]
    assert (found.links, found.met, found.known) == (0, ("a",), ())


def test_repeated_games_with_one_opponent_weigh_less_and_less():
    rules = replace(PLAIN, half=2)
    players = {("a", *POOL): Player(SURE, 0, 40, links=9), ("b", *POOL): Player(SURE, 0, 40,
                                                                               links=9)}
    fold = Fold(players, {1: rules})
    for seq in range(3):
        one, other = (players[name, *POOL].rating for name in "ab")
        fold.take(row(seq, "a", "b", at=0))
        assert players["a", *POOL].rating == rate(one, [Result(other, 1.0)], 0.0, 0.5 ** (seq / 2))
    # A month later they weigh as before; and levels always do.
    one, other = (players[name, *POOL] for name in "ab")
    due = rate(one.rating, [Result(other.now(30 * DAY), 1.0)], 6.0)
    fold.take(row(9, "a", "b", at=30 * DAY))
    assert one.rating == due
    for seq in range(10, 14):
        due = rate(one.rating, [Result(LEVEL, 1.0)], one.periods(32 * DAY))
        fold.take(row(seq, "a", "level:4", at=32 * DAY))
        assert one.rating == due


def test_one_opponent_gives_so_many_points_within_a_month():
    rules = replace(PLAIN, most=80)
    players = {("a", *POOL): Player(SURE, 0, 40), ("b", *POOL): Player(SURE, 0, 40)}
    fold = Fold(players, {1: rules})
    for seq in range(60):
        players["b", *POOL].rating = SURE       # who wins it back elsewhere, each time
        fold.take(row(seq, "a", "b", at=0))
    assert players["a", *POOL].rating.points == pytest.approx(1580)
    fold.take(row(99, "a", "b", "black", at=0))
    lost = 1580 - players["a", *POOL].rating.points
    for seq in range(100, 120):
        fold.take(row(seq, "a", "b", at=0))
    assert lost > 0 and players["a", *POOL].rating.points == pytest.approx(1580)
    fold.take(row(120, "a", "b", at=30 * DAY))
    assert players["a", *POOL].rating.points > 1581


def test_a_sure_rating_rises_so_far_in_a_week_and_a_guess_as_far_as_it_does():
    rules, wins = replace(PLAIN, week=150), [row(seq, "a", f"p{seq}", at=0) for seq in range(40)]
    others = {f"p{seq}": Rating(1800, 50) for seq in range(40)}
    found = after(rules, *wins, a=SURE, **others)
    assert found["a"].rating.points == pytest.approx(1650)
    later = after(rules, *wins, row(40, "a", "p0", at=7 * DAY), a=SURE, **others)
    assert later["a"].rating.points > 1651
    assert after(rules, *wins, a=Rating(), **others)["a"].rating.points > 1800


def test_ratings_have_floors_and_volatility_a_ceiling():
    wins = [row(seq, Side("level:1", Rating(600, 50), 9), "a", at=seq * DAY)
            for seq in range(60)]
    found = after(NEW, *wins, a=Rating(420, 46, 0.1))["a"].rating
    assert found.points == NEW.lowest and found.deviation >= NEW.narrowest
    wins = [row(seq, "a", "level:4", at=seq * DAY) for seq in range(60)]
    assert after(NEW, *wins, a=Rating(100, 60, 0.1))["a"].rating.volatility <= NEW.volatile
    assert after(PLAIN, *wins, a=Rating(100, 60, 0.1))["a"].rating.volatility > NEW.volatile


def test_a_player_is_listed_while_the_rating_is_sure_and_not_old(monkeypatch):
    monkeypatch.setattr(fold_module, "LISTED_MET", 2)
    monkeypatch.setattr(fold_module, "LISTED_DEVIATION", 75.0)
    monkeypatch.setattr(fold_module, "LISTED_TIME", 60 * DAY)
    now, known = 100 * DAY, ("x", "y")
    sure = Player(Rating(1500, 74), now, 40, known=known)
    until = sure.listed()
    assert sure.now(until).deviation <= 75 < sure.now(until + DAY // 24).deviation
    assert Player(Rating(1500, 46, 0.03), now, 40, known=known).listed() == now + 60 * DAY
    assert Player(Rating(1500, 46), now, 40, known=("x",)).listed() == 0
    assert Player(Rating(1500, 75), now, 40, known=known).listed() == 0


# What always holds.

NAMES = st.sampled_from([*"abcdef", "level:2", "level:6", UNKNOWN])


@st.composite
def histories(draw, pools=(POOL,)):
    found, at = [], 0
    for seq in range(draw(st.integers(1, 40))):
        white, black = draw(NAMES), draw(NAMES)
        if white == black:
            continue
        at += draw(st.sampled_from([0, DAY // 100, DAY // 2, 9 * DAY]))
        sides = [Side(name, Rating(draw(st.integers(600, 2400)), 50), draw(st.integers(2, 5)))
                 for name in (white, black)]
        found.append(Row(seq, f"g{seq}", *draw(st.sampled_from(pools)), *sides,
                         draw(st.sampled_from(["white", "black", "drawn"])),
                         draw(st.sampled_from(["played"] * 8 + ["time", "deserted", "aborted",
                                                                "adjudicated"])),
                         at - 9, at, draw(st.sampled_from(sorted(VERSIONS)))))
    return found


@given(histories())
def test_a_fold_is_the_same_each_time_and_can_be_continued(rows):
    whole = folded(rows)
    assert ratings(whole) == ratings(folded(rows))
    half = folded(rows[:len(rows) // 2])
    for one in rows[len(rows) // 2:]:
        half.take(one)
    assert half.players == whole.players


@given(histories((POOL, ("contra", "rapid"))))
def test_games_of_other_pools_do_not_matter(rows):
    alone = folded([one for one in rows if one.speed == "blitz"]).players
    assert {key: one for key, one in folded(rows).players.items() if key[2] == "blitz"} == alone


@given(histories(), st.permutations("abcdef"))
def test_only_who_is_the_same_matters_and_not_what_a_player_is_called(rows, others):
    """So deletion and renaming, which touch no pseudonym, can change nothing."""
    called = dict(zip("abcdef", others, strict=True))
    renamed = [one._replace(white=one.white._replace(who=called.get(one.white.who, one.white.who)),
                            black=one.black._replace(who=called.get(one.black.who, one.black.who)))
               for one in rows]
    expected = {called[name]: told for name, told in ratings(folded(rows)).items()}
    assert ratings(folded(renamed)) == expected


@given(histories(), st.integers(0, 39))
def test_two_games_of_which_no_player_is_the_same_may_change_places(rows, first):
    for at in range(first, len(rows) - 1):
        one, other = rows[at:at + 2]
        if not {one.white.who, one.black.who} & {other.white.who, other.black.who}:
            changed = [*rows[:at], other, one, *rows[at + 2:]]
            assert ratings(folded(changed)) == ratings(folded(rows))
            break


@given(histories())
def test_by_the_newest_rules_ratings_stay_within_their_bounds(rows):
    for key, one in folded([row._replace(version=NEWEST) for row in rows]).players.items():
        assert one.rating.points >= NEW.lowest and one.rating.volatility <= NEW.volatile, key
        assert NEW.narrowest <= one.rating.deviation <= 350.0
        assert len(one.lately) == one.games or one.lately[0].at > one.at - 60 * DAY


@given(histories())
def test_each_change_is_what_it_says(rows):
    fold, told = Fold(), {}
    for row_ in rows:
        for change in fold.take(row_):
            player = fold.players[change.code, change.rules, change.speed]
            assert player.rating == change.rating and player.lately[-1] == change
            told[change.code] = told.get(change.code, 0) + 1
    assert told == {key[0]: one.games for key, one in fold.players.items()}
