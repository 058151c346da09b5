"""Every call of the API, found in the application itself, and what it answers when it is tried."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from app.extensions import db
from app.kernel.auth import PUBLIC, RouteRule
from app.kernel.openapi import document
from tests.fixtures.client import CheckedClient
from tests.rules.bodies import least_body

NOWHERE = 999_999_999
"""An id that nothing has."""


@dataclass(frozen=True)
class Call:
    """One operation of the API: its method and path, what it demands, and what its document says."""

    method: str
    path: str
    rule: RouteRule
    operation: dict[str, Any]


def calls_of(app: Flask) -> list[Call]:
    """All calls, by path and method."""
    with app.app_context():
        spec = document()
    found = []
    for rule in app.url_map.iter_rules():
        view = getattr(app.view_functions[rule.endpoint], "view_class", None)
        if view is None or not str(rule).startswith("/api/"):
            continue
        template = str(rule)
        for kind in ("int:", "string:", "path:"):
            template = template.replace(f"<{kind}", "<")
        template = template.replace("<", "{").replace(">", "}")
        for method in (rule.methods or set()) & {"GET", "POST", "PUT", "DELETE"}:
            function = getattr(view, method.lower())
            found.append(Call(method, template, function.route_rule, spec["paths"][template][method.lower()]))
    return sorted(found, key=lambda call: (call.path, call.method))


def guarded(calls: list[Call]) -> list[Call]:
    """Those that demand a sign-in or more."""
    return [call for call in calls if call.rule.rule is not PUBLIC]


def attempt(client: CheckedClient, call: Call, path: str, **request: Any) -> TestResponse:
    """One request, with what it changed taken back: also what it has committed."""
    db.session.flush()
    savepoint = db.session.connection().begin_nested()
    try:
        return client.open(path, method=call.method, **request)
    finally:
        savepoint.rollback()
        db.session.expire_all()


def answers(
    client: CheckedClient, calls: list[Call], world: dict[str, Any], token: str | None
) -> Iterator[tuple[Call, int]]:
    """The status of each call with ids of `world` in its path and body, asked with `token`."""
    client.token = token
    for call in calls:
        body = least_body(document(), call.operation, world)
        yield call, attempt(client, call, call.path.format_map(world), json=body).status_code


def refused(
    client: CheckedClient, calls: list[Call], world: dict[str, Any], token: str | None, allowed: set[int]
) -> None:
    """Each call answers with one of the statuses `allowed`."""
    wrong = [
        f"{call.method} {call.path}: {status}"
        for call, status in answers(client, calls, world, token)
        if status not in allowed
    ]
    assert wrong == []
