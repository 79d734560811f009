"""In which order somebody meets puzzles, and what the mix of a collection is."""
import pytest

from eckstein import names
from eckstein.lab.puzzles import THEMES, load
from eckstein.lab.puzzles.making.mix import (
    GRADES,
    IDEA,
    IDEAS,
    LENGTHS,
    Mix,
    of_grade,
    of_idea,
    traits_of,
)
from eckstein.lab.puzzles.order import IDEAS as ALL_IDEAS
from eckstein.lab.puzzles.order import effort_of, idea_of, ordered, rating_of

from .sample import ESCAPE, RACE, changed


def test_every_theme_can_be_an_idea():
    assert sorted(ALL_IDEAS) == sorted(THEMES) and set(IDEAS) <= set(THEMES)


def test_the_idea_is_the_most_special_theme():
    assert idea_of(["race", "battle", "support", "quiet"]) == "support"
    assert idea_of(["race", "quiet"]) == "quiet" and idea_of(["race"]) == "race"


def test_easy_puzzles_come_first():
    hard, easy = changed(RACE, grade=8), changed(ESCAPE, grade=1)
    assert ordered([hard, easy]) == [easy, hard]


def test_a_short_puzzle_comes_before_a_long_one_of_its_grade():
    long, short = changed(RACE, id="c0001", plies=7), changed(RACE, id="c0002", plies=1)
    assert ordered([long, short]) == [short, long]


def test_harder_and_longer_puzzles_have_higher_ratings():
    easy, long, hard = (changed(RACE, grade=grade, plies=plies)
                        for grade, plies in ((1, 1), (1, 5), (8, 5)))
    assert [rating_of(one) for one in (easy, long, hard)] == [900, 1300, 2000]


def test_of_equally_easy_puzzles_each_idea_comes_in_turn():
    battles = [changed(ESCAPE, id=f"c000{n}", themes=["battle"]) for n in (1, 2, 3)]
    races = [changed(ESCAPE, id=f"c000{n}", themes=["race"]) for n in (4, 5)]
    assert [puzzle.id for puzzle in ordered([*battles, *races])] == [
        "c0001", "c0004", "c0002", "c0005", "c0003"]


@pytest.mark.parametrize("game", names())
def test_somebody_who_begins_meets_short_easy_puzzles_of_several_ideas(game):
    first = ordered(load(game))[:10]
    assert max(puzzle.plies for puzzle in first) <= 4
    assert max(puzzle.grade for puzzle in first) <= 4
    assert len({idea_of(puzzle.themes) for puzzle in first}) >= 4
    assert effort_of(first[0]) == min(map(effort_of, load(game)))


@pytest.mark.parametrize("game", names())
def test_the_puzzles_of_a_game_are_of_the_mix_that_is_stated(game):
    mix = Mix(300)
    for puzzle in load(game):
        assert mix.full().isdisjoint(traits_of(puzzle)), puzzle.id
        mix.count(puzzle)


@pytest.mark.parametrize(("game", "ideas"), [
    ("pur", {"chain", "points", "jump"}), ("contra", {"support", "sacrifice", "block"}),
    ("ecke", {"diagonal", "jump", "sacrifice"}), ("duell", {"check", "capture", "sacrifice"}),
    ("echek", {"placing", "swap", "sacrifice"})])
def test_the_ideas_of_a_game_are_taught_by_many(game, ideas):
    counts = {idea: sum(idea_of(puzzle.themes) == idea for puzzle in load(game))
              for idea in ideas}
    assert min(counts.values()) >= 15, counts


def test_there_is_enough_of_a_trait_when_its_share_is_reached():
    mix = Mix(20)
    for _ in range(int(20 * IDEA) - 1):
        mix.count(changed(RACE, plies=1, themes=["support"]))
    assert of_idea(["support"]) not in mix.full()
    mix.count(changed(RACE, themes=["support"]))
    assert of_idea(["support"]) in mix.full() and of_grade(3) not in mix.full()


def test_every_grade_is_in_one_band():
    assert [grade for band in GRADES for grade in band] == list(range(1, 12))
    assert {of_grade(1), of_grade(3)} == {("grade", "1-3")}


def test_every_length_that_is_looked_for_has_a_share():
    assert set(LENGTHS) == {"win 1", "win 3", "win 5", "win 7", "save 2", "save 4", "save 6"}
