"""Does a game keep the contract?  Random games tell, interpreted and compiled side by side."""
import os
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from . import games
from .board import Board
from .errors import EcksteinError
from .kernel import specialise
from .kernel.specialise import Life, life_of
from .options import COUNTS

REQUIRED = ("Position", "start", "generate", "apply", "outcome", "key", "progress", "MAX_MOVES",
            "MOVE_CODES", "PASS", "TITLE", "LETTER", "COLUMNS", "ROWS", "POSITION_TEXT",
            "MOVE_TEXT", "contents", "position", "problems", "steps", "reason")
MAX_PLIES = 300

Check = Callable[[Board, random.Random], None]


class ContractError(EcksteinError, AssertionError):
    """A promise that a game does not keep."""


def find_game(module: str) -> str:
    """The name of a game, given as a name or as the file of its module.

    Raises:
        UnknownGameError: if there is neither.
    """
    path = Path(module)
    if path.suffix != ".py":
        games.check_game_name(module)
        return module
    if not path.is_file():
        raise games.UnknownGameError(f"there is no file {module}")
    folder = str(path.resolve().parent)
    if folder not in games.__path__:
        others = os.environ.get("ECKSTEIN_GAMES", "")
        os.environ["ECKSTEIN_GAMES"] = os.pathsep.join(filter(None, [folder, others]))
        games.__path__.append(folder)
        games.names.cache_clear()
    games.check_game_name(path.stem)
    return path.stem


def check_game(game: str, count: int = 20, seed: int = 1, lives: Sequence[Life] | None = None,
               options: dict[str, Any] | None = None) -> Iterator[str]:
    """Play random games and yield what was found to hold; at the first fault, raise.

    Args:
        game: the name of a game.
        count: how many random games.
        seed: for the same games again.
        lives: the compiled lives that are held against the interpreted rules; the one that
            searches take, if none are named.
        options: the game's own rule options.

    Raises:
        ContractError: with a sentence that names the position and the fault.
    """
    options = options or {}
    _check_names(game, options)
    yield "all that a game provides is there"
    checks: list[tuple[str, Check]] = [
        ("moves are in range, without repeats, and lead on", _check_moves),
        ("positions survive text and back, with the same key", _check_position_text),
        ("different positions have different keys", _check_keys()),
        ("moves survive text and back, plain and for people", _check_move_text),
        ("undo restores exactly", _check_undo)]
    if lives is None:
        lives = [life_of(game, **options)]
    if lives:
        checks.append(("compiled and interpreted rules agree", _check_lives(lives)))
    for what, check in checks:
        plies = 0
        for number in range(count):
            chance = random.Random(f"{seed}/{number}")
            board = Board(game, **options)
            while not board.is_game_over() and board.ply < MAX_PLIES:
                check(board, chance)
                board.push(chance.choice(list(board.legal_moves)))
                plies += 1
            check(board, chance)
        yield f"{what} ({plies} positions)"


def _check_names(game: str, options: dict[str, Any]) -> None:
    rules = specialise(f"games.{game}", game, compiled=False, **options)
    missing = [name for name in REQUIRED if not hasattr(rules, name)]
    if missing:
        raise ContractError(f"{game} does not provide {', '.join(missing)}")
    if rules.Position._fields[0] != "side":
        raise ContractError("the first field of Position is side")


def _require(holds: object, board: Board, sentence: str) -> None:
    if not holds:
        raise ContractError(f"{sentence}, in {board.position()}")


def _check_moves(board: Board, chance: random.Random) -> None:
    rules, p, moves = board.rules, board._p, list(board.legal_moves)
    _require(all(isinstance(field, int) and abs(field) < 1 << 63 for field in p), board,
             "a field of Position is not an integer of 64 bits")
    _require(len(moves) <= rules.MAX_MOVES, board, f"there are {len(moves)} moves")
    _require(len(set(moves)) == len(moves), board, "a move is generated twice")
    _require(all(0 <= move < rules.MOVE_CODES for move in moves), board,
             "a move is not an integer from 0 to MOVE_CODES - 1")
    _require(rules.outcome(p) or moves or board.outcome(), board,
             "there is no move, and no outcome")
    for move in moves:
        q = rules.apply(p, move)
        _require(q.side == 1 - p.side, board, f"after {move} the same player is to move")
        _require(rules.steps(p, move), board, f"{move} has no steps")
    if rules.outcome(p):
        _require(rules.reason(p) in list(games.Reason), board, "the game ended without a reason")
    _require(not rules.problems(p), board,
             f"a position of a game has problems: {rules.problems(p)}")


def _check_position_text(board: Board, chance: random.Random) -> None:
    fresh = Board(board.game, board.position(), **board.options)
    _require(tuple(fresh._p) == tuple(board._p), board,
             "the position's text reads as another position")
    _require(fresh.position() == board.position(), board, "the position's text changes")
    _require(fresh.key == board.key, board, "the key is not that of a fresh position")


def _check_keys() -> Check:
    """A check that remembers by their keys the positions met so far, and what moves lead to."""
    met: dict[int, tuple[int, ...]] = {}

    def check(board: Board, chance: random.Random) -> None:
        rules, p = board.rules, board._p
        for q in (p, *(rules.apply(p, move) for move in board.legal_moves)):
            key = rules.key(q)
            _require(isinstance(key, int) and abs(key) < 1 << 63, board,
                     "the key is not an integer of 64 bits")
            _require(rules.key(rules.Position(*q)) == key, board,
                     "the key changes from call to call")
            other = met.setdefault(key, tuple(q))
            if other != tuple(q):
                one, two = (_text(board, fields) for fields in (q, other))
                raise ContractError(f"two positions have the same key: {one} and {two}")
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
        _require(board.parse(texts[move]) == move, board, f"{texts[move]} reads as another move")
        spoken = board.notation(move)
        _require(board.parse(spoken) == move, board, f"{spoken} reads as another move")


def _check_undo(board: Board, chance: random.Random) -> None:
    if not board.legal_moves:
        return
    before = tuple(board._p), board.position(), board.key, list(board.legal_moves)
    board.push(chance.choice(list(board.legal_moves)))
    board.pop()
    after = tuple(board._p), board.position(), board.key, list(board.legal_moves)
    _require(before == after, board, "taking a move back does not restore the position")


def _check_lives(lives: Sequence[Life]) -> Check:
    def check(board: Board, chance: random.Random) -> None:
        for life in lives:
            _check_life(board, life)
    return check


def _check_life(board: Board, life: Life) -> None:
    own = {name: value for name, value in board.options.items() if name not in COUNTS}
    fast = specialise("search.playing", board.game, life=life, **own)
    p, q = board._p, fast.game.Position(*board._p)
    _require(fast.game.outcome(q) == board.rules.outcome(p), board, "the outcomes differ")
    if board.rules.outcome(p):
        return
    room = [0] * board.rules.MAX_MOVES
    moves = room[:board.rules.generate(p, room, 0)]
    _require(fast.legal_moves(q) == moves, board, "the lists of moves differ")
    for move in moves:
        r = board.rules.apply(p, move)
        plain = (tuple(r), board.rules.outcome(r), board.rules.key(r),
                 bool(board.rules.progress(p, move, r)))
        compiled = fast.played(q, move)
        _require((tuple(compiled[0]), compiled[1], compiled[2], bool(compiled[3])) == plain, board,
                 f"after {board.text(move)} interpreted rules and the life {life!r} differ")
