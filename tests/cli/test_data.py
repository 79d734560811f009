"""The commands about data of games, as a person types them."""
import json
import shutil
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest

from eckstein.cli import run
from eckstein.lab.data import making, read_games, write_games

from ..data.played import played, told

STORED = Path(__file__).parent.parent / "stored"
CONTRA = STORED / "games-1-contra.games"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copyfile(CONTRA, "contra.games")
    shutil.copyfile(STORED / "games-1-duell.games", "duell.games")


def answer(capsys, *words):
    status = run(["data", *words])
    return (status, *capsys.readouterr())


def test_games_are_made_and_told(capsys):
    words = ("make", "pur", "--games", "2", "--player", "random", "--random-plies", "1",
             "--max-plies", "5", "--jobs", "2")
    made = answer(capsys, *words)
    size = Path("pur.games").stat().st_size
    assert made == (0, f"pur.games: 2 games, 10 moves, {size} bytes\n", "")
    assert answer(capsys, *words) == (*made[:2], "pur.games is finished already\n")
    status, _, err = answer(capsys, *words, "--seed", "2")
    assert (status, err.startswith("eckstein: pur.games was made by ")) == (2, True)


def test_a_stop_tells_how_to_go_on(capsys, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt
    monkeypatch.setattr(making, "keep", stopped)
    assert answer(capsys, "make", "contra", "--games", "1", "--player", "random", "--out", "b",
                  ) == (130, "", "stopped; to continue, run the same command\n")


@pytest.mark.parametrize(("words", "why"), [
    (("make", "chess"), "there is no game 'chess'"),
    (("make", "contra", "--player", "human"), "there is no player 'human' here"),
    (("make", "contra", "-o", "wings=1"), "contra has no option wings"),
    (("make", "contra", "--out", "no/where.games"), "there is no folder no"),
    (("inspect", "none.games"), "none.games: No such file"),
    (("inspect", "text"), "text is not a file of games"),
    (("convert", "text", "--out", "b.games"), "the format of this text was not recognised"),
    (("convert", "contra.games", "duell.games", "--out", "b.games"),
     "duell.games holds games of duell, and the files before it hold games of contra"),
    (("convert", "contra.games", "--out", "b.games", "--to", "pgn"),
     "pgn is not a format to write; formats are games, parquet, record, json, moves"),
    (("convert", "empty", "--out", "b.games"), "there is no game in empty"),
    (("split", "contra.games", "duell.games"),
     "duell.games holds games of duell, and contra.games holds games of contra"),
    (("split", "contra.games", "--parts", "a=1,a=2"), "expected parts as name=size"),
    (("split", "contra.games", "--parts", "a=b"), "expected parts as name=size"),
    (("split", "contra.games", "--parts", "../a=1"), "expected parts as name=size"),
    (("split", "contra.games", "--parts", "a=0"), "the sizes of parts are numbers from 0 up")])
def test_bad_input_is_one_sentence(capsys, words, why):
    Path("text").write_text("what is this\n")
    Path("empty").write_text("")
    before = sorted(Path().iterdir())
    status, out, err = answer(capsys, *words)
    assert (status, out) == (2, "")
    assert why in err
    assert err.startswith("eckstein: ") and err.endswith(".\n") and err.count("\n") == 1
    assert sorted(Path().iterdir()) == before


def test_what_is_in_a_file_is_told(capsys):
    assert answer(capsys, "inspect", "contra.games", "--show", "0") == (0, """\
contra.games: 3 games of contra, 228 moves, 1,318 bytes, 5.78 a move
  made by: eckstein data make contra --player alphabeta:nodes=100,tables=off --games 3 \
--random-plies 20 --max-plies 400 --seed 3 (version 0.1.0, 2026-11-26)
  results: * 0, 1-0 2, 0-1 1, 1/2-1/2 0
  plies: 67 to 85, in the middle 76
  random plies: 20 to 20, in the middle 20
  values: 168, visits: 0, starts: 1, duplicates: 0
  every checksum is right, every move is legal
""", "")
    shown = answer(capsys, "inspect", "duell.games", "--show", "2")[1].splitlines()[-2:]
    assert [line.split()[0] for line in shown] == ["1.", "2."]


def test_programs_read_it_as_json(capsys):
    found = [json.loads(line) for line in answer(
        capsys, "inspect", "contra.games", "duell.games", "--json")[1].splitlines()]
    assert [(one["file"], one["games"], one["moves"]) for one in found] == [
        ("contra.games", 3, 228), ("duell.games", 3, 119)]
    assert found[0]["results"] == {"*": 0, "1-0": 2, "0-1": 1, "1/2-1/2": 0}


def test_games_that_are_in_two_files_are_counted(capsys):
    assert answer(capsys, "inspect", "contra.games", "contra.games")[1].splitlines()[-1] == (
        "all files: 6 games, duplicates: 3")


def test_wrong_games_are_told_with_their_file(capsys):
    games = read_games("contra.games")
    write_games("w.games", replace(games, results=3 - games.results), "")
    assert answer(capsys, "inspect", "w.games")[::2] == (
        2, "eckstein: w.games: game 3 has the result 0-1, and by the rules it ended 1-0.\n")


@pytest.mark.parametrize("name", ["a.parquet", "a.txt", "a.json"])
def test_games_go_to_other_formats_and_back(capsys, name):
    pytest.importorskip("pyarrow")
    assert answer(capsys, "convert", "contra.games", "--out", name)[:2] == (0, f"{name}: 3 games\n")
    assert answer(capsys, "convert", name, "--out", "b.games")[::2] == (0, "")
    before, after = (told(read_games(path)) for path in ("contra.games", "b.games"))
    for one in (*before, *after):
        if name != "a.parquet":
            del one["random_plies"]
        if name == "a.json":
            del one["values"]
    assert after == before


def test_what_is_left_out_is_told(capsys):
    assert answer(capsys, "convert", "contra.games", "--out", "a", "--to", "moves") == (
        0, "a: 3 games\n", "left out: values, which moves were made by chance, results, how the "
                           "games were made\n")
    assert len(Path("a").read_text().splitlines()) == 3


def test_files_are_joined_and_wrong_games_skipped(capsys):
    Path("own.txt").write_text('[Game "contra"]\n[White "Ada"]\n\n1. d1-d2 *\n\n'
                               '[Game "contra"]\n\n1. d1-d9 *\n')
    status, out, err = answer(capsys, "convert", "contra.games", "own.txt", "--out", "b.games")
    assert (status, out) == (1, "b.games: 4 games\n")
    assert err.splitlines()[0].startswith("own.txt: game 2, line 8")
    assert err.splitlines()[1] == "left out: the tag White"
    assert len(read_games("b.games")) == 4
    Path("bad.txt").write_text('[Game "contra"]\n\n1. d1-d9 *\n')
    assert answer(capsys, "convert", "bad.txt", "--out", "c.games")[0] == 2
    assert not Path("c.games").exists()


def test_games_are_split(capsys):
    write_games("many.games", played("contra", {}, 1, 40), "by hand")
    status, out, err = answer(capsys, "split", "many.games", "--parts", "a=1,b=1")
    assert (status, err) == (0, "")
    assert [line.split(":")[0] for line in out.splitlines()] == ["many-a.games", "many-b.games"]
    parts = [told(read_games(f"many-{name}.games")) for name in "ab"]
    assert sorted(map(str, chain(*parts))) == sorted(map(str, told(read_games("many.games"))))
    assert all(parts)
    answer(capsys, "split", "many.games", "--parts", "a=1,b=1", "--seed", "1", "--out", "other")
    assert told(read_games("other-a.games")) != parts[0]
