"""Studies that the server keeps: small links to large texts, for good and as they were."""
import pytest

from .helpers import serving

TEXT = '[Game "contra"]\n\n1. d1-d2 {well begun} d7-d6 *\n\n[Game "duell"]\n\n*\n'
STUDIES = "/api/v1/studies"


async def test_a_study_is_there_after_a_restart_with_its_whole_text(tmp_path):
    async with serving(tmp_path) as server, server.http() as http:
        answer = await http.post(STUDIES, json={"text": TEXT})
        assert answer.status_code == 201
        kept = answer.json()
        assert kept["link"] == f"/analysis?study={kept['study']}"
    async with serving(tmp_path) as server, server.http() as http:
        answer = await http.get(f"{STUDIES}/{kept['study']}")
        assert answer.json() == {"text": TEXT}
        assert "immutable" in answer.headers["cache-control"]


async def test_the_same_study_has_the_same_link_and_another_one_another(ask):
    first, again, other = [(await ask("POST", STUDIES, 201, json={"text": text})).json()["study"]
                           for text in (TEXT, TEXT, TEXT.replace("well", "badly"))]
    assert first == again != other


@pytest.mark.parametrize(("text", "status"), [
    ("not a game at all", 400), ("", 422), ("x" * 300_001, 422)])
async def test_what_is_no_study_is_not_kept(ask, text, status):
    await ask("POST", STUDIES, status, json={"text": text})


async def test_there_is_no_study_that_nobody_kept(ask):
    await ask("GET", f"{STUDIES}/aaaaaaaaaaaaaaaaaaaa", 404)


async def test_one_address_keeps_only_so_many_at_once(server, http, monkeypatch):
    monkeypatch.setattr(server.service.studies, "_steady", lambda: 0.0)      # time stands still
    answers = [await http.post(STUDIES, json={"text": TEXT.replace("well", f"well {number}")})
               for number in range(11)]
    assert [answer.status_code for answer in answers] == [201] * 10 + [429]
    assert answers[-1].json()["code"] == "too-fast"
    assert answers[-1].headers["Retry-After"] == "20"       # of one in 20 s
