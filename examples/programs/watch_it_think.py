"""Follow a search while it goes deeper, with asyncio."""
import asyncio

from eckstein import AsyncEngine, Board, Limits
from eckstein.engine.messages import Analysis


async def main() -> None:
    board = Board("echek")
    engine = await AsyncEngine.launch(game="echek")
    async with engine:
        async for told in engine.stream(board, Limits(nodes=20_000)):
            if isinstance(told, Analysis):
                print(told.depth, told.score, board.notation(told.pv[0]))
            else:
                print("plays", board.notation(told.move))


asyncio.run(main())
