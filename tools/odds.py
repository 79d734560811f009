"""Fits how likely a win in Contra seems, by what proof-number search has decided.

    python -m tools.odds 5 ace acd abde abcde --jobs 2 --megabytes 4000

writes the weights for a board of so many rows and columns into games/contra/odds.py: one for
each die, by its owner, its square and its orientation, and one for the player to move.  Their sum
is about the logarithm of the odds that the attacker forces a win (`odds` in
games/contra/knowledge.py), by which proof-number search guesses how much there may be to prove.

It works in rounds, each with the weights of the round before; the first has none.  In each round
the search asks for a win of White and of Black with dice on the columns named (as `bench.results
dice` places them), until it has an answer or has made so many positions.  Then random walks go
through what its table holds, and note the positions that are decided.  The weights are fitted to
those of all rounds by logistic regression (Newton's method, with a weak pull towards 0).

What is decided without an entry in the table is left out: wins with the next move are seen anyway,
and proofs by a model that has to explain them as well take twice as many positions.  The same
command always ends with the same weights, as long as the search stays as it is.  If it does not
come to its end, the weights are as before.
"""
import itertools
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from bench.results import placed

from eckstein.base.files import save_text
from eckstein.base.processes import worker_processes
from eckstein.games.contra.odds import WEIGHTS, Weights
from eckstein.kernel.dice import DICE, FIRST, KING
from eckstein.kernel.specialise import specialise
from eckstein.lab.proofs.proof_numbers import ProofNumbers

FILE = Path(__file__).parents[1] / "src" / "eckstein" / "games" / "contra" / "odds.py"
FACES = [8 * top + north for top, north, _ in DICE[FIRST:KING]]
PLIES = 120                 # of a walk, at most
PULL = 1.0                  # towards 0, as strong as about so many positions
LEAP = 3.0                  # by how much one step of the fit may change the odds of a position
PART = 50_000               # positions that are weighed at once
UNIT = 16                   # weights are sixteenths; what is e times as likely has half to prove
# The weights of dice are numbered by owner, row, column and orientation, as the file has them;
# after them come two, for an attacker to move and a waiting one, and one that is always 0.

ASSIGNED = "\nWEIGHTS: dict[int, Weights] = {"
Question = tuple[int, str, int, int, int, int]      # size, columns, attacker, and the limits


def count_of(size: int) -> int:
    """How many weights there are for dice."""
    return 2 * size * size * len(FACES)


def row_of(p: tuple[int, ...], attacker: int, size: int) -> list[int]:
    """The indices of the weights that say something about a position."""
    side, own, foe, *planes = p
    attacking = side == attacker
    row = [count_of(size) + (0 if attacking else 1)]
    for square in range(49):
        if not (own | foe) >> square & 1:
            continue
        bits = [plane >> square & 1 for plane in planes]
        top, north = (bit[0] + 2 * bit[1] + 4 * bit[2] for bit in (bits[:3], bits[3:]))
        whose = int((own if attacking else foe) >> square & 1 == 0)
        up, across = divmod(square, 7)
        if attacker:
            up, across, north = size - 1 - up, size - 1 - across, 7 - north
        row.append(((whose * size + up) * size + across) * len(FACES)
                   + FACES.index(8 * top + north))
    return row + [count_of(size) + 2] * (2 + 2 * size - len(row))


def walked(search: Any, memory: Any, start: Any, walks: int,
           chance: random.Random) -> dict[tuple[int, ...], bool]:
    """Positions that random walks come by and that are decided, and whether the attacker wins."""
    game, room = search.game, np.zeros(search.game.MAX_MOVES, np.int64)
    found: dict[tuple[int, ...], bool] = {}
    for _ in range(walks):
        p = start
        for _ in range(PLIES):
            onward = []
            for move in room[:game.generate(p, room, 0)].tolist():
                q = game.apply(p, move)
                data = 0 if game.outcome(q) else search.kept(q, memory)
                if data == 0:
                    continue
                proof = data & search.LAST_CODE
                if proof in (0, search.LAST_CODE):
                    found[tuple(map(int, q))] = proof == 0
                onward.append(q)
            if not onward:
                break
            p = chance.choice(onward)
    return found


def ask(question: Question) -> tuple[list[list[int]], list[bool]]:
    """Search, and walk: the rows of indices, and whether the attacker wins."""
    size, columns, attacker, positions, walks, megabytes = question
    search = specialise("search.play.proof", "contra", size=str(size))
    board = placed(columns, size)
    numbers = ProofNumbers(search, board, attacker, megabytes)
    numbers.forces(board.state, positions)
    start = search.game.Position(*map(int, board.state))
    search.set_root(start, numbers.memory)
    found = walked(search, numbers.memory, start, walks, random.Random(f"{columns}/{attacker}"))
    return [row_of(p, attacker, size) for p in found], list(found.values())


def fit(rows: np.ndarray, won: np.ndarray, count: int) -> np.ndarray:
    """The weights that make results most likely, as logarithms of odds.

    Args:
        rows: indices of weights, a row for each position.
        won: whether the attacker wins it.
        count: of the weights; the last stays 0.
    """
    weights, pull = np.zeros(count), np.full(count, PULL)
    for _ in range(30):
        bend, slope = np.diag(pull), -pull * weights
        for begin in range(0, len(rows), PART):
            part = rows[begin:begin + PART]
            chances = 1 / (1 + np.exp(-weights[part].sum(axis=1)))
            width = part.shape[1]
            slope += np.bincount(part.ravel(),
                                 np.repeat(won[begin:begin + PART] - chances, width), count)
            pairs = part[:, :, None] * count + part[:, None, :]
            bend += np.bincount(pairs.ravel(), np.repeat(chances * (1 - chances), width * width),
                                count * count).reshape(count, count)
        bend[-1], bend[:, -1], bend[-1, -1], slope[-1] = 0, 0, 1, 0
        step = np.linalg.solve(bend, slope)
        step *= min(1.0, LEAP / float(np.abs(step[rows].sum(axis=1)).max()))
        weights += step
        if float(np.abs(step).max()) < 1e-4:
            break
    return weights


def lines(size: int, weights: Weights) -> Iterator[str]:
    """The weights of a size as the file has them."""
    moving, waiting, rows = weights
    yield f"    {size}: ({moving}, {waiting}, ("
    for row in rows:
        numbers = row.split()
        half = len(numbers) // 2
        yield f'        "{" ".join(numbers[:half])} "'
        yield f'        "{" ".join(numbers[half:])}",'
    yield "    )),"


def save(known: dict[int, Weights], path: Path = FILE) -> None:
    """Write the weights of all sizes in place of those that the file has."""
    head, assigned, _ = path.read_text().partition(ASSIGNED)
    every = itertools.chain.from_iterable(lines(size, known[size]) for size in sorted(known))
    save_text(path, "\n".join([head + assigned, *every, "}\n"]))


def rounded(weights: np.ndarray) -> Weights:
    """The weights of a size, in sixteenths."""
    *dice, moving, waiting, _ = np.rint(weights * UNIT).astype(int).tolist()
    rows = np.reshape(dice, (-1, len(FACES))).tolist()
    return moving, waiting, tuple(" ".join(map(str, row)) for row in rows)


def main(
    size: Annotated[int, typer.Argument(min=3, max=7, help="of the board")],
    columns: Annotated[list[str], typer.Argument(help="where dice stand, such as acd")],
    rounds: Annotated[int, typer.Option(min=1)] = 3,
    positions: Annotated[int, typer.Option(min=1, help="millions, for a question")] = 300,
    walks: Annotated[int, typer.Option(min=1, help="for a question")] = 20_000,
    megabytes: Annotated[int, typer.Option(min=1, help="of a table")] = 4000,
    jobs: Annotated[int, typer.Option(min=1, help="questions at once")] = os.cpu_count() or 1,
) -> None:
    """Fit the weights of a size of the board, and write them."""
    for dice in columns:
        placed(dice, size)              # so that a slip is reported before anything is done
    try:
        improve(size, columns, rounds, (positions * 1_000_000, walks, megabytes), jobs)
    except BaseException:
        save(WEIGHTS)
        raise


def improve(size: int, columns: list[str], rounds: int, limits: tuple[int, int, int],
            jobs: int) -> None:
    """Work in rounds, and write the weights after each; `limits` end a question."""
    questions: list[Question] = [(size, dice, attacker, *limits)
                                 for dice in columns for attacker in range(2)]
    known = {other: weights for other, weights in WEIGHTS.items() if other != size}
    save(known)
    rows, won = np.zeros((0, 2 + 2 * size), np.int32), np.zeros(0, bool)
    for number in range(rounds):
        # Weights are constants of compiled code, so that each round needs processes of its own.
        with worker_processes(jobs) as pool:
            answers = list(pool.map(ask, questions))
        rows = np.concatenate([rows, *(np.array(found, np.int32).reshape(-1, rows.shape[1])
                                       for found, _ in answers)])
        won = np.concatenate([won, *(np.array(results, bool) for _, results in answers)])
        weights = fit(rows, won, count_of(size) + 3)
        right = float(((weights[rows].sum(axis=1) > 0) == won).mean())
        print(f"round {number + 1}: {len(rows):,} positions, {right:.1%} on the right side",
              flush=True)
        save(known | {size: rounded(weights)})


if __name__ == "__main__":
    typer.run(main)
