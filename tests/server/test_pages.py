"""Pages, their headers, and what protects them."""
import re

import httpx
import pytest

from eckstein.server.http import pages

from .helpers import run, serving


def get(folder, path, method="GET", **options):
    async def test():
        async with serving(folder) as server, httpx.AsyncClient(base_url=server.base) as http:
            return await http.request(method, path, **options)
    return run(test())


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A web app that is built."""
    app = tmp_path / "web" / "app"
    (app / "assets").mkdir(parents=True)
    (app / "index.html").write_text("<!doctype html><title>Eckstein</title>")
    (app / "assets" / "main-abc123.js").write_text("1")
    (tmp_path / "web" / "board.js").write_text("2")
    (tmp_path / "secret").write_text("secret")
    monkeypatch.setattr(pages.routes, "__defaults__", (tmp_path / "web",))
    return tmp_path


@pytest.mark.parametrize("path", ["/", "/game/abc", "/analysis", "/learn/duell", "/about"])
def test_all_pages_are_the_app(built, path):
    page = get(built, path)
    assert page.status_code == 200 and "<title>Eckstein</title>" in page.text
    assert page.headers["cache-control"] == "no-cache"


def test_files_with_a_hash_are_kept_for_ever(built):
    assert "immutable" in get(built, "/assets/main-abc123.js").headers["cache-control"]
    assert get(built, "/board.js").text == "2"


@pytest.mark.parametrize("path", ["/assets/none.js", "/../secret", "/%2e%2e/%2e%2e/secret",
                                  "/assets/..%2f..%2f..%2fsecret", "/%00", "//etc/passwd"])
def test_nothing_else_is_served(built, path):
    page = get(built, path)
    assert page.status_code == 404 and "secret" not in page.text


def test_where_the_app_is_not_built_a_page_says_how(tmp_path, monkeypatch):
    monkeypatch.setattr(pages.routes, "__defaults__", (tmp_path / "nothing",))
    page = get(tmp_path, "/")
    assert page.status_code == 503 and "npm run build" in page.text


@pytest.mark.parametrize("path", ["/", "/api/v1/health", "/api/v1/games/none", "/nothing"])
def test_headers_protect_every_answer(tmp_path, path):
    headers = get(tmp_path, path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy and "*" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_a_page_describes_every_operation_without_scripts(tmp_path):
    page = get(tmp_path, "/api/v1/docs")
    schema = get(tmp_path, "/api/v1/openapi.json").json()
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            begin = page.text.index(f'<span>{method.upper()}</span> {path}</h3>')
            section = page.text[begin:page.text.index("</section>", begin)]
            for parameter in operation.get("parameters", []):
                assert f"<code>{parameter['name']}</code>" in section
    for name in schema["components"]["schemas"]:
        assert f'id="{name}"' in page.text
    assert 'href="/api/v1/openapi.json"' in page.text
    for foreign in ("<script", "<style", "style=", "http:", "https:"):
        assert foreign not in page.text
    style = re.search(r'rel="stylesheet" href="([^"]+)"', page.text)[1]
    assert get(tmp_path, style).headers["content-type"].startswith("text/css")


def test_links_within_the_description_lead_somewhere(tmp_path):
    page = get(tmp_path, "/api/v1/docs").text
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets and targets <= set(re.findall(r'id="([^"]+)"', page))


def test_a_guest_gets_a_cookie_that_scripts_cannot_read(built):
    cookie = get(built, "/").headers["set-cookie"]
    assert "eckstein_guest=" in cookie and "HttpOnly" in cookie and "samesite=lax" in cookie.lower()


def test_requests_from_other_sites_are_not_answered(tmp_path):
    for origin in ("http://evil.example", "null"):
        answer = get(tmp_path, "/api/v1/games", "POST", json={"rules": "contra"},
                     headers={"Origin": origin})
        assert answer.status_code == 403 and answer.json()["code"] == "not-yours"
