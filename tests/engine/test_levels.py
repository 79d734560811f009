"""Levels: they play alike on every machine, and err as they say (engine/levels.py)."""
from functools import cache

import pytest

from eckstein import Board
from eckstein.board.score import moves_in
from eckstein.engine import levels as levels_module
from eckstein.engine.ladders import LADDERS
from eckstein.engine.levels import FULL, LEVELS, LevelPlayer, level_of, levels_of, templates_of
from eckstein.engine.limits import Limits
from eckstein.engine.searcher import Searcher
from eckstein.kernel.specialise import specialise

from ..even_wins import BOARDS
from ..helpers import after, in_games, random_games
from ..search.exact import moves_of, shortest_win

GAMES = ["pur", "contra", "ecke", "duell", "echek"]
SEEING = [level.number for level in LEVELS if level.sees_wins and level.number < FULL]


@pytest.fixture
def player_for(request):
    """A function that makes a player for a board; it is closed at the end."""
    def make(board, level, seed=0):
        player = LevelPlayer(board.game, board.options, level, seed)
        request.addfinalizer(player.close)
        return player
    return make


@cache
def won_positions(game, count):
    """Positions with few moves in which a win within three plies can be forced, and the plies."""
    found = []
    for board in random_games(game, {}, range(40), plies=120):
        if 0 < len(board.legal_moves) <= 16:
            plies = shortest_win(board.rules, board.state, 3)
            if plies and sum(found_plies == plies for _, found_plies in found) < count:
                found.append((Board(game, board.position()), plies))
        if len(found) == 2 * count:
            break
    return found


def still_wins(board, move, plies):
    """Whether after this move every reply loses in time."""
    game, wins = board.rules, 1 + board.state.side
    q = game.apply(board.state, move)
    if game.outcome(q):
        return game.outcome(q) == wins
    return plies > 1 and all(
        game.outcome(r) == wins or shortest_win(game, r, plies - 2)
        for r in (game.apply(q, reply) for reply in moves_of(game, q)))


@in_games("ecke", "duell")
def test_short_wins_are_not_missed_from_level_5_up(player_for, game):
    positions = won_positions(game, 3)
    assert len(positions) >= 4
    for level in SEEING:
        player = player_for(positions[0][0], level)
        for board, plies in positions:
            info = player.choose(board)
            assert info.mate == moves_in(plies)
            assert info.depth == plies
            assert still_wins(board, info.pv[0], plies), board


@pytest.mark.parametrize(("board", "plies"), BOARDS, ids=str)
def test_short_wins_by_the_last_move_of_the_opponent_are_not_missed(player_for, board, plies):
    for level in SEEING:
        info = player_for(board, level).choose(board)
        assert (info.mate, info.score) == (plies // 2, 31000 - plies)
        assert still_wins(board, info.pv[0], plies)


def wins_in_three_moves(game, count):
    """Positions of random games in which five plies are needed to win by force, and suffice."""
    search = specialise("search.play.mate", game)
    memory, found = search.new_memory(), []
    memory.limit = 10**9
    for board in random_games(game, {}, range(60), plies=100):
        if board.legal_moves and board.ply % 3 == 0:
            p = search.game.Position(*board.state)
            if search.mate_in(p, memory, 0, 3) < 0 <= search.mate_in(p, memory, 0, 5):
                found.append(Board(game, board.position()))
        if len(found) == count:
            break
    return search, memory, found


def forces_a_win(search, memory, board, move):
    """Whether after this move every reply loses within three plies."""
    game, wins = search.game, 1 + board.state.side
    q = game.apply(game.Position(*board.state), move)
    replies = [int(reply) for reply in memory.moves[:game.generate(q, memory.moves, 0)]]
    after_all = (game.apply(q, reply) for reply in replies)
    return game.outcome(q) == 0 and all(
        game.outcome(r) == wins or search.mate_in(r, memory, 0, 3) >= 0 for r in after_all)


@pytest.mark.parametrize("game", GAMES)
def test_wins_in_three_moves_are_not_missed_from_level_5_up(player_for, request, game):
    search, memory, positions = wins_in_three_moves(game, 4)
    assert len(positions) == 4
    full = Searcher(game, positions[0].options, megabytes=4)
    request.addfinalizer(full.close)
    players = [player_for(positions[0], level).choose for level in SEEING]
    for choose in (*players, lambda board: full.best(board, Limits(nodes=200_000))):
        for board in positions:
            info = choose(board)
            assert info.mate == 3
            assert forces_a_win(search, memory, board, info.pv[0]), board


def test_a_beginner_may_miss_a_win(player_for):
    board = Board("contra", "CWd6va5Wa1Wb1Wc1Wf1We1Wg1")
    chosen = {player_for(board, 1, seed).choose(board).pv[0] for seed in range(12)}
    assert board.parse("d6d7") in chosen
    assert len(chosen) > 1


@pytest.mark.parametrize("level", [3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_win_in_one_is_not_missed_from_level_3_up(player_for, game, level):
    positions = [board for board, plies in won_positions(game, 3) if plies == 1]
    assert positions
    for board in positions:
        for seed in range(6):
            assert still_wins(board, player_for(board, level, seed).choose(board).pv[0], 1), board


def cost(choose, score, boards):
    """How much worse than the best the chosen moves are, in hundredths of a die, on average."""
    lost = []
    for board in boards:
        best = score(board, 4)
        chosen, ahead = choose(board).pv[0], board.copy()
        ahead.push(chosen)
        end = ahead.outcome()
        after_it = 0 if end else -score(ahead, 3)
        if max(abs(best), abs(after_it)) < 2000 and not end:
            lost.append(best - after_it)
    return sum(lost) / len(lost)


@in_games("contra", "echek")
def test_the_mistakes_of_lower_levels_are_larger(player_for, request, game):
    boards = [Board(game, board.position()) for board in random_games(game, {}, range(12), plies=40)
              if board.ply % 10 == 6 and not board.is_game_over()]
    full = Searcher(game, boards[0].options, megabytes=1)
    request.addfinalizer(full.close)
    known = {}

    def score(board, depth):
        """What a position is worth; many are met by several levels and seeds."""
        place = board.position(), depth
        if place not in known:
            known[place] = full.best(board, Limits(depth=depth)).score
        return known[place]
    costs = [sum(cost(player_for(boards[0], level, seed=seed).choose, score, boards)
                 for seed in range(3, 7)) for level in (1, 3, 5, 8)]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > 3 * costs[-1]


@pytest.mark.parametrize("level", [1, 3, 5, 6])
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_game(player_for, game, level):
    games = []
    for _ in range(2):
        board = Board(game)
        player = player_for(board, level, seed=7)
        while board.ply < 6 and not board.is_game_over():
            board.push(player.choose(board).pv[0])
        games.append(board.move_stack)
    assert games[0] == games[1]


def test_what_was_played_before_does_not_matter(player_for):
    one, other = Board("contra"), after("contra", None, "d1d2", "d7d6")
    player = player_for(one, 4)
    first = player.choose(one)
    player.choose(other)
    again = player.choose(one)
    assert (again.pv, again.nodes, again.score) == (first.pv, first.nodes, first.score)


def test_seeds_make_weak_players_differ(player_for):
    board = Board("duell")
    assert len({player_for(board, 1, seed).choose(board).pv[0] for seed in range(8)}) > 2


def test_who_does_not_err_needs_no_seed(player_for):
    board = Board("duell")
    assert level_of(9, "duell").misjudges == 0
    assert len({player_for(board, 9, seed).choose(board).pv for seed in range(3)}) == 1


def test_a_win_that_would_draw_is_no_win(player_for):
    """c5c6 wins, as Black must pass; but when the position has been there twice, it is a draw."""
    board = Board("contra", "CSa2ga3Lb3Mc5")
    player = player_for(board, 9)
    assert board.text(player.choose(board).pv[0]) == "c5c6"
    ahead = after("contra", board.position(), "c5c6")
    board._stack = [(0, board.state, board.origin, ahead.key, 0, 0, 0, [])] * 2
    assert board.text(player.choose(board).pv[0]) != "c5c6"


def test_a_win_that_would_draw_is_none_after_more_positions_than_can_be_remembered(
        player_for, monkeypatch):
    board = Board("contra", "CSa2ga3Lb3Mc5", no_progress=0)
    player = player_for(board, 5)
    assert player._short_win(board).mate == 2
    barred = [after("contra", board.position(), "c5c6").key, *range(256)]
    monkeypatch.setattr(Board, "keys", lambda board: [*barred, *barred, board.key])
    assert player._short_win(board) is None


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5, 6])
def test_a_level_looks_at_no_more_positions_than_it_says(player_for, level):
    board = Board("ecke")
    info = player_for(board, level).choose(board)
    assert info.nodes <= level_of(level, "ecke").nodes
    assert info.pv[0] in board.legal_moves


def test_a_game_that_is_over_has_no_move(player_for):
    board = after("duell", None, "A1-d3", "A8-d6", "d3xE8")
    with pytest.raises(ValueError, match="the game is over"):
        player_for(board, 1).choose(board)


def test_a_single_move_is_never_overlooked(player_for):
    board = after("contra", "CAa2Ab3We5va3", "e5e6")
    assert len(board.legal_moves) == 1
    for seed in range(6):
        assert player_for(board, 1, seed).choose(board).pv[0] == board.legal_moves[0]


@pytest.mark.parametrize("game", [None, "ferry", *GAMES])
def test_levels_grow(game):
    levels = levels_of(game)
    assert [level.number for level in levels] == list(range(1, FULL + 1))
    limited = [level.nodes for level in levels[:-1]]
    assert limited == sorted(limited)
    plies = [level.depth or 99 for level in levels]
    assert plies == sorted(plies)
    for depth in set(plies):        # who looks farther may err more, and is stronger all the same
        errors = [level.misjudges for level in levels if (level.depth or 99) == depth]
        assert errors == sorted(errors, reverse=True)
    assert len({(level.depth, level.nodes, level.misjudges) for level in levels}) == FULL
    assert [level.aware for level in levels] == [False] * 2 + [True] * 8
    assert [level.sees_wins for level in levels] == [False] * 4 + [True] * 6


def test_every_game_has_levels_of_its_own():
    assert sorted(LADDERS) == sorted(GAMES)


@pytest.mark.parametrize("number", [0, -1, 11])
def test_there_are_ten_levels(number):
    with pytest.raises(ValueError, match=f"levels are 1 to 10, not {number}"):
        level_of(number)


def test_what_a_level_has_to_compile_is_known(player_for, monkeypatch):
    loaded = []
    monkeypatch.setattr(levels_module, "load",
                        lambda game, own, templates: loaded.append(templates))
    for number in range(1, FULL):
        player_for(Board("contra"), number).warm()
    assert loaded == [templates_of(number) for number in range(1, FULL)]
    full = Searcher("contra", Board("contra").options, megabytes=1)
    full.close()
    assert full.templates == templates_of(FULL)


def test_so_many_moves_of_a_hundred_are_taken_at_random(player_for):
    """The same in the same position, whatever was played before, and others by another seed."""
    board = Board("echek")
    player = player_for(board, 9)

    def taken(seed, share):
        player.seed, player.random = seed, share
        return player.choose(board).pv[0]

    best = taken(0, 0)
    found = [taken(seed, 100) for seed in range(40)]
    assert found == [taken(seed, 100) for seed in range(40)] and len(set(found)) > 10
    half = [taken(seed, 50) for seed in range(40)]
    assert 10 < half.count(best) < 35
    assert {one for one in half if one != best} <= set(found)
