"""Count the results of a file of games; a game that cannot be read is told with its line."""
import sys
from collections import Counter
from pathlib import Path

from eckstein import EcksteinError
from eckstein.record import read_each

path = Path(sys.argv[1] if sys.argv[1:] else Path(__file__).parents[1] / "games.txt")
results = Counter[str]()
for game in read_each(path.read_text(encoding="utf-8")):
    if isinstance(game, EcksteinError):
        print(game)
    else:
        results[f"{game.start.game} {game.result}"] += 1
print(dict(results))
