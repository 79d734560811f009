"""Simple opponents, and all opponents by their names (engine/players.py)."""
import pytest

from eckstein import Board, names
from eckstein.engine.players import check_players, greedy_player, make_player, random_player

# Positions in which the player to move can win at once.
WINS = [
    ("pur", "Pca1fe1vf1ue2tf2ng2xb3Tf6Sa7Cb7Wc7Fd7Re7Wg7"),
    ("contra", "CWd6va5"),
    ("ecke", "EWb1Wd1ce3Lf6Ma7vd7vf7"),
    ("duell", "DWd1zc4Ze7ra8fg8"),
    ("echek", "2b/rkR/1K1/Qn1 w BNPqp Ss m13"),
]


def play(board, white, black):
    """Play to the end."""
    while not board.is_game_over():
        player = white if board.turn == "white" else black
        board.push(player(board))
    return board


def loses(board, move):
    """Whether the player to move loses by this move itself."""
    now = board.copy()
    now.push(move)
    return now.outcome() is not None and now.outcome().winner not in (None, board.turn)


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("name", ["random", "greedy", "level:1", "level 2", "3"])
def test_players_make_legal_moves_and_leave_the_board(game, name):
    board = Board(game)
    player = make_player(name, board, seed=1)
    while board.ply < 4 and not board.is_game_over():       # a beginner overlooks a check
        before = board.position(), board.move_stack
        move = player(board)
        assert (board.position(), board.move_stack) == before
        board.push(move)


@pytest.mark.parametrize("make", [random_player, greedy_player])
@pytest.mark.parametrize("game", names())
def test_the_same_seed_plays_the_same_game(game, make):
    games = []
    for _ in range(2):
        board, player = Board(game), make(11)
        for _ in range(12):
            if not board.is_game_over():
                board.push(player(board))
        games.append(board.move_stack)
    assert games[0] == games[1]


def test_the_random_player_makes_every_move():
    board, player = Board("contra"), random_player(3)
    assert {player(board) for _ in range(200)} == set(board.legal_moves)


@pytest.mark.parametrize(("game", "position"), WINS)
def test_the_greedy_player_wins_at_once(game, position):
    for seed in range(3):
        board = Board(game, position)
        board.push(greedy_player(seed)(board))
        assert board.outcome().winner == Board(game, position).turn


def test_the_greedy_player_shuns_a_move_that_loses_at_once():
    board = Board("echek", "1n1/Pk1/1K1/2N b QRBqrbp Ss l12")
    assert any(loses(board, move) for move in board.legal_moves)
    for seed in range(5):
        assert not loses(board, greedy_player(seed)(board))


def test_the_greedy_player_knows_options():
    board = Board("ecke", "EWc3Wd3We3vd5ve5vb6", ties_protect=True)
    assert greedy_player(1)(board) in board.legal_moves


@pytest.mark.parametrize("game", names())
def test_greedy_beats_random(game):
    points = 0
    for seed in range(6):
        players = [greedy_player(seed), random_player(seed)]
        if seed % 2:
            players.reverse()
        board = play(Board(game, no_progress=60), *players)
        winner = board.outcome().winner
        greedy = "black" if seed % 2 else "white"
        points += 1 if winner is None else 2 * (winner == greedy)
    assert points >= 9, f"greedy has {points} of 12 points"


def test_full_strength_is_a_player(monkeypatch):
    monkeypatch.setattr("eckstein.engine.players.FULL_SECONDS", 0.01)
    board = Board("contra", "CWd6va5")
    assert board.text(make_player("level:10", board, 1)(board)) == "d6d7"


@pytest.mark.parametrize("name", ["", "nobody", "level", "level:", "level:0", "level:11", "0",
                                  "11", "Random", "level:1 ", "human2", "-1", "1.5"])
def test_there_is_no_such_player(name):
    with pytest.raises(ValueError, match="there is no player"):
        check_players([name])
    with pytest.raises(ValueError, match="there is no player"):
        make_player(name, Board("contra"), 1)


def test_players_have_names():
    check_players(["human", "random", "greedy", *(f"level:{number}" for number in range(1, 11)),
                   "level 5", "level5", "10"])


def test_random_play_ends():
    for game in names():
        board = play(Board(game), random_player(1), random_player(2))
        assert board.outcome() is not None
