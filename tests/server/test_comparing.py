"""Help of an engine: moves are compared with the engine's, and what is unusual is flagged."""
import asyncio

import pytest
from bench.flags import Pool

from eckstein import Board
from eckstein.cli import run as command
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.server.database.tables import accounts, compared_games
from eckstein.server.game.chain import chained
from eckstein.server.game.events import Event
from eckstein.server.game.glicko import Rating
from eckstein.server.game.identity import of_account
from eckstein.server.parts.accounts.events import Account
from eckstein.server.parts.moderation import comparing, flagging, suspicion
from eckstein.server.parts.moderation.comparing import Compared, compared
from eckstein.server.parts.moderation.suspicion import flags_of
from eckstein.server.parts.ratings.counting import rate_all
from eckstein.server.store.transactions import Ending, Transaction, human_seat
from eckstein.wire.words import COLOURS

from .helpers import opened, stores_of
from .written_games import player

OTHERS = [f"p{number}" for number in range(suspicion.OTHERS)]
DAY = 86_400_000


@pytest.fixture(scope="module")
def game():
    """A game in which White makes the engine's moves and Black others; its moves and choices."""
    board, choices = Board("contra"), dict.fromkeys(COLOURS, 0)
    with_help = Searcher("contra", board.options, proofs=False, megabytes=comparing.MEGABYTES)
    while not board.is_game_over():
        found = with_help.best(board, Limits(nodes=comparing.NODES))
        others = [move for move in board.legal_moves if int(move) != found.pv[0]]
        chosen = found.pv[0] if board.turn == "white" or not others else int(others[0])
        if board.ply >= comparing.OPENING and others and found.mate is None and (
                abs(found.score) < comparing.DECIDED):
            choices[board.turn] += 1
        board.push(chosen)
    return [int(move) for move in board.move_stack], choices


def test_moves_of_the_engine_are_known_where_there_is_a_choice(game):
    moves, choices = game
    searcher = Searcher("contra", Board("contra").options, proofs=False,
                        megabytes=comparing.MEGABYTES)
    found = compared(Board("contra"), moves, COLOURS, searcher)
    # The searches before a position are others here, so a score may come out otherwise.
    for colour in COLOURS:
        assert found[colour].positions > 0
        assert abs(found[colour].positions - choices[colour]) <= 2
    assert found["white"].agreed >= 0.7 * found["white"].positions
    assert found["black"].agreed <= 0.3 * found["black"].positions
    alone = compared(Board("contra"), moves, ["white"], searcher)
    assert alone["white"] == found["white"] and alone["black"] == Compared()
    assert compared(Board("contra"), moves[:comparing.OPENING], COLOURS, searcher) == (
        dict.fromkeys(COLOURS, Compared()))


def crowd(helped=0.6, choices=suspicion.CHOICES, others=OTHERS, usual=0.3, deviation=70.0):
    """One game of each, by which no rating changes much; those of one player are compared."""
    sure = Rating(1500, 70)
    pool = Pool(3)
    pool.join("helped", *others, strength=1500)
    for number, name in enumerate(others):
        pool.play("helped", name, "drawn")
        share = usual + (number % 5 - 2) / 50
        mine, theirs = pool.sides[-2:]
        pool.sides[-2:] = [
            mine._replace(before=Rating(1500, deviation), choices=choices if not number else 0,
                          agreed=round(helped * choices) if not number else 0),
            theirs._replace(before=sure, choices=suspicion.CHOICES,
                            agreed=round(share * suspicion.CHOICES))]
    return pool.sides


@pytest.mark.parametrize(("more", "flagged"), [
    ({}, True), ({"helped": 0.47}, True), ({"helped": 0.4}, False),
    ({"choices": suspicion.CHOICES - 1}, False), ({"others": OTHERS[:-1]}, False),
    ({"usual": 0.5}, False), ({"helped": 0.1}, False), ({"deviation": suspicion.SETTLED}, False)])
def test_help_needs_all_its_figures(more, flagged):
    found = [one for one in flags_of(crowd(**more)) if one.kind == "engine"]
    assert [one.account for one in found] == ["helped"] * flagged


def test_what_was_judged_counts_no_more():
    sides = crowd()
    found, = (one for one in flags_of(sides) if one.kind == "engine")
    assert found.about == "contra" and found.evidence.figures["agreed"] == 60
    assert found.evidence.figures["usual"] == pytest.approx(0.3, abs=0.02)
    assert flags_of(sides, {("helped", "engine", "contra"): sides[-1].ended}) == []


def test_others_are_compared_by_their_ratings():
    """Stronger players agree more often: much for the weakest is usual for the strongest."""
    for place, flagged in ((0, True), (19, False)):
        sides = crowd(helped=0.55)
        for number, side in enumerate(sides):
            step = place if side.account == "helped" else int(side.account[1:])
            after = side.after._replace(points=1000 + 50 * step)
            share = side.agreed if side.account == "helped" else round(10 + 2.5 * step)
            sides[number] = side._replace(after=after, agreed=share)
        assert [one.account for one in flags_of(sides) if one.kind == "engine"] == (
            ["helped"] * flagged)


async def played(store, game, white, black, moves, ended):
    """A rated game that White has won before its end by the rules."""
    board, digest, events = Board("contra"), b"", []
    told = [("created", {"rules": "contra", "options": board.options, "start": board.position(),
                         "turn": "white", "control": None, "rated": True, "seats": {
                             colour: human_seat("", of_account(who))
                             for colour, who in zip(COLOURS, (white, black), strict=True)}})]
    for move in moves:
        told.append(("move", {"text": board.text(move), "notation": board.text(move), "spent": 1}))
        board.push(move)
    for seq, (kind, data) in enumerate(told, 1):
        events.append(chained(digest, Event(game, seq, "white", f"c{seq}", kind, data, None, seq)))
        digest = events[-1].digest
    await store.write(Transaction(
        events, [{"id": game, "rules": "contra", "created": 1, "over": False, "tended": False}],
        [player(game, colour, of_account(who), rated=True)
         for colour, who in zip(COLOURS, (white, black), strict=True)]))
    await store.write(Transaction([], ended={game: Ending(ended, "white", True)}))


def test_each_game_is_compared_once_and_what_is_done_stays(place, game, monkeypatch, capsys):
    async def test():
        async with opened(place) as store:
            for name in ("anna", "bruno", "robot"):
                await stores_of(store).add(Account(name, name.title(), 1), name, None, [])
            engine = stores_of(store).moderation.engine
            for number, black in enumerate(("bruno", "bruno", "robot")):
                await played(store, f"g{number}", "anna", black, game[0][:-1], (number + 1) * DAY)
            assert await rate_all(stores_of(store).ratings) == 3
            async with engine.begin() as connection:
                await connection.execute(accounts.update().where(
                    accounts.c.id == "robot").values(bot=True))
        made = comparing._compare

        async def stopped(store, engine, one, searchers):
            if one == "g0":                         # the last one is the first to be compared
                raise KeyboardInterrupt
            await made(store, engine, one, searchers)
        monkeypatch.setattr(comparing, "_compare", stopped)
        with pytest.raises(KeyboardInterrupt):
            await comparing.compare(place, 60, 4 * DAY)
        monkeypatch.undo()
        assert await comparing.compare(place, 0, 4 * DAY) == (0, 1)
        assert await comparing.compare(place, 60, 4 * DAY) == (1, 0)
        assert await comparing.compare(place, 60, 4 * DAY) == (0, 0)
        async with opened(place) as store:
            engine = stores_of(store).moderation.engine
            sides = await flagging.sides_since(engine, 0)
            known = {(one.game, one.account): (one.choices, one.agreed) for one in sides}
            assert known["g0", "anna"] == known["g1", "anna"] > (0, 0)
            assert known["g0", "anna"][1] > known["g0", "bruno"][1]
            assert known["g2", "anna"] == (0, 0)
            # What another engine has found is found anew.
            async with engine.begin() as connection:
                await connection.execute(compared_games.update().values(engine="another"))
        assert await comparing.compare(place, 60, 4 * DAY) == (2, 0)
    asyncio.run(test())
    assert command(["db", "flag", "--minutes", "1", "-d",
                    place.removeprefix("sqlite+aiosqlite:///")]) == 0
    assert capsys.readouterr().out.startswith("0 games were compared with the engine; 0 are left.")
