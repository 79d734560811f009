"""Tables that come with the package: they are used where the user has none."""
import shutil

import pytest

from eckstein import Board
from eckstein.ahead.tables import make, wanted
from eckstein.cli import run
from eckstein.tables import MissingTableError, TableError, ending_of, probe

WON_IN_3 = "DZd7za2"


@pytest.fixture
def package(tables_of_two, tmp_path, monkeypatch):
    """A folder of tables as a package has it; the user has none."""
    folder = tmp_path / "package"
    shutil.copytree(tables_of_two / "tables", folder)
    monkeypatch.setenv("ECKSTEIN_TABLES", str(folder))
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path / "user"))
    return folder


@pytest.fixture
def user(package, tmp_path):
    """The user's own folder of tables of Duell."""
    folder = tmp_path / "user" / "tables" / "duell"
    folder.mkdir(parents=True)
    return folder


def test_a_table_of_the_package_is_probed_checked_and_listed(package, capsys):
    assert str(probe(Board("duell", WON_IN_3)).value) == "won in 3"
    assert run(["tables", "check", "duell", "K-K"]) == 0
    assert run(["tables", "list", "duell"]) == 0
    kings, die = capsys.readouterr().out.splitlines()[2:4]
    assert kings.endswith("in the package")
    assert die.endswith("not built")


def test_the_user_s_own_comes_first(package, user, capsys):
    shutil.copy(package / "duell" / "K-K.table", user)
    run(["tables", "list", "duell"])
    assert "in the package" not in capsys.readouterr().out


def test_a_damaged_table_of_the_user_is_not_passed_over(user):
    (user / "K-K.table").write_bytes(b"ECKTABLE")
    with pytest.raises(TableError, match="truncated"):
        probe(Board("duell", WON_IN_3))


def test_a_table_of_other_rules_in_the_package_counts_as_none(package):
    (package / "duell" / "K-K.table").write_bytes(b"ECKTABLE")
    with pytest.raises(MissingTableError, match="build it with: eckstein tables build duell K-K"):
        probe(Board("duell", WON_IN_3))


def test_what_the_package_lacks_is_made_and_large_tables_are_not(package):
    jobs = [("duell", {}), ("echek", {})]
    made = package / "duell" / "K-K.table"
    before = made.read_bytes()
    assert wanted(jobs) == []
    made.unlink()
    lacking = wanted(jobs)
    assert lacking == [ending_of(Board("duell", WON_IN_3))]
    make(lacking[0])
    assert made.read_bytes() == before
    assert wanted(jobs) == []
