"""The lobby: strangers who look for an opponent find each other, and games are watched."""
