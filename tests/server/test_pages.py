"""Pages, their headers, and what protects them."""
import gzip
import json
import re

import pytest

from eckstein.server import api
from eckstein.server.serving import files, pages

from .helpers import serving


async def get(folder, path, method="GET", **options):
    async with serving(folder) as server, server.http() as http:
        return await http.request(method, path, **options)


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


@pytest.mark.parametrize("path", pages.APP_PATHS)
async def test_all_pages_are_the_app(built, path):
    path = re.sub(r"\{\w+\}", "abc", path)
    page = await get(built, path)
    assert page.status_code == 200 and "<title>Eckstein</title>" in page.text
    assert page.headers["cache-control"] == "no-cache"


async def test_files_with_a_hash_are_kept_for_ever(built):
    assert "immutable" in (await get(built, "/assets/main-abc123.js")).headers["cache-control"]
    assert (await get(built, "/board.js")).text == "2"


async def test_what_the_build_has_made_beside_files_has_no_address_of_its_own(built):
    (built / "web" / "app" / "assets" / "main-abc123.js.br").write_bytes(b"packed")
    assert (await get(built, "/assets/main-abc123.js.br")).status_code == 404


@pytest.mark.parametrize("path", ["/assets/none.js", "/../secret", "/%2e%2e/%2e%2e/secret",
                                  "/assets/..%2f..%2f..%2fsecret", "/worker/none.js",
                                  "/worker/..%2f..%2fsecret", "/worker/%00.js",
                                  "/%00", "//etc/passwd"])
async def test_nothing_else_is_served(built, path):
    page = await get(built, path)
    assert page.status_code == 404 and "secret" not in page.text


@pytest.mark.parametrize("name, kind", [
    ("house.js", "text/javascript; charset=utf-8"), ("eckstein.zip.zst", "application/zstd"),
    ("pyodide/pyodide.asm.wasm", "application/wasm")])
async def test_files_of_the_worker_have_their_types(built, name, kind):
    assert (await get(built, f"/worker/{name}")).headers["content-type"] == kind


FILES = {"/": "app/index.html", "/game/abc": "app/index.html", "/sw.js": "app/sw.js",
         "/assets/main-abc123.js": "app/assets/main-abc123.js", "/board.js": "board.js"}
TEXT = "<!doctype html><title>Eckstein</title>" * 50


@pytest.fixture
def compressed(built, monkeypatch):
    """A web app in which Brotli lies beside each file, and the worker's without any."""
    monkeypatch.setattr(pages, "browser_files", lambda web: None)
    for file in FILES.values():
        (built / "web" / file).write_text(TEXT)
        (built / "web" / f"{file}.br").write_bytes(b"packed")
    return built


async def raw(folder, path, accepted, **headers):
    """The headers of an answer, and its body as it travels."""
    async with (serving(folder) as server, server.http() as http, http.stream(
            "GET", path, headers={"Accept-Encoding": accepted, **headers}) as answer):
        return answer, b"".join([part async for part in answer.aiter_raw()])


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("accepted, coding", [("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"),
                                              ("br;q=0, gzip", "gzip"), ("identity", None)])
async def test_pages_scripts_and_styles_are_compressed_for_clients_that_read_that(
        compressed, path, accepted, coding):
    answer, body = await raw(compressed, path, accepted)
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert int(answer.headers["content-length"]) == len(body)
    unpacked = {"br": lambda: TEXT.encode() if body == b"packed" else b"",
                "gzip": lambda: gzip.decompress(body), None: lambda: body}[coding]()
    assert unpacked == TEXT.encode()
    kind = answer.headers["content-type"]
    assert kind.startswith("text/javascript" if path.endswith(".js") else "text/html")


async def test_each_form_of_a_file_comes_again_only_when_it_has_changed(compressed):
    tags = {(await raw(compressed, "/board.js", accepted))[0].headers["etag"]
            for accepted in ("br", "gzip", "identity")}
    assert len(tags) == 3
    for accepted in ("br", "gzip", "identity"):
        answer, body = await raw(compressed, "/board.js", accepted,
                           **{"If-None-Match": ", ".join(sorted(tags))})
        assert answer.status_code == 304 and not body and answer.headers["vary"]


async def test_what_is_not_there_is_told_by_a_page_that_travels_like_others(compressed):
    answer, body = await raw(compressed, "/nothing", "br", Accept="text/html")
    assert (answer.status_code, body) == (404, b"packed")


async def test_pictures_and_archives_are_not_compressed_again(built):
    (built / "web" / "app" / "icon.png").write_bytes(b"png" * 1000)
    for path in ("/icon.png", "/worker/eckstein.zip.zst"):
        assert "content-encoding" not in (await raw(built, path, "gzip, br"))[0].headers


@pytest.mark.parametrize("header, br, gzip", [
    ("br", True, False), ("gzip, deflate, br, zstd", True, True), ("", False, False),
    ("br;q=0", False, False), ("br; q=0.000", False, False), ("BR;Q=0.5", True, False),
    ("*", True, True), ("*;q=0", False, False), ("gzip, *;q=0", False, True),
    ("brotli", False, False), ("identity", False, False), ("gzip;q=1.0, br;q=0.001", True, True)])
def test_what_a_client_reads(header, br, gzip):
    assert (files.accepts(header, "br"), files.accepts(header, "gzip")) == (br, gzip)


async def test_files_of_the_worker_are_compressed_for_clients_that_read_that(built):
    file = await get(built, "/worker/house.js")
    assert file.headers["content-encoding"] == "gzip" and file.text == "3" * 1000
    assert int(file.headers["content-length"]) < 100
    plain = await get(built, "/worker/house.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.text == "3" * 1000


@pytest.mark.parametrize("name", ["house.js", "eckstein.zip.zst"])
async def test_a_file_of_the_worker_comes_again_only_when_it_has_changed(built, name):
    tag = (await get(built, f"/worker/{name}")).headers["etag"]
    asked = {"If-None-Match": tag}
    assert (await get(built, f"/worker/{name}", headers=asked)).status_code == 304
    (built / "browser" / "worker" / name).write_text("new")
    assert (await get(built, f"/worker/{name}", headers=asked)).text == "new"


async def test_with_python_for_browsers_the_page_knows_of_the_worker(built):
    assert "data-worker" in (await get(built, "/game/abc")).text
    assert (await get(built, "/sw.js")).text == "keeps the app and the worker"


async def test_without_python_for_browsers_the_page_leaves_all_to_the_server(built, monkeypatch):
    monkeypatch.setattr(pages, "browser_files", lambda web: None)
    assert "data-worker" not in (await get(built, "/")).text
    assert (await get(built, "/sw.js")).text == "keeps the app"
    assert (await get(built, "/worker/house.js")).status_code == 404


async def test_python_for_browsers_may_come_while_the_server_runs(built, monkeypatch):
    there = []
    monkeypatch.setattr(pages, "browser_files", lambda web: there[0] if there else None)
    async with serving(built) as server, server.http() as http:
        assert (await http.get("/worker/house.js")).status_code == 404
        assert "data-worker" not in (await http.get("/")).text
        there.append(built / "browser")
        assert (await http.get("/worker/house.js")).text == "3" * 1000
        assert "data-worker" in (await http.get("/")).text
        assert "and the worker" in (await http.get("/sw.js")).text


async def test_only_in_the_worker_webassembly_is_compiled(built):
    worker = (await get(built, "/worker/house.js")).headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval'" in worker
    assert "'unsafe-eval'" not in worker and "'unsafe-inline'" not in worker
    assert "wasm" not in (await get(built, "/")).headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/", "/worker/house.js"])
async def test_pages_and_workers_are_isolated_from_other_sites(built, path):
    headers = (await get(built, path)).headers
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-embedder-policy"] == "require-corp"


async def test_where_the_app_is_not_built_a_page_says_how(tmp_path, monkeypatch):
    monkeypatch.setattr(pages.routes, "__defaults__", (tmp_path / "nothing",))
    page = await get(tmp_path, "/")
    assert page.status_code == 503 and "npm run build" in page.text


@pytest.mark.parametrize("path", ["/", "/api/v1/health", "/api/v1/games/none", "/nothing"])
async def test_headers_protect_every_answer(tmp_path, path):
    headers = (await get(tmp_path, path)).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy and "*" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


async def test_the_api_is_described_where_a_page_without_the_app_says(tmp_path, monkeypatch):
    monkeypatch.setattr(pages.routes, "__defaults__", (tmp_path / "nothing",))
    link = re.search(r'href="([^"]+)"', (await get(tmp_path, "/")).text)[1]
    assert (await get(tmp_path, link)).json() == json.loads(json.dumps(api.description()))


async def test_a_guest_gets_a_cookie_that_scripts_cannot_read(built):
    cookie = (await get(built, "/")).headers["set-cookie"]
    assert "eckstein_guest=" in cookie and "HttpOnly" in cookie and "samesite=lax" in cookie.lower()


async def test_requests_from_other_sites_are_not_answered(tmp_path):
    for origin in ("http://evil.example", "null"):
        answer = await get(tmp_path, "/api/v1/games", "POST", json={"rules": "contra"},
                     headers={"Origin": origin})
        assert answer.status_code == 403 and answer.json()["code"] == "not-yours"
