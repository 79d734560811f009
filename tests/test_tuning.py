"""Weights are fitted to results, and play where they are told to (lab/tuning.py)."""
import json
import math
import random
import subprocess
import sys

import pytest

from eckstein.games._weights import WEIGHTS, WEIGHTS_FILE, weights
from eckstein.lab import tuning

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


@pytest.mark.long
def test_the_same_command_ends_with_the_same_weights():
    command = [sys.executable, "-m", "eckstein.lab.tuning", "pur", "--games", "4", "--nodes", "60",
               "--rounds", "2", "--jobs", "1"]
    one, other = (subprocess.run(command, check=True, capture_output=True, text=True).stdout
                  for _ in range(2))
    assert one == other and one.count("round") == 2
    first, second = [line for line in one.splitlines() if line.startswith("{")]
    assert first != second
