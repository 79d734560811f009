"""The HTTP API of chat, for programs."""
from __future__ import annotations

from ....wire.chat import LineKept, NewLine
from ...net.endpoints import PREFIX, Call, endpoint
from ...ops.asked import timed
from .chat import Chat


@endpoint("POST", f"{PREFIX}/games/{{game}}/say", "bots", takes=NewLine, answers=LineKept,
          needs="play")
async def say(call: Call[NewLine]) -> LineKept:
    """Say something to the opponent in a game in which the account has a seat; answered when it is
    on disk."""
    account, chat = await call.account(), call.get(Chat)
    with timed("say"):
        return LineKept(await chat.say(call.game, call.wish,
                                       await chat.seats(call.game, account.id), account.id))


ENDPOINTS = (say,)
