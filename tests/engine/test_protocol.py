"""The engine as a program: its commands and answers are as docs/protocol/ describes them."""
import doctest
import errno
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eckstein import Board, names
from eckstein.engine import nets
from eckstein.engine.go import read_go
from eckstein.engine.limits import Limits
from eckstein.engine.protocol import CHECKS, MOST_THREADS, SPINS, Protocol
from eckstein.engine.searcher import Searcher
from eckstein.kernel import options as option_values

from ..helpers import after
from .talk import PATIENCE, Talk, fields

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
DETAILS = {page.stem: page.read_text(encoding="utf-8")
           for page in (DOCS / "protocol").glob("*.md")}
COMMAND = [sys.executable, "-m", "eckstein", "engine"]
ERROR = "info string error "
OVER = "CWd7va5"


@pytest.fixture
def talk():
    """A protocol of its own."""
    one = Talk()
    yield one
    one.close()


@pytest.fixture(scope="module")
def shared():
    """A protocol for tests that leave it as they found it."""
    one = Talk()
    yield one
    one.close()


def moves_said(lines):
    """The moves of all `bestmove` lines."""
    return [line.split()[1] for line in lines if line.startswith("bestmove")]


# Who it is, and whether it is ready.

def test_uci_declares_every_option(talk):
    lines = talk.ask("uci")
    assert lines[0].startswith("id name Eckstein ")
    assert lines[-1] == "uciok"
    declared = [line.split()[2] for line in lines if line.startswith("option name ")]
    rules = {option.name for game in names() for option in option_values.own_options(game)}
    assert len(set(declared)) == len(declared)
    assert set(declared) == {"UCI_Variant", "EvalFile", "Clear", *SPINS, *CHECKS, *rules,
                             *option_values.COUNTS}
    for game in names():
        assert f" var {game}" in lines[2]


def test_the_pages_tell_every_option_and_command():
    told = set(re.findall(r"`(\w+)`", DETAILS["options"]))
    rules = {option.name for game in names() for option in option_values.own_options(game)}
    assert {"UCI_Variant", *SPINS, *CHECKS, *rules, *option_values.COUNTS} <= told
    described = "\n".join(DETAILS[page] for page in ("commands", "go", "answers"))
    assert set(re.findall(r"^## (\w+)$", described, re.MULTILINE)) == {
        *Talk().protocol._commands, "quit", "info", "bestmove"}


def test_isready(talk):
    assert talk.ask("isready") == ["readyok"]


def test_isready_is_answered_in_the_middle_of_a_search(talk):
    talk.tell("setoption name UCI_Variant value duell", "go infinite")
    talk.tell("isready")
    assert talk.searches()
    assert "readyok" in talk.heard()


def test_empty_lines_are_passed_over(talk):
    assert talk.ask("", "   ", "\n", "\t") == []


# Positions.

def test_positions(talk):
    assert talk.position() == Board("contra").position()
    assert talk.ask("position startpos moves d1d2 d7d6") == []
    assert talk.position() == after("contra", None, "d1d2", "d7d6").position()
    assert talk.ask('position text "CWd3va7" moves d3e3') == []
    assert talk.position() == after("contra", "CWd3va7", "d3e3").position()
    assert talk.ask("position text CWd3va7 moves") == []
    assert talk.position() == "CWd3va7"


def test_a_position_text_with_blanks_stands_in_quotation_marks(talk):
    talk.tell("setoption name UCI_Variant value echek")
    assert talk.ask('position text "k/K w QRBNPqrbnp Ss m13" moves N@l13') == []
    assert talk.position() == after("echek", None, "N@l13").position()


def test_blanks_between_the_words_of_a_position_may_be_many(talk):
    assert talk.ask(' position \t text   "CWd3va7"   moves\td3e3 ') == []
    assert talk.position() == after("contra", "CWd3va7", "d3e3").position()


def test_moves_are_history(talk):
    shuffle = "a2b2 e3d3 b2a2 d3e3 a2b2 e3d3 b2a2"
    lines = talk.ask(f"position text cWe3va2 moves {shuffle}", "go depth 4")
    assert moves_said(lines) == ["d3e3"]
    assert fields(lines[-2])["cp"] == "0"


# Options.

@pytest.fixture
def read(monkeypatch):
    """The texts of all moves that boards have read."""
    texts, parse = [], Board.parse

    def noted(board, text):
        texts.append(text)
        return parse(board, text)
    monkeypatch.setattr(Board, "parse", noted)
    return texts


def test_moves_that_were_told_before_are_not_read_again(talk, read):
    talk.tell("position startpos moves d1d2 d7d6", "position startpos moves d1d2 d7d6 d2d3 d6d5")
    assert read == ["d1d2", "d7d6", "d2d3", "d6d5"]
    assert talk.position() == after("contra", None, *read).position()


@pytest.mark.parametrize("moves", [["d1d2", "d7d6", "e1e2"], ["d1d2"], [], ["e1e2", "d7d6"]])
def test_a_game_that_took_another_way_is_taken_back_to_where_it_parted(talk, moves):
    talk.tell("position startpos moves d1d2 d7d6 d2d3 d6d5",
              " ".join(["position startpos moves", *moves]))
    board = after("contra", None, *moves)
    assert talk.position() == board.position()
    assert talk.protocol._board.keys() == board.keys()


def test_moves_from_another_position_are_read_anew(talk):
    talk.tell("position startpos moves d1d2 d7d6", 'position text "CWd5va4" moves d5d6 a4b4')
    assert talk.position() == after("contra", "CWd5va4", "d5d6", "a4b4").position()
    talk.tell("position startpos moves d1d2 d7d6")
    assert talk.position() == after("contra", None, "d1d2", "d7d6").position()


def test_moves_under_other_rules_are_read_anew(talk):
    talk.tell("position startpos moves d1d2 d7d6", "setoption name repetition value 2",
              "position startpos moves d1d2 d7d6")
    assert talk.protocol._board == after("contra", None, "d1d2", "d7d6", repetition=2)


def test_a_bad_move_after_known_ones_is_told_with_its_number(talk):
    talk.tell("position startpos moves d1d2 d7d6")
    assert talk.ask("position startpos moves d1d2 d7d6 d2d5")[0].startswith(
        f"{ERROR}move 3 (d2d5): ")
    assert talk.position() == after("contra", None, "d1d2", "d7d6").position()


def test_moves_are_played_by_compiled_rules_once_these_are_at_hand(talk):
    talk.tell("position startpos moves d1d2")
    assert not talk.protocol._board.compiled
    talk.tell("isready", "position startpos moves d1d2 d7d6")
    board = talk.protocol._board
    assert board.compiled
    assert board.position() == after("contra", None, "d1d2", "d7d6").position()
    talk.tell("setoption name UCI_Variant value ecke")
    assert not talk.protocol._board.compiled


def test_the_game_is_an_option(talk):
    for game in names():
        assert talk.ask(f"setoption name UCI_Variant value {game}") == []
        assert talk.position() == Board(game).position()


def test_rule_options(talk):
    talk.tell("setoption name UCI_Variant value duell", "setoption name board value 9x9")
    assert talk.position() == Board("duell", board="9x9").position()
    talk.tell("setoption name repetition value 0", "setoption name UCI_Variant value contra",
              "setoption name UCI_Variant value duell")
    assert talk.position() == Board("duell").position()         # Contra has no such board
    assert talk.protocol._board.options["repetition"] == 0      # but repetition


@pytest.mark.parametrize("value", ["1", "on", "true", "yes"])
def test_rule_options_are_set_as_people_write_them(talk, value):
    assert talk.ask(f"setoption name arrival_wins value {value}") == []
    assert talk.protocol._board.options["arrival_wins"] is True


def test_own_options_are_read_in_any_case(talk):
    assert talk.ask("setoption name multipv value 3", "setoption name HASH value 1") == []
    lines = talk.ask("go depth 1")
    assert [fields(line)["multipv"] for line in lines[:-1]] == ["1", "2", "3"]


def test_the_table_is_kept_where_only_the_number_of_lines_changes(talk):
    talk.ask("go depth 4")
    searcher = talk.protocol._searcher
    talk.tell("setoption name MultiPV value 2", "setoption name Hash value 16")
    assert talk.protocol._searcher is searcher
    talk.tell("setoption name Hash value 2")
    assert talk.protocol._searcher is not searcher


# Searches.

GO = ["depth 3", "nodes 500", "movetime 1", "movetime 0", "wtime 1000 btime 1000",
      "wtime 1000 btime 1000 winc 10 binc 10", "wtime -5 btime -5", "mate 1 depth 3",
      "depth 2 depth 3", "nodes 1", "nodes 100 movetime 60000 depth 50"]


@pytest.mark.parametrize("limits", GO)
def test_every_limit_gives_one_legal_move(shared, limits):
    lines = shared.ask("position startpos", f"go {limits}")
    assert len(moves_said(lines)) == 1
    assert lines[-1].startswith("bestmove ")
    assert moves_said(lines)[0] in Board("contra").legal_texts()


def test_what_info_tells(shared):
    lines = shared.ask("position startpos moves d1d2", "go depth 3")
    infos = [fields(line) for line in lines[:-1]]
    assert [info["depth"] for info in infos] == ["1", "2", "3"]
    for info in infos:
        assert set(info) == {"depth", "seldepth", "multipv", "cp", "nodes", "nps", "hashfull",
                             "tbhits", "time", "pv"}
        after("contra", None, "d1d2", *info["pv"])
    assert moves_said(lines) == [infos[-1]["pv"][0]]


def test_mates_are_told_in_moves(shared):
    lines = shared.ask("position text CWd6va5", "go depth 3")
    assert fields(lines[0])["mate"] == "1"
    lines = shared.ask("position text CWd3va2", "go depth 3")
    assert fields(lines[-2])["mate"] == "-1"


@pytest.mark.parametrize("game", names())
def test_every_game_is_played(talk, game):
    lines = talk.ask(f"setoption name UCI_Variant value {game}", "position startpos", "go depth 2")
    assert moves_said(lines)[0] in Board(game).legal_texts()


@pytest.mark.parametrize("limits", ["infinite", "ponder", "", "infinite depth 1", "mate 1"])
def test_stop_ends_a_search(talk, limits):
    talk.tell("setoption name UCI_Variant value duell", f"go {limits}", "isready")
    assert talk.searches()
    assert not moves_said(talk.heard())
    lines = talk.ask("stop")
    assert len(moves_said(lines)) == 1
    assert moves_said(lines)[0] in Board("duell").legal_texts()


def test_stop_without_a_search_says_nothing(talk):
    assert talk.ask("stop", "stop", "ponderhit") == []


PONDERED = ["position startpos moves d1d2 d7d6", "go ponder depth 3"]


def test_pondering_goes_on_until_the_expected_move_is_made(talk):
    talk.tell(*PONDERED)
    assert talk.searches()
    assert not moves_said(talk.heard())
    [move] = moves_said(talk.ask("ponderhit"))
    assert move in after("contra", None, "d1d2", "d7d6").legal_texts()
    assert talk.ask("ponderhit") == []


def test_pondering_goes_by_the_time_of_go_after_the_hit(talk):
    talk.tell(PONDERED[0], "go ponder movetime 0")
    assert talk.searches()
    assert len(moves_said(talk.ask("ponderhit"))) == 1


@pytest.mark.parametrize("line", ["stop", "position startpos", "ucinewgame"])
def test_pondering_ends_with_a_move_and_is_then_over(talk, line):
    talk.tell(*PONDERED)
    talk.heard()
    talk.tell(line)
    talk.wait()
    assert len(moves_said(talk.heard())) == 1
    assert talk.ask("ponderhit") == []


@pytest.mark.parametrize("limits", ["", "infinite"])
def test_after_a_hit_without_limits_the_search_goes_on_until_stop(talk, limits):
    talk.tell(PONDERED[0], f"go ponder {limits}", "ponderhit")
    assert talk.searches()
    assert not moves_said(talk.heard())
    assert len(moves_said(talk.ask("stop"))) == 1


def test_pondering_on_a_game_that_is_over_waits_too(talk):
    talk.tell(f"position text {OVER}", "go ponder depth 1")
    assert talk.searches()
    assert talk.ask("ponderhit") == NO_MOVE


def test_a_level_ponders(talk):
    talk.tell("setoption name Level value 2", *PONDERED)
    assert not moves_said(talk.heard())
    assert len(moves_said(talk.ask("ponderhit"))) == 1


def test_the_reply_that_is_expected_is_told_if_asked_for(talk):
    line = talk.ask("position startpos", "go depth 4")[-1]
    assert " ponder " not in line
    talk.tell("setoption name Ponder value true", "ucinewgame")
    *_, info, line = talk.ask("go depth 4")
    move, reply = fields(info)["pv"][:2]
    assert line == f"bestmove {move} ponder {reply}"
    [alone] = talk.ask("position text CWd6va5", "go depth 1")[-1:]
    assert alone == "bestmove d6d7"


@pytest.mark.parametrize("line", ["position startpos", "ucinewgame", "go depth 1",
                                  "setoption name Threads value 2",
                                  "setoption name UCI_Variant value contra"])
def test_what_ends_a_search_waits_for_its_move(talk, line):
    talk.tell("setoption name UCI_Variant value duell", "go infinite")
    talk.heard()
    talk.tell(line)
    talk.wait()
    assert len(moves_said(talk.heard())) == 1 + line.startswith("go")


def test_a_level_plays_within_its_own_limits(talk):
    talk.tell("setoption name Level value 2")
    lines = talk.ask("go depth 50 movetime 1")
    assert len(lines) == 2
    assert int(fields(lines[0])["nodes"]) <= 100
    assert moves_said(talk.ask("position text CWd6va5", "setoption name Level value 5",
                               "position text CWd6va5", "go nodes 1")) == ["d6d7"]


def test_a_level_told_to_think_for_ever_waits_for_stop(talk):
    talk.tell("setoption name Level value 1", "go infinite")
    assert not moves_said(talk.heard())
    assert len(moves_said(talk.ask("stop"))) == 1


@pytest.mark.parametrize("level", ["1", "10"])
@pytest.mark.parametrize("limits", ["depth 3", "infinite", "movetime 5"])
def test_a_game_that_is_over_has_no_move(talk, level, limits):
    talk.tell(f"setoption name Level value {level}", f"position text {OVER}")
    assert talk.ask(f"go {limits}") == ["bestmove (none)"]


def test_perft(shared):
    assert shared.ask("position startpos", "go perft 0", "go perft 2", "go perft 3") == [
        "nodes 1", "nodes 49", "nodes 511"]


def test_stop_ends_a_count(talk):
    talk.tell("position startpos", "go perft 30")
    assert talk.searches()
    assert talk.ask("stop") == ["info string error the count was stopped"]
    assert talk.ask("go perft 2") == ["nodes 49"]


def test_the_reader_goes_on_during_a_count(talk):
    talk.tell("position startpos", "go perft 30")
    assert talk.heard() == []
    talk.tell("isready")
    assert talk.heard() == ["readyok"]
    talk.tell("position startpos moves d1d2")       # ends the count, as it would a search
    assert talk.heard() == ["info string error the count was stopped"]


def test_ucinewgame_keeps_the_position_and_wipes_the_table(talk):
    first = talk.ask("position startpos moves d1d2", "go depth 5")
    talk.ask("ucinewgame")
    again = talk.ask("go depth 5")
    assert [re.sub(r"(nps|time) \d+", "", line) for line in again] == [
        re.sub(r"(nps|time) \d+", "", line) for line in first]


def test_a_fault_inside_the_engine_still_gives_a_move(talk, monkeypatch):
    talk.ask("isready")

    def fail(*arguments):
        raise RuntimeError("something\nbroke")
    monkeypatch.setattr(talk.protocol._searcher, "steps", fail)
    lines = talk.ask("go depth 3")
    assert lines[0] == f"{ERROR}RuntimeError something broke"
    assert moves_said(lines)[0] in Board("contra").legal_texts()


def test_selftest(talk):
    lines = talk.ask("selftest")
    assert lines[-1] == "selftest passed"
    assert all(line.startswith("info string ok ") for line in lines[:-1])


def test_stop_ends_a_selftest(talk):
    talk.tell("selftest", "stop")
    talk.wait()
    assert talk.heard()[-1] == f"{ERROR}the selftest was stopped"


def test_selftest_tells_what_is_broken(talk, monkeypatch):
    monkeypatch.setattr(talk.protocol._board.rules, "problems", lambda p: ["it is green"])
    lines = talk.ask("selftest")
    assert lines[-1] == "selftest failed"
    assert lines[-2].startswith(ERROR)
    assert "it is green" in lines[-2]


# What goes wrong.

NO_MOVE = ["bestmove (none)"]
BAD = [
    ("xyzzy", "there is no command 'xyzzy'"),
    ("UCI", "no command"),
    ("x" * 10_000, "no command"),
    ("\x00", "no command"),
    ("setoption", "expected setoption name NAME value VALUE"),
    ("setoption name Hash", "expected setoption name Hash value VALUE"),
    ("setoption Hash 3", "expected setoption"),
    ("setoption name Hash value", "from 1 to 65536, not ''"),
    ("setoption name  value 3", "expected setoption"),
    ("setoption name UCI_Variant value", "no game ''"),
    ("setoption name arrival_wins value", "arrival_wins is one of"),
    ("setoption name Hash value 0", "from 1 to 65536, not '0'"),
    ("setoption name Hash value many", "not 'many'"),
    ("setoption name Hash value ²", "not '²'"),
    ("setoption name Hash value 1 2", "not '1 2'"),
    ("setoption name Threads value 99999999999999999999", f"from 1 to {MOST_THREADS},"),
    ("setoption name Level value 11", "from 1 to 10"),
    ("setoption name Seed value -1", "from 0"),
    ("setoption name UCI_Variant value chess", "no game 'chess'"),
    ("setoption name Contempt value 3",
     "has no option Contempt; it has arrival_wins, size, repetition"),
    ("setoption name Thread value 3", "and the engine has UCI_Variant, Threads, Hash"),
    ("setoption name board value 9x9", "contra has no option board"),
    ("setoption name arrival_wins value perhaps", "arrival_wins is one of"),
    ("setoption name repetition value -1", "repetition must be a number"),
    ("setoption name compiled value 1", "no option compiled"),
    ("setoption name position value 1", "no option position"),
    ("setoption name self value 1", "no option self"),
    ("position", "expected position startpos"),
    ("position epd CWd3va7", "expected position startpos"),
    ("position fen", "begins with C"),
    ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "begins with C"),
    ("position fen CWd3va7 d3e3", "CWd3va7 d3e3"),
    ("position fen CWd3va7 moves d3d5", "move 1 (d3d5)"),
    ("debug", "expected debug on or debug off"),
    ("debug maybe", "expected debug on or debug off"),
    ("position startpos d1d2", "expected moves, not 'd1d2'"),
    ("position text", "begins with C"),
    ("position text CWd3Wd3va7", "d3"),
    ("position text Cva1Wa7", "goal row"),
    ('position text "CWd3va7', "quotation mark"),
    ("position text PWd3va7", "begins with C"),
    ("position startpos moves d1d3", "move 1 (d1d3)"),
    ("position startpos moves d1d2 d7d6 d1d2", "move 3 (d1d2)"),
    ("position startpos moves e2e4 castle", "move 1"),
    ("go depth", "depth is a number from 1"),
    ("go depth 0", "from 1"),
    ("go depth x", "not 'x'"),
    ("go nodes -1", "nodes is a number"),
    ("go movetime 1.5", "not '1.5'"),
    ("go movetime 9999999999999", "movetime is a number"),
    ("go mate 0", "mate is a number from 1"),
    ("go perft 31", "from 0 to 30"),
    ("go movestogo 0 depth 1", "movestogo is a number from 1"),
]


LONG = "x" * 900_000


@pytest.mark.parametrize("line", [LONG, f"setoption name {LONG} value 3",
                                  f"setoption name repetition value {LONG}",
                                  f"setoption name UCI_Variant value {LONG}",
                                  f'position text "{LONG}"', f"position text {LONG}",
                                  f"position startpos {LONG}", f"position startpos moves {LONG}",
                                  f"position {LONG}", f"go depth {LONG}"],
                         ids=lambda line: line[:30])
def test_a_long_line_is_answered_by_a_short_sentence(shared, line):
    """And soon: a reader of quotation marks that goes letter by letter lets `stop` wait."""
    answer, *more = shared.ask(line)
    assert answer.startswith(ERROR)
    assert len(answer) < 500
    assert more == NO_MOVE[:line.startswith("go")]


def test_a_word_of_go_may_stand_many_times(shared):
    assert len(moves_said(shared.ask("position startpos", "go " + "depth 1 " * 100_000))) == 1


@pytest.mark.parametrize(("line", "reason"), BAD, ids=[line[:40] or "empty" for line, _ in BAD])
def test_what_cannot_be_done_is_told_and_changes_nothing(shared, line, reason):
    shared.ask("position startpos moves d1d2 d7d6")
    settings_before, before = dict(shared.protocol._settings), shared.position()
    answer, *more = shared.ask(line)
    assert answer.startswith(ERROR)
    assert reason in answer
    assert more == NO_MOVE[:line.startswith("go") and "perft" not in line]
    assert shared.position() == before
    assert shared.protocol._settings == settings_before
    assert shared.protocol._game == "contra"


def test_what_cannot_be_done_does_not_end_a_search(talk):
    talk.tell("setoption name UCI_Variant value duell", "go infinite")
    talk.heard()
    bad = ["xyzzy", "position startpos moves z9", "setoption name Hash value 0",
           "setoption name Foo value 1", "setoption name UCI_Variant value chess"]
    talk.tell(*bad)
    assert talk.searches()
    errors = [line for line in talk.heard() if line.startswith(ERROR)]
    assert len(errors) == len(bad)


@pytest.mark.parametrize("limits", ["depth x", "movetime", "nodes 0", "infinite wtime 1.5",
                                    "ponder movestogo -1"])
def test_whoever_asks_for_a_move_is_answered_even_where_a_number_is_wrong(talk, limits):
    talk.tell("go infinite")
    talk.heard()
    talk.tell(f"go {limits}")
    assert not talk.searches()
    *_, first, error, second = talk.heard()
    assert first.startswith("bestmove ") and first != NO_MOVE[0]
    assert error.startswith(ERROR)
    assert [second] == NO_MOVE


def test_too_little_memory_is_told(talk, monkeypatch):
    def fail(*arguments, **named):
        raise MemoryError
    monkeypatch.setattr("eckstein.engine.protocol.Searcher", fail)
    talk.tell("setoption name Hash value 65536")
    answer = [f"{ERROR}there is not enough memory for a table of 65536 megabytes; set Hash to less"]
    assert talk.ask("isready") == [*answer, "readyok"]
    assert talk.ask("go depth 1") == answer + NO_MOVE


@pytest.mark.parametrize("error", [MemoryError(), OSError(errno.ENOMEM, "no memory")])
def test_a_table_that_cannot_be_had_stays_what_it_was(talk, monkeypatch, error):
    def made(*arguments, **named):
        if arguments[3] > 2000:
            raise error
        return Searcher(*arguments, **named)
    monkeypatch.setattr("eckstein.engine.protocol.Searcher", made)
    reason = "there is not enough memory for a table of 65536 megabytes"
    talk.tell("setoption name Hash value 65536")
    assert talk.ask("isready") == [f"info string Hash stays at 16: {reason}", "readyok"]
    assert talk.ask("isready") == ["readyok"]
    assert talk.ask("setoption name Hash value 3", "isready") == ["readyok"]
    answer = talk.ask("setoption name Hash value 65536", "go depth 1")
    assert answer[0] == f"info string Hash stays at 3: {reason}"
    assert moves_said(answer)[0] in Board("contra").legal_texts()


def test_another_fault_is_not_taken_for_too_little_memory(talk, monkeypatch):
    def fail(*arguments, **named):
        raise OSError(errno.EIO, "the disk is broken")
    monkeypatch.setattr("eckstein.engine.protocol.Searcher", fail)
    assert talk.ask("isready") == [f"{ERROR}[Errno {errno.EIO}] the disk is broken", "readyok"]


def test_rules_that_nothing_can_search_are_told_and_readyok_comes(talk, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_LIFE", "no such life")
    talk.tell("setoption name UCI_Variant value contra", "setoption name size value 3")
    fault, ready = talk.ask("isready")
    assert fault.startswith(f"{ERROR}nothing compiled for these rules: ")
    assert ready == "readyok"


# What UCI has, too.

@pytest.mark.parametrize("line", ["setoption name Clear Hash", "setoption name clear  hash",
                                  "setoption name Clear Hash value"])
def test_clear_hash_wipes_the_table(talk, line):
    talk.ask("go depth 5")
    searcher = talk.protocol._searcher
    assert any(searcher._table)
    assert talk.ask(line) == []
    assert talk.protocol._searcher is searcher
    assert not any(searcher._table)


@pytest.mark.parametrize("value", ["", "<empty>"])
def test_an_empty_text_is_the_default(talk, value):
    talk.tell("setoption name EvalFile value off", f"setoption name EvalFile value {value}")
    assert talk.protocol._settings["EvalFile"] == "on"


def test_blanks_within_a_value_are_kept(talk, tmp_path):
    path = tmp_path / "two  blanks, a comma and a value.net"
    shutil.copy(Path(nets.__file__).parent / "contra.net", path)
    talk.tell(f"setoption  name EvalFile  value {path}  ")
    assert talk.protocol._settings["EvalFile"] == str(path)
    assert talk.ask("isready") == ["readyok"]
    assert talk.protocol._searcher.net is not None


def test_debug_tells_by_what_is_searched(talk):
    talk.tell("debug on", "setoption name EvalFile value off")
    told, *more = talk.ask("go depth 1")
    assert re.fullmatch(r"info string searches by \w+, Threads 1 Hash 16 MultiPV 1 Level 10 "
                        r"Seed 0 Random 0, net \(none\)", told)
    assert len(more) == 2
    talk.tell("debug off")
    assert len(talk.ask("go depth 1")) == 2


@pytest.mark.parametrize("line", [
    "position fen CWd3va7 moves d3e3", 'position fen "CWd3va7" moves d3e3'])
def test_fen_is_a_position_text_up_to_the_moves(talk, line):
    assert talk.ask(line) == []
    assert talk.position() == after("contra", "CWd3va7", "d3e3").position()


def test_fen_has_blanks(talk):
    talk.tell("setoption name UCI_Variant value echek")
    assert talk.ask("position fen k/K w QRBNPqrbnp Ss m13 moves N@l13") == []
    assert talk.position() == after("echek", None, "N@l13").position()
    assert talk.ask("position fen k/K w  QRBNPqrbnp Ss m13") == []
    assert talk.position() == Board("echek").position()


WORDS = ["uci", "isready", "ucinewgame", "setoption", "position", "go", "stop", "d", "name",
         "value", "startpos", "text", "moves", "depth", "nodes", "movetime", "wtime", "btime",
         "winc", "binc", "mate", "infinite", "ponder", "perft", "0", "1", "2", "-3", "x",
         "99999999999999999999", "Hash", "MultiPV", "Seed", "repetition", "no_progress", "UCI",
         "CWd3va7", '"CWd3va7"', '"', "d1d2", "d7d6", "d3e3", "--", "\\", "\t", "\x00", "ß"]
BEGINNINGS = ["go", "go", "position startpos moves", "position text", "setoption name"]
lines_of_words = st.builds(lambda start, words: " ".join([*start, *words]),
                           st.lists(st.sampled_from(BEGINNINGS), max_size=1),
                           st.lists(st.sampled_from(WORDS), max_size=6))


@pytest.fixture(scope="module")
def beginner():
    """A protocol at Level 1, whose searches are short."""
    one = Talk()
    one.tell("setoption name Level value 1")
    yield one
    one.close()


@settings(max_examples=150)
@given(lines=st.lists(lines_of_words, max_size=8))
def test_nothing_that_is_said_does_harm(beginner, lines):
    beginner.tell(*lines, "stop")
    beginner.wait()
    beginner.heard()
    assert beginner.ask("isready") == ["readyok"]
    assert beginner.ask("d")[-1].startswith("info string ")


@given(st.text(max_size=60))
def test_no_text_does_harm(beginner, text):
    answer = beginner.ask("xyzzy " + text)
    assert len(answer) == 1
    assert answer[0].startswith(ERROR)


# As a program.

def run(data, **environment):
    """The lines that a fresh engine answers to a whole input."""
    done = subprocess.run(COMMAND, input=data, capture_output=True, timeout=PATIENCE, check=False,
                          env=os.environ | environment)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def test_the_example_session_of_the_page():
    session = re.search(r"```session\n(.*?)```", PAGE, re.DOTALL)[1]
    engine = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with engine:
        for line in session.splitlines():
            kind, text = line[:2], line[2:]
            if kind == "> ":
                engine.stdin.write(text + "\n")
                engine.stdin.flush()
            else:
                answer = engine.stdout.readline()
                assert doctest.OutputChecker().check_output(text + "\n", answer,
                                                            doctest.ELLIPSIS), (text, answer)
        assert engine.stdout.read() == ""
    assert engine.returncode == 0


def test_the_end_of_input_ends_a_search_and_the_program():
    lines = run(b"setoption name UCI_Variant value duell\ngo infinite\n")
    assert len(moves_said(lines)) == 1


@pytest.mark.parametrize("limits", ["depth 4", "nodes 300", "movetime 1", "mate 1"])
def test_a_search_with_a_limit_reaches_it_after_the_end_of_input(limits):
    position = "position text CWd6va5\n" if limits == "mate 1" else ""
    output = io.StringIO()
    Protocol(output).run(io.StringIO(f"{position}go {limits}\n"))
    *_, last, move = output.getvalue().splitlines()
    assert move.startswith("bestmove ")
    reached = {"depth 4": "depth 4 ", "nodes 300": "depth 3 ", "mate 1": "mate 1 "}
    assert reached.get(limits, "") in last


def test_a_count_comes_to_its_end_after_the_end_of_input():
    output = io.StringIO()
    Protocol(output).run(io.StringIO("go perft 3\n"))
    assert output.getvalue() == "nodes 511\n"


def test_a_search_goes_on_for_so_long_after_the_end_of_input(monkeypatch):
    monkeypatch.setattr("eckstein.engine.protocol.LAST_SECONDS", 0.0)
    output = io.StringIO()
    Protocol(output).run(io.StringIO("go nodes 1000000000000\n"))
    assert len(moves_said(output.getvalue().splitlines())) == 1


@pytest.mark.parametrize("word", ["quit", " quit now"])
def test_quit_waits_for_no_limit(word):
    output, source = io.StringIO(), io.StringIO(f"go nodes 1000000000000\n{word}\nuci\n")
    Protocol(output).run(source)
    assert len(moves_said(output.getvalue().splitlines())) == 1
    assert source.read() == "uci\n"


def test_quit_ends_a_search_and_the_program():
    lines = run(b"go infinite\nquit\ngo depth 1\n")
    assert len(moves_said(lines)) == 1


def test_bytes_that_are_no_text_are_a_bad_command():
    answer = run(b"\xff\xfe\n\x80go\nisready\n")
    assert [line.startswith(ERROR) for line in answer] == [True, True, False]
    assert answer[2] == "readyok"


def test_lines_are_utf_8_whatever_the_locale():
    answer = run("foo\u00e9\nisready\n".encode(), PYTHONIOENCODING="ascii")
    assert answer == [f"{ERROR}there is no command 'foo\u00e9'", "readyok"]


def ended(command, data=b""):
    """The status and the words on standard error of an engine that a shell starts."""
    done = subprocess.run(["sh", "-c", f'"$@" {command}', "sh", *COMMAND], input=data,
                          capture_output=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stderr.decode()


def test_a_closed_input_is_at_its_end():
    assert ended("<&-") == (0, "")


def test_a_closed_output_is_told():
    status, said = ended(">&-", b"isready\n")
    assert status == 2
    assert said.startswith("eckstein: standard output is closed")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")
@pytest.mark.parametrize("commands", [b"uci\nuci\n", b"go depth 3\n", b"go infinite\n",
                                      b"go perft 2\n"])
def test_an_output_that_takes_no_more_ends_it_with_a_sentence(commands):
    assert ended(">/dev/full", commands) == (
        2, "eckstein: standard output: No space left on device.\n")


def test_a_reader_that_goes_away_ends_it():
    engine = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
    with engine:
        engine.stdout.close()
        engine.stdin.write("uci\nuci\n")
        engine.stdin.close()
        assert engine.wait(PATIENCE) == 0
        assert engine.stderr.read() == ""


def test_run_ends_with_quit_and_reads_no_further():
    output, source = io.StringIO(), io.StringIO("isready\nquit\nuci\n")
    Protocol(output).run(source)
    assert output.getvalue() == "readyok\n"
    assert source.read() == "uci\n"


def moves_of(answers):
    """The moves that were searched, and the one that was answered."""
    return {line.split(" pv ")[1].split()[0] for line in answers if " pv " in line}, answers[-1]


@pytest.mark.parametrize("level", [10, 3])
@pytest.mark.parametrize(("words", "chosen"), [
    ("searchmoves a1a2", {"a1a2"}), ("searchmoves A1-A2 nonsense b1b2", {"a1a2", "b1b2"}),
    ("excludemoves b1b2 c1c2 d1d2 e1e2 f1f2 g1g2 a1b1", {"a1a2"}),
    ("searchmoves a1a2 b1b2 excludemoves b1b2", {"a1a2"})])
def test_moves_can_be_chosen_and_excluded(shared, words, chosen, level):
    shared.ask("setoption name UCI_Variant value contra", f"setoption name Level value {level}",
               "position startpos")
    if "c1c2" in words:         # all moves but one
        legal = [Board("contra").text(move) for move in Board("contra").legal_moves]
        words = "excludemoves " + " ".join(move for move in legal if move != "a1a2")
    for tail in (f"{words} depth 2", f"depth 2 {words}"):
        told, answer = moves_of(shared.ask(f"go {tail}"))
        assert told <= chosen
        assert answer.split()[1] in chosen
    shared.ask("setoption name Level value 10")


@pytest.mark.parametrize("words", [
    "searchmoves", "searchmoves e9e8", "excludemoves", "searchmoves d1d2 excludemoves d1d2"])
def test_where_no_move_is_left_all_are_searched(shared, words):
    shared.ask("setoption name UCI_Variant value contra", "position startpos")
    board = Board("contra")
    answer = shared.ask(f"go depth 1 {words}")[-1]
    assert board.parse(answer.split()[1]) in board.legal_moves


def test_a_table_and_a_book_answer_with_moves_that_were_chosen(shared):
    shared.ask("setoption name UCI_Variant value duell", 'position text "DZd4ze6Wa1"')
    board = Board("duell", "DZd4ze6Wa1")
    for move in board.legal_moves:
        text = board.text(move)
        assert shared.ask(f"go depth 1 searchmoves {text}")[-1] == f"bestmove {text}"
    shared.ask("setoption name UCI_Variant value contra")


@pytest.mark.parametrize(("line", "skipped"), [
    ("go depth 1 quickly", "quickly"), ("go slowly depth 1 3", "slowly 3"),
    ("go depth 1 searchmoves d1d2 x9x9", "x9x9")])
def test_what_go_does_not_know_is_skipped(shared, line, skipped):
    shared.ask("setoption name UCI_Variant value contra", "position startpos")
    answers = shared.ask(line)
    assert answers[0] == f"info string go skips what it does not know here: {skipped}"
    assert answers[-1].startswith("bestmove ")


def test_a_clock_with_moves_to_go_is_divided_by_them(shared):
    shared.ask("setoption name UCI_Variant value contra", "position startpos")
    assert shared.ask("go wtime 100 btime 100 winc 0 binc 0 movestogo 40")[-1].startswith(
        "bestmove ")
    assert read_go(["movestogo", "40", "wtime", "1000"]).limits() == Limits(white_time=1.0,
                                                                        moves_to_go=40)


def test_a_byte_order_mark_is_no_word(shared):
    assert shared.ask("\ufeffuci")[-1] == "uciok"


@pytest.mark.parametrize("name", ["Contra", "CONTRA", "contra"])
def test_a_game_may_be_named_in_any_case(shared, name):
    assert shared.ask(f"setoption name uci_variant value {name}") == []
    assert shared.ask("setoption name SIZE value 7") == []


def test_a_search_that_cannot_begin_is_answered_by_no_move(shared, monkeypatch):
    def fail():
        raise MemoryError
    monkeypatch.setattr(shared.protocol, "_prepare", fail)
    assert shared.ask("go depth 1") == ["info string error out of memory", "bestmove (none)"]
