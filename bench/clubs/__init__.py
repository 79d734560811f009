"""A day on which some clubs meet at one server, played in a few minutes and checked at its end."""
