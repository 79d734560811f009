"""The engine: searches put to work, ten levels, and the protocol by which programs use it."""
