"""What is known about playing a game that nobody has studied yet: nothing."""
