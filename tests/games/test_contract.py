"""The contract of games (contract/), and how modules are held against it (conformance.py there)."""
from types import ModuleType

import pytest

from eckstein import WHITE, Board
from eckstein.board import game_check as checking
from eckstein.contract import PARTS, Check, Endless, Game, Rules
from eckstein.contract.conformance import endings_fault, fault, members
from eckstein.games import contra, duell, echek, names
from eckstein.kernel.specialise import specialise

from ..helpers import refused
from . import typed


def changed(module, *without, **members):
    """A module with some members changed, or left out."""
    found = ModuleType(module.__name__)
    vars(found).update(vars(module) | members)
    for name in without:
        delattr(found, name)
    return found


def test_mypy_reads_all_games_of_the_house():
    assert {module.__name__.rpartition(".")[2] for module in typed.RULES} == set(names())
    assert {module.__name__.split(".")[-2] for module in typed.FITTED} == set(names())


def test_what_is_asked_for_is_read_from_the_protocols():
    assert members(Rules)["TITLE"] is str
    assert members(Check).keys() == {"CHECK_WORDS", "in_check", "check"}
    assert members(Game).keys() > members(Rules).keys() | members(Check).keys()
    assert all(members(part) for part in PARTS)


@pytest.mark.parametrize("game", names())
def test_the_games_of_the_house_keep_the_contract(game):
    assert fault(specialise(f"games.{game}", game, compiled=False)) == ""


@pytest.mark.parametrize(("module", "sentence"), [
    (changed(contra, "steps", "LETTER"), "it does not provide LETTER, steps"),
    (changed(duell, "check"), "it provides CHECK_WORDS, in_check, but not check, which belongs to "
                              "it (Check in eckstein.contract)"),
    (changed(contra, TITLE=7), "TITLE is 7: Expected `str`, got `int`"),
    (changed(contra, COLUMNS="7"), "COLUMNS is '7': Expected `int`, got `str`"),
    (changed(duell, CHECK_WORDS=("DUEL",)), "is ('DUEL',): Expected `array` of length 2"),
    (changed(contra, apply=3), "apply must be a function, not 3"),
    (changed(contra, apply=lambda p: p),
     ") must take 2 arguments, but is declared as apply(p)"),
    (changed(contra, Position=tuple), "Position must be a NamedTuple whose first field is side, "
                                      "not <class 'tuple'>"),
    (changed(contra, LETTER="Ab"), "LETTER is 'Ab', but must be a capital from A to Z"),
    (changed(contra, MAX_MOVES=0), "MAX_MOVES and MOVE_CODES must be 1 or more"),
    (changed(contra, PASS=256), "PASS must be -1 or below MOVE_CODES"),
    (changed(contra, COLUMNS=0), "COLUMNS must be 0 on an endless board"),
    (changed(echek, *members(Endless)), "COLUMNS must be 0 on an endless board")])
def test_what_is_missing_or_of_a_wrong_type_is_named(module, sentence):
    assert sentence in fault(module)


# Endings.

def endings_of(game):
    return specialise("kernel", game, compiled=False).endings


@pytest.mark.parametrize("game", names())
def test_the_endings_of_the_house_keep_the_contract_and_so_do_their_defaults(game):
    assert endings_fault(endings_of(game)) == ""


def spec(**changes):
    """The endings of Contra, with a first one that is another."""
    first, second = endings_of("contra").ENDINGS
    return {"ENDINGS": (first._replace(**changes), second)}


@pytest.mark.parametrize(("without", "members", "sentence"), [
    (["size", "ENDINGS"], {}, "it does not provide ENDINGS, size"),
    (["PREPARED"], {}, "it does not provide PREPARED"),
    ([], {"LINES": "2"}, "LINES is '2': Expected `int`, got `str`"),
    ([], {"size": 7}, "size must be a function, not 7"),
    ([], {"place": lambda p, q: p}, ") must take 1 argument, but is declared as place(p, q)"),
    ([], {"ENDINGS": (("d-d", (), 3, (1,), 1, 1, (1, 1)),)},
     "Expected `EndingSpec`, got `tuple`"),
    ([], spec(name=3), "Expected `str`, got `int`"),
    ([], spec(groups=1), "Expected `array`, got `int`"),
    ([], spec(groups=()), "d-d must have 1 or more of all that is counted"),
    ([], spec(tile=(0, 1)), "d-d must have 1 or more of all that is counted"),
    ([], spec(needs=(0,)), "d-d needs an ending that does not come before it"),
    ([], spec(slices=2, lanes=2), "d-d has slices, so it cannot have lanes"),
    ([], spec(slices=2, groups=(2,)), "d-d has slices, so it cannot have lanes or groups of"),
    ([], spec(groups=(5,)), "d-d has 1382976 numbers, which do not fall into 5 equal ranges"),
    ([], spec(tile=(2, 2)), "LINES must be 2 or more, and as many as any tile has"),
    ([], {"MOST_CAPTURES": 0}, "PREPARED and MOST_CAPTURES must be 1 or more")])
def test_what_a_module_of_endings_lacks_or_has_wrong_is_named(without, members, sentence):
    assert sentence in endings_fault(changed(endings_of("contra"), *without, **members))


@pytest.mark.parametrize(("name", "member", "sentence"), [
    ("size", None, "the endings of contra: size must be a function, not None"),
    ("placed", lambda p: (0, 0), "the endings of contra: place and placed give")])
def test_a_game_with_wrong_endings_does_not_pass(monkeypatch, name, member, sentence):
    monkeypatch.setattr(endings_of("contra"), name, member)
    with pytest.raises(checking.ContractError, match=sentence):
        check(monkeypatch, "contra")


def check(monkeypatch, game, **members):
    """Check a game with some members changed."""
    rules = specialise(f"games.{game}", game, compiled=False)
    for name, member in members.items():
        monkeypatch.setattr(rules, name, member)
    return list(checking.check_game(game, count=2, lives=()))


@pytest.mark.parametrize(("game", "members", "complaint"), [
    ("contra", {"steps": lambda p, move: [("tilt",)]}, r"steps \(line \d+\) gives"),
    ("contra", {"reason": lambda p: "luck"}, "without a reason"),
    pytest.param("contra", {"battles": lambda p, move: None},
                 r"battles \(line \d+\) gives None", marks=pytest.mark.long),
    pytest.param("pur", {"score": lambda p: 7}, r"score \(line \d+\) gives 7",
                 marks=pytest.mark.long),
    ("pur", {"refusal": lambda p, steps, name: "It rains."}, "refusal gives 'It rains.'"),
    ("duell", {"removed": lambda p, move: []}, "is gone, but removed does not say so"),
    pytest.param("contra", {"removed": lambda p, move: []}, "steps and removed leave",
                 marks=pytest.mark.long),
])
def test_what_a_game_tells_wrongly_is_found(monkeypatch, game, members, complaint):
    with pytest.raises(checking.ContractError, match=complaint):
        check(monkeypatch, game, **members)


def test_a_way_of_writing_that_there_is_not(monkeypatch):
    monkeypatch.setattr(contra, "MOVE_TEXT", "words")
    with pytest.raises(checking.ContractError, match="can be actions, legs, squares"):
        check(monkeypatch, "contra")


def test_what_a_game_leaves_out_has_a_default():
    rules = Board("pur").rules
    assert (rules.in_check(rules.start()), rules.CHECK_WORDS) == (False, ("check", "mate"))
    assert (rules.LETTERS, rules.NOUN, rules.IN_HAND, rules.RIGHTS) == ("", "die", "", "")
    assert rules.battles(rules.start(), 0) == rules.removed(rules.start(), 0) == []
    assert Board("contra").rules.score(Board("contra").state) is None
    assert Board("echek").rules.goals(WHITE) == []


# Refusals with reasons of the games' own.

@pytest.mark.parametrize(("game", "position", "move", "why", "options"), [
    ("pur", "PWd3va7", "d3e4", "d3 to e4 is diagonal, but dice move only along rows and "
                               "columns", {}),
    ("pur", "PWd3We3va7", "d3f3f4", "only the first step may be a tilt, not f3 to f4", {}),
    ("pur", "PWd3va7", "d3d6", "jumps over one die, and d3 to d6 is neither", {}),
    ("contra", None, "a1a2a3", "a move is a single step, and a2 to a3 would be a second one", {}),
    ("contra", None, "a1a3", "a die tilts to an adjacent square, and a3 is farther away", {}),
    ("ecke", "EWa1Wb2Wa3va7vb7", "a1c3c4",
     "a move is a single step, and c3 to c4 would be a second one", {}),
    ("ecke", "EWa1Wb2Wa3va7vb7", "a1c3c4", "only the first step may be a tilt", {"chains": True}),
    ("duell", None, "e1-E2", "the king may not capture", {"king_captures": False}),
    ("echek", None, "m13m15", "the K on m13 cannot go to m15: it does not move that way", {}),
    ("echek", None, "P@l12l14", "a pawn steps to a square beside it, and l14 is not", {}),
    ("echek", "k3/4/4/K3 w QRBNPqrbnp Ss m13", "N@l12",
     "a piece on l12 is not allowed: it would make the area longer than 4 squares", {}),
])
def test_a_move_is_refused_with_the_reason_of_the_game(game, position, move, why, options):
    if game == "duell":
        position = "DZe1ve2zi8"
    assert why in refused(game, position, move, **options)
