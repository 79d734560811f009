"""From one format to another: everything becomes records, and comes from records."""
import json

import pytest

from eckstein import Board, OptionError
from eckstein.record import Record, read_record, read_records, write_record
from eckstein.record.conversion import TARGETS, convert, read
from eckstein.record.exchange import FORMATS, ramapo, studer

from .helpers import after

DUELL = after("duell", None, "D1-e6", "E8-E7").position()
GAME = write_record(Record.from_board(after("contra", None, "c1c2", "c7c6", "c2c3"), White="Ann"))
REPLAY = "C\nAnn\nBob\n" + after("contra", None, "c1c2").position().replace("c", "C", 1) + "\n"
SAVED = {"position": DUELL + "\n", "ramapo": ramapo.write(DUELL), "studer": studer.write(DUELL)}


def refused(*arguments, **named):
    with pytest.raises(ValueError) as caught:
        convert(*arguments, **named)
    return str(caught.value)


# Positions.

@pytest.mark.parametrize("source", SAVED)
@pytest.mark.parametrize("target", SAVED)
def test_a_position_goes_from_any_format_to_any_other(source, target):
    assert convert(SAVED[source], target=target) == SAVED[target]
    assert convert(SAVED[source], source, target) == SAVED[target]


def test_position_texts_come_out_in_canonical_order():
    assert convert("Cva7 Wa1\n\nk/K w QRBNPqrbnp Ss c3\n", target="position") == (
        "CWa1va7\nk/K w QRBNPqrbnp Ss c3\n")


def test_a_position_is_a_record_without_moves():
    assert read_record(convert(DUELL)) == Record.from_board(Board("duell", DUELL))


def test_rounds_won_survive_as_tags():
    saved = ramapo.write(DUELL, computer_wins=2, human_wins=3)
    assert convert(saved, target="ramapo") == saved
    assert convert(convert(saved), target="ramapo") == saved
    assert read(saved)[0].tags["WhiteWins"] == "3"


def test_options_of_a_position():
    nine_rows = Board("duell", board="9x9").position()
    assert convert(nine_rows, target="position", options={"board": "9x9"}) == nine_rows + "\n"
    assert "expected a square from a1 to i8" in refused(nine_rows)
    with pytest.raises(OptionError):
        convert(nine_rows, options={"size": 9})


def test_an_impossible_position_is_refused():
    assert "there is no king on the board" in refused("DWa1", target="position")


# Games.

def test_the_position_at_the_end_of_a_game_or_after_some_plies():
    assert convert(GAME, target="position") == (
        after("contra", None, "c1c2", "c7c6", "c2c3").position() + "\n")
    assert convert(GAME, target="position", ply=1) == (
        after("contra", None, "c1c2").position() + "\n")
    assert convert(GAME, target="position", ply=0) == Board("contra").position() + "\n"
    assert refused(GAME, target="position", ply=4) == (
        "the game has 3 plies, so there is no position after 4")


def test_every_game_of_a_file_gives_a_line():
    assert convert(GAME + GAME, target="moves") == "c1c2 c7c6 c2c3\n" * 2
    assert len(convert(GAME + GAME, target="position").splitlines()) == 2


def test_moves_are_the_main_line_in_plain_text():
    game = '[Game "duell"] 1. A1-d3+ (1. F1-e6+ E8-E7) 1... D8-i7 2. F1-c4++'
    assert convert(game, target="moves") == "A1-d3 D8-i7 F1-c4\n"


def test_a_record_comes_out_in_its_normal_form():
    messy = '[White "Ann"]\n[Game "contra"]\nc1c2 1... c7-c6 {  and\n so} 2. c2c3'
    assert convert(messy) == GAME.replace("c7-c6", "c7-c6 {and so}")


def test_json_lines():
    game = '[Game "pur"][Options "repetition=5"][White "A"] 1. a1a2 1-0'
    first, second = map(json.loads, convert(f"{game}\n{GAME}", target="json").splitlines())
    assert first == {
        "game": "pur", "options": {"repetition": 5}, "position": Board("pur").position(),
        "moves": ["a1a2"], "result": "1-0",
        "tags": {"Game": "pur", "Options": "repetition=5", "White": "A", "Black": "", "Date": "",
                 "Result": "1-0"}}
    assert second["moves"] == ["c1c2", "c7c6", "c2c3"]


def test_a_replay_becomes_a_record():
    record = read_record(convert(REPLAY))
    assert [node.text for node in record.mainline()] == ["c1-c2"]
    assert (record.tags["White"], record.tags["Black"]) == ("Ann", "Bob")


def test_options_of_a_replay():
    record = read_record(convert(REPLAY, options={"arrival_wins": True}))
    assert record.start.options["arrival_wins"] is True


def test_the_end_of_a_game_of_duell_is_a_save_file():
    game = write_record(Record.from_board(after("duell", None, "D1-e6", "E8-E7")))
    assert convert(game, target="ramapo") == ramapo.write(DUELL)
    assert convert(game, target="studer") == studer.write(DUELL, 2)


# What cannot be.

@pytest.mark.parametrize(("text", "target", "error"), [
    (Board("echek").position(), "ramapo",
     "the format ramapo holds positions of duell, not of echek"),
    (GAME, "studer", "the format studer holds positions of duell, not of contra"),
    (f"{DUELL}\n{DUELL}", "ramapo",
     "a file of the format ramapo holds one position, but there are 2"),
    ('[Game "duell"][Options "board=9x9"] *', "studer",
     "the format studer holds the board of nine by eight squares, not 9x9"),
    ('[Game "duell"][WhiteWins "many"] *', "ramapo",
     "the tags WhiteWins and BlackWins count rounds won, and cannot be many")])
def test_what_a_target_cannot_hold(text, target, error):
    assert refused(text, target=target) == error


def test_a_text_of_no_known_format():
    assert refused("Please read me\nto the end") == (
        "'Please read me': the format of this text was not recognised; games begin with a tag "
        'such as [Game "contra"], even if only their moves follow, and positions are such as '
        "CWd1vd7; other formats are json, ramapo, studer, replay")


def test_what_the_sentence_about_formats_recommends_is_read():
    assert convert('[Game "contra"]\nd1d2 d7d6', target="moves") == "d1d2 d7d6\n"
    assert convert("CWd1vd7", target="position") == "CWd1vd7\n"


def test_a_text_read_as_what_it_is_not():
    assert "expected 8 rows of cells" in refused("", "ramapo", "position")


def test_formats_that_there_are_not():
    assert refused(DUELL, "fen") == f"fen is not a format to read; formats are {', '.join(FORMATS)}"
    assert refused(DUELL, target="replay") == (
        f"replay is not a format to write; formats are {', '.join(TARGETS)}")
    assert refused(DUELL, target="position", ply=-1) == (
        "the number of plies must be 0 or more, not -1")


def test_no_games_are_no_text():
    assert convert("", "record", "json") == ""
    assert list(read_records(convert("", "position"))) == []
