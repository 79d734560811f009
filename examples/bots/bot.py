"""A bot of a few lines: it leaves the opponent as few moves as it can.

    ECKSTEIN_TOKEN=eck_... python examples/bots/bot.py http://localhost:8000
"""
import os
import random
import sys

from eckstein.client.bot import Bot
from eckstein.client.remote import RemoteError
from eckstein.wire.http_bots import Challenged


def choose(board):
    """A legal move after which there are fewest replies."""
    moves = board.legal_texts()
    random.shuffle(moves)

    def left(move):
        after = board.copy()
        after.push_text(move)
        return len(after.legal_texts())
    return min(moves, key=left)


def main(server, token):
    bot = Bot(server, token)
    for event in bot.events():
        print(event, flush=True)
        if isinstance(event, Challenged):
            bot.accept(event.challenge.id)
        elif getattr(event, "mine", False):
            try:
                game = bot.game(event.game)
                game.do("move", bot.begun[event.game].colour, choose(game.board()))
            except RemoteError as error:        # the opponent has resigned meanwhile, perhaps
                print(error, flush=True)
        elif getattr(event, "seat", "") and event.kind == "rematch":
            bot.rematch(event)


if __name__ == "__main__":
    main(sys.argv[1], os.environ["ECKSTEIN_TOKEN"])
