"""Weights are fitted to results, and play where they are told to (lab/tuning.py)."""
import json
import math
import os
import random
import subprocess
import sys
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from eckstein.games._weights import WEIGHTS, WEIGHTS_FILE, weights
from eckstein.kernel import cache
from eckstein.kernel.specialise import NoCompilerError, specialise
from eckstein.lab import tuning
from eckstein.lab.cluster import ClusterError

from .cluster.fake import LostError, connect

TRUE = [40, 100, -25]


def samples(count):
    """Random features, and results drawn from the odds that the true weights give them."""
    chance, found = random.Random(5), []
    for _ in range(count):
        features = [chance.randint(-3, 3) for _ in TRUE]
        value = sum(weight * feature for weight, feature in zip(TRUE, features, strict=True))
        odds = 1 / (1 + math.exp(-value * tuning.LOGIT))
        found.append((features, float(chance.random() < odds)))
    return found


def test_the_fit_finds_the_weights_behind_the_results():
    fitted = tuning.fit(samples(40_000), [0, 0, 0])
    assert all(abs(one - other) <= 6 for one, other in zip(fitted, TRUE, strict=True))


def test_few_games_do_not_move_the_weights_far():
    assert tuning.fit(samples(4), TRUE) != tuning.fit(samples(40_000), TRUE)
    assert all(abs(one - other) <= 10
               for one, other in zip(tuning.fit(samples(4), TRUE), TRUE, strict=True))


def test_other_weights_play_where_a_file_names_them(tmp_path, monkeypatch):
    names = tuple(WEIGHTS["pur"])
    other = dict.fromkeys(names, 7)
    (tmp_path / "weights.json").write_text(json.dumps({"pur": other}))
    monkeypatch.setenv(WEIGHTS_FILE, str(tmp_path / "weights.json"))
    assert list(weights("pur", names)) == [7] * len(names)
    assert list(weights("ecke", ("die",))) == [WEIGHTS["ecke"]["die"]]


@pytest.mark.parametrize(("content", "sentence"), [
    ("{", "{file} is not JSON: Expecting property name enclosed in double quotes: "
          "line 1 column 2 (char 1)"),
    ("é".encode("latin-1"), "{file} is not JSON: 'utf-8' codec can't decode byte 0xe9 in position "
                            "0: unexpected end of data"),
    ("[" * 10_000, "{file} is not JSON: maximum recursion depth exceeded"),
    ("[1, 2]", '{file}: expected the weights of games, such as {"ecke": {"die": 1}}, not [1, 2]'),
    ('{"eke": {}}', "{file}: there are no weights of 'eke'; games are contra, pur, ecke, duell, "
                    "echek"),
    ('{"ecke": 100}', '{file}: expected weights by features for ecke, such as {"die": 1}, not 100'),
    ('{"ecke": {"dice": 100}}', "{file}: ecke has no feature 'dice'; features are die, rows"),
    *((f'{{"ecke": {{"rows": {weight}}}}}', "{file}: the weight of 'rows' in ecke is a whole "
       f"number from -10000 to 10000, not {shown}")
      for weight, shown in [('"8"', '"8"'), ("1.5", "1.5"), ("true", "true"), ("null", "null"),
                            ("NaN", "NaN"), ("10001", "10001"), ("-10001", "-10001"),
                            ("1" * 99, "1" * 57 + "...")])])
def test_a_wrong_file_of_weights_is_told(tmp_path, monkeypatch, content, sentence):
    file = tmp_path / "weights.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    monkeypatch.setenv(WEIGHTS_FILE, str(file))
    with pytest.raises(ValueError) as caught:
        weights("ecke", ("die", "rows"))
    assert str(caught.value).startswith(sentence.replace("{file}", str(file)))


def test_a_file_of_weights_that_is_not_there_ends_a_command_with_a_sentence():
    """In a process of its own, for weights that were read once stay."""
    words = ["-m", "eckstein", "analyse", "contra", "-o", "size=5", "--depth", "1"]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True,
                          env=os.environ | {WEIGHTS_FILE: "nowhere.json"})
    assert (done.returncode, done.stderr) == (2, (
        "eckstein: ECKSTEIN_WEIGHTS names nowhere.json, which cannot be read: No such file or "
        "directory.\n"))


def test_libraries_have_the_usual_weights_and_are_passed_over(tmp_path, monkeypatch):
    (tmp_path / "weights.json").write_text('{"contra": {"die": 65}}')
    monkeypatch.setenv(WEIGHTS_FILE, str(tmp_path / "weights.json"))
    with pytest.raises(NoCompilerError, match="ECKSTEIN_WEIGHTS names others"):
        specialise("search.play.perft", "contra", life="library", size=4)


def test_code_compiled_with_other_weights_is_kept_apart(tmp_path, monkeypatch):
    names = set()
    for content in (None, "{}", '{"contra": {"die": 65}}'):
        if content:
            (tmp_path / "weights.json").write_text(content)
            monkeypatch.setenv(WEIGHTS_FILE, str(tmp_path / "weights.json"))
        names.add(cache.fingerprint(()))
    assert len(names) == 3


def read_back(batch):
    """In place of games: the weights that this process plays with."""
    with open(os.environ[WEIGHTS_FILE], encoding="utf-8") as file:
        return [(list(json.load(file)["contra"].values()), batch[4])]


@pytest.mark.parametrize("order", [0, -1])
def test_a_cluster_plays_a_round_with_its_weights_and_brings_it_back_in_order(monkeypatch, order):
    ray = connect(monkeypatch)
    ray.order = order
    monkeypatch.setenv(WEIGHTS_FILE, "")
    monkeypatch.setattr(tuning, "_batch", read_back)
    batches = list(tuning._batches("contra", 95, "random", 5, 1))
    found = tuning.play_round("contra", {"die": 65, "turn": 2}, batches, 1, "auto")
    assert found == [([65, 2], batch[4]) for batch in batches] and len(found) == 4


def test_a_batch_that_a_cluster_cannot_play_ends_the_round(monkeypatch):
    ray = connect(monkeypatch)
    ray.lost = [LostError("the machine is gone")]
    batches = list(tuning._batches("contra", 95, "random", 5, 1))
    with pytest.raises(ClusterError, match="the machine is gone"):
        tuning.play_round("contra", {}, batches, 1, "auto")
    assert len(ray.cancelled) == 3 and ray.is_down


@pytest.mark.parametrize(("words", "told"), [
    (["--ray", "auto", "--jobs", "3"], "leave out --jobs: it has no effect with --ray"),
    (["--ray", "here"], "the address of a Ray cluster is auto")])
def test_what_a_cluster_cannot_do_is_a_sentence(words, told, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace())
    app = typer.Typer()
    app.command()(tuning.main)
    said = CliRunner().invoke(app, ["contra", "--onward", *words])
    assert said.exit_code == 2 and told in " ".join(said.output.replace("│", " ").split())


@pytest.mark.long
def test_the_same_command_ends_with_the_same_weights():
    command = [sys.executable, "-m", "eckstein.lab.tuning", "pur", "--games", "4", "--nodes", "60",
               "--rounds", "2", "--jobs", "1"]
    one, other = (subprocess.run(command, check=True, capture_output=True, text=True).stdout
                  for _ in range(2))
    assert one == other and one.count("round") == 2
    first, second = [line for line in one.splitlines() if line.startswith("{")]
    assert first != second
