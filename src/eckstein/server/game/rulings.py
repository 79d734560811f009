"""What a command does to a game: the events that follow from it, or why it is refused.

Pure functions of a game's state, its board and the time; nothing is changed here.

A refusal is final, although it is not stored.  A command names the last event that its sender knew,
and is allowed only by what was true then and has been true ever since; a later event cannot make it
legal.  Only claims depend on the present moment, and may be repeated.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ...base.errors import EcksteinError
from ...base.sentence import Sentence, reason_of
from ...board import Board
from ...wire.commands import Refusal
from ...wire.positions import MOVES as LONGEST
from ...wire.words import COLOURS, Code, Colour, What, Why, template_of
from ..ops.sharing import TreePath
from . import clocks
from .events import COMPUTER, SERVER, Kind, other
from .identity import account_of
from .snapshot import Snapshot
from .state import State

ABORTED = "aborted"         # why a game ends that does not count
LEFT = "left"               # why a game ends of which a player has left
LENGTH = "length"           # why a game ends that has as many moves as can be named
MOST_EVENTS = 3 * LONGEST   # after which nothing is offered any more, so that a game can be read
ADJUDICATED = "adjudication"    # why a game ends that the organiser of a tournament has ended
FORFEIT = "forfeit"             # likewise, if he has decided that it counts as not played
MOST_ASKED = 2              # of a kind, by a player, before the position changes
ABORT_PLIES = 4             # after so many moves both have moved twice, too late to abort


class RefusedError(EcksteinError):
    """A command that has no effect.

    Args:
        code: for programs: what to do about it.
        reason: a sentence for people, a `Sentence` where other languages may have it.
        why: for programs that have words of their own; the code, where it says it all.
    """

    def __init__(self, code: Code, reason: str, why: Why | None = None) -> None:
        super().__init__(reason)
        self.code, self.reason, self.why = code, reason, why or code

    def answer(self) -> Refusal:
        """The refusal as it is sent to the client."""
        return Refusal(self.code, self.why, str(self.reason), template_of(self.reason))


class TooFastError(RefusedError):
    """A refusal of a client that exceeds a limit.

    Args:
        reason: a sentence for people.
        retry_after: the header that says when.
    """

    def __init__(self, reason: str, retry_after: Mapping[str, str]) -> None:
        super().__init__("too-fast", reason)
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Command:
    """A command for a game.

    Attributes:
        actor: a colour, "computer", "prepared", "server", or "guest:" and an id.
        id: how the actor knows the command.
        what: what is to be done.
        colour: the seat of the actor; None for spectators.
        seq: how many events the actor knew.
        move: the text of a move.
        lines: the texts of conditional replies, in "prepare".
        name: of the player that takes the seat, in "join"; of an account it is left out.
        who: the identity of that player; in "adjudicate" that of the organiser.
        both: whether the actor holds both seats.
        lag: how many milliseconds a message takes to the actor and back, as the server measured.
        path: in "rematch" where the actor stands when places are scarce, veiled.
    """

    actor: str
    id: str
    what: What
    colour: Colour | None
    seq: int
    move: str = ""
    name: str = ""
    who: str = ""
    both: bool = False
    lines: Sequence[Sequence[str]] = ()
    lag: int = 0
    path: TreePath = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that is to be, the board as it is after it, and perhaps a refusal beside it."""

    kind: Kind
    data: dict[str, Any]
    clock: dict[str, int] | None
    actor: str
    command_id: str
    board: Board
    refused: RefusedError | None = None


def rule(snapshot: Snapshot, command: Command) -> Draft:
    """What a command leads to.

    A game in which time is over ends by that, whatever the command is.

    Raises:
        RefusedError: if nothing comes of it.
    """
    state = snapshot.state
    if state.result is None and (left := snapshot.time_left()) is not None and left <= 0:
        ended = _time_over(snapshot, command)
        if command.what == "claim-time":
            return ended
        return replace(ended, actor=SERVER, command_id=f"time {state.seq}", refused=RefusedError(
            "over", "the game is over, because time has run out", "time-over"))
    check_allowed(state, command)
    return _RULES[command.what](snapshot, command)


def check_allowed(state: State, command: Command) -> None:
    """Refuse what comes after the end, or from a spectator."""
    if state.result is not None and command.what not in ("rematch", "decline-rematch"):
        raise RefusedError("over", "the game is over")
    if state.seq >= MOST_EVENTS and command.what in ("offer-draw", "ask-takeback"):
        raise RefusedError("not-now", "so much has happened in this game that you can only move, "
                           "resign, or accept what is offered", "too-much-talk")
    if state.tournament and command.what in ("abort", "ask-takeback", "rematch"):
        raise RefusedError("not-now", Sentence("in a tournament no game is aborted or played "
                                               "again, and no move is taken back"))
    if command.colour is None and command.what not in ("claim-time", "join", "adjudicate"):
        raise RefusedError("not-yours", "only players of the game can do this", "no-seat")


def check_fresh(state: State, command: Command, since: int) -> None:
    """Refuse a command if its sender did not know the event that it depends on."""
    if command.seq < since or command.seq > state.seq:
        raise RefusedError("stale", "the game has changed since then")


def _mine(command: Command) -> Colour:
    assert command.colour is not None
    return command.colour


def _draft(snapshot: Snapshot, command: Command, kind: Kind, data: dict[str, Any], *,
           clock: dict[str, int] | None = None, board: Board | None = None) -> Draft:
    return Draft(kind, data, clock or snapshot.state.left, command.actor, command.id,
                 board or snapshot.board)


def _time_over(snapshot: Snapshot, command: Command) -> Draft:
    state = snapshot.state
    loser = state.turn
    clock = state.left | {loser: 0} if state.left and state.running else state.left
    if len(state.moves) < clocks.FREE_PLIES and not state.tournament:
        return _draft(snapshot, command, "end", {"by": None, "result": _result(None, ABORTED)})
    return _draft(snapshot, command, "end",
                  {"by": None, "result": _result(other(loser), "time")}, clock=clock)


def _result(winner: Colour | None, reason: str,
            score: Sequence[int] | None = None) -> dict[str, Any]:
    return {"winner": winner, "reason": reason, "score": list(score) if score else None}


def is_unbegun(end: Mapping[str, Any]) -> bool:
    """Whether a game has ended, by this data of its last event, since a first move is missing."""
    return end["by"] is None and end["result"]["reason"] == ABORTED


def _move(snapshot: Snapshot, command: Command) -> Draft:
    state, board, mover = snapshot.state, snapshot.board, _mine(command)
    check_fresh(state, command, state.changed)
    if state.turn != mover:
        raise RefusedError("not-now", f"it is {state.turn.capitalize()}'s turn", "not-your-turn")
    try:
        move = board.parse(command.move)
    except ValueError as error:
        raise RefusedError("illegal", reason_of(error)) from None
    text, notation = board.text(move), board.notation(move)
    after = board.copy()
    after.push(move)
    lag = _lag(snapshot, command)
    spent = snapshot.spent - lag
    data: dict[str, Any] = {"by": mover, "text": text, "code": move, "notation": notation,
                            "spent": spent, "turn": str(after.turn)}
    if lag:
        data["lag"] = lag
    if end := after.outcome():
        data["result"] = _result(end.winner and other(other(str(end.winner))),  # type: ignore
                                 str(end.reason), end.score)
    elif len(state.moves) + 1 >= LONGEST:
        data["result"] = _result(None, LENGTH)
    return _draft(snapshot, command, "move", data, clock=_after_turn(snapshot, spent),
                  board=after)


def _lag(snapshot: Snapshot, command: Command) -> int:
    """What a move is given back for its journey."""
    state = snapshot.state
    if state.running is None or state.control is None or state.control.kind == "days":
        return 0
    return clocks.lag_given(command.lag, snapshot.spent, state.quotas[state.running])


def _after_turn(snapshot: Snapshot, spent: int) -> dict[str, int] | None:
    state = snapshot.state
    if state.left is None or (runner := state.running) is None:
        return state.left
    assert state.control is not None
    return state.left | {runner: clocks.after_turn(state.control, state.left[runner],
                                                   spent)}


def _resign(snapshot: Snapshot, command: Command) -> Draft:
    return _draft(snapshot, command, "end",
                  {"by": command.colour, "result": _result(other(_mine(command)), "resignation")},
                  clock=snapshot.shown_clock())


def _abort(snapshot: Snapshot, command: Command) -> Draft:
    if len(snapshot.state.moves) >= ABORT_PLIES:
        raise RefusedError("not-now", "both have moved twice; resign, or offer a draw",
                           "too-late-to-abort")
    check_fresh(snapshot.state, command, snapshot.state.shortened)
    return _draft(snapshot, command, "end",
                  {"by": command.colour, "result": _result(None, ABORTED)})


def _offer_draw(snapshot: Snapshot, command: Command) -> Draft:
    state, asker = snapshot.state, _mine(command)
    check_fresh(state, command, state.draw_gone)
    if state.draw is not None:
        if state.draw[0] != asker:
            return _agree(snapshot, command)
        raise RefusedError("not-now", "a draw has already been offered", "draw-offered")
    if command.both:
        return _agree(snapshot, command)
    _check_asked(state, asker, "draw")
    if state.seats[other(asker)].kind == COMPUTER:
        raise RefusedError("not-now", "the computer does not accept draws",
                           "computer-plays-on")
    return _draft(snapshot, command, "offer", {"by": asker, "what": "draw"})


def _adjudicate(snapshot: Snapshot, command: Command) -> Draft:
    """The organiser of a tournament ends a game; `move` is the winning colour, "drawn" or "none",
    with the reason behind it, if it is not adjudication.
    """
    outcome, _, reason = command.move.partition(" ")
    winner: Colour | None = next((one for one in COLOURS if one == outcome), None)
    return _draft(snapshot, command, "end",
                  {"by": None, "result": _result(winner, reason or ADJUDICATED)},
                  clock=snapshot.shown_clock())


def _agree(snapshot: Snapshot, command: Command) -> Draft:
    return _draft(snapshot, command, "end",
                  {"by": command.colour, "result": _result(None, "agreement")},
                  clock=snapshot.shown_clock())


def _offered(state: State, command: Command, what: Literal["draw", "takeback"]) -> Colour:
    """The colour that has made the offer that the command answers."""
    offer = state.draw if what == "draw" else state.takeback
    words = "no draw has been offered" if what == "draw" else "nobody has asked to take back a move"
    if offer is None or (offer[0] == command.colour and not command.both):
        raise RefusedError("not-now", words,
                           "no-draw-offered" if what == "draw" else "no-takeback-asked")
    if command.seq < offer[1]:
        raise RefusedError("stale", f"{words} that you could have known")
    return offer[0]


def _accept_draw(snapshot: Snapshot, command: Command) -> Draft:
    _offered(snapshot.state, command, "draw")
    return _agree(snapshot, command)


def _decline_draw(snapshot: Snapshot, command: Command) -> Draft:
    _offered(snapshot.state, command, "draw")
    return _draft(snapshot, command, "decline", {"by": command.colour, "what": "draw"})


def _ask_takeback(snapshot: Snapshot, command: Command) -> Draft:
    state, asker = snapshot.state, _mine(command)
    if state.rated:
        raise RefusedError("not-now", Sentence("in a rated game no move is taken back"))
    # A computer that replies in the same moment is no reason to refuse.
    check_fresh(state, command, max(state.replied, state.takeback_gone))
    if command.both and state.moves:
        return _taken_back(snapshot, command, len(state.moves) - 1)
    ply = state.takeback_ply(asker)
    if ply is None:
        raise RefusedError("not-now", "you have not moved yet", "nothing-to-take-back")
    if state.seats[other(asker)].kind == COMPUTER:
        return _taken_back(snapshot, command, ply)
    if state.takeback is not None:
        if state.takeback[0] != asker:
            return _accept_takeback(snapshot, command)
        raise RefusedError("not-now", "you have already asked", "takeback-asked")
    _check_asked(state, asker, "takeback")
    _left_without(snapshot, ply)            # refused before the opponent is asked
    return _draft(snapshot, command, "offer", {"by": asker, "what": "takeback"})


def _accept_takeback(snapshot: Snapshot, command: Command) -> Draft:
    asker = _offered(snapshot.state, command, "takeback")
    ply = snapshot.state.takeback_ply(asker)
    assert ply is not None
    return _taken_back(snapshot, command, ply)


def _taken_back(snapshot: Snapshot, command: Command, ply: int) -> Draft:
    state = snapshot.state
    turn = state.moves[ply - 1].turn if ply else state.first
    before = snapshot.board.copy()
    for _ in range(len(state.moves) - ply):
        before.pop()
    return _draft(snapshot, command, "takeback",
                  {"by": command.colour, "ply": ply, "turn": turn},
                  clock=_left_without(snapshot, ply), board=before)


def _left_without(snapshot: Snapshot, ply: int) -> dict[str, int] | None:
    """What is left on the clocks if moves are taken back: what they gave is gone, and so is all
    the time that was used.  Otherwise to move and take back by turns would give time for ever.

    By days, the turn that begins has its days as any other.

    Args:
        snapshot: the game with these moves.
        ply: how many moves are left.

    Raises:
        RefusedError: if a player has used what would be gone.
    """
    state, control = snapshot.state, snapshot.state.control
    if state.left is None or control is None:
        return state.left
    if control.kind == "days":
        return dict.fromkeys(state.left, control.initial)
    left = dict(state.left)
    if state.running is not None:
        left[state.running] -= snapshot.spent
    movers = [state.first, *(move.turn for move in state.moves)]
    for number in range(max(ply, clocks.FREE_PLIES), len(state.moves)):
        left[movers[number]] -= clocks.given(control, state.moves[number].spent)
    if min(left.values()) <= 0:
        raise RefusedError("not-now", "too little time is left to take this back: the time that "
                           "the move added is already used", "no-time-to-take-back")
    return left


def _decline_takeback(snapshot: Snapshot, command: Command) -> Draft:
    _offered(snapshot.state, command, "takeback")
    return _draft(snapshot, command, "decline", {"by": command.colour, "what": "takeback"})


def _claim_time(snapshot: Snapshot, command: Command) -> Draft:
    if snapshot.state.left is None:
        raise RefusedError("not-now", "this game has no clocks", "no-clocks")
    raise RefusedError("not-now", "there is time left", "time-left")


def _claim(snapshot: Snapshot, command: Command) -> Draft:
    """A player claims a win, or a draw, since the opponent has left."""
    state, claimer = snapshot.state, _mine(command)
    check_fresh(state, command, state.changed)
    left = snapshot.claimable_in(other(claimer))
    if left is None:
        raise RefusedError("not-now", Sentence("your opponent has not left this game, or it is "
                                               "none that can be claimed"), "not-left")
    if state.turn == claimer:
        raise RefusedError("not-now", Sentence("it is your move; you can claim the game when it is "
                                               "your opponent's"), "your-turn")
    if left:
        raise RefusedError("not-now", Sentence(
            "you can claim this game in {seconds} {seconds:second|seconds}",
            seconds=-(-left // 1000)), "not-left")
    winner = claimer if command.what == "claim-win" else None
    return _draft(snapshot, command, "end", {"by": claimer, "result": _result(winner, LEFT)},
                  clock=snapshot.shown_clock())


def _rematch(snapshot: Snapshot, command: Command) -> Draft:
    state, asker = snapshot.state, _mine(command)
    if state.result is None:
        raise RefusedError("not-now", "the game is not over", "not-ended")
    check_fresh(state, command, state.changed)
    if state.next_game is not None or asker in state.rematch:
        raise RefusedError("not-now", "you have already asked", "rematch-asked")
    if other(asker) not in state.rematch:       # else it is an answer
        _check_asked(state, asker, "rematch")
    return _draft(snapshot, command, "rematch", {"by": asker})


def _check_asked(state: State, asker: Colour, what: str) -> None:
    """Refuse what a player has asked for too often in this position."""
    if state.asked.count((asker, what)) >= MOST_ASKED:
        raise RefusedError("not-now", "you have asked for this twice", "asked-twice")


def _decline_rematch(snapshot: Snapshot, command: Command) -> Draft:
    state = snapshot.state
    if other(_mine(command)) not in state.rematch or state.next_game is not None:
        raise RefusedError("not-now", "no rematch is asked for", "no-rematch-asked")
    return _draft(snapshot, command, "decline", {"by": command.colour, "what": "rematch"})


def complete_rematch(state: State, command: Command) -> bool:
    """Whether with this wish for a rematch both want one."""
    asker = _mine(command)
    return (command.both or other(asker) in state.rematch
            or state.seats[other(asker)].kind == COMPUTER)


def _join(snapshot: Snapshot, command: Command) -> Draft:
    colours = [command.colour] if command.colour else COLOURS
    free = [colour for colour in colours if snapshot.state.seats[colour].open]
    if not free:
        if command.colour:
            raise RefusedError("not-now", "this seat is already taken", "seat-taken")
        raise RefusedError("not-now", "no seat is free", "no-seat-free")
    if snapshot.state.rated:
        _check_rated(snapshot.state, free[0], command.who)
    return _draft(snapshot, command, "join", {"by": free[0], "colour": free[0],
                                              "name": command.name, "who": command.who})


def check_rated(who: str, timeless: bool = False, unusual: bool = False) -> None:
    """Refuse a rated game that cannot be one.

    Args:
        who: the identity of a player.
        timeless: whether it has no clock.
        unusual: whether its rules, or its start, are not the usual ones.
    """
    if account_of(who) is None:
        raise RefusedError("not-yours", Sentence("a rated game needs an account; sign in first"),
                           "signed-out")
    if timeless:
        raise RefusedError("bad", Sentence("a rated game needs a clock"))
    if unusual:
        raise RefusedError("bad", Sentence("a rated game has the usual rules and the usual start"))


def _check_rated(state: State, colour: Colour, who: str) -> None:
    """Refuse a seat of a rated game to an identity without an account, or that plays there already.
    """
    check_rated(who)
    if state.seats[other(colour)].who == who:
        raise RefusedError("not-yours", Sentence("this game is rated, and you are your own "
                                                 "opponent"))


_RULES = {"move": _move, "resign": _resign, "abort": _abort, "offer-draw": _offer_draw,
          "accept-draw": _accept_draw, "decline-draw": _decline_draw,
          "ask-takeback": _ask_takeback, "accept-takeback": _accept_takeback,
          "decline-takeback": _decline_takeback, "claim-time": _claim_time,
          "claim-win": _claim, "claim-draw": _claim,
          "rematch": _rematch, "decline-rematch": _decline_rematch, "join": _join,
          "adjudicate": _adjudicate}
