"""Whole trees: complete, won in every branch, as brute force finds them; damage is refused."""
import functools
import random

import msgspec
import pytest

from eckstein import Board, names
from eckstein.lab.puzzles import PuzzleError, load
from eckstein.lab.puzzles.making.puzzle_check import Checker
from eckstein.lab.puzzles.making.tree_check import TreeChecker
from eckstein.lab.puzzles.trees import Reply, Trees

from ..twin import twin
from .sample import ESCAPE, RACE, changed

TREE = [Reply("e3d3", 1, ["d6d7"]), Reply("e3e2", 1, ["d6d7"]), Reply("e3f3", 1, ["d6d7"])]


def tree_of(game, puzzle):
    return Trees(compiled=False).tree(puzzle, puzzle.board(game))


def narrow(game, task, plies):
    """The puzzle of a kind in whose tree there is least to look at, as far as one sees."""
    return min((puzzle for puzzle in load(game) if (puzzle.task, puzzle.plies) == (task, plies)),
               key=lambda puzzle: len(puzzle.board(game).legal_moves))


class Brute:
    """All that can be played within so many plies, by the twin's rules."""

    def __init__(self, game, puzzle):
        self.slow = twin(game, **puzzle.options)
        self.state = self.slow.read(puzzle.position)
        self.attacker = puzzle.board(game).turn.value
        if puzzle.task == "save":
            self.attacker = "black" if self.attacker == "white" else "white"

    def length(self, state, plies, attacking):
        """The plies until the attacker has won, or None if that takes more than so many."""
        if end := self.slow.outcome(state):
            return 0 if end[0] == self.attacker else None
        if plies == 0:
            return None
        lengths = [self.length(after, plies - 1, not attacking)
                   for after in self.slow.moves(state).values()]
        if attacking:
            return min((1 + one for one in lengths if one is not None), default=None)
        return None if None in lengths else 1 + max(lengths)

    def agree(self, tree, state, plies):
        """Compare what follows a state, with the defender to move, and so many plies to go."""
        following = {} if self.slow.outcome(state) else self.slow.moves(state)
        assert sorted(reply.text for reply in tree) == sorted(following)
        for reply in tree:
            after = following[reply.text]
            assert reply.plies == self.length(after, plies - 1, True)
            if not reply.plies:
                assert (reply.wins, reply.replies) == ([], [])
                continue
            ways = self.slow.moves(after)
            assert set(reply.wins) == {
                way for way, end in ways.items()
                if self.length(end, reply.plies - 1, False) == reply.plies - 1}
            self.agree(reply.replies, ways[reply.wins[0]], reply.plies - 1)


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("kind", [("win", 3), ("save", 2)])
def test_the_tree_of_a_puzzle_is_what_brute_force_finds(game, kind):
    puzzle = narrow(game, *kind)
    brute = Brute(game, puzzle)
    state, plies = brute.state, puzzle.plies
    if puzzle.task == "win":
        state, plies = brute.slow.moves(state)[puzzle.first], plies - 1
    brute.agree(tree_of(game, puzzle), state, plies)


def test_a_deeper_tree_is_what_brute_force_finds():
    puzzle = narrow("ecke", "win", 5)
    brute = Brute("ecke", puzzle)
    tree = tree_of("ecke", puzzle)
    assert max(reply.plies for reply in tree) == 3
    brute.agree(tree, brute.slow.moves(brute.state)[puzzle.first], 4)


def test_the_tree_of_a_win_begins_after_the_first_move():
    assert tree_of("contra", RACE) == TREE


def test_in_the_tree_of_a_save_one_move_has_no_answer():
    tree = tree_of("contra", ESCAPE)
    assert [reply.text for reply in tree if reply.plies is None] == ["b3a3"]
    assert all(reply.wins for reply in tree if reply.text != "b3a3")


def test_what_would_take_too_long_has_a_sentence():
    slow = changed(RACE, plies=7, solution=[["d5c5", []]])
    with pytest.raises(PuzzleError, match=r"it would take too long to say what e3.. leads to"):
        Trees(limit=1, compiled=False).tree(slow, slow.board("contra"))


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("kind", [("win", 3), ("save", 2)])
def test_trees_are_proved(game, kind):
    puzzle = narrow(game, *kind)
    tree = tree_of(game, puzzle)
    TreeChecker(game, Checker(game, compiled=False)).check(puzzle, tree)


@pytest.mark.long
@pytest.mark.parametrize("game", names())
def test_the_trees_of_all_puzzles_are_proved(game):
    trees, checker = Trees(), TreeChecker(game, Checker(game))
    for puzzle in load(game):
        checker.check(puzzle, trees.tree(puzzle, puzzle.board(game)))


@functools.cache
def whole(game, kind):
    """A puzzle of a kind, and its tree."""
    puzzle = narrow(game, *kind)
    return puzzle, tree_of(game, puzzle)


def damaged(game, puzzle, tree, seed):
    """The same tree with one thing in it that is wrong."""
    chance = random.Random(seed)
    tree = msgspec.convert(msgspec.to_builtins(tree), list[dict])
    places, board = [], puzzle.board(game)
    if puzzle.task == "win":
        board.push_text(puzzle.first)

    def collect(replies, board):
        for reply in replies:
            after = board.copy()
            after.push_text(reply["text"])
            places.append((replies, reply, after))
            if reply["wins"]:
                ahead = after.copy()
                ahead.push_text(reply["wins"][0])
                collect(reply["replies"], ahead)
    collect(tree, board)
    replies, reply, after = chance.choice(places)
    kind = chance.choice(["lost", "twice", "alien", "longer", "shorter", "no win", "lost win",
                          "more wins", "cut"])
    if kind == "lost":
        replies.remove(reply)
    elif kind == "twice":
        replies.append(reply)
    elif kind == "alien":
        replies.append(reply | {"text": "a1a9"})
    elif kind in ("longer", "shorter"):
        reply["plies"] = (reply["plies"] or 0) + (2 if kind == "longer" else -2)
    elif kind == "no win":
        losing = [text for text in after.legal_texts() if text not in reply["wins"]]
        reply["wins"] = losing[:1]
        reply["replies"] = reply["replies"] if losing else [{"text": "a1a9", "plies": 0}]
    elif kind == "lost win":
        reply["wins"] = reply["wins"][1:] or ["a1a9"]
    elif kind == "more wins":
        reply["wins"] = reply["wins"] + (after.legal_texts() or ["a1a9"])[:1]
    elif reply["replies"]:
        reply["replies"] = []
    else:
        reply["replies"] = [{"text": "a1a9", "plies": 0}]
    return kind, msgspec.convert(tree, list[Reply])


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize(("game", "kind"), [("ecke", ("win", 5)), ("contra", ("save", 2)),
                                            ("echek", ("win", 3))])
def test_damage_is_refused_with_a_sentence(game, kind, seed):
    puzzle, tree = whole(game, kind)
    what, tree = damaged(game, puzzle, tree, seed)
    with pytest.raises(PuzzleError) as error:
        TreeChecker(game, Checker(game, compiled=False)).check(puzzle, tree)
    assert str(error.value).startswith(f"puzzle {puzzle.id}: its tree"), what


@pytest.mark.parametrize(("puzzle", "tree", "why"), [
    (RACE, TREE[1:], "its tree lacks e3d3"),
    (RACE, [*TREE, TREE[0]], "its tree has e3d3 twice, or it is not legal"),
    (RACE, [*TREE[:2], Reply("e3f3", 1, ["d6c6"])], "its tree lacks f3e3"),
    (RACE, [*TREE[:2], Reply("e3f3", 1, ["d6d7", "d6c6"])],
     "its tree is wrong about what wins after e3f3"),
    (RACE, [*TREE[:2], Reply("e3f3", 3, ["d6d7"])],
     "its tree is wrong about what wins after e3f3"),
    (RACE, [*TREE[:2], Reply("e3f3", None)], "its tree is wrong about what wins after e3f3"),
    (changed(RACE, plies=5), TREE, "its tree does not take 5 plies"),
    (changed(RACE, position="CWd6ve3", solution=[["d6d7", []]], plies=1), TREE,
     "its tree goes on after the end of the game"),
])
def test_what_is_wrong_is_told(puzzle, tree, why):
    with pytest.raises(PuzzleError) as error:
        TreeChecker("contra", Checker("contra", compiled=False)).check(puzzle, tree)
    assert str(error.value).endswith(why)


def test_a_win_that_is_told_after_a_slower_one_is_quicker_all_the_same():
    """White goes aside on d6 first, and Black, far from home, has two moves for nothing."""
    board = Board("contra", "CWd5vg7")
    board.push_text("d5d6")
    tree = []
    for text in board.legal_texts():
        board.push_text(text)
        board.push_text("d6c6")
        last = [Reply(reply, 1, ["c6c7"]) for reply in board.legal_texts()]
        tree.append(Reply(text, 3, ["d6c6", "d6d7", "d6e6"], last))
        board.pop()
        board.pop()
    puzzle = changed(RACE, position="CWd5vg7", plies=5)
    TreeChecker("contra", None).check(puzzle, tree)
    with pytest.raises(PuzzleError, match="its tree is wrong about what wins after"):
        TreeChecker("contra", Checker("contra", compiled=False)).check(puzzle, tree)


def test_a_branch_that_ends_without_a_win_is_refused():
    """In ESCAPE it is Black who attacks; here White, who is to defend himself, has won."""
    puzzle = changed(ESCAPE, position="CWd6va2", solution=[["d6c6", []]])
    with pytest.raises(PuzzleError, match="its tree ends without a win"):
        TreeChecker("contra", None).check(puzzle, [
            Reply("d6d7", 0), Reply("d6c6", None), Reply("d6e6", 1, ["a2a1"])])


def test_without_a_search_other_wins_are_not_looked_for():
    some = [*TREE[:2], Reply("e3f3", 1, ["d6d7", "d6c6"])]
    TreeChecker("contra", None).check(RACE, some)
