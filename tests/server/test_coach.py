"""What the API says of the last move of a game: the coach."""
import pytest

from eckstein import Board

FALLS = {"game": "contra", "position": "CWg1Pd2uf3Ic4We5vd7fg7", "moves": ["e5d5"]}
KIND = "put where it falls"


async def remark(ask, **wish):
    return (await ask("POST", "/api/v1/coach", json=wish)).json()["remark"]


async def test_a_bad_move_has_a_sentence_with_its_picture_and_its_moves(ask):
    told = await remark(ask, **FALLS)
    assert (told["kind"], told["tone"], told["judgement"]) == (KIND, "bad", "inaccuracy")
    assert told["sentence"] == ("Now d7-d6xd5 beats your die on d5, 3 against 2; c4-c5 keeps all "
                                "your dice.")
    assert (told["arrows"], told["marks"]) == ([["d7", "d6"]], ["d5"])
    assert (told["better"], told["better_arrows"]) == ("c4-c5", [["c4", "c5"]])
    assert (told["shows"], told["line"]) == ("reply", "1... d7-d6xd5")
    assert told["theme"] == "capture"


@pytest.mark.parametrize(("language", "begin"), [
    ("de", "Jetzt schlägt d7-d6xd5 deinen Würfel"), ("fr", "Maintenant, d7-d6xd5 bat votre dé"),
    ("xx", "Now d7-d6xd5 beats your die")])
async def test_it_is_told_in_the_language_that_is_asked_for(ask, language, begin):
    assert (await remark(ask, **FALLS, language=language))["sentence"].startswith(begin)


async def test_what_was_said_twice_is_not_said_again_unless_the_mistake_is_grave(ask):
    wish = {"game": "pur", "position": "Pvc1se1Lf2Wa3hd4je4ef4fa5rb5Df5La6Tc6Ra7Xb7",
            "moves": ["f5e5"]}
    assert (await remark(ask, **wish))["kind"] == "sideways"
    again = await remark(ask, **wish, said=["sideways"] * 2)
    assert again is None or again["kind"] != "sideways"


async def test_where_nothing_is_sure_there_is_no_remark(ask):
    board = Board("contra")
    assert await remark(ask, game="contra", moves=[board.text(board.legal_moves[3])]) is None


async def test_a_game_without_moves_or_with_a_wrong_one_is_refused(ask):
    answer = await ask("POST", "/api/v1/coach", 400, json={"game": "contra"})
    assert answer.json()["template"]["text"] == "there is no last move"
    await ask("POST", "/api/v1/coach", 400, json={"game": "contra", "moves": ["d1d5"]})
