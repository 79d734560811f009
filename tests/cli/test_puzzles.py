"""The commands `puzzle` and `puzzles`: what they print, and the sentences for mistakes."""
import functools
import io
import itertools

import msgspec
import pytest

from eckstein.cli import run
from eckstein.engine.exact import Exact
from eckstein.lab.puzzles import load, making, read_puzzles, trees
from eckstein.lab.puzzles.making import puzzle_check
from eckstein.lab.puzzles.tally import read_tally, tally_file

from ..puzzles.sample import ESCAPE, RACE, changed, write


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path / "data"))
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def two_puzzles(monkeypatch):
    """Contra has no puzzles but RACE and ESCAPE; moves are judged without compiled code."""
    monkeypatch.setattr("eckstein.cli.solving.load", lambda game: [ESCAPE, RACE])
    monkeypatch.setattr("eckstein.cli.solving.Trees",
                        functools.partial(trees.Trees, compiled=False))


def answer(capsys, *words):
    """The status, and what is printed."""
    status = run([str(word) for word in words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def solve(capsys, monkeypatch, *lines, words=("puzzle", "contra")):
    """What is printed when these lines are typed; boards are left out."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    status, out, err = answer(capsys, *words)
    assert (status, err) == (0, "")
    return [line for line in out.splitlines() if line and "|" not in line
            and not line.startswith("   ")]


def test_a_puzzle_is_solved(two_puzzles, capsys, monkeypatch):
    assert solve(capsys, monkeypatch, "d5d6", "d6d7", "quit") == [
        "Puzzle c0001, grade 3.", "White to move: win within 2 moves.", "Type a move, or help.",
        "white> d5d6", "Right.", "Black plays e3-d3.", "White to move: win with this move.",
        "white> d6d7", "Solved!", "Themes: race, quiet move.",
        "Press Enter for the next puzzle, or type quit.",
        "What else could be played? Type undo, moves, or any move.", "> quit",
        "Solved now: 1, of all: 1. Streak: 1, the longest: 1."]


def test_a_wrong_move_may_be_tried_again_and_ends_the_streak(two_puzzles, capsys, monkeypatch):
    told = solve(capsys, monkeypatch, "d5c5", "d5d6", "d6d7")
    assert told[4] == "Wrong. Try again, or type hint or solution."
    assert told[-1] == "Solved now: 1, of all: 1. Streak: 0, the longest: 0."


def test_the_next_puzzle_comes_at_enter_and_easy_ones_first(two_puzzles, capsys, monkeypatch):
    told = solve(capsys, monkeypatch, "d5d6", "d6d7", "", "b3a3", "")
    assert [line for line in told if line.startswith("Puzzle")] == [
        "Puzzle c0001, grade 3.", "Puzzle c0002, grade 4."]
    assert told[-2:] == ["There are no more puzzles of this kind.",
                         "Solved now: 2, of all: 2. Streak: 2, the longest: 2."]


def test_what_is_solved_does_not_come_again_while_others_are_left(two_puzzles, capsys,
                                                                  monkeypatch):
    solve(capsys, monkeypatch, "d5d6", "d6d7", "quit")
    assert solve(capsys, monkeypatch, "quit")[0] == "Puzzle c0002, grade 4."
    assert read_tally().of("contra").solved == ["c0001"]


@pytest.mark.parametrize(("typed", "told"), [
    ("hint", "The piece on d5 moves."),
    ("solution", "Solution: 1. d5-d6 e3-d3 2. d6-d7#"),
    ("position", "Cve3Wd5"),
    ("moves", "3 moves: d5-c5  d5-d6  d5-e5"),
    ("describe d5d6", "d5-d6: the die will show 3."),
    ("d5d4", "d5 to d4 is a move backward for White."),
    ("next", "Puzzle c0002, grade 4."),
])
def test_what_can_be_typed(two_puzzles, capsys, monkeypatch, typed, told):
    assert told in solve(capsys, monkeypatch, typed, "quit")


def test_after_the_end_the_coach_says_what_was_wrong_with_the_first_try(two_puzzles, capsys,
                                                                        monkeypatch):
    monkeypatch.setattr("eckstein.cli.solving.Coach.is_compiled", lambda coach: True)
    told = solve(capsys, monkeypatch, "d5c5", "d5d6", "d6d7", "quit")
    said = [line for line in told if line.startswith("Coach on ")]
    assert said == ["Coach on d5-c5: You could have forced a win in 2 moves, beginning with d5-d6."]
    assert told.index("Solved!") < told.index(said[0])


def test_after_the_end_there_is_nothing_to_hint_at(two_puzzles, capsys, monkeypatch):
    told = solve(capsys, monkeypatch, "solution", "hint", "quit")
    assert "This task is over; press Enter for the next one." in told


def after_the_end(told):
    """What is printed after the end, with what is typed."""
    return told[told.index("What else could be played? Type undo, moves, or any move.") + 1:-1]


def test_after_the_end_other_defences_are_answered(two_puzzles, capsys, monkeypatch):
    told = solve(capsys, monkeypatch, "d5d6", "d6d7", "undo", "undo", "moves", "e3f3", "d6e6",
                 "undo", "d6d7", "quit")
    assert after_the_end(told) == [
        "> undo", "White wins at once: d6-d7#.",
        "white> undo", "Whatever is played, White wins with the next move.",
        "black> moves", "e3-d3, e3-e2, e3-f3: d6-d7#",
        "black> e3f3", "White wins at once: d6-d7#.",
        "white> d6e6", "White has not won in time.",
        "black> undo", "White wins at once: d6-d7#.",
        "white> d6d7", "White wins: the goal is reached.", "> quit"]


def test_after_the_end_other_first_moves_are_judged(two_puzzles, capsys, monkeypatch):
    told = solve(capsys, monkeypatch, "solution", "moves", "d5c5", "moves", "undo", "undo", "quit")
    assert after_the_end(told) == [
        "white> moves", "White wins within 2 moves: d5-d6.",
        "White does not win in time after d5-c5, d5-e5.",
        "white> d5c5", "White does not win with this move.",
        "black> moves", "e3-d3, e3-e2, e3-f3: White does not win in time",
        "black> undo", "White wins within 2 moves: d5-d6.",
        "white> undo", "The puzzle begins here.", "white> quit"]


def test_after_a_save_it_is_told_how_the_opponent_wins_otherwise(two_puzzles, capsys,
                                                                 monkeypatch):
    told = solve(capsys, monkeypatch, "b3a3", "undo", "b3b4", "moves", "quit",
                 words=("puzzle", "contra", "--id", "c0002"))
    assert after_the_end(told) == [
        "black> undo", "Black does not win in time after b3-a3xa2.",
        "white> b3b4", "Black wins at once: a2-a1#.",
        "black> moves", "Black wins at once: a2-a1#.",
        "Black does not win in time after a2-b2, f5-e5, f5-f4, f5-g5.", "black> quit"]


def test_before_the_end_nothing_is_taken_back(two_puzzles, capsys, monkeypatch):
    assert "First find the move, or type solution." in solve(capsys, monkeypatch, "undo", "quit")


def test_what_would_take_too_long_to_say_has_a_sentence(two_puzzles, capsys, monkeypatch):
    monkeypatch.setattr("eckstein.cli.solving.load", lambda game: [
        changed(RACE, plies=9, solution=[["d5c5", []]])])
    monkeypatch.setattr("eckstein.cli.solving.Trees", functools.partial(
        trees.Trees, limit=1, compiled=False))
    told = solve(capsys, monkeypatch, "solution", "d5c5", "quit")
    assert told[-3].startswith("It would take too long to say what ")


@pytest.mark.parametrize(("language", "lines", "told"), [
    ("de", ["tipp", "lösung", "ende"], "Lösung: 1. d5-d6 e3-d3 2. d6-d7#"),
    ("de", ["lösung", "züge", "ende"], "Weiß gewinnt nicht rechtzeitig nach d5-c5, d5-e5."),
    ("fr", ["solution", "d5d6", "annuler", "fin"], "Blanc gagne en 2 coups au plus\u202f: d5-d6."),
    ("fr", ["conseil", "solution", "fin"], "Thèmes\u202f: course, coup tranquille."),
])
def test_it_speaks_other_languages(two_puzzles, capsys, monkeypatch, language, lines, told):
    assert told in solve(capsys, monkeypatch, *lines,
                         words=("puzzle", "contra", "--language", language))


def test_a_theme_may_be_named_in_the_language_that_is_spoken(two_puzzles, capsys, monkeypatch):
    assert solve(capsys, monkeypatch, "ende", words=(
        "puzzle", "contra", "--language", "de", "--theme", "Verteidigung"))[0] == (
        "Aufgabe c0002, Grad 4.")


def test_a_puzzle_can_be_chosen(two_puzzles, capsys, monkeypatch):
    for words in (["--id", "c0002"], ["--grade", "4"], ["--theme", "defence"]):
        assert solve(capsys, monkeypatch, "quit", words=("puzzle", "contra", *words))[0] == (
            "Puzzle c0002, grade 4.")


@pytest.mark.parametrize(("words", "sentence"), [
    (["puzzle", "chess"], "there is no game 'chess'"),
    (["puzzle", "contra", "--id", "x1"], "contra has no puzzle x1; the first is c0001"),
    (["puzzle", "contra", "--theme", "fork"], "there is no theme 'fork'; themes are race"),
    (["puzzle", "contra", "--grade", "9"], "there is no such puzzle of contra; grades are 3, 4"),
    (["puzzle", "contra", "--grade", "12"], "12 is not in the range 1<=x<=11"),
    (["puzzles", "tree", "contra", "x1"], "contra has no puzzle x1; the first is c0001"),
    (["puzzles", "tree", "no-such-file", "x1"], "there is neither a game nor a file"),
    (["puzzles", "check", "no-such-file"], "there is neither a game nor a file 'no-such-file'"),
    (["puzzles", "make", "contra", "--out", "/no/folder/x"], "there is no folder /no/folder"),
    (["puzzles", "make", "contra", "-o", "wings=1"], "contra has no option wings"),
])
def test_mistakes_have_a_sentence(two_puzzles, capsys, words, sentence):
    status, out, err = answer(capsys, *words)
    assert (status, out) == (2, "")
    assert sentence in " ".join(err.split())


def test_a_damaged_tally_has_a_sentence(two_puzzles, capsys):
    tally_file().parent.mkdir(parents=True)
    tally_file().write_text("{")
    assert "move it away to start a new one" in answer(capsys, "puzzle", "contra")[2]


def test_puzzles_are_counted_by_grade_and_theme(capsys):
    status, out, _ = answer(capsys, "puzzles", "list", "contra")
    assert status == 0
    assert out.startswith(f"contra: {len(load('contra'))} puzzles\n  grades: ")


def test_a_file_is_proved(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(puzzle_check, "Checker",
                        functools.partial(puzzle_check.Checker, compiled=False))
    good, bad = write(tmp_path / "good"), write(tmp_path / "bad", [changed(RACE, plies=1), ESCAPE])
    assert answer(capsys, "puzzles", "check", good)[:2] == (
        0, f"{good}: 2 of 2 puzzles are right\n")
    assert answer(capsys, "puzzles", "check", bad)[:2] == (
        1, f"{bad}: puzzle c0001: d5d6 does not win in time\n{bad}: 1 of 2 puzzles are right\n")


@pytest.fixture
def plain_trees(monkeypatch):
    """Trees are made and proved without compiled code."""
    monkeypatch.setattr(puzzle_check, "Checker",
                        functools.partial(puzzle_check.Checker, compiled=False))
    monkeypatch.setattr(trees, "Trees", functools.partial(trees.Trees, compiled=False))


def test_the_whole_tree_of_a_puzzle_is_told(plain_trees, capsys, tmp_path):
    file = write(tmp_path / "own")
    assert answer(capsys, "puzzles", "tree", file, "c0001")[:2] == (
        0, "Puzzle c0001: White wins within 3 plies by 1. d5-d6.\n"
           "1... e3-d3, e3-e2, e3-f3: 2. d6-d7#\n")
    assert answer(capsys, "puzzles", "tree", file, "c0002")[:2] == (
        0, "Puzzle c0002: after every move but 1. b3-a3xa2 Black wins within 2 plies.\n"
           "1. b3-b4, b3-c3: 1... a2-a1#\n")


def test_a_file_without_puzzles_has_no_tree(capsys, tmp_path):
    file = write(tmp_path / "own", [], puzzles=0)
    status, _, said = answer(capsys, "puzzles", "tree", file, "c0001")
    assert (status, said) == (2, f"eckstein: {file} has no puzzle c0001.\n")


def test_a_tree_is_told_to_programs(plain_trees, capsys, tmp_path):
    told = msgspec.json.decode(answer(capsys, "puzzles", "tree", write(tmp_path / "own"), "c0001",
                                      "--json")[1])
    assert told["first"] == "d5d6"
    assert told["replies"][0] == {"text": "e3d3", "plies": 1, "wins": ["d6d7"], "replies": []}


def test_trees_are_proved(plain_trees, capsys, tmp_path):
    file = write(tmp_path / "own")
    assert answer(capsys, "puzzles", "check", file, "--trees")[:2] == (
        0, f"{file}: 2 of 2 puzzles are right\n")


class Made:
    """Stands in for the making of puzzles, which takes long: a round brings one of those told."""

    def __init__(self, monkeypatch, *puzzles, stopped_after=9):
        self._puzzles, self._stop, self.told = puzzles, stopped_after, []
        monkeypatch.setattr(making, "make", self)

    def __call__(self, collection, game, options, seed, games, jobs, keep, report):
        self.told.append((game, seed, games, jobs))
        for number in itertools.count(games):
            if number == self._stop:
                raise KeyboardInterrupt
            if collection.is_full():
                return
            collection.add(changed(self._puzzles[number], id="?"))
            report(len(collection.puzzles), number + 1)
            keep(number + 1)


def test_puzzles_are_made_and_kept(capsys, tmp_path, monkeypatch):
    made, file = Made(monkeypatch, RACE, ESCAPE), tmp_path / "own.jsonl"
    words = ["puzzles", "make", "contra", "--count", "2", "--seed", "5", "--out", file, "-j", "3"]
    assert answer(capsys, *words)[:2] == (0, f"{file}: puzzles: 2, games looked at: 2\n")
    assert made.told == [("contra", 5, 0, 3)]
    header, puzzles = read_puzzles(file)
    assert puzzles == [RACE, ESCAPE]
    assert (header.how, header.seed, header.games) == (
        "eckstein puzzles make contra --count 2 --seed 5", 5, 2)


def test_what_was_made_before_an_interruption_is_kept_and_gone_on_with(capsys, tmp_path,
                                                                       monkeypatch):
    file = tmp_path / "own.jsonl"
    words = ["puzzles", "make", "contra", "--count", "2", "--seed", "5", "--out", file]
    Made(monkeypatch, RACE, ESCAPE, stopped_after=1)
    status, out, err = answer(capsys, *words)
    assert (status, out) == (130, f"{file}: puzzles: 1, games looked at: 1\n")
    assert "run the same command with --resume" in err
    assert read_puzzles(file)[1] == [RACE]
    made = Made(monkeypatch, RACE, ESCAPE)
    assert answer(capsys, *words[:5], "--out", file, "--resume")[0] == 0
    assert made.told == [("contra", 5, 1, 1)]
    assert read_puzzles(file)[1] == [RACE, ESCAPE]


def test_a_file_that_is_damaged_is_set_aside_and_made_again(capsys, tmp_path, monkeypatch):
    file = tmp_path / "own.jsonl"
    words = ["puzzles", "make", "contra", "--count", "2", "--seed", "5", "--out", file]
    Made(monkeypatch, RACE, ESCAPE)
    answer(capsys, *words)
    whole = file.read_bytes()
    for number, broken in enumerate((whole[:-9], whole.replace(b'"Cv', b'"CX', 1),
                                     whole[:-9] + b"\xff" + whole[-8:])):
        assert broken != whole
        file.write_bytes(broken)
        status, _, err = answer(capsys, *words, "--resume")
        aside = f"own.jsonl.damaged{f'-{number + 1}' if number else ''}"
        assert status == 0 and err.startswith(f"{file} cannot be continued: {file}")
        assert f"; it is {aside} now, and is made again\n" in err
        assert file.read_bytes() == whole and (tmp_path / aside).read_bytes() == broken


@pytest.mark.parametrize("content", [b"mine", b'{"eckstein": "puzzles", "version": 99, "game": '
                                     b'"contra", "made": "", "how": "", "puzzles": 0}\n'])
def test_a_file_of_something_else_is_not_continued(capsys, tmp_path, content):
    file = tmp_path / "own.jsonl"
    file.write_bytes(content)
    assert answer(capsys, "puzzles", "make", "contra", "--out", file, "--resume")[0] == 2
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [content]


def test_a_file_that_is_there_is_not_written_over(capsys, tmp_path):
    file = write(tmp_path / "own.jsonl")
    before = file.read_bytes()
    assert "add --resume to continue it" in answer(
        capsys, "puzzles", "make", "contra", "--out", file)[2]
    assert "has puzzles of contra, not of pur" in answer(
        capsys, "puzzles", "make", "pur", "--out", file, "--resume")[2]
    assert "continue with the same options" in answer(
        capsys, "puzzles", "make", "contra", "-o", "size=5", "--out", file, "--resume")[2]
    assert file.read_bytes() == before


def test_what_fits_of_an_older_file_stays_and_no_id_is_given_twice(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(making, "Exact", functools.partial(Exact, compiled=False))
    old = write(tmp_path / "old.jsonl", [changed(RACE, id="c0007")], puzzles=1, last=9)
    file = tmp_path / "new.jsonl"
    Made(monkeypatch, ESCAPE)
    words = ["puzzles", "make", "contra", "--count", "2", "--keep", old, "--out", file]
    assert answer(capsys, *words)[0] == 0
    header, puzzles = read_puzzles(file)
    assert [puzzle.id for puzzle in puzzles] == ["c0007", "c0010"]
    assert (header.last, header.how) == (
        10, "eckstein puzzles make contra --count 2 --seed 1 --keep old.jsonl")


def test_puzzles_of_another_game_are_not_kept(capsys, tmp_path):
    old = write(tmp_path / "old.jsonl")
    assert "has puzzles of contra, not of pur" in answer(
        capsys, "puzzles", "make", "pur", "--keep", old, "--out", tmp_path / "new.jsonl")[2]
