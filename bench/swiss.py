"""How long a Swiss round takes to pair: `python -m bench.swiss --players 200 --rounds 9`."""
import random
import time
from typing import Annotated

import typer

from eckstein.server.parts.tournaments.rules.records import WIN, Game, Player, Round
from eckstein.server.parts.tournaments.rules.swiss import FREE, report, swiss_round

OUTCOMES = ("white", "black", "drawn")


def played(pairs: list[tuple[int, int]], chance: random.Random) -> Round:
    """A round in which every game has ended somehow."""
    return Round(tuple(Game("g", white, black, chance.choice(OUTCOMES))
                       for white, black in pairs if FREE not in (white, black)),
                 {max(pair): WIN for pair in pairs if FREE in pair})


def points(player: Player, rounds: list[Round]) -> int:
    """The half points of a player."""
    return sum(game.points(player.number) for one in rounds for game in one.games
               if game.has(player.number)) + sum(one.byes.get(player.number, 0) for one in rounds)


def main(players: Annotated[int, typer.Option(min=2, help="who take part")] = 9,
         rounds: Annotated[int, typer.Option(min=1, help="to be paired")] = 5) -> None:
    """Print the seconds of each round, with results by chance."""
    chance = random.Random(1)
    field = [Player(number, f"p{number}", f"P{number}", 2500 - number)
             for number in range(1, players + 1)]
    done: list[Round] = []
    times = []
    for _ in range(rounds):
        order = sorted(field, key=lambda one: (-points(one, done), one.number))
        ranks = [order.index(one) + 1 for one in field]
        text = report("bench", field, done, rounds, [one.name for one in field], ranks)
        begin = time.perf_counter()
        pairs = swiss_round(text)
        times.append(time.perf_counter() - begin)
        done.append(played(pairs, chance))
    print(f"{players} players: {' '.join(f'{one:.2f}' for one in times)} s a round; "
          f"{sum(times):.2f} s in all")


if __name__ == "__main__":
    typer.run(main)
