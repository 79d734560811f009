"""Files are written whole or not at all."""
import os
import threading

import pytest

from eckstein.base.files import check_place, save_text

from .helpers import PATIENCE


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


@pytest.mark.parametrize(("name", "complaint"), [
    ("no/such/a.txt", "there is no folder no/such"), (".", "it is a folder, not a file"),
    ("link.txt", "there is no folder .*gone")])
def test_where_no_file_can_be_is_told_by_the_name_that_was_given(tmp_path, monkeypatch, name,
                                                                 complaint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link.txt").symlink_to("gone/a.txt")
    for act in (check_place, lambda path: save_text(path, "x")):
        with pytest.raises(OSError, match=complaint) as caught:
            act(name)
        assert caught.value.filename == name


def test_what_fails_in_the_end_is_told_of_the_file_and_not_of_its_draft(tmp_path, monkeypatch):
    def full(file):
        raise OSError(28, "No space left on device", "a draft", None, "another name")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space") as caught:
        save_text(tmp_path / "a.txt", "x")
    assert (caught.value.filename, caught.value.filename2) == (str(tmp_path / "a.txt"), None)


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    save_text(pipe, "x")
    reader.join(PATIENCE)
    assert (read, pipe.is_fifo()) == (["x"], True)
