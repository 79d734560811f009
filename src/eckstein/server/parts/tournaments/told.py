"""A tournament as it is sent to clients."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Raw, json
from msgspec.structs import replace

from ....engine.levels import level_of as level_numbered
from ....wire import http_tournaments as wire
from ...game.identity import account_of, level_of
from ...game.tokens import Tokens, link_to
from ...rooms.account_names import GONE
from .rules.records import Player, Round
from .rules.standings import TIE_BREAKS, standings, team_standings
from .rules.state import Tournament


def accounts_in(state: Tournament) -> list[str]:
    """The accounts of a tournament, to look up their names."""
    return [account for who in (state.organiser, *state.organisers,
                                *(one.who for one in state.players))
            if (account := account_of(who)) is not None]


def called(who: str, name: str, names: Mapping[str, str]) -> str:
    """The name of an identity."""
    level = level_of(who)
    if level is not None:
        return level_numbered(level).name
    account = account_of(who)
    return name if account is None else names.get(account, GONE)


def organisers(state: Tournament, names: Mapping[str, str]) -> list[str]:
    """The names of the organisers, that of the creator first."""
    return [called(state.organiser, state.organiser_name, names),
            *(called(who, "", names) for who in state.organisers)]


def tournament(state: Tournament, names: Mapping[str, str], is_bot: Callable[[str], bool]
               ) -> wire.Tournament:
    """The public facts of a tournament."""
    settings = state.settings
    next_round, ends = state.next_round(), state.ends
    ranked = standings(settings.kind, state.players, state.rounds)
    waits = next_round is not None and not any(state.running())
    first, *others = organisers(state, names)
    return wire.Tournament(
        id=state.id, seq=state.seq, name=settings.name, kind=settings.kind, rules=settings.rules,
        options=settings.options, clock=settings.clock, rated=settings.rated,
        rounds=state.planned, minutes=settings.minutes if settings.kind == "arena" else 0,
        appear=settings.appear, pause=settings.pause,
        organiser=first, organisers=others, phase=state.phase,
        created=state.created // 1000,
        start=None if settings.start is None else settings.start // 1000,
        ends=None if ends is None else ends // 1000,
        next=next_round // 1000 if waits and next_round is not None else None,
        breaks=list(TIE_BREAKS[settings.kind]),
        players=[_player(one, names, is_bot) for one in state.players],
        standings=[wire.TournamentStanding(
            one.number, one.rank, one.points / 2, one.buchholz / 2, one.sonneborn / 4,
            one.direct / 2, one.wins, one.games)
            for one in ranked],
        best=settings.best, new_teams=settings.best > 0 and not settings.teams,
        teams=[wire.TournamentTeam(one.name, one.rank, one.points / 2, one.wins, list(one.count),
                                   one.players)
               for one in team_standings(settings.best, state.teams(), state.players, ranked)],
        paired=[_round(one) for one in state.rounds],
        proposal=None if state.proposal is None else _round(state.proposal),
        undo=None if state.last is None else state.last.what)


def _round(one: Round) -> wire.TournamentRound:
    return wire.TournamentRound(
        [wire.TournamentGame(game.id, game.white, game.black, game.outcome, game.played,
                             game.by_hand) for game in one.games],
        list(one.byes), list(one.out),
        [wire.TournamentBye(number, points / 2) for number, points in one.granted.items()],
        list(one.absent))


def prepared(facts: wire.Tournament) -> wire.Tournament:
    """The same, of which all that is long is JSON already, and only has to be copied."""
    return replace(facts, players=_raw(facts.players), standings=_raw(facts.standings),
                   paired=[_raw(one) for one in facts.paired])


def without(facts: wire.Tournament, left_out: int, *, proposal: bool) -> wire.Tournament:
    """The same without so many of its first rounds, and with a proposal for organisers alone."""
    if not proposal:
        facts = replace(facts, proposal=None)
    left_out = min(left_out, len(facts.paired))
    return replace(facts, paired=facts.paired[left_out:], left_out=left_out) if left_out else facts


def _raw(value: object) -> Any:
    return Raw(json.encode(value))


def _player(one: Player, names: Mapping[str, str], is_bot: Callable[[str], bool]
            ) -> wire.TournamentPlayer:
    account = account_of(one.who)
    return wire.TournamentPlayer(one.number, called(one.who, one.name, names),
                                 account is not None and account in names, level_of(one.who),
                                 one.rating, one.away, one.checked_in,
                                 account is not None and is_bot(account), one.team, one.by_name,
                                 one.absent, None if one.bye is None else one.bye / 2, one.missed)


def place_of(state: Tournament, who: str, organises: bool, owns: bool, tokens: Tokens
             ) -> wire.TournamentPlace:
    """The place of an identity in a tournament."""
    player = state.player(who)
    invitation = tokens.invitation(state.id) if organises else None
    game = None if player is None else state.game_of(player.number)
    if player is None or game is None:
        return wire.TournamentPlace(None if player is None else player.number, organises, owns,
                                    invitation=invitation)
    token = tokens.seat(game.id, game.colour(player.number))
    return wire.TournamentPlace(player.number, organises, owns, game.id,
                                game.colour(player.number), link_to(game.id, token), token,
                                invitation)


def csv_of(told: wire.Tournament) -> str:
    """The standings with the crosstable as lines of values between commas."""
    import csv
    import io
    names = {one.number: one.name for one in told.players}
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    rounds = range(1, len(told.paired) + 1)
    team = ["team"] if told.best else []
    writer.writerow(["rank", "number", "name", *team, "rating", "points", *told.breaks,
                     *(f"round {number}" for number in rounds)])
    ratings = {one.number: one.rating for one in told.players}
    teams = {one.number: [_plain(one.team)] if told.best else [] for one in told.players}
    for one in told.standings:
        breaks = {"buchholz": one.buchholz, "sonneborn-berger": one.sonneborn,
                  "direct": one.direct, "wins": one.wins}
        writer.writerow([one.rank, one.player, _plain(names[one.player]), *teams[one.player],
                         ratings[one.player] or "", one.points,
                         *(breaks[name] for name in told.breaks),
                         *_in_rounds(told.paired, one.player)])
    return file.getvalue()


def teams_csv(told: wire.Tournament) -> str:
    """How the teams stand as lines of values between commas."""
    import csv
    import io
    names = {one.number: one.name for one in told.players}
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["rank", "team", "points", "wins", "players", "who counts"])
    for one in told.teams:
        writer.writerow([one.rank, _plain(one.name), one.points, one.wins, one.players,
                         _plain(", ".join(names[number] for number in one.count))])
    return file.getvalue()


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name


def _in_rounds(rounds: Iterable[wire.TournamentRound], number: int) -> Iterable[str]:
    """What a player did in each round: 7w1 stands for a win with White against number 7."""
    for one in rounds:
        found = [f"{game.black if number == game.white else game.white}"
                 f"{'w' if number == game.white else 'b'}{_mark(game, number)}"
                 for game in one.games if number in (game.white, game.black)]
        granted = {bye.player: f"bye {bye.points:g}" for bye in one.granted}
        yield " ".join(found) or ("bye" if number in one.byes else granted.get(
            number, "absent" if number in one.absent else ""))


def _mark(game: wire.TournamentGame, number: int) -> str:
    """How a game ended for a player, as report files have it; * while it goes on."""
    if game.outcome in (None, "drawn", "none"):
        return {None: "*", "drawn": "=", "none": "-"}[game.outcome]
    won = game.outcome == ("white" if number == game.white else "black")
    return ("1" if won else "0") if game.played else ("+" if won else "-")
