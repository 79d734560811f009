"""What players are worth by the truth: the figures of the benchmark."""
from __future__ import annotations

import contextlib
import functools
import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from ... import __version__
from ...base.errors import EcksteinError
from ...base.sentence import Sentence, message_of
from ...board import WHITE, Board
from ...engine.batch.settings import whole
from ...engine.players import learnt_of, read_player, thinkers
from ...engine.tables import NoTableError, TableError
from ...engine.tables.solution import Solution
from ...kernel.options import write
from ..arena.statistics import Mean, mean_of
from .nashconv import Exploited, TooManyError, exploited
from .policies import Given, OfBatch, Policy, policy_for
from .positions import POSITIONS, VERSION, Source, Stratum, sources

GAMES = 100                 # of a stratum, against perfect play
MOST = 1 << 62              # positions, games, seeds
LONGEST = 2000              # plies of such a game, after which it counts as not won

Report = Callable[[str], None]


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What a stratum says of a policy.  Bounds hold with 95 %; they are equal where nothing is left
    to chance.

    Attributes:
        stratum: its name.
        options: rule options that are not at their defaults, as text.
        digest: of the stratum (`Stratum.digest`).
        positions: how many positions were asked.
        kept: the share of them in which the value is kept; of a policy that gives probabilities,
            the mean probability.
        regret: plies by which wins come later than they must, in won positions in which the policy
            keeps the win; None where that is not known.
        won: the share of won positions that are won against perfect play; None likewise.
        exploited: how much is lost to best responses on a whole board; None likewise.
        left_out: why there is no NashConv where there could be one; or "".
    """

    stratum: str
    options: str
    digest: str
    positions: int
    kept: Mean
    regret: Mean | None
    won: Mean | None
    exploited: Exploited | None
    left_out: str = ""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What the benchmark says of a policy.

    Attributes:
        benchmark: the version of the protocol.
        game: its name.
        player: the text of the player, or the name of the function.
        command: what makes it again; "" where nobody has said so.
        seed: of players that choose by chance.
        engine: the version of Eckstein.
        digest: SHA-256 of the digests of the strata.
        strata: what was measured.
        not_measured: by the names of strata, why they were not.
        learnt: what the player had learnt, by names of nets, policies and networks (see
            `learnt_of`); "" if that is nothing, or nothing known.
    """

    benchmark: int
    game: str
    player: str
    command: str
    seed: int
    engine: str
    digest: str
    strata: list[Figures]
    not_measured: dict[str, str]
    learnt: str = ""


def measure(game: str, policy: Given, options: Mapping[str, Any] | None = None, *,
            positions: int = POSITIONS, games: int = GAMES, seed: int = 0,
            only: Sequence[str] = (), solutions: Sequence[Solution] = (),
            command: str = "", report: Report = lambda name: None) -> Result:
    """Measure a policy.

    Args:
        game: its name.
        policy: the text of a player, such as "alphabeta:nodes=1000,tables=off"; a function that
            returns for a `Board` a legal move, as a number or as text, or a mapping of such moves
            to probabilities; or what `by_batch` returns.
        options: rule options, for the strata under these alone; all strata if None.
        positions: how many positions of each stratum are asked at most.
        games: how many won positions of each stratum are played out at most.
        seed: of players that choose by chance.
        only: the names of the strata that are wanted; all if there are none.
        solutions: more whole boards (see `read_solution`).
        command: what the result says makes it again.
        report: called with the name of the stratum after each move that the policy has told.

    Raises:
        ValueError: for an unknown game, option, stratum or player, or a number that cannot be; if
            nothing can be measured; or if the policy says what is no move (PolicyError).
        TypeError: for what is of another kind.
    """
    for name, value, least in (("positions", positions, 1), ("games", games, 1), ("seed", seed, 0)):
        whole(name, value, least, MOST)
    if isinstance(only, str):
        raise TypeError(f"only are names of strata in a list, not {only!r}")
    if isinstance(policy, str):
        read_player(policy, thinkers())         # a text that names nobody fails here
    found, missing, refused = list[Figures](), dict[str, str](), dict[str, None]()
    learnt = dict[str, None]()
    for source in _wanted(sources(game, options, solutions), only):
        try:
            stratum = source.make(positions)
        except (NoTableError, TableError) as error:
            missing[source.name] = str(message_of(error))
            continue
        if not stratum.positions:
            missing[source.name] = str(Sentence("it has no critical position"))
            continue
        with contextlib.ExitStack() as stack:
            start = Board(game, compiled=False, **source.options)
            try:
                asked = stack.enter_context(policy_for(
                    policy, start, seed, functools.partial(report, source.name)))
                if isinstance(policy, str):
                    learnt[learnt_of(read_player(policy), start)] = None
            except (EcksteinError, ValueError) as error:
                missing[source.name] = str(message_of(error))
                refused[missing[source.name]] = None
                continue
            found.append(_figures(stratum, asked, games, seed))
    if not found:
        raise ValueError(Sentence("nothing can be measured: {reasons}", reasons="; ".join(
            refused or missing.values()) or Sentence(
                "nothing is known exactly of {game} here, which has no table of an ending, no "
                "solved board, no proofs and no puzzles under these options", game=game)))
    told = hashlib.sha256("".join(one.digest for one in found).encode()).hexdigest()
    return Result(benchmark=VERSION, game=game, player=_name(policy), command=command, seed=seed,
                  engine=__version__, digest=told, strata=found, not_measured=missing,
                  learnt="; ".join(filter(None, learnt)))


def _wanted(known: list[Source], only: Sequence[str]) -> list[Source]:
    names = [source.name for source in known]
    for name in only:
        if name not in names:
            raise ValueError(Sentence("there is no stratum {name!r}; there are {known}", name=name,
                                      known=", ".join(names) or Sentence("none")))
    return [source for source in known if source.name in (only or names)]


def _name(policy: Given) -> str:
    function = policy.choose if isinstance(policy, OfBatch) else policy
    return function if isinstance(function, str) else getattr(
        function, "__qualname__", type(function).__name__)


def _figures(stratum: Stratum, policy: Policy, games: int, seed: int) -> Figures:
    boards = [stratum.board(one.position) for one in stratum.positions]
    kept, regret = list[float](), list[float]()
    for one, board, chances in zip(stratum.positions, boards, policy.chances(boards), strict=True):
        told = [(chance, plies) for move, chance in chances.items()
                if (plies := one.kept.get(board.text(move))) is not None]
        kept.append(min(1.0, sum(chance for chance, _ in told)))
        if one.result == "won" and kept[-1]:
            regret.append(sum(chance * plies for chance, plies in told) / kept[-1])
    options = write(stratum.game, stratum.options)
    lost, left_out = _exploited(stratum, policy)
    return Figures(
        stratum=stratum.name, options=options, digest=stratum.digest, positions=len(kept),
        kept=_mean(kept, 1, stratum.complete),
        regret=_mean(regret, stratum.most, stratum.complete) if stratum.most and regret else None,
        won=_won(stratum, policy, games, seed), exploited=lost, left_out=left_out)


def _mean(figures: Sequence[float], most: float, complete: bool) -> Mean:
    """The mean of figures; of all there are it is known without bounds."""
    found = mean_of(figures, most)
    return replace(found, low=found.mean, high=found.mean) if complete else found


def _won(stratum: Stratum, policy: Policy, games: int, seed: int) -> Mean | None:
    """The share of won positions that are won against perfect play, which holds out longest."""
    wins = [one for one in stratum.positions if one.result == "won"]
    if stratum.known is None or not wins:
        return None
    some = wins[:games]
    playing = {number: stratum.board(one.position) for number, one in enumerate(some)}
    chance = [random.Random(f"{seed} {one.position}") for one in some]
    points, drawn = [0.0] * len(some), False
    while playing:
        told = policy.chances(list(playing.values()))
        drawn = drawn or any(len(chances) > 1 for chances in told)
        for (number, board), chances in zip(list(playing.items()), told, strict=True):
            mover = board.turn
            board.push(chance[number].choices(list(chances), list(chances.values()))[0])
            if not board.is_game_over():
                moves = stratum.known(board)
                if moves[0].value.result == "lost" and board.ply < LONGEST:
                    board.push(moves[0].move)
                else:
                    del playing[number]         # the win is gone
                    continue
            if end := board.outcome():
                points[number] = float(end.winner is mover)
                del playing[number]
    return _mean(points, 1, stratum.complete and len(some) == len(wins) and not drawn)


def _exploited(stratum: Stratum, policy: Policy) -> tuple[Exploited | None, str]:
    """What is lost to best responses on a whole board, or why that is not known."""
    if stratum.start is None or stratum.known is None:
        return None, ""
    start = stratum.board(stratum.start)
    best = stratum.known(start)[0].value.result
    value = {"won": 1, "drawn": 0, "lost": -1}[best] * (1 if start.turn is WHITE else -1)
    try:
        return exploited(start, value, policy), ""
    except TooManyError as error:
        return None, str(message_of(error))
