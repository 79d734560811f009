"""Rule options as people and programs write them (docs/rules.md)."""
import pytest

from eckstein import Board, OptionError, UnknownGameError
from eckstein.kernel import options


@pytest.mark.parametrize(("game", "expected"), [
    ("pur", {}),
    ("contra", {"arrival_wins": False, "size": "7"}),
    ("ecke", {"chains": False, "ties_protect": False, "own_corner_safe": False}),
    ("duell", {"king_captures": True, "mate_ends": True, "strict_marks": False, "board": "9x8"}),
    ("echek", {"bishop": "draft", "queens_first": False}),
])
def test_defaults_are_those_of_the_rule_page(game, expected):
    assert options.defaults(game) == expected | {"repetition": 3, "no_progress": 100}


@pytest.mark.parametrize("on", [True, 1, "1", "on", "true", "yes", "ON", " on "])
def test_what_means_on(on):
    assert options.complete("contra", {"arrival_wins": on})["arrival_wins"] is True


@pytest.mark.parametrize("off", [False, 0, "0", "off", "false", "no", "Off"])
def test_what_means_off(off):
    assert options.complete("duell", {"mate_ends": off})["mate_ends"] is False


@pytest.mark.parametrize("value", ["final", "FINAL"])
def test_words_are_read_in_any_case(value):
    assert options.complete("echek", {"bishop": value})["bishop"] == "final"


@pytest.mark.parametrize(("value", "count"), [(0, 0), ("0", 0), (5, 5), ("12", 12)])
def test_counts(value, count):
    assert options.complete("pur", {"repetition": value})["repetition"] == count
    assert options.complete("pur", {"no_progress": value})["no_progress"] == count


@pytest.mark.parametrize(("name", "value"), [
    ("repetition", -1), ("repetition", "three"), ("repetition", ""), ("repetition", 1.5),
    ("repetition", True), ("no_progress", None), ("no_progress", "\u0663"),
    ("no_progress", "1" * 30)])
def test_bad_counts_are_refused(name, value):
    with pytest.raises(OptionError, match=name):
        options.complete("pur", {name: value})


@pytest.mark.parametrize("value", [1, "1", "01"])
def test_a_first_occurrence_cannot_be_a_draw(value):
    with pytest.raises(OptionError, match="repetition is 0, for no such draw, or a number from 2"):
        options.complete("contra", {"repetition": value})
    assert options.complete("contra", {"no_progress": value})["no_progress"] == 1


@pytest.mark.parametrize(("game", "name", "value"), [
    ("contra", "arrival_wins", "maybe"), ("contra", "arrival_wins", 2),
    ("contra", "arrival_wins", None), ("echek", "bishop", "rook"), ("echek", "bishop", True),
    ("duell", "board", "8x8")])
def test_bad_values_are_refused_and_the_good_ones_named(game, name, value):
    with pytest.raises(OptionError, match=f"{name} is one of"):
        options.complete(game, {name: value})


def test_an_unknown_option_is_refused_and_the_known_ones_named():
    with pytest.raises(OptionError, match=r"contra has no option chains.*arrival_wins.*repetition"):
        options.complete("contra", {"chains": True})


def test_an_unknown_game_is_refused():
    with pytest.raises(UnknownGameError):
        Board("go")


def test_pairs_are_read_one_by_one_or_together():
    assert options.parse(["a=1", "b=two c=3"]) == {"a": "1", "b": "two", "c": "3"}
    assert options.parse([]) == {}


def test_hyphens_in_names_are_read_as_underscores():
    assert options.parse(["no-progress=5"]) == {"no_progress": "5"}


@pytest.mark.parametrize("text", ["repetition", "=3", "repetition=", "a=1 b"])
def test_what_is_no_pair_is_refused(text):
    with pytest.raises(OptionError, match="name=value"):
        options.parse([text])


@pytest.mark.parametrize("pairs", [["a=1", "a=2"], ["a=1 a=1"], ["no-progress=1 no_progress=2"],
                                   ["no_progress=1 no-progress=2"]])
def test_an_option_given_twice_is_refused(pairs):
    with pytest.raises(OptionError, match="twice"):
        options.parse(pairs)


def test_only_what_is_not_default_is_written():
    assert options.write("contra", options.defaults("contra")) == ""
    chosen = options.complete("duell", {"king_captures": False, "board": "9x9", "repetition": 0})
    assert options.write("duell", chosen) == "king_captures=0 board=9x9 repetition=0"


@pytest.mark.parametrize(("game", "chosen"), [
    ("contra", {"arrival_wins": True}), ("echek", {"bishop": "final", "no_progress": 7}),
    ("ecke", {"chains": True, "ties_protect": True}), ("pur", {})])
def test_what_is_written_is_read_as_it_was(game, chosen):
    values = options.complete(game, chosen)
    assert options.complete(game, options.parse([options.write(game, values)])) == values


def test_every_option_says_what_it_does():
    for game in ("pur", "contra", "ecke", "duell", "echek"):
        assert all(len(option.effect) > 10 for option in options.own_options(game))
