"""A game as one of its players plays it, through lost connections and restarts of the server."""
from __future__ import annotations

import time
from typing import Any

from eckstein import Board

from .person import LostError, Person

SILENCE = 12.0              # seconds without a word after which a player gives up
VANISH = 0.04               # how often a player leaves in the middle of a game
REMATCH = 0.3


class Seat:
    """A seat in a game.

    Args:
        person: the player.
        told: names the game, the colour and the token.
    """

    def __init__(self, person: Person, told: dict[str, Any]) -> None:
        self.person, self.game = person, told["game"]
        self.colour, self.token = told["colour"], told["token"]
        self._asked: dict[str, Any] | None = None
        self._ply = self._decided = 0

    async def play(self) -> None:
        """Play to the end, or vanish."""
        person, day = self.person, self.person.day
        day.sits(person, self.game, self.colour)
        limit = day.chance.randint(3, day.length.plies)
        vanishes = day.chance.random() < VANISH
        while True:
            try:
                person.forget()
                begin = time.perf_counter()
                await person.say("join", game=self.game, seats=[self.token])
                facts = await person.hear("game", "refused", game=self.game)
                if facts["t"] == "refused":
                    if facts["code"] == "busy":
                        continue
                    day.complain(f"{self.game} cannot be joined: {facts['reason']}")
                    return
                day.note("join", begin)
                done = await self._play_on(facts, limit, vanishes)
                if done:
                    day.counts["games played to their end by a player"] += 1
                    await self._again(facts)
                else:
                    day.counts["games that a player left"] += 1
                await person.say("leave", game=self.game)
                return
            except LostError:
                continue

    async def _play_on(self, facts: dict[str, Any], limit: int, vanishes: bool) -> bool:
        """Play until the game is over; returns whether it is."""
        person = self.person
        board = Board(facts["rules"], facts["start"], **facts["options"])
        for move in facts["moves"]:
            board.push_text(move["text"])
        plies, result, seq = len(facts["moves"]), facts["result"], facts["seq"]
        if self._asked is not None:         # its answer was lost
            await self._do()
        while result is None:
            if str(board.turn) == self.colour and self._decided <= plies:
                if vanishes and plies >= 2:
                    await person.hang_up()
                    return False
                self._decide(board, plies, limit, seq)
                await self._do()
            try:
                told = await person.hear("event", "game", game=self.game, within=SILENCE)
            except TimeoutError:
                await self._give_up(seq, plies)
                continue
            if told["t"] == "game":
                return await self._play_on(told, limit, vanishes)
            if told["kind"] == "move":
                board.push_text(told["move"])
                plies += 1
            seq = told.get("seq") or seq
            result = told.get("result") or result
        return True

    def _decide(self, board: Board, plies: int, limit: int, seq: int) -> None:
        """What to do in a position, once."""
        chance = self.person.day.chance
        self._ply, self._decided = plies, plies + 1
        what, move = "move", ""
        if plies >= limit:
            what = "resign"
        else:
            move = board.text(chance.choice(list(board.legal_moves)))
        self._asked = {"id": self.person.key("command"), "what": what, "seq": seq, "move": move}

    async def _do(self) -> None:
        """Send what was decided, until it is answered."""
        person, asked = self.person, self._asked
        assert asked is not None
        begin = time.perf_counter()
        await person.say("do", game=self.game, seat=self.token, **asked)
        told = await person.hear("done", "refused", id=asked["id"])
        if told["t"] == "refused" and told["code"] == "busy":
            raise LostError
        self._asked = None
        if told["t"] == "done":
            person.day.note("move", begin)
            if asked["what"] == "move":
                person.day.moves[self.game][self._ply] = asked["move"]
        elif told["code"] not in ("over", "stale", "not-now"):
            person.day.complain(f"{self.game}: {asked} was refused: {told}")

    async def _give_up(self, seq: int, plies: int) -> None:
        """Nothing has happened for long: the opponent is gone."""
        self._asked = {"id": self.person.key("command"), "seq": seq, "move": "",
                       "what": "resign" if plies >= 2 else "abort"}
        await self._do()

    async def _again(self, facts: dict[str, Any]) -> None:
        """Perhaps play again."""
        person, day = self.person, self.person.day
        if facts["tournament"] or day.over() or day.chance.random() > REMATCH:
            return
        id = person.key("rematch")
        for _ in range(6):
            status, told = await person.ask(
                "POST", f"/games/{self.game}/commands",
                {"id": id, "what": "rematch", "seq": facts["seq"], "seat": self.token})
            if status != 200:
                return
            if following := told.get("next"):
                (colour, token), = following["seats"].items()
                day.counts["rematches"] += 1
                await person.say("leave", game=self.game)
                await Seat(person, {"game": following["game"], "colour": colour,
                                    "token": token}).play()
                return
            try:
                await person.hear("event", game=self.game, kind="rematch", within=0.5)
            except TimeoutError:
                continue
