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


SOURCE = ast.parse(inspect.getsource(checking))


def faults() -> Iterator[tuple[str, ast.AST, ast.AST]]:
    """Each fault: its line as it is and as it becomes; the node there, and what takes its place."""
    judge = next(node for node in SOURCE.body if isinstance(node, ast.ClassDef))
    for node in ast.walk(judge):
        for other in _changed(node):
            shown = node.test if isinstance(node, ast.If) else node
            yield f"line {node.lineno}: {ast.unparse(shown)} -> {ast.unparse(other)}", node, other


def faulty(node: ast.AST, other: ast.AST) -> ModuleType:
    """A checker with one of them: a copy in which the other node takes the place of this one."""
    module = ModuleType(checking.__name__)
    module.__package__ = checking.__package__
    changed = copy.deepcopy(SOURCE, {id(node): other})
    exec(compile(ast.fix_missing_locations(changed), "<a fault>", "exec"), module.__dict__)
    return module
