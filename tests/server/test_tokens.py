"""Seats and guests are signed."""
import pytest

from eckstein.server.game.tokens import ALPHABET, ID_LETTERS, Tokens, guest_name, new_id

TOKENS = Tokens("a secret that nobody knows at all")


def test_a_seat_is_for_one_colour_of_one_game():
    token = TOKENS.seat("abcd", "white")
    assert TOKENS.colour("abcd", token) == "white"
    assert TOKENS.colour("abce", token) is None
    assert TOKENS.seat("abcd", "black") != token


@pytest.mark.parametrize("token", ["", "abcd.w", "abcd.w.", "abcd.w.AAAA", "é" * 50, "."])
def test_what_was_not_signed_is_no_seat(token):
    assert TOKENS.colour("abcd", token) is None


def test_a_changed_letter_breaks_a_token():
    token = TOKENS.seat("abcd", "white")
    assert TOKENS.colour("abcd", token.replace(".w.", ".b.")) is None


def test_another_secret_signs_otherwise():
    assert Tokens("another secret").colour("abcd", TOKENS.seat("abcd", "white")) is None


def test_a_guests_cookie():
    cookie = TOKENS.new_guest()
    guest = TOKENS.guest(cookie)
    assert guest is not None and len(guest) == ID_LETTERS
    assert TOKENS.guest(cookie + "x") is None and TOKENS.guest(None) is None


def test_a_seat_is_no_cookie():
    assert TOKENS.guest(TOKENS.seat("abcd", "white")) is None


def test_guests_have_lasting_names():
    assert guest_name("abcdefghjk") == guest_name("abcdefghjk") != guest_name("abcdefghjm")
    assert guest_name(None) == "Guest"


def test_the_same_name_leads_to_the_same_game():
    assert TOKENS.game_of("x" * 20) == TOKENS.game_of("x" * 20) != TOKENS.game_of("y" * 20)
    assert set(TOKENS.game_of("x" * 20)) <= set(ALPHABET)


def test_ids_do_not_repeat():
    assert len({new_id() for _ in range(1000)}) == 1000
