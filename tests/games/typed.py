"""The games of the house as the types of the contract: mypy reads this, and nobody runs it.

`test_contract.py` sees to it that all games are here.
"""
from eckstein.contract import (
    Battles,
    Changing,
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
from eckstein.contract.coaching import Coaching
from eckstein.contract.encoding import Encoding
from eckstein.contract.endings import NumberedEndings, Prepared, Tiles
from eckstein.contract.network import Changes, Inputs
from eckstein.contract.traits import Traits
from eckstein.games import contra, duell, echek, ecke, pur
from eckstein.games._defaults import endings as default_endings
from eckstein.games._defaults import network as default_network
from eckstein.games._defaults import no_coach, no_endings, no_network
from eckstein.games.contra import coach as coach_of_contra
from eckstein.games.contra import encoding as encoding_of_contra
from eckstein.games.contra import endings as endings_of_contra
from eckstein.games.contra import knowledge as known_of_contra
from eckstein.games.contra import network as network_of_contra
from eckstein.games.contra import traits as traits_of_contra
from eckstein.games.duell import coach as coach_of_duell
from eckstein.games.duell import encoding as encoding_of_duell
from eckstein.games.duell import endings as endings_of_duell
from eckstein.games.duell import knowledge as known_of_duell
from eckstein.games.duell import network as network_of_duell
from eckstein.games.duell import traits as traits_of_duell
from eckstein.games.echek import coach as coach_of_echek
from eckstein.games.echek import encoding as encoding_of_echek
from eckstein.games.echek import knowledge as known_of_echek
from eckstein.games.echek import network as network_of_echek
from eckstein.games.echek import traits as traits_of_echek
from eckstein.games.ecke import coach as coach_of_ecke
from eckstein.games.ecke import encoding as encoding_of_ecke
from eckstein.games.ecke import knowledge as known_of_ecke
from eckstein.games.ecke import network as network_of_ecke
from eckstein.games.ecke import traits as traits_of_ecke
from eckstein.games.pur import coach as coach_of_pur
from eckstein.games.pur import encoding as encoding_of_pur
from eckstein.games.pur import knowledge as known_of_pur
from eckstein.games.pur import network as network_of_pur
from eckstein.games.pur import traits as traits_of_pur

RULES: tuple[Rules, ...] = contra, duell, echek, ecke, pur
COACHING: tuple[Coaching, ...] = (coach_of_contra, coach_of_duell, coach_of_echek, coach_of_ecke,
                                  coach_of_pur, no_coach)
ENCODINGS: tuple[Encoding, ...] = (encoding_of_contra, encoding_of_duell, encoding_of_echek,
                                   encoding_of_ecke, encoding_of_pur)
INPUTS: tuple[Inputs, ...] = (network_of_contra, network_of_duell, network_of_echek,
                              network_of_ecke, network_of_pur, no_network)
CHANGES: tuple[Changes, ...] = (network_of_contra, network_of_duell, network_of_ecke,
                                network_of_pur, default_network)
TRAITS: tuple[Traits, ...] = (
    traits_of_pur, traits_of_contra, traits_of_ecke, traits_of_duell, traits_of_echek)
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
CHANGING: tuple[Changing, ...] = duell, echek
ENDLESS: Endless = echek
WAYS: tuple[Ways, ...] = echek, ecke, pur
FIRST_SQUARES: FirstSquares = echek
FITTED: tuple[Fitted, ...] = (known_of_contra, known_of_duell, known_of_echek, known_of_ecke,
                              known_of_pur)
ENDINGS: tuple[NumberedEndings, ...] = endings_of_contra, endings_of_duell, no_endings
PREPARED: tuple[Prepared, ...] = endings_of_duell, default_endings
TILES: tuple[Tiles, ...] = endings_of_duell, default_endings
