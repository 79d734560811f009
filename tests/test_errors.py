"""All errors of the package share one base (base/errors.py)."""
import importlib
import re
from pathlib import Path

import pytest

import eckstein
from eckstein.base.errors import EcksteinError

HOME = Path(eckstein.__file__).parent
CLASS = re.compile(r"^class (\w+Error)\(", re.MULTILINE)
FOUND = [(".".join(path.relative_to(HOME.parent).with_suffix("").parts), name)
         for path in sorted(HOME.rglob("*.py")) for name in CLASS.findall(path.read_text())]


@pytest.mark.parametrize(("module", "name"), FOUND)
def test_an_error_is_of_the_package_and_is_an_exception(module, name):
    error = getattr(importlib.import_module(module.removesuffix(".__init__")), name)
    assert issubclass(error, EcksteinError)
    assert issubclass(error, Exception)


def test_there_are_errors():
    assert len(FOUND) > 30
