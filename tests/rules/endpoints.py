"""Every endpoint of the API, read from the application, and helpers that send requests to them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from app.extensions import db
from app.kernel.http.auth import PUBLIC, RouteRule
from tests.fixtures.client import CheckedClient
from tests.fixtures.contract import api_document
from tests.rules.bodies import minimal_body

NOWHERE = 999_999_999
"""An id that no row has."""


@dataclass(frozen=True)
class Endpoint:
    """An operation of the API: method, path, the rule of its route, and its part of the OpenAPI document."""

    method: str
    path: str
    rule: RouteRule
    operation: dict[str, Any]


def endpoints_of(app: Flask) -> list[Endpoint]:
    """Return all endpoints, sorted by path and method."""
    with app.app_context():
        spec = api_document()
    endpoints = []
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
            endpoints.append(
                Endpoint(method, template, function.route_rule, spec["paths"][template][method.lower()])
            )
    return sorted(endpoints, key=lambda endpoint: (endpoint.path, endpoint.method))


def guarded_endpoints(endpoints: list[Endpoint]) -> list[Endpoint]:
    """Return the endpoints that require a sign-in or more."""
    return [endpoint for endpoint in endpoints if endpoint.rule.rule is not PUBLIC]


def attempt(client: CheckedClient, endpoint: Endpoint, path: str, **request: Any) -> TestResponse:
    """Send one request and roll back its changes, including committed ones."""
    db.session.flush()
    savepoint = db.session.connection().begin_nested()
    try:
        return client.open(path, method=endpoint.method, **request)
    finally:
        savepoint.rollback()
        db.session.expire_all()


def request_all(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any], token: str | None
) -> Iterator[tuple[Endpoint, int]]:
    """Send a request to each endpoint as the bearer of `token`, with ids of `world`; yield the status codes."""
    client.token = token
    for endpoint in endpoints:
        body = minimal_body(api_document(), endpoint.operation, world)
        yield endpoint, attempt(client, endpoint, endpoint.path.format_map(world), json=body).status_code


def assert_statuses(
    client: CheckedClient,
    endpoints: list[Endpoint],
    world: dict[str, Any],
    token: str | None,
    allowed: set[int],
) -> None:
    """Assert that every response has one of the `allowed` status codes."""
    wrong = [
        f"{endpoint.method} {endpoint.path}: {status}"
        for endpoint, status in request_all(client, endpoints, world, token)
        if status not in allowed
    ]
    assert wrong == []
