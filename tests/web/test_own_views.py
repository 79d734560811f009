"""Pages whose Python makes the views of games on the server, beside pages that are sent them."""
import contextlib
import itertools
import json
import random
import time

import pytest

from eckstein import Board

from .conftest import PATIENCE, SIZES, VIEW, need_browser, post, press, until

# A device that has no worker, since it has too little memory.
TIGHT = "Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 0.5 });"
PLY = "ply => document.querySelector('eckstein-board')?.view?.ply === ply"
ECHEK = "2b/rkR/1K1/Qn1 w BNPqp Ss"


class Seen:
    """A page that follows a game, and the joins that it has sent."""

    def __init__(self, context, tight=False):
        self.joins = []
        self.page = context.new_page()
        if tight:
            self.page.add_init_script(TIGHT)
        self.page.on("websocket", lambda socket: socket.on("framesent", self._sent))

    def _sent(self, text):
        message = json.loads(text)
        if message["t"] == "join":
            self.joins.append(message["views"])

    def has_joined(self, views):
        """Wait until the last join was with views, or without."""
        limit = time.monotonic() + PATIENCE
        while not self.joins or self.joins[-1] != views:
            assert time.monotonic() < limit, self.joins
            self.page.wait_for_timeout(15)


@pytest.fixture(scope="module")
def context(browser):
    """One browser, which has all files of the app after its first page."""
    with contextlib.closing(browser.new_context(
            whole=True, viewport=SIZES["desk"], reduced_motion="reduce", locale="en")) as made:
        yield made


@need_browser
def test_a_page_shows_the_same_with_views_of_its_own(context, address):
    made = post(address, "games", {"rules": "echek", "position": ECHEK,
                                   "options": {"bishop": "final"}})
    path, seats = f"{address}/game/{made['game']}", made["seats"]
    own, sent = Seen(context), Seen(context, tight=True)
    own.page.goto(f"{path}#{seats['white']}")
    sent.page.goto(path)
    own.has_joined(views=False)
    seqs = itertools.count(1)

    def do(colour, what, **more):
        seq = next(seqs)
        post(address, f"games/{made['game']}/commands",
             {"id": str(seq), "what": what, "seq": seq, "seat": seats[colour], **more})

    def same(ply):
        shown = [until(one.page, PLY, ply) and one.page.evaluate(VIEW) for one in (own, sent)]
        assert shown[0] == shown[1]

    board, chance = Board("echek", ECHEK, bishop="final"), random.Random(1)
    for text in ("RK", *[None] * 5):
        move = board.parse(text) if text else chance.choice(list(board.legal_moves))
        do(board.turn, "move", move=board.text(move))
        board.push(move)
        same(board.ply)
    do("white", "offer-draw")
    do("black", "decline-draw")
    do("white", "ask-takeback")
    do("black", "accept-takeback")
    board.pop()
    board.pop()
    same(board.ply)

    # Its Python is gone without a word: the server's views come, and nothing is missing.
    [house] = [one for one in own.page.workers if one.url.endswith("/house.js")]
    house.evaluate("() => { setTimeout(close); }")
    for _ in range(2):
        move = board.legal_moves[0]
        do(board.turn, "move", move=board.text(move))
        board.push(move)
        same(board.ply)
    assert own.joins[-1] is True
    assert set(sent.joins) == {True}


@need_browser
@pytest.mark.long
def test_moves_and_take_backs_at_a_page_with_views_of_its_own(context, address):
    made = post(address, "games", {"rules": "contra", "black": {"kind": "computer", "level": 1}})
    own = Seen(context)
    own.page.goto(f"{address}/game/{made['game']}#{made['seats']['white']}")
    own.has_joined(views=False)
    begin = own.page.evaluate(VIEW)
    press(own.page, "d1")
    press(own.page, "d2")
    until(own.page, PLY, 2)
    field = own.page.get_by_placeholder("Type a move")
    field.fill("e1e2")
    field.press("Enter")
    until(own.page, PLY, 4)
    own.page.get_by_role("button", name="Take back", exact=True).click()
    until(own.page, PLY, 2)
    own.page.get_by_role("button", name="Take back", exact=True).click()
    until(own.page, PLY, 0)
    assert own.page.evaluate(VIEW) == begin
