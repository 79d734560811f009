"""Why a server says no, in the language that is spoken."""
from typing import get_args

import pytest

from eckstein.wire.words import Why
from eckstein.words import LANGUAGES, catalogue, refusal, speak


@pytest.fixture(autouse=True)
def in_english():
    yield
    speak("en")


def test_each_reason_is_one_that_servers_have():
    known = {*get_args(Why), "missing", "too-fast", "too-long", "unreachable", "404", "500", "502"}
    for language in LANGUAGES:
        assert set(catalogue(language, "refused")) <= known


def test_reasons_are_told_in_the_language_that_is_spoken():
    assert refusal("draw-offered", "not-now") is None
    speak("de")
    assert refusal("draw-offered", "not-now") == "Remis ist schon angeboten."
    assert refusal("no-clocks", "not-now") == refusal("not-now", "not-now")
    assert refusal("what-nobody-knows", "what-nobody-knows") is None
