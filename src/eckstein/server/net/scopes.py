"""How far tokens reach."""
from __future__ import annotations

from ...base.sentence import Sentence
from ...wire.words import Needs
from ..game.rulings import RefusedError
from ..parts.accounts.events import Token


def reaches(token: Token | None, needs: Needs) -> bool:
    """Whether a token is enough; a client that shows none is a person at a page."""
    return needs == "anybody" or token is None or needs in token.scopes


def check_scope(token: Token | None, needs: Needs | None) -> None:
    """Refuse what a token does not reach.

    Args:
        token: what was shown.
        needs: what is needed; None where that is not stated, which is refused to all clients.

    Raises:
        RefusedError: if it is not enough.
    """
    if needs is None:
        raise RefusedError("not-yours", "it is not stated who may do this", "not-in-scope")
    if reaches(token, needs):
        return
    if needs == "page" or needs == "fresh":
        raise RefusedError("not-yours", Sentence("no token can do this; sign in on the page"),
                           "not-in-scope")
    raise RefusedError("not-yours", Sentence("this needs a token of the scope {scope}",
                                             scope=needs), "not-in-scope")
