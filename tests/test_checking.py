"""Whether a game keeps the contract (checking.py): what is wrong with a key is found."""
import pytest

from eckstein import checking
from eckstein.kernel import specialise


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
