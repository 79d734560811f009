"""Does a game keep the contract?  Random games tell, interpreted and compiled side by side."""
import importlib
import inspect
import os
import pkgutil
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, get_type_hints

from .. import games
from ..base.errors import EcksteinError
from ..base.sentence import Sentence, joined
from ..contract import Knowledge, is_endless
from ..contract.conformance import asked, at_line, endings_fault, faults, faults_of, mistaken
from ..contract.encoding import Encoding
from ..contract.endings import Endings
from ..contract.pieces import COLOURS, Piece, Reason, Removed, Square, Step, visited
from ..contract.plugins import line_of, place_of
from ..contract.traits import Traits
from ..kernel.options import own_values
from ..kernel.specialise import Life, NoCompilerError, life_of, specialise
from ..notation import moves, positions
from ..notation.squares import name_of
from . import Board
from .description import turned

MAX_PLIES = 300
NUMBERS = 100               # of positions of each ending
TRIED = 0.1                 # of all positions, the share of which a way back is looked for

Check = Callable[[Board, random.Random], None]


class ContractError(EcksteinError, AssertionError):
    """Promises that a game does not keep.

    Attributes:
        faults: a sentence for each.
    """

    def __init__(self, *faults: str) -> None:
        super().__init__(joined(faults))
        self.faults = faults


def find_game(module: str) -> str:
    """The name of a game, given as a name, or as the file or the folder of its module.

    Raises:
        UnknownGameError: if there is none of them.
    """
    path = Path(module)
    if games.fault_of(module):
        return module
    if module not in games.names() and (path / "__init__.py").is_file():
        path /= "__init__.py"
    if path.suffix != ".py":
        games.check_game_name(module)
        return module
    if not path.is_file():
        raise games.UnknownGameError(Sentence("there is no file {name}", name=module))
    if path.name == "__init__.py":
        path = path.parent
    folder = str(path.resolve().parent)
    if folder not in games.__path__:
        others = os.environ.get("ECKSTEIN_GAMES", "")
        os.environ["ECKSTEIN_GAMES"] = os.pathsep.join(filter(None, [folder, others]))
        games.__path__.append(folder)
        games.look_again()
    if not games.fault_of(path.stem):
        games.check_game_name(path.stem)
    return path.stem


def check_module(game: str) -> None:
    """Raise ContractError, with file and line, if the module of a game is none at all."""
    if found := games.fault_of(game):
        raise ContractError(found)


def check_game(game: str, count: int = 20, seed: int = 1, lives: Sequence[Life] | None = None,
               options: dict[str, Any] | None = None) -> Iterator[str]:
    """Play random games, yield what was found to hold, and raise in the end if something did not.

    Args:
        game: the name of a game.
        count: how many random games.
        seed: seed of the games.
        lives: the compiled lives that are held against the interpreted rules; the one that
            searches take, if none are named and it is compiled.
        options: the game's own rule options.

    Raises:
        ContractError: with the first fault of each kind, and the position in which it showed.
    """
    options = options or {}
    _check_members(game, options)
    yield Sentence("all that a game provides is there, and as the contract has it")
    checks: list[tuple[Sentence, Check]] = [
        (Sentence("moves are in range, without repeats, and lead on"), _check_moves),
        (Sentence("different positions have different keys"), _check_keys()),
        (Sentence("nobody wins sooner than the game says"), _check_haste),
        (Sentence("what a game tells is of the types of the contract"), _check_types),
        (Sentence("what is refused is refused with a sentence, or with none"), _check_refusals),
        (Sentence("how the game stands is told in sentences about squares of the board"),
         _check_standing),
        (Sentence("pieces go where the steps lead, and leave as the game tells"), _check_removals),
        (Sentence("what can never be undone is not undone at once"), _check_irreversible),
        (Sentence("positions survive text and back, with the same key"), _check_position_text),
        (Sentence("moves survive text and back, plain and for people"), _check_move_text),
        (Sentence("undo restores exactly"), _check_undo),
        (Sentence("learners see moves one by one, and positions from the mover's side"),
         _check_encoding)]
    if lives is None:
        lives = [life for life in [life_of(game, **options)] if life != "plain"]
    if lives:
        checks.append((Sentence("compiled and interpreted rules agree"), _check_lives(lives)))
    broken = list[str]()
    for what, check in checks:
        try:
            plies = _played(check, game, count, seed, options)
            yield Sentence("{what} ({count} {count:position|positions})", what=what, count=plies)
        except ContractError as error:
            broken += (fault for fault in error.faults if fault not in broken)
    if broken:
        raise ContractError(*broken)


def _played(check: Check, game: str, count: int, seed: int, options: dict[str, Any]) -> int:
    """Play random games with one check, and return how many positions it held in.

    Raises:
        ContractError: with its first fault, or with what the game's code did instead of answering.
    """
    plies, board = 0, Board(game, **options)
    try:
        for number in range(count):
            chance = random.Random(f"{seed}/{number}")
            board = Board(game, **options)
            while not board.is_game_over() and board.ply < MAX_PLIES:
                check(board, chance)
                board.push(chance.choice(list(board.legal_moves)))
                plies += 1
            check(board, chance)
    except (ContractError, NoCompilerError):
        raise
    except Exception as error:
        file, line = place_of(error, Path(inspect.getfile(type(board.state))))
        raise ContractError(Sentence("{file}, line {line}: {error}", file=file, line=line or 0,
                                     error=line_of(error))) from error
    return plies


def _check_members(game: str, options: dict[str, Any]) -> None:
    """Hold the module of a game, of its knowledge and of its endings against the contract."""
    own = importlib.import_module(f"{games.__name__}.{game}")
    broken = [Sentence("{name}: {error}", name=game, error=found)
              for found in [*faults(own)] or filter(None, [_unwritten(own)])]
    ground = specialise("kernel", game, compiled=False, **options)
    broken += [Sentence("what is known about {game}: {fault}", game=game, fault=found)
               for found in faults_of(ground.knowledge, Knowledge)]
    broken += [Sentence("how learners see {game}: {fault}", game=game, fault=found)
               for found in faults_of(ground.encoding, Encoding)]
    broken += [Sentence("what policies see of moves in {game}: {fault}", game=game, fault=found)
               for found in faults_of(ground.traits, Traits)]
    if found := endings_fault(ground.endings) or _misnumbered(ground.endings):
        broken.append(Sentence("the endings of {game}: {fault}", game=game, fault=found))
    if broken:
        raise ContractError(*broken)


def _misnumbered(endings: Endings) -> str:
    """A sentence if a position of an ending is given another number, else empty."""
    for i, spec in enumerate(endings.ENDINGS):
        chance, size = random.Random(spec.name), endings.size(i)
        for number in chance.sample(range(size), min(size, NUMBERS)):
            if endings.possible(i, number):
                p = endings.position(i, number)
                found = endings.place(p), endings.placed(p)
                if found != ((i, number), (i, number)):
                    return Sentence("place and placed give {found} for position {number} of {name}",
                                    found=found, number=number, name=spec.name)
    return ""


def _unwritten(rules: Any) -> str:
    """A sentence if there is no such way of writing positions or moves, else empty."""
    for name, folder in (("POSITION_TEXT", positions), ("MOVE_TEXT", moves)):
        found = [importlib.import_module(f"{folder.__name__}.{way.name}")
                 for way in pkgutil.iter_modules(folder.__path__)]
        ways = [way.__name__.rpartition(".")[2] for way in found if hasattr(way, "write")]
        if getattr(rules, name) not in ways:
            return Sentence("{name} is {value!r}, and can be {known}", name=name,
                            value=getattr(rules, name), known=", ".join(ways))
    return ""


def _require(holds: object, board: Board, template: str, **facts: Any) -> None:
    if not holds:
        raise ContractError(Sentence("{fault}, in {position}", fault=Sentence(template, **facts),
                                     position=board.position()))


def _check_moves(board: Board, chance: random.Random) -> None:
    rules, p, moves = board.rules, board.state, list(board.legal_moves)
    _require(all(isinstance(field, int) and abs(field) < 1 << 63 for field in p), board,
             "a field of Position is not an integer of 64 bits")
    _require(len(moves) <= rules.MAX_MOVES, board, "there {count:is|are} {count} "
                                                   "{count:move|moves}",
             count=len(moves))
    _require(len(set(moves)) == len(moves), board, "a move is generated twice")
    _require(all(0 <= move < rules.MOVE_CODES for move in moves), board,
             "a move is not an integer from 0 to MOVE_CODES - 1")
    _require(rules.outcome(p) or moves or board.outcome(), board,
             "there is no move, and no outcome")
    for move in moves:
        q = rules.apply(p, move)
        _require(q.side == 1 - p.side, board,
                 "after {move} the same player is to move", move=move)
        _require(rules.steps(p, move), board, "{move} has no steps", move=move)
    if rules.outcome(p):
        _require(rules.reason(p) in list(Reason), board, "the game ended without a reason")
    _require(not rules.problems(p), board,
             "a position of a game has problems: {problems}", problems=rules.problems(p))


def _check_types(board: Board, chance: random.Random) -> None:
    """Ask for all that the contract describes, and hold each answer against its type."""
    rules, p = board.rules, board.state
    given: dict[str, Any] = {"p": p, "side": p.side, "colour": COLOURS[p.side], "name": name_of}
    if board.legal_moves:
        move = chance.choice(list(board.legal_moves))
        given |= {"move": move, "q": rules.apply(p, move)}
    told = _answers(board, given)
    squares = visited(told["steps"]) if board.legal_moves else []
    _answers(board, {"p": p, "squares": squares, "target": squares[-1]} if len(squares) > 1 else {})
    _answers(board, {"contents": told["contents"]})


def _answers(board: Board, given: dict[str, Any]) -> dict[str, Any]:
    """What a game says when it is asked for all that needs no more than is given."""
    answers: dict[str, Any] = {}
    for name, function in asked(board.rules):
        wanted = list(inspect.signature(function).parameters)[1:]
        if not set(wanted) <= given.keys() or (
                name == "reason" and not board.rules.outcome(board.state)):
            continue
        answer = answers[name] = getattr(board.rules, name)(*(given[one] for one in wanted))
        wrong = mistaken(answer, get_type_hints(function)["return"])
        _require(not wrong, board, "{name} gives {answer!r} ({wrong})", answer=answer, wrong=wrong,
                 name=at_line(name, getattr(board.rules, name)))
    return answers


def _check_refusals(board: Board, chance: random.Random) -> None:
    """Ask why a piece does not go to some square, where no move leads it."""
    rules, p = board.rules, board.state
    ways = [rules.steps(p, move) for move in board.legal_moves]
    kind = "slide" if any(step.kind == "slide" for way in ways for step in way) else "go"
    pieces = rules.contents(p).pieces
    own = [square for square, piece in pieces.items() if piece.colour == COLOURS[p.side]]
    if not own or not ways or ways[0][0].kind == "pass":
        return
    columns, rows = rules.COLUMNS or 8, rules.ROWS or 8
    asked_for = chance.choice(own), (chance.randrange(columns), chance.randrange(rows))
    if any((way[0].origin, way[-1].target) == asked_for for way in ways):
        return
    answer = rules.refusal(p, [Step(kind, *asked_for)], name_of)
    _require(isinstance(answer, str) and not answer.endswith("."), board,
             "refusal gives {answer!r}, which is not a sentence without its full stop",
             answer=answer)


def _check_haste(board: Board, chance: random.Random) -> None:
    """What holds of every move holds of every way to a win."""
    rules, p = board.rules, board.state
    for move in board.legal_moves:
        q = rules.apply(p, move)
        for side in (0, 1):
            outcome = rules.outcome(q)
            if outcome in (0, 1 + side):
                least = 0 if outcome else rules.least_plies(q, side)
                _require(least >= 0 and rules.least_plies(p, side) <= 1 + least, board,
                         "least_plies gives {plies} for player {player}, and after {move} {least}",
                         plies=rules.least_plies(p, side), player=side, move=move, least=least)


def _check_irreversible(board: Board, chance: random.Random) -> None:
    """No two moves, or four, that begin with one that can never be undone lead back."""
    rules, p = board.rules, board.state
    final = [move for move in board.legal_moves if _counts_after(
        board, move, rules.apply(p, move))[1] == 0]
    if not final or chance.random() > TRIED:
        return
    first = chance.choice(final)
    for q in _some_after(rules, rules.apply(p, first), chance, 2):
        back = [q, *(rules.apply(r, move) for r in _some_after(rules, q, chance, 12)
                     for move in _moves_of(rules, r))]
        _require(p not in back, board, "irreversible says that {move} can never be undone, and "
                 "soon the position is there again", move=board.text(first))


def _moves_of(rules: Any, p: Any) -> list[int]:
    """The legal moves of a position, none where the game is over."""
    room = [0] * rules.MAX_MOVES
    return [] if rules.outcome(p) else room[:rules.generate(p, room, 0)]


def _some_after(rules: Any, p: Any, chance: random.Random, count: int) -> list[Any]:
    """Positions after one more move, so many at most."""
    moves = _moves_of(rules, p)
    return [rules.apply(p, move) for move in chance.sample(moves, min(count, len(moves)))]


def _check_standing(board: Board, chance: random.Random) -> None:
    """The facts about a position are whole, and name no square that is not there."""
    rules = board.rules
    facts = rules.standing(board.state, name_of)
    for fact in facts:
        _require(all(text and not text.endswith(".") for text in (fact.brief, fact.text)), board,
                 "standing gives {fact!r}, not in sentences without their full stops", fact=fact)
        _require(is_endless(rules) or all(
            0 <= column < rules.COLUMNS and 0 <= row < rules.ROWS for column, row in fact.squares),
            board, "standing gives {fact!r}, about a square that is not on the board", fact=fact)
    told = [COLOURS.index(fact.colour) for fact in facts]
    _require(told == sorted(told), board,
             "standing does not give White's facts first")


def _check_removals(board: Board, chance: random.Random) -> None:
    """What lies where after a move is what steps and `removed` tell."""
    rules, p = board.rules, board.state
    for move in board.legal_moves:
        q = rules.apply(p, move)
        columns, rows = rules.drift(p, move, q) if is_endless(rules) else (0, 0)
        found = {(column + columns, row + rows): piece
                 for (column, row), piece in rules.contents(q).pieces.items()}
        told = _lying_after(board, move)
        for square in sorted(told.keys() | found.keys()):
            _require(told.get(square) == found.get(square), board,
                     "after {move} steps and removed leave {told} on {square}, and contents says "
                     "{found}", move=board.text(move), told=told.get(square),
                     square=name_of(square), found=found.get(square))


def _lying_after(board: Board, move: int) -> dict[Square, Piece]:
    """What lies where after a move, as steps and `removed` tell."""
    rules, p = board.rules, board.state
    pieces, lifted = dict(rules.contents(p).pieces), dict[Square, Piece]()
    removed = rules.removed(p, move)

    def leave(gone: Removed) -> None:
        lies = pieces.pop(gone.square, None)
        _require(lies == gone.piece, board, "after {move} {gone} is removed, but {found} is there",
                 move=board.text(move), gone=gone, found=lies)

    for gone in removed:
        if gone.why in ("captured", "returned"):
            leave(gone)
    for step in rules.steps(p, move):
        if step.target is None:
            continue
        piece = Piece(COLOURS[p.side], step.letter)
        if step.origin is not None:
            piece = (lifted if step.origin in lifted else pieces).pop(step.origin, piece)
        if step.target in pieces:           # changes places with the piece that comes there
            lifted[step.target] = pieces.pop(step.target)
        pieces[step.target] = turned(piece, step)
    _require(not lifted, board, "after {move} {gone} is gone, but removed does not say so",
             move=board.text(move), gone=lifted)
    for gone in removed:
        if gone.why not in ("captured", "returned"):
            leave(gone)
    return pieces


def _check_position_text(board: Board, chance: random.Random) -> None:
    fresh = Board(board.game, board.position(), **board.options)
    _require(tuple(fresh.state) == tuple(board.state), board,
             "the position's text reads as another position")
    _require(fresh.position() == board.position(), board, "the position's text changes")
    _require(fresh.key == board.key, board, "the key is not that of a fresh position")


def _check_keys() -> Check:
    """A check that remembers by their keys the positions met so far, and what moves lead to."""
    met: dict[int, tuple[int, ...]] = {}

    def check(board: Board, chance: random.Random) -> None:
        rules, p = board.rules, board.state
        for q in (p, *(rules.apply(p, move) for move in board.legal_moves)):
            key = rules.key(q)
            _require(isinstance(key, int) and abs(key) < 1 << 63, board,
                     "the key is not an integer of 64 bits")
            _require(rules.key(rules.Position(*q)) == key, board,
                     "the key changes from call to call")
            other = met.setdefault(key, tuple(q))
            if other != tuple(q):
                one, two = (_text(board, fields) for fields in (q, other))
                raise ContractError(Sentence("two positions have the same key: {first} and "
                                             "{second}", first=one, second=two))
    return check


def _text(board: Board, fields: tuple[int, ...]) -> str:
    """The text of a position of the board's game."""
    other = Board(board.game, **board.options)
    other._set(board.rules.Position(*fields), board.origin)
    return other.position()


def _check_move_text(board: Board, chance: random.Random) -> None:
    texts = {move: board.text(move) for move in board.legal_moves}
    _require(len(set(texts.values())) == len(texts), board, "two moves have one text")
    for move in chance.sample(sorted(texts), min(4, len(texts))):
        _require(board.parse(texts[move]) == move, board,
                 "{text} reads as another move", text=texts[move])
        spoken = board.notation(move)
        _require(board.parse(spoken) == move, board, "{text} reads as another move",
                 text=spoken)


def _check_undo(board: Board, chance: random.Random) -> None:
    if not board.legal_moves:
        return
    before = tuple(board.state), board.position(), board.key, list(board.legal_moves)
    board.push(chance.choice(list(board.legal_moves)))
    board.pop()
    after = tuple(board.state), board.position(), board.key, list(board.legal_moves)
    _require(before == after, board, "taking a move back does not restore the position")


def _counts_after(board: Board, move: int, q: Any) -> tuple[int, int]:
    """Moves in a row without progress, and moves that can be undone, after one more move."""
    rules, p = board.rules, board.state
    if not rules.progress(p, move, q):
        return board.idle_moves + 1, board.reversible_moves + 1
    return 0, 0 if rules.irreversible(p, move, q) else board.reversible_moves + 1


def _check_encoding(board: Board, chance: random.Random) -> None:
    encoding, p = _encoding_of(board), board.state
    moves = list(board.legal_moves)
    actions = [encoding.action_of(p, move) for move in moves]
    _require(all(0 <= action < encoding.ACTIONS for action in actions), board,
             "an action is not a number from 0 to ACTIONS - 1")
    _require([encoding.move_of(p, action) for action in actions] == moves, board,
             "actions are other moves than those that they come from")
    seen = _seen(encoding, p)
    _require(set(seen) <= {0, 1}, board, "a plane or a scalar is neither 0 nor 1")
    if not encoding.__name__.endswith(".no_encoding"):     # which is not turned
        other = board.turned()
        _require(_seen(encoding, other.state) == seen, board,
                 "the other player sees something else on the turned board")
        _require(not moves or set(actions) == {
            encoding.action_of(other.state, move) for move in other.legal_moves}, board,
            "the other player has other actions on the turned board")
    _check_traits(board)


def _encoding_of(board: Board) -> Any:
    """The module that tells how learners see the board's game."""
    return specialise("kernel", board.game, compiled=False,
                      **own_values(board.options)).encoding


def _seen(encoding: Encoding, p: Any) -> list[int]:
    """All bytes of the planes of a position, and the scalars."""
    size = len(encoding.PLANES) * encoding.HEIGHT * encoding.WIDTH
    words = [0] * -(-size // 8)
    encoding.draw(p, words, 0)
    return [*(word >> shift & 0xFF for word in words for shift in range(0, 64, 8)),
            *(encoding.scalar(p, i) for i in range(len(encoding.SCALARS)))]


def _check_traits(board: Board) -> None:
    traits = specialise("kernel", board.game, compiled=False, **own_values(board.options)).traits
    told = _traits_of_moves(traits, board)
    _require(all(moves and min(moves) >= 0 and max(moves) < traits.TRAITS for moves in told), board,
             "a move has no trait, or one that is not a number from 0 to TRAITS - 1")
    if not traits.__name__.endswith(".no_traits"):
        _require(told == _traits_of_moves(traits, board.turned()), board,
                 "moves have other traits on the turned board")


def _traits_of_moves(traits: Traits, board: Board) -> list[list[int]]:
    """The traits of all legal moves, in an order that is the same on the turned board."""
    found = [0] * traits.MOST
    return sorted(found[:traits.traits(board.state, move, found)] for move in board.legal_moves)


def _check_lives(lives: Sequence[Life]) -> Check:
    def check(board: Board, chance: random.Random) -> None:
        for life in lives:
            _check_life(board, life)
    return check


def _check_life(board: Board, life: Life) -> None:
    own = own_values(board.options)
    fast = specialise("search.play.playing", board.game, life=life, **own)
    p, q = board.state, fast.game.Position(*board.state)
    _require(fast.game.outcome(q) == board.rules.outcome(p), board, "the outcomes differ")
    if board.rules.outcome(p):
        return
    room = [0] * board.rules.MAX_MOVES
    moves = room[:board.rules.generate(p, room, 0)]
    _require(fast.legal_moves(q) == moves, board, "the lists of moves differ")
    for move in moves:
        r = board.rules.apply(p, move)
        plain = tuple(r), board.rules.outcome(r), board.rules.key(r), _counts_after(board, move, r)
        compiled = fast.played(q, move, board.idle_moves, board.reversible_moves)
        _require((tuple(compiled[0]), *compiled[1:]) == plain, board,
                 "after {move} interpreted rules and the life {life!r} differ",
                 move=board.text(move), life=life)
