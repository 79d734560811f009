"""The calendar of one's turns, as RFC 5545 has it, at an address that nobody guesses."""
import asyncio
import re

from hypothesis import example, given
from hypothesis import strategies as st

from eckstein.server.parts.away.calendar import CalendarEntry, calendar

from .helpers import LINE
from .journeys import challenge, playing_by_days, respond, take_vacation


def unfolded(text):
    assert text.endswith("\r\n") and text.isprintable() is False
    return text.replace("\r\n ", "").removesuffix("\r\n").split("\r\n")


@example("ä" * 200)
@example("x" * 200)
@example("one, two; three\\n\\\\,\nfour")
@given(st.text(max_size=200))
def test_any_name_is_one_line_and_comes_back(name):
    text = calendar("Games", [CalendarEntry("a@b", 10**12, 10**12, name, "http://x/")])
    for line in text.encode().split(b"\r\n"):
        assert len(line) <= 75 and line.decode() is not None
    lines = unfolded(text)
    summary, = [line for line in lines if line.startswith("SUMMARY:")]
    assert lines[-2:] == ["END:VEVENT", "END:VCALENDAR"] and len(lines) == 15
    told = summary.removeprefix("SUMMARY:")
    assert not re.search("[;,]", re.sub(r"\\.", "", told))
    kept = "".join(letter for letter in name if letter >= " " or letter == "\n")
    assert re.sub(r"\\(.)", lambda found: found[1].replace("n", "\n"), told) == kept


def events_in(text):
    return [line.removeprefix("DTSTART:") for line in unfolded(text)
            if line.startswith("DTSTART:")]


async def test_a_calendar_has_what_waits_for_an_answer(tmp_path):
    async with playing_by_days(tmp_path) as (server, anna, bruno, hers, _, made):
        path = (await bruno.post_json("/account/calendar", 201))["path"]
        before = unfolded((await bruno.get(path)).text)
        sent = await challenge(anna, "Bruno", rules="duell")
        told = unfolded((await bruno.get(path)).text)
        assert {f"UID:{sent['id']}@eckstein", "SUMMARY:Eckstein: Duell – Anna?",
                f"URL:{server.base}/games"} <= set(told)
        await respond(bruno, sent, "decline", reason="not-now")
        assert unfolded((await bruno.get(path)).text) == before
        seq = (await hers.do(made, "white", "resign", 4))["seq"]
        await hers.do(made, "white", "rematch", seq)
        while "SUMMARY:Eckstein: Contra – Anna?" not in unfolded((await bruno.get(path)).text):
            await asyncio.sleep(0.01)           # it becomes a challenge a moment later
        again, = (await bruno.get_json("/challenges"))["challenges"]
        await respond(bruno, again, "accept")
        assert "SUMMARY:Eckstein: Contra – Anna?" not in unfolded((await bruno.get(path)).text)


async def test_a_calendar_has_one_event_for_each_turn(tmp_path):
    async with playing_by_days(tmp_path) as (server, anna, bruno, hers, _, made):
        assert (await anna.me())["account"]["calendar"] is False
        path = (await anna.post_json("/account/calendar", 201))["path"]
        assert (await anna.me())["account"]["calendar"] is True
        theirs = (await bruno.post_json("/account/calendar", 201))["path"]
        answer = await bruno.get(path)                  # whoever has the address
        assert answer.headers["Content-Type"].startswith("text/calendar")
        assert answer.headers["X-Robots-Tag"] == "noindex"
        first, = events_in(answer.text)
        assert f"URL:{server.base}/game/{made['game']}" in unfolded(answer.text)
        assert "SUMMARY:Eckstein: Contra – Bruno" in unfolded(answer.text)
        assert events_in((await bruno.get(theirs)).text) == []
        await take_vacation(anna, 7)
        later, = events_in((await anna.get(path)).text)
        assert later > first
        await hers.do(made, "white", "move", 4, LINE[2])
        assert events_in((await anna.get(path)).text) == []
        assert len(events_in((await bruno.get(theirs)).text)) == 1
        again = (await anna.post_json("/account/calendar", 201))["path"]
        assert (await anna.get(path)).status_code == 404
        assert (await anna.get(again)).status_code == 200
        await anna.post_json("/account/calendar/drop")
        gone = await anna.get(again)
        assert gone.status_code == 404 and gone.json() == (await anna.get(path)).json()
        await bruno.post_json("/account/delete")
        assert (await anna.get(theirs)).status_code == 404
        guest = type(anna)(server)
        await guest.post_json("/account/calendar", 403)
        await guest.aclose()
