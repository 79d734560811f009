"""Games and people that are written into a store, as if they had been at a server."""
from eckstein import Board
from eckstein.server.game.chain import chained
from eckstein.server.game.events import Event
from eckstein.server.game.identity import of_account
from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.explore.counting import explore_all
from eckstein.server.store.transactions import Ending, Transaction, human_seat
from eckstein.server.work.contract import in_turn

from .helpers import stores_of

NAMES = ("anna", "bruno", "carla")
MOVES = list(Board("contra").legal_texts())[:3]


def player(game, colour, who, began=1, rated=False):
    return {"game": game, "colour": colour, "who": who, "rules": "contra", "began": began,
            "speed": "blitz", "rated": rated}


async def write_game(store, game, white, black, began, ending=None, rated=False):
    await store.write(Transaction([], [{"id": game, "rules": "contra", "created": began,
                                        "over": False, "tended": False}],
                                  [player(game, "white", white, began, rated)]))
    await store.write(Transaction([], players=[player(game, "black", black, began, rated)]))
    if ending is not None:
        await store.write(Transaction([], ended={game: ending}))


def random_moves(chance, count):
    """So many moves; the first ones are often the same."""
    board, moves = Board("contra"), []
    for number in range(count):
        texts = board.legal_texts()
        if not texts:
            break
        moves.append(chance.choice(texts[:2] if number < 4 else texts))
        board.push_text(moves[-1])
    return moves


def events_of(game, moves, rules="contra", winner=None):
    """The events of a game, with its end if somebody has won, or it was drawn."""
    board, digest = Board(rules), b""
    told = [("created", {"rules": rules, "options": board.options, "start": board.position(),
                         "turn": "white", "control": None, "tournament": "secret",
                         "seats": {colour: human_seat("", "") for colour in ("white", "black")}})]
    told += [("takeback", {"ply": move}) if isinstance(move, int) else
             ("move", {"text": move, "notation": move, "spent": 1}) for move in moves]
    if winner in ("white", "black", "drawn"):
        told.append(("end", {"by": None, "result": {
            "winner": None if winner == "drawn" else winner, "score": None,
            "reason": "agreement" if winner == "drawn" else "resignation"}}))
    for seq, (kind, data) in enumerate(told, 1):
        event = chained(digest, Event(game, seq, "white", f"c{seq}", kind, data, None, seq))
        digest = event.digest
        yield event


async def play(store, game, white, black, moves, ended, winner="white", points=(None, None)):
    """A game of two people, or with a level, whose seats have identities."""
    seats = [player(game, colour, who) | {"points": one}
             for colour, who, one in zip(("white", "black"), (white, black), points, strict=True)]
    await store.write(Transaction(
        list(events_of(game, moves, winner=winner)),
        [{"id": game, "rules": "contra", "created": 1, "over": False, "tended": False}], seats))
    await store.write(Transaction([], ended={game: Ending(ended, winner)}))


async def people_in(store, public=NAMES):
    for name in NAMES:
        await stores_of(store).add(Account(name, name.title(), 1), name, None, [])
        if name in public:
            await stores_of(store).set_public(name, of_account(name), True)


async def explore(store):
    return await explore_all(stores_of(store).public_games, store.events_of, in_turn)
