"""Remarks of the coach put to the twin, the second implementation of the rules.

Every kind of remark has a check here, which asks the twin alone what the sentence says.  Forced
wins of more than two moves, and that a player cannot force one, are asked of the plainest search
(lab/puzzles/making/puzzle_check.py), for the twin would take hours.
"""
import itertools
from functools import cache

from eckstein import Board
from eckstein.lab.puzzles.making.puzzle_check import Checker

from ..twin import twin

OTHER = {"white": "black", "black": "white"}
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))


@cache
def rules(game):
    return twin(game)


@cache
def checker(game):
    return Checker(game)


@cache
def moves(game, state):
    """The states after all legal moves, by their texts."""
    return rules(game).moves(state)


def won_by(game, state, side):
    return (rules(game).outcome(state) or (None,))[0] == side


def gone(game, state, text, side):
    """How many pieces of a side a move takes from the board for good."""
    return sum(letter.isupper() == (side == "white")
               for _, letter, why in rules(game).describe(state, text).removed
               if why != "returned")


def wins_at_once(game, state, side):
    """The moves by which a side wins at once."""
    return [text for text, after in moves(game, state).items() if won_by(game, after, side)]


def takes_freely(game, state, text):
    """Whether a move takes more than it costs, and no answer takes anything."""
    side = state.turn
    after = moves(game, state)[text]
    return gone(game, state, text, OTHER[side]) > gone(game, state, text, side) and not any(
        gone(game, after, answer, side) for answer in moves(game, after))


def net(game, state, text):
    return gone(game, state, text, OTHER[state.turn]) - gone(game, state, text, state.turn)


def swing(game, state, text):
    """What a move takes, less what the best answer takes back."""
    after = moves(game, state)[text]
    return net(game, state, text) - max(
        [0, *(net(game, after, one) for one in moves(game, after))])


class Case:
    """A remark with the positions that it is about.

    Args:
        board, move: as for `Coach.remark`.
        remark: what it said, with a sentence.
    """

    def __init__(self, board, move, remark):
        self.game, self.remark, self.facts = board.game, remark, remark.sentence.facts
        self.board = Board(board.game, board.position())
        self.text = board.text(move)
        self.move = self.board.parse(self.text)
        self.me, self.they = board.turn.value, board.turn.other.value
        self.before = rules(self.game).read(self.board.position())
        self.after = moves(self.game, self.before)[self.text]
        self.better = moves(self.game, self.before).get(remark.better)

    def later(self, *texts):
        """The board after some moves."""
        board = self.board.copy()
        for text in texts:
            board.push_text(text)
        return board

    def plain(self, name, *before):
        """The plain text of the move that the sentence names, after some moves."""
        board = self.later(*before)
        return board.text(board.parse(self.facts[name]))

    def skipped(self, *texts):
        """The state after some moves, as if the player to move passed."""
        return rules(self.game).read(self.later(*texts).passed().position())

    def passed_text(self, *texts):
        """The plain text of the move of the sentence, after a pass."""
        board = self.later(*texts).passed()
        return board.text(board.parse(self.facts["move"]))

    def forces(self, board, side, plies):
        """Whether a side can force a win within so many plies: the plainest search."""
        return checker(self.game).wins(board, plies, int(side == "black"))

    def sums(self, state, text):
        """Both totals of the sentence, and the battles of a move that came out so."""
        totals = [self.facts[name].facts["sum"] for name in ("attack", "defence")]
        return [fight for fight in rules(self.game).describe(state, text).fights
                if [fight.attack, fight.defence] == totals]


def contradicted(board, move, remark):
    """Whether the twin contradicts a remark."""
    case = Case(board, move, remark)
    return not CHECKS[remark.kind](case)


def lost_at_once(c):
    return won_by(c.game, c.after, c.they)


def missed_win_at_once(c):
    return c.plain("move") in wins_at_once(c.game, c.before, c.me)


def missed_win(c):
    plies = 2 * c.facts["n"] - 1
    return c.forces(c.later(c.plain("move")), c.me, plies - 1) and not c.forces(
        c.later(), c.me, plies - 2) and not c.forces(c.later(c.text), c.me, plies + 1)


def threat_not_seen(c):
    reply = c.plain("move", c.text)
    return opened_a_win(c) and reply in wins_at_once(c.game, c.skipped(), c.they)


def opened_a_win(c):
    reply = c.plain("move", c.text)
    return reply in wins_at_once(c.game, c.after, c.they) and not wins_at_once(
        c.game, c.better, c.they)


def forced_loss(c):
    plies = 2 * c.facts["n"] - 1
    return c.forces(c.later(c.text, c.plain("move", c.text)), c.they, plies - 1) and not c.forces(
        c.later(c.remark.better), c.they, plies)


def forced_loss_stood(c):
    plies = 2 * c.facts["n"] - 1
    return forced_loss(c) and c.forces(c.board.passed(), c.they, plies)


def fell(c):
    return any(fight.loser == fight.attacker for fight in c.sums(c.before, c.text))


def fell_without_help(c):
    helper = c.plain("helper")
    told = rules(c.game).describe(c.skipped(helper), c.text)
    return fell(c) and any(fight.attack == c.facts["total"] for fight in told.fights) and not any(
        fight.loser == fight.attacker for fight in told.fights)


def own_queen_lost(c):
    return gone(c.game, c.before, c.text, c.me) == 1 and not gone(
        c.game, c.before, c.remark.better, c.me)


def falls(c):
    """The reply takes the piece that the sentence names, in the battle that it tells."""
    reply = c.remark.line[0]
    told = rules(c.game).describe(c.after, reply)
    names = {square for square, letter, _ in told.removed
             if letter.isupper() == (c.me == "white")}
    if c.facts["square"] not in names or not takes_freely(c.game, c.after, reply):
        return False
    if "attack" in c.facts and not any(
            fight.loser == fight.defender for fight in c.sums(c.after, reply)):
        return False
    if "attacker" in c.facts:
        attacker = c.facts["attacker"].facts
        if (attacker["square"] != told.steps[0].origin
                or attacker.get("top", len(told.steps)) != len(told.steps)):
            return False
    losses = {one: gone(c.game, c.better, one, c.me) for one in moves(c.game, c.better)}
    if "keeps" in c.remark.sentence:
        return not any(losses.values()) and not gone(c.game, c.before, c.remark.better, c.me)
    return all(swing(c.game, c.better, one) <= 0 for one, lost in losses.items() if lost)


def lay(c):
    return falls(c) and c.facts["square"] in {
        square for square, _, _ in rules(c.game).describe(c.skipped(), c.remark.line[0]).removed}


def missed_a_piece(c):
    taken = {square for square, _, _ in rules(c.game).describe(c.before, c.remark.better).removed}
    return c.facts["square"] in taken and takes_freely(c.game, c.before, c.remark.better) and (
        "attack" not in c.facts or bool(c.sums(c.before, c.remark.better)))


def ahead_in_pieces(board):
    """How many more pieces the player to move has."""
    colours = [piece.colour for piece in board.contents().pieces.values()]
    return 2 * colours.count(board.turn) - len(colours)


def best_for_pieces(board, depth, alpha=-99, beta=99):
    """By how many pieces the player to move will be ahead: all moves to a depth, then captures."""
    if board.is_game_over():
        end = board.outcome()
        return 0 if end.winner is None else 50 if end.winner is board.turn else -50
    capturing, best = depth <= 0, -99
    if capturing:
        best = ahead_in_pieces(board)
    for move in list(board.legal_moves):
        if best >= beta or depth <= -8:
            break
        if capturing and not board.rules.removed(board.state, move):
            continue
        board.push(move)
        best = max(best, -best_for_pieces(board, depth - 1, -beta, -max(alpha, best)))
        board.pop()
    return best


def pieces_after(c, text):
    return -best_for_pieces(Board(c.game, c.later(text).position(), compiled=True), 3)


def loses_pieces(c):
    now, mine, could = (ahead_in_pieces(c.board), pieces_after(c, c.text),
                        pieces_after(c, c.remark.better))
    return gone(c.game, c.after, c.plain("move", c.text), c.me) > 0 and (
        now - mine == c.facts["n"]) and (could >= now or "fewer" in c.remark.sentence) and (
        could > mine)


def missed_pieces(c):
    gained = pieces_after(c, c.remark.better) - ahead_in_pieces(c.board)
    return gained == c.facts["m"] and ("attacked" not in c.remark.sentence.template
                                       or rules(c.game).in_check(c.better))


def loses_anyway(c, state):
    """Whether every move loses a piece for good."""
    return all(any(swing(c.game, after, capture) > max(0, net(c.game, state, text))
                   for capture in moves(c.game, after))
               for text, after in moves(c.game, state).items())


def cornered(c):
    return loses_anyway(c, moves(c.game, c.after)[c.plain("move", c.text)])


def missed_a_double_attack(c):
    return loses_anyway(c, c.better)


def missed_attack(c):
    state, text = c.skipped(c.remark.better), c.passed_text(c.remark.better)
    taken = {square for square, _, _ in rules(c.game).describe(state, text).removed}
    return c.facts["square"] in taken and takes_freely(c.game, state, text)


def safe_reply(c):
    reply = c.plain("move", c.text)
    square = rules(c.game).describe(c.after, reply).steps[-1].target
    now, instead = moves(c.game, c.after)[reply], moves(c.game, c.better)[reply]

    def takes_it(state, text):
        return square in {one for one, _, _ in rules(c.game).describe(state, text).removed}
    capture = c.plain("capture", c.remark.better, reply)
    return takes_it(instead, capture) and takes_freely(c.game, instead, capture) and not any(
        takes_it(now, text) for text in moves(c.game, now))


def check_allowed(c):
    reply = moves(c.game, c.after)[c.plain("move", c.text)]
    return rules(c.game).in_check(reply) and not any(
        map(rules(c.game).in_check, moves(c.game, c.better).values()))


def missed_a_check(c):
    return rules(c.game).in_check(c.better) and not rules(c.game).in_check(c.after)


# Pur.

def rows(text, side):
    if text == "--":
        return 0
    gone_forward = int(text[-1]) - int(text[1])
    return gone_forward if side == "white" else -gone_forward


def farthest(c, state):
    return max((rows(text, state.turn) for text in moves(c.game, state)), default=0)


def jumps(text):
    squares = [(ord(text[i]), int(text[i + 1])) for i in range(0, len(text), 2)]
    return sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 2 for a, b in itertools.pairwise(squares))


def way_of_the_opponent(c):
    reply = c.plain("move", c.text)
    return (rows(reply, c.they), farthest(c, c.better)) == (c.facts["n"], c.facts["m"]) and (
        "chain" not in c.remark.kind or jumps(reply) == c.facts["jumps"])


def way_left(c):
    return way_of_the_opponent(c) and c.plain("move", c.text) in moves(c.game, c.skipped())


def way_opened(c):
    return way_of_the_opponent(c) and c.plain("move", c.text) not in moves(c.game, c.skipped())


def jumped(c):
    return (rows(c.remark.better, c.me), rows(c.text, c.me)) == (c.facts["n"], c.facts["m"]) and (
        jumps(c.remark.better) == c.facts["jumps"])


def tops_at_home(c, state):
    row = 7 if c.me == "white" else 1
    return {square: die.top for square, (side, die) in state.dice
            if side == c.me and square[1] == row}


def points(c):
    had, has, could = (sum(tops_at_home(c, state).values())
                       for state in (c.before, c.after, c.better))
    return (could, has) == (c.facts["n"], c.facts["m"]) and (
        has < had if c.remark.kind == "points lost" else could > had)


def turned_at_home(c):
    was, top = (tops_at_home(c, state).get(square_in(square)) for state, square in (
        (c.before, c.remark.better[:2]), (c.better, c.remark.better[-2:])))
    return points(c) and (was, top) == (c.facts["was"], c.facts["top"])


def points_next(c):
    def at_least(state):
        return min(max(sum(tops_at_home(c, last).values())
                       for last in (answer, *moves(c.game, answer).values()))
                   for answer in moves(c.game, state).values())
    return (at_least(c.better), at_least(c.after)) == (c.facts["n"], c.facts["m"])


def two_moves(c):
    def at_least(text, state):
        return rows(text, c.me) + min((farthest(c, answer) for answer in
                                       moves(c.game, state).values()), default=0)
    return (at_least(c.remark.better, c.better), at_least(c.text, c.after)) == (
        c.facts["n"], c.facts["m"])


def sideways(c):
    return rows(c.text, c.me) == 0 and rows(c.remark.better, c.me) == 1


# Contra.

def is_past(state, square, side):
    """Whether no enemy is ahead of a die on its column or a neighbouring one, and its tilts to go.
    """
    ahead = 1 if side == "white" else -1
    left = 7 - square[1] if side == "white" else square[1] - 1
    return left, not any(owner != side and abs(place[0] - square[0]) <= 1
                         and (place[1] - square[1]) * ahead >= 0
                         for place, (owner, _) in state.dice)


def runs_alone(state, square, side):
    """Whether a die runs straight home though all enemies tilt towards its way, one by one each."""
    ahead, goal = (1, 7) if side == "white" else (-1, 1)
    foes = {place for place, (owner, _) in state.dice if owner != side}
    column, row, first = *square, state.turn == side
    while row != goal:
        if not first:
            foes |= {(a + x, b + y) for a, b in foes for x, y in ((1, 0), (-1, 0), (0, -ahead))}
        near = {(column, row), *((column + x, row + y) for x, y in SIDES)}
        if not first and foes & near:
            return False
        first, row = False, row + ahead
        if foes & {(column, row), *((column + x, row + y) for x, y in SIDES)}:
            return False
    return True


def square_in(name):
    return ord(name[0]) - 96, int(name[1:])


def past(c, state, square, side):
    left, is_free = is_past(state, square, side)
    return is_free and left == c.facts["n"] and (
        "stop" not in c.remark.sentence.template or runs_alone(state, square, side))


def way_cleared(c):
    return past(c, c.after, square_in(c.facts["square"]), c.they)


def let_a_die_pass(c):
    reply = c.plain("move", c.text)
    return past(c, moves(c.game, c.after)[reply], square_in(reply[-2:]), c.they)


def missed_a_free_die(c):
    return past(c, c.better, square_in(c.remark.better[-2:]), c.me)


# Ecke.

def corners(state, side, of):
    """How many dice a side has on the corners of a player."""
    row = 1 if of == "white" else 7
    return sum(owner == side and square in ((1, row), (7, row))
               for square, (owner, _) in state.dice)


def missed_a_corner(c):
    return corners(c.better, c.me, c.they) == c.facts["n"] > corners(c.after, c.me, c.they)


def guard(c):
    return corners(c.better, c.me, c.me) > corners(c.after, c.me, c.me)


def guard_left(c):
    return corners(c.after, c.me, c.me) < corners(c.before, c.me, c.me)


# Echek.

def closed(c, state, side):
    """How many sides of a king are closed."""
    board = dict(state.pieces)
    king = next(square for square, piece in board.items()
                if piece == ("K" if side == "white" else "k"))
    west, south, east, north = rules(c.game).area(board)
    found = 0
    for x, y in SIDES:
        column, row = king[0] + x, king[1] + y
        found += ((column, row) in board or east - west == 3 and not west <= column <= east
                  or north - south == 3 and not south <= row <= north)
    return found


def most_closed(c, state, side):
    return max(closed(c, after, side) for after in moves(c.game, state).values())


def own_king(c):
    return (closed(c, c.after, c.me), closed(c, c.better, c.me)) == (
        c.facts["n"], c.facts["m"]) and (c.remark.kind == "king not freed"
                                         or closed(c, c.before, c.me) < c.facts["n"])


def king_can_be_closed(c):
    then = moves(c.game, c.after)[c.plain("move", c.text)]
    open_sides = 4 - closed(c, then, c.me)
    return open_sides == c.facts["n"] and most_closed(c, c.better, c.me) < 4 - open_sides


def king_not_closed(c):
    return (closed(c, c.better, c.they), closed(c, c.after, c.they)) == (
        c.facts["n"], c.facts["m"])


def prepares(c):
    return (most_closed(c, c.skipped(c.remark.better), c.they),
            most_closed(c, c.skipped(c.text), c.they)) == (c.facts["n"], c.facts["m"])


# What went well.

def only_move(c):
    plies = 3 if "two" in c.remark.sentence else 1
    if plies == 1:
        return all(won_by(c.game, after, c.they) or wins_at_once(c.game, after, c.they)
                   for text, after in moves(c.game, c.before).items() if text != c.text)
    return all(c.forces(c.later(text), c.they, plies)
               for text in moves(c.game, c.before) if text != c.text)


def only_win(c):
    plies = 2 * c.facts["n"] - 1
    return c.forces(c.later(c.text), c.me, plies - 1) and not any(
        c.forces(c.later(text), c.me, plies - 1)
        for text in moves(c.game, c.before) if text != c.text)


def won(c):
    return takes_freely(c.game, c.before, c.text) and (
        "attack" not in c.facts or any(fight.loser == fight.defender
                                       for fight in c.sums(c.before, c.text)))


def won_with_a_helper(c):
    return won(c) and c.facts["alone"] <= c.facts["defence"].facts["sum"]


def stopped(c):
    text = c.passed_text()
    if "forced" in c.remark.sentence:
        ahead = c.board.passed()
        ahead.push_text(text)
        return c.forces(ahead, c.they, 2) and not c.forces(c.later(c.text), c.they, 3)
    return text in wins_at_once(c.game, c.skipped(), c.they) and not wins_at_once(
        c.game, c.after, c.they)


def threat(c):
    return c.passed_text(c.text) in wins_at_once(c.game, c.skipped(c.text), c.me)


CHECKS = {
    "lost at once": lost_at_once, "missed win at once": missed_win_at_once,
    "missed win": missed_win, "threat not seen": threat_not_seen,
    "opened a win at once": opened_a_win, "forced loss stood": forced_loss_stood,
    "opened a forced loss": forced_loss, "fell": fell, "fell without help": fell_without_help,
    "own queen lost": own_queen_lost, "put where it falls": falls, "left hanging": lay,
    "missed a piece": missed_a_piece, "loses pieces": loses_pieces,
    "missed pieces": missed_pieces, "cornered": cornered,
    "missed a double attack": missed_a_double_attack, "missed attack": missed_attack,
    "safe reply": safe_reply, "check allowed": check_allowed, "missed a check": missed_a_check,
    "chain left": way_left, "jump left": way_left, "chain opened": way_opened,
    "jump opened": way_opened, "missed chain": jumped, "missed jump": jumped, "points": points,
    "points lost": points, "turned at home": turned_at_home, "points in two moves": points_next,
    "two moves": two_moves, "sideways": sideways,
    "way opened": way_cleared, "let a die pass": let_a_die_pass,
    "missed a free die": missed_a_free_die, "missed a corner": missed_a_corner, "guard": guard,
    "guard left": guard_left, "own king closed": own_king, "king not freed": own_king,
    "king can be closed": king_can_be_closed, "king not closed": king_not_closed,
    "prepares": prepares, "only move": only_move, "only win": only_win, "won a piece": won,
    "won a battle": won, "won with a helper": won_with_a_helper, "won a queen": won,
    "stopped a threat": stopped, "threat": threat,
}
