"""Accepting or refusing a certificate by the plain rules alone; nothing of any search is used.

A certificate names a game with all its options, a first position, the moves made from it (the
history), a claim about the position after them (the **root**), and **entries** for one player, the
**hero**: the attacker where he is to win, and his opponent where he is not.  An entry is a position
with the hero to move, his move, a bound in plies, and an allowance of moves without progress.  Each
entry is checked alone, with all replies to its move; nothing is searched.

A running position is **drawn** if so many moves without progress lead to it as the option allows,
or if it is **barred**: it occurred so often before the root that one more time is a draw.

**"wins (within N)".**  An entry says: the attacker wins within `bound` plies, if at most
`allowance` moves without progress came before.  It holds if its move is legal and then either he
has won, or the position runs, is not drawn, and each reply to it, being within the bound, loses at
once or leads to a running position that is not drawn and has an entry: its bound is smaller by 2 or
more, and it allows as many moves without progress as there are then.  Bounds decrease, so by
induction on them all entries hold.  In such a game no position comes twice.  One with an entry
cannot, since bounds decrease.  One after the attacker's move has had its replies checked against
the bounds of all entries that lead to it; would it come again, the entry of the reply that was
played the first time would be larger than that of a later position, and yet smaller than its bound.
The same holds for the root.  So no repetition makes a draw but that of barred positions, and the
claim holds for the game as it was played.

**"no win within N".**  An entry says: the attacker does not win within `bound` plies, if at least
`allowance` moves without progress came before.  It holds if its move is legal and does not lose
and, as long as plies are left, no move of the attacker wins at once, and each leads to a position
that is over, drawn, or has an entry: its bound is smaller by 2 at most, and its allowance is
reached.  By induction on the bounds all entries hold.  Further draws by repetition, which are not
seen here, end games that the attacker has not won.

**"never wins".**  The same without bounds: the positions of the entries, with those after their
moves, are closed, and the attacker has won in none.  So he never wins; the game goes on for ever,
or until a draw by repetition or lack of progress.

Entries that cannot be reached must hold as well.  Positions are compared field by field, not by
hashes.  What was altered is still accepted where the claim follows.
"""
from collections import Counter
from collections.abc import Callable
from typing import Any

from ...base.sentence import Sentence
from ...kernel.options import COUNTS
from .certificate import Certificate, RefusedError, moves_of, plain_rules
from .claims import FOREVER

DRAW = 3                    # what `outcome` says of a draw
OPENED = 1000               # entries between two reports


class _Checker:
    """The rules, the claim, and what was played before the root."""

    def __init__(self, told: Certificate) -> None:
        self.rules, self.entries = plain_rules(told.game, told.options), told.entries
        self.attacker, self.wins, self.within = told.claim
        self.hero = self.attacker if self.wins else 1 - self.attacker
        self.repetition, self.no_progress = (int(told.options[name]) for name in COUNTS)
        self.seen: Counter[Any] = Counter()
        self.root, self.idle = self.rules.Position(*told.start), 0
        faults = self.rules.problems(self.root)
        if faults or self.rules.position(self.rules.contents(self.root)) != self.root:
            raise RefusedError("; ".join(["its first position cannot be", *faults]))
        for number, move in enumerate(told.history, 1):
            if self.is_over() or move not in moves_of(self.rules, self.root):
                raise RefusedError(Sentence("move {number} of its history is not legal",
                                            number=number))
            before = self.root
            self.seen[before] += 1
            self.root, self.idle = self.made(before, move, self.idle)
        if self.is_over():
            raise RefusedError(Sentence("the game is over, so that nothing is left to prove"))

    def is_over(self) -> bool:
        """Whether the game is over at the root."""
        return bool(self.result(self.root, self.idle))

    def made(self, p: Any, move: int, idle: int) -> tuple[Any, int]:
        """The position after a move, and the moves without progress, where they are counted."""
        q = self.rules.apply(p, move)
        return q, 0 if not self.no_progress or self.rules.progress(p, move, q) else idle + 1

    def result(self, p: Any, idle: int) -> int:
        """What `outcome` says, or DRAW where a running position is drawn."""
        drawn = (0 < self.no_progress <= idle or 0 < self.repetition <= self.seen[p] + 1)
        return self.rules.outcome(p) or (DRAW if drawn else 0)

    def check_entry(self, p: Any, move: int, bound: float, allowance: int) -> None:
        """Check that an entry follows from those that its move leads to."""
        if (p.side != self.hero or self.rules.outcome(p) or move not in moves_of(self.rules, p)
                or self.wins and not 1 <= bound < FOREVER):
            raise RefusedError(Sentence("the entry of {position} is none: its move is not legal "
                                        "there, or it has no bound", position=tuple(p)))
        q, idle = self.made(p, move, allowance)
        result = self.result(q, idle)
        if result and (result == 1 + self.attacker) != self.wins:
            raise RefusedError(Sentence("the move in {position} ends the game otherwise than "
                                        "claimed", position=tuple(p)))
        if not result:
            self.check_replies(q, idle, bound - 1)

    def check_replies(self, p: Any, idle: int, bound: float) -> None:
        """Check that all moves of the hero's opponent lead to what is claimed within the bound."""
        if not self.wins and bound < 1:
            return
        for move in moves_of(self.rules, p):
            q, still = self.made(p, move, idle)
            result = self.result(q, still)
            if result == 1 + self.attacker:
                good = self.wins and bound >= 1
            elif result:
                good = not self.wins
            else:
                good = self.has_entry(q, still, bound - 1)
            if not good:
                raise RefusedError(Sentence("move {move} in {position} is not answered as claimed",
                                            move=move, position=tuple(p)))

    def has_entry(self, p: Any, idle: int, bound: float) -> bool:
        """Whether a running position with the hero to move has an entry that is good enough."""
        if not self.wins and bound < 1:
            return True
        entry = self.entries.get(p)
        if entry is None:
            return False
        _, found, allowance = entry
        return (found <= bound and idle <= allowance if self.wins
                else found >= bound and idle >= allowance)

    def check(self, report: Callable[[int], None]) -> None:
        """Check that the root is covered, and that all entries hold."""
        if self.root.side != self.hero:
            self.check_replies(self.root, self.idle, self.within)
        elif not self.has_entry(self.root, self.idle, self.within):
            raise RefusedError(Sentence("it has no entry for the position of the claim"))
        for number, (p, entry) in enumerate(self.entries.items(), 1):
            self.check_entry(self.rules.Position(*p), *entry)
            if number % OPENED == 0:
                report(number)


def check(told: Certificate, report: Callable[[int], None] = lambda entries: None) -> None:
    """Check a certificate.

    Args:
        told: from `certificate.read`.
        report: called with how many entries have been checked, now and then.

    Raises:
        RefusedError: with a sentence, unless the claim follows from the entries.
    """
    try:
        _Checker(told).check(report)
    except RefusedError:
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise RefusedError(Sentence("the rules cannot read what it says: {error}",
                                    error=error)) from None
