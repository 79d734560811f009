"""Networks that say which moves are good and who wins, in the way of AlphaZero, and who plays by
them; they are trained in lab/zero/.
"""
