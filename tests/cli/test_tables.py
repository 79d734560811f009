"""The command `tables`: what it prints, and the sentences for mistakes."""
import json
import sys

import pytest

from eckstein.cli import run
from eckstein.engine.tables import endings_of
from eckstein.lab.tables import auditing, begun, building, solving
from eckstein.lab.tables.codes import Codes

from ..sealed import flip


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder of data with no table in it."""
    monkeypatch.setenv("ECKSTEIN_DATA", str(tmp_path))
    return tmp_path


def answer(capsys, *words):
    """The status, and what is printed."""
    status = run(["tables", *words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


specialise = sys.modules["eckstein.kernel.specialise"]
BUILT = "duell K-K: 2,839 won, 0 drawn, 2,272 lost; the farthest end is 22 plies away\n"


def test_a_table_is_built_checked_probed_and_listed(capsys):
    status, out, err = answer(capsys, "build", "duell", "K-K", "--jobs", "1")
    assert (status, out) == (0, BUILT)
    assert "duell K-K: 5,184 entries, about 1 MB of memory" in err
    assert answer(capsys, "check", "duell", "K-K")[:2] == (
        0, "duell K-K: all 5,184 entries are right\n")
    status, out, _ = answer(capsys, "probe", "duell", "--position", "DZd7za2")
    assert (status, out.splitlines()[0]) == (0, "K-K, white to move: won in 3 plies")
    status, out, _ = answer(capsys, "list", "duell")
    assert status == 0
    assert [line.split()[1] for line in out.splitlines()[1:]] == ["K-K", "Kd-K", "Kd-Kd", "Kdd-K"]
    assert out.splitlines()[1].split()[2:6] == ["5,184", "2,839", "0", "2,272"]
    assert out.splitlines()[2].endswith("not built")


@pytest.mark.long
def test_a_table_that_others_need_is_set_aside_where_it_is_damaged_and_built_again(
        capsys, folder):
    def build(name):
        return answer(capsys, "build", "contra", name, "-o", "size=3", "--jobs", "1")
    assert build("d-d")[0] == 0
    path, = folder.rglob("*.table")
    whole = path.read_bytes()
    flip(path)
    assert build("d-d")[1].count("the table is there") == 1     # nobody needs it yet
    status, out, err = build("dd-d")
    assert status == 0 and "the table is there" not in out and path.read_bytes() == whole
    assert f"{path} is damaged: " in err and "it is d-d.table.damaged now" in err


def test_an_analysis_begins_with_what_the_table_says(capsys):
    words = ["analyse", "duell", "--position", "DZd7za2", "--depth", "1"]
    assert run(words) == 0
    assert "table" not in capsys.readouterr().out
    answer(capsys, "build", "duell", "K-K")
    assert run(words) == 0
    first, second = capsys.readouterr().out.splitlines()[:2]
    assert first.startswith("exact, by the table K-K: white to move, won in 3 plies: d7-e7 ")
    assert second.startswith("1. ")
    assert run([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (found["table"], found["result"], found["plies"]) == ("K-K", "won", 3)
    assert set(found["moves"]) == {"d7-e7", "D7-D8"}


def test_large_tables_are_built_only_by_name(capsys, monkeypatch):
    monkeypatch.setattr(building, "is_built", lambda ending: True)

    def gone_through(*names):
        return answer(capsys, "build", "duell", *names)[1].splitlines()
    assert gone_through() == [f"duell {name}: the table is there" for name in ("K-K", "Kd-K")]
    assert gone_through("Kdd-K") == [
        f"duell {name}: the table is there" for name in ("K-K", "Kd-K", "Kdd-K")]


def test_what_is_there_is_not_built_again_unless_forced(capsys):
    answer(capsys, "build", "duell", "K-K")
    assert answer(capsys, "build", "duell", "K-K")[1] == "duell K-K: the table is there\n"
    assert answer(capsys, "build", "duell", "K-K", "--force")[1] == BUILT


@pytest.mark.long
def test_parts_are_built_checked_and_probed_one_by_one_until_they_are_joined(capsys):
    words = ["contra", "dd-d", "-o", "size=3"]
    status, out, err = answer(capsys, "build", *words, "--part", "3")
    assert (status, out.splitlines()[1:]) == (
        0, ["contra dd-d size=3: there are parts 3 of 4"])
    assert "dd-d size=3: 3,359,232 entries, about 5 MB of memory" in err
    assert answer(capsys, "build", *words, "--part", "3")[1].splitlines()[1:] == [
        "contra dd-d size=3: part 3 is there"]
    assert answer(capsys, "list", "contra", "-o", "size=3")[1].splitlines()[2].endswith(
        "parts 3 of 4")
    checked = ("contra d-d size=3: all 46,656 entries are right\n"
               "contra dd-d size=3: all 3,359,232 entries are right\n")
    assert answer(capsys, "check", *words, "--part", "3")[:2] == (0, checked)
    assert answer(capsys, "check", *words, "--part", "1")[0] == 2
    there = answer(capsys, "probe", "contra", "-o", "size=3", "--position", "CWa1Wb1vc2")
    assert there[0] == 0 and there[1].startswith("dd-d, white to move: ")
    missing = answer(capsys, "probe", "contra", "-o", "size=3", "--position", "CSa1Wb1vc2")
    assert missing[0] == 2 and "eckstein tables build contra dd-d -o size=3 --part" in missing[2]
    for part in "124":
        answer(capsys, "build", *words, "--part", part)
    assert answer(capsys, "build", *words)[1].splitlines()[1:] == [
        "contra dd-d size=3: the table is there"]
    assert answer(capsys, "check", *words, "--part", "2")[:2] == (0, checked)


def test_a_probe_for_programs_is_one_object(capsys):
    answer(capsys, "build", "duell", "K-K")
    _, out, _ = answer(capsys, "probe", "duell", "--json", "--position", "DZd7za2")
    found = json.loads(out)
    assert (found["ending"], found["result"], found["plies"]) == ("K-K", "won", 3)
    assert found["moves"][0] == {"move": "d7-e7", "result": "won", "plies": 3}


@pytest.mark.parametrize(("words", "sentence"), [
    (["build", "chess"], "there is no game 'chess'"),
    (["build", "echek"], "no ending of echek can have a table yet"),
    (["build", "duell", "K-Q"], "duell has no ending 'K-Q'; it has tables for K-K, Kd-K, "),
    (["build", "duell", "-o", "board=8x8"], "board"),
    (["build", "duell", "Kd-K", "--memory", "1"], "and 1 are allowed (--memory)"),
    (["check", "contra"], "the table of contra d-d has not been built; build it with: "
                          "eckstein tables build contra d-d"),
    (["probe", "contra"], "contra has no table for the material of this position"),
    (["probe", "duell", "--position", "DZe1ze8"], "build it with: eckstein tables build duell K-K"),
    (["probe", "duell", "--position", "DZe8ze1"], "the first to get there had already won"),
    (["build", "duell", "Kd-Kd", "--part", "1", "--memory", "4000"], "and 4000 are allowed"),
    (["build", "duell", "--part", "1"], "a part belongs to a table; name one ending, too"),
    (["check", "duell", "K-K", "Kd-K", "--part", "1"], "name one ending, too"),
    (["build", "duell", "K-K", "--part", "2"], "duell K-K has 1 part, and there is no part 2"),
    (["list", "-o", "board=9x9"], "name the game, too"),
    (["list", "chess"], "there is no game 'chess'"),
    (["list", "echek"], "no ending of echek can have a table yet"),
])
def test_a_mistake_is_told_in_one_sentence(capsys, words, sentence):
    status, _, err = answer(capsys, *words)
    told = err.splitlines()[-1]
    assert status == 2 and told.startswith("eckstein: ") and sentence in told


def test_a_folder_that_cannot_be_written_is_told(capsys, folder):
    (folder / "tables").write_text("in the way")
    status, _, err = answer(capsys, "build", "duell", "K-K")
    assert status == 2 and str(folder / "tables") in err


def test_a_table_that_is_not_sound_is_listed_as_such(capsys):
    ending = endings_of("duell", {})[0]
    ending.path.parent.mkdir(parents=True)
    ending.path.write_text("nothing")
    row = answer(capsys, "list", "duell")[1].splitlines()[1]
    assert row.split() == ["duell", "K-K", "5,184", "not", "sound"]


def test_a_build_that_was_stopped_is_listed_as_begun(capsys):
    ending, _, parted, _ = endings_of("duell", {})
    ending.path.parent.mkdir(parents=True)
    for stopped in (ending, parted):
        begun.save(stopped, stopped.group_of(0), begun.Progress(), Codes(ending, 8))
    rows = answer(capsys, "list", "duell")[1].splitlines()[1:]
    assert [" ".join(row.split()[3:]) for row in rows] == [
        "begun", "not built", "begun", "not built"]


def test_a_table_that_is_not_sound_does_not_pass_the_check(capsys):
    answer(capsys, "build", "duell", "K-K")
    path = endings_of("duell", {})[0].path
    content = path.read_bytes()
    path.write_bytes(content[:-60] + b"!" + content[-59:])
    status, out, err = answer(capsys, "check", "duell", "K-K")
    assert (status, err) == (1, "") and "piece 1 of 1 is not what was written" in out


def test_ctrl_c_says_that_the_work_is_saved(capsys, monkeypatch):
    def stopped(*_):
        raise solving.StoppedError("stopped; the work so far is saved")
    monkeypatch.setattr(building, "build", stopped)
    status, out, err = answer(capsys, "build", "duell", "K-K")
    assert (status, out) == (130, "")
    assert "stopped; the work so far is saved" in err


def test_ctrl_c_ends_a_check_with_a_sentence(capsys, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt
    monkeypatch.setattr(auditing, "check", stopped)
    status, out, err = answer(capsys, "check", "duell", "K-K", "--jobs", "2")
    assert (status, out) == (130, "")
    assert err.splitlines()[-1] == "stopped; nothing wrong was found so far"


def test_where_nothing_can_run_compiled_code_a_sentence_says_so(capsys, monkeypatch):
    monkeypatch.setattr(specialise, "_lives", {})
    monkeypatch.setenv("ECKSTEIN_LIFE", "interpreted")
    status, out, err = answer(capsys, "check", "duell", "K-K")
    assert (status, out) == (2, "")
    assert err == ("eckstein: ECKSTEIN_LIFE is 'interpreted', and can be library, jit, wasm, "
                   "plain.\n")


def test_all_games_are_listed(capsys):
    assert "contra d-d" in answer(capsys, "list")[1]
