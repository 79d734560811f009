"""Seats and guests are signed."""
import pytest

from eckstein.server.game.tokens import (
    ALPHABET,
    ID_LETTERS,
    Secret,
    Tokens,
    guest_name,
    new_id,
)

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


OLD = Secret(("the first key of this server",), {})
ROTATED = OLD.rotated("the second key of this server", None)


def test_a_new_key_signs_once_all_servers_know_it():
    first, second = Tokens(str(OLD)), Tokens(str(OLD))
    before = first.seat("abcd", "white"), first.new_guest()
    for _ in range(3):
        first.learn(str(ROTATED))
        assert second.colour("abcd", first.seat("abcd", "white")) == "white"
        second.learn(str(ROTATED))
        assert first.colour("abcd", second.seat("abcd", "white")) == "white"
        for tokens in (first, second):
            assert tokens.colour("abcd", before[0]) == "white" and tokens.guest(before[1])
    assert first.seat("abcd", "white") != before[0]
    assert first.seat("abcd", "white") == Tokens(str(ROTATED)).seat("abcd", "white")
    assert Tokens(str(OLD)).colour("abcd", first.seat("abcd", "white")) is None


def test_a_key_that_is_not_kept_signs_no_seat_any_more():
    tokens = Tokens(str(OLD))
    old = tokens.seat("abcd", "white")
    assert tokens.colour("abcd", old) == "white"
    tokens.learn(str(OLD.rotated("the second key of this server", 1)))
    assert tokens.colour("abcd", old) is None
    assert tokens.colour("abcd", tokens.seat("abcd", "white")) == "white"


def test_the_same_name_leads_to_the_same_game_when_keys_change():
    assert Tokens(str(OLD)).game_of("x" * 20) == Tokens(str(ROTATED)).game_of("x" * 20)


def test_a_seat_that_is_revoked_has_another_token_and_no_other_seat_has():
    tokens, secret = Tokens(str(OLD)), OLD
    white, others = [tokens.seat("abcd", "white")], [
        ("abcd", "black", tokens.seat("abcd", "black")),
        ("abce", "white", tokens.seat("abce", "white"))]
    for _ in range(2):
        secret = secret.revoked("abcd", "white")
        assert tokens.learn(str(secret)) == {"abcd"}
        assert [tokens.colour("abcd", token) for token in white] == [None] * len(white)
        white.append(tokens.seat("abcd", "white"))
        assert tokens.colour("abcd", white[-1]) == "white"
        assert white[-1].split(".")[:2] == ["abcd", "w"]        # by which pages know the seat
        assert all(tokens.colour(game, token) == colour for game, colour, token in others)
    assert len(set(white)) == 3 and tokens.learn(str(secret)) == set()


def test_a_secret_is_read_as_it_was_written():
    secret = ROTATED.revoked("abcd", "white").revoked("abcd", "white").revoked("abcd", "black")
    assert Secret.read(str(secret)) == Secret.read(f"{secret}\n") == secret
    assert secret.replaced == {"abcd.w": 2, "abcd.b": 1}
