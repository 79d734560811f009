"""Every command of a table, for White and for Black, for people and for computers."""
import pytest

from eckstein import Board
from eckstein.record import read_record
from eckstein.table.clock import Clock
from eckstein.table.kept_game import KeptGame
from eckstein.table.table import Table

HUMAN, COMPUTER = "human", "random"
PEOPLE, COMPUTERS = (HUMAN, HUMAN), (COMPUTER, COMPUTER)
AGAINST = {"White": (HUMAN, COMPUTER), "Black": (COMPUTER, HUMAN)}      # by the person's colour
OTHER = {"White": "Black", "Black": "White"}
RESULT = {"White": "1-0", "Black": "0-1"}                               # by the winner
MOVES = ["d1d2", "d7d6", "a1a2", "a7a6"]


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))


def table_of(players, *moves, game="contra", position=None, clock=None):
    """A table at which these moves have been made."""
    table = Table(KeptGame.open(Board(game, position), players, None), clock)
    for text in moves:
        table.make(table.read(text).move, bool(table.computer()))
    return table


def on_disk(table):
    """The record in the file of the game."""
    return read_record(table.kept.path.read_text())


# Resigning.

@pytest.mark.parametrize("plies", [0, 1, 2, 3])
@pytest.mark.parametrize("person", ["White", "Black"])
def test_the_person_resigns_whoever_is_to_move(person, plies):
    table = table_of(AGAINST[person], *MOVES[:plies])
    assert table.commands["resign"]("") == []
    assert table.end() == f"{person} resigns. {OTHER[person]} wins."
    assert on_disk(table).result == RESULT[OTHER[person]]
    assert on_disk(table).tags["Termination"] == "resignation"


@pytest.mark.parametrize(("plies", "loser"), [(0, "White"), (1, "Black"), (2, "White")])
@pytest.mark.parametrize("players", [PEOPLE, COMPUTERS])
def test_between_two_of_a_kind_whoever_is_to_move_resigns(players, plies, loser):
    table = table_of(players, *MOVES[:plies])
    table.resign("")
    assert table.end() == f"{loser} resigns. {OTHER[loser]} wins."


@pytest.mark.parametrize("loser", ["White", "Black"])
def test_a_game_that_was_given_up_cannot_be_given_up_again(loser):
    table = table_of(PEOPLE, *MOVES[:0 if loser == "White" else 1])
    table.resign("")
    table.set_white(COMPUTER)
    assert table.resign("") == ["There is no game to give up."]
    assert table.end() == f"{loser} resigns. {OTHER[loser]} wins."


def test_a_game_that_the_rules_have_ended_cannot_be_given_up():
    table = table_of(PEOPLE, "d6d7", position="CWd6va5")
    assert table.resign("") == ["There is no game to give up."]
    assert table.draw("") == ["The game is over."]
    assert table.end() == "White wins: the goal is reached."
    assert on_disk(table).result == "1-0"


# Draws.

@pytest.mark.parametrize(("plies", "side"), [(0, "White"), (1, "Black")])
def test_a_draw_is_offered_by_whoever_is_to_move_and_agreed(plies, side):
    table = table_of(PEOPLE, *MOVES[:plies])
    assert table.draw("") == [f"{side} offers a draw. {OTHER[side]}, do you agree? Type yes or no; "
                              "a move means no."]
    assert table.yes("") == []
    assert table.end() == "Draw by agreement."
    assert (on_disk(table).result, on_disk(table).tags["Termination"]) == ("1/2-1/2", "agreement")


@pytest.mark.parametrize("person", ["White", "Black"])
@pytest.mark.parametrize("plies", [0, 1])
def test_no_computer_agrees_to_a_draw(person, plies):
    table = table_of(AGAINST[person], *MOVES[:plies])
    assert table.draw("") == ["A computer agrees to no draw. Play on, or resign."]
    assert table.yes("") == ["Nobody has offered a draw."]
    assert not table.kept.over()


@pytest.mark.parametrize("refusal", [
    lambda table: table.no(""), lambda table: table.make(table.read("a1a2").move),
    lambda table: table.undo(""), lambda table: table.new("")],
    ids=["no", "a move", "undo", "new"])
def test_an_offer_that_was_not_taken_is_gone(refusal):
    table = table_of(PEOPLE, *MOVES[:2])
    table.draw("")
    refusal(table)
    assert table.yes("") == table.no("") == ["Nobody has offered a draw."]
    assert not table.kept.over()


def test_an_offer_does_not_outlive_the_game():
    table = table_of(PEOPLE)
    table.draw("")
    table.resign("")
    assert table.yes("") == ["Nobody has offered a draw."]
    assert table.end() == "White resigns. Black wins."


# Taking back.

@pytest.mark.parametrize("plies", [1, 2, 3])
def test_between_people_one_move_is_taken_back(plies):
    table = table_of(PEOPLE, *MOVES[:plies])
    assert table.undo("") == ["Took back 1 move."]
    assert table.board.ply == plies - 1
    assert len(list(on_disk(table).mainline())) == plies - 1


@pytest.mark.parametrize(("person", "plies", "left"), [
    ("White", 1, 0), ("White", 2, 0), ("White", 3, 2), ("White", 4, 2),
    ("Black", 2, 1), ("Black", 3, 1), ("Black", 4, 3)])
def test_against_a_computer_the_person_is_to_move_again(person, plies, left):
    table = table_of(AGAINST[person], *MOVES[:plies])
    taken = plies - left
    assert table.undo("") == ["Took back 1 move." if taken == 1 else f"Took back {taken} moves."]
    assert table.board.ply == left
    assert table.computer() is None


@pytest.mark.parametrize(("players", "plies"), [
    (PEOPLE, 0), (AGAINST["White"], 0), (AGAINST["Black"], 0), (AGAINST["Black"], 1),
    (COMPUTERS, 0), (COMPUTERS, 3)])
def test_where_no_person_has_moved_nothing_is_taken_back(players, plies):
    table = table_of(players, *MOVES[:plies])
    assert table.undo("") == ["There is no move to take back."]
    assert table.board.ply == plies


@pytest.mark.parametrize("person", ["White", "Black"])
def test_taking_back_goes_on_with_a_game_that_was_given_up(person):
    table = table_of(AGAINST[person], *MOVES)
    table.resign("")
    table.undo("")
    assert not table.kept.over()
    assert on_disk(table).result == "*"


def test_a_forced_pass_is_taken_back_with_the_move_before():
    table = table_of(PEOPLE, "e5e6", "--", position="CAa2Ab3We5va3")
    assert table.undo("") == ["Took back 2 moves."]


# Who plays.

@pytest.mark.parametrize(("command", "players"), [
    ("white", (COMPUTER, HUMAN)), ("black", (HUMAN, COMPUTER))])
def test_another_player_takes_a_seat(command, players):
    table = table_of(PEOPLE, "d1d2")
    told = table.commands[command](COMPUTER)
    assert told == [f"White: {players[0]}. Black: {players[1]}."]
    assert table.kept.players == players
    assert (on_disk(table).tags["White"], on_disk(table).tags["Black"]) == players


@pytest.mark.parametrize("command", ["white", "black"])
def test_nobody_unknown_takes_a_seat(command):
    table = table_of(PEOPLE)
    assert table.commands[command]("nobody")[0].startswith("There is no player 'nobody'")
    assert table.kept.players == PEOPLE


@pytest.mark.parametrize("person", ["White", "Black"])
@pytest.mark.parametrize("word", ["5", "level:5", "level 5"])
def test_the_level_is_that_of_the_computer(person, word):
    table = table_of(AGAINST[person])
    table.level(word)
    assert table.kept.players == tuple(
        name if name == HUMAN else "level:5" for name in AGAINST[person])


@pytest.mark.parametrize("players", [PEOPLE, COMPUTERS])
def test_which_computer_is_meant_has_to_be_clear(players):
    table = table_of(players)
    assert table.level("5")[0].startswith("Which side?")
    assert table.kept.players == players


@pytest.mark.parametrize(("players", "computers"), [
    (PEOPLE, [None, None]), (AGAINST["White"], [None, COMPUTER]),
    (AGAINST["Black"], [COMPUTER, None]), (COMPUTERS, [COMPUTER, COMPUTER])])
def test_computers_by_side_and_whose_turn_it_is(players, computers):
    table = table_of(players)
    assert [table.computer(0), table.computer(1)] == computers
    assert table.computer() == computers[0]
    table.make(table.read("d1d2").move)
    assert table.computer() == computers[1]


@pytest.mark.parametrize("players", [PEOPLE, AGAINST["White"], AGAINST["Black"]])
def test_a_new_game_is_played_by_the_same(players):
    table = table_of(players, "d1d2")
    first = table.kept.path
    assert table.new("duell") == ["A new game of Duell."]
    assert (table.board.game, table.board.ply, table.kept.players) == ("duell", 0, players)
    assert table.kept.path != first and first.exists()


# What is told of a move.

@pytest.mark.parametrize(("plies", "side"), [(0, "White"), (1, "Black")])
def test_the_move_of_a_computer_is_told_and_that_of_a_person_is_not(plies, side):
    table = table_of(PEOPLE, *MOVES[:plies])
    move = table.read(MOVES[plies]).move
    assert table_of(COMPUTERS, *MOVES[:plies]).make(move, True) == [
        f"{side} plays {table.board.notation(move)}."]
    assert table.make(move) == []


@pytest.mark.parametrize(("position", "side"), [("CWa3va4vb3", "White"), ("cWa3Wb4va4", "Black")])
def test_a_pass_is_told_for_either_side(position, side):
    table = table_of(PEOPLE, position=position)
    assert table.make(table.forced_pass()) == [f"{side} has no move and is skipped (--)."]


# Time.

@pytest.mark.parametrize(("plies", "loser"), [(0, "White"), (1, "Black")])
@pytest.mark.parametrize("players", [PEOPLE, AGAINST["White"], AGAINST["Black"], COMPUTERS])
def test_whoever_is_to_move_loses_on_time(players, plies, loser):
    now = [0.0]
    table = table_of(players, *MOVES[:plies], clock=Clock(60, 0, lambda: now[0]))
    table.wait()
    now[0] = 59.0
    assert not table.time_is_up()
    now[0] = 60.0
    assert table.time_is_up()
    assert table.end() == f"{loser}'s time is up. {OTHER[loser]} wins."
    assert on_disk(table).tags["Termination"] == "time forfeit"
    assert on_disk(table).result == RESULT[OTHER[loser]]


def test_only_the_time_of_the_player_to_move_runs():
    now = [0.0]
    table = table_of(PEOPLE, clock=Clock(60, 5, lambda: now[0]))
    table.wait()
    now[0] = 10.0
    table.make(table.read("d1d2").move)
    table.wait()
    now[0] = 30.0
    assert table.tell_clock("") == ["White has 0:55, Black 0:40."]
    table.hold()
    now[0] = 99.0
    assert table.tell_clock("") == ["White has 0:55, Black 0:40."]


@pytest.mark.parametrize("end", ["resign", "the rules"])
def test_no_time_runs_after_the_end(end):
    now = [0.0]
    table = table_of(PEOPLE, position="CWd6va5", clock=Clock(60, 0, lambda: now[0]))
    table.wait()
    if end == "resign":
        table.resign("")
    else:
        table.make(table.read("d6d7").move)
    table.wait()
    now[0] = 99.0
    assert not table.time_is_up()
    assert table.tell_clock("") == ["White has 1:00, Black 1:00."]


# Leaving.

@pytest.mark.parametrize("players", [PEOPLE, AGAINST["White"], AGAINST["Black"], COMPUTERS])
def test_whoever_leaves_hears_how_to_come_back(players):
    table = table_of(players, "d1d2")
    assert table.farewell().splitlines()[0] == (
        f"The game is kept in {table.kept.path}. Take it up again with")
    assert table.farewell().endswith(" play contra --resume")
    assert KeptGame.taken_up(table.kept.path, (None, None)).players == players


def test_without_a_move_nothing_is_kept():
    table = table_of(PEOPLE)
    assert table.farewell() == "No move was made, and nothing is kept."
    assert not table.kept.path.exists()
