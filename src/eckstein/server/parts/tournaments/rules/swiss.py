"""Swiss: a tournament as a report file (TRF16 with the lines of JaVaFo), and its next round.

The rounds are paired by py4swiss, by the FIDE (Dutch) System that was valid until January 2026.
"""
from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from .....base.sentence import Sentence
from .berger import Pair
from .records import DRAW, WIN, Player, Round

RESULTS = {WIN: "1", DRAW: "=", 0: "0"}
FORFEITS = {WIN: "+", DRAW: "=", 0: "-"}
BYES = {WIN: "U", DRAW: "H", 0: "Z"}
FREE = 0                    # the opponent of a player with a bye


def seeded(players: Sequence[Player]) -> list[Player]:
    """Players by their rating, and of equals by when they entered: their starting numbers."""
    return sorted(players, key=lambda one: (-one.rating, one.number))


def report(name: str, players: Sequence[Player], rounds: Sequence[Round], planned: int,
           names: Sequence[str], ranks: Sequence[int], *, zeroed: bool = False) -> str:
    """A tournament report file.

    Args:
        name: of the tournament.
        players: by their starting numbers.
        rounds: which are over.
        planned: how many rounds there are to be.
        names: of the players, in this order.
        ranks: likewise.
        zeroed: whether absent players are reported as free in the next round, which is to be
            paired.
    """
    starts = {player.number: start for start, player in enumerate(players, 1)}
    lines = [f"012 {_plain(name)}", f"062 {len(players)}", "092 Swiss (Dutch system until 2026)"]
    for player, called, rank in zip(players, names, ranks, strict=True):
        results = [_result(player, one, starts) for one in rounds]
        points = sum(got for _, got in results)
        if zeroed and player.away:
            results.append(("0000 - Z", 0))
        lines.append(f"001 {starts[player.number]:4}  {'':3} {_plain(called)[:33]:33} "
                     f"{player.rating or '':>4} {'':3} {'':11} {'':10} "
                     f"{points // 2:2}.{points % 2 * 5} {rank:4}  "
                     + "  ".join(text for text, _ in results))
    return "\n".join([*lines, f"XXR {planned}", "XXC white1"]) + "\n"


def _plain(text: str) -> str:
    """A name as a line of the file can hold it."""
    return " ".join(text.split()) or "-"


def _result(player: Player, one: Round, starts: dict[int, int]) -> tuple[str, int]:
    """What a player did in a round, and the half points that it got."""
    number = player.number
    for game in one.games:
        if not game.has(number):
            continue
        got, opponent = game.points(number), starts[game.opponent(number)]
        side = game.colour(number)[0]
        return f"{opponent:4} {side} {(RESULTS if game.played else FORFEITS)[got]}", got
    got = one.byes.get(number, 0)
    return f"0000 - {BYES[got]}", got


def swiss_round(text: str) -> list[Pair]:
    """The pairs of the next round, by starting numbers; FREE for a player with a bye.

    This can take seconds.

    Args:
        text: a report file.

    Raises:
        ValueError: with a sentence, if no round can be paired any more.
        ImportError: if py4swiss is not installed.
    """
    from py4swiss.engines.common import PairingError
    from py4swiss.engines.dutch import Engine
    from py4swiss.trf.trf_parser import TrfParser
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "report")
        file.write_text(text, encoding="utf-8")
        parsed = TrfParser.parse(file, strict=True)
    try:
        return [(pair.white, pair.black) for pair in Engine.generate_pairings(parsed)]
    except PairingError:
        raise ValueError(Sentence("no further round can be paired: all players that are there have "
                                  "met")) from None
