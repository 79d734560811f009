"""What a search tells."""
from dataclasses import dataclass

from ..board.score import Score


@dataclass(frozen=True, slots=True)
class Info:
    """What an iteration found: one line.

    Attributes:
        depth, seldepth: plies searched, and the deepest ply looked at.
        line: 1 for the best line, 2 for the next, ...
        score: hundredths of a die, for the player to move.
        mate: moves to a forced end: positive if the player to move wins, negative if he loses;
            None if none is known.
        nodes: positions looked at so far, by all threads.
        seconds: since the search began.
        hashfull: how many of a thousand places in the table are taken.
        pv: the moves of the line.
        no_win: for how many plies it is ruled out that the player to move wins, where the limits
            ask for a win within so many moves.
        table_hits: positions found in tables of endings, where these answered instead of a search;
            then score, mate and line are exact.
        booked: whether it comes from an opening book, and nothing was searched.
        net: the name of the net that evaluated positions; "" if none did.
    """

    depth: int
    seldepth: int
    line: int
    score: int
    mate: int | None
    nodes: int
    seconds: float
    hashfull: int
    pv: tuple[int, ...]
    no_win: int = 0
    table_hits: int = 0
    booked: bool = False
    net: str = ""

    @property
    def worth(self) -> Score:
        """What the line is worth to the player to move."""
        return Score(self.score) if self.mate is None else Score(mate=self.mate)
