"""Checkers with one fault each: in a comparison, in `and`, `or` or `not`, in a sum, in an `if`."""
import ast
import copy
import inspect
from collections.abc import Iterator
from types import ModuleType

from eckstein.lab.proofs import checking

# What a comparison is mistaken for.
MISTAKEN = {ast.Lt: [ast.LtE, ast.GtE], ast.LtE: [ast.Lt, ast.Gt], ast.GtE: [ast.Gt, ast.Lt],
            ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
            ast.Is: [ast.IsNot]}


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    """Each node that may stand by mistake in place of this one."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in MISTAKEN[type(operator)]:
                ops = [*node.ops[:place], other(), *node.ops[place + 1:]]
                yield ast.Compare(node.left, ops, node.comparators)
        for place in range(len(node.ops) if len(node.ops) > 1 else 0):      # one of a chain alone
            sides = [node.left, *node.comparators]
            yield ast.Compare(sides[place], [node.ops[place]], [sides[place + 1]])
        yield ast.Constant(True)
        yield ast.Constant(False)
    elif isinstance(node, ast.BoolOp):
        other_op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield ast.BoolOp(other_op, node.values)
        for place in range(len(node.values)):
            left = node.values[:place] + node.values[place + 1:]
            yield ast.BoolOp(node.op, left) if len(left) > 1 else left[0]
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Mod):
        yield node.left
        yield ast.BinOp(node.left, ast.Sub() if isinstance(node.op, ast.Add) else ast.Add(),
                        node.right)
    elif isinstance(node, ast.AugAssign):
        yield ast.Pass()
    elif isinstance(node, ast.If):
        yield ast.If(ast.Constant(False), node.body, node.orelse)
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse


def faulty() -> Iterator[tuple[str, ModuleType]]:
    """Checkers with one fault each, with the lines that it is in as they are and as they became."""
    source = ast.parse(inspect.getsource(checking))
    judge = next(node for node in source.body if isinstance(node, ast.ClassDef))
    for number, node in enumerate(ast.walk(judge)):
        for other in _changed(node):
            changed = copy.deepcopy(source)
            twin = next(one for one in changed.body if isinstance(one, ast.ClassDef))
            place = list(ast.walk(twin))[number]
            shown = place.test if isinstance(place, ast.If) else place
            told = f"line {place.lineno}: {ast.unparse(shown)} -> {ast.unparse(other)}"
            _Exchange(place, other).visit(changed)
            yield told, _as_module(changed)


class _Exchange(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return copy.deepcopy(self._new) if node is self._old else self.generic_visit(node)


def _as_module(tree: ast.Module) -> ModuleType:
    module = ModuleType(checking.__name__)
    module.__package__ = checking.__package__
    exec(compile(ast.fix_missing_locations(tree), "<a fault>", "exec"), module.__dict__)
    return module
