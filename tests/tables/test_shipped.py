"""Tables that come with the package, or with `eckstein-tables`: used where the user has none."""
import contextlib
import shutil

import msgspec
import pytest

from eckstein import Board
from eckstein.ahead.tables import make, place_of, wanted
from eckstein.base import user_paths
from eckstein.cli import run
from eckstein.engine.tables import MissingTableError, TableError, ending_of, find, probe
from eckstein.engine.tables.table_file import Table, write

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
    assert str(probe(Board("duell", WON_IN_3)).value) == "won in 3 plies"
    assert run(["tables", "check", "duell", "K-K"]) == 0
    assert run(["tables", "list", "duell"]) == 0
    kings, die = capsys.readouterr().out.splitlines()[2:4]
    assert kings.endswith("in the package")
    assert die.endswith("not built")


def test_the_user_s_own_comes_first(package, user, capsys):
    shutil.copy(package / "duell" / "K-K.table", user)
    run(["tables", "list", "duell"])
    kings = capsys.readouterr().out.splitlines()[1]
    assert kings.endswith("your own")


def test_a_damaged_table_of_the_user_is_not_passed_over(user):
    (user / "K-K.table").write_bytes(b"eckstein table 2\n")
    with pytest.raises(TableError, match="truncated"):
        probe(Board("duell", WON_IN_3))


def test_a_table_of_other_rules_in_the_package_counts_as_none(package):
    (package / "duell" / "K-K.table").write_bytes(b"eckstein table 2\n")
    with pytest.raises(MissingTableError, match="build it with: eckstein tables build duell K-K"):
        probe(Board("duell", WON_IN_3))


def test_what_the_package_lacks_is_made_but_no_table_that_is_large_or_of_other_rules(package):
    jobs = [("duell", {}, "solve"), ("duell", {"board": "9x9"}, "play"), ("echek", {}, "solve")]
    made = package / "duell" / "K-K.table"
    before = made.read_bytes()
    assert wanted(jobs) == []
    made.unlink()
    lacking = wanted(jobs)
    assert lacking == [ending_of(Board("duell", WON_IN_3))]
    make(lacking[0], place_of(lacking[0]), check=True)
    assert made.read_bytes() == before
    assert wanted(jobs) == []


# The distribution `eckstein-tables`.

@pytest.fixture
def larger(tables_of_two, tmp_path, monkeypatch):
    """The folder of the tables of `eckstein-tables`; nobody else has any."""
    home = tmp_path / "site" / user_paths.TABLES_PACKAGE
    shutil.copytree(tables_of_two / "tables", home / "files")
    (home / "__init__.py").touch()
    monkeypatch.syspath_prepend(home.parent)
    monkeypatch.delenv("ECKSTEIN_TABLES")
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path / "user"))
    monkeypatch.setattr(user_paths, "tables_folder", lambda: tmp_path / "none")
    user_paths.tables_of_package.cache_clear()
    yield home / "files"
    user_paths.tables_of_package.cache_clear()


def make_foreign(path):
    """Let a table be of other rules."""
    with contextlib.closing(Table(ending_of(Board("duell", WON_IN_3)), path)) as table:
        header, blocks = msgspec.structs.replace(table.header, rules="0" * 32), [*table.blocks()]
    write(path, header, blocks)


def origin(capsys):
    """Where the table of two bare kings comes from, or what keeps it from being used."""
    run(["tables", "list", "duell"])
    return capsys.readouterr().out.splitlines()[1].split("  ")[-1]


def test_tables_that_were_installed_beside_the_program_are_found(larger, capsys):
    assert str(probe(Board("duell", WON_IN_3)).value) == "won in 3 plies"
    assert origin(capsys) == "in eckstein-tables"


def test_they_come_before_those_of_the_program(larger, tables_of_two, monkeypatch, capsys):
    monkeypatch.setattr(user_paths, "tables_folder", lambda: tables_of_two / "tables")
    assert origin(capsys) == "in eckstein-tables"
    (larger / "duell" / "K-K.table").unlink()
    assert origin(capsys) == "in the package"


def test_the_user_s_own_comes_before_both(larger, tmp_path, capsys):
    own = tmp_path / "user" / "tables" / "duell"
    own.mkdir(parents=True)
    shutil.copy(larger / "duell" / "K-K.table", own)
    assert origin(capsys) == "your own"


def test_a_folder_that_is_named_stands_for_all_that_was_installed(larger, monkeypatch, tmp_path,
                                                                  capsys):
    monkeypatch.setenv("ECKSTEIN_TABLES", str(tmp_path / "none"))
    assert origin(capsys) == "not built"


def test_one_of_other_rules_is_told(larger, capsys):
    make_foreign(larger / "duell" / "K-K.table")
    board = Board("duell", WON_IN_3)
    with pytest.raises(TableError) as told:
        probe(board)
    assert str(told.value) == (
        f"{larger / 'duell' / 'K-K.table'} was made by other rules than those of this program; "
        "install the eckstein-tables that belongs to this program, or build a table of your own "
        "with: eckstein tables build duell K-K")
    assert find(board) is None
    assert origin(capsys) == "by other rules"


def test_one_of_other_rules_is_passed_over_where_the_program_has_its_own(larger, tables_of_two,
                                                                        monkeypatch, capsys):
    monkeypatch.setattr(user_paths, "tables_folder", lambda: tables_of_two / "tables")
    make_foreign(larger / "duell" / "K-K.table")
    assert origin(capsys) == "in the package"
