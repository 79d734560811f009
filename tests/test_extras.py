"""Each extra does what it is for in an environment that has what it names, and nothing else.

The environments are made of links to what is installed here, so nothing is downloaded.
"""
import ast
import functools
import importlib
import importlib.metadata
import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest
from tools.extras import APART, TRIED, program, with_others
from tools.weight import needed

ROOT = Path(__file__).parent.parent
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"]
WITHOUT_NUMPY = """
import sys

class Lacking:
    def find_spec(self, name, *_):
        if name == "numpy":
            raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

sys.meta_path.insert(0, Lacking())
from eckstein.cli import run
"""


def test_each_extra_is_tried():
    assert set(TRIED) == set(EXTRAS) - APART


@functools.cache
def files_of(distribution):
    """The files of a distribution below the folder of packages, by their places there."""
    found = importlib.metadata.distribution(distribution)
    return {str(file): Path(str(file.locate())) for file in found.files or ()
            if ".." not in file.parts and file.suffix != ".pyc"}


def environment(folder, *extras):
    """The Python of an environment that has what these extras need, and our sources."""
    venv.create(folder)
    packages, = (folder / "lib").glob("python*/site-packages")
    for distribution in needed(*extras):
        for place, file in files_of(distribution).items():
            link = packages / place
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(file)
    (packages / "eckstein.pth").write_text(f"{ROOT / 'src'}\n", encoding="utf-8")
    for place, file in files_of("eckstein").items():
        if place.partition("/")[0].endswith(".dist-info"):
            (packages / place).parent.mkdir(parents=True, exist_ok=True)
            (packages / place).symlink_to(file)
    return folder / "bin" / "python"


@pytest.mark.parametrize("extra", sorted(TRIED))
def test_what_tries_an_extra_names_modules_that_are_there(extra):
    for node in ast.walk(ast.parse(program(extra))):
        if isinstance(node, ast.Import):
            for one in node.names:
                importlib.import_module(one.name)
        elif isinstance(node, ast.ImportFrom):
            for one in node.names:
                exec(f"from {node.module} import {one.name}")


@pytest.mark.long
@pytest.mark.parametrize("extra", sorted(TRIED))
def test_an_extra_is_enough_for_what_it_is_for(extra, tmp_path):
    variables = {name: value for name, value in os.environ.items()
                 if not name.startswith(("PYTHON", "ECKSTEIN_LIFE"))}
    done = subprocess.run(
        [environment(tmp_path / "environment", *with_others(extra)), "-c", program(extra)],
        env=variables | {"HOME": str(tmp_path)}, cwd=tmp_path, capture_output=True, text=True,
        timeout=600, check=False)
    assert (done.returncode, done.stdout[-5:]) == (0, "done\n"), done.stderr[-3000:]


@pytest.mark.parametrize("words", [
    ["data", "make", "contra", "--games", "1"], ["data", "solve", "contra", "-o", "size=3"],
    ["benchmark", "contra"], ["benchmark", "contra", "--player", "random"]])
def test_a_command_says_which_package_it_lacks(words, tmp_path):
    """Of what is imported only when it is needed; other names would hide faults of ours."""
    done = subprocess.run(
        [sys.executable, "-c", f"{WITHOUT_NUMPY}sys.exit(run({words!r}))"], cwd=tmp_path,
        capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("eckstein: this needs the package numpy; install it with pip install "
                           "'eckstein[arena]'.\n")


def test_an_environment_has_nothing_else(tmp_path):
    """Otherwise an extra could lack a package, and nobody would see it."""
    python = environment(tmp_path / "environment")
    done = subprocess.run([python, "-c", "import eckstein, typer; print(eckstein.__file__); "
                           "import numpy"], cwd=tmp_path, capture_output=True, text=True,
                          timeout=60, env={"PATH": os.environ["PATH"]}, check=False)
    assert done.stdout.strip() == str(ROOT / "src" / "eckstein" / "__init__.py")
    assert done.stderr.endswith("ModuleNotFoundError: No module named 'numpy'\n")
