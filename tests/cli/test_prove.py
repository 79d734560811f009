"""The command `prove`: what it prints, and the sentences for mistakes."""
import pytest

from eckstein.cli import run

RACE = ["prove", "contra", "--position", "CWa1vg7", "--memory", "1"]    # White wins in 15 plies


def answer(capsys, *words):
    """The status, and what is printed."""
    status = run([str(word) for word in words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_a_certificate_is_written_and_accepted(capsys, tmp_path):
    file = tmp_path / "race.proof"
    status, out, _ = answer(capsys, *RACE, "--claim", "white wins", "--out", file)
    assert status == 0
    assert out.startswith("true: white wins within 15 (")
    assert out.endswith(f"{file}: {file.stat().st_size:,} bytes\n")
    assert answer(capsys, "prove", "--check", file)[:2] == (
        0, "accepted: white wins within 15\ncontra CWa1vg7\n")


def test_a_certificate_tells_the_moves_and_options_it_is_about(capsys, tmp_path):
    file = tmp_path / "proof"
    answer(capsys, "prove", "contra", "a1a2", "-o", "size=3", "--memory", "1", "--claim",
           "no win for black within 3", "--out", file)
    assert answer(capsys, "prove", "--check", file)[1].splitlines() == [
        "accepted: no win for black within 3", "contra size=3 CWa1Wb1Wc1va3vb3vc3 moves a1a2"]


def test_a_false_claim_has_status_1_and_no_file(capsys, tmp_path):
    file = tmp_path / "race.proof"
    assert answer(capsys, *RACE, "--claim", "white wins within 13", "--out", file)[:2] == (
        1, "false: white has no forced win within 13 plies\n")
    assert not file.exists()


def test_the_contrary_of_a_false_claim_is_written(capsys, tmp_path):
    """The status tells of the claim."""
    file = tmp_path / "race.proof"
    status, out, _ = answer(capsys, *RACE, "--claim", "white wins within 13", "--either", "--out",
                            file)
    assert status == 1
    false, true, size = out.splitlines()
    assert false == "false: white has no forced win within 13 plies"
    assert true.startswith("true: no win for white within 13 (")
    assert size == f"{file}: {file.stat().st_size:,} bytes"
    assert answer(capsys, "prove", "--check", file)[0] == 0
    assert answer(capsys, *RACE, "--claim", "white wins", "--either")[0] == 0


def test_a_damaged_checkpoint_is_set_aside_and_the_proof_begins_anew(capsys, tmp_path):
    file, kept = tmp_path / "race.proof", tmp_path / "race.proof.unfinished"
    kept.write_bytes(b"eckstein unfinished proof 4\nand nothing more")
    status, out, err = answer(capsys, *RACE, "--claim", "white wins", "--out", file)
    assert status == 0 and out.startswith("true: white wins within 15 (")
    assert f"{kept} is truncated or has extra data" in err
    assert "it is race.proof.unfinished.damaged now, and is made again" in err
    assert {one.name for one in tmp_path.iterdir()} == {"race.proof",
                                                        "race.proof.unfinished.damaged"}


def test_a_file_that_is_cut_off_is_refused(capsys, tmp_path):
    file = tmp_path / "race.proof"
    answer(capsys, *RACE, "--claim", "white wins", "--out", file)
    file.write_bytes(file.read_bytes()[:-1])
    status, out, _ = answer(capsys, "prove", "--check", file)
    assert status == 1 and out.startswith(f"refused: {file} is truncated or has extra data")


@pytest.mark.parametrize(("words", "sentence"), [
    ([*RACE, "--claim", "white wins in 3"], "'white wins in 3' is no claim; a claim is"),
    ([*RACE, "--claim", "white wins within 300"], "no search looks further ahead than 255 plies"),
    (RACE, "say which game and which --claim"),
    (["prove", "contra", "-o", "size=3", "--position", "CWd1va3", "--claim", "white wins"],
     "expected a square from a1 to c3 after W, not d1"),
    (["prove", "contra", "--claim", "white wins", "--out", "/no/folder/proof"],
     "there is no folder /no/folder"),
    (["prove", "contra", "--claim", "white wins", "--out", "/"], "it is a folder"),
    (["prove", "--check", "no-such-file"], "no-such-file: No such file"),
    (["prove", "contra", "--check", "file"], "leave out GAME"),
    (["prove", "--check", "file", "--either"], "leave out --either"),
    ([*RACE[:-1], "0", "--claim", "white wins"], "0 is not in the range 1<=x<=1048576"),
])
def test_mistakes_have_a_sentence(capsys, words, sentence):
    status, out, err = answer(capsys, *words)
    assert (status, out) == (2, "")
    assert sentence in " ".join(err.split())


def test_a_full_disk_has_a_sentence(capsys):
    status, _, err = answer(capsys, *RACE, "--claim", "white wins", "--out", "/dev/full")
    assert status == 2
    assert "No space left on device." in err
