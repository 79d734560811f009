"""Searches that are cancelled, once or twice and in any moment: what comes next is not confused."""
import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein import Board
from eckstein.engine.client import AsyncEngine
from eckstein.engine.limits import Limits
from eckstein.engine.messages import EngineError, position_command

from ..helpers import after

BOARDS = [Board("contra"), after("contra", None, "d1d2"), after("contra", None, "d1d2", "d7d6")]
MOVES = {position_command(board): board.legal_texts()[number]
         for number, board in enumerate(BOARDS)}
LATE = 3                    # turns of the loop from a command to its answer


async def turns(count):
    """Let the others go on."""
    for _ in range(count):
        await asyncio.sleep(0)


class Program:
    """A transport to a program that is ready at once, whatever else it has yet to say."""

    def __init__(self, command):
        self._lines, self._gone = asyncio.Queue(), asyncio.Event()
        self._move, self._stopped, self._tasks = None, False, []
        self.last_words = ""

    async def write(self, line):
        if self._gone.is_set():
            raise ConnectionError
        match line.split():
            case ["uci"]:
                self._say("uciok")
            case ["isready"]:
                self._begin(self._be_ready())
            case ["position", *_]:
                self._move = MOVES[line]
            case ["setoption", "name", "Level", *_]:
                self._begin(self._refuse())
            case ["go", *_]:
                self._stopped = False
                self._begin(self._think(self._move))
            case ["stop"]:
                self._stopped = True
            case ["quit"]:
                self.kill()
        await asyncio.sleep(0)

    async def _be_ready(self):
        await turns(LATE)
        self._say("readyok")

    async def _refuse(self):
        await turns(LATE)
        self._say("info string error there are no levels")

    async def _think(self, move):
        for _ in range(4 * LATE):
            if self._stopped:
                break
            await asyncio.sleep(0)
        await turns(4 * LATE)
        self._say(f"bestmove {move}")

    def _begin(self, work):
        self._tasks.append(asyncio.get_running_loop().create_task(work))

    def _say(self, line):
        if not self._gone.is_set():
            self._lines.put_nowait(line)

    async def read(self):
        if self._gone.is_set():
            return None
        return await self._lines.get()

    def kill(self):
        self._gone.set()
        self._lines.put_nowait(None)

    async def gone(self):
        await self._gone.wait()


async def start(command):
    return Program(command)


async def play(engine, board):
    """Have a move made, and see that it is the one for this board."""
    played = await engine.play(board, Limits(time=60))
    assert board.text(played.move) == MOVES[position_command(board)]


@given(st.lists(st.tuples(
    st.integers(0, len(BOARDS) - 1),
    st.lists(st.integers(0, 40), max_size=2),   # after how many turns of the loop it is cancelled
), max_size=6))
def test_whoever_is_cancelled_at_whatever_moment_all_others_get_their_move(searches):
    async def test():
        engine = await AsyncEngine.launch(["program"], start=start)
        for number, ends in searches:
            playing = asyncio.create_task(play(engine, BOARDS[number]))
            for turn in range(max(ends, default=-1) + 1):
                if turn in ends:
                    playing.cancel()
                await asyncio.sleep(0)
            if ends:
                await asyncio.gather(playing, return_exceptions=True)
            else:
                await playing
        await play(engine, BOARDS[0])
        await engine.close()
    asyncio.run(test())


@given(st.lists(st.integers(0, 2 * LATE), min_size=1, max_size=3))
def test_what_is_refused_is_told_to_whoever_asked_for_it(ends):
    async def test():
        engine = await AsyncEngine.launch(["program"], start=start)
        for end in ends:
            asking = asyncio.create_task(engine.new_game())
            await turns(end)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        with pytest.raises(EngineError, match="no levels"):
            await engine.set_option("Level", 99)
        await play(engine, BOARDS[0])
        await engine.close()
    asyncio.run(test())
