"""What the full screen holds and does, without a screen (tui/state.py, commands.py)."""
import ast
from pathlib import Path

import pytest

from eckstein import Board, tui
from eckstein.board.score import Score
from eckstein.engine.messages import Analysis
from eckstein.record import read_records
from eckstein.session.clock import Clock
from eckstein.session.replay import Replay
from eckstein.tui.commands import Commands
from eckstein.tui.events import (
    EvaluationSwitched,
    HintWanted,
    LongText,
    PositionShown,
    ThinkingEnded,
    TurnBegan,
)
from eckstein.tui.prompts import Confirmation, GameChoice, WantedGame
from eckstein.tui.state import PlayState
from eckstein.tui.status import standing_text

from .helpers import PEOPLE, saved_moves, session_of

HUMAN, COMPUTER = "human", "random"
COMPUTERS = (COMPUTER, COMPUTER)
FOLDER = Path(tui.__file__).parent
WITHOUT_WIDGETS = ("state", "screen_state", "online_state", "shown_board", "picking", "choices",
                   "prompts", "commands", "events", "cells", "film")
BRANCHES = """\
[Game "contra"]

1. d1-d2 d7-d6 (1... a7-a6 {Or so.}) 2. d2-d3 *

[Game "duell"]

*
"""


def playing(*moves, game="contra", **more):
    """The state of a screen on which this is played."""
    return PlayState(session_of(game, *moves, **more))


def walking():
    """The state of a screen on which records are walked through."""
    return PlayState(None, Replay(list(read_records(BRANCHES))))


def do(state, *lines):
    """Type these lines; return what is asked in the end."""
    for line in lines:
        Commands(state).do(line)
    return state.asked


def kinds(state):
    """Of which kind the things are that have happened."""
    return [type(event) for event in state.take_events()]


# Parts.

def imports_of(path):
    """What a file imports, as dotted names; those of its own folder begin with one dot."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield f"{'.' * node.level}{node.module or ''}"
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("name", WITHOUT_WIDGETS)
def test_the_state_knows_no_widgets(name):
    found = set(imports_of(FOLDER / f"{name}.py"))
    assert not [one for one in found if one.split(".")[0] in ("textual", "rich")]
    own = {one[1:] for one in found if one.startswith(".") and not one.startswith("..")}
    assert own <= set(WITHOUT_WIDGETS)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_nothing_but_the_way_in_knows_the_application(path):
    assert path.stem == "online_app" or ".board_app" not in set(imports_of(path))


# The cursor, and a move in the making.

def test_two_squares_make_a_move_that_is_on_disk():
    state = playing()
    state.pick("d1")
    assert state.shown.picking.chosen == "d1" and state.board.ply == 0
    state.pick("d2")
    assert saved_moves(state.session) == ["d1-d2"]
    assert state.said == "White plays d1-d2."
    assert state.shown.picking.chosen is None


def test_a_move_is_to_be_seen_and_the_next_turn_begins():
    state = playing()
    before = state.shown.view
    do(state, "d1d2")
    shown, turn = state.take_events()
    assert shown == PositionShown(state.shown.view, before) and turn == TurnBegan()
    assert state.take_events() == []


def test_the_cursor_on_a_target_tells_what_will_happen():
    state = playing()
    state.pick("d1")
    state.move_cursor("d2")
    assert state.said == ("d1-d2: the die will show 3. White: 5 tilts to go (before: 6 tilts "
                          "to go).")
    assert state.shown.marks().ghost[0] == "d2"


def test_the_cursor_stays_on_the_board():
    state = playing()
    state.move_cursor("z9")
    assert state.shown.cursor == "d4"
    state.move_cursor("a1")
    state.step_cursor(-1, 0)
    state.step_cursor(0, -1)
    assert state.shown.cursor == "a1"
    state.step_cursor(1, 0)
    assert state.shown.cursor == "b1"


def test_on_a_turned_board_the_cursor_goes_where_the_arrow_points():
    state = playing()
    state.move_cursor("d4")
    state.shown.flip()
    assert state.shown.squares()[0][0] == "g1"
    state.step_cursor(1, 0)
    state.step_cursor(0, 1)
    assert state.shown.cursor == "c3"


def test_the_cursor_stays_where_it_is_when_the_position_changes():
    state = playing()
    state.move_cursor("g5")
    do(state, "d1d2", "undo")
    assert state.shown.cursor == "g5"


def test_one_of_several_ways_is_looked_at_and_taken():
    state = playing("D1-e6", "B8-b7", game="duell")
    state.pick("c1")
    state.move_cursor("d2")
    assert state.said == "2 ways lead to d2; press Enter to choose one."
    state.pick("d2")
    assert state.said.startswith("C1-d2: ")
    state.look_at_way(1)
    assert state.said.startswith("c1-D2: ")
    state.cancel()
    assert not state.shown.picking.ways and state.shown.picking.chosen == "c1"
    state.pick("d2")
    state.take_way(1)
    assert saved_moves(state.session)[-1] == "c1-D2"


def test_a_piece_in_hand_is_picked_by_its_number():
    state = playing(game="echek")
    state.pick_reserve(4)
    assert state.shown.picking.chosen == "N"
    state.pick_reserve(9)
    assert state.shown.picking.chosen == "N"


@pytest.mark.parametrize(("squares", "said"), [
    (["e5"], "e5 is empty."), (["d7"], "d7 is Black's; White is to move."),
    (["d1", "d4"], "A die tilts to an adjacent square, and d4 is farther away.")])
def test_why_a_square_cannot_be_picked(squares, said):
    state = playing()
    for square in squares:
        state.pick(square)
    assert state.said == said


def test_a_pass_is_made_by_itself():
    state = playing(position="CAa2Ab3We5va3")
    do(state, "e5e6")
    assert saved_moves(state.session) == ["e5-e6", "--"]
    assert state.said == "Black has no legal move and must pass (--)."


# Computers.

def test_a_computer_that_is_to_move_is_named():
    state = playing("d1d2", players=(HUMAN, COMPUTER))
    assert state.computer_to_move() == COMPUTER and not state.may_move()
    state.pick("d7")
    assert state.said == "It is the computer's turn."


def test_the_move_of_a_computer_is_made():
    state = playing("d1d2", players=(HUMAN, COMPUTER))
    state.make_computers(state.board.parse("d7d6"), state.session.moment())
    assert state.said == "Black plays d7-d6." and state.may_move()


@pytest.mark.parametrize("meanwhile", [
    lambda state: do(state, "undo"), lambda state: do(state, "black human"),
    lambda state: state.go(0), lambda state: state.leave()],
    ids=["undo", "another player", "a look back", "leaving"])
def test_a_move_of_a_computer_that_comes_late_is_dropped(meanwhile):
    state = playing("d1d2", players=(HUMAN, COMPUTER))
    move, asked_at = state.board.parse("d7d6"), state.session.moment()
    meanwhile(state)
    state.make_computers(move, asked_at)
    assert state.session.board.ply < 2


def test_a_computer_whose_time_is_up_has_lost():
    now = [0.0]
    state = playing("d1d2", players=(HUMAN, COMPUTER), clock=Clock(60, 0, lambda: now[0]))
    state.advance()
    now[0] = 61.0
    state.make_computers(state.board.parse("d7d6"), state.session.moment())
    assert state.said == "Black's time is up. White wins." and state.board.ply == 1


def test_time_that_is_up_ends_the_game():
    now = [0.0]
    state = playing(clock=Clock(60, 0, lambda: now[0]))
    state.advance()
    state.take_events()
    now[0] = 59.0
    state.tick()
    assert not state.has_events()
    now[0] = 60.0
    state.tick()
    assert state.said == "White's time is up. Black wins." and state.has_events()


def test_two_computers_pause_and_go_on():
    state = playing(players=COMPUTERS)
    state.toggle_pause()
    assert state.computer_to_move() is None and kinds(state) == [ThinkingEnded]
    state.toggle_pause()
    assert state.computer_to_move() == COMPUTER and kinds(state)[-1] == TurnBegan


def test_people_do_not_pause():
    state = playing()
    state.toggle_pause()
    assert not state.paused and state.said == "Only games between two computers can be paused."


# Looking back.

def test_a_look_back_changes_nothing():
    state = playing("d1d2", "d7d6")
    state.step(-1)
    assert state.replay.at == 1 and state.said == "Move 1 of 2: 1. d1-d2"
    state.pick("a1")
    assert state.said == "You are viewing earlier moves; press Esc to return to the game."
    state.cancel()
    assert state.replay is None and state.session.board.ply == 2
    assert kinds(state)[-1] == TurnBegan


def test_a_step_on_is_to_be_seen_and_no_other():
    state = walking()
    for ply, seen in ((1, True), (3, False), (2, False)):
        before = state.shown.view
        state.go(ply)
        [*_, shown] = state.take_events()
        assert shown == PositionShown(state.shown.view, before if seen else None)


def test_without_moves_there_is_nothing_to_look_back_at():
    state = playing()
    state.step(-1)
    assert state.replay is None and state.said == "There are no earlier moves to view."


@pytest.mark.parametrize(("line", "said"), [
    ("variation", "This move has no variations."), ("leave", "This is the main line."),
    ("goto 3", "Type goto and a number from 0 to 2."),
    ("games", "No record is open; type replay, or replay and the name of a file.")])
def test_what_cannot_be_done_begins_no_look_back(line, said):
    state = playing("d1d2", "d7d6")
    do(state, line)
    assert state.said == said and state.replay is None


def test_a_command_of_the_session_leaves_a_look_back():
    state = playing("d1d2", "d7d6")
    do(state, "goto 1", "clock")
    assert state.replay is None and "no clock" in state.said


def test_cancel_leaves_a_variation_first():
    state = walking()
    do(state, "goto 2", "variation")
    assert state.replay.in_variation() and state.said.endswith("a7-a6 Or so.")
    state.cancel()
    assert not state.replay.in_variation() and state.replay.at == 2
    state.cancel()
    assert state.replay.at == 2


def test_games_of_a_file_are_turned_over():
    state = walking()
    state.open_game(1)
    assert state.board.game == "duell"
    state.open_game(1)
    assert state.said == "There are games 1 to 2."


def test_in_a_walk_questions_are_about_its_position():
    state = walking()
    do(state, "goto 1", "describe d7d6")
    assert state.said == ("d7-d6: the die will show 3. Black: 5 tilts to go (before: 6 tilts "
                          "to go).")
    do(state, "position")
    assert state.said == state.replay.board.position() and state.replay.at == 1
    state.take_events()
    do(state, "standing")
    assert "nearest to the goal row: d2; tilts still to go: 5." in state.take_events()[-1].text


def test_beside_the_board_stands_what_decides_the_game():
    state = walking()
    assert standing_text(state).plain == ("() 7 dice, 6 tilts to go\n"
                                          "[] 7 dice, 6 tilts to go")
    do(state, "goto 1")
    assert standing_text(state).plain.startswith("() 7 dice, 5 tilts to go\n")


def test_a_record_takes_no_moves():
    state = walking()
    do(state, "d1d2")
    assert state.said == "There is no command d1d2 for records; press ? for a list."


# Questions before anything happens.

def test_giving_up_is_asked_and_can_be_thought_better_of():
    state = playing("d1d2")
    state.ask_to_resign()
    assert state.asked == Confirmation("Resign this game?", yes="resign")
    state.confirm(False)
    assert state.asked is None and not state.session.saved.over()
    state.ask_to_resign()
    state.confirm(True)
    assert state.said == "Black resigns. White wins."


@pytest.mark.parametrize(("moves", "question"), [
    ([], "White offers a draw. Black, do you accept?"),
    (["d1d2"], "Black offers a draw. White, do you accept?")])
def test_a_draw_is_agreed_by_two_people(moves, question):
    state = playing(*moves, players=PEOPLE)
    do(state, "draw")
    assert state.asked.question == question
    state.confirm(True)
    assert state.said == "Draw by agreement." and state.session.saved.over()


def test_a_draw_that_is_declined_is_no_longer_offered():
    state = playing()
    do(state, "draw")
    state.confirm(False)
    assert state.said == "The game continues." and state.session.offered is None


def test_no_draw_is_asked_of_a_computer():
    state = playing(players=(HUMAN, COMPUTER))
    assert do(state, "draw") is None
    assert state.said == "The computer does not accept draws. Play on, or resign."


def test_no_draw_is_offered_in_a_record():
    state = walking()
    assert do(state, "draw") is None
    assert state.said == "There is no command draw for records; press ? for a list."


def test_a_new_game_is_proposed_like_the_last_one_and_begun():
    state = playing("d1d2", clock=Clock(300, 3), players=(HUMAN, COMPUTER))
    state.ask_for_game()
    assert state.asked == GameChoice("contra", (HUMAN, COMPUTER), "5+3")
    assert kinds(state) == [ThinkingEnded]
    state.choose(WantedGame("duell", PEOPLE, None))
    assert (state.board.game, state.session.saved.players) == ("duell", PEOPLE)
    assert state.said == "A new game of Duell." and kinds(state)[-1] == TurnBegan


def test_the_game_goes_on_if_no_other_is_wanted():
    state = playing("d1d2")
    state.ask_for_game()
    state.choose(None)
    assert state.board.ply == 1 and kinds(state)[-1] == TurnBegan


@pytest.mark.parametrize(("first", "usual"), [(False, False), (True, True)])
def test_the_same_game_begins_from_where_the_last_one_began(first, usual):
    state = playing(position="CWd3va7")
    state.ask_for_game(first)
    state.choose(WantedGame("contra", PEOPLE, None))
    assert (state.board.position() == Board("contra").position()) is usual


# The engine.

def hint_for(board, text):
    return Analysis(depth=7, score=Score(120), pv=(board.parse(text),))


def test_a_hint_is_pointed_out():
    state = playing()
    do(state, "hint")
    assert kinds(state) == [HintWanted]
    state.show_hint(state.board.copy(), hint_for(state.board, "a1a2"))
    assert state.said == "Hint: a1-a2  +1.20 (depth 7): a1-a2"
    assert state.shown.marks().ghost[0] == "a2"
    state.pick("d1")
    assert state.shown.picking.hint is None


def test_a_hint_that_comes_late_is_dropped():
    state = playing()
    asked = state.board.copy()
    do(state, "d1d2")
    state.show_hint(asked, hint_for(asked, "a1a2"))
    assert state.shown.picking.hint is None and state.said == "White plays d1-d2."


def test_no_hint_after_the_end():
    state = playing("d1d2")
    do(state, "resign")
    state.take_events()
    do(state, "hint")
    assert state.said == "The game is over." and not state.has_events()


def test_values_are_wanted_until_they_are_not():
    state = playing()
    do(state, "evaluate")
    assert state.evaluating and kinds(state) == [EvaluationSwitched]
    do(state, "evaluate")
    assert not state.evaluating


# What is typed.

def test_what_is_long_gets_a_window():
    state = walking()
    do(state, "games")
    [window] = state.take_events()
    assert isinstance(window, LongText) and len(window.text.splitlines()) == 2
    do(state, "rules")
    assert state.take_events()[0].markdown


def test_leaving_stops_the_clock():
    now = [0.0]
    state = playing(clock=Clock(60, 0, lambda: now[0]))
    state.advance()
    do(state, "quit")
    now[0] = 30.0
    assert state.left and state.session.saved.clock.left(0) == 60.0


def test_a_move_with_a_doubtful_mark_is_made_and_noted():
    state = playing(game="duell")
    do(state, "F1xe6")
    assert "DUEL!" in state.said
    assert state.said.endswith("(Note: this move captures nothing, which is written -.)")
