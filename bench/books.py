"""What an opening book is worth: against no book, and how many different games it makes.

    python -m bench.books GAME [--games N] [--nodes N]

Games begin in the first position of the game.  Level 9 and full strength with a number of nodes for
each move do not depend on the load of the machine.  Since they play the same game again and again
where there is no book, in matches both have some hundredths more nodes in each pair of games.
"""
from dataclasses import replace
from typing import Annotated

import typer

from eckstein import Board
from eckstein.engine.levels import LevelPlayer, level_of
from eckstein.engine.player import Player
from eckstein.engine.players import make_player, read_player
from eckstein.lab.arena.match import Standing
from eckstein.lab.arena.pace import Pace
from eckstein.lab.arena.plan import Plan
from eckstein.lab.arena.playing import Finished, play

LEVEL = 9


def level(game: str, book: bool) -> LevelPlayer:
    """Level 9, with its book or without."""
    return LevelPlayer(game, Board(game).options, LEVEL, book=book)


def pair(game: str, one: Player, other: Player, seed: int, nodes: int) -> list[Finished]:
    """Two games from the start with colours swapped, so many nodes a move at full strength."""
    plan = Plan(game, ("cmd:book", "cmd:none"), 2, seed=seed, opening_plies=0,
                pace=Pace(nodes=nodes))
    return [play(plan, job, (one, other) if job.white == 0 else (other, one))
            for job in plan.jobs(plan.pairs)]


def different(games: list[Finished]) -> int:
    """How many of these games have moves of their own."""
    return len({game.record.partition("\n\n")[2] for game in games})


def tell_match(name: str, game: str, booked: Player, plain: Player, nodes: int, count: int) -> None:
    """With the book against without it, each seed with both colours."""
    games = list[Finished]()
    for seed in range(count // 2):
        more = nodes + nodes * seed // 100
        for player in (booked, plain):
            if isinstance(player, LevelPlayer):
                player.level = replace(player.level, nodes=more)
        games += pair(game, booked, plain, seed, more)
    standing = Standing.of(games)
    found = standing.estimate()
    print(f"{game} {name}: book against no book {standing.points:g} of {standing.games} points, "
          f"{found.elo:+.0f} Elo ({found.low:+.0f} to {found.high:+.0f}), "
          f"{different(games)} different games", flush=True)


def main(game: str, games: Annotated[int, typer.Option(min=2)] = 40,
         nodes: Annotated[int, typer.Option(min=1)] = 50_000,
         own: Annotated[int, typer.Option(min=1)] = 20) -> None:
    """Play and print."""
    for name, book in (("the book", True), ("no book", False)):
        player = level(game, book)
        alone = [pair(game, player, player, seed, nodes)[0] for seed in range(own)]
        print(f"{game} level {LEVEL}, {own} games against itself with {name}: "
              f"{different(alone)} different", flush=True)
    tell_match(f"level {LEVEL}", game, level(game, True), level(game, False),
               level_of(LEVEL, game).nodes or nodes, games)
    booked, plain = (make_player(read_player(f"alphabeta:tables=off,book={book}"), Board(game))
                     for book in ("on", "off"))
    tell_match(f"full strength, {nodes:,} nodes", game, booked, plain, nodes, games)


if __name__ == "__main__":
    typer.run(main)
