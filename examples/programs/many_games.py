"""Play ten thousand games at random, side by side."""
import numpy as np

from eckstein.lab.learning import BatchGame

batch = BatchGame("contra", 10_000, autoreset="off", masks=None, observe=False, seed=1)
while batch.running().any():
    batch.step(batch.sample())
print("White won", f"{np.mean(batch.winner == 0):.3f}", "of the games, of",
      f"{batch.plies.mean():.1f} plies")
