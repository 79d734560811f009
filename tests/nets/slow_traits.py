"""Traits of moves by making them and looking, from what people are told of positions.

Each function gives the numbers of a move's traits; `number` counts through values in order.
"""
from eckstein.kernel.dice import DICE, KING, tilted, turned_round

FIRST_DIE = 4


def number(first, *parts):
    """The place of some values, each given with how many there are, behind `first`."""
    place = 0
    for value, count in parts:
        assert 0 <= value < count
        place = place * count + value
    return first + place


class Seen:
    """A move with the positions before it and after it, turned so that the mover goes up."""

    def __init__(self, board, move, size):
        rules, self.size = board.rules, size
        self.black = board.contents().side == "black"
        self.mine = board.contents().side
        self.before = self.turned(board.contents().pieces)
        steps = rules.steps(board.state, move)
        self.origin, self.target = (self.place(square) for square in (
            steps[0].origin, steps[-1].target))
        self.die = self.before[self.origin].die
        self.is_jump = steps[0].kind == "jump"
        for step in steps:
            if step.kind == "tilt" and self.die:
                faces = tilted(DICE[self.die], step.direction ^ 2 if self.black else step.direction)
                self.die = DICE.index(faces)
        removed = self.turned({one.square: one.piece for one in rules.removed(board.state, move)})
        self.lost = [square for square, piece in removed.items() if piece.colour == self.mine]
        self.felled = [square for square in removed if square not in self.lost]
        self.rest = {square: piece for square, piece in self.before.items()
                     if square != self.origin}

    def place(self, square):
        column, row = square
        wide, high = self.size
        return (wide - 1 - column, high - 1 - row) if self.black else (column, row)

    def turned(self, pieces):
        return {self.place(square): piece._replace(
            die=turned_round(piece.die) if self.black else piece.die)
            for square, piece in pieces.items()}

    def arrival(self, kinds):
        die = (self.die or KING) - FIRST_DIE
        return self.place_of(self.target) * kinds + die

    def place_of(self, square):
        return square[1] * self.size[0] + square[0]

    def owned(self, mine):
        """The squares of a player's dice, without the one that moves."""
        return [square for square, piece in self.rest.items()
                if (piece.colour == self.mine) == mine]

    def top(self, square):
        return DICE[self.before[square].die][0]


def near(square, others, least=1, most=1):
    """How many of these squares are so many steps of a chess king away."""
    return sum(least <= max(abs(square[0] - x), abs(square[1] - y)) <= most for x, y in others)


def around(seen, square):
    return [(min(near(square, seen.owned(mine)), 3), 4) for mine in (True, False)]


def apart(square, other):
    return abs(square[0] - other[0]) + abs(square[1] - other[1])


def contra(board, move, action, actions):
    size = board.rules.SIZE
    seen = Seen(board, move, (int(size), int(size)))
    aside = seen.target[0] - seen.origin[0]
    way = (0, 1, 2)[aside], 3
    beside = [(sum(apart(seen.target, one) == 1 for one in seen.owned(mine)), 4)
              for mine in (True, False)]
    battles, rounds = actions * 24, actions * 24 + 2 * 4 * 3 * 16
    return (action * 24 + seen.before[seen.origin].die - FIRST_DIE,
            number(battles, (len(seen.lost), 2), (min(len(seen.felled), 3), 4), way, *beside),
            number(rounds, way, *around(seen, seen.origin), *around(seen, seen.target)))


def pur(board, move, action, actions):
    seen = Seen(board, move, (7, 7))

    def at(square, up):
        here = square[0], square[1] + up
        if not 0 <= here[1] < 7:
            return 0, 4
        return (1 + (here in seen.owned(True)) + 2 * (here in seen.owned(False))), 4
    files = [at(square, up) for square in (seen.origin, seen.target) for up in (1, -1)]
    home = sum(row == 6 for _, row in seen.owned(True)) + (seen.origin[1] == 6)
    homes = actions + 49 * 24 + 7 * 4 ** 4
    return (action, actions + seen.arrival(24),
            number(actions + 49 * 24, (seen.target[1] - seen.origin[1], 7), *files),
            number(homes, (home, 8), (6 - seen.target[1], 7), (DICE[seen.die][0] - 1, 6)))


def ecke(board, move, action, actions):
    seen = Seen(board, move, (7, 7))
    stay = [one for one in seen.owned(False) if one not in seen.felled]
    battles = actions + 49 * 24
    up, aside = (abs(seen.target[i] - seen.origin[i]) for i in (1, 0))
    way = 0 if up == 0 else 1 if aside == 0 else 2
    corners = (0, 6), (6, 6)
    held = any(one in seen.owned(True) for one in corners)
    return (action, actions + seen.arrival(24),
            number(battles, (len(seen.lost), 2), (min(len(seen.felled), 3), 4),
                   (min(near(seen.target, stay), 3), 4),
                   (min(near(seen.target, seen.owned(True)), 3), 4),
                   (min(near(seen.target, seen.owned(False), 2, 2), 3), 4)),
            number(battles + 2 * 4 ** 4, (way + 3 * seen.is_jump, 6), (seen.origin in corners, 2),
                   (seen.target in corners, 2), (held, 2), *around(seen, seen.origin)))


def duell(board, move, action, actions):
    high = board.rules.ROWS
    seen = Seen(board, move, (9, high))
    takes_all = board.options["king_captures"]

    def aims(die, square, other):
        if die in (0, KING):
            return takes_all and apart(square, other) == 1
        return apart(square, other) == DICE[die][0]

    def aimed(square, mine):
        found = sum(aims(seen.rest[one].die, one, square) for one in seen.owned(mine))
        return min(found, 2), 3

    def king(mine):
        return next(square for square, piece in seen.before.items()
                    if piece.kind == "K" and (piece.colour == seen.mine) == mine)
    is_king = seen.origin == king(True)
    taken = seen.rest.get(seen.target)
    lost = 0 if taken is None else 7 if taken.kind == "K" else DICE[taken.die][0]
    exchanges = actions + 9 * high * 25
    attacks = exchanges + 7 * 8 * 27
    told = (action, actions + seen.arrival(25), number(
        exchanges, (0 if is_king else seen.top(seen.origin), 7), (lost, 8),
        aimed(seen.origin, False), aimed(seen.target, False), aimed(seen.target, True)))
    if is_king:
        return *told, attacks + 2 * 2 * 9 * 4 * 3 + apart(seen.target, (4, high - 1))
    return *told, number(
        attacks, (aims(seen.before[seen.origin].die, seen.origin, king(False)), 2),
        (aims(seen.die, seen.target, king(False)), 2), (min(apart(seen.target, king(False)), 8), 9),
        (min(sum(aims(seen.die, seen.target, one) for one in seen.owned(False)), 3), 4),
        (max(1, min(apart(seen.target, king(True)), 3)) - 1, 3))


PIECES = "KQRBNP"
STANDS = 13 * 13


def shut(pieces, colour, counts_bishops):
    """How many sides of a king are filled or beyond a border."""
    king = next(square for square, one in pieces.items() if (one.colour, one.kind) == (colour, "K"))
    counted = [square for square, one in pieces.items() if counts_bishops or one.kind != "B"]
    spans = [sorted({square[axis] for square in counted}) for axis in (0, 1)]

    def is_shut(square):
        return square in pieces or any(
            span[-1] - span[0] == 3 and not span[0] <= square[axis] <= span[-1]
            for axis, span in enumerate(spans))
    return sum(is_shut((king[0] + x, king[1] + y)) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)))


def echek(board, move, action, actions):
    rules, contents = board.rules, board.contents()
    mine, pieces = contents.side, dict(contents.pieces)
    kings = [next(square for square, one in pieces.items()
                  if one.kind == "K" and (one.colour == mine) == is_mine) for is_mine in (0, 1)]
    steps, after = rules.steps(board.state, move), dict(pieces)
    is_placed, is_swap = steps[0].kind == "place", steps[-1].letter == "K" and len(steps) == 2
    sent = [step.origin for step in steps if step.kind == "return"]
    went = [steps[0].origin] if not is_placed else []
    target = steps[len(steps) - 1 - len(sent)].target
    for square in [*sent, *went]:
        del after[square]
    after[target] = next(iter(pieces.values()))._replace(colour=mine, kind=steps[0].letter)
    if is_swap:
        after |= {step.target: pieces[step.origin] for step in steps}
    copy, counts = board.copy(), board.options["bishop"] != "draft"
    copy.push(move)
    left = {(one.colour, one.kind) for one in copy.contents().pieces.values()}
    queens = [one.colour for one in after.values()
              if one.kind == "Q" and (one.colour, "Q") not in left]
    fell = (mine in queens) + 2 * any(colour != mine for colour in queens)
    other = next(one.colour for one in pieces.values() if one.colour != mine)
    sides = [(shut(which, whose, counts), 5) for whose in (other, mine)
             for which in (pieces, after)]
    places = (12, 12, 6)
    begins = [sum(places[:i]) * STANDS for i in range(4)]
    told = [number(begins[3], *sides, (fell, 4))]
    if is_swap:
        return *told, begins[3] + 5 ** 4 * 4 + 13

    def stands(square, king):
        rows, columns = square[1] - king[1], square[0] - king[0]
        if mine == "black":
            rows, columns = -rows, -columns
        return (rows + 6) * 13 + columns + 6
    piece = PIECES.index(steps[0].letter)
    kind = piece if is_placed else piece + 6
    told += [kind * STANDS + stands(target, kings[0]),
             begins[1] + kind * STANDS + stands(target, kings[1])]
    told += [begins[2] + piece * STANDS + stands(square, kings[0]) for square in went]
    told += [begins[3] + 5 ** 4 * 4 + 1 + PIECES.index(pieces[square].kind)
             + 6 * (pieces[square].colour != mine) for square in sent]
    return tuple(told)


SLOW = {"contra": contra, "pur": pur, "ecke": ecke, "duell": duell, "echek": echek}
