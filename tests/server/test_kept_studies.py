"""Studies that the server keeps: small links to large texts, for good and as they were."""
import pytest

from .helpers import run, serving

TEXT = '[Game "contra"]\n\n1. d1-d2 {well begun} d7-d6 *\n\n[Game "duell"]\n\n*\n'
STUDIES = "/api/v1/studies"


def with_server(tmp_path, *tests):
    """Each on a server of its own, one after the other, on the same database."""
    async def test():
        found = None
        for step in tests:
            async with serving(tmp_path) as server, server.http() as http:
                found = await step(http, found)
    run(test())


def test_a_study_is_there_after_a_restart_with_its_whole_text(tmp_path):
    async def keep(http, _):
        answer = await http.post(STUDIES, json={"text": TEXT})
        assert answer.status_code == 201
        kept = answer.json()
        assert kept["link"] == f"/analysis?study={kept['study']}"
        return kept

    async def read(http, kept):
        answer = await http.get(f"{STUDIES}/{kept['study']}")
        assert answer.json() == {"text": TEXT}
        assert "immutable" in answer.headers["cache-control"]
    with_server(tmp_path, keep, read)


def test_the_same_study_has_the_same_link_and_another_one_another(tmp_path):
    async def test(http, _):
        first, again, other = [(await http.post(STUDIES, json={"text": text})).json()["study"]
                               for text in (TEXT, TEXT, TEXT.replace("well", "badly"))]
        assert first == again != other
    with_server(tmp_path, test)


@pytest.mark.parametrize(("text", "status"), [
    ("not a game at all", 400), ("", 422), ("x" * 300_001, 422)])
def test_what_is_no_study_is_not_kept(tmp_path, text, status):
    async def test(http, _):
        assert (await http.post(STUDIES, json={"text": text})).status_code == status
    with_server(tmp_path, test)


def test_there_is_no_study_that_nobody_kept(tmp_path):
    async def test(http, _):
        assert (await http.get(f"{STUDIES}/aaaaaaaaaaaaaaaaaaaa")).status_code == 404
    with_server(tmp_path, test)


def test_one_address_keeps_only_so_many_at_once(tmp_path):
    async def test(http, _):
        answers = [await http.post(STUDIES, json={"text": TEXT.replace("well", f"well {number}")})
                   for number in range(11)]
        assert [answer.status_code for answer in answers] == [201] * 10 + [429]
        assert answers[-1].json()["code"] == "too-fast"
        assert 1 <= int(answers[-1].headers["Retry-After"]) <= 20       # of one in 20 s
    with_server(tmp_path, test)
