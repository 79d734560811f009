"""Numbers of things in sentences."""


def counted(number: float, thing: str) -> str:
    """A number and the thing that is counted, such as "1 game" or "2 games"."""
    return f"{number:g} {thing}{'' if number == 1 else 's'}"


def are(number: int) -> str:
    """The verb that goes with so many things."""
    return "is" if number == 1 else "are"
