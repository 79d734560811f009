"""Studies that several people write together."""
