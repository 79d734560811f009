"""A game to begin with: a folder with rules, what is known of them, their page, and tests."""
from __future__ import annotations

import keyword
from importlib.resources import files
from pathlib import Path

from ...base.files import save_text
from ...base.sentence import Sentence
from ...games import names

# What is made, and from which text of this folder.
MADE = {"README.md": "readme", "pyproject.toml": "project", "games/{name}/__init__.py": "rules",
        "games/{name}/knowledge.py": "knowledge", "games/{name}/{name}.md": "page",
        "tests/test_{name}.py": "tests"}


def make(name: str, folder: Path) -> list[Path]:
    """Write a new game into a folder of its own.

    Args:
        name: what commands call the game.
        folder: where its folder is made, or is already and empty.

    Returns:
        The files that were written.

    Raises:
        ValueError: if that is no name for a game, or the folder holds something.
    """
    if not (name.isascii() and name.isidentifier() and name.islower()) or (
            keyword.iskeyword(name) or name.startswith("_")):
        raise ValueError(Sentence("{name!r} is no name for a game: it is of the letters a to z, "
                                  "digits and underscores, and begins with a letter", name=name))
    if name in names():
        raise ValueError(Sentence("there is a game {name} already", name=name))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(Sentence("{folder} holds something already", folder=folder))
    facts = {"name": name, "title": name.replace("_", " ").capitalize(),
             "letter": name[0].upper()}
    made = []
    for place, template in MADE.items():
        text = files(__name__).joinpath(f"{template}.txt").read_text(encoding="utf-8")
        for fact, value in facts.items():
            text = text.replace("{{" + fact + "}}", value)
        path = folder / place.format(name=name)
        path.parent.mkdir(parents=True, exist_ok=True)
        save_text(path, text)
        made.append(path)
    return made
