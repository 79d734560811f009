"""The rules against their twin: random games of every game under every option.

The twin (tests/twin) shares no code with the package.  Both play the same moves, and at every ply
agree about the position, all legal moves and where they lead, how the game ended, progress and
whether it can be undone, check, and which positions are the same.
"""
import pytest

from eckstein import Board, Reason
from eckstein.notation.positions import write_position

from ..helpers import ENDLESS, VARIANTS, named, random_games
from ..twin import twin

REASONS = {"goal": Reason.GOAL, "king_square": Reason.GOAL, "elimination": Reason.ELIMINATION,
           "king_taken": Reason.KING_TAKEN, "duel_mate": Reason.DUEL_MATE,
           "surrounded": Reason.SURROUNDED, "blocked": Reason.BLOCKED}


def agree_on_the_end(board, slow, state):
    outcome, expected = board.outcome(), slow.outcome(state)
    if expected is None:
        assert outcome is None
        return
    winner, reason = expected
    assert (outcome.winner, outcome.reason) == (winner, REASONS[reason])
    if slow.score(state) is not None:
        assert outcome.score == slow.score(state)


def agree_on_check(board, slow, state):
    if hasattr(slow, "in_check") and slow.won(state) is None:
        p, rules = board.state, board.rules
        assert rules.in_check(p) == slow.in_check(state)
        assert rules.mated(p) == slow.mated(state)
        assert rules.check(p) == (2 if slow.mated(state) else int(slow.in_check(state)))


def agree_on_moves(board, slow, state):
    """Every legal move by its text, the position after it, and whether it makes progress for good.

    What is spent never grows less: so nothing comes again from before a move by which it grows.
    """
    following, spent = slow.moves(state), slow.spent(state)
    assert set(board.legal_texts()) == set(following)
    rules, p = board.rules, board.state
    for move in list(board.legal_moves):
        text, q = board.text(move), rules.apply(p, move)
        columns, rows = rules.drift(p, move, q) if hasattr(rules, "drift") else (0, 0)
        origin = board.origin[0] + columns, board.origin[1] + rows
        assert write_position(rules, q, origin) == slow.write(following[text])
        progress, more = rules.progress(p, move, q), slow.spent(following[text])
        assert bool(progress) == slow.progress(state, text, following[text])
        assert more >= spent
        assert bool(progress and rules.irreversible(p, move, q)) == (more > spent)


def agree_on_the_ends(board, slow, state):
    """How every legal move would end the game."""
    following = slow.moves(state)
    for move in list(board.legal_moves):
        text = board.text(move)
        board.push(move)
        agree_on_the_end(board, slow, following[text])
        board.pop()


def play(game, options, seeds, plies):
    slow = twin(game, **options)
    keys, identities = {}, {}
    for board in random_games(game, options, seeds, plies):
        state = slow.read(board.position())
        assert slow.write(state) == board.position()
        agree_on_the_end(board, slow, state)
        agree_on_check(board, slow, state)
        agree_on_moves(board, slow, state)
        identity = slow.identity(state)
        assert keys.setdefault(board.key, identity) == identity
        assert identities.setdefault(identity, board.key) == board.key


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.long)
                                       for n in range(1, 12))])
@pytest.mark.parametrize(("game", "options"), named(VARIANTS))
def test_random_games(game, options, seed):
    play(game, options, range(100 * seed, 100 * seed + 5), plies=60)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("game", "options"), named(VARIANTS))
def test_many_random_games(game, options, seed):
    play(game, options, range(1000 * seed, 1000 * seed + 20), plies=150)


@pytest.mark.parametrize(("game", "options"), named(VARIANTS))
def test_the_start(game, options):
    slow = twin(game, **options)
    assert Board(game, **ENDLESS, **options).position() == slow.write(slow.start())


CROWDED = [
    ("echek", "2b/rkR/1K1/Qn1 w BNPqp Ss m13"),
    ("echek", "1r1/bKn/1R1/2k w QBNPqp Ss a26"),
    ("echek", "Nnq1/K1pk/rb2 b QRBP Ss m13"),
    ("echek", "k1r1/1N1n/KqP1/1R1B w Qbp S z1"),
    ("duell", "dSa1Ze1Wf1Cd4Mg5ze8ri8bd7fe7"),
    ("duell", "DZd7ze2Wa1va8Cc3Ni5"),
    ("pur", "PWd3We4Wf5vd4ve5vf6vc3Wc6Wb3va7Wg7vg1"),
    ("contra", "cMd3Ac5Fd5vc4ie4bb3Te5sd6"),
    ("ecke", "EMd3Ac4Fd5vc5ie5ba6Tf6sg5va1Wa7"),
]


@pytest.mark.parametrize(("game", "position"), CROWDED)
def test_crowded_positions(game, position):
    for name, options in VARIANTS:
        if name == game and options.get("board") != "9x9" and "size" not in options:
            slow = twin(game, **options)
            board = Board(game, position, **ENDLESS, **options)
            state = slow.read(position)
            agree_on_the_end(board, slow, state)
            agree_on_moves(board, slow, state)
            agree_on_the_ends(board, slow, state)
