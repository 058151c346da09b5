"""Statements and aliases shared by threads are built by app/kernel/db/statements.py only."""

import ast
from collections.abc import Iterator

from app.config import ROOT

CACHES = {"cache", "lru_cache", "cached_property"}
CONSTRUCTORS = {"aliased", "delete", "exists", "insert", "select", "union_all", "update"}
STATEMENT_TYPES = {"Delete", "Insert", "Listing", "Select", "Update"}
LAZY = {("app/kernel/db/pagination.py", name) for name in ("_count", "_rows", "_at", "_after")}
"""Parts of a listing that `Listing.prepare` completes."""


def names_in(node: ast.AST) -> set[str]:
    """Return the names used anywhere in `node`."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def outside_functions(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements of a module and its classes that run on import."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from (each for each in node.body if isinstance(each, ast.Assign | ast.AnnAssign))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            yield node


def called_names(node: ast.AST) -> set[str]:
    """Return the names of the functions that `node` calls; calls inside a lambda run later and do not count."""
    if isinstance(node, ast.Lambda):
        return set()
    own = {node.func.id} if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else set()
    return own.union(*(called_names(child) for child in ast.iter_child_nodes(node)))


def test_shared_statements_are_built_in_one_place() -> None:
    violations = []
    for path in sorted((ROOT / "app").rglob("*.py")):
        place = str(path.relative_to(ROOT))
        tree = ast.parse(path.read_text(encoding="utf-8"))
        violations += [
            (place, node.lineno) for node in outside_functions(tree) if called_names(node) & CONSTRUCTORS
        ]
        violations += [
            (place, node.lineno)
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
            and any(names_in(decorator) & CACHES for decorator in node.decorator_list)
            and node.returns is not None
            and names_in(node.returns) & STATEMENT_TYPES
            and (place, node.name) not in LAZY
        ]
    assert violations == []
