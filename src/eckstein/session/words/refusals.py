"""Why a server says no, by the reasons that docs/server.md tells of: `why`, or else `code`.

English is what the server says itself; that is told, too, where a reason has no words here.
"""

REFUSALS: dict[str, dict[str, str]] = {"en": {}, "de": {
    "unreachable": "Der Server antwortet nicht.",
    "stale": "Die Partie ist inzwischen weitergegangen.",
    "illegal": "Dieser Zug ist hier nicht möglich.",
    "not-yours": "Das können nur die beiden, die hier spielen.",
    "not-now": "Das geht jetzt nicht.",
    "not-your-turn": "Du bist nicht am Zug.",
    "draw-offered": "Remis ist schon angeboten.",
    "computer-plays-on": "Der Computer nimmt kein Remis an, er spielt weiter.",
    "no-draw-offered": "Es ist kein Remis mehr angeboten.",
    "nothing-to-take-back": "Du hast noch nicht gezogen.",
    "takeback-asked": "Darum hast du schon gebeten.",
    "no-takeback-asked": "Niemand bittet mehr darum, einen Zug zurückzunehmen.",
    "over": "Die Partie ist zu Ende.",
    "time-over": "Die Zeit ist um, und damit ist die Partie zu Ende.",
    "unknown-game": "Diese Partie gibt es nicht.",
    "broken": "Der Server kann diese Partie nicht mehr lesen, ihre Aufzeichnung ist beschädigt.",
    "busy": "Der Server hat gerade zu viel zu tun. Versuche es gleich noch einmal.",
    "stopping": "Der Server startet gerade neu. Versuche es gleich noch einmal.",
    "database": "Der Server kommt gerade nicht an seine Partien. Versuche es gleich noch einmal.",
    "too-many-lines": "Von deiner Adresse sind schon zu viele Verbindungen offen. Schließe einige.",
    "too-fast": "Das waren zu viele Anfragen. Warte einen Moment.",
}}
