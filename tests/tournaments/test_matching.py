"""The pairing of clubs and arenas: the best one, told from all by brute force, and fair to all."""
import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein.server.parts.tournaments.rules.matching import ARENA, CLUB, Memory, matched, ranks_of
from eckstein.server.parts.tournaments.rules.pairing import pair
from eckstein.server.parts.tournaments.rules.records import Game, Player, Round
from eckstein.server.parts.tournaments.rules.state import ARENA_PATIENCE

from .states import happened, paired, played, rounds, tournament


@st.composite
def histories(draw, most=7):
    """Players, and rounds in which some of them met and others sat out."""
    players = [Player(number, f"guest:{number}", "", draw(st.sampled_from([0, 1500, 1700])),
                      team=draw(st.sampled_from(["", "", "Reds", "Blues"])))
               for number in range(1, draw(st.integers(2, most)) + 1)]
    rounds = []
    for _ in range(draw(st.integers(0, 6))):
        order = draw(st.permutations([one.number for one in players]))
        games = draw(st.integers(0, len(order) // 2))
        rounds.append(Round(
            tuple(Game("g", *order[2 * at:2 * at + 2], "drawn") for at in range(games)),
            out=tuple(order[2 * games:2 * games + draw(st.integers(0, 2))])))
    return players, rounds


def all_matchings(numbers):
    """Every way to pair some of these."""
    if len(numbers) < 2:
        yield []
        return
    first, *rest = numbers
    yield from all_matchings(rest)
    for other in rest:
        for more in all_matchings([one for one in rest if one != other]):
            yield [(first, other), *more]


def worth(pairs, players, rounds):
    """What the first three tiers make of a pairing, the greater the better."""
    last, owed = {}, Counter()
    for one in rounds:
        for game in one.games:
            last |= {game.white: game.black, game.black: game.white}
        there = {number for game in one.games for number in (game.white, game.black)} | {*one.out}
        for number in there:
            owed[number] += (number in one.out) - Fraction(len(one.out), len(there))
    team = {one.number: one.team for one in players}
    cost = sum(100 * (team[one] != "" and team[one] == team[other])
               + (0, 1, 10)[(last.get(one) == other) + (last.get(other) == one)]
               for one, other in pairs)
    # Waiting is weighed in thousandths of a round, as far as that can tell two apart.
    return len(pairs), sum(round(1000 * owed[number]) for two in pairs for number in two), -cost


@settings(max_examples=200, deadline=None)
@given(histories())
def test_no_other_pairing_is_better_in_the_first_three_tiers(history):
    players, rounds = history
    found = matched(players, {}, Memory(rounds), CLUB)
    numbers = [one.number for one in players]
    assert sorted([*itertools.chain(*found.pairs), *found.out]) == numbers
    assert worth(found.pairs, players, rounds) == max(
        worth(one, players, rounds) for one in all_matchings(numbers))
    assert found == matched(players[::-1], {}, Memory(rounds), CLUB)


@given(histories(12))
def test_the_ledger_of_waiting_has_the_sum_0(history):
    memory = Memory(history[1])
    assert sum(memory.owed.values()) == 0
    assert sum(memory.whites.values()) == 0


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 9, 11, 12, 15, 23, 31])
def test_in_a_club_nobody_waits_twice_before_all_have_waited_once(players):
    chance, state = random.Random(players), tournament("club", players)
    out, last, repeats, met = Counter(), {}, 0, Counter()
    for turn in range(1, 2 * players + 1):
        found = pair(state, state.at)
        assert len(found.out) == players % 2 and not found.byes
        out.update(found.out)
        assert max(out.values(), default=0) - min(
            out[number] for number in range(1, players + 1)) <= 1, turn
        state = played(paired(state, found),
                       lambda game: chance.choice(["white", "black", "drawn"]))
        for white, black, _ in found.games:
            repeats += last.get(white) == black
            met[frozenset((white, black))] += 1
            last |= {white: black, black: white}
    assert max(met.values()) - min(met.values()) <= 2 + (players > 15)
    assert repeats == 0 or players == 3             # of three, two meet again every other round
    assert all(abs(white) <= 2 for white in Memory(state.rounds).whites.values())


def test_a_late_comer_to_a_club_is_neither_first_nor_last_to_wait():
    state = tournament("club", 5)
    for _ in range(5):
        state = played(paired(state, pair(state, state.at)), lambda game: "drawn")
    state = happened(state, "entered", who="guest:late", name="Late", rating=0)
    state = happened(state, "entered", who="guest:later", name="Later", rating=0)
    out = Counter()
    for _ in range(7):
        found = pair(state, state.at)
        out.update(found.out)
        state = played(paired(state, found), lambda game: "drawn")
    assert max(out.values()) == 1 and len(out) == 7


def test_two_in_an_arena_who_have_just_met_wait_for_others_and_not_for_ever():
    state = tournament("arena", 4)
    state = paired(state, pair(state, state.at))
    first, other = state.running()
    state = happened(state, "result", games=[(first.id, "white", True)])
    assert pair(state, state.at + ARENA_PATIENCE - 1).games == []
    (white, black, _), = pair(state, state.at + ARENA_PATIENCE).games
    assert (white, black) == (first.black, first.white)         # with the colours exchanged
    state = happened(state, "result", games=[(other.id, "white", True)])
    assert {frozenset(one[:2]) for one in pair(state, state.at).games}.isdisjoint(
        {frozenset((game.white, game.black)) for game in (first, other)})


def test_in_an_arena_those_play_first_who_have_waited_longest():
    state = tournament("arena", 5, ratings=[1500, 1510, 1520, 1530, 2500])
    state = paired(state, pair(state, state.at))
    waits, = {one.number for one in state.players} - {
        number for game in state.running() for number in (game.white, game.black)}
    assert waits == 5                   # whose rating is far from all others, now as before
    games = list(state.running())
    state = happened(state, "result", at=30_000, games=[(game.id, "drawn", True)
                                                        for game in games])
    found = pair(state, 32_000)
    assert waits in itertools.chain(*(one[:2] for one in found.games))
    assert state.waiting(32_000)[waits] == 32_000 - 1
    state = paired(state, found)
    assert state.rounds[-1].waits[waits] >= 29 and waits not in state.waiting(state.at)
    assert Memory(state.rounds).owed[waits] > 0


def test_colours_are_brought_into_balance_before_neighbours_meet():
    free = [Player(number, f"guest:{number}", "") for number in range(1, 5)]
    before = rounds("1-5 d, 2-6 d, 7-3 d, 8-4 d", "1-6 d, 2-5 d, 8-3 d, 7-4 d")
    found = matched(free, ranks_of(free, {}), Memory(before), CLUB)
    assert sorted(found.pairs) in ([(3, 1), (4, 2)], [(3, 2), (4, 1)])


def test_two_hundred_free_players_are_paired_at_once():
    free = [Player(number, f"guest:{number}", "", 1000 + 7 * number % 900)
            for number in range(1, 201)]
    found = matched(free, ranks_of(free, {}), Memory([]), ARENA)
    assert len(found.pairs) == 100 and not found.out
