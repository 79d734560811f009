"""Let two levels play a game against each other."""
from eckstein import WHITE, Board, Limits, make_player

board = Board("contra")
players = [make_player("level:4", board), make_player("level:1", board)]
for seed, player in enumerate(players):
    player.new_game(seed)
while not board.is_game_over():
    player = players[0] if board.turn is WHITE else players[1]
    board.push(player.play(board, Limits()).move)
for player in players:
    player.close()
print(board.outcome(), "after", board.ply, "moves")
