"""All rates and caps stand in one file, and parts declare those that they use."""
import ast
from pathlib import Path

import pytest

from eckstein import server
from eckstein.server import parts
from eckstein.server.installed import PARTS
from eckstein.server.ops.allowances import CAPS, RATES, Rate

ROOT = Path(server.__path__[0])
TABLE = ROOT / "ops/allowances.py"
# Constants outside the table by which something is refused: the size or the shape of one thing, or
# a rule of games; none says how many there may be of something.
OTHERS = {
    "connection.py": {"MESSAGE_BYTES"},
    "game/rulings.py": {"ABORT_PLIES", "MOST_ASKED", "MOST_EVENTS"},
    "net/guard.py": {"BODY_BYTES"},
    "parts/accounts/accounts.py": {"FRESH"},
    "parts/accounts/freed_names.py": {"CHANGE_AFTER"},
    "parts/accounts/naming.py": {"LEAST", "MOST", "WHOLE"},
    "parts/accounts/passwords.py": {"LEAST", "MOST"},
    "parts/chat/lines.py": {"LETTERS"},
    "parts/mail/mail.py": {"ADDRESS_LETTERS"},
    "parts/ratings/part.py": {"AGAINST_LEVELS", "DAY"},     # a rule of ratings, with its version
    "parts/tournaments/rules/orders.py": {"AHEAD", "NAME_LETTERS"},
    "rooms/front_door.py": {"RATED_LEVELS"},
    "work/pictures.py": {"LONGEST"},
}
FILES = [(path, ast.parse(path.read_text(encoding="utf-8"))) for path in sorted(ROOT.rglob("*.py"))
         if path != TABLE]


def named_in(tree, table):
    """The names of rates or caps that a file uses."""
    found = set()
    for node in ast.walk(tree):
        if (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)
                and node.value.id == table):
            found |= {one.value for one in ast.walk(node.slice) if isinstance(one, ast.Constant)}
        if (table == "RATES" and isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute) and node.func.attr == "buckets"):
            found |= {one.value for one in node.args if isinstance(one, ast.Constant)}
    return found


@pytest.mark.parametrize(("table", "declared"), [("RATES", "rates"), ("CAPS", "caps")])
def test_parts_declare_what_they_use_and_the_rest_is_of_all(table, declared):
    used = {}
    for path, tree in FILES:
        if names := named_in(tree, table):
            inside = path.is_relative_to(Path(parts.__path__[0]))
            used.setdefault(path.relative_to(ROOT).parts[1] if inside else "", set()).update(names)
    assert used.pop("") == {"RATES": RATES, "CAPS": CAPS}[table].keys() - {
        name for one in PARTS for name in getattr(one, declared)}
    assert used == {one.name: {*getattr(one, declared)} for one in PARTS if getattr(one, declared)}


@pytest.mark.parametrize(("rate", "figure"), [
    (Rate(4e6, 16e6, "", "", None), "16,000,000 at once, then 4,000,000 a second"),
    (Rate(1.0, 40.0, "", "", None), "40 at once, then one in 1 s"),
    (Rate(1 / 10, 20.0, "", "", None), "20 at once, then one in 10 s"),
    (Rate(20 / 86_400, 20.0, "", "", None), "20 at once, then one in 1.2 h"),
    (Rate(1 / 120, 5.0, "", "", None), "5 at once, then one in 2 min")])
def test_a_rate_is_told_in_words(rate, figure):
    assert rate.figure == figure


def refusing(tree):
    """The names in capitals to which something is compared, or which a store is given, before it is
    refused."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and any(
                isinstance(name, ast.Name) and name.id.endswith("Error")
                for one in node.body if isinstance(one, ast.Raise) for name in ast.walk(one)):
            for part in ast.walk(node.test):
                if isinstance(part, ast.Await) and isinstance(part.value, ast.Call):
                    looked = [one for one in part.value.args if isinstance(one, ast.Name)]
                elif isinstance(part, ast.Compare) and isinstance(
                        part.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                    looked = [part]
                else:
                    continue
                yield from (one.id for each in looked for one in ast.walk(each)
                            if isinstance(one, ast.Name) and one.id.isupper()
                            and one.id not in {"CAPS", "RATES"})


def test_nothing_is_refused_by_a_figure_of_its_own():
    found = {str(path.relative_to(ROOT)): names for path, tree in FILES
             if (names := {*refusing(tree)})}
    assert {path: names for path, names in found.items()
            if not path.startswith("database/")} == OTHERS


@pytest.mark.parametrize("condition", [
    'len(kept) >= MOST or len(kept) >= CAPS["blocks"].most', "not await store.add(one, MOST)"])
def test_a_figure_of_its_own_would_be_found(condition):
    refused = f"if {condition}:\n    raise RefusedError('not-now', f'you have {{MOST}} of them')"
    assert [*refusing(ast.parse(refused))] == ["MOST"]
