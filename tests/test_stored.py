"""An example of each format that programs of their time wrote opens in today's program.

The files in `tests/stored/` are never changed: whoever changes a format adds one.  Databases of the
server are in `tests/server/test_stored_games.py`.
"""
import shutil
from pathlib import Path

import msgspec
import pytest

from eckstein import Board, names
from eckstein.base.sealed import Sealed
from eckstein.cli import run
from eckstein.engine.books import book_file
from eckstein.engine.limits import Limits
from eckstein.engine.nets import read_net, read_policy
from eckstein.engine.searcher import Searcher
from eckstein.engine.tables import endings, table_file
from eckstein.engine.tables.endings import ending_named
from eckstein.engine.zero import network_file
from eckstein.engine.zero.network import forward
from eckstein.kernel.specialise import specialise
from eckstein.lab.arena.games_file import GamesFile
from eckstein.lab.data import check, data_file, read_games, to_records
from eckstein.lab.learning import BatchGame
from eckstein.lab.proofs import certificate, checking, checkpoint
from eckstein.lab.puzzles import tally
from eckstein.lab.puzzles.puzzle import PuzzleError
from eckstein.lab.puzzles.puzzle_file import read_puzzles
from eckstein.lab.tables import begun, checked, whole
from eckstein.lab.tables.solution_file import read_solution
from eckstein.record import read_records
from eckstein.session.saved_game import SavedGame

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


@pytest.mark.parametrize(("name", "command"), [
    ("match-movetime.txt", "match contra engine:time=0.01,hash=2 greedy --time 0.05 --games 4"),
    ("tournament-movetime.txt", "tournament contra random greedy engine:time=0.01,nodes=500 "
                                "--clock 5+0.1 --games 2")])
def test_what_was_played_when_the_time_for_a_move_had_another_name_goes_on(name, command, tmp_path):
    path = shutil.copyfile(STORED / name, tmp_path / name)
    before = path.read_bytes()
    assert run([*command.split(), "--record", str(path)]) == 0
    assert path.read_bytes() == before          # all games were there already


def test_a_match_finds_the_file_that_was_named_for_it_then(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    (tmp_path / "matches").mkdir()
    [stored] = STORED.glob("contra_*.txt")
    path = shutil.copyfile(stored, tmp_path / "matches" / stored.name)
    assert run(["match", "contra", "engine:time=0.01", "random", "--clock", "5+0.1",
                "--adjudicate", "600,4", "--games", "2"]) == 0
    assert str(path) in capsys.readouterr().err
    assert path.read_bytes() == stored.read_bytes()
    assert list(path.parent.iterdir()) == [path]


def test_a_certificate_is_checked():
    told = certificate.read(STORED / "certificate-1.proof")
    checking.check(told)
    assert str(told.claim) == "white wins within 15"


def test_a_book_tells_its_moves():
    book = book_file.read_book(STORED / "book-1.book")
    assert (book.header.game, book.header.positions) == ("contra", 7)


def test_a_table_tells_its_values_as_long_as_the_rules_are_those_it_was_made_by(monkeypatch):
    path = STORED / "duell-K-K-1.table"
    with Sealed(path, table_file.KIND, ValueError) as file:
        header = file.header
    monkeypatch.setattr(endings, "fingerprint", lambda *rules: header.rules)
    table = table_file.Table(ending_named("duell", {}, "K-K"), path)
    assert sum(len(block) for block in table.codes()) == header.entries
    monkeypatch.setattr(endings, "fingerprint", lambda *rules: "others")
    with pytest.raises(table_file.OtherRulesError, match="eckstein tables build duell K-K"):
        table_file.Table(ending_named("duell", {}, "K-K"), path)


@pytest.mark.parametrize(("game", "ending", "rules"), [
    ("contra", "d-d", "5613022325cd240e8c6e57143706a4d4"),
    ("duell", "K-K", "3dd9371bc890cf4f0348bfa92811a38a")])
def test_no_table_is_of_other_rules_by_accident(game, ending, rules):
    """A new digest makes all tables of players useless: change it here only if the rules, or the
    numbers of positions, have to change.
    """
    assert endings.fingerprint(game, ending_named(game, {}, ending).options) == rules


def test_a_solution_tells_its_values_and_its_card():
    solution, card = read_solution(STORED / "solution-1-contra.parquet")
    whole.check(solution)
    board = Board("contra", card.start, **card.options)
    assert str(solution.value(board)) == card.value == "won in 3 plies"
    assert card.how == "eckstein data solve contra -o size=3 --position CWb1va3"


KINDS = {".games": data_file.KIND, ".proof": certificate.KIND, ".unfinished": checkpoint.KIND,
         ".table": table_file.KIND, ".begun-1": begun.KIND, ".checked-1": checked.KIND,
         ".book": book_file.KIND, ".network": network_file.KIND}


def test_sealed_files_of_each_kind_are_read_in_each_version():
    """Also what only the version that began it goes on with: its form stays as it is told."""
    read = []
    for path in sorted(STORED.iterdir()):
        if kind := KINDS.get(path.suffix):
            with Sealed(path, kind, ValueError) as file:
                assert file.header.game in names()
                assert b"".join(file) in path.read_bytes()
            read.append(path.name)
    assert read == ["book-1.book", "book-2.book", "certificate-1.proof", "certificate-2.proof",
                    "certificate-4.unfinished", "duell-K-K-1.table", "duell-K-K-2.begun-1",
                    "duell-K-K-2.checked-1", "duell-K-K-2.table", "games-1-contra.games",
                    "games-1-duell.games", "games-1-echek.games", "games-1-ecke.games",
                    "games-1-pur.games", "network-1-contra.network"]


def test_puzzles_are_solved():
    header, puzzles = read_puzzles(STORED / "puzzles-2.jsonl")
    assert (header.version, [puzzle.id for puzzle in puzzles]) == (2, ["c0001", "c0002"])
    board = Board("contra", puzzles[0].position)
    board.push_text(puzzles[0].solution[0][0])


@pytest.mark.parametrize("game", names())
def test_data_of_games_tells_the_same_moves(game):
    """Who numbers actions anew gives the format the next version, and goes on reading these."""
    games = read_games(STORED / f"games-1-{game}.games")
    check(games)
    told = [one for one in read_records((STORED / "games-1.txt").read_text())
            if one.start.game == game]
    assert list(to_records(games)) == told
    assert len(told) == 3


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


def test_a_net_plays():
    board = Board("contra")
    net = read_net(STORED / "net-1-contra.net", "contra", board.options)
    searcher = Searcher("contra", board.options, proofs=False, net=net)
    found = searcher.best(board, Limits(depth=2))
    searcher.close()
    assert (found.net, found.score) == (net.name, 114)


def test_a_policy_says_what_it_said():
    board = Board("contra")
    policy = read_policy(STORED / "policy-1-contra.policy", "contra", board.options)
    search = specialise("search.play.mcts", "contra", compiled=False)
    memory, rows = search.new_memory(1), search.new_policy(policy.rows)
    search.use_policy(memory, rows)
    count = search.game.generate(board.state, memory.moves, 0)
    assert search.weigh(board.state, memory, count) == 219688
    assert memory.hopes[:count] == [65536, 24875, 24109, 13953, 28187, 19372, 43656]


def test_a_network_says_what_it_said():
    batch = BatchGame("contra", 4, random_plies=2)
    network = network_file.network_for(STORED / "network-1-contra.network", batch)
    logits, values = forward(network.shape, network.weights, batch.observations, batch.scalars)
    assert values.tolist() == pytest.approx([0.022995, 0.015192, 0.005574, 0.010616], abs=1e-5)
    assert logits.argmax(1).tolist() == [52, 56, 56, 56]
