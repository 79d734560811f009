"""The games of the house as the types of the contract: mypy reads this, and nobody runs it.

`test_contract.py` sees to it that all games are here.
"""
from eckstein.contract import (
    Battles,
    Check,
    Endless,
    FirstSquares,
    Fitted,
    Goals,
    Marks,
    Pieces,
    Refusals,
    Removals,
    Reserves,
    Rules,
    Score,
    Standing,
    Ways,
)
from eckstein.games import contra, duell, echek, ecke, pur
from eckstein.knowledge import contra as known_of_contra
from eckstein.knowledge import duell as known_of_duell
from eckstein.knowledge import echek as known_of_echek
from eckstein.knowledge import ecke as known_of_ecke
from eckstein.knowledge import pur as known_of_pur

RULES: tuple[Rules, ...] = contra, duell, echek, ecke, pur
REFUSALS: tuple[Refusals, ...] = contra, duell, echek, ecke, pur
STANDING: tuple[Standing, ...] = contra, duell, echek, ecke, pur
CHECK: Check = duell
MARKS: Marks = duell
BATTLES: tuple[Battles, ...] = contra, ecke
REMOVALS: tuple[Removals, ...] = contra, duell, echek, ecke
SCORE: Score = pur
GOALS: tuple[Goals, ...] = contra, duell, ecke, pur
PIECES: tuple[Pieces, ...] = duell, echek
RESERVES: Reserves = echek
ENDLESS: Endless = echek
WAYS: tuple[Ways, ...] = echek, ecke, pur
FIRST_SQUARES: FirstSquares = echek
FITTED: tuple[Fitted, ...] = (known_of_contra, known_of_duell, known_of_echek, known_of_ecke,
                              known_of_pur)
