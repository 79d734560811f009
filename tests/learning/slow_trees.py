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
        self.raw = 0.0          # what the net said of it
        self.result = None
        if outcome is not None and outcome.reason not in BY_RULE:
            self.result = 0 if outcome.winner is None else 1 if outcome.winner == board.turn else -1

    @property
    def walks(self):
        """Those that have come through, and those that wait."""
        return self.visits + self.waiting

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
                 interior="puct", considered=16, seed=0, scale=1.0, repetition=0, no_progress=0):
        self.root, self.batch = Node(board), batch
        self.simulations, self.leaves = simulations, leaves
        self.explore, self.gumbel, self.considered = explore, gumbel, considered
        self.interior = interior
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
        return self.judged_in(self.root, child)

    def judged_in(self, node, child):
        """The same among the moves of any node; walks that wait count as lost."""
        children = node.children
        seen = [one for one in children if one.walks or one.result is not None]
        priors = [one.prior if node is self.root else one.share / SHARES for one in seen]
        mean = sum(prior * self.worth(one) for prior, one in zip(priors, seen, strict=True))
        mean /= max(sum(priors), 1e-12)
        visits = sum(one.walks for one in children)
        mixed = (node.raw + visits * mean) / (1 + visits)
        value = self.worth(child) if child in seen else mixed
        return (50 + max(one.walks for one in children)) * self.scale * (value + 1) / 2

    @staticmethod
    def worth(child):
        if child.result is not None:
            return -child.result
        return (child.total - child.waiting * FLAT) / max(child.walks, 1) / FLAT

    def improve(self, node):
        """The child whose share of the visits is furthest below that of the improved policy."""
        among = [child for child in node.children if child.result != 1]
        heights = np.array([math.log(child.share) + self.judged_in(node, child)
                            for child in among])
        policy = np.exp(heights - heights.max())
        policy /= policy.sum()
        visits = np.array([child.walks for child in among])
        return among[int((policy - visits / (1 + visits.sum())).argmax())]

    def line(self, action):
        """The principal line that begins with an action of the root."""
        node = next(child for child in self.root.children if child.action == action)
        found = [action]
        while node.children:
            node = max(node.children, key=lambda child: (
                {-1: 2, 1: 0}.get(child.result, 1), child.visits, self.worth(child)))
            if not node.visits and node.result is None:
                break
            found.append(node.action)
        return found

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
        if not first and self.interior == "gumbel":
            return self.improve(node)
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
        leaf.raw = flat / FLAT
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
