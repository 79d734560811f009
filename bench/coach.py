"""What the coach says of games of beginners, how much it explains, and how long it takes.

    python -m bench.coach                       all games, two of each kind
    python -m bench.coach contra duell --games 8 --seed 3

A beginner is level 1, of whose moves 80, 60 or 30 in a hundred are random; two such beginners play
each other, and all their moves are judged.  Prints for each game the share of moves with a
sentence; the share of big mistakes (those that `engine.analysis.judge` calls more than an
inaccuracy) that a sentence explains, and with those whose reason was told twice before; how many
of 30 sentences the second implementation of the rules contradicts (tests/coach/slow.py); the
milliseconds of the processor that a move took, the median and the ninth decile; and how often each
kind of remark was made.  Then come 60 sentences, drawn by the seed.
"""
import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.coach.slow import contradicted

from eckstein import Board, names
from eckstein.engine.coach import BIG, Coach, Remark
from eckstein.engine.levels import LevelPlayer

from .progress import tell

SHARES = 80, 60, 30         # random moves in a hundred
LONGEST = 120               # plies of a game
SHOWN, CHECKED = 60, 30     # sentences


class Said(NamedTuple):
    """A move and what the coach said of it."""

    game: str
    position: str
    move: str
    remark: Remark | None
    known: bool             # whether a big mistake has no words since they were said twice before
    seconds: float

    @property
    def has_words(self) -> bool:
        """Whether there is a sentence."""
        return bool(self.remark and self.remark.sentence)

    @property
    def is_big(self) -> bool:
        """Whether the move was a big mistake."""
        return bool(self.remark and self.remark.judgement in BIG)


def beginner_game(game: str, share: int, seed: int) -> Iterator[tuple[Board, int]]:
    """The positions and moves of a game between two beginners."""
    board = Board(game)
    player = LevelPlayer(game, dict(board.options), 1, seed, random=share)
    while not board.is_game_over() and board.ply < LONGEST:
        move = player.choose(board).pv[0]
        yield board, move
        board.push(move)
    player.close()


def coached(coach: Coach, game: str, share: int, seed: int) -> Iterator[Said]:
    """A game of beginners under the coach; both players have remarks of their own."""
    said: tuple[list[str], list[str]] = [], []
    for board, move in beginner_game(game, share, seed):
        begin = time.process_time()
        remark = coach.remark(board, move, said[board.turn])
        seconds = time.process_time() - begin
        known = False
        if remark and remark.sentence:
            said[board.turn].append(remark.kind)
        elif remark:
            again = coach.remark(board, move)
            known = bool(again and again.sentence)
        yield Said(game, board.position(), board.notation(move), remark, known, seconds)


def wrong(one: Said) -> bool:
    """Whether the second implementation of the rules contradicts a sentence."""
    board = Board(one.game, one.position)
    return contradicted(board, board.parse(one.move), one.remark)


def told(game: str, all_said: list[Said], chance: random.Random) -> Iterator[str]:
    """The figures of a game."""
    worded = [one for one in all_said if one.has_words]
    big = [one for one in all_said if one.is_big]
    explained = sum(one.has_words for one in big)
    known = explained + sum(one.known for one in big)
    checked = chance.sample(worded, min(CHECKED, len(worded)))
    times = [1000 * one.seconds for one in all_said]
    yield (f"{game}: {len(all_said)} moves, {len(worded) / len(all_said):.0%} with a sentence; "
           f"{len(big)} big mistakes, {explained / max(1, len(big)):.0%} explained, "
           f"{known / max(1, len(big)):.0%} with reasons told twice before; "
           f"{sum(map(wrong, checked))} of {len(checked)} sentences contradicted; "
           f"{statistics.median(times):.0f} ms a move, 90 % below "
           f"{statistics.quantiles(times, n=10)[-1]:.0f} ms")
    kinds = Counter(one.remark.kind for one in worded if one.remark)
    yield "  " + ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())


def shown(one: Said) -> str:
    """A remark for readers."""
    assert one.remark
    return f"{one.game}  {one.position}  {one.move}\n    {one.remark.sentence}"


def main() -> None:
    """Print the figures, then the sentences."""
    parser = argparse.ArgumentParser(prog="python -m bench.coach")
    parser.add_argument("which", nargs="*")
    parser.add_argument("--games", type=int, default=2, help="of each share of random moves")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--silent", action="store_true",
                        help="show big mistakes that nothing explains instead of sentences")
    wished = parser.parse_args()
    everything = []
    for game in wished.which or names():
        coach, found = Coach(game), []
        for number, share in enumerate(SHARES * wished.games):
            tell(f"{game}: {number + 1} of {wished.games * len(SHARES)} games")
            found += coached(coach, game, share, wished.seed + number)
        tell()
        print(*told(game, found, random.Random(wished.seed)), sep="\n", flush=True)
        everything += found
        coach.close()
    if wished.silent:
        lines = [f"{one.game}  {one.position}  {one.move}  ({one.remark.better})"
                 for one in everything if one.is_big and one.remark and not one.has_words]
    else:
        lines = [shown(one) for one in everything if one.has_words]
    random.Random(wished.seed).shuffle(lines)
    print("", *lines[:SHOWN], sep="\n")


if __name__ == "__main__":
    main()
