"""One source, several lives: interpreted and compiled rules do the same, bit for bit."""
import sys

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core.dispatcher import Dispatcher

from eckstein import Board
from eckstein.kernel import bits, jit
from eckstein.kernel.specialise import specialise

from ..games.test_set_ups import playable_set_ups
from ..helpers import EACH, VARIANTS, compiled_rules, in_each, named, random_games, rules_of

LARGEST = (1 << 63) - 1
IN_EACH = in_each(EACH[::2])     # perft (tests/games) counts alike under most of the others
pytestmark = pytest.mark.usefixtures("by_numba")
words = st.integers(0, LARGEST)


@numba.njit
def jit_bits(x):
    return jit.popcount(x), jit.lowest(x), jit.highest(x)


@numba.njit
def jit_mix(h, x):
    return jit.mix(h, x)


@given(words.filter(bool))
def test_bits_agree(x):
    assert jit_bits(x) == (bits.popcount(x), bits.lowest(x), bits.highest(x))


@given(words, words)
def test_mix_agrees_and_stays_within_63_bits(h, x):
    mixed = bits.mix(h, x)
    assert jit_mix(h, x) == mixed
    assert 0 <= mixed <= LARGEST


@given(words, st.integers(0, 62), words)
def test_mix_loses_nothing(h, bit, x):
    """For a fixed h it is one to one: what differs in one bit stays different."""
    assert bits.mix(h, x) != bits.mix(h, x ^ 1 << bit)


@pytest.mark.parametrize(("x", "count", "low", "high"), [
    (1, 1, 0, 0), (0b1010, 2, 1, 3), (1 << 62, 1, 62, 62), (LARGEST, 63, 0, 62)])
def test_bits_by_example(x, count, low, high):
    assert (bits.popcount(x), bits.lowest(x), bits.highest(x)) == (count, low, high)


def agree(fast, room, board):
    """All that the compiled rules say of a position and its moves is what the plain ones say."""
    plain, p = board.rules, board.state
    q = fast.Position(*p)
    assert all(-LARGEST - 1 <= field <= LARGEST for field in p)
    assert fast.outcome(q) == plain.outcome(p)
    assert fast.key(q) == plain.key(p)
    if board.game == "duell":           # where kings can be attacked
        assert bool(fast.in_check(q)) == bool(plain.in_check(p))
        assert bool(fast.mated(q)) == bool(plain.mated(p))
    moves = list(board.legal_moves)
    if moves:
        assert list(room[:fast.generate(q, room, 0)]) == moves
    for move in moves:
        after, fast_after = plain.apply(p, move), fast.apply(q, move)
        assert tuple(after) == tuple(fast_after)
        assert bool(plain.progress(p, move, after)) == bool(fast.progress(q, move, fast_after))
        assert bool(plain.irreversible(p, move, after)) == bool(
            fast.irreversible(q, move, fast_after))


@IN_EACH
def test_both_lives_agree_along_random_games(game, options):
    fast = compiled_rules(game, options)
    room = specialise("search.play.playing", game, **options).new_moves()
    for board in random_games(game, options, range(4), plies=60):
        agree(fast, room, board)


@IN_EACH
def test_both_lives_agree_in_positions_set_up_at_random(game, options):
    """Tests of the games hold the plain life against its twin in the same positions."""
    fast = compiled_rules(game, options)
    room = specialise("search.play.playing", game, **options).new_moves()
    for board in playable_set_ups(game, options):
        agree(fast, room, board)


@pytest.mark.parametrize(("game", "options"), named(VARIANTS))
def test_moves_are_codes_without_repeats_and_fit_their_room(game, options):
    for board in random_games(game, options, range(2), plies=60):
        moves, rules = list(board.legal_moves), board.rules
        assert len(set(moves)) == len(moves) <= rules.MAX_MOVES
        assert all(0 <= move < rules.MOVE_CODES for move in moves)
        assert rules.PASS not in moves or len(moves) == 1


@pytest.mark.parametrize(("game", "options"), named(VARIANTS))
def test_generate_writes_from_the_index_it_is_given(game, options):
    board = Board(game, **options)
    room = [-7] * (board.rules.MAX_MOVES + 3)
    end = board.rules.generate(board.state, room, 3)
    assert room[:3] == [-7] * 3
    assert room[3:end] == list(board.legal_moves)


def compiled_by_others(kernel):
    """The signatures in the cache, whichever process has written them."""
    return [signature for signature, *_ in kernel._cache._cache_file._load_index()]


@IN_EACH
def test_no_compiled_signature_contains_a_literal(game, options):
    """A cached recursive kernel that was entered with one crashes the next process."""
    perft = specialise("search.play.perft", game, **options)
    perft.perft(rules_of(perft).start(), perft.new_memory(), 0, 2)
    copy = perft.__name__.split(".")[0]
    signatures = [str(signature)
                  for name, module in list(sys.modules.items()) if name.split(".")[0] == copy
                  for kernel in list(vars(module).values()) if isinstance(kernel, Dispatcher)
                  for signature in (*kernel.signatures, *compiled_by_others(kernel))]
    assert len(signatures) > 3
    assert not [signature for signature in signatures if "iteral" in signature]


def test_the_plain_life_does_not_meet_the_compiled_one():
    plain = specialise("games.contra", "contra", compiled=False)
    fast = specialise("games.contra", "contra")
    assert not hasattr(plain.generate, "signatures")
    assert hasattr(fast.generate, "signatures")


def test_bounds_are_checked_in_test_runs():
    assert numba.config.BOUNDSCHECK == 1


def test_an_inner_kernel_refuses_a_call_from_python():
    fast = compiled_rules("duell", {})
    start = fast.start()
    with pytest.raises(TypeError, match="king_among is an inner kernel"):
        fast.king_among(start, start.own_low, start.own_high)
