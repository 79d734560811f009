"""What levels and the engine make of an opening book."""
import pytest

from eckstein import Board
from eckstein.engine.booked import MARGIN, candidates
from eckstein.engine.books import BookMove, find
from eckstein.engine.books.values import MATE
from eckstein.engine.levels import FULL, LevelPlayer, settings_of
from eckstein.engine.limits import Limits
from eckstein.engine.players import make_player

from ..book.sample import write_sample
from .talk import Talk

pytestmark = pytest.mark.usefixtures("with_book")
NEARLY_BEST = {"d1d2", "e1e2"}      # of the sample; the next move is worth 15 less than the first


@pytest.fixture
def talk():
    """A protocol that plays Contra from the book."""
    one = Talk()
    one.tell("setoption name OwnBook value true")
    yield one
    one.close()


def chosen(level, seeds, **settings):
    """The first moves of a level with some seeds, and what it says about each."""
    board = Board("contra")
    player = LevelPlayer("contra", board.options, level, **settings)
    for seed in seeds:
        player.seed = seed
        yield board.text((found := player.choose(board)).pv[0]), found
    player.close()


def test_level_9_plays_any_of_the_best_moves_by_its_seed():
    found = [move for move, info in chosen(9, range(12)) if info.booked]
    assert (len(found), set(found)) == (12, NEARLY_BEST)
    assert found == [move for move, _ in chosen(9, range(12))]


def test_a_move_of_the_book_has_its_value_and_its_line():
    values = {one.text: one.value for one in find(Board("contra")).moves}
    for move, info in chosen(9, range(4)):
        assert (info.score, info.nodes, info.mate) == (values[move], 0, None)
        assert len(info.pv) == (2 if move == "d1d2" else 1)


def test_below_level_9_and_where_it_is_not_wanted_nobody_asks_the_book():
    assert not any(info.booked for _, info in chosen(8, range(2)))
    assert not any(info.booked for _, info in chosen(9, range(2), book=False))


def test_who_wins_by_force_plays_the_quickest_win():
    moves = [BookMove(1, "a", MATE - 3, 1), BookMove(2, "b", MATE - 5, 1)]
    assert candidates(moves) == moves[:1]
    near = [BookMove(1, "a", 20, 1), BookMove(2, "b", 20 - MARGIN, 1),
            BookMove(3, "c", 19 - MARGIN, 1)]
    assert candidates(near) == near[:2]


@pytest.mark.parametrize("level", [9, 10])
def test_the_engine_says_that_a_move_is_from_the_book(talk, level):
    talk.tell(f"setoption name Level value {level}")
    told, info, best = talk.ask("go movetime 1")
    assert told == "info string from the book"
    assert best.split()[1] in NEARLY_BEST and f" pv {best.split()[1]}" in info


def test_the_seed_decides_at_full_strength(talk):
    assert {talk.ask(f"setoption name Seed value {seed}", "go nodes 1")[-1].split()[1]
            for seed in range(9)} == NEARLY_BEST


@pytest.mark.parametrize("asked", [
    ("setoption name OwnBook value false", "go depth 1"), ("go mate 1",),
    ("setoption name MultiPV value 2", "go depth 1"),
    ("setoption name repetition value 2", "go depth 1")])
def test_analysis_and_other_rules_are_searched(talk, asked):
    lines = talk.ask(*asked)
    assert not any("book" in line for line in lines)
    assert any(" pv " in line for line in lines)


def test_the_book_is_not_asked_unless_that_is_wanted():
    one = Talk()
    assert not any("book" in line for line in one.ask("go depth 1"))
    one.close()


@pytest.mark.parametrize("level", [9, 10])
def test_a_damaged_book_is_told_once_and_not_used(with_book, talk, level):
    with_book.write_bytes(with_book.read_bytes()[:-1])
    talk.tell(f"setoption name Level value {level}")
    lines = talk.ask("go depth 1")
    assert lines[0] == (f"info string no book is used: {with_book} is truncated or has extra data: "
                        "its {} bytes are not what was written; make it anew with: eckstein book "
                        "make contra --force").format(with_book.stat().st_size)
    assert lines[-1].startswith("bestmove ")
    assert not any("no book" in line for line in talk.ask("go depth 1"))


def test_players_of_both_levels_have_the_book():
    board = Board("contra")
    for level in (9, FULL):
        assert settings_of(level) == {"Level": level, "OwnBook": True}
        player, moves = make_player(f"level:{level}", board), set()
        for seed in range(8):
            player.new_game(seed)
            moves.add(board.text(player.play(board, Limits(nodes=1)).move))
        player.close()
        assert moves == NEARLY_BEST
    player = make_player("level:10,book=off", board)
    assert player.play(board, Limits(nodes=1)).info.nodes
    player.close()
    assert settings_of(8) == {"Level": 8}


def test_a_book_that_comes_later_is_used(with_book, talk):
    with_book.unlink()
    assert talk.ask("go depth 1")[0] != "info string from the book"
    write_sample(with_book)
    assert talk.ask("go depth 1")[0] == "info string from the book"
