"""No test module imports from another one: what several use lies in modules without tests."""
import ast
from pathlib import Path

HERE = Path(__file__).parent
FOLDERS = ("attacks", "server", "tournaments")


def imported(path):
    """The names of all modules, and of what is taken from them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (one.name for one in node.names)


def test_no_test_module_imports_from_another_one():
    files = [path for folder in FOLDERS for path in (HERE / folder).rglob("*.py")]
    assert files
    assert [(str(path.relative_to(HERE)), name) for path in files for name in imported(path)
            if name.rpartition(".")[2].startswith("test_")] == []
