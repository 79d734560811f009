"""The truth about small games, found without any search: by going back from their ends."""
from functools import cache


def moves_of(game, p):
    """The legal moves."""
    room = [0] * game.MAX_MOVES
    return room[:game.generate(p, room, 0)]


def won_states(game, positions, attacker, limit=0, barred=()):
    """The pairs (position, moves without progress) from which the attacker forces a win.

    Args:
        positions: all that may be reached.
        limit: so many moves without progress are a draw; 0 if none are.
        barred: the keys of positions that are draws.
    """
    waiting, won = {}, set()
    for p in positions:
        if game.outcome(p) or game.key(p) in barred:
            continue
        for idle in range(limit or 1):
            waiting[p, idle] = list(_results(game, p, idle, attacker, limit))
    changed = True
    while changed:
        before = len(won)
        for state, results in waiting.items():
            if state not in won and (any if state[0].side == attacker else all)(
                    result is True or result in won for result in results):
                won.add(state)
        changed = len(won) > before
    return won


def _results(game, p, idle, attacker, limit):
    """What each move leads to: the end (whether the attacker has won), or the next state."""
    for move in moves_of(game, p):
        q = game.apply(p, move)
        onward = 0 if game.progress(p, move, q) else idle + 1
        if game.outcome(q):
            yield game.outcome(q) == 1 + attacker
        elif limit:
            yield (q, onward) if onward < limit else False
        else:
            yield q, 0


def reachable(game, p):
    """All positions that can arise from p."""
    found, new = {p}, [p]
    while new:
        p = new.pop()
        if game.outcome(p) == 0:
            for move in moves_of(game, p):
                q = game.apply(p, move)
                if q not in found:
                    found.add(q)
                    new.append(q)
    return found


def shortest_win(game, p, plies):
    """Within how many plies, up to `plies`, the player to move can force a win; None if not."""
    @cache
    def forced(p, left, attacker):
        if game.outcome(p) or left == 0:
            return game.outcome(p) == 1 + attacker
        return (any if p.side == attacker else all)(
            forced(game.apply(p, move), left - 1, attacker) for move in moves_of(game, p))
    if game.outcome(p):
        return None
    return next((left for left in range(1, plies + 1) if forced(p, left, p.side)), None)


MATE, MATED = 31000, 30000


def value(game, p, depth, worth=lambda p: 0, limit=0, idle=0, barred=()):
    """What the player to move can reach at least `depth` plies deep, by looking at everything.

    A win in n plies is MATE - n, a loss in n plies n - MATE.  No shortest win passes a position
    twice, so of what was played before only the `barred` positions matter.

    Args:
        worth: what a position is worth to the player to move where the depth ends.
        limit: so many moves without progress are a draw; 0 if none are.
        idle: how many were made already.
        barred: the keys of positions that are draws.
    """
    known = {}

    def best(p, depth, idle):
        result = game.outcome(p)
        if result:
            return 0 if result == 3 else MATE if result == 1 + p.side else -MATE
        if depth == 0:
            return worth(p)
        place = game.key(p), depth, idle if limit else 0
        if place not in known:
            found = -MATE
            for move in moves_of(game, p):
                found = max(found, -after(p, move, depth, idle))
                if found == MATE - 1:
                    break
            known[place] = found
        return known[place]

    def after(p, move, depth, idle):
        q = game.apply(p, move)
        onward = 0 if game.progress(p, move, q) else idle + 1
        if game.outcome(q) == 0 and (0 < limit <= onward or game.key(q) in barred):
            return 0
        found = best(q, depth - 1, onward)
        return found - 1 if found > MATED else found + 1 if found < -MATED else found
    return best(p, depth, idle)
