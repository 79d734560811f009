"""Files are written whole or not at all."""
import os

import pytest

from eckstein.files import save_text


def test_a_new_file_and_an_old_one(tmp_path):
    path = tmp_path / "new.txt"
    save_text(path, "één\n")
    assert path.read_bytes() == "één\n".encode()
    save_text(str(path), "two\r\n")
    assert path.read_bytes() == b"two\r\n"


def test_nothing_else_is_left_in_the_folder(tmp_path):
    save_text(tmp_path / "a.txt", "x")
    assert os.listdir(tmp_path) == ["a.txt"]


def test_an_old_file_keeps_its_permissions_and_a_new_one_has_the_usual(tmp_path):
    old, new, usual = tmp_path / "old.txt", tmp_path / "new.txt", tmp_path / "usual.txt"
    old.write_text("x")
    old.chmod(0o640)
    usual.write_text("x")
    save_text(old, "y")
    save_text(new, "y")
    assert old.stat().st_mode & 0o777 == 0o640
    assert new.stat().st_mode == usual.stat().st_mode


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.txt").write_text("x")
    (tmp_path / "link.txt").symlink_to("real.txt")
    save_text(tmp_path / "link.txt", "y")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "y"


def test_a_text_that_is_no_unicode_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        save_text(path, "\ud800")
    assert path.read_text() == "old"


def test_a_failure_at_the_last_moment_leaves_the_old_file_alone(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_text("old")

    def fail(draft, target):
        raise OSError("no")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="no"):
        save_text(path, "new")
    assert (path.read_text(), os.listdir(tmp_path)) == ("old", ["a.txt"])
