"""The page about the terminal shows the screen as it is."""
from .sample import PAGE, SHOWN, screen


def test_the_screen_on_the_page_is_the_real_one():
    [shown] = SHOWN.findall(PAGE.read_text(encoding="utf-8"))
    assert shown == screen(), "draw it anew: python -m tests.tui.sample"
