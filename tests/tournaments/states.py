"""Tournaments that have begun, and rounds as texts."""
from eckstein.server.parts.tournaments.rules.folding import after
from eckstein.server.parts.tournaments.rules.records import WIN, Game, Player, Round, Settings
from eckstein.server.parts.tournaments.rules.state import Tournament
from eckstein.server.store.tournaments import TournamentEvent
from eckstein.wire.http_games import NewClock

CLOCK = NewClock("fischer", 300, 0)


def tournament(kind, players, rounds=1, clock=CLOCK, ratings=()):
    """One that has begun."""
    ratings = list(ratings) + [0] * players
    return Tournament(
        "t", Settings("Cup", kind, "contra", {}, clock, rounds=rounds, minutes=60),
        "guest:o", "O", 0, phase="running", begun=1,
        freed=int(kind == "arena"), players=tuple(
            Player(number, f"guest:{number}", f"P{number}", ratings[number - 1])
            for number in range(1, players + 1)))


def players(count):
    return [Player(number, f"guest:{number}", f"P{number}") for number in range(1, count + 1)]


def rounds(*texts):
    """Rounds such as "1-2 w, 3-4 d, 5 bye"; + and - are games won without play."""
    found = []
    for text in texts:
        games, byes = [], {}
        for one in text.split(", "):
            who, how = one.split()
            if how == "bye":
                byes[int(who)] = WIN
                continue
            white, black = map(int, who.split("-"))
            outcome = {"w": "white", "b": "black", "d": "drawn", "+": "white", "-": "black",
                       "0": "none"}[how]
            games.append(Game(one, white, black, outcome, how in "wbd"))
        found.append(Round(tuple(games), byes))
    return found


def happened(state, kind, at=None, **data):
    return after(state, TournamentEvent("t", state.seq + 1, kind, data, at or state.at + 1))


def paired(state, found):
    """The state with a round that was paired."""
    return happened(state, "round", byes=found.byes, out=found.out, games=[
        (f"g{state.seq}.{number}" if outcome is None else "", white, black, outcome)
        for number, (white, black, outcome) in enumerate(found.games)])


def played(state, choose):
    """The state once the games that go on have ended."""
    return happened(state, "result", games=[(game.id, choose(game), True)
                                            for game in state.running()])
