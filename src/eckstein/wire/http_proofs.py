"""The answer of the HTTP API about proofs to be guessed."""
from typing import Annotated

from msgspec import Meta, Struct

from .words import Options


class ProofToGuess(Struct, frozen=True):
    """A win by force, and what is proved of the moves."""

    id: Annotated[str, Meta(description="its name among those of its game")]
    options: Annotated[Options, Meta(description="rule options that are not the usual ones")]
    position: Annotated[str, Meta(description="as text; the player to move wins")]
    plies: Annotated[int, Meta(description="of the shortest win")]
    entries: Annotated[int, Meta(description="of the certificate that proves it")]
    late: Annotated[int, Meta(
        description="how many moves more than the shortest win from its position takes, a win may "
                    "take and still be told")]
    moves: Annotated[dict[str, dict[str, int | None]], Meta(
        description="by positions, as text: of the winner all moves with the plies until the win, "
                    "null if it comes too late; of the loser the best reply alone")]


class ProofsToGuess(Struct, frozen=True):
    """The proofs of a game that can be guessed."""

    proofs: Annotated[list[ProofToGuess], Meta(description="the short ones first")]
