"""Whether a game keeps the contract (board/game_check.py): wrong keys and facts are found."""
import pytest

from eckstein import BLACK, WHITE
from eckstein.board import game_check as checking
from eckstein.contract.pieces import Fact
from eckstein.kernel.specialise import specialise


def checked(monkeypatch, key):
    """What is found out about Contra with another key."""
    rules = specialise("games.contra", "contra", compiled=False)
    monkeypatch.setattr(rules, "key", key(rules.key))
    return list(checking.check_game("contra", count=2, lives=()))


def test_a_good_key(monkeypatch):
    assert any("different keys" in sentence for sentence in checked(monkeypatch, lambda key: key))


@pytest.mark.parametrize("key", [
    lambda key: lambda p: 7,
    lambda key: lambda p: p.own ^ p.foe,
    lambda key: lambda p: key(p) & 0xFF])
def test_positions_that_share_a_key(monkeypatch, key):
    with pytest.raises(checking.ContractError, match=r"two positions have the same key: .* and "):
        checked(monkeypatch, key)


@pytest.mark.parametrize(("key", "complaint"), [
    (lambda key: lambda p: 1 << 64, "not an integer of 64 bits"),
    (lambda key: lambda p: "a key", "not an integer of 64 bits")])
def test_a_key_that_is_none(monkeypatch, key, complaint):
    with pytest.raises(checking.ContractError, match=complaint):
        checked(monkeypatch, key)


def test_a_win_that_comes_sooner_than_the_game_says(monkeypatch):
    rules = specialise("games.contra", "contra", compiled=False)
    monkeypatch.setattr(rules, "least_plies", lambda p, colour: 2)
    with pytest.raises(checking.ContractError, match=r"least_plies gives 2 for player ., and after"
                                                     r" \d+ 0"):
        list(checking.check_game("contra", count=5, lives=()))


@pytest.mark.parametrize(("facts", "complaint"), [
    ([Fact(0, "dice: 7", "dice left: 7")], "Expected `str`, got `int` - at"),
    ([Fact(WHITE, "", "dice left: 7")], "not in sentences without their full stops"),
    ([Fact(WHITE, "dice: 7", "There are 7 dice.")], "not in sentences without their full stops"),
    ([Fact(WHITE, "dice: 7", "dice left: 7", ((0, 7),))],
     "about a square that is not on the board"),
    ([Fact(BLACK, "dice: 7", "of Black"), Fact(WHITE, "dice: 7", "of White")],
     "White's facts first"),
    ([(WHITE, "dice: 7", "dice left: 7", ())], "Expected `Fact`, got `tuple`")])
def test_facts_that_cannot_be_told(monkeypatch, facts, complaint):
    rules = specialise("games.contra", "contra", compiled=False)
    monkeypatch.setattr(rules, "standing", lambda p, name: facts)
    with pytest.raises(checking.ContractError, match=complaint):
        list(checking.check_game("contra", count=1, lives=()))


@pytest.mark.parametrize("spoilt", [
    lambda contents: contents._replace(side=0),
    lambda contents: contents._replace(pieces={
        square: piece._replace(colour=0) for square, piece in contents.pieces.items()})])
def test_players_in_contents_are_colours(monkeypatch, spoilt):
    rules = specialise("games.contra", "contra", compiled=False)
    right = rules.contents
    monkeypatch.setattr(rules, "contents", lambda p: spoilt(right(p)))
    with pytest.raises(checking.ContractError, match=r"contents gives .*Expected `str`, got `int`"):
        list(checking.check_game("contra", count=1, lives=()))
