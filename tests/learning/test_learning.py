"""A small network learns from batches to play better than at random (examples/learning)."""
import importlib.util
from pathlib import Path

import nbclient
import nbformat
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learning" / "learn_contra.py"
NOTEBOOK = EXAMPLE.with_name("learning.ipynb")


@pytest.fixture
def example():
    spec = importlib.util.spec_from_file_location("learn_contra", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_notebook_runs():
    notebook = nbformat.read(NOTEBOOK, 4)
    for cell in notebook.cells:
        cell.source = cell.source.replace("SECONDS = 60", "SECONDS = 1")
    nbclient.NotebookClient(notebook, timeout=200, kernel_name="python3", resources={
        "metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    kinds = [kind for cell in notebook.cells for output in cell.get("outputs", ())
             for kind in output.get("data", ())]
    assert kinds.count("image/svg+xml") == 2


def test_a_network_scores_points_for_both_sides(example):
    network = example.learn(0.5)
    assert 0.2 < example.score(network, 60) < 1


@pytest.mark.long
def test_a_network_learns_to_win_within_two_minutes(example):
    assert example.score(example.learn(100)) >= 0.9
