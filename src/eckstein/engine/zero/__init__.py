"""Networks in the way of AlphaZero, which judge moves and predict the winner, and the players that
use them; they are trained in lab/zero/.
"""
