"""Engines as child processes: ours, and such as misbehave (engine/client.py)."""
import asyncio
import sys
import threading
from pathlib import Path

import pytest

from eckstein import Board
from eckstein.board.score import Score
from eckstein.engine import async_client
from eckstein.engine.client import AsyncEngine, Engine
from eckstein.engine.limits import Limits
from eckstein.engine.messages import (
    Analysis,
    EngineError,
    Played,
    UncompiledError,
    go_command,
    position_command,
    read_info,
)

from ..helpers import after

START = Board("contra")
SHORT = Limits(depth=3)


def odd(way):
    """The command of an engine that misbehaves."""
    return [sys.executable, str(Path(__file__).with_name("odd_engine.py")), way]


@pytest.fixture(scope="module")
def engine():
    """Our own engine, for tests that leave it idle."""
    with Engine.launch() as one:
        yield one


# Our own engine.

def test_a_move(engine):
    played = engine.play(START, SHORT)
    assert played.move in START.legal_moves
    assert played.info.depth == 3
    assert played.info.pv[0] == played.move


def test_a_win_is_told(engine):
    played = engine.play(Board("contra", "CWd6va5"), SHORT)
    assert played.info.score == Score(mate=1)


def test_history_is_told(engine):
    shuffle = ["a2b2", "e3d3", "b2a2", "d3e3", "a2b2", "e3d3", "b2a2"]
    board = after("contra", "cWe3va2", *shuffle)
    assert board.text(engine.play(board, Limits(depth=4)).move) == "d3e3"


def test_lines_the_best_first(engine):
    lines = engine.analyse(START, SHORT, lines=3)
    assert [line.line for line in lines] == [1, 2, 3]
    assert len({line.pv[0] for line in lines}) == 3
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    assert [line.line for line in engine.analyse(START, SHORT)] == [1]


def test_a_stream_ends_with_the_move(engine):
    *thoughts, last = engine.stream(START, SHORT)
    assert [thought.depth for thought in thoughts] == [1, 2, 3]
    assert last == Played(thoughts[-1].pv[0], thoughts[-1])


def test_a_stream_can_be_left_early(engine):
    for _ in range(2):
        for told in engine.stream(START, Limits(infinite=True)):
            assert isinstance(told, Analysis)
            break
    assert engine.play(START, SHORT).move in START.legal_moves
    assert engine.restarts == 0


def test_there_is_no_move_once_the_game_is_over(engine):
    over = after("contra", "CWd6va5", "d6d7")
    with pytest.raises(ValueError, match="over"):
        engine.play(over, SHORT)
    with pytest.raises(ValueError, match="over"):
        list(engine.stream(over, SHORT))
    with pytest.raises(ValueError, match="over"):
        engine.analyse(over, SHORT)
    assert engine.play(START, SHORT).move in START.legal_moves


def test_a_new_game(engine):
    engine.new_game()
    assert engine.play(START, SHORT).move in START.legal_moves


def test_a_game_options_and_settings():
    board = Board("duell", no_progress=1, repetition=2)
    with Engine.launch(game="duell", options=board.options,
                       settings={"Level": 1, "Seed": 5, "Hash": 1}) as one:
        played = one.play(board, Limits(depth=9))
        assert played.move in board.legal_moves
        assert played.info.nodes < 200
        one.close()
    one.close()         # a second time does no harm


@pytest.mark.parametrize(("choices", "reason"), [
    ({"game": "chess"}, "no game 'chess'"),
    ({"options": {"board": "9x9"}}, "no option board"),
    ({"settings": {"Level": 11}}, "Level is a number from 1 to 10")])
def test_what_the_engine_does_not_know_is_told(choices, reason):
    with pytest.raises(EngineError, match=reason):
        Engine.launch(**choices)


def test_a_setting_that_is_refused_is_not_kept():
    with Engine.launch(settings={"Level": 2}) as one:
        with pytest.raises(EngineError, match="Level is a number from 1 to 10, not '99'"):
            one.set_option("Level", 99)
        one.restart()
        one.set_option("Level", 3)
        assert (one.restarts, one.play(START, SHORT).move in START.legal_moves) == (1, True)


@pytest.mark.parametrize("text", ["3\nquit", "3\rquit"])
def test_a_command_is_one_line(engine, text):
    with pytest.raises(ValueError, match="more than one line"):
        Engine.launch(odd("well"), game=text)
    with pytest.raises(ValueError, match="more than one line"):
        engine.set_option("Seed", text)
    engine.new_game()
    assert engine.restarts == 0


@pytest.mark.parametrize(("board", "complaint"), [
    (Board("duell"), "started for contra, but this is duell"),
    (Board("contra", arrival_wins=True), "with no options, but the board has arrival_wins=1"),
    (Board("contra", repetition=2), "with no options, but the board has repetition=2")])
def test_a_board_of_other_rules_is_refused(engine, board, complaint):
    for ask in (engine.play, engine.analyse, lambda *told: list(engine.stream(*told))):
        with pytest.raises(ValueError, match=complaint):
            ask(board, SHORT)
    assert engine.restarts == 0


# For asyncio.

def test_two_searches_at_once_wait_for_each_other():
    async def both():
        one = await AsyncEngine.launch()
        try:
            boards = [START, after("contra", None, "d1d2")]
            return boards, await asyncio.gather(*(one.play(board, SHORT) for board in boards))
        finally:
            await one.close()
    boards, answers = asyncio.run(both())
    for board, answer in zip(boards, answers, strict=True):
        assert answer.move in board.legal_moves


def test_a_search_that_is_cancelled_leaves_the_engine_ready():
    async def cancelled():
        one = await AsyncEngine.launch()
        try:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await one.play(START, Limits(infinite=True))
            return await one.play(START, SHORT), await one.analyse(START, SHORT), one.restarts
        finally:
            await one.close()
    played, lines, restarts = asyncio.run(cancelled())
    assert played.move in START.legal_moves
    assert lines[0].depth == 3
    assert restarts == 0


# Engines that misbehave.

def test_a_command_that_does_not_exist(tmp_path):
    with pytest.raises(EngineError, match=r"cannot start .*nothing-here"):
        Engine.launch([str(tmp_path / "nothing-here")])


def test_one_that_has_no_compiled_rules_says_so(monkeypatch):
    monkeypatch.setenv("ECKSTEIN_LIFE", "afterlife")
    with pytest.raises(UncompiledError, match="ECKSTEIN_LIFE is 'afterlife'"):
        Engine.launch()


def test_a_program_that_ends_at_once():
    with pytest.raises(EngineError, match="has stopped"):
        Engine.launch([sys.executable, "-c", "pass"])


@pytest.mark.parametrize(("way", "patience", "word"), [
    ("never-speaks", "HELLO_SECONDS", "uciok"), ("never-ready", "READY_SECONDS", "readyok")])
def test_an_engine_that_never_answers(monkeypatch, way, patience, word):
    monkeypatch.setattr(async_client, patience, 0.2)
    with pytest.raises(EngineError, match=f"python.* did not say {word} within 0 s"):
        Engine.launch(odd(way))


def test_an_engine_that_dies_is_started_once_more(monkeypatch, tmp_path):
    monkeypatch.setenv("ODD_ENGINE", str(tmp_path / "seen"))
    with Engine.launch(odd("dies-once")) as one:
        assert START.text(one.play(START, SHORT).move) == "d1d2"
        assert one.restarts == 1
        assert START.text(one.play(START, SHORT).move) == "d1d2"
        assert one.restarts == 1


def test_an_engine_that_keeps_dying_is_given_up():
    with Engine.launch(odd("dies")) as one:
        with pytest.raises(EngineError, match=r"odd_engine\.py dies has stopped"):
            one.play(START, SHORT)
        assert one.restarts == 1
        with pytest.raises(EngineError, match="has stopped"):
            one.analyse(START, SHORT)


def test_what_an_engine_wrote_last_is_told_when_it_dies():
    with Engine.launch(odd("dies")) as one, pytest.raises(EngineError) as caught:
        one.play(START, SHORT)
    assert str(caught.value).endswith("dies has stopped; it wrote last: and more / and more / and "
                                      "more / and more / no such die:  [31m7")


def test_what_an_engine_wrote_last_is_kept_when_it_is_started_again(monkeypatch, tmp_path):
    monkeypatch.setenv("ODD_ENGINE", str(tmp_path / "seen"))
    with Engine.launch(odd("dies-once")) as one:
        assert one.last_words == ""
        one.play(START, SHORT)
        assert "no such die" in one.last_words


def test_a_program_that_is_no_engine_has_its_say():
    with pytest.raises(EngineError, match=r"has stopped; it wrote last: what is uci\?"):
        Engine.launch([sys.executable, "-c", "raise SystemExit('what is uci?')"])


def test_an_engine_that_hangs_has_its_say(monkeypatch):
    monkeypatch.setattr(async_client, "HELLO_SECONDS", 1.0)
    with pytest.raises(EngineError, match="did not say uciok within 1 s; it wrote last: where am"):
        Engine.launch(["sh", "-c", "echo 'where am I?' >&2; exec sleep 60"])


def test_an_engine_that_complains_without_end_is_not_held_up():
    with Engine.launch(odd("floods")) as one:
        assert START.text(one.play(START, SHORT).move) == "d1d2"


def test_a_line_without_an_end_is_cut():
    code = "import sys; sys.stderr.write('x' * 10**7 + 'the end'); sys.exit(1)"
    with pytest.raises(EngineError) as caught:
        Engine.launch([sys.executable, "-c", code])
    assert str(caught.value).endswith("; it wrote last: " + "x" * 293 + "the end")


def test_what_an_engine_writes_is_logged(caplog):
    with caplog.at_level("INFO"), Engine.launch(odd("dies")) as one, pytest.raises(EngineError):
        one.play(START, SHORT)
    told = [(entry.levelname, entry.message) for entry in caplog.records]
    name = str(one._engine)
    assert ("INFO", f"{name}: the first thing said") in told
    assert ("WARNING", f"the engine {name} has stopped; it wrote last: and more / and more / and "
                       "more / and more / no such die:  [31m7") in told


@pytest.mark.parametrize(("way", "reason"), [
    ("nonsense", "answered 'bestmove d1d9'"), ("silent-move", "answered"),
    ("none", r"answered 'bestmove \(none\)'"), ("refuses", "too hot")])
def test_an_engine_that_answers_nonsense_is_not_asked_again(way, reason):
    with Engine.launch(odd(way)) as one:
        for ask in (one.play, one.analyse):
            with pytest.raises(EngineError, match=reason):
                ask(START, SHORT)
        assert one.restarts == 0


def test_an_engine_that_writes_a_line_without_end(monkeypatch):
    monkeypatch.setattr(async_client, "STOP_SECONDS", 0.2)
    with pytest.raises(EngineError, match="too long"):
        Engine.launch([sys.executable, "-c", "while True: print(end='0' * 65536)"])
    with Engine.launch(odd("too-long")) as one, pytest.raises(EngineError, match="too long"):
        one.play(START, SHORT)


@pytest.mark.parametrize(("way", "restarts"), [("thinks", 0), ("hangs", 1), ("babbles", 1)])
@pytest.mark.parametrize("limits", [Limits(time=0.05), Limits(white_time=0.05)])
def test_an_engine_that_does_not_move_in_time(monkeypatch, way, restarts, limits):
    monkeypatch.setattr(async_client, "LATE_SECONDS", 0.1)
    monkeypatch.setattr(async_client, "STOP_SECONDS", 0.2 if restarts else 60.0)
    with Engine.launch(odd(way)) as one:
        with pytest.raises(EngineError, match=r"did not move, 0\.05 s and 0\.1 s more"):
            one.play(START, limits)
        one.new_game()
        assert one.restarts == restarts     # only one that does not stop either is killed


def test_whoever_reads_slowly_does_not_make_the_engine_late():
    async def slowly():
        loop, told = asyncio.get_running_loop(), []
        now, loop.time = loop.time, lambda: now() + 1000 * len(told)
        one = await AsyncEngine.launch(odd("chatters"))
        async for item in one.stream(START, Limits(time=5)):
            told.append(item)       # which took 1000 seconds
        await one.close()
        return told
    *_, last = asyncio.run(slowly())
    assert last.move == START.parse("d1d2")


@pytest.mark.parametrize("ask", [
    lambda one: one.play(START, SHORT), lambda one: one.analyse(START, SHORT),
    lambda one: list(one.stream(START, SHORT)), lambda one: one.new_game(),
    lambda one: one.set_option("Seed", 1), lambda one: one.restart()])
def test_a_killed_engine_is_started_again_whatever_it_is_asked(ask):
    with Engine.launch(odd("well")) as one:
        one._engine.kill()
        ask(one)
        assert one.restarts == 1
        assert one.play(START, SHORT).move == START.parse("d1d2")


def test_whoever_waits_for_an_engine_hears_that_it_is_closed(monkeypatch):
    monkeypatch.setattr(async_client, "STOP_SECONDS", 0.2)
    one, heard = Engine.launch(odd("hangs")), []

    def wait():
        try:
            next(stream)
        except EngineError as error:
            heard.append(str(error))
    stream = one.stream(START, Limits(infinite=True))
    next(stream)
    waiting = threading.Thread(target=wait)
    waiting.start()
    one.close()
    waiting.join()
    assert "has been closed" in heard[0]
    assert one.restarts == 0


@pytest.mark.parametrize("ask", [
    lambda one: one.play(START, SHORT), lambda one: list(one.stream(START, SHORT)),
    lambda one: one.new_game(), lambda one: one.restart()])
def test_a_closed_engine_is_not_started_again(ask):
    one = Engine.launch(odd("well"))
    one.close()
    with pytest.raises(EngineError, match="has been closed"):
        ask(one)


def test_a_stream_that_outlives_its_engine_can_be_left():
    one = Engine.launch(odd("thinks"))
    stream = one.stream(START, SHORT)
    next(stream)
    one.close()
    stream.close()


def test_what_cannot_be_read_is_passed_over():
    with Engine.launch(odd("chatters")) as one:
        *thoughts, last = one.stream(START, SHORT)
        assert thoughts == [Analysis(pv=(START.parse("d1d2"),))]
        assert last.move == START.parse("d1d2")


def test_leaving_early_stops_an_outside_engine():
    with Engine.launch(odd("thinks")) as one:
        for _ in range(2):
            stream = one.stream(START, SHORT)
            assert next(stream).score.value == 5
            stream.close()
        assert one.restarts == 0


async def test_an_engine_is_closed_at_the_end_of_its_async_with():
    async with await AsyncEngine.launch(odd("well")) as one:
        assert (await one.play(START, SHORT)).move in START.legal_moves
    with pytest.raises(EngineError, match="has been closed"):
        await one.play(START, SHORT)


def test_an_engine_is_closed_though_its_async_with_fails():
    async def fail():
        found.append(await AsyncEngine.launch(odd("well")))
        async with found[0]:
            raise KeyError("ours")

    found = []
    with pytest.raises(KeyError, match="ours"):
        asyncio.run(fail())
    with pytest.raises(EngineError, match="has been closed"):
        asyncio.run(found[0].new_game())


def test_an_engine_that_is_closed_says_so():
    async def closed():
        one = await AsyncEngine.launch(odd("well"))
        await one.close()
        await one.close()
        await one.analyse(START, SHORT)
    with pytest.raises(EngineError, match="has been closed"):
        asyncio.run(closed())


@pytest.mark.parametrize("ask", [
    lambda one: one.play(START, SHORT), lambda one: one.new_game(),
    lambda one: list(one.stream(START, SHORT))])
def test_an_engine_that_is_ready_no_more_is_not_waited_for_as_long_as_one_that_starts(
        monkeypatch, ask):
    monkeypatch.setattr(async_client, "ANSWER_SECONDS", 0.2)
    with Engine.launch(odd("deaf-later")) as one, pytest.raises(
            EngineError, match=r"deaf-later did not say readyok within 0 s"):
        ask(one)


# What is said to them.

def heard(path):
    """The options that an engine was told, as names with values."""
    return [line.split(" ", 2)[2].replace(" value ", "=") for line in path.read_text().splitlines()
            if line.startswith("setoption")]


@pytest.mark.parametrize(("way", "options", "settings", "told"), [
    ("well", {}, {}, []),
    ("well", START.options, {}, []),
    ("well", Board("contra", size=5, repetition=2).options, {"Hash": 16},
     ["size=5", "repetition=2", "Hash=16"]),
    ("declares", START.options, {"Hash": 16}, ["arrival_wins=0", "size=7"]),
    ("declares", Board("contra", size=6, arrival_wins=True).options, {"Hash": 17},
     ["arrival_wins=1", "size=6", "Hash=17"])])
def test_an_engine_is_told_what_differs_from_its_defaults_and_ours(
        monkeypatch, tmp_path, way, options, settings, told):
    monkeypatch.setenv("ODD_LOG", str(tmp_path / "heard"))
    with Engine.launch(odd(way), options=options, settings=settings):
        assert heard(tmp_path / "heard") == ["UCI_Variant=contra", *told]


def test_an_engine_is_told_how_many_lines_are_wanted_only_if_it_does_not_know(
        monkeypatch, tmp_path):
    monkeypatch.setenv("ODD_LOG", str(tmp_path / "heard"))
    with Engine.launch(odd("well")) as one:
        for lines in (1, 3, 3):
            one.analyse(START, SHORT, lines)
        one.restart()
        for lines in (3, 1):
            one.analyse(START, SHORT, lines)
    assert heard(tmp_path / "heard") == ["UCI_Variant=contra", "MultiPV=3", "UCI_Variant=contra",
                                         "MultiPV=3", "MultiPV=1"]


def test_the_position_with_its_history():
    board = after("contra", None, "d1d2", "d7d6")
    assert position_command(board) == f'position text "{START.position()}" moves d1d2 d7d6'
    assert position_command(START) == f'position text "{START.position()}"'


@pytest.mark.parametrize(("limits", "command"), [
    (Limits(), "go infinite"),
    (Limits(infinite=True, depth=3), "go depth 3 infinite"),
    (Limits(depth=3, nodes=5, mate=2), "go depth 3 nodes 5 mate 2"),
    (Limits(time=0.5), "go movetime 500"),
    (Limits(white_time=1.0, black_time=-2.0, white_increment=0.1),
     "go wtime 1000 btime 0 winc 100 binc 0")])
def test_limits_as_a_command(limits, command):
    assert go_command(limits) == command


def test_a_line_of_thought():
    line = ("info depth 6 seldepth 9 multipv 2 score cp -14 nodes 4711 nps 90 hashfull 3 time 250 "
            "pv d1d2 d7d6 d1d2 e1e2")
    assert read_info(START, line) == Analysis(
        6, 9, 2, Score(-14), 4711, 90, 3, 0.25,
        (START.parse("d1d2"), after("contra", None, "d1d2").parse("d7d6")))
    assert read_info(START, "info score mate -3 pv d1d2").score == Score(mate=-3)
