"""The lobby: players that look for an opponent, and games to watch."""
