"""What a release will weigh, told from what is there (tools/weight.py)."""
import py_compile

import pytest
from tools import weight
from tools.release import ENVIRONMENT_BOUND

from eckstein.ahead.build import all_jobs, default_jobs, stem_of

needs_libraries = pytest.mark.skipif(
    not list(weight.LIBRARIES.glob(f"*.{weight.NATIVE}.so")),
    reason=f"no library for {weight.NATIVE} is made here")


@needs_libraries
def test_what_will_be_released_is_not_too_large():
    found = weight.environment()
    assert sum(one.size for one in found) <= ENVIRONMENT_BOUND, weight.told(found)


@pytest.fixture
def made(tmp_path, monkeypatch):
    """As if all games were compiled under their usual rules, and Contra on 3 x 3 squares."""
    monkeypatch.setattr(weight, "LIBRARIES", tmp_path)
    for stem, size in [*((stem_of(job), 700) for job in default_jobs()), ("contra_size-3", 400)]:
        (tmp_path / f"{stem}.json").write_bytes(bytes(10))
        (tmp_path / f"{stem}.{weight.NATIVE}.so").write_bytes(bytes(size))
        (tmp_path / f"{stem}.{weight.PORTABLE}.gz").write_bytes(bytes(size // 2))


def test_a_library_that_is_made_weighs_what_it_weighs(made):
    assert {weight.Weight("library of contra", 710), weight.Weight("library of contra_size-3", 210)
            } <= set(weight.libraries())


def test_one_that_is_not_made_counts_as_much_as_that_of_the_usual_rules_and_is_called_guessed(made):
    found = list(weight.libraries())
    assert len(found) == len(all_jobs())
    assert weight.Weight("library of contra_size-4", 360, 360) in found
    assert f"stand for {len(all_jobs()) - len(default_jobs()) - 1} libraries" in weight.told(found)


def test_what_is_too_large_is_told_with_its_bound(made):
    assert f"may have {ENVIRONMENT_BOUND:,}" in weight.told([weight.Weight("much", 10**9)])


def test_dependencies_are_those_without_extras():
    found = set(weight.needed())
    assert {"msgspec", "rich", "typer", "pygments"} <= found
    assert not {"numba", "numpy", "textual", "starlette", "pytest"} & found


def test_bytecode_is_counted_as_installing_makes_it(tmp_path):
    source = tmp_path / "module.py"
    source.write_text("def double(x):\n    return 2 * x\n")
    compiled = tmp_path / "module.pyc"
    py_compile.compile(str(source), cfile=str(compiled))
    slack = len(str(source))        # the name of the file stands in it
    assert abs(weight._installed(source) - source.stat().st_size - compiled.stat().st_size) <= slack
