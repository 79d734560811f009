"""How a tournament follows from its events, each of which changes it in one way.

Nothing that is written is erased: an event that is undone stays, and counts as if it had not
happened.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from ....store.tournaments import TournamentEvent
from .records import WIN, Game, Last, Player, Round, Settings
from .state import Tournament


def begin(event: TournamentEvent) -> Tournament:
    """The tournament after its first event."""
    data = event.data
    is_club = data["settings"]["kind"] == "club"
    return Tournament(event.tournament, msgspec.convert(data["settings"], Settings),
                      data["who"], data["name"], event.at, 1, event.at,
                      "running" if is_club else "open", event.at if is_club else 0)


def folded(events: Sequence[TournamentEvent]) -> Tournament:
    """The tournament after all of its events."""
    undone = {event.data["seq"] for event in events if event.kind == "undone"}
    state = begin(events[0])
    for event in events[1:]:
        state = after(state, event, counts=event.seq not in undone)
    return state


def after(state: Tournament, event: TournamentEvent, *, counts: bool = True) -> Tournament:
    """The tournament after the next event; after "undone" only `folded` gives it.

    Args:
        state: the tournament before it.
        event: what happens.
        counts: whether it is not undone later.

    Raises:
        ValueError: if it is not the next one.
    """
    if event.seq != state.seq + 1 or event.tournament != state.id:
        raise ValueError(f"event {event.seq} cannot follow event {state.seq} of {state.id}")
    if not counts:
        return replace(state, seq=event.seq, at=event.at)
    found = replace(_TAKE_IN[event.kind](state, event), seq=event.seq, at=event.at)
    found = replace(found, last=_last(state, event))
    if found.settings.kind != "arena" or found.phase != "running":
        return found
    waits = len(found.free()) > 1
    since = 0 if event.kind == "round" else found.freed
    return replace(found, freed=(since or event.at) if waits else 0)


def _last(state: Tournament, event: TournamentEvent) -> Last | None:
    """The order that can be undone after an event: one on which nothing depends yet."""
    data, last = event.data, state.last
    if "order" in data:
        return Last(event.seq, data["order"], _concerned(state, event), data.get("game", ""))
    if last is None or event.kind in ("started", "round", "ended"):
        return None
    entered = event.kind == "entered" and last.what in ("add", "computer")
    played = event.kind == "result" and last.what == "pair" and any(
        outcome != "none" for _, outcome, _ in data["games"])
    named = event.kind == "dismissed" and last.what in ("organiser", "dismiss")
    if entered or played or named or set(last.players) & set(_concerned(state, event)):
        return None
    return last


def _concerned(state: Tournament, event: TournamentEvent) -> tuple[int, ...]:
    """The players that an event is about."""
    match event.kind:
        case "ruled":
            game = state.rounds[event.data["round"] - 1].game_of(event.data["white"])
            return () if game is None else (game.white, game.black)
        case "entered":
            old = state.player(event.data["who"])
            return (event.data.get("instead", len(state.players) + 1) if old is None
                    else old.number,)
    return tuple(event.data[key] for key in ("player", "against") if key in event.data)


def _entered(state: Tournament, event: TournamentEvent) -> Tournament:
    data = event.data
    old = state.player(data["who"])
    if old is None:
        number = data.get("instead", len(state.players) + 1)
        new = Player(number, data["who"], data["name"], data["rating"],
                     checked_in=data.get("checked_in", False), team=data.get("team", ""),
                     since=event.at, missed=len(state.rounds), path=tuple(data.get("path", ())))
        players = (*state.players[:number - 1], new, *state.players[number:])
        return _late(replace(state, players=players), number, data.get("points", 0))
    return _changed(state, old.number, away=False, name=data["name"], team=data.get("team", ""),
                    checked_in=old.checked_in or data.get("checked_in", False), since=event.at)


def _changed(state: Tournament, number: int, **changes: Any) -> Tournament:
    return replace(state, players=tuple(replace(one, **changes) if one.number == number else one
                                        for one in state.players))


def _back(state: Tournament, event: TournamentEvent) -> Tournament:
    return _changed(state, event.data["player"], away=False, since=event.at)


def _left(state: Tournament, event: TournamentEvent) -> Tournament:
    return _changed(state, event.data["player"], away=True, checked_in=False, absent=False,
                    bye=None)


def _sits_out(state: Tournament, event: TournamentEvent) -> Tournament:
    """A player is absent in the next round, has a bye there, or plays after all."""
    return _changed(state, event.data["player"], absent=event.kind == "absent",
                    bye=event.data.get("points"))


def _granted(state: Tournament, event: TournamentEvent) -> Tournament:
    """A player that came late gets points for the rounds that had begun before."""
    return replace(_late(state, event.data["player"], event.data["points"]), recast=event.seq)


def _late(state: Tournament, number: int, points: int) -> Tournament:
    missed = state.players[number - 1].missed
    return replace(state, rounds=tuple(
        replace(one, granted={key: value for key, value in one.granted.items() if key != number}
                | ({number: points} if points else {})) if at < missed else one
        for at, one in enumerate(state.rounds)))


def _checked_in(state: Tournament, event: TournamentEvent) -> Tournament:
    return _changed(state, event.data["player"], checked_in=True)


def _renamed(state: Tournament, event: TournamentEvent) -> Tournament:
    return _changed(state, event.data["player"], name=event.data["name"])


def _started(state: Tournament, event: TournamentEvent) -> Tournament:
    """It begins: with all players that have entered, or with some of them, which get new numbers.
    """
    stay = event.data.get("players")
    players = state.players if stay is None else tuple(
        replace(state.players[old - 1], number=number) for number, old in enumerate(stay, 1))
    return replace(state, phase="running", begun=event.at, players=players)


def _paused(state: Tournament, event: TournamentEvent) -> Tournament:
    return replace(state, phase="paused", freed=0)


def _resumed(state: Tournament, event: TournamentEvent) -> Tournament:
    return replace(state, phase="running")


def _round(state: Tournament, event: TournamentEvent) -> Tournament:
    one = _round_of(event)
    if state.settings.kind == "arena":
        one = replace(one, waits={
            number: wait // 1000 for number, wait in state.waiting(event.at).items()
            if one.game_of(number) is not None})
    players = state.players
    if state.settings.kind in ("swiss", "round-robin"):
        players = tuple(replace(player, absent=False, bye=None) for player in players)
    return _over(replace(state, over=0, rounds=(*state.rounds, one), players=players,
                         proposal=None), event.at)


def _round_of(event: TournamentEvent) -> Round:
    """A round that begins, or is proposed; a game without an id and an outcome waits for the
    result that an organiser enters.
    """
    data = event.data
    games = tuple(Game(id, white, black, outcome, bool(id) or outcome is None,
                       not id and outcome is None)
                  for id, white, black, outcome in data["games"])
    return Round(games, dict.fromkeys(data["byes"], WIN), tuple(data.get("out", ())),
                 granted=dict(data.get("granted", ())), absent=tuple(data.get("absent", ())),
                 at=event.at)


def _proposed(state: Tournament, event: TournamentEvent) -> Tournament:
    """The pairings of the next round as they are proposed, or as they were before."""
    return replace(state, proposal=_round_of(event) if "games" in event.data else None)


def _swapped(state: Tournament, event: TournamentEvent) -> Tournament:
    """Two players change places in a proposal, so that two that meet exchange their colours."""
    first, second = event.data["player"], event.data["against"]
    other = {first: second, second: first}
    one = state.proposal
    if one is None:
        return state
    games = tuple(replace(game, white=other.get(game.white, game.white),
                          black=other.get(game.black, game.black)) for game in one.games)
    byes = {other.get(number, number): points for number, points in one.byes.items()}
    return replace(state, proposal=replace(one, games=games, byes=byes))


def _result(state: Tournament, event: TournamentEvent) -> Tournament:
    """Games of any rounds that have ended."""
    ended = {id: (outcome, played) for id, outcome, played in event.data["games"]}

    def now(game: Game) -> Game:
        if game.outcome is not None or game.id not in ended:
            return game
        outcome, played = ended[game.id]
        return replace(game, outcome=outcome, played=played, over=event.at)
    rounds = tuple(one if one.is_over else replace(one, games=tuple(map(now, one.games)))
                   for one in state.rounds)
    return _over(replace(state, rounds=rounds), event.at)


def _ruled(state: Tournament, event: TournamentEvent) -> Tournament:
    """An organiser has entered a result, or another one than before."""
    data, number = event.data, event.data["round"]

    def now(game: Game) -> Game:
        return replace(game, outcome=data["outcome"], played=data["played"], by_hand=True,
                       over=event.at) if game.white == data["white"] else game
    rounds = tuple(replace(one, games=tuple(map(now, one.games))) if at == number else one
                   for at, one in enumerate(state.rounds, 1))
    recast = event.seq if state.rounds[number - 1].is_over else state.recast
    return _over(replace(state, rounds=rounds, recast=recast), event.at)


def _undone(state: Tournament, event: TournamentEvent) -> Tournament:
    """A game that an order has ended on the server does not go on there: its result is entered."""
    id = event.data.get("game")
    rounds = tuple(replace(one, games=tuple(
        replace(game, by_hand=True) if id and game.id == id else game for game in one.games))
        for one in state.rounds)
    return replace(state, rounds=rounds, recast=event.seq)


def _organiser(state: Tournament, event: TournamentEvent) -> Tournament:
    return replace(state, organisers=(*state.organisers, event.data["who"]))


def _dismissed(state: Tournament, event: TournamentEvent) -> Tournament:
    """An organiser organises no more; after the creator, the first of the others takes over."""
    who, others = event.data["who"], state.organisers
    if who == state.organiser and others:
        return replace(state, organiser=others[0], organisers=others[1:])
    return replace(state, organisers=tuple(one for one in others if one != who))


def _claimed(state: Tournament, event: TournamentEvent) -> Tournament:
    """What was a guest's is an account's, but for a place beside one that the account has."""
    guest, who = event.data["guest"], event.data["who"]
    if state.organiser == guest:
        state = replace(state, organiser=who, organiser_name="")
    player = state.player(guest)
    if player is None or state.player(who) is not None:
        return state
    return _changed(state, player.number, who=who, name="")


def _over(state: Tournament, at: int) -> Tournament:
    """Note when the last round was over."""
    over = not state.over and all(one.is_over for one in state.rounds)
    return replace(state, over=at) if over else state


def _ended(state: Tournament, event: TournamentEvent) -> Tournament:
    return replace(state, phase="ended", proposal=None)


_TAKE_IN: dict[str, Callable[[Tournament, TournamentEvent], Tournament]] = {
    "entered": _entered, "left": _left, "back": _back, "renamed": _renamed,
    "checked-in": _checked_in, "absent": _sits_out, "bye": _sits_out, "present": _sits_out,
    "late": _granted, "started": _started, "paused": _paused, "resumed": _resumed,
    "proposed": _proposed, "swapped": _swapped, "round": _round, "result": _result,
    "ruled": _ruled, "undone": _undone, "organiser": _organiser, "dismissed": _dismissed,
    "claimed": _claimed, "ended": _ended}
KINDS = _TAKE_IN.keys() | {"created"}
