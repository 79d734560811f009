"""Company: people who know each other's names challenge each other."""
