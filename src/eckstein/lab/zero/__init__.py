"""Networks trained from scratch by self-play, in the way of AlphaZero (docs/zero.md)."""
