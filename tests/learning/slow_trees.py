"""A tree search over boards, slow and plain, that is written from what the docs say alone."""
import math

import numpy as np

from eckstein.contract.pieces import Reason

FLAT = 1 << 16              # parts in which values are told
SHARES = FLAT - 1           # and priors
WORSE = FLAT // 5           # than its parent an unvisited move is taken to be
BY_RULE = {Reason.REPETITION, Reason.NO_PROGRESS}


def opinion(key, actions):
    """Logits and a value that the key of a position stands for: chance that is always the same."""
    rng = np.random.default_rng(key)
    return 2 * rng.normal(size=actions), rng.uniform(-1, 1)


class Node:
    """A position, as the player sees it who is to move there; results from his side, too."""

    def __init__(self, board, action=None):
        self.board, self.action = board, action
        self.visits = self.waiting = self.total = 0
        self.prior, self.children = 0.0, None
        outcome = board.outcome()
        self.result = None
        if outcome is not None and outcome.reason not in BY_RULE:
            self.result = 0 if outcome.winner is None else 1 if outcome.winner == board.turn else -1

    def settle(self):
        """What the results of all children say."""
        results = [child.result for child in self.children]
        if -1 in results:
            self.result = 1
        elif None not in results:
            self.result = max(-result for result in results)


class SlowTree:
    """The tree of one game."""

    def __init__(self, board, batch, simulations, leaves=1, explore=150, gumbel=False,
                 considered=16, seed=0, scale=1.0, repetition=0, no_progress=0):
        self.root, self.batch = Node(board), batch
        self.simulations, self.leaves = simulations, leaves
        self.explore, self.gumbel, self.considered = explore, gumbel, considered
        self.scale, self.repetition, self.no_progress = scale, repetition, no_progress
        self.rng = np.random.default_rng(seed)
        self.past = board.keys()[-1 - board.idle_moves:]
        self.idle, self.candidates, self.asked = board.idle_moves, None, 0

    def run(self):
        self.walks(1)
        if not self.gumbel:
            self.walks(self.simulations)
            return
        children = self.root.children
        self.chances = dict(zip((child.action for child in children),
                                self.rng.gumbel(size=(1, len(children)))[0], strict=True))
        self.candidates = sorted(children, key=self.height, reverse=True)[:self.considered]
        number, left = len(self.candidates), self.simulations
        rounds = max(1, math.ceil(math.log2(number)))
        while left and self.root.result is None:
            each = self.simulations if number == 1 else max(
                1, self.simulations // (rounds * number))
            self.walks(min(left, each * number))
            left -= min(left, each * number)
            number = max(2, number // 2)
            self.candidates = sorted(self.candidates, key=self.height, reverse=True)[:number]

    def height(self, child):
        return math.log(max(child.prior, 1e-12)) + self.chances[child.action] + self.judged(child)

    def judged(self, child):
        """How much its value speaks for a move: sigma of the completed value."""
        children = self.root.children
        seen = [one for one in children if one.visits or one.result is not None]
        whole = sum(one.prior for one in seen)
        mean = sum(one.prior * self.worth(one) for one in seen) / max(whole, 1e-12)
        visits = sum(one.visits for one in children)
        mixed = (self.raw + visits * mean) / (1 + visits)
        value = self.worth(child) if child in seen else mixed
        return (50 + max(one.visits for one in children)) * self.scale * (value + 1) / 2

    @staticmethod
    def worth(child):
        if child.result is not None:
            return -child.result
        return child.total / max(child.visits, 1) / FLAT

    def walks(self, left):
        """So many walks, with leaves that are valued together."""
        while left and self.root.result is None:
            waiting = []
            while left and len(waiting) < self.leaves and self.root.result is None:
                trail = self.walk()
                leaf = trail[-1]
                if any(leaf is other[-1] for other in waiting):
                    break
                left -= 1
                if leaf.result is None:
                    self.expand(leaf)
                if leaf.result is None:
                    for node in trail:
                        node.waiting += 1
                    waiting.append(trail)
                else:
                    self.back_up(trail, leaf.result * FLAT)
            for trail in waiting:
                self.value(trail)

    def walk(self):
        node, trail, keys, idle = self.root, [self.root], [self.root.board.key], self.idle
        while node.result is None and node.children is not None and not (
                node.waiting and not node.visits):
            node = self.choose(node, first=node is self.root)
            trail.append(node)
            key = node.board.key
            # Nothing has come again where nobody could.
            idle = node.board.idle_moves
            if node.visits == 0 and node.result is None and (
                    0 < self.no_progress <= idle or (self.repetition and (
                        key in keys[-2::-2] or 1 + self.past[:-1].count(key) >= self.repetition))):
                node.result = 0
            keys.append(key)
        return trail

    def choose(self, node, first):
        open_ones = [child for child in node.children if child.result != 1]
        if first and self.candidates:
            among = [child for child in self.candidates if child.result != 1]
            if among:
                return min(among, key=lambda child: child.visits + child.waiting)
        unknown = -node.total / max(node.visits, 1) - WORSE
        weight = self.explore * math.sqrt(node.visits + node.waiting) / 100 / FLAT * FLAT

        def promise(child):
            visits = child.visits + child.waiting
            value = unknown if not visits else (child.total - child.waiting * FLAT) / visits
            if child.result == 0:
                value = 0.0
            return value + weight * child.share / (1 + visits)
        return max(open_ones, key=promise)

    def expand(self, leaf):
        leaf.children = []
        for move in leaf.board.legal_moves:
            board = leaf.board.copy()
            action = self.batch.action_of(board, move)
            board.push(move)
            leaf.children.append(Node(board, action))
        leaf.settle()

    def value(self, trail):
        leaf = trail[-1]
        self.asked += 1
        logits, value = opinion(leaf.board.key, self.batch.actions)
        heights = np.array([logits[child.action] for child in leaf.children])
        shares = np.exp(heights - heights.max())
        shares /= shares.sum()
        for child, share in zip(leaf.children, shares, strict=True):
            child.prior, child.share = share, max(1, round(share * SHARES))
        for node in trail:
            node.waiting -= 1
        flat = round(value * FLAT)
        if leaf is self.root:
            self.raw = flat / FLAT
        self.back_up(trail, flat)

    def back_up(self, trail, value):
        for node, parent in zip(trail[::-1], [*trail[-2::-1], None], strict=True):
            node.visits += 1
            node.total -= value
            value = -value
            if parent is not None and node.result is not None:
                parent.settle()
                if parent.result is not None:
                    value = parent.result * FLAT
