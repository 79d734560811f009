"""Games are asked by the contract: nothing above them asks for names or takes shapes for names."""
import ast
import re
from pathlib import Path

import pytest

from eckstein import names

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "eckstein"
BELOW = ("games", "record/exchange", "web", "libraries")
SHAPES = {"COLUMNS", "ROWS", "MOVE_TEXT", "POSITION_TEXT", "TITLE", "LETTER"}
# Where a shape is what is asked for: the contract's own question, and texts told by their shape.
SHAPES_ASKED = {"contract/__init__.py", "contract/conformance.py",
                "notation/positions/recognise.py"}
PROBED = {"rules", "game", "knowledge", "module"}
PROBES_ALLOWED = {"contract/conformance.py", "board/game_check.py", "kernel/specialise.py",
                  "ahead/module.py"}
FACTS = re.compile(r"QRBNP|\bDUEL(?:-MATT)?!")
WORDS = ("words", "notation/moves/legs.py", "notation/positions/area.py")
# A drawing for each game: words without letters.
DRAWINGS = {"app/src/choice/Idea.svelte"}


def upstairs():
    """The modules above the games."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(tuple(f"{folder}/" for folder in BELOW)):
            yield name, path.read_text(encoding="utf-8")


def compared(tree):
    """What is compared with what, in pairs of syntax trees."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for one, other in zip([node.left, *node.comparators], node.comparators, strict=False):
                yield one, other
                yield other, one


def texts(node):
    """The texts in an expression."""
    return {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)
            and isinstance(one.value, str)}


def questions(source):
    """The questions after a game's name or shape that a module asks, with their lines."""
    tree = ast.parse(source)
    for one, other in compared(tree):
        if texts(one) & set(names()):
            yield "name", one.lineno
        if isinstance(one, ast.Attribute) and one.attr in SHAPES and (
                isinstance(other, ast.Constant)):
            yield "shape", one.lineno
    for node in ast.walk(tree):
        if isinstance(node, ast.match_case) and texts(node.pattern) & set(names()):
            yield "name", node.pattern.lineno
        if isinstance(node, ast.If | ast.IfExp | ast.While) and isinstance(
                node.test, ast.Attribute) and node.test.attr in SHAPES:
            yield "shape", node.test.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in (
                "hasattr", "getattr") and ast.unparse(node.args[0]).split(".")[-1] in PROBED:
            yield "probe", node.lineno


@pytest.mark.parametrize(("code", "found"), [
    ("board.game == 'duell'", "name"), ("if game in ('pur', 'ecke'): pass", "name"),
    ("match game:\n case 'echek': pass", "name"), ("rules.COLUMNS == 0", "shape"),
    ("x = 1 if rules.COLUMNS else 2", "shape"), ("rules.MOVE_TEXT == 'legs'", "shape"),
    ("'area' == board.rules.POSITION_TEXT", "shape"), ("hasattr(rules, 'drift')", "probe"),
    ("getattr(context.rules, 'score', None)", "probe")])
def test_such_questions_are_found(code, found):
    assert [kind for kind, _ in questions(code)][:1] == [found]


def test_nothing_above_the_games_asks_for_a_name():
    assert [(name, line) for name, source in upstairs() for kind, line in questions(source)
            if kind == "name"] == []


def test_nothing_above_the_games_takes_a_shape_for_a_name():
    assert [(name, line) for name, source in upstairs() for kind, line in questions(source)
            if kind == "shape" and name not in SHAPES_ASKED] == []


def test_nothing_above_the_games_probes_their_modules():
    assert [(name, line) for name, source in upstairs() for kind, line in questions(source)
            if kind == "probe" and name not in PROBES_ALLOWED] == []


def test_letters_of_pieces_and_words_for_check_are_told_by_games():
    assert [(name, found[0]) for name, source in upstairs() if not name.startswith(WORDS)
            for found in FACTS.finditer(source)] == []


def test_the_pages_ask_for_no_name_of_a_game():
    asked = re.compile(r"[=!]==?\s*[\"'](" + "|".join(names()) + r")[\"']|case [\"'](?:"
                       + "|".join(names()) + r")[\"']|KQRBNP|\"QRBNP")
    sources = [path for folder in ("board", "app/src")
               for path in (ROOT / "web" / folder).rglob("*") if path.suffix in (".ts", ".svelte")
               and "tests" not in path.parts]
    assert len(sources) > 50
    assert [(path.name, found[0]) for path in sources
            if path.relative_to(ROOT / "web").as_posix() not in DRAWINGS
            for found in asked.finditer(path.read_text(encoding="utf-8"))] == []
