"""Players are named by a short text, wherever one can be chosen; the table of them is KINDS.

    human                           a person
    random                          any legal move
    greedy                          looks one move ahead
    plain:depth=3,quiesce=on        plain alpha-beta, with or without captures played out
    flat:playouts=1000              so many random games a move in all, shared by the moves
    level:5                         our engine at a level; level:9,book=off without its opening book
    alphabeta:time=0.1,threads=2,hash=64,tables=off
                                    our engine under limits of its own
    alphabeta:net=off, alphabeta:net=contra.net
                                    the same without its net, and with another one
    mcts:nodes=5000                 the tree search; nodes are its simulations
    mcts:net=on,policy=on           the same by a net and by a policy, which are off otherwise;
                                    either may be a file, too
    zero:net=FILE,nodes=200         a tree search by a policy and value network
    cmd:PROGRAM ARGUMENTS...        another engine that speaks our protocol

A kind stands before its settings, with a colon after it and commas between them; a value with a
comma stands in quotation marks: `alphabeta:net="a, b.net"`.  There are short
forms: a number is a level, settings without a kind are those of alphabeta, which is also called
`engine`, and commas may stand for the colon.
"""
from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..base.sentence import Sentence
from ..base.setting_values import (
    MOST_MEGABYTES,
    MOST_THREADS,
    Reader,
    duration,
    parts_of,
    read_value,
    setting_text,
    switch,
    text,
    whole,
)
from ..board import Board
from ..kernel.options import own_values
from ..kernel.warming import must_compile
from .levels import BOOKED, FULL, LevelPlayer, level_of, settings_of, templates_of
from .limits import MAX_DEPTH, MOST, Limits
from .nets import Net, Policy, check_net_setting, check_policy_setting, net_for, policy_for
from .player import Player

HUMAN = "human"
USUAL = (HUMAN, "level:3")  # the default players of White and Black
FULL_SECONDS = 1.0          # for a move of a player without limits, in a game without clocks
MEGABYTES = 16              # of a table or a tree


@dataclass(frozen=True, slots=True)
class PlayerName:
    """A player's text, read.

    Attributes:
        kind: a key of KINDS.
        detail: of a level its number, of another program its command line; else empty.
        settings: what has been set, in the order of the table.
    """

    kind: str
    detail: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        more = [self.detail] if self.detail else []
        more += [f"{name}={setting_text(value)}" for name, value in self.settings.items()]
        return ":".join([self.kind, ",".join(more)] if more else [self.kind])

    @property
    def is_timed(self) -> bool:
        """Whether the limits of the call count, and not its own."""
        return KINDS[self.kind].timed or self.kind == "level" and int(self.detail) == FULL

    @property
    def is_engine(self) -> bool:
        """Whether a process that speaks our protocol can play as it does."""
        return self.kind in ("level", "alphabeta", "cmd")

    @property
    def command(self) -> list[str] | None:
        """The program and its arguments; None for our own players."""
        return shlex.split(self.detail) if self.kind == "cmd" else None

    @property
    def templates(self) -> tuple[str, ...]:
        """The searches that it needs, which have to be compiled once."""
        if self.kind == "level":
            return templates_of(int(self.detail))
        return KINDS[self.kind].templates

    def must_compile(self, board: Board) -> bool:
        """Whether what it needs has to be compiled here, which takes some seconds."""
        if self.kind == "level" and level_of(int(self.detail), board.game).is_quick:
            return False
        return bool(self.templates) and must_compile(
            board.game, own_values(board.options), self.templates)

    @property
    def own_limits(self) -> Limits | None:
        """The limits that it names."""
        own = {name: self.settings[name] for name in LIMITS if name in self.settings}
        return Limits(**own) if own else None

    def limits(self, usual: Limits) -> Limits:
        """Its own limits, or the usual ones if it names none."""
        return self.own_limits or usual

    def engine_settings(self) -> dict[str, Any]:
        """The options of our engine (docs/protocol/options.md) with which it plays so."""
        chosen = settings_of(int(self.detail)) if self.kind == "level" else {}
        return chosen | {option: self.settings[name] for name, option in OPTIONS.items()
                         if name in self.settings}

    def filled(self, **usual: Any) -> PlayerName:
        """The same with these settings where it has such, and they are not set."""
        wanted = {name: value for name, value in usual.items() if value is not None}
        wanted |= self.settings
        return replace(self, settings={name: wanted[name] for name in _known(
            self.kind, self.detail) if name in wanted})


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player.

    Attributes:
        says: what it is.
        example: how one is written.
        make: makes one that plays in this process, by its name and for a board; None for a person.
        settings: what can be set, and how the values are read.
        several: examples for shells that complete words, where there are more than that one.
        templates: the searches that it needs.
        timed: whether it thinks as long as the limits say.
        on_servers: whether it may play in the games of a server.
    """

    says: Sentence
    example: str
    make: Callable[[PlayerName, Board], Player] | None
    settings: Mapping[str, Reader] = field(default_factory=dict)
    several: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    timed: bool = False
    on_servers: bool = False


def thinkers() -> tuple[str, ...]:
    """The kinds of all players but people."""
    return tuple(name for name, kind in KINDS.items() if kind.make)


def on_servers() -> tuple[str, ...]:
    """The kinds of players that may play in the games of a server."""
    return tuple(name for name, kind in KINDS.items() if kind.on_servers)


def read_player(text: str, among: Iterable[str] | None = None) -> PlayerName:
    """A player from a text; see the head of this file.

    Args:
        text: the text.
        among: the kinds that there are here; all if left out.

    Raises:
        ValueError: if it names none of these, with a sentence on what is wrong.
    """
    among, text = tuple(KINDS if among is None else among), text.strip()
    kind, detail, words = _parted(text)
    number = re.match(r"(?:level\b\W*)?([0-9]+)\s*(?:,|$)", text)
    if number is not None and kind not in KINDS and "level" in among:
        raise ValueError(Sentence("there is no level {number}; levels are 1 to {highest}",
                                  number=number[1], highest=FULL))
    if kind not in among:
        raise ValueError(Sentence("there is no player {name!r} here; players are {known}",
                                  name=text, known=examples(among)))
    if kind == "cmd":
        _check_command(detail)
        return PlayerName(kind, detail)
    known, found = _known(kind, detail), dict[str, Any]()
    for word in words:
        name, _, value = (part.strip() for part in word.partition("="))
        name = "time" if name == "movetime" else name
        if name not in known or name in found:
            raise ValueError(
                Sentence("{spec!r}: expected some of {known}, each once and with a value, not "
                         "{part!r}", spec=text, known=", ".join(known), part=word) if known else
                Sentence("{spec!r}: a player of this kind has no settings; leave out {part}",
                         spec=text, part=word))
        found[name] = read_value(text, name, value, known[name])
    return PlayerName(kind, detail, {name: found[name] for name in known if name in found})


def examples(kinds: Iterable[str]) -> str:
    """How players of some kinds are written."""
    return ", ".join(KINDS[kind].example for kind in kinds)


def make_player(name: PlayerName | str, board: Board, apart: bool = False) -> Player:
    """A player.

    Args:
        name: any player but a person, or its text.
        board: of the game and options to be played.
        apart: whether players that an engine can play think in a process of their own.

    Raises:
        ValueError: if there is no such player, or he cannot think here.

    Examples:
        >>> from eckstein import Board
        >>> board = Board("contra", "CWd6va5")
        >>> played = make_player("plain:depth=2", board).play(board, Limits())
        >>> board.notation(played.move)
        'd6-d7#'
    """
    if isinstance(name, str):
        name = read_player(name, thinkers())
    make = _apart if apart and name.is_engine else KINDS[name.kind].make
    assert make
    return make(name, board)


def net_of(name: PlayerName, board: Board) -> Net | None:
    """The net of a player, one that can have a net; None if it plays without.

    Raises:
        NetError: as `net_for`.
    """
    usual = "off" if name.kind == "mcts" else "on"
    return net_for(name.settings.get("net", usual), board.game, board.options)


def policy_of(name: PlayerName, board: Board) -> Policy | None:
    """The policy of a player; None if it plays without.

    Raises:
        NetError: as `policy_for`.
    """
    return policy_for(name.settings.get("policy", "off"), board.game, board.options)


def learnt_of(name: PlayerName, board: Board) -> str:
    """What a player has learnt, by names for its weights, as "net 6d26c3b1, policy 0a1b2c3d"; "" if
    there is nothing of that kind.  Weights of other programs (`cmd`) are not known.

    Raises:
        NetError, NetworkError: if its file is not sound, or for another game.
        OSError: if its file cannot be read.
    """
    if "net" not in _known(name.kind, name.detail):
        return ""
    if name.kind == "zero":
        from .zero.network_file import read_network
        file = name.settings.get("net", "")
        return f"network {read_network(file)[1].name}" if file else ""
    found = {"net": net_of(name, board), "policy": policy_of(name, board)}
    return ", ".join(f"{kind} {one.name}" for kind, one in found.items() if one)


def _parted(text: str) -> tuple[str, str, list[str]]:
    """The kind, "" if there is none, the detail, and the texts of the settings."""
    if text.startswith("cmd:"):
        command = text.removeprefix("cmd:").strip()
        return "cmd" if command else "", command, []
    kind, detail, settings = "", "", []
    for word in parts_of(text):
        head, _, tail = (part.strip() for part in word.partition(":"))
        level = re.fullmatch(r"(?:level:?\s*)?([1-9]\d?)", word, re.ASCII)
        if kind or "=" in head:
            settings.append(word)
        elif not head:
            break
        elif level and int(level[1]) <= FULL:
            kind, detail = "level", level[1]
        elif head == "level":
            break
        else:
            kind = "alphabeta" if head == "engine" else head
            settings += [tail] if tail else []
    else:
        return kind or "alphabeta", detail, settings
    return "", "", []


def _known(kind: str, detail: str) -> Mapping[str, Reader]:
    """What can be set of such a player; full strength has limits to be set, other levels none."""
    is_full = kind == "level" and detail == str(FULL)
    return KINDS["alphabeta" if is_full else kind].settings


def _check_command(command: str) -> None:
    try:
        shlex.split(command)
    except ValueError as error:
        raise ValueError(Sentence("the command {command!r} cannot be read: {error}",
                                  command=command, error=error)) from None


# How they are made; what a kind needs is loaded when the first of it is made.

def _simple(name: PlayerName, board: Board) -> Player:
    from . import simple
    return {"random": simple.Random, "greedy": simple.Greedy, "plain": simple.Plain,
            "flat": simple.Flat}[name.kind](board, **name.settings)


def _level(name: PlayerName, board: Board) -> Player:
    number = int(name.detail)
    if number == FULL:
        return _alphabeta(name.filled(book=True), board)
    return LevelPlayer(board.game, board.options, number, tables=name.settings.get("tables", True),
                       book=name.settings.get("book", number >= BOOKED),
                       random=name.settings.get("random", 0))


def _alphabeta(name: PlayerName, board: Board) -> Player:
    from .full_player import FullPlayer
    given = name.settings
    return FullPlayer(board, given.get("threads", 1), given.get("hash", MEGABYTES),
                      given.get("tables", True), given.get("book", False), name.own_limits,
                      net_of(name, board))


def _mcts(name: PlayerName, board: Board) -> Player:
    from .tree_search import TreeSearcher
    given = name.settings
    return TreeSearcher(board.game, board.options, given.get("hash", MEGABYTES),
                        given.get("tables", True), name.own_limits,
                        net_of(name, board), policy_of(name, board))


def _zero(name: PlayerName, board: Board) -> Player:
    if "net" not in name.settings:
        raise ValueError(Sentence("a player of this kind needs a network, as in {example}",
                                  example=KINDS["zero"].example))
    try:
        from .zero.player import NetworkPlayer
    except ModuleNotFoundError as error:
        raise ValueError(Sentence("a player by a network needs the package {package}; install it "
                                  "with pip install 'eckstein[arena]'",
                                  package=error.name)) from None
    return NetworkPlayer(board, name.settings["net"], name.settings.get("hash", MEGABYTES),
                         name.own_limits)


def _apart(name: PlayerName, board: Board) -> Player:
    from .apart import Apart
    if name.kind != "cmd":      # the process would tell what is wrong with a net, and play without
        net_for(name.settings.get("net", "off"), board.game, board.options)
    return Apart(board, str(name), name.command, name.engine_settings(), name.own_limits)


LIMITS: Mapping[str, Reader] = {"time": duration, "nodes": whole(1, MOST),
                                "depth": whole(1, MAX_DEPTH)}
OPTIONS = {"threads": "Threads", "hash": "Hash", "tables": "Tables", "book": "OwnBook",
           "net": "EvalFile", "random": "Random"}
_HASH, _TABLES, _BOOK = {"hash": whole(1, MOST_MEGABYTES)}, {"tables": switch}, {"book": switch}

KINDS: Mapping[str, Kind] = {
    HUMAN: Kind(Sentence("a person at this screen"), HUMAN, None),
    "random": Kind(Sentence("takes any move"), "random", _simple),
    "greedy": Kind(Sentence("looks one move ahead"), "greedy", _simple),
    "plain": Kind(Sentence("plain alpha-beta to a depth"), "plain:depth=3", _simple,
                  {"depth": whole(1, 30), "quiesce": switch},
                  ("plain:depth=3", "plain:depth=3,quiesce=on"), ("search.play.plain",)),
    "flat": Kind(Sentence("random games after every move"), "flat:playouts=1000", _simple,
                 {"playouts": whole(1, 10**9)}, templates=("search.play.playout",)),
    "level": Kind(Sentence("the engine at a level from 1 to 10"), "level:5", _level,
                  _TABLES | _BOOK | {"random": whole(0, 100)},
                  tuple(f"level:{number}" for number in range(1, FULL + 1)),
                  on_servers=True),
    "alphabeta": Kind(Sentence("the engine under limits of its own"), "alphabeta:time=0.1",
                      _alphabeta, {"threads": whole(1, MOST_THREADS), **_HASH, **LIMITS, **_TABLES,
                                   **_BOOK, "net": check_net_setting},
                      ("alphabeta:time=0.1", "alphabeta:threads=4,hash=256",
                       "alphabeta:depth=9,tables=off"),
                      templates_of(FULL), timed=True),
    "mcts": Kind(Sentence("the tree search"), "mcts:nodes=5000", _mcts,
                 {**_HASH, "time": LIMITS["time"], "nodes": LIMITS["nodes"], **_TABLES,
                  "net": check_net_setting, "policy": check_policy_setting},
                 ("mcts:nodes=5000", "mcts:hash=256"), ("search.play.mcts",), timed=True),
    "zero": Kind(Sentence("the tree search by a policy and value network"),
                 "zero:net=FILE,nodes=200", _zero,
                 {"net": text, **_HASH, "time": LIMITS["time"], "nodes": LIMITS["nodes"]},
                 templates=("search.batch.growing", "search.batch.stepping"), timed=True),
    "cmd": Kind(Sentence("another engine, by its command line"), "cmd:PROGRAM", _apart,
                timed=True),
}
"""All kinds of players, by the word that their text begins with."""
