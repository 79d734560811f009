"""What a move does, from a game's steps and the boards before and after it."""
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..contract import is_endless
from ..contract.pieces import COLOURS, Colour, Piece, Reason, Square, Step, visited
from ..kernel import dice
from ..kernel.codes import DRAW
from ..notation.moves import (
    Effect,
    MoveContext,
    contents_of,
    read_suffix,
    speak_move,
    steps_of,
    write_move,
)
from ..notation.positions import letter_of
from ..notation.squares import name_of, plane_name


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
    """One battle: the counting tops of either side, both totals, and which square is emptied.

    The tops stand in the order of the squares, and add up to the totals.
    """

    attacker: str
    defender: str
    attack: int
    defence: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack_tops: tuple[int, ...]
    defence_tops: tuple[int, ...]
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
        check_word: what the game calls that, such as "DUEL"; "" for none.
        threats: the ways by which it attacks the king, each from the attacker to the king.
        winner: WHITE or BLACK if the rules end the game with it and there is a winner, else None.
        reason: why the game is over with it; None if it goes on.
    """

    text: str
    notation: str
    steps: tuple[MoveStep, ...]
    battles: tuple[Fight, ...]
    removed: tuple[Removal, ...]
    check: int
    check_word: str
    threats: tuple[tuple[str, ...], ...]
    winner: Colour | None
    reason: Reason | None


def describe(context: MoveContext, move: int) -> Description:
    """Everything that a legal move of this position (`context`) does."""
    rules, p = context.rules, context.p
    q = rules.apply(p, move)
    result = rules.outcome(q)
    gone = _removals(context, move)
    emptied = {removal.square for removal in gone if removal.why == "battle"}
    effect = _effect(context, q, gone)
    return Description(
        write_move(context, move), speak_move(context, move, effect),
        tuple(_steps(context, move)), tuple(_fights(context, move, emptied)), tuple(gone),
        effect.check, rules.CHECK_WORDS[effect.check - 1] if effect.check else "",
        threats(context._replace(p=q)) if effect.check else (),
        COLOURS[result - 1] if result and result != DRAW else None,
        Reason(rules.reason(q)) if result else None)


def threats(context: MoveContext) -> tuple[tuple[str, ...], ...]:
    """The ways by which the king of the player to move could be taken, square by square."""
    rules, p = context.rules, context.p
    if not rules.in_check(p):
        return ()
    contents = rules.contents(p)
    king = next(square for square, piece in contents.pieces.items()
                if (piece.colour, piece.kind) == (contents.side, "K"))
    attackers = rules.position(contents._replace(side=contents.side.other))
    room = [0] * rules.MAX_MOVES
    ways = (rules.steps(attackers, move) for move in room[:rules.generate(attackers, room, 0)])
    return tuple(tuple(_name(context, square) for square in visited(steps))
                 for steps in ways if steps[-1].target == king)


def effect_of(context: MoveContext, move: int) -> Effect:
    """What the text for people tells about a move."""
    q = context.rules.apply(context.p, move)
    return _effect(context, q, _removals(context, move))


def spoken(context: MoveContext, move: int) -> str:
    """The text for people of a legal move."""
    return speak_move(context, move, effect_of(context, move))


def doubts(context: MoveContext, text: str, move: int) -> tuple[str, ...]:
    """Sentences about what a text claims of its move wrongly; a text need not claim anything."""
    suffix = read_suffix(context, text)
    if suffix is None:
        return ()
    effect, found = effect_of(context, move), []
    said, true = suffix.removed, frozenset(effect.removed)
    found += [f"{name} falls, but the text does not say so" for name in sorted(true - said)]
    found += [f"{name} is marked as falling, but stays" for name in sorted(said - true)]
    if suffix.wins != effect.wins:
        found.append("the move wins, so it should end in #" if effect.wins
                     else "the move is marked as winning (#), but does not win")
    return tuple(found)


def _effect(context: MoveContext, q: Any, gone: list[Removal]) -> Effect:
    rules = context.rules
    told = tuple(removal.square if removal.why == "battle" else removal.piece
                 for removal in gone if removal.why in ("battle", "surrounded"))
    return Effect(told, rules.check(q), rules.outcome(q) == 1 + context.p.side)


def _name(context: MoveContext, square: Square) -> str:
    return plane_name(square, context.origin) if is_endless(context.rules) else name_of(square)


def turned(piece: Piece, step: Step) -> Piece:
    """A piece after a step: a die that tilts is turned, anything else is as it was."""
    if piece.kind != "D" or step.direction < 0:
        return piece
    return piece._replace(die=dice.NUMBER[dice.tilted(dice.DICE[piece.die], step.direction)])


def _steps(context: MoveContext, move: int) -> list[MoveStep]:
    found = []
    pieces = dict(contents_of(context.rules, context.p).pieces)
    for step in steps_of(context, move):
        origin, target = (square and _name(context, square)
                          for square in (step.origin, step.target))
        piece = pieces.get(step.origin) if step.origin is not None else None
        if step.kind == "pass":
            found.append(MoveStep("pass"))
        elif piece and piece.kind == "D":
            assert step.target is not None
            piece = pieces[step.target] = turned(piece, step)
            found.append(MoveStep(step.kind, origin, target, letter_of(context.rules, piece),
                                  dice.faces(piece.die)))
        else:
            piece = piece or Piece(COLOURS[context.p.side], step.letter)
            found.append(MoveStep(step.kind, origin, target, letter_of(context.rules, piece)))
    return found


def _fights(context: MoveContext, move: int, emptied: set[str]) -> list[Fight]:
    found = []
    battles = context.rules.battles(context.p, move)
    tops = _tops_after(context, move) if battles else {}
    for battle in battles:
        attacker, defender = name_of(battle.attacker), name_of(battle.defender)
        beaten = (attacker if battle.attack < battle.defence
                  else defender if battle.attack > battle.defence else None)
        found.append(Fight(attacker, defender, battle.attack, battle.defence,
                           tuple(map(name_of, battle.attackers)),
                           tuple(map(name_of, battle.defenders)),
                           tuple(tops[square] for square in battle.attackers),
                           tuple(tops[square] for square in battle.defenders),
                           beaten if beaten in emptied else None))
    return found


def _tops_after(context: MoveContext, move: int) -> dict[Square, int]:
    """What every die shows once the way of a move is done, before anything falls."""
    pieces = dict(contents_of(context.rules, context.p).pieces)
    for step in steps_of(context, move):
        if step.origin is not None and step.target is not None:
            pieces[step.target] = turned(pieces.pop(step.origin), step)
    return {square: dice.faces(piece.die)["top"] for square, piece in pieces.items()
            if piece.kind == "D"}


def _removals(context: MoveContext, move: int) -> list[Removal]:
    return [Removal(_name(context, gone.square), letter_of(context.rules, gone.piece), gone.why)
            for gone in context.rules.removed(context.p, move)]
