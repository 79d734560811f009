"""Whether a game keeps the contract (board/game_check.py): wrong keys and facts are found."""
import pytest

from eckstein import BLACK, WHITE
from eckstein.board import game_check as checking
from eckstein.contract.pieces import Fact
from eckstein.kernel.bits import store_byte
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
    with pytest.raises(checking.ContractError, match=r"contents .*Expected `str`, got `int`"):
        list(checking.check_game("contra", count=1, lives=()))


@pytest.mark.parametrize(("name", "wrong", "complaint"), [
    ("action_of", lambda p, move: -1, "an action is not a number from 0 to ACTIONS - 1"),
    ("action_of", lambda p, move: 0, "actions are other moves than those that they come from"),
    ("scalar", lambda p, i: 2, "a plane or a scalar is neither 0 nor 1"),
    ("draw", lambda p, planes, first: store_byte(planes, p.side, 1),
     "the other player sees something else on the turned board")])
def test_what_learners_see_wrongly(monkeypatch, name, wrong, complaint):
    encoding = specialise("kernel", "echek", compiled=False).encoding
    monkeypatch.setattr(encoding, name, wrong)
    with pytest.raises(checking.ContractError, match=complaint):
        list(checking.check_game("echek", count=2, lives=[]))


@pytest.mark.parametrize(("name", "wrong", "complaint"), [
    ("traits", lambda p, move, found: 0, "a move has no trait, or one that is not a number"),
    ("TRAITS", 2, "a move has no trait, or one that is not a number from 0 to TRAITS - 1"),
    ("MOST", "three", "what policies see of moves in contra: MOST is 'three'"),
    ("factors", lambda: (), "policies see of moves in contra: factors .*must take 1 argument")])
def test_what_policies_see_wrongly(monkeypatch, name, wrong, complaint):
    monkeypatch.setattr(specialise("kernel", "contra", compiled=False).traits, name, wrong)
    with pytest.raises(checking.ContractError, match=complaint):
        list(checking.check_game("contra", count=1, lives=[]))


def test_traits_that_depend_on_the_side(monkeypatch):
    traits = specialise("kernel", "contra", compiled=False).traits

    def by_side(p, move, found):
        found[0] = p.side
        return 1
    monkeypatch.setattr(traits, "traits", by_side)
    with pytest.raises(checking.ContractError, match="moves have other traits on the turned board"):
        list(checking.check_game("contra", count=1, lives=[]))


def test_actions_that_depend_on_the_side(monkeypatch):
    encoding = specialise("kernel", "echek", compiled=False).encoding
    action_of, move_of = encoding.action_of, encoding.move_of
    last = encoding.ACTIONS - 1
    monkeypatch.setattr(encoding, "action_of", lambda p, move: (
        last - action_of(p, move) if p.side else action_of(p, move)))
    monkeypatch.setattr(encoding, "move_of", lambda p, action: move_of(
        p, last - action if p.side else action))
    with pytest.raises(checking.ContractError, match="the other player has other actions"):
        list(checking.check_game("echek", count=2, lives=[]))
