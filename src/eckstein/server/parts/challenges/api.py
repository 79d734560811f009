"""The HTTP API of challenges: to make, accept, decline and withdraw them."""
from __future__ import annotations

from typing import Any

from ....wire.http_challenges import Challenge, Challenges, Decline, NewChallenge, OwnSeat
from ...net.endpoints import PREFIX, Call, endpoint
from . import challenges as company

PATH = f"{PREFIX}/challenges"
ONE = f"{PATH}/{{challenge}}"


@endpoint("GET", PATH, "challenges", answers=Challenges, needs="challenge")
async def challenges(call: Call[None]) -> Challenges:
    """The challenges to an account or a guest, and from it."""
    return Challenges(await _challenges(call).of(await call.sender()))


@endpoint("POST", PATH, "challenges", takes=NewChallenge, answers=Challenge, status=201,
          needs="challenge")
async def challenge(call: Call[NewChallenge]) -> Challenge:
    """Challenge a player to a game."""
    return await _challenges(call).make(call.wish, await call.sender(), call.token)


@endpoint("POST", f"{ONE}/accept", "challenges", answers=OwnSeat, needs="challenge")
async def accept(call: Call[None]) -> OwnSeat:
    """Begin the game; sent again, it leads to the same game."""
    return await _challenges(call).accept(_id(call), await call.sender())


@endpoint("POST", f"{ONE}/decline", "challenges", takes=Decline, answers=Challenges,
          needs="challenge")
async def decline(call: Call[Decline]) -> Challenges:
    """Say no, and why; answered by what is left."""
    sender = await call.sender()
    await _challenges(call).decline(_id(call), call.wish.reason, sender)
    return Challenges(await _challenges(call).of(sender))


@endpoint("POST", f"{ONE}/withdraw", "challenges", answers=Challenges, needs="challenge")
async def withdraw(call: Call[None]) -> Challenges:
    """Take one's own challenge back, or dismiss it once it is answered; answered by what is left.
    """
    sender = await call.sender()
    await _challenges(call).withdraw(_id(call), sender)
    return Challenges(await _challenges(call).of(sender))


def _id(call: Call[Any]) -> str:
    id: str = call.request.path_params["challenge"]
    return id


def _challenges(call: Call[Any]) -> company.Challenges:
    return call.get(company.Challenges)


ENDPOINTS = (challenges, challenge, accept, decline, withdraw)
