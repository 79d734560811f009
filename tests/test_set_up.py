"""What `make play` sets up, in which order, and how it stops."""
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tools import later

from eckstein.ahead import build

ROOT = Path(__file__).parent.parent
PLAY = ROOT / "tools" / "play.py"
WORKING = "\t@echo at work && sleep 600\n"
DONE = "\t@true\n"


def pinned(name):
    """What a lock file installs: the version and the digests of each package."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return {found[1]: (found[2], frozenset(re.findall(r"sha256:\w+", found[3])))
            for found in re.finditer(r"^([\w.-]+)==(\S+)((?:.*\n(?=\s))*.*)", text, re.MULTILINE)}


@pytest.mark.parametrize("part", ["requirements-playing.lock", "requirements-compiling.lock"])
def test_what_is_installed_first_stays_when_all_is_installed(part):
    found, whole = pinned(part), pinned("requirements.lock")
    assert len(found) > 5 and all(digests for _, digests in found.values())
    assert found.items() <= whole.items()


def test_playing_needs_neither_compilers_nor_what_learners_and_tests_need():
    assert not {"numba", "ziglang", "jax", "open-spiel", "playwright", "pytest", "pyarrow"} & set(
        pinned("requirements-playing.lock"))
    assert {"numba", "ziglang"} <= set(pinned("requirements-compiling.lock"))


def start(folder, playing, pages, serve="import sys; print('served', sys.argv[1:])",
          later="import time; time.sleep(600)"):
    """`make play` in a folder with stages of its own."""
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (folder / "Makefile").write_text(f".PHONY: .venv/playing pages\n.venv/playing:\n{playing}"
                                     f"pages:\n{pages}")
    for module, text in {"eckstein/__main__.py": serve, "eckstein/__init__.py": "",
                         "tools/later.py": later,
                         "tools/__init__.py": ""}.items():
        (folder / module).parent.mkdir(exist_ok=True)
        (folder / module).write_text(text)
    return subprocess.Popen([sys.executable, PLAY, "--port", "0"], cwd=folder, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(folder)})


@pytest.mark.parametrize(("playing", "pages"), [(WORKING, DONE), (DONE, WORKING)])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_each_stage_can_be_stopped_with_a_sentence(tmp_path, playing, pages, number):
    with start(tmp_path, playing, pages) as play:
        assert play.stdout.readline() == "at work\n"
        play.send_signal(number)
        said, complaints = play.communicate()
    assert (play.returncode, said, complaints) == (
        0, "\nStopped. The next `make play` goes on from here.\n", "")


def test_a_stage_that_fails_says_why(tmp_path):
    with start(tmp_path, "\t@echo there is no network >&2; exit 3\n", DONE) as play:
        said, complaints = play.communicate()
    assert play.returncode == 2 and "there is no network" in complaints and "served" not in said


def test_the_server_gets_what_is_asked_for_and_later_work_ends_with_it(tmp_path):
    with start(tmp_path, DONE, DONE) as play:
        assert play.communicate() == ("served ['serve', '--port', '0']\n", "")
    assert play.returncode == 0


def test_later_work_may_complain(tmp_path):
    serve = "import os; os.read(os.open('said', os.O_RDONLY), 1)"
    os.mkfifo(tmp_path / "said")
    later = ("import sys, time; print('no compiler', file=sys.stderr, flush=True)\n"
             "open('said', 'w').write('.'); time.sleep(600)")
    with start(tmp_path, DONE, DONE, serve, later) as play:
        assert play.stderr.readline() == "no compiler\n"
        play.communicate()
    assert play.returncode == 0


def test_the_server_alone_answers_ctrl_c(tmp_path):
    serve = ("import os, signal, time\n"
             "def stop(*_): os.write(1, b'saved\\n'); os._exit(130)\n"
             "signal.signal(signal.SIGINT, stop); signal.signal(signal.SIGTERM, stop)\n"
             "print('open', flush=True); time.sleep(600)")
    with start(tmp_path, DONE, DONE, serve) as play:
        assert play.stdout.readline() == "open\n"
        play.send_signal(signal.SIGTERM)
        assert play.communicate() == ("saved\n", "")
    assert play.returncode == 0


# What is left for later.

def test_what_compiling_needs_is_installed_before_games_are_compiled(monkeypatch, capsys):
    done = []
    monkeypatch.setattr(later, "is_made", lambda job, targets: job[0] != "contra")
    monkeypatch.setattr(later, "make", lambda target: done.append(target))
    monkeypatch.setattr(later, "provide_all", lambda todo, *_: (done.append(job) or job
                                                                for job in todo))
    monkeypatch.setattr(later.coming, "announce", lambda seconds: None)
    later.compile_games()
    assert done == [".venv/compiling", ("contra", {}, "play"), *build.SMALL,
                    ("contra", {}, "solve"), ("contra", {}, "batch")]
    assert capsys.readouterr().out == "Cublino Contra is compiled: levels 5 to 10 are ready.\n"


def test_nothing_is_installed_where_all_is_compiled(monkeypatch):
    monkeypatch.setattr(later, "is_made", lambda job, targets: True)
    monkeypatch.setattr(later, "make", lambda target: pytest.fail(target))
    later.compile_games()
