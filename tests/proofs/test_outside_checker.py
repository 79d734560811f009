"""A checker of certificates of Contra, written from docs/formats/proofs.md and docs/rules.md alone.

It shares no code with the package.  If it cannot read a certificate, the page says too little.
"""
import json
import lzma
from collections import Counter
from functools import partial

import pytest

from eckstein import Board
from eckstein.lab.proofs.certificate import RefusedError as PackageError
from eckstein.lab.proofs.certificate import write
from eckstein.lab.proofs.checking import check
from eckstein.lab.proofs.claims import read_claim
from eckstein.lab.proofs.proving import FalseClaimError, prove

PASS = 255
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class RefusedError(Exception):
    """It proves nothing."""


def east_of(top, north):
    """The face to the east, of a die on which 1, 2 and 3 run counter-clockwise."""
    def turned(a, b, c):
        return (a, b, c) in {(1, 2, 3), (2, 3, 1), (3, 1, 2)}
    low = [min(face, 7 - face) for face in (top, north)]
    third = 6 - sum(low)
    mirrored = (top > 3) + (north > 3)
    # Top, east and north, read around their corner, have the sense of 1, 2, 3.
    return third if turned(low[0], low[1], third) == (mirrored % 2 == 1) else 7 - third


class Contra:
    """The rules on dictionaries: (column, row) to (colour, top, north)."""

    def __init__(self, options):
        self.size, self.arrival = int(options["size"]), options["arrival_wins"]

    def read(self, fields):
        side, own, foe, *planes = fields
        dice = {}
        for square in range(49):
            if (own | foe) >> square & 1:
                colour = side if own >> square & 1 else 1 - side
                top, north = (sum((plane >> square & 1) << bit for bit, plane in enumerate(three))
                              for three in (planes[:3], planes[3:]))
                dice[square % 7, square // 7] = colour, top, north
        return side, dice

    def told(self, position):
        side, dice = position
        fields = [0] * 8
        for (column, row), (colour, top, north) in dice.items():
            square = 1 << 7 * row + column
            fields[colour != side] |= square
            for bit in range(3):
                fields[2 + bit] |= square * (top >> bit & 1)
                fields[5 + bit] |= square * (north >> bit & 1)
        return (side, *fields)

    def moves(self, position):
        side, dice = position
        found = []
        for (column, row), (colour, _, _) in dice.items():
            for direction in (2 if side else 0, 1, 3) if colour == side else ():
                x, y = column + STEPS[direction][0], row + STEPS[direction][1]
                if 0 <= x < self.size and 0 <= y < self.size and (x, y) not in dice:
                    found.append(4 * (7 * row + column) + direction)
        return found or [PASS]

    def after(self, position, move):
        side, dice = position
        if move == PASS:
            return 1 - side, dice
        square, direction = divmod(move, 4)
        x, y = square % 7, square // 7
        dice = dict(dice)
        _, top, north = dice.pop((x, y))
        east = east_of(top, north)
        tilts = (7 - north, top), (7 - east, north), (north, 7 - top), (east, north)
        top, north = tilts[direction]
        here = x + STEPS[direction][0], y + STEPS[direction][1]
        dice[here] = side, top, north
        if not (self.arrival and here[1] == (0 if side else self.size - 1)):
            for fallen in self.fallen(dice, here, side):
                del dice[fallen]
        return 1 - side, dice

    def fallen(self, dice, here, side):
        defenders = self.beside(dice, here, 1 - side)
        defence = sum(dice[square][1] for square in defenders)
        fallen = set()
        for square in defenders:
            attack = sum(dice[one][1] for one in self.beside(dice, square, side))
            if attack != defence:
                fallen.add(here if attack < defence else square)
        return fallen

    def beside(self, dice, square, colour):
        around = [(square[0] + x, square[1] + y) for x, y in STEPS]
        return [one for one in around if one in dice and dice[one][0] == colour]

    def winner(self, position):
        """0 or 1; 2 for a draw, None while the game goes on."""
        _, dice = position
        for colour, goal in (0, self.size - 1), (1, 0):
            mine = [square for square, die in dice.items() if die[0] == colour]
            if any(row == goal for _, row in mine):
                return colour
            if not mine:
                return 1 - colour
        stuck = all(self.moves((one, dice)) == [PASS] for one in (0, 1))
        return 2 if stuck else None

    def is_progress(self, position, move, following):
        return move != PASS and (move % 2 == 0 or len(position[1]) != len(following[1]))


class Checker:
    """What docs/formats/proofs.md says of the file, of entries and of draws."""

    def __init__(self, content):
        head, line, body = content.split(b"\n", 2)
        assert head == b"eckstein proof 2"
        told = json.loads(line)
        assert told["game"] == "contra"
        words = told["claim"].removeprefix("no win for ").split()
        self.attacker, self.wins = ["white", "black"].index(words[0]), words[1:2] == ["wins"]
        self.within = int(words[-1]) if words[-1].isdigit() else None
        self.hero = self.attacker if self.wins else 1 - self.attacker
        self.limits = told["options"]["repetition"], told["options"]["no_progress"]
        self.rules = Contra(told["options"])
        numbers = lzma.LZMADecompressor().decompress(body)      # and the seal is left
        self.entries = dict(self.rows(numbers, told["entries"], told["widths"]))
        self.seen, self.idle = Counter(), 0
        self.root = self.rules.read(told["start"])
        for move in told["history"]:
            self.seen[self.rules.told(self.root)] += 1
            self.root, self.idle = self.made(self.root, move, self.idle)

    def rows(self, numbers, count, widths):
        columns, at = [], 0
        for width in widths:
            columns.append([int.from_bytes(numbers[at + width * i:at + width * (i + 1)], "little")
                            for i in range(count)])
            at += width * count
        assert at == len(numbers)
        for *position, move, bound, allowance in zip(*columns, strict=True):
            yield tuple(position), (move, bound or None, allowance)

    def made(self, position, move, idle):
        following = self.rules.after(position, move)
        return following, 0 if self.rules.is_progress(position, move, following) else idle + 1

    def result(self, position, idle):
        winner = self.rules.winner(position)
        repetition, no_progress = self.limits
        if winner is None and (0 < no_progress <= idle or 0 < repetition <= 1 + self.seen[
                self.rules.told(position)]):
            return 2
        return winner

    def check(self):
        if self.root[0] == self.hero:
            self.covered(self.root, self.idle, self.within)
        else:
            self.answered(self.root, self.idle, self.within)
        for fields, (move, bound, allowance) in self.entries.items():
            position = self.rules.read(fields)
            if position[0] != self.hero or move not in self.rules.moves(position) or (
                    self.wins and bound is None):
                raise RefusedError(fields)
            following, idle = self.made(position, move, allowance)
            winner = self.result(following, idle)
            if winner is None:
                self.answered(following, idle, None if bound is None else bound - 1)
            elif (winner == self.attacker) != self.wins:
                raise RefusedError(fields)

    def answered(self, position, idle, bound):
        if not self.wins and bound is not None and bound < 1:
            return
        for move in self.rules.moves(position):
            following, still = self.made(position, move, idle)
            winner = self.result(following, still)
            if winner is None:
                self.covered(following, still, None if bound is None else bound - 1)
            elif (winner == self.attacker) != self.wins or self.wins and bound == 0:
                raise RefusedError(position)

    def covered(self, position, idle, bound):
        """See that there is an entry with enough plies, or with few enough, and its allowance."""
        if not self.wins and bound is not None and bound < 1:
            return
        if self.rules.told(position) not in self.entries:
            raise RefusedError(position)
        _, found, allowance = self.entries[self.rules.told(position)]
        if self.wins:
            good = (bound is None or found <= bound) and (not self.limits[1] or idle <= allowance)
        else:
            enough = found is None or bound is not None and found >= bound
            good = enough and (not self.limits[1] or idle >= allowance)
        if not good:
            raise RefusedError(position)


@pytest.mark.parametrize(("claim", "position", "moves", "options"), [
    ("white wins within 15", "CWa1vg7", [], {}),
    ("no win for white within 14", "CWa1vg7", [], {}),
    ("black never wins", "CWa1vg7", [], {}),
    pytest.param("white wins", "cWa1vg7", ["g7f7"], {"arrival_wins": True},
                 marks=pytest.mark.long),
    ("white wins within 3", "CSa2ga3Lb3Mc5", [], {}),
    ("white never wins", None, ["a1a2"], {"size": "3"}),
    ("black never wins", None, [], {"size": "3"}),
    ("no win for white within 11", None, [], {"size": "4", "no_progress": 6})])
def test_certificates_are_accepted_and_with_an_entry_less_or_another_allowance_as_the_package_does(
        tmp_path, claim, position, moves, options):
    board = Board("contra", position, **options)
    for move in moves:
        board.push_text(move)
    told, Position = prove(board, read_claim(claim), 1), board.rules.Position
    write(tmp_path / "proof", told)
    checker, refused = Checker((tmp_path / "proof").read_bytes()), 0
    checker.check()
    entries = {tuple(p): entry for p, entry in told.entries.items()}
    for fields in list(entries)[::max(1, len(entries) // 2)]:
        move, bound, allowance = entries[fields]
        own = checker.entries[fields]
        for other in None, allowance + 1, max(0, allowance - 1):
            changed, checker.entries[fields] = dict(entries), (*own[:2], other)
            changed[fields] = move, bound, other
            if other is None:
                del changed[fields], checker.entries[fields]
            is_good = accepts(checker.check, RefusedError)
            assert is_good == accepts(partial(check, told._replace(entries={
                Position(*p): entry for p, entry in changed.items()})), PackageError)
            refused += not is_good
        checker.entries[fields] = own
    assert refused


def accepts(asked, error):
    try:
        asked()
    except error:
        return False
    return True


def won_by(rules, root, attacker):
    """Whether a player can force a win from a position, by all that can follow."""
    following, todo = {}, [rules.told(root)]
    while todo:
        fields = todo.pop()
        if fields not in following:
            position = rules.read(fields)
            winner = rules.winner(position)
            following[fields] = winner, [rules.told(rules.after(position, move)) for move in (
                rules.moves(position) if winner is None else [])]
            todo += following[fields][1]
    won = {fields for fields, (winner, _) in following.items() if winner == attacker}
    more = won
    while more:
        more = {fields for fields, (_, after) in following.items() if after and fields not in won
                and (any if fields[0] == attacker else all)(one in won for one in after)}
        won |= more
    return rules.told(root) in won


@pytest.mark.parametrize("attacker", [0, 1])
def test_after_each_first_move_on_three_by_three_either_a_certificate_holds_or_the_claim_is_false(
        tmp_path, attacker):
    side, results = ("white", "black")[attacker], set()
    for move in [None, *Board("contra", size="3").legal_moves]:
        board = Board("contra", size="3")
        if move is not None:
            board.push(move)
        rules = Contra(board.options)
        is_won = won_by(rules, rules.read(tuple(board.state)), attacker)
        results.add(is_won)
        if is_won:
            with pytest.raises(FalseClaimError, match="can force a win"):
                prove(board, read_claim(f"{side} never wins"), 1)
        else:
            write(tmp_path / "proof", prove(board, read_claim(f"{side} never wins"), 1))
            Checker((tmp_path / "proof").read_bytes()).check()
    assert False in results
    assert (True in results) == (attacker == 1)
