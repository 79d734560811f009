"""Pages, their headers, and what protects them."""
import json
import re

import pytest

from eckstein.server.http import api_server
from eckstein.server.machine import pages

from .helpers import run, serving


def get(folder, path, method="GET", **options):
    async def test():
        async with serving(folder) as server, server.http() as http:
            return await http.request(method, path, **options)
    return run(test())


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A web app that is built."""
    app = tmp_path / "web" / "app"
    (app / "assets").mkdir(parents=True)
    (app / "index.html").write_text("<!doctype html><title>Eckstein</title>")
    (app / "sw.js").write_text("keeps the app")
    (app / "assets" / "main-abc123.js").write_text("1")
    (tmp_path / "web" / "board.js").write_text("2")
    browser = tmp_path / "browser"
    (browser / "worker" / "pyodide").mkdir(parents=True)
    (browser / "index.html").write_text("<!doctype html><html data-worker><title>Eckstein</title>")
    (browser / "sw.js").write_text("keeps the app and the worker")
    (browser / "worker" / "house.js").write_text("3" * 1000)
    (browser / "worker" / "pyodide" / "pyodide.asm.wasm").write_bytes(b"\0asm")
    (browser / "worker" / "eckstein.zip.zst").write_bytes(b"\x28\xb5\x2f\xfd")
    (tmp_path / "secret").write_text("secret")
    monkeypatch.setattr(pages.routes, "__defaults__", (tmp_path / "web",))
    monkeypatch.setattr(pages, "browser_files", lambda web: browser)
    return tmp_path


@pytest.mark.parametrize("path", ["/", "/game/abc", "/analysis", "/learn/duell", "/about",
                                  "/puzzles", "/puzzles/pur", "/puzzles/pur/p0001"])
def test_all_pages_are_the_app(built, path):
    page = get(built, path)
    assert page.status_code == 200 and "<title>Eckstein</title>" in page.text
    assert page.headers["cache-control"] == "no-cache"


def test_files_with_a_hash_are_kept_for_ever(built):
    assert "immutable" in get(built, "/assets/main-abc123.js").headers["cache-control"]
    assert get(built, "/board.js").text == "2"


@pytest.mark.parametrize("path", ["/assets/none.js", "/../secret", "/%2e%2e/%2e%2e/secret",
                                  "/assets/..%2f..%2f..%2fsecret", "/worker/none.js",
                                  "/worker/..%2f..%2fsecret", "/worker/%00.js",
                                  "/%00", "//etc/passwd"])
def test_nothing_else_is_served(built, path):
    page = get(built, path)
    assert page.status_code == 404 and "secret" not in page.text


@pytest.mark.parametrize("name, kind", [
    ("house.js", "text/javascript; charset=utf-8"), ("eckstein.zip.zst", "application/zstd"),
    ("pyodide/pyodide.asm.wasm", "application/wasm")])
def test_files_of_the_worker_have_their_types(built, name, kind):
    assert get(built, f"/worker/{name}").headers["content-type"] == kind


def test_files_of_the_worker_are_compressed_for_those_who_read_that(built):
    file = get(built, "/worker/house.js")
    assert file.headers["content-encoding"] == "gzip" and file.text == "3" * 1000
    assert int(file.headers["content-length"]) < 100
    plain = get(built, "/worker/house.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.text == "3" * 1000


@pytest.mark.parametrize("name", ["house.js", "eckstein.zip.zst"])
def test_a_file_of_the_worker_comes_again_only_when_it_has_changed(built, name):
    tag = get(built, f"/worker/{name}").headers["etag"]
    asked = {"If-None-Match": tag}
    assert get(built, f"/worker/{name}", headers=asked).status_code == 304
    (built / "browser" / "worker" / name).write_text("new")
    assert get(built, f"/worker/{name}", headers=asked).text == "new"


def test_with_python_for_browsers_the_page_knows_of_the_worker(built):
    assert "data-worker" in get(built, "/game/abc").text
    assert get(built, "/sw.js").text == "keeps the app and the worker"


def test_without_python_for_browsers_the_page_leaves_all_to_the_server(built, monkeypatch):
    monkeypatch.setattr(pages, "browser_files", lambda web: None)
    assert "data-worker" not in get(built, "/").text
    assert get(built, "/sw.js").text == "keeps the app"
    assert get(built, "/worker/house.js").status_code == 404


def test_only_in_the_worker_webassembly_is_compiled(built):
    worker = get(built, "/worker/house.js").headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'" in worker
    assert "'unsafe-eval'" not in worker and "'unsafe-inline'" not in worker
    assert "wasm" not in get(built, "/").headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/", "/worker/house.js"])
def test_pages_and_workers_are_isolated_from_other_sites(built, path):
    headers = get(built, path).headers
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-embedder-policy"] == "require-corp"


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


def test_the_api_is_described_where_a_page_without_the_app_says(tmp_path, monkeypatch):
    monkeypatch.setattr(pages.routes, "__defaults__", (tmp_path / "nothing",))
    link = re.search(r'href="([^"]+)"', get(tmp_path, "/").text)[1]
    assert get(tmp_path, link).json() == json.loads(json.dumps(api_server.description()))


def test_a_guest_gets_a_cookie_that_scripts_cannot_read(built):
    cookie = get(built, "/").headers["set-cookie"]
    assert "eckstein_guest=" in cookie and "HttpOnly" in cookie and "samesite=lax" in cookie.lower()


def test_requests_from_other_sites_are_not_answered(tmp_path):
    for origin in ("http://evil.example", "null"):
        answer = get(tmp_path, "/api/v1/games", "POST", json={"rules": "contra"},
                     headers={"Origin": origin})
        assert answer.status_code == 403 and answer.json()["code"] == "not-yours"
