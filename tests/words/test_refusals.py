"""Why a server says no, in the language that is spoken."""
from typing import get_args

import pytest

from eckstein.server.game.rulings import Why
from eckstein.session.words import LANGUAGES, refusal, speak
from eckstein.session.words.refusals import REFUSALS


@pytest.fixture(autouse=True)
def in_english():
    yield
    speak("en")


def test_each_reason_is_one_that_servers_have():
    assert set(REFUSALS) == set(LANGUAGES)
    for words in REFUSALS.values():
        assert set(words) <= {*get_args(Why), "too-fast", "unreachable"}


def test_reasons_are_told_in_the_language_that_is_spoken():
    assert refusal("draw-offered", "not-now") is None
    speak("de")
    assert refusal("draw-offered", "not-now") == "Remis ist schon angeboten."
    assert refusal("rematch-asked", "not-now") == refusal("not-now", "not-now")
    assert refusal("bad", "bad") is None
