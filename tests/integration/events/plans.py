"""The plans with which PostgreSQL runs the statements of a request over the event log."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from app.extensions import db

Node = dict[str, Any]


@dataclass
class RecordedStatements:
    """The statements over the event log with their parameters."""

    statements: list[tuple[str, Any]] = field(default_factory=list)

    def plans(self) -> list[Node]:
        """Run each statement again; return its plan with the actual numbers of rows."""
        return [_plan(statement, parameters) for statement, parameters in self.statements]


@contextmanager
def event_statements() -> Iterator[RecordedStatements]:
    """Record the statements over the event log in the block."""
    recorded = RecordedStatements()

    def note(_connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if "event_log" in statement:
            recorded.statements.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield recorded
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def _plan(statement: str, parameters: Any) -> Node:
    cursor = db.session.connection().connection.cursor()
    cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", parameters)
    plan = cursor.fetchone()[0]
    root: Node = (json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]
    return root


def nodes(plan: Node, *, skipped: str = "") -> Iterator[Node]:
    """Return all nodes of a plan without those whose relationship to their parent is `skipped`."""
    yield plan
    for child in plan.get("Plans", ()):
        if child["Parent Relationship"] != skipped:
            yield from nodes(child, skipped=skipped)


def scans(plan: Node) -> list[Node]:
    """Return the scans of partitions that were executed; those behind a full page, and pruned ones, were not."""
    return [
        node
        for node in nodes(plan)
        if node.get("Relation Name", "").startswith("event_log_") and node["Actual Loops"]
    ]
