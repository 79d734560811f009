"""Our engine under python-chess, which knows nothing of it but the protocol."""
import asyncio
import importlib.util
import sys
from pathlib import Path

import chess.engine
import pytest
from chess.engine import Limit

from eckstein import Board, names

from ..helpers import PATIENCE

PROGRAM = Path(__file__).parents[2] / "examples/programs/python_chess.py"
COMMAND = [sys.executable, "-m", "eckstein", "engine"]

spec = importlib.util.spec_from_file_location("python_chess", PROGRAM)
program = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(program)


def shown(game):
    """The first position of a game, as python-chess takes it."""
    return type(game, (program.Shown,), {"uci_variant": game})(Board(game))


@pytest.fixture(scope="module")
def engine():
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE) as found:
        yield found


@pytest.fixture(autouse=True)
def unsurprised(caplog):
    """What python-chess does not expect, it logs."""
    yield
    assert [line.getMessage() for line in caplog.records if line.levelname != "DEBUG"] == []


def test_it_introduces_itself(engine):
    assert engine.id["name"].startswith("Eckstein ")
    assert engine.options["UCI_Variant"].var == names()
    assert engine.options["Hash"].default == 16 and engine.options["Ponder"].is_managed()
    engine.ping()


@pytest.mark.parametrize("game", names())
def test_a_game_is_played(engine, game):
    board = shown(game)
    for _ in range(6):
        played = engine.play(board, Limit(nodes=500), info=chess.engine.INFO_ALL, game=game)
        assert board.board.parse(played.move.text) in board.board.legal_moves
        assert played.info["nodes"] > 0
        # It reads lines only where moves look like those of chess.
        assert played.info["pv"][:1] == [played.move][:game in ("pur", "contra", "ecke")]
        assert played.info["score"].turn == board.turn
        board.push(played.move)


def test_options_are_set_and_refused(engine):
    engine.configure({"Hash": 4, "Tables": False})
    with pytest.raises(chess.engine.EngineError, match="at most"):
        engine.configure({"Level": 99})
    with pytest.raises(chess.engine.EngineError, match="does not support option Books"):
        engine.configure({"Books": 1})
    engine.ping()


def test_lines_are_compared_and_some_moves_searched(engine):
    board = shown("contra")
    first, second, third = engine.analyse(board, Limit(depth=4), multipv=3)
    assert first["score"].relative >= second["score"].relative >= third["score"].relative
    only = [board.parse_uci("a1a2"), board.parse_uci("g1g2")]
    assert engine.play(board, Limit(depth=3), root_moves=only).move in only


def test_a_win_is_found_and_a_game_that_is_over_has_no_move(engine):
    board = shown("contra")
    board.board.set_position("CWd6va5")
    played = engine.play(board, Limit(mate=1), info=chess.engine.INFO_ALL, game="an end")
    assert played.move.text == "d6d7" and played.info["score"].relative.mate() == 1
    board.push(played.move)
    assert engine.play(board, Limit(depth=1), game="an end").move is None


def test_an_endless_analysis_ends_when_it_is_told_to(engine):
    with engine.analysis(shown("echek"), game="endless") as analysis:
        for told in analysis:
            if told.get("depth", 0) >= 3:
                break
    assert engine.play(shown("echek"), Limit(depth=1)).move is not None


def test_it_thinks_while_the_other_does(engine):
    """The expected reply goes on with the same search, and another one ends it."""
    board = shown("contra")
    for follows in (True, False, True):
        played = engine.play(board, Limit(white_clock=1, black_clock=1, white_inc=0.01),
                             game="ponder", ponder=True)
        assert played.ponder is not None
        board.push(played.move)
        others = [text for text in board.board.legal_texts() if text != played.ponder.text]
        board.push_uci(played.ponder.text if follows else others[0])
    assert engine.play(board, Limit(nodes=100), game="ponder").move is not None


def test_clocks_that_have_run_out_still_get_a_move(engine):
    clocks = Limit(white_clock=0, black_clock=0, white_inc=0, black_inc=0, remaining_moves=1)
    assert engine.play(shown("duell"), clocks, game="late").move is not None


async def test_it_ends_when_it_is_told_to():
    transport, engine = await chess.engine.popen_uci(COMMAND)
    await engine.ping()
    async with asyncio.timeout(PATIENCE):
        await engine.quit()
        assert await engine.returncode == 0
    transport.close()


async def test_it_ends_in_the_middle_of_a_search():
    transport, engine = await chess.engine.popen_uci(COMMAND)
    await engine.analysis(shown("contra"))
    async with asyncio.timeout(PATIENCE):
        await engine.quit()
        assert await engine.returncode == 0
    transport.close()
