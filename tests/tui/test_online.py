"""A game on a server over the whole screen: what is sent, what arrives, and a lost connection."""
import asyncio
import http.client

import pytest
from msgspec.structs import replace
from textual.widgets import Static

from eckstein import Board
from eckstein.client.remote import RemoteError, RemoteGame
from eckstein.record import read_records
from eckstein.session.thinking import Thinking
from eckstein.tui.commands import Commands
from eckstein.tui.events import HintWanted, OrderGiven, PositionShown
from eckstein.tui.online_app import OnlineApp
from eckstein.tui.online_state import OnlineState
from eckstein.tui.status import players_text
from eckstein.wire.games import Clocks, GameFacts, NextGame, Offers, PlayedMove, Player, Result

from ..server.test_remote import COMPUTER, with_server
from .helpers import quick, text_of, typed, until

pytestmark = pytest.mark.usefixtures("no_log")
PERSON = Player("human", "Ada", True, open=False)
OPEN = Player("human", "", False, open=True)
NO_OFFERS = Offers(None, None, [])
REFUSED = RemoteError("it is Black's turn", "not-now", "not-your-turn")


def facts_after(*moves, **more):
    """How a game of Contra stands on the server after these moves."""
    usual = {"game": "g", "rules": "contra", "options": {}, "seq": 1 + len(moves), "created": 0,
             "start": Board("contra").position(), "first": "white",
             "turn": "black" if len(moves) % 2 else "white",
             "players": {"white": PERSON, "black": PERSON},
             "moves": [PlayedMove(move, move, 0.0) for move in moves], "clock": None,
             "offers": NO_OFFERS, "result": None, "watching": 0, "next": None, "thinking": None}
    return GameFacts(**(usual | more))


def screen(*moves, seats=("white",), **more):
    """The state of a screen with such a game."""
    return OnlineState(RemoteGame("http://s", "g", facts_after(*moves, **more),
                                  {seat: f"g.{seat[0]}.token" for seat in seats}))


def do(state, *lines):
    """Type these lines; return what is asked in the end."""
    for line in lines:
        Commands(state).do(line)
    return state.asked


def orders(state):
    """What is to be sent."""
    return [(event.order.what, event.order.move) for event in state.take_events()
            if isinstance(event, OrderGiven)]


def test_a_move_is_sent_and_shown_when_the_server_has_it():
    state = screen()
    state.pick("d1")
    state.pick("d2")
    assert (orders(state), state.board.ply, state.may_move()) == ([("move", "d1d2")], 0, False)
    state.answered(state.pending, facts_after("d1d2"))
    assert (state.board.ply, state.said) == (1, "White plays d1d2.")


def test_a_second_move_waits_for_the_answer():
    state = screen()
    do(state, "d1d2")
    orders(state)
    state.pick("a1")
    do(state, "resign")
    assert (orders(state), state.said) == ([], "Wait until the server has answered.")


def test_a_refusal_is_told_and_another_move_can_be_made():
    state = screen()
    do(state, "d1d2")
    state.refused(state.pending, REFUSED)
    assert state.said == "It is Black's turn."
    state.pick("a1")
    assert state.shown.picking.chosen == "a1"


def test_the_opponents_move_arrives_and_is_seen():
    state = screen("d1d2")
    state.take_events()
    state.take(facts_after("d1d2", "d7d6"))
    [shown] = [event for event in state.take_events() if isinstance(event, PositionShown)]
    assert shown.before["pieces"]["d7"] and "d7" not in shown.after["pieces"]
    assert (state.said, state.may_move()) == ("Black plays d7-d6.", True)


def test_a_look_back_stays_when_the_opponent_moves():
    state = screen("d1d2")
    state.go(0)
    state.take(facts_after("d1d2", "d7d6"))
    assert (state.board.ply, state.said) == (0, "Black plays d7-d6.")
    state.cancel()
    assert state.board.ply == 2


def test_older_news_changes_nothing():
    state = screen("d1d2", "d7d6")
    state.take(facts_after("d1d2"))
    assert state.board.ply == 2


def test_moves_that_are_taken_back_are_taken_back_here():
    state = screen("d1d2", "d7d6")
    state.take(facts_after("d1d2", seq=5))
    assert (state.board.ply, state.said) == (1, "Moves were taken back.")


@pytest.mark.parametrize(("key", "offer", "question", "yes"), [
    ("draw", Offers("black", None, []), "Black offers a draw. Do you accept?", "accept-draw"),
    ("undo", Offers(None, "black", []), "Black asks to take back. Do you agree?",
     "accept-takeback")])
def test_an_offer_is_told_and_answered_with_its_key(key, offer, question, yes):
    state = screen("d1d2", "d7d6")
    state.take(facts_after("d1d2", "d7d6", seq=4, offers=offer))
    assert state.notes() and state.said.startswith(f"{question[:18]}")
    assert do(state, key).question == question
    state.confirm(True)
    assert orders(state) == [(yes, "")]


@pytest.mark.parametrize(("typed", "sent"), [
    ("draw", "offer-draw"), ("undo", "ask-takeback"), ("resign", "resign"), ("abort", "abort")])
def test_without_an_offer_one_is_made(typed, sent):
    state = screen("d1d2", "d7d6")
    do(state, typed)
    assert orders(state) == [(sent, "")]


def test_an_offer_that_is_declined():
    state = screen("d1d2", offers=Offers("white", None, []))
    state.take(facts_after("d1d2", seq=3))
    assert state.said == "The draw is declined."


@pytest.mark.parametrize("wish", ["hint", "evaluate"])
def test_no_engine_helps_before_the_game_has_ended(wish):
    state = screen("d1d2", "d7d6")
    do(state, wish)
    assert "no hints and values" in state.said and not state.take_events()
    state.go(0)
    do(state, wish)
    assert not [event for event in state.take_events() if isinstance(event, HintWanted)]
    state.cancel()
    state.take(facts_after("d1d2", "d7d6", seq=4, result=Result("black", "resignation", None)))
    do(state, "first", wish)
    assert "no hints" not in state.said


def test_moves_are_listed_without_what_they_are_worth():
    state = screen()
    do(state, "moves")
    assert state.said == ("7 moves: a1-a2  b1-b2  c1-c2  d1-d2  e1-e2  f1-f2  g1-g2")


def test_the_end_is_told_and_another_game_can_be_asked_for():
    state = screen("d1d2")
    do(state, "new")
    assert orders(state) == []
    state.take(facts_after("d1d2", seq=3, result=Result(None, "aborted", None)))
    assert state.said == "No result: the game was called off."
    state.ask_for_game()
    assert orders(state) == [("rematch", "")]


def test_a_rematch_turns_the_board():
    state = screen("d1d2", result=Result("white", "resignation", None))
    state.begin_next(RemoteGame("http://s", "h", facts_after(game="h"), {"black": "h.b.token"}))
    assert (state.board.ply, state.shown.flipped, state.may_move()) == (0, True, False)


def test_what_was_played_before_the_next_game_was_joined_is_told():
    state = screen("d1d2", result=Result("white", "resignation", None))
    state.begin_next(RemoteGame("http://s", "h", facts_after("d1d2", game="h"),
                                {"black": "h.b.token"}))
    assert state.said == "A new game of Cublino Contra. White plays d1-d2."
    assert (state.board.ply, state.may_move()) == (1, True)


def test_the_servers_clocks_are_shown():
    clock = Clocks("fischer", 300.0, 3.0, {"white": 299.0, "black": 61.0}, None, 0)
    assert "1:01" in players_text(screen(clock=clock)).plain


def test_a_lost_connection_is_told_once_and_when_it_is_back():
    state = screen()
    do(state, "d1d2")
    state.lost()
    assert state.said == ("The connection to the server is lost; trying again ... "
                          "What you did is sent as soon as the server answers.")
    assert "No connection" in players_text(state).plain
    state.say("")
    state.lost()
    assert state.said == ""
    state.take(facts_after())
    assert (state.said, state.connected) == ("The connection is back.", True)


def test_what_is_done_without_a_connection_is_kept():
    state = screen()
    state.lost()
    do(state, "d1d2")
    assert state.said == "What you did is sent as soon as the server answers."


def test_who_only_looks_on_sends_nothing():
    state = screen(seats=())
    do(state, "d1d2", "resign")
    assert orders(state) == [] and state.said.startswith("You are looking on")


def test_who_takes_the_open_seat_is_told():
    state = screen(players={"white": PERSON, "black": OPEN})
    state.take(facts_after(seq=2, players={"white": PERSON, "black": replace(PERSON, name="Ben")}))
    assert state.said == "Ben plays Black."


def test_the_game_is_written_to_a_file_where_one_is_named(tmp_path):
    state = screen("d1d2", "d7d6")
    do(state, f"save {tmp_path / 'mine.txt'}")
    [record] = read_records((tmp_path / "mine.txt").read_text())
    assert [node.text for node in record.mainline()] == ["d1-d2", "d7-d6"]
    assert not (tmp_path / "data").exists()


# With a server.

def played(tmp_path, scenario, size=(80, 24), speed=0.0, **wish):
    """Let a scenario (an async function of app, pilot and the game) happen beside a server."""
    def play(base):
        game = RemoteGame.create(base, rules="contra", **wish)

        async def happen():
            mine = RemoteGame.join(game.link("white"))
            app = OnlineApp(mine, Thinking(1, quick()), speed=speed, pause=0.01)
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await scenario(app, pilot, game)
        asyncio.run(happen())
    with_server(tmp_path, play)


def test_two_players_play_and_play_again(tmp_path):
    async def play(app, pilot, game):
        await typed(pilot, "d1d2")
        await until(pilot, lambda: app.state.board.ply == 1)
        await asyncio.to_thread(game.refresh)
        await asyncio.to_thread(game.do, "move", "black", "d7d6")
        await until(pilot, lambda: app.state.board.ply == 2)
        assert text_of(app.message) == "Black plays d7-d6."
        await pilot.press("r", "y")
        await until(pilot, app.state.is_over)
        await pilot.press("n")
        await until(pilot, lambda: app.state.notes())
        await asyncio.to_thread(game.refresh)
        await asyncio.to_thread(game.do, "rematch", "black")
        await until(pilot, lambda: app.state.session.seats == ["black"])
        assert (app.state.board.ply, app.state.shown.flipped) == (0, True)
        following = game.refresh().facts.next
        assert following == NextGame(app.state.session.remote.game, {})
    played(tmp_path, play)


def test_links_can_be_copied(tmp_path):
    async def copy(app, pilot, game):
        await typed(pilot, "link")
        links = [game.link("white"), f"{game.server}/game/{game.game}"]
        text = str(app.screen.query(Static).first().render())
        shown = text.splitlines()
        assert set(links) <= set(shown)                     # on lines of their own
        links.sort(key=shown.index)
        for link in [*links, links[0]]:
            await pilot.press("c")
            assert app.clipboard == link
            assert link in str(app.screen.query_one("#copied").render())
        await pilot.press("enter")
        assert app.focused is app.shown
    played(tmp_path, copy)


def test_who_plays_on_the_screen_is_present(tmp_path):
    async def play(app, pilot, game):
        def here():
            return game.refresh().facts.players["white"].here
        await until(pilot, here)
        assert not game.facts.players["black"].here
    played(tmp_path, play)


def test_the_film_of_a_move_ends(tmp_path):
    """News comes from another thread, and the pictures of a move follow each other all the same."""
    async def play(app, pilot, game):
        await typed(pilot, "d1d2")
        await until(pilot, lambda: app.shown.pictures_left)
        await until(pilot, lambda: not app.shown.pictures_left)
    played(tmp_path, play, speed=0.3)


def test_what_is_played_while_the_connection_is_lost_is_sent_once_when_it_is_back(
        tmp_path, monkeypatch):
    connect, lost = http.client.HTTPConnection.connect, []

    def connect_or_not(connection):
        if lost:
            raise OSError("no way")
        connect(connection)
    monkeypatch.setattr(http.client.HTTPConnection, "connect", connect_or_not)

    async def play(app, pilot, game):
        lost.append(True)
        await typed(pilot, "d1d2")
        await until(pilot, lambda: not app.state.connected)
        assert app.state.board.ply == 0
        lost.clear()
        await until(pilot, lambda: app.state.board.ply == 1)
        assert app.state.connected
        assert len(game.refresh().facts.moves) == 1
    played(tmp_path, play)


def test_a_computer_replies(tmp_path):
    async def play(app, pilot, game):
        await typed(pilot, "d1d2")
        await until(pilot, lambda: app.state.board.ply >= 2)
    played(tmp_path, play, black=COMPUTER)
