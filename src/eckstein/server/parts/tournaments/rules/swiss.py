"""The next round of a Swiss, by py4swiss and a report file (`trf.py`).

The rounds are paired by the FIDE (Dutch) System that was valid until January 2026.
"""
from __future__ import annotations

import tempfile
from pathlib import Path

from .....base.sentence import Sentence
from .berger import Pair

FREE = 0                    # the opponent of a player with a bye


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
