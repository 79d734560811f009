"""The pictures of the documentation are those that its commands draw."""
import re
import shlex
from pathlib import Path

import pytest

from eckstein import cli

from .test_pictures import NUMBER

DOCS = Path(__file__).parent.parent.parent / "docs"
SCRIPT = (DOCS / "images" / "make.sh").read_text(encoding="utf-8").replace("\\\n", "")
COMMANDS = {line[-1]: line[1:] for line in map(shlex.split, SCRIPT.splitlines())
            if line[:1] == ["render"]}


@pytest.mark.parametrize("name", [name for name in COMMANDS if name.endswith(".svg")])
def test_a_picture_is_as_its_command_draws_it(name, tmp_path, monkeypatch):
    monkeypatch.chdir(DOCS / "images")
    out = tmp_path / name
    assert cli.run(["render", *COMMANDS[name][:-1], str(out)]) == 0
    now, stored = out.read_text(encoding="utf-8"), Path(name).read_text(encoding="utf-8")
    assert NUMBER.sub("0", now) == NUMBER.sub("0", stored)
    assert list(map(float, NUMBER.findall(now))) == pytest.approx(
        list(map(float, NUMBER.findall(stored))), abs=0.25)


def test_every_picture_has_its_command_and_is_of_use():
    drawn = {path.name for path in (DOCS / "images").iterdir()} - {"make.sh"}
    assert drawn == set(COMMANDS)


def test_the_page_shows_pictures_that_are_there():
    shown = re.findall(r"\]\(images/([^)]+)\)", (DOCS / "pictures.md").read_text(encoding="utf-8"))
    assert len(shown) > 8 and set(shown) <= set(COMMANDS)
