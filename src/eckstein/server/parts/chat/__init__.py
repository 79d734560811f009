"""Chat between the two players of a game."""
