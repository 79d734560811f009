"""A game of each of the five to its end in the browser: by mouse, by touch, and by keys alone."""
import json

import pytest

from eckstein import Board

from .conftest import SIZES, need_browser, post, until
from .players import by_keys, by_mouse, by_touch

GAMES = {
    "contra": "b1b2 b7b6 f1f2 f7f6 f2f3 g7g6 f3f4 e7f7 f4f5 f7g7 f5g5 b6c6 g5g6 a7b7 g6g7",
    "ecke": "c1b2 c7b6 a1c3 f7g6 b2d4 g7f6 c3e5 e7d6 d4c5 b7b6 e5f5 d7c6",
    "duell": "A1-d3 D8-i7 F1-c4",
    "echek": "P@n13n14 m14n13 Q@l13 n13o13 B@m15 Q@o14 R@m16 B@p12 RK R@n13",
    "pur": "d1d2 g7g6 f1d1d3 e7g7g5 d2d4 g6g4 d3d5 g5g3 d4d6 g4g2 e1e2 c7c6e6 d5e5e7g7 d7e7e5 d6d7 "
           "e6e4 d7e7 e5e3e1 e2e3e5 e1d1 c1c2 a7a6 a1c1c3 b7a7a5 c2c4 a6a4 c3c5 a5a3 c4c6 a4a2 "
           "c5c7 a3a1c1e1 b1a1a3 a2a1 a3a4 f7f6 e5f5f7 e4e3 a4a5 f6f5 a5a6 f5f4 a6a7 f4e4e2 a7b7 "
           "e1f1 g1e1 g3g1 c7a7 a1b1 c6c7 b1c1 c7d7 d1b1 a7c7 g2f2 c7a7 e3d3 e1e3c3 e2e1 c3c4 "
           "d3d2 c4c5 d2d1 c5c6 f2g2 c6c7",
}
ENDS = {"contra": "goal", "ecke": "elimination", "duell": "duel-mate", "echek": "surrounded",
        "pur": "goal"}
# A race is long.  Its first moves are made by mouse; chains of two and three come after them, too.
OPENINGS = {"pur": 43}
SETTINGS = {"speed": 0, "sound": False, "language": "en"}


# In each test run one way for each game, never the whole race by mouse; all ways take minutes.
WAYS = (by_keys, by_mouse, by_touch)
PLAYED = [pytest.param(game, how, id=f"{game}-{how.__name__.removeprefix('by_')}",
                       marks=[] if (number + 1) % len(WAYS) == way else [pytest.mark.long])
          for number, game in enumerate(GAMES) for way, how in enumerate(WAYS)]


@need_browser
@pytest.mark.parametrize(("game", "how"), PLAYED)
def test_a_whole_game(browser, address, game, how):
    texts, board = GAMES[game].split(), Board(game)
    passed = 0 if how is by_mouse else OPENINGS.get(game, 0)
    for text in texts[:passed]:
        board.push_text(text)
    board = Board(game, board.position())
    made = post(address, "games", {"rules": game, "position": board.position()})
    touch = how is by_touch
    context = browser.new_context(viewport=SIZES["phone" if touch else "desk"], has_touch=touch)
    context.add_init_script(
        f"localStorage.setItem('eckstein.settings', JSON.stringify({json.dumps(SETTINGS)}))")
    page, problems = context.new_page(), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda told: told.type == "error" and problems.append(told.text))
    for token in made["seats"].values():
        page.goto(f"{address}/game/{made['game']}#{token}")
        until(page, "!!document.querySelector('eckstein-board')?.view")
    player = how(page, board)
    for text in texts[passed:]:
        player.play(text)
    outcome = page.evaluate("document.querySelector('eckstein-board').view.outcome")
    assert outcome["reason"] == ENDS[game]
    assert problems == []
    context.close()
