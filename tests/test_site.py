"""The app as a folder of files."""
import gzip
import importlib.util
import re
import shutil
from pathlib import Path

import pytest

from eckstein.base.web_files import WEB, browser_files
from eckstein.browser.site import BOARDS, static_page, write_site
from eckstein.cli import run

PAGE = """<!doctype html>
<html lang="en" data-version="1"{worker}>
  <head>
    <meta charset="utf-8" />
    <link rel="icon" href="/icon.svg" />
    <script type="module" crossorigin src="/assets/index.js"></script>
  </head>
  <body><a href="https://elsewhere/">x</a></body>
</html>
"""
WITH_WORKER = PAGE.format(worker=' data-worker="2"')


@pytest.fixture
def web(tmp_path, monkeypatch):
    """Pages as the build leaves them, with less in them; and Python for browsers."""
    files = {"web/app/index.html": PAGE.format(worker=""), "web/app/sw.js": "sw",
             "web/app/assets/index.js": "app", **{f"web/{name}": "board" for name in BOARDS},
             "python_for_pages/web/index.html": WITH_WORKER,
             "python_for_pages/web/sw.js": "sw for a worker",
             "python_for_pages/web/worker/worker.json": "{}",
             "python_for_pages/web/worker/house.js": "house"}
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(browser_files, "__defaults__", (WEB, "python_for_pages"))
    return tmp_path / "web"


def test_the_page_of_a_folder_says_so_and_has_relative_addresses():
    page = static_page(WITH_WORKER)
    assert '<html data-place="static" lang="en" data-version="1" data-worker="2">' in page
    assert 'href="./icon.svg"' in page and 'src="./assets/index.js"' in page
    assert 'href="https://elsewhere/"' in page


def test_the_page_of_a_folder_has_the_policy_that_a_server_would_send():
    page = static_page(WITH_WORKER)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page).group(1)
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy and "default-src 'self';" in policy


def test_a_site_has_app_worker_and_boards(web, tmp_path):
    site = tmp_path / "site"
    size = write_site(site, web=web)
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert {"index.html", "sw.js", "assets/index.js", "worker/worker.json", "worker/house.js",
            *BOARDS} <= files
    assert size == sum((site / name).stat().st_size for name in files)


def test_a_site_has_its_files_compressed_for_hosts_that_send_them_so(web, tmp_path):
    """And never those of the page or the service worker that leave all to a server."""
    for name in ("app/index.html", "app/sw.js", "app/assets/index.js", "board.js"):
        (web / f"{name}.br").write_bytes(b"packed")
    site = tmp_path / "site"
    write_site(site, web=web)
    for name in ("index.html", "sw.js", "assets/index.js", "worker/house.js", *BOARDS):
        assert gzip.decompress((site / f"{name}.gz").read_bytes()) == (site / name).read_bytes()
    assert {path.relative_to(site).as_posix() for path in site.rglob("*.br")} == {
        "assets/index.js.br", "board.js.br"}


def test_a_site_has_the_page_and_the_service_worker_that_know_of_the_worker(web, tmp_path):
    write_site(tmp_path / "site", web=web)
    assert 'data-worker="2"' in (tmp_path / "site" / "index.html").read_text()
    assert (tmp_path / "site" / "sw.js").read_text() == "sw for a worker"


def test_python_for_browsers_is_found_where_it_belongs_to_the_pages(web):
    assert browser_files(web) == web.parent / "python_for_pages" / "web"


def test_python_for_browsers_of_other_pages_is_left_alone(web):
    (web / "app" / "index.html").write_text(PAGE.format(worker="").replace('"1"', '"3"'))
    assert browser_files(web) is None


def test_python_for_browsers_that_is_not_built_whole_is_left_alone(web):
    for page in (web / "app", web.parent / "python_for_pages" / "web"):
        (page / "index.html").unlink()
    assert browser_files(web) is None


def test_what_a_site_needs_besides_the_pages_is_named(web, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(browser_files, "__defaults__", (WEB, "not_installed_at_all"))
    monkeypatch.setattr(write_site, "__kwdefaults__", {"docs": None, "force": False, "web": web})
    assert run(["site", str(tmp_path / "site")]) == 2
    assert "pip install 'eckstein[browser]'" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_the_documentation_becomes_a_part_of_it(web, tmp_path):
    docs = tmp_path / "built"
    docs.mkdir()
    (docs / "index.html").write_text("docs")
    write_site(tmp_path / "site", docs=docs, web=web)
    assert (tmp_path / "site" / "docs" / "index.html").read_text() == "docs"


def test_a_folder_without_documentation_is_refused(web, tmp_path):
    with pytest.raises(ValueError, match=r"it has no index\.html \(make docs builds it\)"):
        write_site(tmp_path / "site", docs=tmp_path, web=web)


def test_pages_that_are_not_built_are_missed_by_name(web, tmp_path):
    (web / "board.js").unlink()
    with pytest.raises(ValueError, match=r"board\.js is missing: .*make web"):
        write_site(tmp_path / "site", web=web)
    assert not (tmp_path / "site").exists()


def test_a_folder_that_is_in_use_is_left_alone(web, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "mine").write_text("keep")
    with pytest.raises(FileExistsError, match="--force"):
        write_site(site, web=web)
    assert [path.name for path in site.iterdir()] == ["mine"]


def test_by_force_it_replaces_what_is_there(web, tmp_path):
    site = tmp_path / "site"
    write_site(site, web=web)
    (site / "assets" / "old.js").write_text("old")
    write_site(site, force=True, web=web)
    assert not (site / "assets" / "old.js").exists() and (site / "index.html").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["python_for_pages", "site", "web"]


def test_a_site_that_cannot_be_finished_leaves_the_old_one(web, tmp_path):
    site = tmp_path / "site"
    write_site(site, web=web)
    (web.parent / "python_for_pages" / "web" / "sw.js").unlink()
    with pytest.raises(FileNotFoundError, match=r"sw\.js"):
        write_site(site, force=True, web=web)
    assert (site / "index.html").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["python_for_pages", "site", "web"]


def test_on_a_full_disk_the_old_site_stays_and_the_folder_is_named(web, tmp_path, monkeypatch,
                                                                   capsys):
    monkeypatch.setattr(write_site, "__kwdefaults__",
                        {"docs": None, "force": False, "web": web})
    site = tmp_path / "site"
    write_site(site)

    def full(source, target):
        raise OSError(28, "No space left on device", str(source), None, str(target))
    monkeypatch.setattr(shutil, "copy2", full)
    assert run(["site", str(site), "--force"]) == 2
    assert capsys.readouterr().err == f"eckstein: {site}: No space left on device.\n"
    assert (site / "index.html").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["python_for_pages", "site", "web"]


def test_a_place_that_is_no_folder_is_told(tmp_path, web, monkeypatch, capsys):
    monkeypatch.setattr(write_site, "__kwdefaults__",
                        {"docs": None, "force": False, "web": web})
    (tmp_path / "file").write_text("")
    assert run(["site", str(tmp_path / "file")]) == 2
    assert "it is a file, and not a folder" in capsys.readouterr().err
    assert run(["site", str(tmp_path / "no" / "site")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_the_command_says_how_to_look_at_it(tmp_path, web, monkeypatch, capsys):
    monkeypatch.setattr(write_site, "__kwdefaults__", {"docs": None, "force": False, "web": web})
    assert run(["site", str(tmp_path / "site")]) == 0
    assert f"python -m http.server -d {tmp_path / 'site'}" in capsys.readouterr().out


# Boards in the documentation, as docs/hooks.py draws them.

@pytest.fixture
def hooks():
    path = Path(__file__).parent.parent / "docs" / "hooks.py"
    specification = importlib.util.spec_from_file_location("docs_hooks", path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_a_board_beside_the_app_is_played_on_in_its_place(hooks, monkeypatch):
    monkeypatch.setenv("ECKSTEIN_APP", "../")
    figure = hooks._picture("contra startpos moves d1d2", "rules/contra.md")
    assert 'src="../../game.js"' in figure and "<svg" in figure
    assert '<eckstein-game game="contra" position="cWa1' in figure
    assert 'href="../../index.html#/analysis?game=contra&amp;moves=d1d2"' in figure


def test_a_board_without_the_app_or_without_a_move_is_a_picture(hooks, monkeypatch):
    monkeypatch.delenv("ECKSTEIN_APP", raising=False)
    assert "eckstein-game" not in hooks._picture("contra startpos", "rules/contra.md")
    monkeypatch.setenv("ECKSTEIN_APP", "../")
    over = hooks._picture("contra CWa7vb2", "index.md")
    assert "<svg" in over and "eckstein-game" not in over
