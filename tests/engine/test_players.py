"""Players: the texts that tell them, legal and sensible moves, and what becomes of faults."""
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eckstein import WHITE, Board, names
from eckstein.board.score import Score
from eckstein.engine import apart, async_client
from eckstein.engine.limits import Limits
from eckstein.engine.messages import EngineError, IllegalAnswerError
from eckstein.engine.players import (
    KINDS,
    make_player,
    on_servers,
    read_player,
    thinkers,
)
from eckstein.kernel.specialise import specialise

from ..helpers import named, random_games

ENGINE = Path(__file__).parent.parent / "arena" / "odd_engine.py"
SOON = Limits(time=0.1)

# Positions in which the player to move can win at once.
WINS = [
    ("pur", "Pca1fe1vf1ue2tf2ng2xb3Tf6Sa7Cb7Wc7Fd7Re7Wg7"),
    ("contra", "CWd6va5"),
    ("ecke", "EWb1Wd1ce3Lf6Ma7vd7vf7"),
    ("duell", "DWd1zc4Ze7ra8fg8"),
    ("echek", "2b/rkR/1K1/Qn1 w BNPqp Ss m13"),
]


def player_of(text, board, seed=5, apart=False):
    """A player who is ready for a game."""
    player = make_player(text, board, apart)
    player.warm()
    player.new_game(seed)
    return player


# Texts.

@pytest.mark.parametrize(("text", "told"), [
    ("human", "human"), ("random", "random"), (" greedy ", "greedy"), ("plain", "plain"),
    ("plain:depth=2,quiesce=1", "plain:depth=2,quiesce=on"),
    ("flat: playouts=50", "flat:playouts=50"),
    ("level:5", "level:5"), ("level 5", "level:5"), ("level5", "level:5"), ("10", "level:10"),
    ("level:9,book=0", "level:9,book=off"), ("level:9,tables=false", "level:9,tables=off"),
    ("level:10,hash=8,time=2.50", "level:10,hash=8,time=2.5"),
    ("engine", "alphabeta"), ("engine:movetime=0.1", "alphabeta:time=0.1"),
    ("alphabeta,depth=9", "alphabeta:depth=9"), ("time=0.1", "alphabeta:time=0.1"),
    ("hash=256, nodes=1000000", "alphabeta:hash=256,nodes=1000000"),
    ("alphabeta:tables=off,threads=2", "alphabeta:threads=2,tables=off"),
    ("mcts", "mcts"), ("mcts,hash=8", "mcts:hash=8"), ("nodes=300,mcts", "mcts:nodes=300"),
    ("cmd:some program 'with arguments', a=1", "cmd:some program 'with arguments', a=1")])
def test_a_text_tells_a_player_and_the_player_tells_himself(text, told):
    name = read_player(text)
    assert str(name) == told
    assert read_player(told) == name


@given(st.text(st.characters(codec="utf-8"), min_size=1))
def test_any_file_can_be_named(path):
    quoted = '"' + path.replace('"', '""') + '"'
    name = read_player(f"zero: nodes=5 ,net={quoted} ,hash=8")
    assert name.settings == {"net": path, "hash": 8, "nodes": 5}
    assert read_player(str(name)) == name


@pytest.mark.parametrize(("text", "net"), [
    ('alphabeta:net=a"b.net', 'a"b.net'), ('alphabeta:net="a,b', '"a'), ("net=a b", "a b"),
    ('alphabeta:net="on"', "on"), ("alphabeta:net='a'", "'a'")])
def test_a_quotation_mark_that_is_not_closed_is_one(text, net):
    try:
        assert read_player(text).settings["net"] == net
    except ValueError as error:
        assert net == '"a' and "not 'b'" in str(error)


@pytest.mark.parametrize("kind", KINDS)
def test_the_examples_of_the_table_can_be_read(kind):
    for text in (KINDS[kind].example, *KINDS[kind].several):
        name = read_player(text)
        assert (name.kind, str(name)) == (kind, text)


@pytest.mark.parametrize("text", ["", "nobody", "level", "level:", "level:x", "Random", "human2",
                                  "-1", "1.5", "cmd:", "threads", ",mcts", "a:b"])
def test_there_is_no_such_player(text):
    with pytest.raises(ValueError, match=r"there is no player .* here; players are human, random"):
        read_player(text)


@pytest.mark.parametrize(("text", "why"), [
    ("random:3", "a player of this kind has no settings; leave out 3"),
    ("cmd:it's", "cannot be read"), ("plain:depth", "depth is a number from 1 to 30, not ''"),
    ("plain:depth=x", "depth is a number from 1 to 30, not 'x'"),
    ("plain:depth=2,depth=3", "each once and with a value, not 'depth=3'"),
    ("plain:speed=3", "not 'speed=3'"), ("flat:playouts=0", "playouts is a number from 1"),
    ("time=1,movetime=2", "not 'movetime=2'"), ("mcts,alphabeta", "not 'alphabeta'"),
    ("mcts,depth=3", "some of hash, time, nodes, tables, .* not 'depth=3'"),
    ("level:3,hash=64", "some of tables, book, .* not 'hash=64'"),
    ("engine:time=nan", "time is a number of seconds"),
    ("engine:time=-1", "time is a number of seconds from 0.001 to 1000000, not '-1'"),
    ("engine:time=1e300", "time is a number of seconds"),
    ("nodes=99999999999999999999", "nodes is a number from 1 to 1000000000000"),
    ("depth=101", "depth is a number from 1 to 100"),
    ("threads=257", "threads is a number from 1 to 256"), ("hash=1e3", "not '1e3'"),
    ("hash=65537", "hash is a number from 1 to 65536"),
    ("tables=perhaps", "tables is on or off, not 'perhaps'")])
def test_what_cannot_be_set(text, why):
    with pytest.raises(ValueError, match=why):
        read_player(text)


@given(st.text(alphabet="mctshadlvelpbooknf=:,.0123456789 ", max_size=24))
def test_any_text_tells_a_player_or_is_refused_with_a_sentence(text):
    try:
        name = read_player(text)
    except ValueError as error:
        assert str(error)
    else:
        assert read_player(str(name)) == name


def test_who_plays_where():
    assert set(KINDS) - set(thinkers()) == {"human"}
    assert on_servers() == ("level",)
    with pytest.raises(ValueError, match="no player 'human' here; players are random, greedy"):
        read_player("human", thinkers())
    with pytest.raises(ValueError, match=r"no player 'cmd:x' here; players are level:5$"):
        read_player("cmd:x", on_servers())


@pytest.mark.parametrize(("text", "limits"), [
    ("engine", SOON), ("engine:depth=4", Limits(depth=4)), ("threads=2", SOON), ("cmd:x", SOON),
    ("mcts:nodes=9,time=2", Limits(nodes=9, time=2)), ("level:10,time=1", Limits(time=1))])
def test_a_player_has_limits_of_his_own_or_the_usual_ones(text, limits):
    assert read_player(text).limits(SOON) == limits


@pytest.mark.parametrize(("text", "timed"), [
    ("engine", True), ("level:10", True), ("mcts", True), ("cmd:x", True), ("level:5", False),
    ("greedy", False), ("random", False), ("plain", False), ("flat", False)])
def test_whose_moves_are_limited_by_time(text, timed):
    assert read_player(text).is_timed == timed


@pytest.mark.parametrize(("text", "told"), [
    ("mcts", "mcts:hash=16,time=1"), ("hash=4", "alphabeta:threads=2,hash=4,time=1"),
    ("level:5", "level:5"), ("level:10", "level:10,threads=2,hash=16,time=1"),
    ("mcts:time=3", "mcts:hash=16,time=3"), ("cmd:x", "cmd:x"), ("plain", "plain")])
def test_what_is_not_set_is_filled_in_where_there_is_such_a_setting(text, told):
    assert str(read_player(text).filled(threads=2, hash=16, time=1.0, nodes=None)) == told


@pytest.mark.parametrize(("text", "settings"), [
    ("alphabeta:time=1", {}), ("hash=4,threads=2,tables=off",
                               {"Threads": 2, "Hash": 4, "Tables": False}),
    ("level:8", {"Level": 8}), ("level:10,hash=4", {"Level": 10, "OwnBook": True, "Hash": 4}),
    ("level:9,book=off", {"Level": 9, "OwnBook": False}), ("cmd:x", {})])
def test_how_an_engine_is_told_to_play_so(text, settings):
    assert read_player(text).engine_settings() == settings


# Moves.

PLAYERS = ["random", "greedy", "plain:depth=2,quiesce=on", "flat:playouts=40", "level:1",
           "level:10", "alphabeta:nodes=200,hash=1", "mcts:nodes=200,hash=1"]


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("text", PLAYERS)
def test_players_make_legal_moves_and_leave_the_board(game, text):
    board = Board(game)
    player = player_of(text, board)
    try:
        while board.ply < 4 and not board.is_game_over():       # a beginner overlooks a check
            before = board.position(), board.move_stack
            move = player.play(board, SOON).move
            assert (board.position(), board.move_stack) == before
            board.push(move)
    finally:
        player.close()


@pytest.mark.parametrize("text", [text for text in PLAYERS if text != "level:10"])
def test_the_seed_of_a_game_decides(text):
    board = Board("contra")
    player, chosen = player_of(text, board), []
    for seed in (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8):
        player.new_game(seed)
        chosen.append(player.play(board, SOON).move)
    player.close()
    assert chosen[:8] == chosen[8:]
    assert (len(set(chosen)) > 1) == (not text.startswith(("alphabeta", "mcts")))


def test_the_random_player_makes_every_move():
    board = Board("contra")
    player = player_of("random", board)
    assert {player.play(board, SOON).move for _ in range(200)} == set(board.legal_moves)


@pytest.mark.parametrize("text", ["greedy", "plain:depth=1", "plain:depth=3", "flat:playouts=500",
                                  "level:3", "alphabeta:nodes=100", "mcts:nodes=500,hash=1"])
@pytest.mark.parametrize(("game", "position"), WINS)
def test_a_win_is_seen(game, position, text):
    board = Board(game, position)
    turn, player = board.turn, player_of(text, board)
    board.push(player.play(board, SOON).move)
    player.close()
    assert board.outcome().winner == turn


@pytest.mark.parametrize("text", ["level:2", "mcts:nodes=400,hash=1", "alphabeta:nodes=400"])
def test_who_thinks_tells_legal_lines(text):
    board = Board("contra")
    player = player_of(text, board)
    played = player.play(board, SOON, 2)
    player.close()
    assert played.move == played.info.pv[0]
    assert len(played.others) == (0 if text.startswith("level") else 1)
    for line in (played.info, *played.others):
        ahead = board.copy()
        for move in line.pv:
            assert move in ahead.legal_moves
            ahead.push(move)


def test_a_tree_that_has_no_more_room_says_so():
    board = Board("contra")
    player = player_of("mcts:hash=1", board)
    assert player.play(board, Limits(nodes=10**9)).info.hashfull == 1000
    assert player.play(board, Limits(nodes=9)).info.hashfull == 0


def test_a_tree_search_that_is_stopped_ends():
    board = Board("contra")
    player = player_of("mcts:hash=64", board)
    player.stop()
    assert player.play(board, Limits(nodes=10**9)).info.nodes < 10**9


def loses(board, move):
    """Whether the player to move loses by this move itself."""
    now = board.copy()
    now.push(move)
    return now.outcome() is not None and now.outcome().winner not in (None, board.turn)


def test_the_greedy_player_shuns_a_move_that_loses_at_once():
    board = Board("echek", "1n1/Pk1/1K1/2N b QRBqrbp Ss l12")
    assert any(loses(board, move) for move in board.legal_moves)
    for seed in range(5):
        assert not loses(board, player_of("greedy", board, seed).play(board, SOON).move)


def test_the_greedy_player_knows_options():
    board = Board("ecke", "EWc3Wd3We3vd5ve5vb6", ties_protect=True)
    assert player_of("greedy", board).play(board, SOON).move in board.legal_moves


@pytest.mark.parametrize("game", names())
def test_greedy_beats_random(game):
    points = 0
    for seed in range(6):
        board = Board(game, no_progress=60)
        players = [player_of(text, board, seed) for text in ("greedy", "random")]
        while not board.is_game_over():
            mover = players[(board.turn is not WHITE) ^ (seed % 2)]
            board.push(mover.play(board, SOON).move)
        winner, greedy = board.outcome().winner, "black" if seed % 2 else "white"
        points += 1 if winner is None else 2 * (winner == greedy)
    assert points >= 9, f"greedy has {points} of 12 points"


# Plain alpha-beta.

def minimax(search, board, depth):
    """The value that plain alpha-beta must find, by looking at everything."""
    rules, p = board.rules, board.state

    def value(p, depth, ply):
        result = rules.outcome(p)
        if result:
            return 0 if result == 3 else (search.WIN - ply) * (1 if result == 1 + p.side else -1)
        if not depth:
            return search.value(p)
        room = [0] * rules.MAX_MOVES
        end = rules.generate(p, room, 0)
        return max(-value(rules.apply(p, room[i]), depth - 1, ply + 1) for i in range(end))
    return value(p, depth, 0)


@pytest.mark.parametrize(("game", "options"), named([(game, {}) for game in (
    "pur", "contra", "ecke", "duell", "echek")]))
def test_plain_alpha_beta_finds_what_looking_at_everything_finds(game, options):
    search = specialise("search.play.plain", game, compiled=False)
    memory = search.new_memory(0)
    for board in list(random_games(game, options, [3], 14))[::7]:
        value = search.search(board.state, memory, 0, 2, -search.INFINITE, search.INFINITE, 0)
        assert value == minimax(search, board, 2)


def test_compiled_plain_alpha_beta_agrees():
    plain, fast = (specialise("search.play.plain", "contra", compiled=life)
                   for life in (False, True))
    for board in list(random_games("contra", {}, [1, 2], 12))[::5]:
        results = []
        for search in (plain, fast):
            memory, p = search.new_memory(4), search.game.Position(*board.state)
            value = search.search(p, memory, 0, 3, -search.INFINITE, search.INFINITE, 0)
            results.append((int(value), int(memory.nodes)))
        assert results[0] == results[1]


def test_a_capture_that_is_answered_is_seen_by_playing_captures_out():
    """Taking a guarded die looks like a gain of one at depth 1, and like none with the answer."""
    search = specialise("search.play.plain", "duell", compiled=False)
    memory = search.new_memory(8)
    for board in random_games("duell", {}, [4, 5, 6], 30):
        p, calm = board.state, search.new_memory(0)
        shallow, whole = (search.search(p, room, 0, 1, -search.INFINITE, search.INFINITE, 0)
                          for room in (calm, memory))
        assert whole <= shallow
        if whole < shallow:
            break
    else:
        raise AssertionError("in all these positions nothing was ever answered")


# Players in processes of their own.

def odd_engine(way):
    return f"cmd:{sys.executable} {ENGINE} {way}"


def test_an_engine_in_a_process():
    board = Board("contra")
    player = player_of(odd_engine("well"), board)
    try:
        played = player.play(board, SOON)
        assert played.move == board.parse("d1d2")
        assert played.info.score == Score(12)
    finally:
        player.close()


@pytest.mark.parametrize(("way", "kind", "complaint"), [
    ("dies", RuntimeError, "stopped"),
    ("deaf-later", EngineError, "did not say readyok within 0 s"),
    ("dies-once", RuntimeError, "had to be started again; it wrote last: no such die"),
    ("illegal", IllegalAnswerError, "bestmove d1d9")])
def test_an_engine_that_errs(way, kind, complaint, tmp_path, monkeypatch):
    monkeypatch.setattr(async_client, "ANSWER_SECONDS", 0.2)
    monkeypatch.setenv("ODD_ENGINE", str(tmp_path / "seen"))
    player = player_of(odd_engine(way), Board("contra"))
    try:
        with pytest.raises(kind, match=complaint):
            player.play(Board("contra"), SOON)
    finally:
        player.close()


def test_an_engine_that_died_between_two_games_is_started_again_and_that_is_told():
    board = Board("contra")
    player = player_of(odd_engine("well"), board)
    try:
        assert player.note == ""
        player._engine._engine.kill()
        player.new_game(6)
        assert player.note == "the engine died between two games, and was started again"
        assert player.play(board, SOON).move in board.legal_moves
        player.new_game(7)
        assert player.note == ""
    finally:
        player.close()


@pytest.mark.parametrize("limits", [SOON, Limits(nodes=5)])
def test_an_engine_that_never_answers_is_not_waited_for_without_end(limits, monkeypatch):
    monkeypatch.setattr(apart, "PATIENCE", 0.1)
    monkeypatch.setattr(apart, "LONGEST_MOVE", 0.1)
    player = player_of(odd_engine("hangs"), Board("contra"))
    with pytest.raises(RuntimeError, match="does not respond"):
        player.play(Board("contra"), limits)


def test_each_game_of_a_level_in_a_process_has_a_seed_of_its_own():
    board, chosen = Board("duell"), []
    player = player_of("level:1", board, apart=True)
    try:
        for seed in (1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6):
            player.new_game(seed)
            chosen.append(player.play(board, SOON).move)
    finally:
        player.close()
    assert chosen[:6] == chosen[6:]
    assert len(set(chosen)) > 1


def test_an_engine_that_is_not_there():
    with pytest.raises(ValueError, match="cmd:no-such-program-anywhere: cannot start"):
        player_of("cmd:no-such-program-anywhere", Board("contra"))


def test_the_table_in_the_docs_is_the_table_of_the_program():
    page = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
    rows = page.partition("| player | what it is | settings |\n|-|-|-|\n")[2].partition("\n\n")[0]
    told = {}
    for row in rows.splitlines():
        text, _, settings = (cell.strip() for cell in row.strip("|").split("|"))
        told[text.strip("`")] = set(re.findall(r"`(\w+)`", settings))
    assert told == {kind.example: set(kind.settings) for kind in KINDS.values()}
