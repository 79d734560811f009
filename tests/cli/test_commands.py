"""The command line but for play: what it prints, and how it says that something is wrong."""
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import eckstein
from eckstein import Board, names
from eckstein.cli import run, tool_commands
from eckstein.cli.query import FIELDS, MAX_LINE, WANTS, answer_line
from eckstein.engine import analysis, searcher
from eckstein.engine.analysis import judge_record
from eckstein.engine.limits import Limits
from eckstein.kernel import warming
from eckstein.record import read_records

from ..games.test_perft import COUNTS
from ..helpers import after, random_games

ROOT = Path(__file__).parents[2]
START = Board("contra").position()
GAME = """\
[Game "contra"]
[Result "*"]

1. d1-d2 d7-d6 2. d2-d3 d6-d5
"""


@pytest.fixture
def call(capsys, monkeypatch, tmp_path):
    """A function that runs a command, and returns its status and what it printed."""
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def called(*words, data=b""):
        stdin = io.TextIOWrapper(io.BytesIO(data))
        monkeypatch.setattr(sys, "stdin", stdin)
        status = run(list(words))
        return status, *capsys.readouterr()
    return called


@pytest.fixture
def printed(call):
    """A function that runs a command which succeeds, and returns what it printed."""
    def called(*words, data=b""):
        status, out, _ = call(*words, data=data)
        assert status == 0
        return out
    return called


def program(*words, **more):
    """The command as a process of its own."""
    return subprocess.run([sys.executable, "-m", "eckstein", *words], capture_output=True,
                          text=True, timeout=120, check=False, **more)


# What goes wrong.

BAD = [
    (["nothing"], "nothing"),
    (["--nothing"], "--nothing"),
    (["show"], "Missing argument 'game'"),
    (["show", "chess"], "there is no game 'chess'"),
    (["show", "contra", "d1d3"], "move 1 (d1d3): a die tilts to an adjacent square"),
    (["show", "contra", "d1d2", "d7d6", "d1d2"], "move 3 (d1d2)"),
    (["show", "contra", "d1d2 d7d6", "castle"], "move 3 (castle)"),
    (["show", "contra", "-p", ""], "begins with C"),
    (["show", "contra", "-p", "CWa9"], "expected a square"),
    (["show", "contra", "-p", "Cva1Wa7"], "goal row"),
    (["show", "contra", "-o", "arrival_wins"], "name=value"),
    (["show", "contra", "-o", "board=9x9"], "no option board"),
    (["show", "contra", "-o", "arrival_wins=maybe"], "one of"),
    (["show", "contra", "-o", "repetition=x"], "repetition must be a number"),
    (["show", "contra", "-o", "repetition=1", "-o", "repetition=2"], "twice"),
    (["show", "contra", "-o", "compiled=1"], "no option compiled"),
    (["state"], "Missing argument 'game'"),
    (["state", "Contra"], "no game 'Contra'"),
    (["state", "pur", "a1a4"], "move 1 (a1a4)"),
    (["state", "duell", "D1-D9"], "move 1 (D1-D9)"),
    (["state", "echek", "-p", "k/K x"], ""),
    (["state", "contra", "--yaml"], "--yaml"),
    (["perft", "contra"], "Missing argument 'depth'"),
    (["perft", "contra", "x"], "'depth'"),
    (["perft", "contra", "-1"], "-1"),
    (["perft", "contra", "31"], "31 is not in the range 0<=x<=30"),
    (["perft", "chess", "3"], "no game 'chess'"),
    (["perft", "contra", "3", "--jobs", "0"], "'--jobs'"),
    (["play", "chess"], "no game 'chess'"),
    (["play", "contra", "--white", "nobody"], "no player 'nobody'"),
    (["play", "contra", "--black", "level:11"], "no level 11"),
    (["play", "contra", "--seed", "x"], "'--seed'"),
    (["play", "contra", "--resume"], "no unfinished game of contra"),
    (["play", "contra", "--record", "no/such/folder.txt"], "no folder"),
    (["play", "contra", "--record", "."], ""),
    (["play", "contra", "-p", "CWa9"], "expected a square"),
    (["analyse", "chess"], "no game 'chess'"),
    (["analyse", "contra", "d1d3"], "move 1 (d1d3)"),
    (["analyse", "contra", "--depth", "0"], "'--depth'"),
    (["analyse", "contra", "--time", "0"], "'--time'"),
    (["analyse", "contra", "--lines", "0"], "'--lines'"),
    (["analyse", "contra", "--file", "nothing.txt"], "nothing.txt: No such file"),
    (["analyse", "contra", "--file", "nothing.txt", "--output", "none/x.txt"],
     "none/x.txt: there is no folder none"),
    (["analyse", "contra", "--output", "x.txt"], "leave out --output"),
    (["analyse", "contra", "--nodes", "9" * 20], "'--nodes'"),
    (["analyse", "contra", "--time", "nan"], "'--time'"),
    (["analyse", "contra", "d1d2", "--file", "x.txt"], "leave out MOVES"),
    (["analyse", "contra", "--file", "x.txt", "-p", "CWd6va5"], "leave out --position"),
    (["analyse", "contra", "--file", "x.txt", "-o", "repetition=2"], "leave out --option"),
    (["analyse", "contra", "--file", "x.txt", "--lines", "2"], "leave out --lines"),
    (["rules"], "Missing argument 'game'"),
    (["rules", "chess"], "no game 'chess'"),
    (["rules", "../kernel"], "no game '../kernel'"),
    (["convert", "nothing.txt"], "nothing.txt: No such file"),
    (["convert", ".", "--to", "record"], ""),
    (["convert", "-", "--to", "music"], "music is not a format to write"),
    (["convert", "-", "--from", "music"], "music is not a format to read"),
    (["convert", "-", "--ply", "-1"], "'--ply'"),
    (["convert", "-", "-O", "none/x.txt"], "none/x.txt: there is no folder none"),
    (["convert", "-", "-O", "."], ".: it is a folder, not a file"),
    (["convert", "-"], "- contains no game"),
    (["check"], "Missing argument 'files'"),
    (["check", "nothing.txt"], "nothing.txt: No such file"),
    (["warm", "chess"], "no game 'chess'"),
    (["check-game", "chess"], "no game 'chess'"),
    (["check-game", "nothing.py"], "no file nothing.py"),
    (["check-game", "contra", "--games", "0"], "'--games'"),
    (["check-game", "contra", "-o", "board=9x9"], "no option board"),
]


@pytest.mark.parametrize(("words", "reason"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_bad_input_is_told_in_one_sentence(call, words, reason):
    status, out, err = call(*words)
    assert status == 2
    assert out == ""
    assert err.startswith("eckstein: ")
    assert err.endswith(".\n")
    assert err.count("\n") == 1
    assert reason in err


def test_too_little_memory_is_told(call, monkeypatch):
    def fail(*arguments, **switches):
        raise MemoryError
    monkeypatch.setattr("eckstein.engine.searcher.Searcher", fail)
    assert call("analyse", "contra") == (2, "", "eckstein: there is not enough memory for this.\n")


def test_a_process_says_the_same():
    done = program("state", "contra", "d1d3")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("eckstein: move 1 (d1d3): ")


def test_a_reader_that_goes_away_is_no_mistake():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-m", "eckstein", "rules", "contra"], stdout=writer,
                          stderr=subprocess.PIPE, timeout=120, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


# The program itself.

def test_the_version(printed):
    assert printed("--version") == f"eckstein {eckstein.__version__}\n"


def test_help_names_every_command(printed):
    text = printed()
    for name in ("show", "state", "query", "perft", "play", "engine", "analyse", "levels", "bench",
                 "match", "tournament", "convert", "check", "games", "rules", "warm", "check-game",
                 "doctor"):
        assert f" {name} " in text
    assert printed("--help") == printed("-h") == text


# show, state.

@pytest.mark.parametrize("game", names())
def test_show_draws_the_board(printed, game):
    text = printed("show", game)
    assert f"White to move.  {Board(game).position()}" in text
    assert len(printed("show", game, "--small")) <= len(text)


def test_show_after_moves_in_any_form(printed):
    board = after("contra", None, "d1d2", "d7d6")
    for moves in (["d1d2", "d7d6"], ["d1d2 d7d6"], ["D1-D2", "d7-d6"]):
        assert board.position() in printed("show", "contra", *moves)


def test_show_tells_check_and_the_end(printed):
    assert "Black to move (in check)." in printed("show", "duell", "F1-e6")
    assert "White wins: the goal is reached.  " in printed("show", "contra", "-p", "CWd6va5",
                                                           "d6d7")


def test_state_in_words(printed):
    text = printed("state", "contra")
    assert text == (f"White to move.  {START}\n"
                    "7 legal moves: a1a2 b1b2 c1c2 d1d2 e1e2 f1f2 g1g2\n")


@pytest.mark.parametrize("game", names())
def test_state_as_json(printed, game):
    *_, board = random_games(game, {}, [4], plies=9)
    moves = board.copy()
    texts = []
    while moves.move_stack:
        move = moves.pop()
        texts.append(moves.text(move))
    state = json.loads(printed("state", game, *texts[::-1], "--json", "-o", "repetition=0",
                               "-o", "no_progress=0"))
    assert state == {
        "game": game, "options": board.options, "position": board.position(),
        "turn": board.turn, "ply": board.ply, "legal": board.legal_texts(), "outcome": None,
        "key": f"{board.key:016x}"}


def test_the_outcome_as_json(printed):
    state = json.loads(printed("state", "contra", "-p", "CWd6va5", "d6d7", "--json"))
    assert state["outcome"] == {"winner": "white", "reason": "goal", "score": None}
    assert state["legal"] == []
    last = "Pva1we1of1vg1ie2xf2vf3He6Ra7Ab7Bc7Sd7Cf7Wg7"
    state = json.loads(printed("state", "pur", "-p", last, "e6e7", "--json"))
    assert state["outcome"] == {"winner": "black", "reason": "goal", "score": [20, 22]}


# query

def answer(**question):
    """The answer to one question."""
    return json.loads(answer_line(json.dumps(question).encode()))


def test_query_answers_line_by_line(call):
    questions = [{"id": number, "game": game, "want": "legal"}
                 for number, game in enumerate(names())]
    data = b"\n\n".join(json.dumps(question).encode() for question in questions)
    status, out, err = call("query", data=data)
    assert (status, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == [
        {"id": number, "legal": Board(game).legal_texts()} for number, game in enumerate(names())]


@pytest.mark.parametrize("game", names())
def test_every_want_of_a_query(call, game):
    board = Board(game)
    _, out, _ = call("state", game, "--json")
    assert answer(id="a", game=game) == {"id": "a", **json.loads(out)}
    assert answer(game=game, want="state") == answer(game=game)
    assert answer(game=game, want="legal")["legal"] == board.legal_texts()
    assert answer(game=game, want="notation")["notation"] == {
        board.text(move): board.notation(move) for move in board.legal_moves}
    described = answer(game=game, want="describe")["moves"]
    assert [move["text"] for move in described] == [board.text(m) for m in board.legal_moves]
    assert all(move["steps"] for move in described)
    assert answer(game=game, want="perft", depth=1)["perft"] == len(board.legal_moves)
    assert answer(game=game, want="perft", depth=0)["perft"] == 1


@pytest.mark.parametrize("wants", [
    ["legal"], ["legal", "notation"], ["perft", "state", "describe"], ["state", "legal", "legal"],
    ["state", "legal", "describe", "notation", "perft"]])
def test_several_wants_are_answered_together(wants):
    question = {"id": 3, "game": "duell", "moves": ["D1-e6"], "depth": 2}
    together = {}
    for want in wants:
        together |= answer(**question, want=want)
    assert answer(**question, want=wants) == together
    assert len(together) > len(set(wants))


def test_a_query_with_everything():
    board = after("contra", "CWd6va5", "d6c6", arrival_wins=True, repetition=0)
    said = answer(id=[1, {"x": None}], game="contra", position="CWd6va5", moves=["d6-c6"],
                  options={"arrival_wins": True, "repetition": 0}, want="state", depth=None)
    assert said["id"] == [1, {"x": None}]
    assert (said["position"], said["options"]) == (board.position(), board.options)
    assert answer(game="contra", position="startpos")["position"] == START
    assert answer(game="contra", options={"arrival_wins": "on"})["options"]["arrival_wins"] is True


def test_a_query_about_a_finished_game():
    over = {"game": "contra", "position": "CWd7va5"}
    assert answer(**over)["outcome"]["winner"] == "white"
    assert answer(**over, want="legal") == {"id": None, "legal": []}
    assert answer(**over, want="describe") == {"id": None, "moves": []}
    assert answer(**over, want="perft", depth=3) == {"id": None, "perft": 0}


BAD_FIELDS = [
    ({"game": "contra", "colour": "white"}, "colour", "there is no field colour"),
    ({"game": "contra", "want": "moves"}, "want", "want is one of"),
    ({"game": "contra", "want": []}, "want", "want is one of"),
    ({"game": "contra", "want": ["legal", "moves"]}, "want", "want is one of"),
    ({"game": "contra", "want": ["legal", ["state"]]}, "want", "want is one of"),
    ({"game": "contra", "want": {"legal": 1}}, "want", "want is one of"),
    ({"game": "contra", "want": ["legal", "perft"]}, "depth", "depth is a number"),
    ({}, "game", "game is the name"),
    ({"game": 3}, "game", "game is the name"),
    ({"game": "chess"}, "game", "no game 'chess'"),
    ({"game": "contra", "options": []}, "options", "an object"),
    ({"game": "contra", "options": {"board": "9x9"}}, "options", "no option board"),
    ({"game": "contra", "options": {"arrival_wins": 7}}, "options", "one of"),
    ({"game": "contra", "options": {"repetition": {}}}, "options", "repetition must be a number"),
    ({"game": "contra", "options": {"compiled": True}}, "options", "no option compiled"),
    ({"game": "contra", "options": {"position": "x"}}, "options", "no option position"),
    ({"game": "contra", "options": {"self": 1}}, "options", "no option self"),
    ({"game": "contra", "position": 3}, "position", "position is a text"),
    ({"game": "contra", "position": "CWa9"}, "position", "expected a square"),
    ({"game": "contra", "position": "Cva1Wa7"}, "position", "goal row"),
    ({"game": "contra", "moves": "d1d2"}, "moves", "a list of texts"),
    ({"game": "contra", "moves": [3]}, "moves", "a list of texts"),
    ({"game": "contra", "moves": ["d1d2", "d1d2"]}, "moves", "move 2 (d1d2)"),
    ({"game": "contra", "want": "perft"}, "depth", "depth is a number"),
    ({"game": "contra", "want": "perft", "depth": "3"}, "depth", "depth is a number"),
    ({"game": "contra", "want": "perft", "depth": True}, "depth", "depth is a number"),
    ({"game": "contra", "want": "perft", "depth": 31}, "depth", "from 0 to 30"),
]


@pytest.mark.parametrize(("question", "field", "reason"), BAD_FIELDS)
def test_a_query_names_the_bad_field(question, field, reason):
    said = answer(id=7, **question)
    assert set(said) == {"id", "error", "field"}
    assert (said["id"], said["field"]) == (7, field)
    assert reason in said["error"]


@pytest.mark.parametrize(("line", "reason"), [
    (b"hello", "not JSON"), (b"[1, 2]", "a JSON object"), (b"null", "a JSON object"),
    (b"\xff\xfe", "not JSON"), (b'{"game": "contra"', "not JSON"), (b"[" * 100_000, "nested"),
    (b" " * MAX_LINE + b"{}", "at most"), (b'{"id": "\\ud800"}', "not JSON")])
def test_a_query_that_is_no_object(line, reason):
    said = json.loads(answer_line(line))
    assert (said["id"], said["field"]) == (None, None)
    assert reason in said["error"]


def check_answer(line):
    """One line of JSON, whatever was asked."""
    said = answer_line(line)
    assert b"\n" not in said
    assert isinstance(json.loads(said), dict)


@given(st.binary(max_size=80))
def test_any_bytes_get_one_line_of_json(line):
    check_answer(line)


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8),
    st.sampled_from([*names(), *WANTS, START, "CWd3va7", "d1d2"]),
    st.lists(st.one_of(st.integers(), st.sampled_from(["d1d2", "d7d6", "d1d9"])), max_size=3),
    st.dictionaries(st.sampled_from(["arrival_wins", "repetition", "compiled", "game", "x"]),
                    st.one_of(st.booleans(), st.integers(), st.text(max_size=3)), max_size=2))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from([*FIELDS, "other"]), VALUES, max_size=7))
def test_any_question_gets_one_line_of_json(question):
    if question.get("depth") in range(4, 31):
        question["depth"] = 31
    check_answer(json.dumps(question).encode())


# perft, games, rules, levels.

@pytest.mark.parametrize(("game", "count"), [("contra", 511), ("echek", 33_491)])
def test_perft_and_its_parts(call, game, count):
    status, out, err = call("perft", game, "3")
    assert (status, out) == (0, f"{count}\n")
    assert "million a second" in err
    status, out, _ = call("perft", game, "3", "--divide", "-j", "2")
    *parts, total = out.splitlines()
    found = {text: int(number) for text, number in (part.split(": ") for part in parts)}
    assert sorted(found) == Board(game).legal_texts()
    assert sum(found.values()) == int(total) == count


@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize(("game", "options", "position", "counts"), COUNTS[:12])
def test_shallow_perft_needs_no_compiler(printed, game, options, position, counts, depth):
    words = [] if position is None else ["-p", position]
    for name, value in options.items():
        words += ["-o", f"{name}={int(value) if isinstance(value, bool) else value}"]
    assert int(printed("perft", game, str(depth), *words)) == (1, *counts)[depth]


def test_games_in_words(printed):
    text = printed("games")
    assert all(f"\n{game} " in "\n" + text for game in names())
    assert "arrival_wins = 0 / 1" in text
    assert "repetition = 3" in text


def test_games_as_json(printed):
    facts = json.loads(printed("games", "--json"))
    assert list(facts) == names()
    for game in names():
        assert facts[game]["start"] == Board(game).position()
        assert set(facts[game]["options"]) == set(Board(game).options)
    assert facts["duell"]["board"] == "9 x 8"
    assert facts["echek"]["board"] == "an endless plane"


@pytest.mark.parametrize("game", names())
def test_rules_of_every_game(printed, game):
    text = printed("rules", game)
    assert text.startswith("# ")
    assert "## Your move" in text


def test_levels(printed):
    lines = printed("levels").splitlines()
    assert [int(line.split()[0]) for line in lines] == list(range(1, 11))
    assert "no limit" in lines[-1]


@pytest.mark.parametrize("game", names())
def test_levels_of_a_game(printed, game):
    lines = printed("levels", game).splitlines()
    assert len(lines) == 10
    assert all("nodes a move" in line for line in lines[:-1])
    assert "(1 ply, " in lines[0]
    assert "errs by" in lines[0] and "errs by" not in lines[8]


def test_levels_of_a_game_that_is_not_there():
    done = program("levels", "chess")
    assert done.returncode == 2
    assert "no game 'chess'" in done.stderr


# convert, check.

def test_convert_from_standard_input_to_the_screen(printed):
    assert printed("convert", "--to", "moves", data=GAME.encode()) == "d1d2 d7d6 d2d3 d6d5\n"
    assert printed("convert", "--ply", "0", data=GAME.encode()) == START + "\n"
    assert printed("convert", "-", data=b"\xef\xbb\xbf" + START.encode()) == START + "\n"


def test_convert_from_a_file_to_a_file(printed, tmp_path):
    (tmp_path / "game.txt").write_text(GAME)
    assert printed("convert", "game.txt", "--to", "json", "-O", "game.json") == ""
    assert json.loads((tmp_path / "game.json").read_text())["moves"] == [
        "d1d2", "d7d6", "d2d3", "d6d5"]


def test_convert_what_is_not_text(call):
    status, out, err = call("convert", data=b"C\xff")
    assert (status, out) == (2, "")
    assert "not text in UTF-8 (byte 2)" in err


@pytest.mark.parametrize("content, kind", [
    (b"\x89PNG\r\n\x1a\n", "PNG"), (b"%PDF-1.4\n", "PDF"), (b"PK\x03\x04", "ZIP"),
    (b"\x1f\x8b\x08\0", "gzip"), (b"SQLite format 3\0", "SQLite")])
@pytest.mark.parametrize("command", ["check", "convert"])
def test_a_file_of_another_kind_is_called_what_it_is(call, tmp_path, command, content, kind):
    (tmp_path / "file").write_bytes(content + bytes(100))
    status, _, err = call(command, "file")
    assert status == 2 and f"file is a file of the kind {kind}, and not text" in err


def test_convert_names_the_first_mistake(call):
    wrong = GAME.replace("d6-d5", "d6-d4").encode()
    status, out, err = call("convert", "--to", "moves", data=wrong)
    assert (status, out) == (2, "")
    assert "d6-d4" in err


BAD = GAME.replace("d6-d5", "d6-d4")


@pytest.mark.parametrize("form", ["record", "json", "moves"])
def test_convert_skips_and_names_the_bad_games(call, tmp_path, form):
    (tmp_path / "games.txt").write_text("\n".join([GAME, BAD, GAME, BAD]))
    status, out, err = call("convert", "games.txt", "--to", form)
    assert status == 1 and out == call("convert", "-", "--to", form,
                                       data=f"{GAME}\n{GAME}".encode())[1]
    assert [line.split(", column")[0] for line in err.splitlines()] == [
        "games.txt: game 2, line 9", "games.txt: game 4, line 19"]
    status, _, err = call("convert", "games.txt", "--to", "record", "-O", "games.txt")
    assert status == 2 and "would be written without it" in err
    assert (tmp_path / "games.txt").read_text().count("[Game") == 4


def test_every_reader_reads_json(call, tmp_path):
    assert call("convert", "--to", "json", "-O", "game.json", data=GAME.encode())[0] == 0
    assert call("convert", "game.json", "--to", "moves")[:2] == (0, "d1d2 d7d6 d2d3 d6d5\n")
    assert call("check", "game.json") == (0, "game.json: 1 game, every move is legal\n", "")
    assert call("render", "--file", "game.json", "--out", "game.svg")[0] == 0
    status, out, _ = call("analyse", "--file", "game.json", "--depth", "1", "--hash", "1",
                          "--output", "game.txt")
    assert status == 0 and "d6-d5" in out
    assert (tmp_path / "game.txt").read_text().count("[%eval") == 4


@pytest.mark.parametrize("content", ["", " \n", "\ufeff", "{ only a comment }\n"],
                         ids=["empty", "blank", "mark", "comment"])
@pytest.mark.parametrize("words", [
    ["convert", "it"], ["check", "it"], ["analyse", "contra", "--file", "it"],
    ["analyse", "--file", "it", "--output", "new.txt"], ["render", "--file", "it"],
    ["render", "--file", "it", "--number", "2", "--out", "new.svg"], ["play", "--replay", "it"],
    ["play", "--plain", "--replay", "it"]], ids=" ".join)
def test_where_there_is_no_game_one_sentence_says_so(call, tmp_path, words, content):
    (tmp_path / "it").write_text(content, encoding="utf-8")
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert err in ("eckstein: it contains no game.\n", "eckstein: there is no game in it.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["it"]


def test_standard_input_may_be_empty(call):
    for command in ("convert", "check"):
        status, out, err = call(command, "-", data=b" \n")
        assert (status, out) == (2, "") and "no game" in err


@pytest.mark.parametrize(("encoding", "named"), [
    ("utf-16", None), ("utf-8-sig", None), ("utf-32", None), ("latin-1", "latin-1"),
    ("cp1252", "cp1252"), ("utf-16-le", "utf-16-le"), ("utf-16-be", "utf-16-be")])
def test_encodings(call, tmp_path, encoding, named):
    text = GAME.replace('[Game "contra"]', '[Game "contra"]\n[White "M\u00fcller"]')
    (tmp_path / "game.txt").write_bytes(text.encode(encoding))
    words = ["--encoding", named] if named else []
    status, out, _ = call("convert", "game.txt", "--to", "record", *words)
    assert status == 0 and '[White "M\u00fcller"]' in out
    assert call("check", "game.txt", *words)[0] == 0
    if named:
        status, out, err = call("convert", "game.txt", "--to", "record")
        assert (status, out) == (2, "") and "--encoding" in err


def test_encodings_that_there_are_not(call, tmp_path):
    (tmp_path / "game.txt").write_bytes(GAME.encode())
    assert "there is no encoding klingon" in call("check", "game.txt", "--encoding", "klingon")[2]
    (tmp_path / "name.txt").write_bytes("M\u00fcller".encode())
    assert "name.txt is not text in ascii (byte 2)" in call(
        "check", "name.txt", "--encoding", "ascii")[2]
    assert "only with --file" in call("analyse", "contra", "--encoding", "latin-1")[2]
    assert "only with --replay" in call("play", "contra", "--encoding", "latin-1")[2]


def test_check_warns_of_what_has_no_place(call, tmp_path):
    (tmp_path / "games.txt").write_text('[Position "CWd6va7"]\n\nd6-d7 a7-a6 *\n\n' + GAME)
    (tmp_path / "words.txt").write_text("nothing of ours\n")
    status, out, err = call("check", "words.txt", "games.txt")
    assert (status, err) == (1, "")
    words, warning, rest = out.splitlines()
    assert words.startswith("words.txt: ") and "not recognised" in words
    assert warning.startswith("games.txt: game 1, line 3, column 7: the game was over before a7-a6")
    assert rest == "games.txt: 2 games, every move is legal"


def test_check_games(call, tmp_path):
    (tmp_path / "good.txt").write_text(GAME + "\n" + GAME)
    (tmp_path / "bad.txt").write_text(GAME.replace("d6-d5", "d6-d4"))
    (tmp_path / "empty.txt").write_text("")
    assert call("check", "good.txt") == (0, "good.txt: 2 games, every move is legal\n", "")
    status, out, err = call("check", "bad.txt")
    assert (status, err) == (1, "")
    assert out.startswith("bad.txt: game 1, line 4, column ")
    assert "d6-d4" in out
    status, out, err = call("check", "good.txt", "empty.txt", "bad.txt", "-", data=b" \n")
    assert (status, len(out.splitlines())) == (2, 2)
    assert err == "eckstein: there is no game in empty.txt, -.\n"
    assert call("check", "-", data=GAME.encode())[0] == 0


def test_check_names_every_bad_game_and_goes_on(call, tmp_path):
    bad, duell = GAME.replace("d6-d5", "d6-d4"), '[Game "duell"]\n\n1. D1-e6 *\n'
    (tmp_path / "games.txt").write_text("\n".join([GAME, bad, duell, bad]))
    status, out, err = call("check", "games.txt")
    assert (status, err) == (1, "")
    first, second, rest = out.splitlines()
    assert first.startswith("games.txt: game 2, line 9, column ")
    assert second.startswith("games.txt: game 4, line 18, column ")
    assert rest == "games.txt: 2 other games, every move is legal"


def test_check_a_file_of_several_kinds_of_games(call, tmp_path):
    (tmp_path / "games.txt").write_text(GAME + '\n[Game "duell"]\n\n1. D1-e6 *\n')
    assert call("check", "games.txt") == (0, "games.txt: 2 games, every move is legal\n", "")


def test_check_what_is_not_text(call, tmp_path):
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    status, out, err = call("check", "picture.png")
    assert (status, out) == (2, "")
    assert "picture.png is not text" in err


# analyse, bench.

def test_analyse_a_position(printed):
    lines = printed("analyse", "contra", "d1d2", "--depth", "4", "-n", "3", "--hash", "1"
                    ).splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["1.", "2.", "3."]
    assert lines[3].startswith("depth 4, ")


@pytest.fixture
def cold(monkeypatch):
    """What happens, in its order, at a terminal where searches have to be compiled before."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    events, seconds = [], Limits.seconds

    def begun(limits, board):
        events.append("time begins")
        return seconds(limits, board)

    def loaded(*_):
        if events[-1:] != ["loaded"]:       # one part after the other; libraries have fewer
            events.append("loaded")
    monkeypatch.setattr(searcher, "must_compile", lambda *_: "loaded" not in events)
    monkeypatch.setattr(searcher, "load", loaded)
    monkeypatch.setattr(Limits, "seconds", begun)
    return events


def test_the_time_to_analyse_begins_when_the_engine_is_ready(call, cold):
    status, out, err = call("analyse", "contra", "--depth", "1", "--hash", "1")
    assert (status, cold) == (0, ["loaded", "time begins"])
    assert out.startswith("1. ")
    assert "Compiling the engine for contra, once" in err


def test_the_time_to_judge_a_game_begins_when_the_engine_is_ready(call, cold, tmp_path):
    (tmp_path / "game.txt").write_text(GAME)
    status, _, err = call("analyse", "contra", "--file", "game.txt", "--depth", "1", "--hash", "1")
    assert (status, cold) == (0, ["loaded"] + 5 * ["time begins"])
    assert err.count("Compiling the engine for contra, once") == 1


def test_an_engine_that_need_not_be_compiled_is_ready_without_a_word(call, cold):
    cold.append("loaded")
    assert "compiled" not in call("analyse", "contra", "--depth", "1", "--hash", "1")[2]


def test_nobody_is_told_of_compiling_where_nobody_looks(call, cold, monkeypatch):
    monkeypatch.delenv("FORCE_COLOR")
    assert call("analyse", "contra", "--depth", "1", "--hash", "1")[2] == ""
    assert cold == ["loaded", "time begins"]


def test_analyse_tells_a_win(printed):
    text = printed("analyse", "contra", "-p", "CWd6va5", "--depth", "3", "--hash", "1")
    assert "White wins in 1  d6-d7#" in text
    text = printed("analyse", "contra", "-p", "cWd3va2", "--depth", "3", "--hash", "1")
    assert "Black wins in 1  a2-a1#" in text
    assert printed("analyse", "contra", "-p", "CWd7va5") == "White wins: the goal is reached.\n"


def test_analyse_as_json(printed):
    text = printed("analyse", "contra", "d1d2", "--depth", "3", "--json", "--hash", "1")
    found = [json.loads(line) for line in text.splitlines()]
    assert [info["depth"] for info in found] == [1, 2, 3]
    assert set(found[0]) == {"depth", "seldepth", "line", "value", "mate", "nodes", "seconds",
                             "moves"}
    assert json.loads(printed("analyse", "contra", "-p", "CWd7va5", "--json")) == {
        "outcome": "White wins (goal)"}


def test_analyse_a_file(call, tmp_path):
    (tmp_path / "game.txt").write_text(GAME)
    words = ("analyse", "contra", "--file", "game.txt", "--depth", "2", "--hash", "1")
    status, out, _ = call(*words, "-O", "out.txt")
    assert status == 0
    assert [line.split()[1] for line in out.splitlines()[:4]] == [
        "d1-d2", "d7-d6", "d2-d3", "d6-d5"]
    assert call("check", "out.txt")[0] == 0
    status, out, _ = call(*words, "--json")
    verdicts = [json.loads(line) for line in out.splitlines()]
    assert [(verdict["game"], verdict["ply"]) for verdict in verdicts] == [
        (1, 1), (1, 2), (1, 3), (1, 4)]


def test_analyse_marks_a_win_in_one_that_is_missed(call, tmp_path):
    (tmp_path / "game.txt").write_text(
        '[Game "contra"]\n[Position "CWd6Wa1Wb1Wc1We1Wf1Wg1va7vg7"]\n\n1. d6-e6 *\n')
    words = ("analyse", "contra", "--file", "game.txt", "--depth", "2", "--hash", "1")
    status, out, _ = call(*words, "-O", "out.txt")
    assert status == 0
    first, last = out.splitlines()
    assert first.startswith("  1.   d6-e6 ") and first.endswith("  ?? better d6-d7#")
    assert last == "game 1: the moves that lost most: 1. d6-e6 (misses a forced win)"
    assert "1. d6-e6 $4" in (tmp_path / "out.txt").read_text()
    assert json.loads(call(*words, "--json")[1])["judgement"] == "missed-win"


def test_analysing_that_is_stopped_loses_no_game(call, tmp_path, monkeypatch):
    def judge(record, searcher, limits):
        judged.append(record)
        if len(judged) > 1:
            raise KeyboardInterrupt
        yield from judge_record(record, searcher, limits)
    judged = []
    monkeypatch.setattr(analysis, "judge_record", judge)
    (tmp_path / "games.txt").write_text(f"{GAME}\n{GAME}")
    status, _, err = call("analyse", "contra", "--file", "games.txt", "--output", "games.txt",
                          "--depth", "1", "--hash", "1")
    assert status == 130
    assert "stopped; 1 of 2 games judged" in err
    first, second = read_records((tmp_path / "games.txt").read_text())
    assert all(node.evaluation for node in first.mainline())
    assert [node.text for node in second.mainline()] == [node.text for node in first.mainline()]
    assert not any(node.evaluation for node in second.mainline())


def test_analyse_a_file_of_another_game(call, tmp_path):
    (tmp_path / "game.txt").write_text(GAME)
    (tmp_path / "empty.txt").write_text("")
    assert "holds a game of contra" in call("analyse", "pur", "--file", "game.txt")[2]
    (tmp_path / "noise").write_bytes(b"\x00\xff")
    assert "noise is not text in UTF-8 (byte 2)" in call("analyse", "pur", "--file", "noise")[2]
    assert "empty.txt contains no game" in call("analyse", "pur", "--file", "empty.txt")[2]


SHORT = '[Game "{}"]\n\n1. {} *\n'
QUICK = ("--depth", "1", "--hash", "1")


def judged(out):
    """The moves in what `analyse --file` prints."""
    return [line.split()[1] for line in out.splitlines() if not line.startswith("game ")]


@pytest.mark.parametrize("game", [(), ("contra",), ("duell",)], ids=["no game", "contra", "duell"])
def test_analyse_a_file_of_several_kinds_of_games(call, tmp_path, game):
    (tmp_path / "games.txt").write_text("\n".join([
        SHORT.format("contra", "d1-d2"), SHORT.format("duell", "D1-e6")]))
    status, out, _ = call("analyse", *game, "--file", "games.txt", *QUICK)
    assert (status, judged(out)) == (0, ["d1-d2", "D1-e6"])


def test_analyse_names_every_bad_game_and_judges_the_others(call, tmp_path):
    (tmp_path / "games.txt").write_text("\n".join([
        SHORT.format("contra", "d1-d2"), SHORT.format("contra", "d1-d3"),
        SHORT.format("contra", "c1-c2"), SHORT.format("contra", "c1-c2 (")]))
    status, out, err = call("analyse", "contra", "--file", "games.txt", *QUICK, "-O", "judged.txt")
    assert (status, judged(out)) == (1, ["d1-d2", "c1-c2"])
    assert "games.txt: game 2, line 7, column 4: move 1. d1-d3: " in err
    assert "games.txt: game 4, line 15, column 10: this variation is not closed with )" in err
    assert call("check", "judged.txt")[1] == "judged.txt: 2 games, every move is legal\n"


def test_verdicts_tell_the_number_of_their_game_in_the_file(call, tmp_path):
    (tmp_path / "games.txt").write_text("\n".join([
        SHORT.format("contra", "d1-d3"), SHORT.format("contra", "c1-c2")]))
    status, out, _ = call("analyse", "--file", "games.txt", *QUICK, "--json")
    assert (status, [json.loads(line)["game"] for line in out.splitlines()]) == (1, [2])


def test_judged_games_do_not_take_the_place_of_one_that_cannot_be_read(call, tmp_path):
    text = SHORT.format("contra", "d1-d2") + "\n" + SHORT.format("contra", "d1-d3")
    (tmp_path / "games.txt").write_text(text)
    (tmp_path / "same.txt").symlink_to("games.txt")
    status, out, err = call("analyse", "--file", "games.txt", "-O", "same.txt", *QUICK)
    assert (status, out) == (2, "")
    assert "game 2, line 7, column 4" in err
    assert "name another file" in err
    assert (tmp_path / "games.txt").read_text() == text


def test_analyse_neither_a_game_nor_a_file(call):
    assert "name a game" in call("analyse", *QUICK)[2]


def test_bench_sums_the_nodes(printed, monkeypatch):
    from eckstein.engine import signature
    monkeypatch.setattr(signature, "POSITIONS", (("contra", "", 4), ("contra", "d1d2 d7d6", 3)))
    lines = printed("bench").splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == [
        "contra depth 4", "contra d1d2 d7d6 depth 3"]
    assert int(lines[-1]) == sum(int(line.split(": ")[1]) for line in lines[:-1])
    assert printed("bench").splitlines() == lines


# check-game, doctor, warm.

def test_check_game(printed):
    lines = printed("check-game", "contra", "--games", "1").splitlines()
    assert len(lines) == 14
    assert all(line.startswith("ok: ") for line in lines)
    assert len(printed("check-game", "duell", "--games", "1", "--no-compiled").splitlines()) == 13


def test_check_game_finds_what_is_broken(tmp_path):
    rules = (ROOT / "examples" / "ferry" / "__init__.py").read_text()
    line = "\ndef problems(p):\n"
    assert rules.count(line) == 1
    (tmp_path / "broken").mkdir()
    broken = tmp_path / "broken" / "__init__.py"
    broken.write_text(rules.replace(line, f"{line}    return ['it rains']\n"))
    for name in (broken, broken.parent):
        done = program("check-game", str(name), "--games", "1", "--no-compiled")
        assert (done.returncode, done.stderr) == (1, "")
        assert done.stdout.splitlines()[-1].startswith("broken: ")
        assert "it rains" in done.stdout


def test_doctor(call, monkeypatch):
    from eckstein.board import game_check as checking
    monkeypatch.setattr(checking, "check_game", lambda game, count, lives: iter([]))
    status, out, _ = call("doctor")
    assert status == 0
    assert out.startswith(f"Python {sys.version.split()[0]} on ")
    assert f"eckstein {eckstein.__version__}" in out
    assert "compiled ahead of time: " in out
    assert "compiled by Numba: " in out
    assert out.count("compiled and interpreted rules agree on a sample") == len(names())
    assert all(f"\n{game}: judged by " in out for game in names())


def test_doctor_says_which_net_cannot_be_used(call, monkeypatch, tmp_path):
    from eckstein.board import game_check as checking
    monkeypatch.setattr(checking, "check_game", lambda game, count, lives: iter([]))
    monkeypatch.setenv("ECKSTEIN_NETS", str(tmp_path))
    (tmp_path / "pur.net").write_bytes(b"")
    status, out, _ = call("doctor")
    assert status == 1
    assert "\ncontra: judged by fitted weights\n" in out
    assert f"\npur: the net {tmp_path / 'pur.net'} is empty\n" in out


@pytest.mark.parametrize(("package", "said"), [
    ("nowhere_at_all", "the server thinks for the pages (pip install 'eckstein[browser]')"),
    ("email", "what email has is of other pages, or not built; the server thinks for them")])
def test_doctor_says_whether_browsers_think(call, monkeypatch, tmp_path, package, said):
    from eckstein.base import web_files
    from eckstein.board import game_check as checking
    monkeypatch.setattr(checking, "check_game", lambda game, count, lives: iter([]))
    monkeypatch.setattr(web_files, "WEB", tmp_path)
    assert "in browsers: the pages are not built (make web)" in call("doctor")[1]
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "index.html").write_text("<!doctype html>")
    monkeypatch.setattr(web_files, "PACKAGE", package)
    monkeypatch.setattr(web_files, "browser_files", lambda: None)
    assert f"in browsers: {said}" in call("doctor")[1]


def test_doctor_says_which_extras_are_there(call, monkeypatch):
    from eckstein.board import game_check as checking
    monkeypatch.setattr(checking, "check_game", lambda *given, **more: [])
    monkeypatch.setattr(tool_commands, "requires", lambda name: [
        "msgspec>=0.19", 'pytest>=8; extra == "here"', 'no-such-package; extra == "tui"',
        'pytest; extra == "tui"', 'no-such-package; extra == "dev"'])
    out = call("doctor")[1]
    assert "extra here: there\n" in out
    assert "extra tui: needs no-such-package (pip install 'eckstein[tui]')\n" in out
    assert "extra dev" not in out


def test_without_a_compiler_it_is_told_how_to_check_a_game_all_the_same(monkeypatch):
    monkeypatch.setenv("ECKSTEIN_LIFE", "library")
    done = program("check-game", str(ROOT / "examples" / "magpie.py"), "--games", "1")
    assert done.returncode == 2
    assert done.stderr.endswith("; or leave compiled rules out with --no-compiled.\n")


def test_doctor_finds_what_is_broken(call, monkeypatch):
    from eckstein.board import game_check as checking

    def fails(game, count, lives):
        if game == "ecke":
            raise checking.ContractError("a corner is missing")
        yield "fine"
    monkeypatch.setattr(checking, "check_game", fails)
    status, out, _ = call("doctor")
    assert status == 1
    assert "ecke: a corner is missing" in out
    assert out.count("agree on a sample") == len(names()) - 1


@pytest.mark.parametrize("templates", [
    ("search.play.perft",), pytest.param(warming.TEMPLATES, marks=pytest.mark.long)], ids=len)
def test_warm_one_game(call, once_by_numba, monkeypatch, templates):
    monkeypatch.setattr(warming, "TEMPLATES", templates)
    status, out, err = call("warm", "contra", "contra", "-j", "1")
    assert (status, out) == (0, "")
    assert err.count("contra: ") == 1
