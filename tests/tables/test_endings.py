"""What the tables of real endings say, against the twin, other searches and known results."""
import random

import pytest

from eckstein import Board
from eckstein.engine.tables import Value, endings_of, probe
from eckstein.kernel.specialise import specialise
from eckstein.lab.tables.auditing import check

from ..twin import twin
from .conftest import build_one
from .exact import by_the_twin, solved
from .properties import follow, has_one_value_turned

SQUARES = [f"{column}{row}" for row in range(1, 9) for column in "abcdefghi"]


@pytest.mark.long
@pytest.mark.parametrize("options", [
    {}, pytest.param({"king_captures": False}, marks=pytest.mark.long),
    pytest.param({"mate_ends": False}, marks=pytest.mark.long)])
def test_two_bare_kings_have_the_values_that_the_twin_gives_them(tables, options):
    if options:
        build_one("duell", "K-K", **options)
    game = twin("duell", **options)
    moves, todo = {}, [game.read(f"{turn}Z{white}z{black}") for turn in "Dd"
                       for white in SQUARES for black in SQUARES if white != black]
    texts = {game.identity(state): game.write(state) for state in todo}
    while todo:
        state = todo.pop()
        if state not in moves:
            moves[state] = by_the_twin(game, state)
            todo += moves[state] if isinstance(moves[state], list) else []
    truth = solved(moves)
    for state, text in texts.items():
        if game.problems(game.read(text)):
            continue
        value = probe(Board("duell", text, **options)).value
        assert value == Value(*(truth[state] or ["drawn"])), text


@pytest.mark.parametrize(("column", "plies"), [
    ("a", 15), ("b", 15), ("c", 13), ("d", 15), ("e", 13), ("f", 15), ("g", 15)])
def test_white_wins_with_one_die_each_on_the_same_column_turned(tables, column, plies):
    across = "gfedcba"["abcdefg".index(column)]
    assert probe(Board("contra", f"CW{column}1v{across}7")).value == ("won", plies)


def random_contra(chance):
    """A position of one die against one that goes on."""
    squares = [f"{column}{row}" for row in range(1, 8) for column in "abcdefg"]
    while True:
        white, black = chance.sample(squares, 2)
        board = Board("contra", f"{chance.choice('Cc')}{chance.choice('ABCDEFGHIJKLMNOPQRSTUVWX')}"
                                f"{white}{chance.choice('abcdefghijklmnopqrstuvwx')}{black}")
        if not board.is_game_over() and not board.status():
            return board


def forced(game, state, plies):
    """The value of a state as far as a look `plies` deep can tell; None beyond."""
    known = by_the_twin(game, state)
    if isinstance(known, tuple):
        return known
    if plies == 0:
        return None
    after = [forced(game, game.read(game.write(q)), plies - 1) for q in known]
    wins = [distance for value in after if value for result, distance in [value]
            if result == "lost"]
    if wins:
        return "won", min(wins) + 1
    if all(value and value[0] == "won" for value in after):
        return "lost", max(distance for _, distance in after) + 1
    return None


@pytest.mark.parametrize("seed", range(60))
def test_short_ends_of_one_die_against_one_are_those_that_the_twin_sees(tables, seed):
    board, game, depth = random_contra(random.Random(seed)), twin("contra"), 5
    seen, value = forced(game, game.read(board.position()), depth), probe(board).value
    if value.plies is not None and value.plies <= depth:
        assert seen == value
    else:
        assert seen is None


@pytest.mark.parametrize("seed", range(10))
def test_players_who_follow_the_table_need_just_so_many_plies(tables, seed):
    follow(random_contra(random.Random(seed)))


def test_a_position_and_the_same_one_turned_have_one_value(tables):
    chance = random.Random(1)
    for _ in range(50):
        has_one_value_turned(random_contra(chance))


@pytest.mark.parametrize(("game", "options", "name"), [
    ("duell", {}, "K-K"), ("contra", {}, "d-d")])
def test_every_entry_follows_from_the_rules(tables, game, options, name):
    ending, = [one for one in endings_of(game, options) if one.name == name]
    seen = []
    check(ending, [], seen.append)
    assert sum(seen) == ending.entries


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"king_captures": False}, {"board": "9x9"}])
def test_king_and_die_against_king(tmp_path, monkeypatch, options):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    ending = build_one("duell", "Kd-K", **options)
    known = endings_of("duell", options)
    for one in known:
        check(one, known[:one.number])
    mate = specialise("search.play.mate", "duell", **options)
    memory, chance, numbers = mate.new_memory(), random.Random(2), mate.game
    squares = SQUARES if "board" not in options else [*SQUARES, *(f"{c}9" for c in "abcdefghi")]
    for _ in range(300):
        white, black, die = chance.sample(squares, 3)
        board = Board("duell", f"{chance.choice('Dd')}Z{white}z{black}"
                               f"{chance.choice('ABCDEFGHIJKLMNOPQRSTUVWXabcdefghijklmnopqrstuvwx')}"
                               f"{die}", **options)
        if board.is_game_over() or board.status():
            continue
        value = probe(board).value
        memory.limit = 10 ** 9
        shortest = next((plies for plies in (1, 3, 5) if mate.mate_in(
            numbers.Position(*board.state), memory, 0, plies) >= 0), None)
        assert shortest == (value.plies if value.result == "won" and value.plies <= 5 else None)
    assert ending.path.exists()
