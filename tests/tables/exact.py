"""The truth about a game small enough to write down, by asking all positions again and again."""


def solved(moves):
    """The result and distance of every position, None for a draw.

    Args:
        moves: for each position a list of what its moves lead to: positions, and pairs (result,
            plies) for the player who is then to move; or such a pair if the game is over there.
    """
    known = {p: after for p, after in moves.items() if isinstance(after, tuple)}
    changed = True
    while changed:
        changed = False
        for p, after in moves.items():
            if isinstance(after, tuple):
                continue
            found = best([known.get(q) if q in moves else q for q in after])
            if found != known.get(p):
                known[p] = found
                changed = True
    return {p: known.get(p) for p in moves}


def best(after):
    """What the values of the next positions make of one, as far as they are known."""
    quickest = [plies for value in after if value for result, plies in [value]
                if result == "lost"]
    if quickest:
        return "won", min(quickest) + 1
    if None in after or ("drawn", 0) in after:
        return None
    return "lost", max(plies for _, plies in after) + 1


def by_the_twin(game, state):
    """The moves from a state as the slow solver asks: states, and results for who is to move."""
    end = game.outcome(state)
    if end:
        winner = end[0]
        return ("drawn" if winner is None else "won" if winner == state.turn else "lost"), 0
    return [game.identity(after) for after in game.moves(state).values()]
