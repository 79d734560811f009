"""People beside games: names, ratings, accounts."""
