"""What a move does, told from a game's steps and from what lies where before and after it."""
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import dice
from .games import DRAW, Piece, Reason, Square, Step
from .notation.moves import (
    Effect,
    Situation,
    contents_of,
    read_claim,
    speak_move,
    steps_of,
    write_move,
)
from .notation.squares import name_of, plane_name


@dataclass(frozen=True, slots=True)
class MoveStep:
    """One step: "tilt", "jump", "slide", "place", "return" or "pass".

    Attributes:
        kind: what kind of step it is.
        origin, target: names of squares, or None.
        piece: the letter of the piece, or the orientation letter of a die after the step.
        faces: the six faces of a die after the step, by top, north, east, south, west, bottom.
    """

    kind: str
    origin: str | None = None
    target: str | None = None
    piece: str = ""
    faces: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Fight:
    """One battle: whose tops count on either side, both totals, and which square is emptied."""

    attacker: str
    defender: str
    attack: int
    defence: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    loser: str | None


@dataclass(frozen=True, slots=True)
class Removal:
    """A piece that leaves the board: "battle", "captured", "surrounded" or "returned"."""

    square: str
    piece: str
    why: str


@dataclass(frozen=True, slots=True)
class Description:
    """All that a legal move does.

    Attributes:
        text, notation: the plain text and the text for people.
        steps: the way, step by step.
        battles: the fights it leads to.
        removed: what leaves the board.
        check: 0 none, 1 check, 2 mate (games that know check).
        winner: "white" or "black" if the rules end the game with it and somebody wins, else None.
        reason: why the game is over with it; None if it goes on.
    """

    text: str
    notation: str
    steps: tuple[MoveStep, ...]
    battles: tuple[Fight, ...]
    removed: tuple[Removal, ...]
    check: int
    winner: str | None
    reason: Reason | None


def describe(situation: Situation, move: int) -> Description:
    """Everything about one legal move."""
    rules, p = situation.rules, situation.p
    q = rules.apply(p, move)
    result = rules.outcome(q)
    gone = _removals(situation, move, q)
    emptied = {removal.square for removal in gone if removal.why == "battle"}
    effect = _effect(situation, q, gone)
    return Description(
        write_move(situation, move), speak_move(situation, move, effect),
        tuple(_steps(situation, move)), tuple(_fights(situation, move, emptied)), tuple(gone),
        effect.check,
        ("white", "black")[result - 1] if result and result != DRAW else None,
        Reason(rules.reason(q)) if result else None)


def effect_of(situation: Situation, move: int) -> Effect:
    """What the text for people tells about a move."""
    q = situation.rules.apply(situation.p, move)
    return _effect(situation, q, _removals(situation, move, q))


def doubts(situation: Situation, text: str, move: int) -> tuple[str, ...]:
    """Sentences about what a text says of its move and is not so; no text has to say it."""
    claim = read_claim(situation, text)
    if claim is None:
        return ()
    effect, found = effect_of(situation, move), []
    said, true = claim.removed, frozenset(effect.removed)
    found += [f"{name} falls, but the text does not say so" for name in sorted(true - said)]
    found += [f"{name} is said to fall, but stays" for name in sorted(said - true)]
    if claim.wins != effect.wins:
        found.append("the move wins, and would end in #" if effect.wins
                     else "the move is said to win (#), but does not")
    return tuple(found)


def _effect(situation: Situation, q: Any, gone: list[Removal]) -> Effect:
    rules = situation.rules
    told = tuple(removal.square if removal.why == "battle" else removal.piece
                 for removal in gone if removal.why in ("battle", "surrounded"))
    check = rules.check(q) if hasattr(rules, "check") else 0
    return Effect(told, check, rules.outcome(q) == 1 + situation.p.side)


def _name(situation: Situation, square: Square | None) -> str | None:
    if square is None:
        return None
    return plane_name(square, situation.origin) if situation.rules.COLUMNS == 0 else name_of(square)


def _letter(piece: Piece) -> str:
    letter = dice.letter(piece.die).upper() if piece.kind == "D" else piece.kind
    return letter if piece.colour == 0 else letter.lower()


def turned(piece: Piece, step: Step) -> Piece:
    """A piece after a step: a die that tilts is turned, anything else is as it was."""
    if piece.kind != "D" or step.direction < 0:
        return piece
    return piece._replace(die=dice.NUMBER[dice.tilted(dice.DICE[piece.die], step.direction)])


def _steps(situation: Situation, move: int) -> list[MoveStep]:
    found = []
    pieces = dict(contents_of(situation.rules, situation.p).pieces)
    for step in steps_of(situation, move):
        origin, target = _name(situation, step.origin), _name(situation, step.target)
        piece = pieces.get(step.origin) if step.origin is not None else None
        if step.kind == "pass":
            found.append(MoveStep("pass"))
        elif piece and piece.kind == "D":
            assert step.target is not None
            piece = pieces[step.target] = turned(piece, step)
            found.append(MoveStep(step.kind, origin, target, _letter(piece),
                                  dice.faces(piece.die)))
        else:
            piece = piece or Piece(situation.p.side, step.letter)
            found.append(MoveStep(step.kind, origin, target, _letter(piece)))
    return found


def _fights(situation: Situation, move: int, emptied: set[str]) -> list[Fight]:
    if not hasattr(situation.rules, "battles"):
        return []
    found = []
    for battle in situation.rules.battles(situation.p, move):
        attacker, defender = name_of(battle.attacker), name_of(battle.defender)
        beaten = (attacker if battle.attack < battle.defence
                  else defender if battle.attack > battle.defence else None)
        found.append(Fight(attacker, defender, battle.attack, battle.defence,
                           tuple(map(name_of, battle.attackers)),
                           tuple(map(name_of, battle.defenders)),
                           beaten if beaten in emptied else None))
    return found


def _named(situation: Situation, square: Square) -> str:
    name = _name(situation, square)
    assert name is not None
    return name


def _removals(situation: Situation, move: int, q: Any) -> list[Removal]:
    """What lay on the board before, or came there by the move, and does not lie there after it."""
    rules, p = situation.rules, situation.p
    steps = rules.steps(p, move)
    if steps[0].kind == "pass":
        return []
    before, after = dict(contents_of(rules, p).pieces), rules.contents(q).pieces
    columns, rows = rules.drift(p, move, q) if hasattr(rules, "drift") else (0, 0)
    after = {(column + columns, row + rows): piece
             for (column, row), piece in after.items()}
    target = next(step.target for step in reversed(steps) if step.target is not None)
    found = []
    if steps[0].kind in ("tilt", "jump"):
        mover = before.pop(steps[0].origin)
        for step in steps:
            mover = turned(mover, step)
        if target in before:
            found.append(Removal(_named(situation, target), _letter(before[target]), "captured"))
        before[target] = mover
        found += [Removal(_named(situation, square), _letter(piece), "battle")
                  for square, piece in sorted(before.items()) if square not in after]
        return found
    sent = {step.origin for step in steps if step.kind == "return"}
    found = [Removal(_named(situation, square), _letter(before[square]), "returned")
             for square in sent]
    lost = set(_queens(rules, p)) - set(_queens(rules, q))
    on_board = {piece: square for square, piece in before.items()}
    for piece in sorted(lost):
        square = on_board.get(piece)
        if square is None or steps[0].origin == square:
            square = target
        found.append(Removal(_named(situation, square), _letter(piece), "surrounded"))
    return found


def _queens(rules: Any, p: Any) -> list[Piece]:
    """All pieces that are on the board or in hand."""
    contents = contents_of(rules, p)
    return [*contents.pieces.values(), *(Piece(colour, letter) for colour in (0, 1)
                                         for letter in contents.reserves[colour])]
