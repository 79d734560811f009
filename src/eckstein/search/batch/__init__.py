"""Templates for many games at once."""
