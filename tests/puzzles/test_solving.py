"""Tries at puzzles, and what is kept of them."""
import pytest

from eckstein.lab.puzzles import PuzzleError
from eckstein.lab.puzzles.solving import Answer, Attempt
from eckstein.lab.puzzles.tally import Tally, read_tally, tally_file, write_tally

from .sample import ESCAPE, RACE, changed


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path / "data"))


class TestAttempt:
    def test_the_right_move_is_answered_by_the_first_reply(self):
        attempt = Attempt("contra", RACE)
        answer, mover, reply = attempt.answer("d5-d6")
        assert (answer, mover, reply.text) == (Answer.GOES_ON, "black", "e3d3")
        assert attempt.plies == 1 and not attempt.over

    def test_the_last_move_solves_it(self):
        attempt = Attempt("contra", RACE)
        attempt.answer("d5d6")
        assert attempt.answer("d6d7")[0] is Answer.SOLVED
        assert attempt.over and attempt.flawless

    def test_a_wrong_move_changes_nothing_but_the_streak(self):
        attempt = Attempt("contra", RACE)
        assert attempt.answer("d5c5")[0] is Answer.WRONG
        assert attempt.board.position() == RACE.position
        assert not attempt.flawless and not attempt.over

    def test_an_illegal_move_is_no_try(self):
        attempt = Attempt("contra", RACE)
        with pytest.raises(ValueError, match="a move backward"):
            attempt.answer("d5d4")
        assert attempt.flawless

    def test_a_defender_may_end_the_game_himself(self):
        attempt = Attempt("contra", changed(RACE, solution=[["d5d6", [["e3d3", []]]]]))
        assert attempt.answer("d5d6")[0] is Answer.SOLVED
        assert attempt.over

    def test_a_saving_move_solves_it_at_once(self):
        assert Attempt("contra", ESCAPE).answer("b3a3")[0] is Answer.SOLVED

    def test_a_hint_tells_where_the_move_begins(self):
        attempt = Attempt("contra", RACE)
        assert attempt.hint().origin == "d5"
        assert not attempt.flawless

    def test_giving_up_tells_what_is_left(self):
        attempt = Attempt("contra", RACE)
        attempt.answer("d5d6")
        assert attempt.give_up() == "2. d6-d7#"
        assert attempt.over and not attempt.flawless


class TestTally:
    def test_what_was_solved_is_read_again(self):
        tally = read_tally()
        tally.solve("contra", "c0001", flawless=True)
        tally.solve("contra", "c0002", flawless=True)
        write_tally(tally)
        own = read_tally().of("contra")
        assert (own.solved, own.streak, own.best) == (["c0001", "c0002"], 2, 2)

    def test_a_wrong_try_ends_the_streak_but_not_the_best_one(self):
        tally = Tally()
        tally.solve("contra", "c0001", flawless=True)
        tally.stumble("contra")
        tally.solve("contra", "c0002", flawless=False)
        own = tally.of("contra")
        assert (own.solved, own.streak, own.best) == (["c0001", "c0002"], 0, 1)

    def test_games_have_streaks_of_their_own(self):
        tally = Tally()
        tally.solve("contra", "c0001", flawless=True)
        tally.stumble("pur")
        assert tally.of("contra").streak == 1

    @pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff"])
    def test_a_damaged_file_says_so_and_is_left_alone(self, content):
        tally_file().parent.mkdir(parents=True)
        tally_file().write_bytes(content)
        with pytest.raises(PuzzleError, match="move it away to start a new one"):
            read_tally()
        assert tally_file().read_bytes() == content

    def test_a_file_of_a_newer_version_says_so_and_is_left_alone(self):
        tally_file().parent.mkdir(parents=True)
        tally_file().write_text('{"version": 2}')
        with pytest.raises(PuzzleError, match="written by a newer version of Eckstein"):
            read_tally()
        assert tally_file().read_text() == '{"version": 2}'
