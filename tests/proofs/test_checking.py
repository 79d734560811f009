"""What is proved is accepted, and nothing else is (lab/proofs/checking.py).

Certificates are made for endings, and then every kind of entry is tampered with.
"""
import random

import pytest

from eckstein import Board
from eckstein.lab.proofs.certificate import Certificate, RefusedError, plain_rules, read, write
from eckstein.lab.proofs.checking import _Checker, check
from eckstein.lab.proofs.claims import FOREVER, Claim, read_claim
from eckstein.lab.proofs.proving import FalseClaimError, prove

from ..sealed import with_headers

RACE = "CWa1vg7"                    # White wins in 15 plies
BLOCKED = "CSa2ga3Lb3Mc5"           # after c5c6 Black must pass, and loses
LATE = "1B2/P2R/1pNn/kbr1/K3 b - - k12"     # Black wins in 3 plies, by moves without progress
CLAIMS = ["white wins within 15", "no win for white within 14", "black never wins"]


def made(claim, position=RACE, game="contra", moves=(), **options):
    board = Board(game, position, **options)
    for move in moves:
        board.push_text(move)
    return prove(board, read_claim(claim), 1)


@pytest.fixture(scope="module", params=CLAIMS)
def told(request):
    return made(request.param)


def is_accepted(told):
    try:
        check(told)
    except RefusedError:
        return False
    return True


def test_what_was_proved_is_accepted_after_reading(told, tmp_path):
    numbers = []
    size = write(tmp_path / "proof", told, numbers.append)
    assert numbers[-1] == len(told.entries) * (len(told.start) + 3)
    assert size == (tmp_path / "proof").stat().st_size < 4000
    again = read(tmp_path / "proof")
    assert again == told
    check(again)


def test_without_entries_nothing_is_accepted(told):
    assert not is_accepted(told._replace(entries={}))


def test_each_entry_that_can_arise_is_needed(told):
    """Without it the root or another entry leads nowhere."""
    for p in list(told.entries)[::7]:
        fewer = {q: entry for q, entry in told.entries.items() if q != p}
        assert not is_accepted(told._replace(entries=fewer))


@pytest.mark.parametrize("claim", [
    "white wins within 14", "no win for white within 15", "white never wins", "black wins",
    "black wins within 15"])
def test_a_false_claim_is_refused_with_the_entries_of_a_true_one(told, claim):
    assert not is_accepted(told._replace(claim=read_claim(claim)))


def test_a_weaker_claim_is_accepted():
    assert is_accepted(made("white wins within 15")._replace(claim=Claim(0, True, FOREVER)))
    assert is_accepted(made("white wins within 15")._replace(claim=Claim(0, True, 20)))
    assert is_accepted(made("no win for white within 14")._replace(claim=Claim(0, False, 13)))


def test_a_move_that_is_not_legal_is_refused(told):
    for p, (_, bound, allowance) in list(told.entries.items())[::5]:
        for move in (0, 1, 255, 300, 10**6):
            changed = told._replace(entries=dict(told.entries) | {p: (move, bound, allowance)})
            assert is_accepted(changed) == good(changed)


def test_a_bound_that_is_too_good_is_refused():
    told = made("white wins within 15")
    for p, (move, bound, allowance) in told.entries.items():
        if bound > 1:
            changed = dict(told.entries) | {p: (move, bound - 1, allowance)}
            assert is_accepted(told._replace(entries=changed)) == good(
                told._replace(entries=changed))
            assert not is_accepted(told._replace(
                entries=dict(told.entries) | {p: (move, bound + 40, allowance)}))


def test_a_win_without_a_bound_is_refused():
    told = made("white wins within 15")
    p, (move, _, allowance) = next(iter(told.entries.items()))
    endless = dict(told.entries) | {p: (move, FOREVER, allowance)}
    assert not is_accepted(told._replace(entries=endless))


def test_bounds_that_no_file_can_hold_win_nothing():
    told = made("white wins within 15")
    sooner = {p: (move, bound - 14, allowance) for p, (move, bound, allowance) in
              told.entries.items()}
    assert not is_accepted(told._replace(claim=read_claim("white wins within 1"), entries=sooner))


def test_a_circle_of_entries_wins_nothing():
    """Two dice that go to and fro for ever cannot lean on each other's bounds."""
    rules = plain_rules("contra", Board("contra").options)
    board, entries = Board("contra", RACE), {}
    for move in ("a1b1", "g7f7", "b1a1", "f7g7"):
        code = board.parse(move)
        if board.turn == "white":
            entries[tuple(map(int, board.state))] = (code, 15, 0)
        board.push(code)
    told = Certificate("contra", board.options, tuple(map(int, rules.Position(
        *Board("contra", RACE).state))), [], Claim(0, True, FOREVER), entries)
    assert not is_accepted(told)


def good(told):
    """Whether the entries are worth something; the same once more, in other words.

    (No draw is near in these positions.)
    """
    rules = plain_rules(told.game, told.options)
    wins, winner = told.claim.wins, 1 + told.claim.attacker

    def moves(p):
        room = [0] * rules.MAX_MOVES
        return room[:rules.generate(p, room, 0)]

    def is_known(p, plies):
        _, bound, _ = told.entries.get(tuple(p), (0, FOREVER if wins else 0, 0))
        return bound <= plies if wins else bound >= plies

    def all_are_known(p, plies):
        if not wins and plies < 1:
            return True
        after = [rules.apply(p, move) for move in moves(p)]
        return all((rules.outcome(q) == winner) == wins if rules.outcome(q)
                   else is_known(q, plies - 1) for q in after) and plies >= 1

    def follows(p, move, bound):
        if move not in moves(p):
            return False
        q = rules.apply(p, move)
        if rules.outcome(q):
            return (rules.outcome(q) == winner) == wins
        return all_are_known(q, bound - 1)

    root = rules.Position(*told.start)
    begins = is_known if root.side == hero(told) else all_are_known
    return begins(root, told.claim.within) and all(
        follows(rules.Position(*p), move, bound)
        for p, (move, bound, _) in told.entries.items())


def hero(told):
    return told.claim.attacker if told.claim.wins else 1 - told.claim.attacker


@pytest.mark.parametrize("claim", CLAIMS[:2])
def test_tampered_entries_are_accepted_only_where_the_claim_still_follows(claim):
    told = made(claim)
    choose, accepted = random.Random(claim), 0
    for _ in range(400):
        entries = dict(told.entries)
        for _ in range(choose.randrange(1, 3)):
            p = choose.choice(list(entries))
            entries[p] = tampered(entries[p], choose)
            if choose.random() < 0.2:
                q = list(p)
                q[choose.randrange(len(q))] ^= 1 << choose.randrange(50)
                entries[tuple(q)] = entries.pop(p)
        changed = told._replace(entries=entries)
        if is_accepted(changed):
            accepted += 1
            assert good(changed)
    assert accepted < 300


def tampered(entry, choose):
    move, bound, allowance = entry
    return choose.choice([
        (choose.randrange(256), bound, allowance), (move, max(1, bound + choose.choice([-2, 2])),
                                                    allowance),
        (move ^ 1 << choose.randrange(8), bound, allowance), (move, bound, allowance + 1)])


# History, and the draws.

def test_a_position_that_is_barred_wins_nothing():
    """The same game with the winning way played twice before: another occurrence is a draw."""
    told = made("white wins within 3", BLOCKED)
    check(told)
    rules = plain_rules("contra", told.options)
    root = rules.Position(*told.start)
    q = rules.apply(root, next(iter(told.entries.values()))[0])
    checker = _Checker(told)
    checker.seen[q] = 2
    with pytest.raises(RefusedError):
        checker.check(lambda steps: None)


@pytest.mark.parametrize(("repetition", "rounds", "over"), [
    (3, 1, False), (3, 2, True), (4, 2, False), (4, 3, True), (0, 5, False)])
def test_each_occurrence_in_the_history_counts(repetition, rounds, over):
    """Two dice go to and fro; each round the first position comes once more."""
    board = Board("contra", "CWa1va7", repetition=0, no_progress=0)
    for text in rounds * ("a1b1", "a7b7", "b1a1", "b7a7"):
        board.push_text(text)
    start = board.copy()
    while start.move_stack:
        start.pop()
    told = Certificate("contra", board.options | {"repetition": repetition}, list(start.state),
                       list(board.move_stack), read_claim("no win for white within 1"), {})
    if over:
        with pytest.raises(RefusedError, match="the game is over"):
            _Checker(told)
    else:
        seen = _Checker(told).seen
        assert seen[start.state] == rounds and len(seen) == 4


def test_a_history_is_played_and_must_be_legal():
    told = made("white wins within 15", "cWa1vg7", moves=["g7f7"])
    check(told)
    assert told.history == [Board("contra", "cWa1vg7").parse("g7f7")]
    with pytest.raises(RefusedError, match="move 1 of its history is not legal"):
        check(told._replace(history=[0]))


def test_a_win_that_comes_after_too_many_moves_without_progress_is_refused():
    for no_progress in (0, 3, 4, 100):
        told = made("black wins within 3", LATE, "echek", no_progress=no_progress)
        check(told)
        for fewer in (1, 2):
            assert not is_accepted(told._replace(options=told.options | {"no_progress": fewer}))
    with pytest.raises(FalseClaimError):
        made("black wins within 3", LATE, "echek", no_progress=2)


def test_a_win_near_the_draw_by_lack_of_progress_is_proved_with_allowances():
    told = made("black wins within 3", LATE, "echek", no_progress=3)
    root = told.entries[told.start]
    assert root[1:] == (3, 0)
    check(told)
    later = dict(told.entries) | {told.start: (root[0], 3, 1)}
    assert not is_accepted(told._replace(entries=later))


def test_lack_of_progress_proves_that_a_win_comes_too_late():
    told = made("no win for black within 9", LATE, "echek", no_progress=2)
    check(told)
    assert not is_accepted(told._replace(options=told.options | {"no_progress": 100}))


# Files.

def rewritten(path, told, **changes):
    """The file with another header, and the right seal."""
    write(path, told)
    _, header, with_header = with_headers(path)
    path.write_bytes(with_header(header | changes))
    return path


@pytest.mark.parametrize(("changes", "sentence"), [
    ({"rules": "0" * 32}, "was made by other rules"),
    ({"game": "pur"}, "cannot be read: pur has no option"),
    ({"game": "chess"}, "there is no game 'chess'"),
    ({"claim": "white wins soon"}, "is no claim"),
    ({"entries": 3}, "has not the 3 entries"),
    ({"entries": 1 << 62}, "cannot be read"),
    ({"entries": -1}, r"cannot be read: .*entries"),
    ({"widths": [1, 1]}, "nothing sensible"),
    ({"widths": [0] * 12}, r"cannot be read: .*widths"),
    ({"start": [0, 1]}, "nothing sensible"),
    ({"options": {"size": "9"}}, "size is one of"),
    ({"claim": 5}, r"cannot be read: .*claim"),
    ({"options": []}, r"cannot be read: .*options"),
])
def test_a_header_that_cannot_be_is_refused(tmp_path, changes, sentence):
    with pytest.raises(RefusedError, match=sentence):
        read(rewritten(tmp_path / "proof", made("white wins within 15"), **changes))


@pytest.mark.parametrize("start", [[0] * 9, [0, 1, 1, 0, 0, 0, 0, 0, 0], [0.5] * 9, ["a"] * 9])
def test_a_first_position_that_cannot_be_is_refused(tmp_path, start):
    path = rewritten(tmp_path / "proof", made("white wins within 15"), start=start)
    with pytest.raises(RefusedError):
        check(read(path))


def test_a_game_that_is_over_needs_no_proof():
    told = made("white wins within 15")
    over = tuple(map(int, Board("contra", "CWa7vg2").state))
    with pytest.raises(RefusedError, match="the game is over"):
        check(told._replace(start=over))
