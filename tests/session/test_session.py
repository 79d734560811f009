"""Every command of a session, for White and for Black, for people and for computers."""
import errno
import shlex
import sys

import pytest

from eckstein import Board
from eckstein.record import read_record
from eckstein.session import saved_game
from eckstein.session.clock import Clock
from eckstein.session.saved_game import SavedGame
from eckstein.session.session import Session

HUMAN, COMPUTER = "human", "random"
PEOPLE, COMPUTERS = (HUMAN, HUMAN), (COMPUTER, COMPUTER)
AGAINST = {"White": (HUMAN, COMPUTER), "Black": (COMPUTER, HUMAN)}      # by the person's colour
OTHER = {"White": "Black", "Black": "White"}
RESULT = {"White": "1-0", "Black": "0-1"}                               # by the winner
MOVES = ["d1d2", "d7d6", "a1a2", "a7a6"]


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))


def session_of(players, *moves, game="contra", position=None, clock=None):
    """A session in which these moves have been made."""
    session = Session(SavedGame.open(Board(game, position), players, None), clock)
    for text in moves:
        session.make(session.read(text).move, bool(session.computer()))
    return session


def on_disk(session):
    """The record in the file of the game."""
    return read_record(session.saved.path.read_text())


# Resigning.

@pytest.mark.parametrize("plies", [0, 1, 2, 3])
@pytest.mark.parametrize("person", ["White", "Black"])
def test_the_person_resigns_whoever_is_to_move(person, plies):
    session = session_of(AGAINST[person], *MOVES[:plies])
    assert session.commands["resign"]("") == []
    assert session.end() == f"{person} resigns. {OTHER[person]} wins."
    assert on_disk(session).result == RESULT[OTHER[person]]
    assert on_disk(session).tags["Termination"] == "resignation"


@pytest.mark.parametrize(("plies", "loser"), [(0, "White"), (1, "Black"), (2, "White")])
@pytest.mark.parametrize("players", [PEOPLE, COMPUTERS])
def test_between_two_of_a_kind_whoever_is_to_move_resigns(players, plies, loser):
    session = session_of(players, *MOVES[:plies])
    session.resign("")
    assert session.end() == f"{loser} resigns. {OTHER[loser]} wins."


@pytest.mark.parametrize("loser", ["White", "Black"])
def test_a_game_that_was_given_up_cannot_be_given_up_again(loser):
    session = session_of(PEOPLE, *MOVES[:0 if loser == "White" else 1])
    session.resign("")
    session.obey("white", COMPUTER)
    assert session.resign("") == ["There is no game to resign."]
    assert session.end() == f"{loser} resigns. {OTHER[loser]} wins."


def test_a_game_that_the_rules_have_ended_cannot_be_given_up():
    session = session_of(PEOPLE, "d6d7", position="CWd6va5")
    assert session.resign("") == ["There is no game to resign."]
    assert session.draw("") == ["The game is over."]
    assert session.end() == "White wins: the goal is reached."
    assert on_disk(session).result == "1-0"


# Draws.

@pytest.mark.parametrize(("plies", "side"), [(0, "White"), (1, "Black")])
def test_a_draw_is_offered_by_whoever_is_to_move_and_agreed(plies, side):
    session = session_of(PEOPLE, *MOVES[:plies])
    assert session.draw("") == [f"{side} offers a draw. {OTHER[side]}, do you accept? "
                                "Type yes or no; a move means no."]
    assert session.yes("") == []
    assert session.end() == "Draw by agreement."
    saved = on_disk(session)
    assert (saved.result, saved.tags["Termination"]) == ("1/2-1/2", "agreement")


@pytest.mark.parametrize("person", ["White", "Black"])
@pytest.mark.parametrize("plies", [0, 1])
def test_no_computer_agrees_to_a_draw(person, plies):
    session = session_of(AGAINST[person], *MOVES[:plies])
    assert session.draw("") == ["The computer does not accept draws. Play on, or resign."]
    assert session.yes("") == ["No draw has been offered."]
    assert not session.saved.over()


@pytest.mark.parametrize("refusal", [
    lambda session: session.no(""), lambda session: session.make(session.read("a1a2").move),
    lambda session: session.undo(""), lambda session: session.new("")],
    ids=["no", "a move", "undo", "new"])
def test_an_offer_that_was_not_taken_is_gone(refusal):
    session = session_of(PEOPLE, *MOVES[:2])
    session.draw("")
    refusal(session)
    assert session.yes("") == session.no("") == ["No draw has been offered."]
    assert not session.saved.over()


def test_an_offer_does_not_outlive_the_game():
    session = session_of(PEOPLE)
    session.draw("")
    session.resign("")
    assert session.yes("") == ["No draw has been offered."]
    assert session.end() == "White resigns. Black wins."


# Commands by name.

def test_a_command_tells_whether_it_has_changed_anything():
    session = session_of(PEOPLE, "d1d2")
    assert not session.obey("players", "").changed
    assert session.obey("undo", "").changed and session.obey("new", "").changed
    assert session.obey("white", COMPUTER).changed
    assert session.obey("d1d2", "") is None


def test_what_cannot_be_written_is_told_though_it_was_done(monkeypatch):
    session = session_of(PEOPLE, "d1d2")

    def full():
        raise OSError(28, "No space left on device", "game.txt")
    monkeypatch.setattr(session.saved, "_write", full)
    answer = session.obey("undo", "")
    assert answer.told == ["Cannot write game.txt: No space left on device."]
    assert answer.changed and session.board.ply == 0


# Taking back.

@pytest.mark.parametrize("plies", [1, 2, 3])
def test_between_people_one_move_is_taken_back(plies):
    session = session_of(PEOPLE, *MOVES[:plies])
    assert session.undo("") == ["Took back 1 move."]
    assert session.board.ply == plies - 1
    assert len(list(on_disk(session).mainline())) == plies - 1


@pytest.mark.parametrize(("person", "plies", "left"), [
    ("White", 1, 0), ("White", 2, 0), ("White", 3, 2), ("White", 4, 2),
    ("Black", 2, 1), ("Black", 3, 1), ("Black", 4, 3)])
def test_against_a_computer_the_person_is_to_move_again(person, plies, left):
    session = session_of(AGAINST[person], *MOVES[:plies])
    taken = plies - left
    assert session.undo("") == ["Took back 1 move." if taken == 1 else f"Took back {taken} moves."]
    assert session.board.ply == left
    assert session.computer() is None


@pytest.mark.parametrize(("players", "plies"), [
    (PEOPLE, 0), (AGAINST["White"], 0), (AGAINST["Black"], 0), (AGAINST["Black"], 1),
    (COMPUTERS, 0), (COMPUTERS, 3)])
def test_where_no_person_has_moved_nothing_is_taken_back(players, plies):
    session = session_of(players, *MOVES[:plies])
    assert session.undo("") == ["There is no move to take back."]
    assert session.board.ply == plies


@pytest.mark.parametrize("person", ["White", "Black"])
def test_taking_back_goes_on_with_a_game_that_was_given_up(person):
    session = session_of(AGAINST[person], *MOVES)
    session.resign("")
    session.undo("")
    assert not session.saved.over()
    assert on_disk(session).result == "*"


def test_a_forced_pass_is_taken_back_with_the_move_before():
    session = session_of(PEOPLE, "e5e6", "--", position="CAa2Ab3We5va3")
    assert session.undo("") == ["Took back 2 moves."]


# Who plays.

@pytest.mark.parametrize(("command", "players"), [
    ("white", (COMPUTER, HUMAN)), ("black", (HUMAN, COMPUTER))])
def test_another_player_takes_a_seat(command, players):
    session = session_of(PEOPLE, "d1d2")
    told = session.commands[command](COMPUTER)
    assert told == [f"White: {players[0]}. Black: {players[1]}."]
    assert session.saved.players == players
    assert (on_disk(session).tags["White"], on_disk(session).tags["Black"]) == players


@pytest.mark.parametrize("command", ["white", "black"])
def test_nobody_unknown_takes_a_seat(command):
    session = session_of(PEOPLE)
    assert session.commands[command]("nobody")[0].startswith("There is no player 'nobody'")
    assert session.saved.players == PEOPLE


@pytest.mark.parametrize("person", ["White", "Black"])
@pytest.mark.parametrize("word", ["5", "level:5", "level 5"])
def test_the_level_is_that_of_the_computer(person, word):
    session = session_of(AGAINST[person])
    session.level(word)
    assert session.saved.players == tuple(
        name if name == HUMAN else "level:5" for name in AGAINST[person])


@pytest.mark.parametrize("players", [PEOPLE, COMPUTERS])
def test_which_computer_is_meant_has_to_be_clear(players):
    session = session_of(players)
    assert session.level("5")[0].startswith("Which side?")
    assert session.saved.players == players


@pytest.mark.parametrize(("players", "computers"), [
    (PEOPLE, [None, None]), (AGAINST["White"], [None, COMPUTER]),
    (AGAINST["Black"], [COMPUTER, None]), (COMPUTERS, [COMPUTER, COMPUTER])])
def test_computers_by_side_and_whose_turn_it_is(players, computers):
    session = session_of(players)
    assert [session.computer(0), session.computer(1)] == computers
    assert session.computer() == computers[0]
    session.make(session.read("d1d2").move)
    assert session.computer() == computers[1]


@pytest.mark.parametrize("players", [PEOPLE, AGAINST["White"], AGAINST["Black"]])
def test_a_new_game_is_played_by_the_same(players):
    session = session_of(players, "d1d2")
    first = session.saved.path
    assert session.new("duell") == ["A new game of Duell."]
    assert (session.board.game, session.board.ply, session.saved.players) == ("duell", 0, players)
    assert session.saved.path != first and first.exists()


# What is told of a move.

@pytest.mark.parametrize(("plies", "side"), [(0, "White"), (1, "Black")])
def test_the_move_of_a_computer_is_told_and_that_of_a_person_is_not(plies, side):
    session = session_of(PEOPLE, *MOVES[:plies])
    move = session.read(MOVES[plies]).move
    assert session_of(COMPUTERS, *MOVES[:plies]).make(move, True) == [
        f"{side} plays {session.board.notation(move)}."]
    assert session.make(move) == []


@pytest.mark.parametrize(("position", "side"), [("CWa3va4vb3", "White"), ("cWa3Wb4va4", "Black")])
def test_a_pass_is_told_for_either_side(position, side):
    session = session_of(PEOPLE, position=position)
    assert session.make(session.forced_pass()) == [f"{side} has no legal move and must pass (--)."]


# Time.

@pytest.mark.parametrize(("plies", "loser"), [(0, "White"), (1, "Black")])
@pytest.mark.parametrize("players", [PEOPLE, AGAINST["White"], AGAINST["Black"], COMPUTERS])
def test_whoever_is_to_move_loses_on_time(players, plies, loser):
    now = [0.0]
    session = session_of(players, *MOVES[:plies], clock=Clock(60, 0, lambda: now[0]))
    session.run_clock()
    now[0] = 59.0
    assert not session.time_is_up()
    now[0] = 60.0
    assert session.time_is_up()
    assert session.end() == f"{loser}'s time is up. {OTHER[loser]} wins."
    assert on_disk(session).tags["Termination"] == "time forfeit"
    assert on_disk(session).result == RESULT[OTHER[loser]]


def test_only_the_time_of_the_player_to_move_runs():
    now = [0.0]
    session = session_of(PEOPLE, clock=Clock(60, 5, lambda: now[0]))
    session.run_clock()
    now[0] = 10.0
    session.make(session.read("d1d2").move)
    session.run_clock()
    now[0] = 30.0
    assert session.tell_clock("") == ["White has 0:55, Black 0:40.", "Each move adds 5 s."]
    assert on_disk(session).end().clock == 55
    session.stop_clock()
    now[0] = 99.0
    assert session.tell_clock("") == ["White has 0:55, Black 0:40.", "Each move adds 5 s."]


@pytest.mark.parametrize("end", ["resign", "the rules"])
def test_no_time_runs_after_the_end(end):
    now = [0.0]
    session = session_of(PEOPLE, position="CWd6va5", clock=Clock(60, 0, lambda: now[0]))
    session.run_clock()
    if end == "resign":
        session.resign("")
    else:
        session.make(session.read("d6d7").move)
    session.run_clock()
    now[0] = 99.0
    assert not session.time_is_up()
    assert session.tell_clock("") == ["White has 1:00, Black 1:00."]


# Leaving.

@pytest.mark.parametrize("players", [PEOPLE, AGAINST["White"], AGAINST["Black"], COMPUTERS])
def test_whoever_leaves_hears_how_to_come_back(players):
    session = session_of(players, "d1d2")
    assert session.farewell().splitlines()[0] == (
        f"The game is saved in {session.saved.path}. Resume it with")
    assert session.farewell().endswith(" play contra --resume")
    assert SavedGame.resumed(session.saved.path, (None, None)).players == players


def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device", "the file")


def test_on_a_full_disk_nothing_is_said_to_be_saved(monkeypatch):
    session = session_of(PEOPLE)
    monkeypatch.setattr(saved_game, "save_text", full)
    with pytest.raises(OSError, match="No space left"):
        session.make(session.read("d1d2").move)
    assert session.farewell() == "No move was made, so nothing was saved."
    assert not session.saved.path.exists() and session.board.ply == 0


def test_what_the_file_lacks_is_told(monkeypatch):
    session = session_of(PEOPLE, "d1d2", "d7d6")
    monkeypatch.setattr(saved_game, "save_text", full)
    with pytest.raises(OSError, match="No space left"):
        session.make(session.read("a1a2").move)         # which is then not made
    assert session.farewell().startswith(f"The game is saved in {session.saved.path}.")
    with pytest.raises(OSError, match="No space left"):
        session.undo("")
    assert session.farewell() == (f"{session.saved.path} has the game without what was done last, "
                                  "which could not be written.")
    monkeypatch.undo()
    session.make(session.read("e7e6").move)
    assert session.farewell().startswith(f"The game is saved in {session.saved.path}.")
    assert on_disk(session).board() == session.board


def test_where_no_file_can_be_written_the_game_is_played_unsaved(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path / "file"))
    session = session_of(PEOPLE, "d1d2")
    assert session.saved.note.startswith(f"The folder {tmp_path / 'file' / 'games'} cannot be "
                                         "written, so this game is not saved. To keep it, ")
    assert session.farewell() == "This game was not saved."
    copy = tmp_path / "kept.txt"
    assert session.save(str(copy)) == [f"Saved in {copy}."]
    assert read_record(copy.read_text()).board() == session.board
    another = session.saved.another(Board("contra"), PEOPLE)
    another.push(another.board.parse("d1d2"))
    assert another.unsaved


def test_the_command_to_come_back_can_be_copied(monkeypatch, tmp_path):
    folder = tmp_path / "my games"
    folder.mkdir()
    monkeypatch.chdir(folder)
    saved = SavedGame.open(Board("contra"), PEOPLE, "it's mine.txt")
    saved.push(saved.board.parse("d1d2"))
    words = shlex.split(saved.command())
    assert words[-4:] == ["play", "contra", "--record", str(folder / "it's mine.txt")]


@pytest.mark.parametrize(("called", "found", "words"), [
    ("/opt/my tools/eckstein", None, ["/opt/my tools/eckstein"]),
    ("/opt/tools/eckstein", "/opt/tools/eckstein", ["eckstein"]),
    ("/opt/tools/eckstein", "/usr/bin/eckstein", ["/opt/tools/eckstein"]),
    ("/opt/eckstein/__main__.py", "/usr/bin/eckstein", [sys.executable, "-m", "eckstein"])])
def test_the_program_is_named_as_it_was_called(monkeypatch, called, found, words):
    monkeypatch.setattr(sys, "argv", [called])
    monkeypatch.setattr(saved_game.shutil, "which", lambda name: found)
    command = shlex.split(session_of(PEOPLE, "d1d2").saved.command())
    assert command == [*words, "play", "contra", "--resume"]


def test_without_a_move_nothing_is_kept():
    session = session_of(PEOPLE)
    assert session.farewell() == "No move was made, so nothing was saved."
    assert not session.saved.path.exists()


# How the game stands.

def test_how_the_game_stands_is_told_in_sentences():
    session = session_of(PEOPLE, "c3c4", position="CWc3Wd3va7vb7")
    assert session.commands["standing"]("") == [
        "White's dice left: 2.",
        "White's dice nearest to the goal row: c4; tilts still to go: 3.",
        "Black's dice left: 2.",
        "Black's dice nearest to the goal row: a7, b7; tilts still to go: 6."]


def test_a_game_may_tell_nothing_of_how_it_stands(monkeypatch):
    session = session_of(PEOPLE)
    monkeypatch.setattr(session.board.rules, "standing", lambda p, name: [])
    assert session.commands["standing"]("") == [
        "Cublino Contra does not say how the game stands."]


PROGRAM = "cmd:My Engine --fast"


def test_no_file_starts_a_program_but_whoever_names_it():
    session = session_of(PEOPLE, *MOVES)
    session.obey("black", PROGRAM)
    assert session.saved.players == (HUMAN, PROGRAM)
    assert on_disk(session).tags["Black"] == PROGRAM
    assert session.saved.command().endswith(f"--black {shlex.quote(PROGRAM)}")
    with pytest.raises(ValueError, match="Black is the program cmd:My Engine --fast; a file "
                                         "starts no programs, so name it again: --black 'cmd:"):
        SavedGame.resumed(session.saved.path, (None, None))
    assert SavedGame.resumed(session.saved.path, (None, PROGRAM)).players == (HUMAN, PROGRAM)
    assert SavedGame.resumed(session.saved.path, (None, "5")).players == (HUMAN, "5")


@pytest.mark.parametrize("name", ["level 3", "7", "random", "mcts:nodes=9", "Ada = Eve",
                                  "cmd:it's"])
def test_players_of_a_file_go_on_and_others_are_people(name):
    session = session_of(PEOPLE, *MOVES)
    path = session.saved.path
    path.write_text(path.read_text().replace('[Black "human"]', f'[Black "{name}"]'))
    white, black = SavedGame.resumed(path, (None, None)).players
    assert white == HUMAN
    assert black == (HUMAN if name in ("Ada = Eve", "cmd:it's") else name)
