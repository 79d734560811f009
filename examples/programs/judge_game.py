"""Find the move that cost most in a recorded game."""
from pathlib import Path

from eckstein import Limits
from eckstein.engine.analysis import judge_record
from eckstein.engine.searcher import Searcher
from eckstein.record import read_records

record = next(iter(read_records(
    (Path(__file__).parents[1] / "games.txt").read_text(encoding="utf-8"))))
searcher = Searcher(record.start.game, record.start.options)
verdicts = list(judge_record(record, searcher, Limits(nodes=1000)))
searcher.close()
worst = max(verdicts, key=lambda one: one.loss)
print(f"{worst.notation} cost {worst.loss / 100:.2f} dice; better was {worst.best_notation}")
