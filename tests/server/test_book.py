"""What the API says of positions that the opening book knows."""
from .test_api import ask


def told(tmp_path, *moves, **options):
    return ask(tmp_path, "POST", "/api/v1/book", json={
        "game": "contra", "moves": moves, "options": options}).json()


def test_moves_of_the_book_have_their_values_for_white(with_book, tmp_path):
    found = told(tmp_path, "d1d2")
    assert found == {"nodes": 7, "moves": [
        {"text": "d7d6", "notation": "d7-d6", "score": 20, "mate": None, "positions": 1},
        {"text": "c7c6", "notation": "c7-c6", "score": 24, "mate": None, "positions": 1}]}


def test_where_the_book_says_nothing_there_are_no_moves(with_book, tmp_path):
    nothing = {"moves": [], "nodes": None}
    assert told(tmp_path, "b1b2") == nothing
    assert told(tmp_path, arrival_wins=True) == nothing
    with_book.write_bytes(b"x")
    assert told(tmp_path) == nothing


def test_a_position_that_cannot_be_is_refused(tmp_path):
    ask(tmp_path, "POST", "/api/v1/book", 400, json={"game": "contra", "position": "x"})
