"""Wins that the opponent brings about by his own last move, for he has no other moves left.

They take an even number of plies, and so are wins in half as many moves.
"""
from eckstein import Board

# The game, a position, and the plies of the shortest win of the player to move.
EVEN_WINS = [
    ("contra", "cgf3Ca6ga7", 2), ("contra", "CSe1Ge5ag6", 2), ("contra", "CAa1na2Pd4Qg4", 2),
    ("contra", "CPg1Ib3Oe4Cd5mg5", 2), ("contra", "CRc1Ig1jc2", 4), ("contra", "CUg1Qf4jf5", 4),
    ("contra", "cHa1ta4", 6), ("contra", "CKb2Ge3ug6", 6),
    ("ecke", "eWg1se2Vg3vc5vg5qa6fg7", 4), ("ecke", "EGc1La2Ge3Sf3Vg3ia4Wd4ka5kb5", 4),
    ("ecke", "EOb3Vc3Nf3wa5vd5ef5", 6)]
BOARDS = [(Board(game, position), plies) for game, position, plies in EVEN_WINS]
