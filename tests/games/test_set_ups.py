"""The rules against their twin in positions that random games from the start hardly ever reach.

The positions are set up at random (tests/twin/setups.py): jams and passes, kings nearly shut in or
in check, finished games, battles on corners, empty hands; some of them cannot occur in a game.
"""
import random
import re

import pytest

from eckstein import Board

from ..helpers import EACH, ENDLESS, VARIANTS, in_each, named
from ..twin import twin
from ..twin.dice import OTHER
from ..twin.setups import set_up
from .test_twin import REASONS, agree_on_check, agree_on_moves, agree_on_the_end

COUNT = 100
DESCRIBED = 6               # moves of each position

# What a sentence about an impossible position says, in the twin's words.
KINDS = [
    (r"(White|Black) has (?:[89]|[1-4]\d) dice(?: besides the king)?, and each player has [78]",
     "too many dice"),
    (r"(White|Black) has (?:[4-9]|[1-4]\d) dice, and each player has [3-6]", "too many dice"),
    (r"(White|Black) has [0-6] of 7 dice", "too few dice"),
    (r"(White|Black) has \d kings", "two kings"),
    (r"(White|Black) has no king", "no king"),
    (r"(White|Black)'s [QRBNP, ]+ neither on the board nor in reserve", "lost pieces"),
    (r"there is no king on the board", "no king"),
    (r"both (?:players|kings)", "both finished"),
    (r"the area is more than four squares long", "too long"),
    (r"the pieces do not form one group", "apart"),
]


def set_ups(game, options, count=COUNT):
    """Texts of positions, always the same ones."""
    chance = random.Random(f"{game} {options}")
    return [set_up(game, options, chance) for _ in range(count)]


def kinds_of(sentences):
    """The kinds of reasons that sentences give, with the side that each is about."""
    found = set()
    for sentence in sentences:
        told = [(kind, match) for pattern, kind in KINDS if (match := re.match(pattern, sentence))]
        assert len(told) == 1, sentence
        kind, match = told[0]
        found.add((kind, match.group(1).lower() if match.groups() else None))
    return found


def agree_on_status(board, slow, state):
    """Whether the position can occur in a game, and if not, the kinds of reasons.

    Where pieces of Echek are nowhere, the package does not look at the others.
    """
    problems = slow.problems(state)
    if any(kind == "lost pieces" for kind, _ in problems):
        problems -= {("too long", None), ("apart", None)}
    if board.contents().pieces:
        assert kinds_of(board.status()) == problems
    else:
        assert board.status() and problems


UNPLAYABLE = {"no king", "two kings", "too long", "apart"}


def playable(board, slow, state):
    """Whether the rules say what may be moved, and that is no more than a game can have."""
    return (not UNPLAYABLE & {kind for kind, _ in slow.problems(state)}
            and len(slow.moves(state)) <= board.rules.MAX_MOVES)


def agree_on_a_move(board, slow, state, text):
    """What a move does, step by step, as described."""
    told, expected = board.describe(board.parse(text)), slow.describe(state, text)
    assert [(step.kind, step.origin, step.target, step.piece,
             tuple(step.faces.values()) if step.faces else None)
            for step in told.steps] == [tuple(step) for step in expected.steps]
    assert {(gone.square, gone.piece, gone.why) for gone in told.removed} == expected.removed
    assert len(told.battles) == len(expected.fights)
    assert {(fight.attacker, fight.defender, fight.attack, fight.defence,
             frozenset(fight.attackers), frozenset(fight.defenders), fight.loser)
            for fight in told.battles} == {named_fight(fight) for fight in expected.fights}


def named_fight(fight):
    return (name(fight.attacker), name(fight.defender), fight.attack, fight.defence,
            frozenset(map(name, fight.attackers)), frozenset(map(name, fight.defenders)),
            fight.loser and name(fight.loser))


def name(square):
    return "abcdefg"[square[0] - 1] + str(square[1])


def agree_on_the_end_told(told, end):
    """How the game ends with a move, as described."""
    winner, reason = end or (None, None)
    assert (told.winner, told.reason) == (winner, REASONS.get(reason))


def able(board, side):
    """Whether the rules say, without making moves, that the side could move if it were to move."""
    rules, p = board.rules, board.state
    if board.game == "duell":
        return rules.has_move(p)
    if board.game == "echek":
        own, foe = rules.squares_of(p.own), rules.squares_of(p.foe)
        return (rules.can_act(p, own, foe) if side == p.side else
                rules.can_act(rules.Position(side, p.foe, p.own), foe, own))
    white, black = rules.white_dice(p), rules.black_dice(p)
    dice, every = (black if side else white), white | black
    if board.game == "ecke":
        return rules.can_move(dice, side, every)
    return (rules.can_tilt(dice, rules.BOARD & ~every, side)
            or board.game == "pur" and rules.can_jump(dice, side, every))


def agree_on_who_can_move(board, slow, state):
    """Not only the two together, of which one is nearly always able."""
    for number, side in enumerate(OTHER):
        if board.game != "duell" or side == state.turn:
            following = slow.actions(state._replace(turn=side))
            assert bool(able(board, number)) == any(following)


def playable_set_ups(game, options):
    """Boards with the positions set up at random that can be played on."""
    slow = twin(game, **options)
    for position in set_ups(game, options):
        board = Board(game, position, **ENDLESS, **options)
        if playable(board, slow, slow.read(position)):
            yield board


@pytest.mark.parametrize(("game", "options"), named(VARIANTS))
def test_status_agrees_in_positions_set_up_at_random(game, options):
    slow = twin(game, **options)
    for position in set_ups(game, options):
        board, state = Board(game, position, **options), slow.read(position)
        assert board.position() == slow.write(state)
        agree_on_status(board, slow, state)


@in_each(EACH)
def test_the_rules_agree_in_positions_set_up_at_random(game, options):
    slow, chance = twin(game, **options), random.Random(game)
    for board in playable_set_ups(game, options):
        state = slow.read(board.position())
        agree_on_the_end(board, slow, state)
        agree_on_check(board, slow, state)
        agree_on_who_can_move(board, slow, state)
        agree_on_moves(board, slow, state)
        following = slow.moves(state)
        texts = sorted(following)
        for text in chance.sample(texts, min(DESCRIBED, len(texts))):
            agree_on_a_move(board, slow, state, text)
            told = board.describe(board.parse(text))
            agree_on_the_end_told(told, slow.outcome(following[text]))


REACHED = [
    ("pur", {}, {"goal", "blocked", "pass", "too many dice", "too few dice", "both finished"}),
    ("contra", {}, {"goal", "elimination", "blocked", "pass", "too many dice", "both finished"}),
    ("ecke", {}, {"goal", "elimination", "blocked", "pass", "too many dice", "both finished"}),
    ("duell", {}, {"king_taken", "king_square", "duel_mate", "blocked", "check", "too many dice",
                   "two kings", "no king"}),
    ("echek", {}, {"surrounded", "blocked", "pass", "lost pieces", "apart", "too long"}),
]


@pytest.mark.parametrize(("game", "options", "expected"), REACHED)
def test_the_positions_reach_all_of_this(game, options, expected):
    """Without it a change of the positions could take their worth away."""
    slow, found = twin(game, **options), set()
    for position in set_ups(game, options):
        state = slow.read(position)
        problems = {kind for kind, _ in slow.problems(state)}
        found |= problems
        if not problems & UNPLAYABLE:
            moves, end = slow.moves(state), slow.outcome(state)
            found |= {end[1]} if end else {"pass"} & {"pass" if "--" in moves else ""}
            if game == "duell" and slow.in_check(state):
                found.add("check")
    assert found >= expected
