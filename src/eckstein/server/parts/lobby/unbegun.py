"""Players that let games from the lobby be cancelled, since they never move, wait before the next
one.

This is kept in the memory of each server; a restart forgets it.
"""
from __future__ import annotations

from collections.abc import Sequence

WINDOW = 3_600_000          # milliseconds for which such a game is remembered
FREE = 1                    # games in that time after which a player need not wait yet
FIRST, LONGEST = 60_000, 900_000        # milliseconds to wait after one more; it doubles with each


def wait_of(times: Sequence[int], now: int) -> int:
    """For how many milliseconds a player has to wait.

    Args:
        times: when such games of the player have ended, in order.
        now: the time.
    """
    counted = [at for at in times if at > now - WINDOW]
    over = len(counted) - FREE
    return 0 if over < 1 else max(0, counted[-1] + min(FIRST << over - 1, LONGEST) - now)


class Unbegun:
    """Remembers which players have not begun games from the lobby."""

    def __init__(self) -> None:
        self._times: dict[str, list[int]] = {}

    def note(self, who: str, now: int) -> None:
        """A player has not begun a game, which was cancelled."""
        self._times = {one: times for one, times in self._times.items()
                       if times[-1] > now - WINDOW}
        self._times.setdefault(who, []).append(now)

    def wait(self, who: str, now: int) -> int:
        """For how many milliseconds a player has to wait before the next game from the lobby."""
        return wait_of(self._times.get(who, ()), now)
