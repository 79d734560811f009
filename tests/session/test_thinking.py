"""Who thinks in a session: players who are no engines think in threads, and can be called off."""
import asyncio
import contextlib

import pytest

from eckstein import Board
from eckstein.engine.messages import EngineError
from eckstein.session.thinking import Thinking


@pytest.mark.parametrize("name", ["random", "plain:depth=1", "flat:playouts=20",
                                  "mcts:nodes=50,hash=1"])
def test_a_player_who_is_no_engine_moves(name):
    async def moves():
        thinking, board = Thinking(1), Board("contra")
        try:
            await thinking.prepare(0, name, board)
            assert thinking.is_ready(0, name, board)
            assert not thinking.is_ready(0, name, Board("duell"))
            return await thinking.move(0, name, board)
        finally:
            await thinking.close()
    move = asyncio.run(moves())
    assert move in Board("contra").legal_moves
    assert move == asyncio.run(moves())


async def test_who_is_called_off_is_stopped_and_asked_for_nothing_more():
    thinking, name = Thinking(1), "mcts:nodes=1000000000,hash=64"
    board = Board("contra")
    await thinking.prepare(0, name, board)
    _, player = thinking._players[0]
    task = asyncio.create_task(thinking.move(0, name, board))
    await asyncio.sleep(0)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    assert not thinking.is_ready(0, name, board)
    assert player.play(board, player._own_limits).info.nodes < 1000
    await thinking.close()


async def test_a_program_that_is_not_there_is_an_engine_that_fails():
    thinking = Thinking(1)
    with pytest.raises(EngineError, match="cannot start"):
        await thinking.prepare(0, "cmd:no-such-program-anywhere", Board("contra"))
    await thinking.close()
