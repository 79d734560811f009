"""What keys and words do on the whole screen for White and for Black, people and computers."""
import pytest

from eckstein.session.clock import Clock

from .helpers import on_screen, saved_moves, session_of, text_of, typed, until

HUMAN, COMPUTER = "human", "level:3"
AGAINST = {"White": (HUMAN, COMPUTER), "Black": (COMPUTER, HUMAN)}
OTHER = {"White": "Black", "Black": "White"}
SIDES = ["White", "Black"]


def session_with(person, *, computer_to_move):
    """A game of a person's in which he, or the computer, is to move."""
    white_to_move = (person == "White") != computer_to_move
    return session_of("contra", *([] if white_to_move else ["d1d2"]), players=AGAINST[person])


async def give_up(app, pilot, way):
    if way == "r":
        await pilot.press("r", "y")
    else:
        await typed(pilot, "resign")
    await pilot.pause()


@pytest.mark.parametrize("way", ["r", "resign"])
@pytest.mark.parametrize("thinking", [False, True], ids=["the person's turn", "it thinks"])
@pytest.mark.parametrize("person", SIDES)
def test_the_person_gives_up_and_never_the_computer(person, thinking, way):
    session = session_with(person, computer_to_move=thinking)

    async def play(app, pilot):
        await give_up(app, pilot, way)
        assert text_of(app.message) == f"{person} resigns. {OTHER[person]} wins."
    on_screen(session, play, way="waits")
    result = "0-1" if person == "White" else "1-0"
    assert f'[Result "{result}"]' in session.saved.path.read_text()


@pytest.mark.parametrize("person", SIDES)
def test_what_is_over_cannot_be_given_up_or_drawn(person):
    session = session_with(person, computer_to_move=False)

    async def play(app, pilot):
        await give_up(app, pilot, "r")
        await typed(pilot, "resign")
        assert text_of(app.message) == "There is no game to resign."
        await typed(pilot, "draw")
        assert text_of(app.message) == "The game is over."
    on_screen(session, play)
    assert session.end() == f"{person} resigns. {OTHER[person]} wins."


@pytest.mark.parametrize("person", SIDES)
def test_the_computer_answers_whoever_begins(person):
    session = session_with(person, computer_to_move=False)
    before = session.board.ply

    async def play(app, pilot):
        await typed(pilot, "a1a2" if person == "White" else "a7a6")
        await until(pilot, lambda: session.board.ply == before + 2)
        assert f"{OTHER[person]} plays " in text_of(app.message)
    on_screen(session, play)
    assert len(saved_moves(session)) == before + 2


def test_a_computer_with_white_begins():
    session = session_of(players=AGAINST["Black"])

    async def play(app, pilot):
        await until(pilot, lambda: session.board.ply == 1)
        assert "White plays a1-a2." in text_of(app.message)
    on_screen(session, play)


@pytest.mark.parametrize("person", SIDES)
def test_nobody_moves_for_the_computer(person):
    session = session_with(person, computer_to_move=True)
    before = session.board.ply

    async def play(app, pilot):
        await typed(pilot, "d7d6" if person == "White" else "d1d2")
        assert text_of(app.message) == "It is the computer's turn."
    on_screen(session, play, way="waits")
    assert session.board.ply == before


@pytest.mark.parametrize("person", SIDES)
def test_while_the_computer_thinks_the_persons_move_is_taken_back(person):
    moves = {"White": ["a1a2"], "Black": ["d1d2", "d7d6"]}[person]
    session = session_of("contra", *moves, players=AGAINST[person])

    async def play(app, pilot):
        await pilot.press("u")
        assert text_of(app.message) == "Took back 1 move."
    on_screen(session, play, way="waits")
    assert session.board.ply == len(moves) - 1
    assert session.computer() is None


@pytest.mark.parametrize("person", SIDES)
def test_no_draw_with_a_computer(person):
    session = session_with(person, computer_to_move=False)

    async def play(app, pilot):
        await pilot.press("d")
        assert text_of(app.message) == "The computer does not accept draws. Play on, or resign."
        assert len(app.screen_stack) == 1
    on_screen(session, play)


@pytest.mark.parametrize(("moves", "side"), [([], "White"), (["d1d2"], "Black")])
def test_a_draw_is_asked_of_the_other_person(moves, side):
    session = session_of("contra", *moves)

    async def play(app, pilot):
        await pilot.press("d")
        asked = text_of(app.screen.query("Static").first())
        assert asked == f"{side} offers a draw. {OTHER[side]}, do you accept?"
        await pilot.press("y")
        await pilot.pause()
        assert text_of(app.message) == "Draw by agreement."
    on_screen(session, play)


@pytest.mark.parametrize(("moves", "loser"), [([], "White"), (["d1d2"], "Black")])
@pytest.mark.parametrize("players", [(HUMAN, HUMAN), AGAINST["White"], AGAINST["Black"]])
def test_whoever_is_to_move_loses_on_time(players, moves, loser):
    now = [0.0]
    session = session_of("contra", *moves, players=players, clock=Clock(60, 0, lambda: now[0]))

    async def play(app, pilot):
        session.run_clock()
        now[0] = 61.0
        await until(pilot, session.saved.over)
        await until(pilot, lambda: "time is up" in text_of(app.message))
        assert text_of(app.message) == f"{loser}'s time is up. {OTHER[loser]} wins."
    on_screen(session, play, way="waits")


@pytest.mark.parametrize("side", SIDES)
def test_a_person_takes_the_seat_of_a_computer_that_thinks(side):
    session = session_with(OTHER[side], computer_to_move=True)

    async def play(app, pilot):
        await typed(pilot, f"{side.lower()} human")
        await typed(pilot, "a1a2" if side == "White" else "a7a6")
    on_screen(session, play, way="waits")
    assert saved_moves(session)[-1] == ("a1-a2" if side == "White" else "a7-a6")
