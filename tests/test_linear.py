"""Every reader of text from outside takes time in proportion to its length, whatever the text is.

A reader is given texts that grow: a head, a piece again and again, and an end that does not fit.
The pieces are what the readers' patterns tell apart (blanks, letters, digits, brackets, quotes,
words of each notation), alone and behind one another.  What is compared is the processor time of
two lengths, one eight times the other: eight times as long if it grows with the text, 64 times if
with its square.  Long texts lie in memory that comes fresh from the system, so that up to 14 times
as long was measured at rest where it grows with the text, and 18 times beside other work.
"""
import contextlib
import itertools
import time

import msgspec
import pytest

from eckstein import Board, names
from eckstein.base.json_text import read_json
from eckstein.base.setting_values import number_in, whole
from eckstein.base.terminal_text import plain
from eckstein.cli.query import answer_line
from eckstein.contract import part_of
from eckstein.engine.go import read_go
from eckstein.engine.messages import read_option
from eckstein.engine.players import read_player
from eckstein.kernel.options import parse
from eckstein.lab.arena.opening_file import read_openings
from eckstein.lab.puzzles.puzzle import PuzzleError
from eckstein.lab.puzzles.puzzle_file import read_puzzles
from eckstein.lab.puzzles.tally import read_tally
from eckstein.notation.annotations import read_comments
from eckstein.notation.pgn import RecordError
from eckstein.record import read_last
from eckstein.record.conversion import read_each
from eckstein.record.exchange import FORMATS
from eckstein.server.work.texts import read_text
from eckstein.session.clock import Clock
from eckstein.wire.http_boards import ReadRequest

TIMES, MOST = 8, 3 * 8      # how much longer the longer text is, and how much longer it may take
LONGEST, STEP = 20_000, 1.6
MEASURABLE, CLEAR = 0.005, 40       # seconds, and times what a short text takes
BOARDS = {name: Board(name) for name in names()}


def _go(text):
    read_go(text.split()).without(BOARDS["contra"])


READERS = {
    **{form: lambda text, form=form: list(read_each(text, form)) for form in FORMATS},
    "any": lambda text: read_text(ReadRequest(text)),
    "piece": lambda text: read_text(ReadRequest(text, more=True)),
    "moves": lambda text: read_text(ReadRequest(text, game="contra")),
    "last": read_last, "openings": lambda text: read_openings(text, "contra", {}),
    **{f"position of {name}": board.copy().set_position for name, board in BOARDS.items()},
    **{f"move of {name}": board.read for name, board in BOARDS.items()},
    "comment": lambda text: read_comments([text]), "options": lambda text: parse([text]),
    "player": read_player, "clock": Clock.read, "go": _go, "option": read_option, "plain": plain,
    "question": lambda text: answer_line(text.encode(errors="replace"))}

BLANKS = [" ", "\n", "\t \n", "\u200b", "\u1160\ufe0f", "\r"]
LETTERS = ["a", "Z", "0", "a1", "x", "\u0301", "\ud800"]
SIGNS = ["{", "}", "{ ", "(", "[", "[\n", "[a ", "]", '"', "\\", "/", "%", ";", ",", "=", ":", "$1",
         "!", "-", "+", "#", "*", "."]
WORDS = {
    "record": ['[A "', ' [A\\"', ' [A "\\"', '[A "a"]\n', "{[%csl Ga1]} ", "1. d1d2 ", "; a\n",
               "1-0 ", '{\n[A "a" b\n', "{{}} ", "$1 "],
    "json": ["{}", "{\n", '{"a":\n', '{"a":[\n', "{x\n", "{x}\n", '"{', '{"\n', "1 ", '{"a":{}}'],
    "ramapo": ["h11 ", "Human Wins"], "studer": ["1 ", "-1\n"], "replay": ["C\n", "CWd1\n"],
    "position": ["CWd1\n", "k/K w\n", "Wd1"], "moves": ["d1d2 ", "1. "],
    "go": ["searchmoves d1d2 ", "excludemoves d1d2 ", "depth 1 "],
    "option": ["option name ", " type ", " type a default "],
    "move of duell": ["duelmat", "duell", "mat", "d1", "+"],
    "player": ["level:", "depth=1,", "alphabeta:"], "options": ["a=", "a=1 "]}
HEADS = {"any": ["board", "{", "1. e4", "[A", '[A "a" ', "0 0 "], "record": ["[", "[A", "{"],
         "comment": ["[%csl", "[%csl ", "[%clk 1", "[%eval 1"], "ramapo": ["board", "board:"],
         "move of duell": ["d1e6"], "option": ["option name a type a default "],
         "position of echek": ["k/K w "], "replay": ["C\na\nb\n"]}
# Faults that a text of pieces does not show: each of these makes a text of about so many letters.
MADE = {
    "a board of blanks": ("any", lambda n: "board" + n * " " + "x"),
    "drawings": ("comment", lambda n: f"[%cal {','.join(_arrows(n // 6))}]"),
    "nested objects": ("json", lambda n: min(n // 6, 900) * '{"a":[\n' + n // 2 * "1,")}


def _arrows(count):
    squares = [f"{column}{row}" for column in "abcdefghijklmnopqrst" for row in range(1, 27)]
    return [f"G{one}{other}" for one, other in itertools.islice(
        itertools.product(squares, squares), count)]


def _to_and_fro(count):
    """A replay in which a die jumps over another, and back, and over it again."""
    start = "PGa1Wb1We1Wg1Tb2Le2Lf2ia6ib6ig6va7rc7vd7ve7"
    after = []
    for move in ("a1a2", "a1a2c2"):
        board = Board("pur", start)
        board.push_text(move)
        after.append(f"P{board.position()[1:]}")     # a replay's letter is whose move led there
    steps = itertools.islice(itertools.cycle(after), count)
    return "\n".join(["P", "White", "Black", f"p{start[1:]}", *steps])


def seconds(read, text, tries):
    """The processor time that reading takes at best."""
    best = float("inf")
    for _ in range(tries):
        begun = time.process_time()
        with contextlib.suppress(ValueError, LookupError):
            read(text)
        best = min(best, time.process_time() - begun)
    return best


def growth(read, make):
    """How many times longer a text takes that is TIMES as long, once that can be measured; or 0."""
    length, short = 64.0, seconds(read, make(8), 3)
    while length < LONGEST:
        length *= STEP
        long = seconds(read, make(int(length)), 1)
        if long > MEASURABLE and long > CLEAR * short:
            for _ in range(20):         # others may be at work on this machine
                long = min(long, seconds(read, make(int(length)), 3))
                ratio = long / seconds(read, make(int(length) // TIMES), 8)
                if ratio < MOST:
                    break
            return ratio
    return 0.0


def repeated(head, piece, end):
    return lambda length: head + max(1, length // len(piece)) * piece + end


def cases(long):
    """Who reads, and what grows."""
    for name in READERS:
        own = WORDS.get(name, [])
        signs = [*LETTERS, *SIGNS] if long or name in ("any", "record") else []
        for head in ["", *HEADS.get(name, [])]:
            pieces = [*BLANKS, *signs, *own] if long or signs and not head else [*BLANKS, *own]
            for piece, end in itertools.product(pieces, ["", "x", "}"] if long else ["x"]):
                yield name, head, piece, end


def too_slow(long):
    return [(name, head, piece, end, ratio) for name, head, piece, end in cases(long)
            if (ratio := growth(READERS[name], repeated(head, piece, end))) > MOST]


@pytest.mark.long
def test_texts_of_equal_pieces_are_read_in_linear_time():
    assert not too_slow(long=False)


@pytest.mark.long
def test_more_texts_are_read_in_linear_time():
    assert not too_slow(long=True)


@pytest.mark.parametrize("what", MADE)
def test_a_made_text_is_read_in_linear_time(what):
    name, make = MADE[what]
    assert growth(READERS[name], make) < MOST


def test_a_chain_to_and_fro_in_a_replay_is_followed_from_its_last_square(monkeypatch):
    lengths = []

    def counted(rules, part):
        ways = part_of(rules, part)

        class Counted:
            def along(self, p, squares):
                lengths.append(len(squares))
                return ways.along(p, squares)
        return Counted()
    monkeypatch.setattr("eckstein.record.exchange.cublino.part_of", counted)
    [record] = read_each(_to_and_fro(30), "replay")
    assert record.end().ply == 1
    assert len(lengths) >= 29 and max(lengths) <= 4


def test_a_number_of_any_length_is_read_or_refused():
    digits = 5000 * "1"
    assert number_in(digits, 0, 9) is None
    with pytest.raises(ValueError, match="a number from 1 to 9"):
        whole(1, 9)(digits)
    assert [number_in(text, 1, 9) for text in ("9", "10", "", "²", "-1")] == [9, *4 * [None]]


def test_json_nested_too_deeply_is_no_json():
    with pytest.raises(msgspec.DecodeError, match="nested too deeply"):
        read_json(100_000 * "[", list)
    with pytest.raises(msgspec.DecodeError, match="utf-8"):
        read_json(b'["\xff"]', list)


def test_an_object_that_is_not_one_spoils_no_other_in_json():
    good = '{"game": "contra", "moves": ["d1d2"]}'
    for text, faults in (("null, " + good, 1), ('{"moves": [\n' + good, 1), ("oops\n" + good, 1),
                         ('{"game": "contra"}}\n' + good, 2), ('{"a{": "}"}' + good, 1),
                         (good + " " + good[:-1], 1), ("{\n{}\n}\n" + good, 1)):
        found = list(read_each(text, "json"))
        assert [len(list(one.mainline())) for one in found if not isinstance(one, RecordError)] == [
            1], text
        assert len(found) == 1 + faults, text
    two = list(read_each("{}\n  {} {}", "json"))
    assert [(one.line, one.column) for one in two] == [(1, 1), (2, 3), (2, 6)]


def test_deep_nesting_ends_no_reader():
    for deep in (20_000 * "[", 20_000 * '{"a":', 20_000 * "(", "1. d1d2 " + 5000 * "(d1c1 "):
        for name, read in READERS.items():
            try:
                read(deep)
            except RecursionError:
                pytest.fail(f"{name} does not catch that this is nested too deeply: {deep[:20]}")
            except (ValueError, LookupError):
                pass


def test_files_that_are_nested_too_deeply_are_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    (tmp_path / "puzzles.json").write_text('{"version":1,"games":' + 5000 * '{"a":')
    with pytest.raises(PuzzleError, match="is not a list of solved puzzles"):
        read_tally()
    path = tmp_path / "own.jsonl"
    path.write_text('{"eckstein":' + 5000 * "[" + "\n")
    with pytest.raises(PuzzleError, match="its first line is not a header"):
        read_puzzles(path)
