"""The command render: files by their names' ends, whole or not at all, and sentences."""
import os
import xml.etree.ElementTree as xml

import msgspec
import pytest

from eckstein import cli

GAME = ('[White "Ada"]\n[Black "Ben"]\n[Date ""]\n[Game "contra"]\n[Result "*"]\n\n'
        "1. d1-d2 d7-d6 2. d2-d3 *\n")
KINDS = {"svg": b"<svg ", "png": b"\x89PNG", "gif": b"GIF89a", "json": b'{"tags"'}


@pytest.fixture
def game(tmp_path):
    """A file with two games."""
    path = tmp_path / "games.txt"
    path.write_text(GAME + "\n" + GAME.replace("2. d2-d3", ""), encoding="utf-8")
    return str(path)


def run(*arguments):
    return cli.run(["render", *map(str, arguments)])


def test_without_a_file_the_picture_goes_to_the_screen(capsys):
    assert run("contra", "d1d2", "--mark", "d3", "--arrow", "d2d3:red", "--move", "d7d6") == 0
    assert xml.fromstring(capsys.readouterr().out).attrib["width"] == "480"


@pytest.mark.parametrize("kind", KINDS)
def test_the_end_of_the_name_decides(kind, tmp_path):
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    out = tmp_path / f"picture.{kind.upper()}"
    small = () if kind == "json" else ("--size", 80)      # of what has no size, none is taken
    assert run("contra", "d1d2", *small, "--out", out) == 0
    assert out.read_bytes().startswith(KINDS[kind])
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_a_recorded_game(game, tmp_path, capsys):
    out = tmp_path / "film.json"
    assert run("--file", game, "--out", out) == 0
    film = msgspec.json.decode(out.read_bytes())
    assert [told["ply"] for told in film["views"]] == [0, 1, 2, 3]
    assert film["tags"]["White"] == "Ada"
    assert run("contra", "--file", game, "--number", 2, "--out", out) == 0
    assert len(msgspec.json.decode(out.read_bytes())["views"]) == 3
    assert run("--file", game, "--to", 1) == 0
    by_ply = capsys.readouterr().out
    assert run("contra", "d1d2") == 0
    assert by_ply == capsys.readouterr().out


def test_looks_differ(capsys):
    looks = [[], ["--flat"], ["--black"], ["--theme", "slate"], ["--no-coordinates"],
             ["--no-last"], ["--numerals"], ["--flat", "--pips"], ["--background", "#ffffff"],
             ["--size", "300"], ["--position", "CWa1ve7"]]
    pictures = set()
    for look in looks:
        moves = [] if "--position" in look else ["d1d2"]
        assert run("contra", *moves, *look) == 0
        pictures.add(capsys.readouterr().out)
    assert len(pictures) == len(looks)


@pytest.mark.parametrize(("arguments", "sentence"), [
    ("", "name a game"),
    ("chess", "there is no game 'chess'"),
    ("contra d1d3", "move 1 (d1d3): a die tilts to an adjacent square"),
    ("contra --position nonsense", "a position of Cublino Contra begins with"),
    ("contra --out picture.bmp", "picture.bmp should end in .svg, .png, .gif or .json"),
    ("contra --out picture", "picture should end in"),
    ("contra --out nowhere/picture.svg", "there is no folder nowhere"),
    ("contra --out folder.svg", "folder.svg: it is a folder, not a file"),
    ("contra --theme pink", "there is no theme pink; themes are wood"),
    ("contra --size 1", "a picture is 40 to 4000 pixels wide"),
    ("contra --size wide", "Invalid value for '--size'"),
    ("contra --arrow d1", "an arrow leads from one square to another"),
    ("contra --arrow d1z9", "there is no such square; squares are a1 to g7"),
    ("contra --arrow d1d2:pinkish", "there is no colour pinkish"),
    ("contra --mark nowhere", "this is not a square"),
    ("contra --move d1d5", "d5 is farther away"),
    ("contra --background blue", "blue is not a colour"),
    ("contra d1d2 --to 2", "there is no ply 2; the last one is 1"),
    ("contra --from 1", "leave out --from"),
    ("contra --speed 0 --out game.gif", "the speed is 0.1 to 20"),
    ("contra --from 5 --out game.gif", "there is no ply 5"),
    ("contra --mark d3 --out game.gif", "leave out --mark"),
    ("contra --move d1d2 --out game.json", "leave out --move"),
    ("--file missing.txt", "missing.txt: No such file"),
    ("--file folder.svg", "folder.svg: Is a directory"),
    ("--file bytes.txt", "bytes.txt is not text in UTF-8 (byte 1)"),
    ("--file empty.txt", "empty.txt contains no game"),
    ("--file games.txt --number 3", "there is no game 3 in games.txt, which holds 2"),
    ("duell --file games.txt", "games.txt holds a game of contra, and not of duell"),
    ("contra d1d2 --file games.txt", "leave out MOVES"),
])
def test_bad_input_gets_a_sentence_and_no_file(arguments, sentence, game, tmp_path, monkeypatch,
                                               capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "bytes.txt").write_bytes(b"\xfc")
    (tmp_path / "empty.txt").write_text("")
    before = sorted(tmp_path.iterdir())
    assert run(*arguments.split()) == 2
    out, told = capsys.readouterr()
    assert out == "" and told.startswith("eckstein: ") and told.count("\n") == 1
    assert sentence in told
    assert sorted(tmp_path.iterdir()) == before


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch, capsys):
    out = tmp_path / "picture.svg"
    out.write_text("what was here before")

    def full(*_):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(os, "fsync", full)
    assert run("contra", "--out", out) == 2
    assert capsys.readouterr().err == f"eckstein: {out}: No space left on device.\n"
    assert [path.read_text() for path in tmp_path.iterdir()] == ["what was here before"]


@pytest.mark.parametrize(("missing", "kind"), [("resvg_py", "png"), ("PIL", "gif")])
def test_a_missing_package_is_told(missing, kind, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(__import__("sys").modules, missing, None)
    assert run("contra", "--out", tmp_path / f"picture.{kind}") == 2
    assert "pip install 'eckstein[pictures]'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
