"""Studies that several people write: no version is lost, and none replaces one it does not know."""
import asyncio
import contextlib
import itertools
import json
from unittest import mock

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eckstein.server.ops.allowances import CAPS
from eckstein.server.parts.studies import store as shared_studies
from eckstein.server.parts.studies import writing
from eckstein.server.parts.studies.store import APART, Version
from eckstein.wire.http_studies import CHAPTERS, StudyChapter, StudyContent, WriteStudy

from .helpers import limited, opened, part, run, serving, stores_of
from .postgres import needs_postgres

PATH = "/api/v1/shared-studies"
MOVES = [{}, {"parent": 0, "text": "d1d2"}, {"parent": 1, "text": "d7d6", "comments": ["well"]}]
CHAPTER = {"key": "one", "game": "contra", "nodes": MOVES}
CONTENT = {"name": "Corners", "chapters": [CHAPTER]}


async def begun(http, content=CONTENT):
    answer = await http.post(PATH, json={"content": content})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def written(http, made, version, name="Corners", **chapter):
    return await http.post(f"{PATH}/{made['study']}", json={
        "version": version, "key": made["key"], "name": name, "chapters": [CHAPTER | chapter]})


async def read(http, made, **query):
    return (await http.get(f"{PATH}/{made['study']}", params=query)).json()


@contextlib.asynccontextmanager
async def news(server, made):
    """What is told of a study, one piece of news after the other."""
    async with httpx.AsyncClient(base_url=server.base, timeout=None) as http, http.stream(
            "GET", f"{PATH}/{made['study']}/stream") as answer:
        yield (json.loads(line) async for line in answer.aiter_lines() if line)


async def test_who_is_late_with_a_chapter_is_refused_and_others_are_not(place):
    async with serving(place) as server, server.http() as http:
        made = await begun(http, {"name": "", "chapters": [CHAPTER, CHAPTER | {"key": "two"}]})
        assert (await read(http, made))["chapters"][0]["nodes"][1]["notation"]

        async def change(version, key, title):
            answer = await http.post(f"{PATH}/{made['study']}", json={
                "version": version, "key": made["key"],
                "chapters": [CHAPTER | {"key": key, "title": title}]})
            return answer.json().get("version") or answer.json()["code"]
        found = await asyncio.gather(change(1, "one", "A"), change(1, "one", "B"),
                                     change(1, "two", "C"))
        assert sorted(map(str, found)) == ["2", "3", "stale"]
        told = await read(http, made)
        titles = ["A" if found[1] == "stale" else "B", "C"]
        assert [chapter["title"] for chapter in told["chapters"]] == titles
        new = await read(http, made, since=2)
        assert (new["version"], new["order"], len(new["chapters"])) == (3, ["one", "two"], 1)
        assert await change(2, new["chapters"][0]["key"], "D") == "stale"
        assert await change(3, "one", "E") == 4
        assert await change(9, "one", "F") == "stale"


async def test_it_is_there_after_a_restart_with_the_same_key(tmp_path):
    async with serving(tmp_path) as server, server.http() as http:
        made = await begun(http)
    async with serving(tmp_path) as server, server.http() as http:
        assert (await written(http, made, 1, "Later")).status_code == 200
        assert (await read(http, made))["name"] == "Later"


async def test_what_is_wrong_gets_a_sentence_and_changes_nothing(http):
    made = await begun(http)
    other = await begun(http)
    for changed, status, says in [
            ({"nodes": [{}, {"parent": 0, "text": "d1d7"}]}, 400, "node 1 (d1d7)"),
            ({"game": "chess"}, 400, "chess"), ({"position": "nowhere"}, 400, ""),
            ({"nodes": [{}, {"parent": 5, "text": "d1d2"}]}, 400, "parent"),
            ({"key": ""}, 422, ""), ({"title": "x" * 301}, 422, "")]:
        answer = await written(http, made, 1, **changed)
        assert answer.status_code == status, answer.text
        assert says in answer.json()["reason"]
    for wish, says in [({"chapters": [CHAPTER, CHAPTER]}, "the same key"),
                       ({"order": ["one", "one"]}, "the same key"),
                       ({"order": ["one", "two"]}, "a chapter that there is not")]:
        answer = await http.post(f"{PATH}/{made['study']}", json={
            "version": 1, "key": made["key"]} | wish)
        assert answer.status_code == 400 and says in answer.json()["reason"]
    # No more chapters than a study can be read with, however few of them are new.
    many = [{"key": str(number), "game": "contra"} for number in range(CHAPTERS)]
    full = await begun(http, {"name": "", "chapters": many})
    answer = await http.post(f"{PATH}/{full['study']}", json={
        "version": 1, "key": full["key"], "chapters": [CHAPTER]})
    assert answer.status_code == 400 and "200 chapters at most" in answer.json()["reason"]
    assert len((await read(http, full))["chapters"]) == CHAPTERS
    twice = {"name": "", "chapters": [CHAPTER, CHAPTER]}
    answer = await http.post(PATH, json={"content": twice})
    assert answer.json()["reason"] == "two chapters have the same key"
    for key in ("", "x", other["key"], made["key"][:-2], "\N{SNOWMAN}"):
        answer = await written(http, made | {"key": key}, 1)
        assert (answer.status_code, answer.json()["code"]) == (403, "not-yours")
    for path in ("aaaa", "aaaa/stream", "aaaa/earlier"):
        assert (await http.get(f"{PATH}/{path}")).status_code == 404
    assert (await read(http, made))["version"] == 1


async def test_an_address_begins_and_writes_only_so_much(tmp_path, monkeypatch):
    limited(monkeypatch, "studies", 10, 1e-9)           # however slowly they are answered
    limited(monkeypatch, "study-writes", 60, 1e-9)
    async with serving(tmp_path) as server, server.http() as http:
        made = [await begun(http) for _ in range(10)]
        assert (await http.post(PATH, json={"content": CONTENT})).status_code == 429
        answers = [await written(http, made[0], 1 + number, f"Name {number}")
                   for number in range(60)]
        assert {answer.status_code for answer in answers} <= {200, 429}
        writes = part(server.service, "Audience").writes
        with mock.patch.object(writes, "take", lambda payer: False):
            answer = await written(http, made[1], 1)
        assert answer.status_code == 429 and int(answer.headers["Retry-After"]) >= 0


async def test_those_who_have_it_open_hear_of_versions_and_of_each_other(server, http):
    made = await begun(http)
    async with news(server, made) as first:
        told = await anext(first)
        assert told["version"] == 1 and len(told["people"]) == 1
        async with news(server, made) as second:
            assert len((await anext(second))["people"]) == 2
            assert len((await anext(first))["people"]) == 2
            await written(http, made, 1)
            assert (await anext(first))["version"] == (await anext(second))["version"] == 2
        assert len((await anext(first))["people"]) == 1
    while server.service.hub.keys("study"):
        await asyncio.sleep(0.01)


@needs_postgres
async def test_those_at_another_server_hear_of_it_too(url):
    async with (serving(url) as first, serving(url) as second,
                first.http() as here,
                second.http() as there):
        made = await begun(here)
        async with news(second, made) as heard:
            assert (await anext(heard))["version"] == 1
            assert (await written(here, made, 1)).status_code == 200
            assert (await anext(heard))["version"] == 2
            first.service.hub._send = lambda event: None
            assert (await written(here, made, 2)).status_code == 200
            second.service.rooms.hear_of(None)          # as after a lost connection
            assert (await anext(heard))["version"] == 3
        assert (await written(there, made, 3)).status_code == 200


async def test_some_earlier_versions_are_kept_and_can_be_read(place, monkeypatch):
    monkeypatch.setattr(shared_studies, "APART", 0)
    async with serving(place) as server, server.http() as http:
        made = await begun(http)
        for version in range(2, 6):
            await written(http, made, version - 1, f"Name {version}")
        kept = (await http.get(f"{PATH}/{made['study']}/earlier")).json()["versions"]
        assert [one["version"] for one in kept] == [4, 3, 2, 1]
        assert (await read(http, made, version=3))["name"] == "Name 3"
        assert (await read(http, made, version=5))["name"] == "Name 5"
        answer = await http.get(f"{PATH}/{made['study']}", params={"version": 9})
        assert answer.status_code == 404


KEYS = st.sampled_from("abcd")
STEPS = st.tuples(st.integers(0, 3), st.one_of(
    st.builds(lambda key: {"chapters": [key]}, KEYS), st.just({"name": "new"}),
    st.builds(lambda order: {"order": order}, st.permutations("abcd").map(lambda all: all[:3]))))


@given(st.lists(STEPS, max_size=30))
def test_nothing_is_written_over_that_the_writer_does_not_know(steps):
    """Each writer knows the version so many before the last."""
    def chapter(key):
        return StudyChapter(key=key, game="contra")
    content, number = writing.begun(StudyContent("", [chapter("a"), chapter("b")])), 1
    seen = {1: content}
    for behind, wish in steps:
        known = max(1, number - behind)
        changed = [chapter(key) for key in wish.get("chapters", ())]
        asked = WriteStudy(key="k", version=known, name=wish.get("name"), order=wish.get("order"))
        try:
            after = writing.written(content, number + 1, asked, changed)
        except (writing.StaleError, ValueError) as refused:
            assert known < number or not isinstance(refused, writing.StaleError)
            continue
        before, mine = ({one.key: one for one in study.chapters}
                        for study in (content, seen[known]))
        keys = [one.key for one in after.chapters]
        for key in before.keys() - {one.key for one in changed} & set(keys):
            assert key not in keys or before[key] in after.chapters     # what others wrote stays
        for key in {one.key for one in changed} & before.keys() | before.keys() - set(keys):
            assert mine.get(key) == before[key]         # he knew what he wrote over
        if "name" in wish or "order" in wish:
            assert (seen[known].name, [*mine]) == (content.name, [*before])
        number, content = number + 1, after
        seen[number] = content
        assert writing.read(Version(number, writing.text(content))) == content
        assert {one.key for one in writing.told(number, content, known).chapters} == {
            one.key for one in content.chapters if one not in seen[known].chapters}


@settings(max_examples=20, deadline=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(1, 6), st.integers(0, 3 * APART)), max_size=40))
def test_versions_follow_each_other_whatever_is_written(tmp_path_factory, steps):
    place = f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('studies') / 'games.sqlite'}"

    async def test():
        async with opened(place) as store:
            studies, now, last, all_of = stores_of(store).studies, 1, 1, {1: "0"}
            await studies.add("s", "0", now)
            for ahead, after in steps:
                now += after
                number = last + ahead - 3
                done = await studies.replace("s", number, str(now), now)
                assert done == (number == last + 1)
                if done:
                    last = number
                    all_of[last] = str(now)
                assert await studies.number("s") == last
            kept = await studies.earlier("s")
            assert len(kept) <= CAPS["study-versions"].most and kept == sorted(kept, reverse=True)
            times = [at for _, at in kept]
            assert all(one - two >= APART for one, two in itertools.pairwise(times))
            for number in [last, *(number for number, _ in kept)]:
                assert (await studies.version("s", number)).text == all_of[number]
            assert (await studies.version("s")) == (last, all_of[last])
    run(test())


@pytest.mark.parametrize("later", [False, True])
async def test_a_study_in_which_nothing_is_written_any_more_is_forgotten(place, later):
    async with opened(place) as store:
        await stores_of(store).studies.add("s", "{}", 1)
        await stores_of(store).studies.replace("s", 2, "{}", APART + 2)
        assert len(await stores_of(store).studies.earlier("s")) == 1
        await stores_of(store).studies.forget(APART + 2 + later)
        assert (await stores_of(store).studies.number("s") is None) == later
        assert len(await stores_of(store).studies.earlier("s")) == 1 - later


@pytest.mark.parametrize(("keep", "left"), [(1, None), (0, 1)])
async def test_a_server_forgets_studies_when_it_forgets_games(place, keep, left):
    async with serving(place, keep=keep) as server:
        studies = part(server.service, "StudyStore")
        await studies.add("s", "{}", 1)
        for sweep in server.service.sweeps:
            await sweep()
        assert await studies.number("s") == left
