"""What pictures and browsers are told of a board."""
import json

from hypothesis import given
from hypothesis import strategies as some

from eckstein import Board
from eckstein.board.view import threats, view
from eckstein.record import Record
from eckstein.record.film import film

from .helpers import in_games


def after(game, *moves, **options):
    board = Board(game, **options)
    for move in moves:
        board.push_text(move)
    return board


def test_a_die_says_all_its_faces():
    assert view(Board("contra"))["pieces"]["a1"] == {
        "colour": "white", "kind": "die", "letter": "W",
        "faces": {"top": 6, "north": 4, "east": 2, "south": 3, "west": 5, "bottom": 1}}


def test_the_king_of_duell_is_a_die_with_ones():
    king = view(Board("duell"))["pieces"]["e8"]
    assert (king["kind"], king["letter"], set(king["faces"].values())) == ("king", "z", {1})


def test_the_king_of_echek_is_a_piece():
    assert view(Board("echek"))["pieces"]["m13"] == {
        "colour": "white", "kind": "piece", "letter": "K", "faces": None}


def test_goals():
    assert view(Board("ecke"))["goals"] == {"white": ["a7", "g7"], "black": ["a1", "g1"]}
    assert view(Board("duell"))["goals"] == {"white": ["e8"], "black": ["e1"]}
    assert view(Board("duell", board="9x9"))["goals"]["white"] == ["e9"]
    assert view(Board("pur"))["goals"]["black"] == [f"{column}1" for column in "abcdefg"]
    assert view(Board("echek"))["goals"] == {"white": [], "black": []}


def test_the_way_along_which_a_king_is_attacked():
    board = after("duell", "F1-e6")
    assert threats(board) == [["e6", "e7", "e8"]]
    shown = view(board)
    assert shown["check"] and shown["threats"] == [["e6", "e7", "e8"]]
    assert not view(Board("duell"))["check"] and view(Board("duell"))["threats"] == []


def test_the_last_move_is_told_as_it_was_on_the_board_before():
    shown = view(after("contra", "d1d2", "d7d6"))
    assert shown["last"]["text"] == "d7d6"
    assert shown["last"]["steps"][0]["faces"]["top"] == 3
    assert view(Board("contra"))["last"] is None
    assert view(after("contra", "d1d2"), last=False)["last"] is None


def test_an_area_can_grow_while_it_is_short():
    area = view(Board("echek"))["area"]
    assert (area["first"], area["columns"], area["rows"]) == ("m13", 1, 2)
    assert area["reach"] == {"first": "j11", "columns": 7, "rows": 6}
    assert area["borders"] == []


def test_a_full_area_has_borders_and_reaches_no_farther():
    area = view(Board("echek", "k3/4/4/K3 w QRBNPqrbnp Ss m13"))["area"]
    assert area["borders"] == ["north", "south"]
    assert (area["reach"]["rows"], area["reach"]["columns"]) == (4, 7)


def test_a_window_around_the_pieces():
    shown = view(Board("echek"))["board"]
    assert (shown["columns"], shown["rows"], shown["wrap"]) == (8, 8, 26)
    assert view(Board("contra"))["board"] == {"columns": 7, "rows": 7, "first": "a1", "wrap": 0}


def test_names_go_round_the_edge_of_the_plane():
    shown = view(Board("echek", "k/K w QRBNPqrbnp Ss a1"))
    assert set(shown["pieces"]) == {"a1", "a2"}
    assert shown["board"]["first"] == "x24"


def test_how_it_ended():
    shown = view(Board("contra", "CWa7vb7"))
    assert shown["outcome"] == {"winner": "white", "reason": "goal", "score": None}
    assert shown["legal"] == []


def test_a_film_has_a_view_for_each_position():
    board = after("contra", "d1d2", "d7d6", "d2d3")
    told = film(Record.from_board(board, White="Ada"))
    assert [one["ply"] for one in told["views"]] == [0, 1, 2, 3]
    assert told["tags"]["White"] == "Ada" and told["result"] == "*"
    assert all(one["legal"] is None for one in told["views"])


@in_games("contra", "echek")
@given(some.data())
def test_the_last_step_leads_to_what_the_next_view_shows(game, data):
    board = Board(game)
    for _ in range(data.draw(some.integers(0, 25))):
        if not board.legal_moves:
            break
        board.push(data.draw(some.sampled_from(list(board.legal_moves))))
    shown = view(board)
    assert json.loads(json.dumps(shown))["position"] == board.position()
    assert [move["text"] for move in shown["legal"]] == board.legal_texts()
    if not shown["legal"]:
        return
    chosen = data.draw(some.sampled_from(shown["legal"]))
    board.push_text(chosen["text"])
    now = view(board)
    assert now["last"]["text"] == chosen["text"]
    gone = {removal["square"] for removal in chosen["removed"] if removal["why"] != "captured"}
    for step in chosen["steps"]:
        if step["target"] and step["target"] not in gone and step is chosen["steps"][-1]:
            piece = now["pieces"][step["target"]]
            if piece["kind"] == "die":
                assert (piece["letter"], piece["faces"]) == (step["piece"], step["faces"])
            else:
                assert step["faces"] is None
                assert step["piece"].upper() in ("K", piece["letter"].upper())


def move_of(board, text):
    return next(move for move in view(board)["legal"] if move["text"] == text)


def test_a_move_tells_how_it_will_attack_the_king():
    move = move_of(Board("duell"), "F1-e6")
    assert (move["check_word"], move["threats"]) == ("DUEL", [["e6", "e7", "e8"]])
    assert "threats" not in move_of(Board("duell"), "F1-d5")


def test_a_move_tells_what_it_changes_of_how_the_game_stands():
    told = move_of(Board("contra"), "d1d2")["changes"]
    assert [(one["colour"], one["brief"]["facts"], one["was"]["brief"]["facts"]) for one in told] \
        == [("white", {"count": "5"}, {"count": "6"})]
    assert told == view(after("contra", "d1d2"))["last"]["changes"]
    assert "changes" not in move_of(Board("pur"), "d1d2")


def test_an_action_tells_the_squares_that_the_area_gains_and_closed_sides():
    board = Board("echek", "2b/rkR/1K1/Qn1 w BNPqp Ss m13")
    move = move_of(board, "m13m12")
    assert (move["gained"], "lost" in move) == (["m12", "n12", "o12"], False)
    king = move["changes"][0]
    assert (king["sides"][0], set(king["sides"]) - set(king["was"]["sides"])) == ("n15", {"n16"})


def test_an_action_tells_the_squares_that_the_area_loses():
    board = Board("echek", "1k1/K1N w QRBPqrbnp Ss m13")
    lost = [move for move in view(board)["legal"] if move.get("lost")]
    assert lost and all(not {*move["lost"]} & {*move.get("gained", [])} for move in lost)
