"""The names that programs may rely on are there, documented, and as their page says."""
import inspect
import re
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import eckstein

PAGE = (Path(__file__).parents[1] / "docs/reference/names.md").read_text(encoding="utf-8")
PROMISED = re.findall(r"^([\w.]+): (.+)$", re.search(r"```text\n(.*?)```", PAGE, re.S)[1], re.M)
LATE = re.compile(r"(: |-> )'([^']*)'")
MODULES = re.compile(r"\b(?:eckstein|collections|typing)\.(?:\w+\.)*")
CLASSES = ("AsyncEngine", "Board", "Engine", "Limits", "Outcome", "Record")


def kind_of(found):
    """What a name is, with its parameters and their types as the source has them."""
    if isinstance(found, type):
        return "an error" if issubclass(found, Exception) else "a class"
    if callable(found):
        return LATE.sub(r"\1\2", MODULES.sub("", str(inspect.signature(found))))
    return type(found).__name__


def members(name):
    """The public methods of a class, and its constructor if programs call it, with their kinds."""
    whole = getattr(eckstein, name)
    for member in sorted(vars(whole)):
        found = inspect.getattr_static(whole, member)
        if member.startswith("_") or name not in CLASSES:
            continue
        if isinstance(found, classmethod):
            found = getattr(whole, member)
        if callable(found):
            yield f"{name}.{member}", kind_of(found)


def as_it_is():
    """All names as they are now."""
    for name in eckstein.__all__:
        yield name, kind_of(getattr(eckstein, name))
        yield from members(name)


def test_the_page_lists_all_promised_names_as_they_are():
    assert list(as_it_is()) == PROMISED, "\n".join(f"{name}: {kind}" for name, kind in as_it_is())


@pytest.mark.parametrize("name", eckstein.__all__)
def test_each_has_a_docstring(name):
    found = getattr(eckstein, name)
    assert isinstance(found, eckstein.Colour) or inspect.getdoc(found)
    if name in CLASSES:
        for member, _ in members(name):
            assert inspect.getdoc(getattr(found, member.partition(".")[2])), member


@pytest.mark.parametrize("name", CLASSES)
def test_each_method_has_types(name):
    whole = getattr(eckstein, name)
    for member, _ in members(name):
        parameters = inspect.signature(getattr(whole, member.partition(".")[2])).parameters.values()
        assert all(one.annotation is not inspect.Parameter.empty for one in parameters
                   if one.name != "self"), member


def test_what_takes_long_to_import_is_imported_when_it_is_used():
    told = subprocess.run([sys.executable, "-c", "import sys, eckstein; dir(eckstein);"
                           "print([name for name in ('eckstein.engine', 'eckstein.render', "
                           "'eckstein.record', 'asyncio') if name in sys.modules]);"
                           "from eckstein import *; print('eckstein.render' in sys.modules)"],
                          capture_output=True, text=True, check=True).stdout
    assert told.split("\n")[:2] == ["[]", "True"]


def test_there_are_no_other_names():
    with pytest.raises(AttributeError, match="no attribute 'Bord'"):
        eckstein.Bord  # noqa: B018
    assert set(eckstein.__all__) <= set(dir(eckstein))
    assert typing.get_type_hints(eckstein.make_player)
