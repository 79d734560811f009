"""Games played by text, from the first prompt to the end."""
import io
import os
import random
import signal
import subprocess
import sys

import pytest

from eckstein import Board, names
from eckstein.cli import run
from eckstein.engine import players
from eckstein.record import Record, read_records, write_record
from eckstein.session.sentences import tell_end

from ..helpers import after

HUMANS = ("--white", "human", "--black", "human")


class Terminal(io.StringIO):
    """What somebody types at a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def play(capsys, monkeypatch, tmp_path):
    """A function that plays, typing these lines, and returns the status and what was printed."""
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def called(game, *lines, words=HUMANS, stdin=io.StringIO):
        typed = "".join(f"{line}\n" for line in lines)
        monkeypatch.setattr(sys, "stdin", stdin(typed))
        status = run(["play", *([game] if game else []), *words])
        return status, *capsys.readouterr()
    return called


@pytest.fixture
def told(play):
    """A function that plays without a fault, and returns what was printed."""
    def called(game, *lines, words=HUMANS, **more):
        status, out, err = play(game, *lines, words=words, **more)
        assert (status, err) == (0, "")
        return out
    return called


def kept(path):
    """The records in a file."""
    return list(read_records(path.read_text(encoding="utf-8")))


def moves_of(record):
    """The plain texts of a record's main line."""
    board, texts = record.start.copy(), []
    for node in record.mainline():
        texts.append(board.text(node.move))
        board.push(node.move)
    return texts


def data_files(tmp_path):
    """The files in the user's folder."""
    return sorted((tmp_path / "data" / "games").glob("*.txt"))


def random_game(game, seed, shortest=12, longest=140):
    """A whole random game: the board at its end, and what has to be typed."""
    while True:
        chance, board, typed = random.Random(f"{game}/{seed}"), Board(game), []
        while not board.is_game_over() and board.ply <= longest:
            moves = list(board.legal_moves)
            move = chance.choice(moves)
            if move != board.rules.PASS:
                typed.append((board.notation if chance.random() < 0.3 else board.text)(move))
            board.push(move)
        if board.is_game_over() and board.ply >= shortest:
            return board, typed
        seed += 1


# Whole games.

@pytest.mark.parametrize("game", names())
def test_a_whole_game(told, tmp_path, game):
    board, typed = random_game(game, 1)
    out = told(game, *typed)
    assert tell_end(board) in out
    [path] = data_files(tmp_path)
    assert f"The game is saved in {path}.\nType new for another game" in out
    [record] = kept(path)
    assert record.board().move_stack == board.move_stack
    assert record.result == board.outcome().result()


@pytest.mark.parametrize("game", names())
def test_wrong_moves_are_explained_and_change_nothing(told, tmp_path, game):
    board, typed = random_game(game, 2)
    wrong = ["xyzzy", "a1", "", "   ", "a1a1", "@", "z99", "\x00", "--", "ß" * 300]
    lines = [line for move in typed for line in (wrong[len(move) % len(wrong)], move)]
    out = told(game, *lines)
    assert out.count("(Type help for the commands, or moves for the legal moves.)") >= 1
    assert tell_end(board) in out
    assert kept(data_files(tmp_path)[0])[0].board().move_stack == board.move_stack


@pytest.mark.parametrize("game", names())
def test_computers_play_to_the_end(told, tmp_path, game):
    words = ("--white", "random", "--black", "greedy", "--seed", "5")
    out = told(game, words=words)
    [record] = kept(data_files(tmp_path)[0])
    assert record.board().is_game_over()
    assert tell_end(record.board()) in out
    assert (record.tags["White"], record.tags["Black"]) == ("random", "greedy")
    assert "> " not in out
    told(game, words=words)         # and the same chances give the same game
    assert len({tuple(moves_of(kept(path)[0])) for path in data_files(tmp_path)}) == 1


@pytest.mark.parametrize("compiled", [False, True])
def test_a_game_against_a_level(told, tmp_path, monkeypatch, compiled):
    asked = []
    monkeypatch.setattr(players, "must_compile",
                        lambda *words: asked.append(words) or not compiled)
    out = told("contra", "d1d2", words=("--black", "level:5", "--seed", "1"))
    assert asked == [("contra", {"arrival_wins": False, "size": "7"},
                      ("search.play.alphabeta", "search.play.mate"))]
    assert ("Preparing the engine" in out) is not compiled
    assert "Black plays " in out
    assert kept(data_files(tmp_path)[0])[0].board().ply == 2


def test_a_quick_level_has_not_to_be_compiled(told, monkeypatch):
    monkeypatch.setattr(players, "must_compile", lambda *words: True)
    out = told("contra", "d1d2", words=("--black", "level:4", "--seed", "1"))
    assert "Preparing the engine" not in out and "Black plays " in out


def test_black_may_be_the_human(told, tmp_path):
    out = told("contra", "quit", words=("--white", "random", "--black", "human"))
    assert out.count("White plays ") == 1
    assert "black> quit" in out


def test_a_game_that_is_over_before_it_begins(told, tmp_path):
    out = told("contra", words=(*HUMANS, "-p", "CWd7va5"))
    assert "White wins: the goal is reached.\nType new for another game" in out
    assert not data_files(tmp_path)


def test_the_game_is_asked_for(told):
    out = told(None, "", "chess", "99", "2", "d1d2", "quit")
    assert out.count("There is no game ") == 2
    assert "Black to move." in out
    assert "4  duell" in told(None, "duell", "quit")
    assert told(None, "quit").endswith("game> quit\n")
    assert told(None).endswith("game> \n")


# What is announced.

def test_battles_are_announced(told):
    battle = ["c1c2", "a7a6", "d1d2", "c7c6", "d2d3", "c6c5", "d3d4", "c5c4"]
    out = told("contra", *battle, "c2c3")
    assert "Black plays c5-c4.\nBattle: c4 attacks with 4 (c4) against 4 (d4): no die falls." in out
    assert ("White plays c2-c3xc4.\n"
            "Battle: c3 attacks with 5 (c3 + d4) against 4 (c4): c4 falls.") in out


def test_protection_is_announced(told):
    out = told("ecke", "c2d3", words=(*HUMANS, "-p", "EWa1Wb1Wd1We1Wf1Wg1Lc2vd4ee4va7vb7vc7vf7vg7"))
    assert "against 6 (d4): d3 falls." in out
    assert "against 2 (e4): protected." in out


def test_duel_is_announced(told):
    out = told("duell", "F1-e6")
    assert "DUEL!\n" in out
    assert "Black to move. DUEL!" in out
    out = told("duell", "D1-D7", "I8-I3", "F1-e6")
    assert "DUEL-MATT!\n" in out
    assert "White wins: DUEL-MATT." in out


def test_captures_are_announced(told):
    out = told("duell", "D4xD5", words=(*HUMANS, "-p", "DAd4ad5Ze1ze8ra8"))
    assert "White plays D4xD5.\nThe die on d5 is captured.\n" in out


def test_what_leaves_in_echek_is_announced(told):
    out = told("echek", "Q@n13", words=(*HUMANS, "-p", "1bn2/pP1R1/1kK1B/3N1 w Qqr Ss k12"))
    assert "White plays Q@n13xQ.\nThe queen on n13 is surrounded and lost.\n" in out
    out = told("echek", "N@l13", "B@l14*l13", words=(*HUMANS, "-o", "bishop=final"))
    assert "The N on l13 returns to the reserve.\n" in out


def test_a_pass_is_announced(told, tmp_path):
    out = told("contra", "e5e6", "e6e7", words=(*HUMANS, "-p", "CAa2Ab3We5va3"))
    assert "Black has no legal move and must pass (--)." in out
    assert moves_of(kept(data_files(tmp_path)[0])[0]) == ["e5e6", "--", "e6e7"]
    assert out.count("black> ") == 0


def test_a_draw_is_announced(told):
    shuffle = ["d3e3", "a7b7", "e3d3", "b7a7"]
    out = told("contra", *shuffle, *shuffle, words=(*HUMANS, "-p", "CWd3va7"))
    assert "Draw: the position has occurred too often." in out
    out = told("contra", *shuffle, words=(*HUMANS, "-p", "CWd3va7", "-o", "no_progress=2"))
    assert "Draw: too many moves without progress." in out


def test_points_are_announced(told):
    last = "Pva1we1of1vg1ie2xf2vf3He6Ra7Ab7Bc7Sd7Cf7Wg7"
    assert "Black wins 20 to 22: the goal is reached." in told(
        "pur", "e6e7", words=(*HUMANS, "-p", last))


def test_warnings_about_the_text_are_told(told):
    assert "Note: this move captures nothing, which is written -." in told("duell", "F1xe6")


# Commands.

def test_help_moves_position_and_rules(told):
    out = told("contra", "help", "?", "moves", "position", "board", "show", "rules", "MOVES")
    assert out.count("Type a move, in any form") == 2
    assert out.count("7 moves: a1-a2  b1-b2  c1-c2  d1-d2  e1-e2  f1-f2  g1-g2") == 2
    assert out.count(Board("contra").position()) == 1
    assert out.count("White to move.") == 3
    assert "The rules: eckstein rules contra" in out
    assert out.endswith("No move was made, so nothing was saved.\n")


def test_undo_between_people(told, tmp_path):
    out = told("contra", "undo", "d1d2", "d7d6", "undo", "e7e6", "undo", "undo", "undo", "a1a2")
    assert out.count("Took back 1 move.") == 3
    assert out.count("There is no move to take back.") == 2
    assert moves_of(kept(data_files(tmp_path)[0])[0]) == ["a1a2"]


def test_undo_against_a_computer_takes_back_its_move_too(told, tmp_path):
    out = told("contra", "d1d2", "undo", "a1a2", words=("--black", "random", "--seed", "3"))
    assert "Took back 2 moves." in out
    texts = moves_of(kept(data_files(tmp_path)[0])[0])
    assert (texts[0], len(texts)) == ("a1a2", 2)


def test_undo_goes_past_a_pass(told, tmp_path):
    out = told("contra", "e5e6", "undo", "e5d5", words=(*HUMANS, "-p", "CAa2Ab3We5va3"))
    assert "Took back 2 moves." in out
    assert moves_of(kept(data_files(tmp_path)[0])[0])[0] == "e5d5"


def test_resign(told, tmp_path):
    out = told("contra", "d1d2", "resign", "a1a2")
    assert "Black resigns. White wins." in out
    [record] = kept(data_files(tmp_path)[0])
    assert record.result == "1-0"
    assert moves_of(record) == ["d1d2"]
    assert "White resigns. Black wins." in told("contra", "resign")


@pytest.mark.parametrize(("person", "result"), [("White", "0-1"), ("Black", "1-0")])
def test_against_a_computer_the_person_resigns(told, tmp_path, person, result):
    other = "Black" if person == "White" else "White"
    out = told("contra", "resign", words=(f"--{person.lower()}", "human", f"--{other.lower()}",
                                          "random", "--seed", "1"))
    assert f"{person} resigns. {other} wins." in out
    assert kept(data_files(tmp_path)[0])[0].result == result


def test_undo_of_black_against_a_computer(told, tmp_path):
    words = ("--white", "random", "--black", "human", "--seed", "3")
    out = told("contra", "undo", "d7d6", "undo", "a7a6", words=words)
    assert out.count("There is no move to take back.") == 1
    assert out.count("Took back 2 moves.") == 1
    texts = moves_of(kept(data_files(tmp_path)[0])[0])
    assert (texts[1], len(texts)) == ("a7a6", 3)


@pytest.mark.parametrize("words", [("--white", "random", "--black", "human"),
                                   ("--white", "human", "--black", "random")])
def test_the_level_is_changed_on_either_side(told, words):
    out = told("contra", "level 5", words=(*words, "--seed", "1"))
    assert "White: human. Black: level:5." in out or "White: level:5. Black: human." in out


def test_after_the_end_of_a_game_comes_another(told, tmp_path):
    out = told("contra", "d1d2", "resign", "hint", "resign", "new duell", "D1-e6", "quit")
    asked = "Type new for another game, undo to take back, replay to step through this one, or quit"
    assert out.count("Black resigns. White wins.") == 1
    assert out.count(asked) == 3            # at the end, and for what cannot be done there
    assert "A new game of Duell." in out
    assert {record.start.game: record.result for path in data_files(tmp_path)
            for record in kept(path)} == {"contra": "1-0", "duell": "*"}


def test_after_the_end_of_a_game_it_can_go_on(told, tmp_path):
    out = told("contra", "d1d2", "resign", "undo", "a1a2", "quit")
    assert "Took back 1 move." in out
    [record] = kept(data_files(tmp_path)[0])
    assert (record.result, moves_of(record)) == ("*", ["a1a2"])


@pytest.mark.parametrize("way", [["quit"], []])
def test_after_the_end_of_a_game_one_can_leave(told, way):
    assert told("contra", "resign", *way, "new").count("White resigns. Black wins.") == 1


def test_nobody_is_asked_after_a_game_of_computers(told):
    out = told("contra", words=("--white", "random", "--black", "random", "-p", "CWd6va5",
                                "-o", "no_progress=1"))
    assert "Type new" not in out


def test_save_and_load(told, tmp_path):
    out = told("contra", "d1d2", "d7d6", "save a copy.txt", "a1a2", "load a copy.txt", "b1b2")
    assert "Saved in a copy.txt." in out
    [record] = kept(tmp_path / "a copy.txt")
    assert moves_of(record) == ["d1d2", "d7d6"]
    assert moves_of(kept(data_files(tmp_path)[0])[0]) == ["d1d2", "d7d6", "b1b2"]


def test_only_games_are_replaced_by_a_saved_one(told, tmp_path):
    (tmp_path / "notes.txt").write_text("Buy milk.\n")
    out = told("contra", "d1d2", "save notes.txt", "save game.txt", "d7d6", "save game.txt")
    assert ("Cannot write notes.txt: the file exists, and contains something other than games."
            in out)
    assert (tmp_path / "notes.txt").read_text() == "Buy milk.\n"
    assert moves_of(kept(tmp_path / "game.txt")[0]) == ["d1d2", "d7d6"]


def test_load_a_game_that_is_over(told, tmp_path):
    over = after("contra", "CWd6va5", "d6d7")
    (tmp_path / "over.txt").write_text(write_record(Record.from_board(over)))
    assert "White wins: the goal is reached." in told("contra", "d1d2", "load over.txt")


def test_what_cannot_be_saved_or_loaded_is_told_and_the_game_goes_on(told, tmp_path):
    (tmp_path / "duell.txt").write_text(write_record(Record.from_board(Board("duell"))))
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "wrong.txt").write_text('[Game "contra"]\n\n1. d1-d4 *\n')
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff")
    out = told("contra", "save", "load", "save no/such/file.txt", "save .", "save \x00",
               "load nothing.txt", "load .", "load duell.txt", "load empty.txt", "load wrong.txt",
               "load picture.png", "load \x00", "d1d2")
    assert "Save where? Type save and the name of a file." in out
    assert "Load what? Type load and the name of a file." in out
    assert "Cannot write no/such/file.txt: there is no folder no/such." in out
    assert "Cannot read nothing.txt: No such file or directory." in out
    assert "Cannot continue duell.txt: its last game is duell, not contra." in out
    assert "Cannot continue empty.txt: it contains no game." in out
    assert "Cannot continue wrong.txt: game 1, line 3" in out
    assert "Cannot continue picture.png: " in out
    assert out.count("Cannot ") == 10
    assert moves_of(kept(data_files(tmp_path)[0])[0]) == ["d1d2"]


@pytest.mark.parametrize("way", [["quit"], ["exit"], ["QUIT"], []])
def test_leaving_keeps_the_game(told, tmp_path, way):
    out = told("contra", "d1d2", *way)
    [path] = data_files(tmp_path)
    assert f"The game is saved in {path}. Resume it with\n  eckstein play contra" in out
    assert "--resume" in out
    [record] = kept(path)
    assert (record.result, moves_of(record)) == ("*", ["d1d2"])


# Thinking, clocks, draws, other games and players.

def test_describe_tells_before_it_happens(told):
    battle = ["c1c2", "a7a6", "d1d2", "c7c6", "d2d3", "c6c5", "d3d4", "c5c4"]
    out = told("contra", *battle, "describe c2c3", "describe", "describe c2c5")
    assert ("c2-c3xc4: the die will show 1.\nBattle: c3 attacks with 5 (c3 + d4) against 4 (c4): "
            "c4 falls.\n") in out
    assert "Describe which move?" in out
    assert "A die tilts to an adjacent square" in out


def test_describe_tells_the_end(told):
    assert "White wins with this: the goal is reached." in told(
        "contra", "describe d6d7", words=(*HUMANS, "-p", "CWd6va5"))


def test_hint_and_evaluate(told):
    out = told("contra", "hint", "hint", "hint", "evaluate", words=(*HUMANS, "-p", "CWd6va5"))
    steps = [out.index(text) for text in (
        "Look at d7; ", "It begins at d6; ", "Hint: d6-d7#.", "wins with this")]
    assert steps == sorted(steps)
    assert "White wins in 1 (depth" in out


def test_another_game_and_other_players(told, tmp_path):
    out = told("contra", "d1d2", "new duell", "level 2", "black random", "level 99", "white x",
               "players", "new chess", "new a b", "new")
    assert "A new game of Duell." in out
    assert "Which side?" in out
    assert "White: human. Black: random." in out
    assert "There is no level 99; levels are 1 to " in out
    assert "chess" in out.split("white> new chess\n")[1].splitlines()[0]
    assert "Type new, or new and the name of a game." in out
    assert [kept(path)[0].start.game for path in data_files(tmp_path)] == ["contra"]


def test_a_draw_is_offered_and_agreed(told, tmp_path):
    out = told("contra", "yes", "draw", "no", "draw", "d1d2", "yes", "draw", "yes")
    assert out.count("No draw has been offered.") == 2
    assert "White offers a draw. Black, do you accept?" in out
    assert out.count("The game continues.") == 1
    assert "Draw by agreement." in out
    [record] = kept(data_files(tmp_path)[0])
    assert (record.result, record.tags["Termination"]) == ("1/2-1/2", "agreement")


@pytest.mark.parametrize("words", [("--black", "random"),
                                   ("--white", "random", "--black", "human")])
def test_a_computer_agrees_to_no_draw(told, words):
    assert "The computer does not accept draws." in told("contra", "draw", words=words)


def test_clocks_are_shown_and_kept(told, play, tmp_path):
    out = told("contra", "clock", "d1d2", words=(*HUMANS, "--clock", "5+3"))
    assert "white 5:00> " in out
    assert "Black 5:00." in out
    [record] = kept(data_files(tmp_path)[0])
    assert record.tags["TimeControl"] == "300+3"
    assert "black 5:00> " in told("contra", words=(*HUMANS, "--resume"))
    status, out, err = play("contra", words=(*HUMANS, "--clock", "x"))
    assert (status, out) == (2, "") and "is not a clock" in err


# Records.

def test_replay_walks_through_a_file(told, tmp_path):
    (tmp_path / "games.txt").write_text(
        '[Game "contra"]\n\n1. d1-d2 {Good.} d7-d6 (1... a7-a6) *\n\n[Game "duell"]\n\n*\n')
    out = told(None, "next", "", "", "back", "goto 2", "goto 9", "list", "game 2", "game 7", "xyz",
               "position", "back", "describe D1-e6", words=("--replay", "games.txt"))
    assert "Move 1 of 2: 1. d1-d2\nGood.\n" in out
    assert "Instead: a7-a6." in out
    assert "The record ends here: *." in out
    assert "Type goto and a number from 0 to 2." in out
    assert "1. d1-d2 d7-d6\n" in out
    assert "There are games 1 to 2." in out
    assert "There is no command xyz here" in out
    assert "This is the start." in out
    assert "D1-e6: the die will show 5." in out


def test_replay_enters_variations_and_gives_hints(told, tmp_path):
    (tmp_path / "games.txt").write_text(
        '[Game "contra"]\n[Position "CWd5va3"]\n\n1. d5-d6 (1. d5-c5 a3-a2 (1... a3-b3)) a3-a2 *\n')
    out = told(None, "variation", "next", "variation", "next", "variation 3", "variation x",
               "variation 1", "", "leave", "leave", "leave", *3 * ["hint"], "last", "evaluate",
               words=("--replay", "games.txt"))
    assert "This move has no variations." in out
    assert "In a variation, move 1 of 2: 1. d5-c5\n" in out
    assert "In a variation, move 2 of 2: 1... a3-b3\n" in out
    assert "Type variation, and a number if there are several." in out
    assert "The variation ends here." in out
    assert "This is the main line." in out
    assert "Hint: " in out and "wins in" in out.split("evaluate")[-1]


def test_german_is_spoken(told, play, monkeypatch):
    german = (*HUMANS, "--language", "de")
    out = told("contra", "d1d2", "xyz", "undo", "quit", words=german)
    assert "Weiß ist am Zug.\n" in out and "schwarz> xyz" in out
    assert "(hilfe sagt, was du tippen kannst, züge nennt alle Züge.)" in out
    assert "1 Zug ist zurückgenommen." in out
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Schwarz gibt auf. Weiß gewinnt." in told("contra", "d1d2", "resign")
    assert "Black resigns." in told("contra", "d1d2", "resign", words=(*HUMANS, "--language", "en"))
    status, _, err = play("contra", words=("--language", "xx"))
    assert status == 2 and "eine Sprache xx gibt es nicht; es gibt en, de, fr." in err


def test_replay_within_a_game(told, tmp_path):
    out = told("contra", "d1d2", "replay", "", "quit", "replay nothing.txt", "d7d6")
    assert "Move 1 of 1: 1. d1-d2" in out
    assert "Cannot read nothing.txt: No such file or directory." in out
    assert moves_of(kept(data_files(tmp_path)[0])[0]) == ["d1d2", "d7d6"]


def test_replay_reads_on_after_a_bad_game(told, tmp_path):
    (tmp_path / "games.txt").write_text("\n\n".join(
        f'[Game "{game}"]\n\n1. {move} *' for game, move in (
            ("contra", "d1-d2"), ("contra", "d1-d3"), ("duell", "D1-e6"))))
    out = told(None, "game 2", "", words=("--replay", "games.txt"))
    assert "*  1  Cublino Contra" in out
    assert "   2  Duell" in out
    assert "Could not read: game 2, line 7, column 4: move 1. d1-d3: " in out
    assert "White plays D1-e6" in out


def test_what_cannot_be_replayed_is_told(play, tmp_path):
    (tmp_path / "empty.txt").write_text("")
    for name, reason in (("nothing.txt", "No such file"),
                         ("empty.txt", "empty.txt contains no game")):
        status, _, err = play(None, words=("--replay", name))
        assert status == 2 and reason in err


# Taking a game up again.

def test_comments_and_variations_stay(told, tmp_path):
    path = tmp_path / "games.txt"
    path.write_text('[Game "contra"]\n[White "Ada"]\n[Event "Cup"]\n\n'
                    '1. d1-d2 {Good.} (1. a1-a2) 1... d7-d6 (1... a7-a6) *\n')
    told("contra", "d2d3", "undo", "undo", "e7e6", words=(*HUMANS, "--record", "games.txt"))
    text = path.read_text()
    assert "1. d1-d2 {Good.} (1. a1-a2) 1... e7-e6 (1... a7-a6) *" in text
    assert '[White "Ada"]' in text and '[Event "Cup"]' in text


def test_a_variation_that_is_played_becomes_the_game(told, tmp_path):
    path = tmp_path / "games.txt"
    path.write_text('[Game "contra"]\n\n1. d1-d2 d7-d6 (1... a7-a6 2. e1-e2) *\n')
    told("contra", "undo", "a7a6", words=(*HUMANS, "--record", "games.txt"))
    assert "1. d1-d2 a7-a6 *" in path.read_text()
    told("contra", "f1f2", words=(*HUMANS, "--record", "games.txt"))
    assert "1. d1-d2 a7-a6 2. f1-f2 *" in path.read_text()


def test_a_game_that_was_given_up_stays_so_when_loaded(told, tmp_path):
    told("contra", "d1d2", "resign", words=(*HUMANS, "--record", "over.txt"))
    assert "Black resigns. White wins." in told("contra", "load over.txt")


@pytest.mark.parametrize("computer", [
    "plain:depth=1", pytest.param("level:1", marks=pytest.mark.long)])     # compiled by Numba
def test_computers_of_a_loaded_game_play_by_its_rules(told, tmp_path, computer):
    (tmp_path / "large.txt").write_text('[Game "duell"]\n[Options "board=9x9"]\n\n*\n')
    out = told("duell", "load large.txt", "D1-e6",
               words=("--white", "human", "--black", computer, "--seed", "1"))
    assert "Black plays " in out
    assert kept(data_files(tmp_path)[0])[0].start.options["board"] == "9x9"


def test_resume_takes_up_the_last_unfinished_game(told, tmp_path):
    told("contra", "d1d2", "d7d6")
    told("contra", "resign")
    out = told("contra", "a1a2", words=(*HUMANS, "--resume"))
    first = next(path for path in data_files(tmp_path) if kept(path)[0].result == "*")
    assert f"Resuming the game in {first} after 2 moves." in out
    assert moves_of(kept(first)[0]) == ["d1d2", "d7d6", "a1a2"]


def test_a_game_is_resumed_behind_broken_ones_which_stay(told, tmp_path):
    path = tmp_path / "games.txt"
    broken = '[Game "contra"]\n\n1. d1-d9 {never closed\n\n'
    path.write_text(broken + '[Game "contra"]\n\n1. d1-d2 *\n')
    assert "after 1 move" in told("contra", "a7a6", words=(*HUMANS, "--record", str(path)))
    text = path.read_text()
    assert text.startswith(broken) and "1. d1-d2 a7-a6 *" in text
    assert text.count("[Game") == 2


def test_resume_takes_up_the_players_too(told, tmp_path):
    told("contra", "d1d2", words=("--black", "level:2", "--seed", "1"))
    out = told("contra", "players", words=("--resume",))
    assert "White: human. Black: level:2." in out
    assert kept(data_files(tmp_path)[0])[0].tags["Black"] == "level:2"


def test_resume_gives_white_to_the_computer_that_had_it(told):
    told("contra", "a7a6", words=("--white", "random", "--black", "human", "--seed", "1"))
    assert "White: random. Black: human." in told("contra", "players", words=("--resume",))


def test_who_is_named_plays_in_a_game_that_is_resumed(told):
    told("contra", "d1d2", words=("--black", "random", "--seed", "1"))
    out = told("contra", "players", words=("--resume", "--black", "human"))
    assert "White: human. Black: human." in out


def test_people_with_names_go_on_as_people(told, tmp_path):
    (tmp_path / "games.txt").write_text(
        '[Game "contra"]\n[White "Ada"]\n[Black "Ben"]\n\n1. d1-d2 *\n')
    out = told("contra", "players", words=("--record", "games.txt"))
    assert "White: human. Black: human." in out


def test_the_players_of_a_file_go_on(told, tmp_path):
    told("contra", "d1d2", words=("--black", "greedy", "--record", "games.txt", "--seed", "1"))
    out = told("contra", "players", words=("--record", "games.txt"))
    assert "White: human. Black: greedy." in out


def test_a_game_that_names_nobody_is_played_against_the_usual_computer(told, tmp_path):
    (tmp_path / "games.txt").write_text('[Game "contra"]\n\n1. d1-d2 a7-a6 *\n')
    out = told("contra", "players", words=("--record", "games.txt"))
    assert "White: human. Black: level:3." in out


def unfinished_games(told, tmp_path, *games):
    """Games that were left, the last one last; and their files."""
    paths = []
    for number, (game, move) in enumerate(games, 1):
        told(game, move)
        [new] = set(data_files(tmp_path)) - set(paths)
        os.utime(new, (number, number))
        paths.append(new)
    return paths


def test_resume_without_a_game_takes_up_the_last_one_of_any_kind(told, tmp_path):
    *_, last = unfinished_games(told, tmp_path, ("contra", "d1d2"), ("duell", "D1-e6"))
    out = told(None, "D8-i7", words=("--resume",))
    assert f"Resuming the game in {last} after 1 move." in out
    assert moves_of(kept(last)[0]) == ["D1-e6", "D8-i7"]


def test_several_unfinished_games_are_listed_the_last_first(told, tmp_path):
    unfinished_games(told, tmp_path, ("contra", "d1d2"), ("duell", "D1-e6"), ("contra", "a1a2"))
    told("ecke", "resign")
    listed = told(None, words=("--resume",)).split("after 1 move.")[0].splitlines()[:4]
    assert listed[0] == "Unfinished games, the most recent first:"
    assert [line.split(",")[0] for line in listed[1:]] == [
        "  1  Cublino Contra: human - human", "  2  Duell: human - human",
        "  3  Cublino Contra: human - human"]


def test_resume_with_a_game_looks_for_that_one_alone(told, tmp_path):
    first, _ = unfinished_games(told, tmp_path, ("contra", "d1d2"), ("duell", "D1-e6"))
    out = told("contra", words=("--resume",))
    assert f"Resuming the game in {first} after 1 move." in out
    assert "Unfinished games" not in out


@pytest.mark.parametrize(("typed", "number"), [(["2"], 0), ([""], 1), (["7", "x", "1"], 1)])
def test_whoever_sits_at_a_terminal_chooses(told, tmp_path, typed, number):
    paths = unfinished_games(told, tmp_path, ("contra", "d1d2"), ("duell", "D1-e6"))
    out = told(None, *typed, words=("--resume", "--plain"), stdin=Terminal)
    assert out.count("Type a number from 1 to 2.") == len(typed) - 1
    assert f"Resuming the game in {paths[number]} " in out


def test_whoever_chooses_none_leaves(told, tmp_path):
    unfinished_games(told, tmp_path, ("contra", "d1d2"), ("duell", "D1-e6"))
    out = told(None, "quit", words=("--resume", "--plain"), stdin=Terminal)
    assert "Resuming" not in out


def test_what_cannot_be_resumed_is_told(play, told):
    told("contra", "resign")
    for game, words, reason in [
            (None, ("--resume",), "there is no unfinished game to resume"),
            ("contra", ("--resume",), "there is no unfinished game of contra to resume"),
            (None, ("--resume", "-o", "chains=1"), "name the game that this position"),
            ("chess", ("--resume",), "no game 'chess'")]:
        status, out, err = play(game, words=words)
        assert (status, out) == (2, "")
        assert reason in err


def test_a_broken_file_among_the_users_games_is_passed_over(told, tmp_path):
    [path] = unfinished_games(told, tmp_path, ("contra", "d1d2"))
    (path.parent / "broken.txt").write_text('[Game "contra"]\n\n1. d1-d9 *\n')
    (path.parent / "picture.txt").write_bytes(b"\x89PNG\xff*")
    assert f"Resuming the game in {path} " in told(None, words=("--resume",))


def test_the_command_that_is_told_takes_the_game_up_again(told, tmp_path):
    told("contra", "d1d2", words=("--black", "random", "--seed", "1"))
    out = told("contra", words=("--resume",))
    command = out.splitlines()[-1].split()
    assert command[-3:] == ["play", "contra", "--resume"]
    assert "White: human. Black: random." in told(command[-2], "players", words=command[-1:])


def test_record_goes_on_with_the_unfinished_game_at_the_end_of_a_file(told, tmp_path):
    path, words = tmp_path / "games.txt", (*HUMANS, "--record", "games.txt")
    told("contra", "d1d2", "resign", words=words)
    out = told("contra", "e1e2", "e7e6", words=words)
    assert f"--record {path}\n" in out
    told("contra", "f1f2", words=words)
    records = kept(path)
    assert [record.result for record in records] == ["1-0", "*"]
    assert [moves_of(record) for record in records] == [["d1d2"], ["e1e2", "e7e6", "f1f2"]]
    assert not data_files(tmp_path)


def test_the_options_of_the_game_that_is_taken_up_count(told, tmp_path):
    words = (*HUMANS, "--record", "games.txt")
    told("duell", "e1e2", words=(*words, "-o", "board=9x9"))
    assert "after 1 move" in told("duell", words=words)
    assert kept(tmp_path / "games.txt")[0].start.options["board"] == "9x9"


def test_what_cannot_be_taken_up_is_left_alone(play, tmp_path):
    path, words = tmp_path / "games.txt", (*HUMANS, "--record", "games.txt")
    for content, more, reason in [
            (b'[Game "duell"]\n\n*\n', (), "an unfinished game of duell, not of contra"),
            (b'[Game "contra"]\n\n1. d1-d2 *\n', ("-o", "arrival_wins=1"), "other options"),
            (b'[Game "contra"]\n\n1. d1-d2 *\n', ("-p", "CWd3va7"), "another position"),
            (b'[Game "contra"]\n\n1. d1-d5 *\n', (), "not a file of games: game 1, line 3"),
            (b"\x89PNG\xff", (), "games.txt is not a file of games")]:
        path.write_bytes(content)
        status, out, err = play("contra", "a1a2", words=(*words, *more))
        assert (status, out) == (2, "")
        assert reason in err
        assert path.read_bytes() == content


def test_every_acknowledged_move_survives_a_kill(tmp_path):
    command = [sys.executable, "-m", "eckstein", "play", "contra", *HUMANS, "--record",
               str(tmp_path / "game.txt")]
    settings = os.environ | {"ECKSTEIN_DATA": str(tmp_path)}
    typed = ["d1d2", "d7d6", "e1e2", "e7e6", "d2d3"]
    game = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=settings)
    with game:
        prompts = [b"white> ", b"black> "]
        read_to(game.stdout, prompts[0])
        for number, move in enumerate(typed, 1):
            game.stdin.write(move.encode() + b"\n")
            game.stdin.flush()
            read_to(game.stdout, prompts[number % 2])
            assert moves_of(kept(tmp_path / "game.txt")[0]) == typed[:number]
        game.send_signal(signal.SIGKILL)
    assert list(tmp_path.glob(".*.tmp")) == []
    again = subprocess.run(command, input=b"d6d5\n", capture_output=True, env=settings,
                           timeout=120, check=False)
    assert (again.returncode, again.stderr) == (0, b"")
    assert b"after 5 moves" in again.stdout
    assert moves_of(kept(tmp_path / "game.txt")[0]) == [*typed, "d6d5"]


def read_to(stream, end):
    """Read until this has been read."""
    text = b""
    while not text.endswith(end):
        byte = stream.read(1)
        assert byte, text.decode()
        text += byte
    return text


COACHED = ("--position", "CWg1Pd2uf3Ic4We5vd7fg7", "--coach", "--seed", "1")
FALLS = ("Coach on e5-d5: Now d7-d6xd5 beats your die on d5, 3 against 2; c4-c5 keeps all your "
         "dice.")


def test_the_coach_speaks_after_the_reply_and_shows_the_moves_when_asked(told):
    out = told("contra", "why", "e5d5", "why", words=(*COACHED, "--black", "level:2"))
    assert out.index("The coach has not said anything yet.") < out.index("Black plays")
    assert out.index("Black plays") < out.index(FALLS) < out.index("(Type why to see the moves")
    shown = out[out.index(FALLS):].splitlines()
    assert any(line.split("> ")[-1].startswith("After your move: 1... d7-d6xd5") for line in shown)
    assert "Better: 1. c4-c5." in shown


def test_the_coach_speaks_of_a_move_that_ends_the_game(told):
    out = told("ecke", "b6c6", words=("--position", "ewe1Pc2ub6Td7", "--coach",
                                      "--white", "level:2", "--black", "human"))
    assert ("Coach on b6-c6xc6: Your die fell, and now too few are left: that loses the game."
            in out)


@pytest.mark.parametrize("words", [HUMANS, ("--white", "human", "--black", "level:2")])
def test_without_a_computer_or_unasked_the_coach_is_silent(told, words):
    asked = COACHED if words is HUMANS else tuple(one for one in COACHED if one != "--coach")
    out = told("contra", "e5d5", "why", words=(*asked, *words))
    assert "Coach on" not in out
    assert words is HUMANS or "There is no coach here." in out


def test_a_game_taken_back_is_coached_anew(told):
    out = told("contra", "e5d5", "undo", "e5d5", "new", "why",
               words=(*COACHED, "--black", "level:2"))
    assert out.count(FALLS) == 2
    assert "The coach has not said anything yet." in out


def test_the_coach_speaks_french(told):
    out = told("contra", "e5d5", words=(*COACHED, "--black", "level:2", "--language", "fr"))
    assert "Entraîneur sur e5-d5\u202f: Maintenant, d7-d6xd5 bat votre dé en d5" in out
