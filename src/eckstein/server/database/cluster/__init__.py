"""Several servers on one database: which one owns a game, and what servers tell each other."""
