"""Types stay precise: the number of `Any` in app/ only falls, and no column is read by its position."""

import ast
from collections import Counter
from pathlib import Path

APP = Path(__file__).parents[2] / "app"
MOST_ANY = 143
"""The highest number of `Any` in app/. Lower it when a change removes some."""
ONE_ROW = frozenset({"one", "one_or_none", "first", "fetchone"})
ROWS = frozenset({"execute", "all", "fetchall", "partitions"})


def test_number_of_any_does_not_grow() -> None:
    counts = Counter(
        {
            str(path.relative_to(APP)): count_any(path.read_text(encoding="utf-8"))
            for path in APP.rglob("*.py")
        }
    )
    worst = ", ".join(f"{name} {count}" for name, count in counts.most_common(5))
    assert counts.total() <= MOST_ANY, f"app/ has {counts.total()} Any, most of them in {worst}"


def count_any(source: str) -> int:
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(ast.parse(source)))


def test_no_column_is_read_by_its_position() -> None:
    reads = [
        f"{path.relative_to(APP)}:{line}"
        for path in APP.rglob("*.py")
        for line in positions_read(path.read_text(encoding="utf-8"))
    ]
    assert not reads, f"unpack these rows, or read their columns by name: {', '.join(reads)}"


def test_reading_by_position_is_found() -> None:
    source = """
from app.extensions import db

def one(stmt):
    found = db.session.execute(stmt).one_or_none()
    return found[0]

def several(stmt):
    return {each[0]: tuple(each[:-1]) for each in db.session.execute(stmt)}

def page(page):
    return page.map(lambda row: Named(*row[:4]))

def direct(stmt):
    return db.session.execute(stmt).one()[1]

def fine(stmt, width):
    (first, second), *others = db.session.execute(stmt).all()
    return first[0], others[0], [row[:width] for row in others]
"""
    assert positions_read(source) == [6, 9, 12, 15]


def positions_read(source: str) -> list[int]:
    """Return the lines that read a column of a result row by a constant position, in modules that use the database.

    A row is a name bound to one row of a result, an element of a loop over a result, or any name `row`.
    """
    tree = ast.parse(source)
    if not any(uses_database(node) for node in ast.walk(tree)):
        return []
    lines: set[int] = set()
    for scope in ast.walk(tree):
        if isinstance(scope, ast.FunctionDef | ast.Lambda):
            names = row_names(scope)
            lines |= {
                node.lineno
                for node in ast.walk(scope)
                if isinstance(node, ast.Subscript)
                and is_position(node.slice)
                and (
                    calls(node.value, ONE_ROW)
                    or (isinstance(node.value, ast.Name) and node.value.id in names)
                )
            }
    return sorted(lines)


def uses_database(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        module = node.module or ""
        return module == "app.extensions" or module.startswith(("sqlalchemy", "app.kernel.db"))
    return isinstance(node, ast.Import) and any(alias.name == "psycopg" for alias in node.names)


def row_names(scope: ast.AST) -> set[str]:
    """Return the names in a function that are bound to one row."""
    rows, results = {"row"}, {"rows"}
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Name):
            if calls(node.value, ONE_ROW):
                rows.add(target.id)
            elif calls(node.value, ROWS):
                results.add(target.id)
    for node in ast.walk(scope):
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.target, ast.Name):
            is_result = isinstance(node.iter, ast.Name) and node.iter.id in results
            if is_result or calls(node.iter, ROWS):
                rows.add(node.target.id)
    return rows


def calls(node: ast.AST, methods: frozenset[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in methods


def is_position(index: ast.AST) -> bool:
    """Return True for a constant index, and for a slice with a constant end."""
    if isinstance(index, ast.Slice):
        return any(end is not None and is_position(end) for end in (index.lower, index.upper))
    if isinstance(index, ast.UnaryOp):
        index = index.operand
    return isinstance(index, ast.Constant) and isinstance(index.value, int)
