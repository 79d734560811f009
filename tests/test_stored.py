"""An example of each format that programs of their time wrote opens in today's program.

The files in `tests/stored/` are never changed: whoever changes a format adds one.  Databases of the
server are in `tests/server/test_stored_games.py`.
"""
import shutil
from pathlib import Path

import msgspec
import pytest

from eckstein import Board
from eckstein.arena.games_file import GamesFile
from eckstein.book.book_file import read_book
from eckstein.cli import run
from eckstein.proofs import certificate, checking
from eckstein.puzzles import tally
from eckstein.puzzles.puzzle import PuzzleError
from eckstein.puzzles.puzzle_file import read_puzzles
from eckstein.record import read_records
from eckstein.session.saved_game import SavedGame
from eckstein.tables import table_file
from eckstein.tables.endings import ending_named

STORED = Path(__file__).parent / "stored"


def test_a_saved_game_goes_on(tmp_path):
    path = shutil.copyfile(STORED / "saved-game.txt", tmp_path / "game.txt")
    saved = SavedGame.resumed(path, (None, None))
    assert saved.board.ply == 3
    assert (saved.clock.left(0), saved.clock.left(1)) == (306.0, 303.0)
    saved.push(saved.board.parse("d6d5"))
    [record] = read_records(path.read_text())
    assert [node.text for node in record.mainline()] == ["d1-d2", "d7-d6", "d2-d3", "d6-d5"]


def test_a_match_goes_on(tmp_path):
    path = shutil.copyfile(STORED / "match.txt", tmp_path / "match.txt")
    before = path.read_bytes()
    with GamesFile(path) as kept:
        assert kept.path == path
    assert path.read_bytes() == before
    assert run(["match", "contra", "random", "greedy", "--games", "2", "--record", str(path)]) == 0
    assert path.read_bytes() == before          # both were there already
    assert run(["check", str(path)]) == 0


def test_a_certificate_is_checked():
    told = certificate.read(STORED / "certificate-1.proof")
    checking.check(told)
    assert str(told.claim) == "white wins within 15"


def test_a_book_tells_its_moves():
    book = read_book(STORED / "book-1.book")
    assert (book.header.version, book.header.game) == (1, "contra")


def test_a_table_tells_its_values_as_long_as_the_rules_are_those_it_was_made_by(monkeypatch):
    path = STORED / "duell-K-K-1.table"
    header = table_file.header_of(path)
    monkeypatch.setattr(table_file, "fingerprint", lambda *rules: header.rules)
    table = table_file.Table(ending_named("duell", {}, "K-K"), path)
    assert header.version == 1
    assert sum(len(block) for block in table.codes()) == header.entries
    monkeypatch.setattr(table_file, "fingerprint", lambda *rules: "others")
    with pytest.raises(table_file.OtherRulesError, match="eckstein tables build duell K-K"):
        table_file.Table(ending_named("duell", {}, "K-K"), path)


def test_puzzles_are_solved():
    header, puzzles = read_puzzles(STORED / "puzzles-2.jsonl")
    assert (header.version, [puzzle.id for puzzle in puzzles]) == (2, ["c0001", "c0002"])
    board = Board("contra", puzzles[0].position)
    board.push_text(puzzles[0].solution[0][0])


@pytest.fixture
def own_tally(tmp_path, monkeypatch):
    """Where which puzzles are solved is kept."""
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    return tally.tally_file()


def test_what_is_solved_stays_solved(own_tally):
    shutil.copyfile(STORED / "tally-1.json", own_tally)
    found = tally.read_tally().of("contra")
    assert (found.solved, found.streak, found.best) == (["c0001", "c0007"], 1, 2)


def test_what_a_newer_version_says_is_solved_is_not_thrown_away(own_tally):
    own_tally.write_bytes(msgspec.json.encode({"version": 9, "games": [], "more": True}))
    with pytest.raises(PuzzleError, match="written by a newer version of Eckstein"):
        tally.read_tally()
