"""Whatever stands in the header of a file, it is read or refused with a sentence.

In the header of each format each value in turn becomes one of every type that JSON has, and is left
out; seals are those of what is there then, so that nothing else is wrong with the file.
"""
import json
import re
from pathlib import Path

import pytest

from eckstein import Board
from eckstein.engine.books import read_book
from eckstein.kernel import binding as ahead
from eckstein.kernel.specialise import specialise
from eckstein.lab.arena.games_file import GamesFile
from eckstein.lab.arena.plan import Plan
from eckstein.lab.data import read_games, write_games
from eckstein.lab.proofs.certificate import read, write
from eckstein.lab.proofs.checking import check
from eckstein.lab.proofs.checkpoint import Checkpoint, Findings
from eckstein.lab.proofs.claims import read_claim
from eckstein.lab.proofs.proving import prove
from eckstein.lab.puzzles import read_puzzles, tally
from eckstein.session.saved_game import SavedGame

from .book.sample import write_sample
from .data.played import played
from .headers import all_refused_but_some, in_json, is_read_or_refused
from .puzzles.sample import write as write_puzzles
from .sealed import with_headers


def test_certificates(tmp_path):
    path = tmp_path / "proof"
    write(path, prove(Board("contra", "CWa1vg7"), read_claim("white wins within 15"), 1))
    all_refused_but_some(*with_headers(path), lambda: check(read(path)))


def test_unfinished_proofs(tmp_path):
    path, search = tmp_path / "file", specialise("search.play.bounded", "contra", compiled=False,
                                                 size="3")
    kept = Checkpoint(path, Board("contra", None, size="3"), read_claim("white never wins"),
                      {"memory": 1}, search, [])
    kept.save(Findings(7, [[1, 2, 300]]))
    all_refused_but_some(*with_headers(path), kept.load)


def test_books(tmp_path):
    path = write_sample(tmp_path / "contra.book")
    all_refused_but_some(*with_headers(path), lambda: read_book(path))


def test_data_of_games(tmp_path):
    path = tmp_path / "small.games"
    write_games(path, played("contra", {"size": "5"}, 1), "by hand")
    all_refused_but_some(*with_headers(path), lambda: read_games(path))


def test_puzzles(tmp_path):
    path = write_puzzles(tmp_path / "own.jsonl")
    lines = path.read_bytes().split(b"\n")
    for place in range(2):
        def laid_out(header, place=place):
            return b"\n".join([*lines[:place], in_json(header), *lines[place + 1:]])
        all_refused_but_some(path, json.loads(lines[place]), laid_out,
                             lambda: read_puzzles(path))


def test_what_is_told_of_solved_puzzles(tmp_path, monkeypatch):
    monkeypatch.setattr(tally, "tally_file", lambda: tmp_path / "tally.json")
    tally.write_tally(tally.Tally())
    all_refused_but_some(tmp_path / "tally.json",
                         json.loads((tmp_path / "tally.json").read_bytes()), in_json,
                         tally.read_tally)


def test_descriptions_of_libraries(tmp_path, monkeypatch):
    found = next(path for path in ahead.FOLDER.glob("contra.json"))
    header = json.loads(found.read_bytes())
    monkeypatch.setattr(ahead, "FOLDER", tmp_path)
    monkeypatch.setattr(ahead, "digest_of", lambda path: header["sources"].get(
        path.relative_to(ahead.HOME).as_posix(), ""))
    header["entries"] = dict(list(header.get("entries", {}).items())[:1])
    all_refused_but_some(tmp_path / "contra.json", header, in_json,
                         lambda: ahead.described("contra"))


# Records have tags in place of JSON.

TEXTS = ["", " ", "x", "-1", "0", "1.5", "9" * 5000, "1e999", "nan", "\u0662", "\u00b2", "{}",
         "null", "*", "1/2-1/2", "1.1.1", "40/60", "size=\u00b2", "level:99"]
STORED = Path(__file__).parent / "stored"
MORE = ["Options", "Position", "Termination", "Fault", "Note", "Opening", "Adjudication"]


def with_other_tags(text):
    """A record, with one tag after the other left out and with other values, and with more."""
    head = text[:text.index("\n\n") + 1]
    for tag in re.finditer(r'\[(\w+) "(.*)"\]\n', head):
        yield text[:tag.start()] + text[tag.end():]
        for value in TEXTS:
            yield text[:tag.start(2)] + value + text[tag.end(2):]
    for name in MORE:
        if f"[{name} " not in head:
            for value in TEXTS:
                yield f'{head}[{name} "{value}"]\n{text[len(head):]}'


@pytest.mark.parametrize("start", [None, Board("contra")], ids=["resume", "record"])
def test_saved_games(tmp_path, start):
    def go_on():
        game = SavedGame.resumed(path, (None, None), start)
        assert game.command() and game.whereabouts()
        game.push(next(iter(game.board.legal_moves)))
    path = tmp_path / "game.txt"
    are_read = set()
    for text in with_other_tags((STORED / "saved-game.txt").read_text()):
        path.write_text(text)
        are_read.add(is_read_or_refused(go_on))
    assert are_read == {True, False}


def test_games_of_a_match(tmp_path):
    def go_on():
        with GamesFile(path) as games:
            games.finished(Plan("contra", ("random", "greedy"), 2, seed=1))
    path = tmp_path / "match.txt"
    are_read = set()
    for text in with_other_tags((STORED / "match.txt").read_text()):
        path.write_text(text)
        are_read.add(is_read_or_refused(go_on))
    assert are_read == {True, False}
