"""The small programs that the docs list do what they say."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROGRAMS = sorted((ROOT / "examples/programs").glob("*.py"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_it_runs_and_tells_something(path, tmp_path):
    as_installed = {name: value for name, value in os.environ.items()
                    if name not in ("ECKSTEIN_TABLES", "ECKSTEIN_BOOKS", "ECKSTEIN_NETS")}
    told = subprocess.run([sys.executable, path], cwd=tmp_path, capture_output=True, text=True,
                          env=as_installed)
    assert told.returncode == 0 and told.stderr == "" and told.stdout.strip(), told.stderr


def test_the_page_lists_them_all():
    page = (ROOT / "docs/programs.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"programs/(\w+\.py)\)", page)) == [path.name for path in PROGRAMS]
