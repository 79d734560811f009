"""What the API says of positions that the opening book knows."""


async def told(ask, *moves, **options):
    answer = await ask("POST", "/api/v1/book", json={
        "game": "contra", "moves": moves, "options": options})
    return answer.json()


async def test_moves_of_the_book_have_their_values_for_white(with_book, ask):
    found = await told(ask, "d1d2")
    assert found == {"nodes": 7, "moves": [
        {"text": "d7d6", "notation": "d7-d6", "score": 20, "mate": None, "positions": 1},
        {"text": "c7c6", "notation": "c7-c6", "score": 24, "mate": None, "positions": 1}]}


async def test_where_the_book_says_nothing_there_are_no_moves(with_book, ask):
    nothing = {"moves": [], "nodes": None}
    assert await told(ask, "b1b2") == nothing
    assert await told(ask, arrival_wins=True) == nothing
    with_book.write_bytes(b"x")
    assert await told(ask) == nothing


async def test_a_position_that_cannot_be_is_refused(ask):
    await ask("POST", "/api/v1/book", 400, json={"game": "contra", "position": "x"})
