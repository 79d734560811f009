"""Boards in notebooks: the widget, what it hears from the browser, and the tour."""
import json
import sys
from importlib import reload
from pathlib import Path

import pytest

pytest.importorskip("anywidget")

from eckstein import Board, IllegalMoveError
from eckstein.session import notebook
from eckstein.session.notebook import MISSING, BoardWidget, CoachedMove

TOUR = Path(__file__).parent.parent / "examples" / "tour.ipynb"
BUILT = "customElements.define('eckstein-board', class extends HTMLElement {}); export { };"


def first(board):
    """A player who takes the first move."""
    return board.legal_moves[0]


@pytest.fixture
def built(monkeypatch):
    monkeypatch.setattr(notebook, "component", lambda: BUILT)


@pytest.fixture
def unbuilt(monkeypatch):
    monkeypatch.setattr(notebook, "component", lambda: None)


def hear(widget, **message):
    """What the browser sends; what is sent back."""
    sent = []
    widget.send = sent.append
    widget._handle_custom_msg(message, [])
    return sent


def test_it_shows_the_board_with_its_legal_moves(built):
    widget = BoardWidget(Board("contra"))
    assert len(widget.view["legal"]) == 7 and widget.playable == "both"
    assert json.loads(json.dumps(widget.view)) is not None
    assert widget.look == {"theme": "wood", "mode": "perspective", "orientation": "white",
                           "faces": "pips", "coordinates": "true", "size": 480}
    assert BUILT in widget._esm and 'createElement("eckstein-board")' in widget._esm


def test_a_move_in_the_browser_is_a_move_on_the_board(built):
    widget = BoardWidget(Board("contra"))
    assert hear(widget, move="d1d2") == []
    assert widget.board.ply == 1 and widget.view["turn"] == "black"


def test_an_opponent_replies(built):
    widget = BoardWidget(Board("contra"), against=first)
    hear(widget, move="d1d2")
    assert (widget.board.ply, widget.view["turn"], widget.playable) == (2, "white", "white")
    hear(widget, undo=True)
    assert widget.board.ply == 0


def test_a_move_is_seen_while_the_opponent_thinks(built):
    plies = []

    def opponent(board):
        plies.append(widget.view["ply"])
        return first(board)
    widget = BoardWidget(Board("contra"), against=opponent)
    hear(widget, move="d1d2")
    assert (plies, widget.view["ply"]) == ([1], 2)


def test_keys_for_the_board_are_kept_from_the_notebook(built):
    assert "lmSuppressShortcuts" in BoardWidget(Board("contra"))._esm


def test_an_opponent_who_is_white_begins(built):
    widget = BoardWidget(Board("contra"), against=first, side="black")
    assert (widget.board.ply, widget.playable) == (1, "black")
    assert widget.look["orientation"] == "black"


def test_players_have_names(built):
    widget = BoardWidget(Board("contra"), against="greedy")
    widget.push_text("d1d2")
    assert widget.board.ply == 2
    with pytest.raises(ValueError, match="there is no player 'nobody'"):
        BoardWidget(Board("contra"), against="nobody")


def test_a_move_that_cannot_be_is_told_and_shown_again(built):
    widget = BoardWidget(Board("contra"))
    assert hear(widget, move="d1d3") == [{"again": True}]
    assert widget.message == "A die tilts to an adjacent square, and d3 is farther away."
    assert hear(widget, undo=True) == [{"again": True}]
    assert widget.message == "There is no move to take back."
    assert hear(widget) == [{"again": True}]
    assert widget.board.ply == 0
    hear(widget, move="d1d2")
    assert widget.message == ""


def test_the_end_is_told(built):
    widget = BoardWidget(Board("pur", "PAa7Ab7Ac7Ad7Ae7Af7Wg6va1vb1"))
    widget.push_text("g6g7")
    assert widget.message == "Black wins (goal, 9-12)." and widget.view["outcome"]


def test_changes_elsewhere_are_shown_when_asked(built):
    widget = BoardWidget(Board("contra"))
    widget.board.push_text("d1d2")
    assert widget.view["ply"] == 0
    widget.refresh()
    assert widget.view["ply"] == 1


def test_without_the_web_board_it_is_a_picture_and_says_so(unbuilt):
    widget = BoardWidget(Board("contra"), size=300)
    before = widget.picture
    assert before.startswith("<svg ") and widget.message == MISSING
    widget.push_text("d1d2")
    assert widget.picture != before
    assert widget._repr_svg_() == widget.picture
    with pytest.raises(IllegalMoveError):
        widget.push_text("d2d3")


@pytest.mark.parametrize(("words", "sentence"), [
    ({"side": "red"}, "a side is white or black, and not red"),
    ({"theme": "pink"}, "there is no theme pink"),
    ({"size": 1}, "a picture is 40 to 4000 pixels wide"),
])
def test_what_cannot_be_is_told(words, sentence):
    with pytest.raises(ValueError, match=sentence):
        BoardWidget(Board("contra"), **words)


def test_a_missing_package_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ImportError, match=r"pip install 'eckstein\[notebook\]'"):
        reload(notebook)


def test_the_tour_runs_and_shows_pictures():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    tour = nbformat.read(TOUR, as_version=4)
    assert not any(cell.get("outputs") for cell in tour.cells)
    nbclient.NotebookClient(tour, timeout=300, kernel_name="python3",
                            resources={"metadata": {"path": str(TOUR.parent)}}).execute()
    kinds = [kind for cell in tour.cells for output in cell.get("outputs", [])
             for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") >= 5 and "image/gif" in kinds
    assert "application/vnd.jupyter.widget-view+json" in kinds


def test_a_move_is_shown_with_what_the_coach_says_of_it():
    board = Board("contra", "CWg1Pd2uf3Ic4We5vd7fg7")
    board.push_text("e5d5")
    coached = CoachedMove(board)
    assert str(coached) == ("Now d7-d6xd5 beats your die on d5, 3 against 2; c4-c5 keeps all your "
                            "dice.")
    shown = coached._repr_html_()
    assert shown.startswith("<svg ") and shown.endswith(f"<p>{coached}</p>")
    assert board.ply == 1 and shown != f"{board._repr_svg_()}<p>{coached}</p>"


def test_without_a_last_move_there_is_nothing_to_say():
    with pytest.raises(ValueError, match="there is no last move"):
        CoachedMove(Board("contra"))
