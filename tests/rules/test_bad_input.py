"""Invalid, missing, oversized and hostile input to every endpoint: a 4xx with a sentence, never a 5xx."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from app.kernel.http.auth import Access
from tests.factories.accounts import UserFactory, token_of
from tests.fixtures.client import CheckedClient
from tests.fixtures.contract import api_document
from tests.fixtures.vectors import vectors
from tests.rules.bodies import minimal_body, resolve
from tests.rules.endpoints import Endpoint, attempt

REFUSED = {400, 401, 403, 404, 409, 413, 415, 422, 429}
CORPUS: dict[str, Any] = vectors("hostile-values")
WRONG_TYPES: dict[str, list[Any]] = CORPUS["wrongTypes"]
SENTENCE = re.compile(r"[.?!]['\")]?$")


def tokens_by_access(world: dict[str, Any]) -> dict[Access | None, str]:
    """Return the tokens to use: of an admin for the admin area, of the world's owner for everything else."""
    return {None: token_of(world["owner"]), Access.ADMIN: token_of(UserFactory(is_admin=True))}


def problem_with(response: TestResponse, *, must_refuse: bool) -> str | None:
    """Describe the problem with a response to invalid input, or return None."""
    if response.status_code < 400:
        return f"was accepted with {response.status_code}" if must_refuse else None
    if response.status_code not in REFUSED:
        return f"returned {response.status_code}"
    body = response.get_json()
    if not body.get("errors") or not all(SENTENCE.search(sentence) for sentence in body["errors"]):
        return f"has the errors {body.get('errors')}"
    return None


class Walk:
    """Send bodies and queries to endpoints and collect the wrong responses."""

    def __init__(self, client: CheckedClient, world: dict[str, Any]) -> None:
        self.client = client
        self.world = world
        self.tokens = tokens_by_access(world)
        self.wrong: list[str] = []
        self.tried = 0

    def send(self, endpoint: Endpoint, what: str, *, must_refuse: bool = False, **request: Any) -> None:
        """Send one request; `what` describes it in the report."""
        self.client.token = self.tokens[Access.ADMIN if endpoint.rule.rule is Access.ADMIN else None]
        path = request.pop("path", None) or endpoint.path.format_map(self.world)
        try:
            problem = problem_with(attempt(self.client, endpoint, path, **request), must_refuse=must_refuse)
        except AssertionError as error:
            problem = str(error).splitlines()[0]
        self.tried += 1
        if problem:
            self.wrong.append(f"{endpoint.method} {endpoint.path}, {what}: {problem}"[:300])


@pytest.fixture
def walk(client: CheckedClient, session: Session, world: dict[str, Any]) -> Walk:
    return Walk(client, world)


def endpoints_with_body(endpoints: list[Endpoint]) -> list[Endpoint]:
    return [
        endpoint
        for endpoint in endpoints
        if "application/json" in endpoint.operation.get("requestBody", {}).get("content", {})
    ]


def schema_of(endpoint: Endpoint) -> dict[str, Any]:
    return resolve(api_document(), endpoint.operation["requestBody"]["content"]["application/json"]["schema"])


def properties_of(endpoint: Endpoint) -> Iterator[tuple[str, str, bool]]:
    """Yield the name, the type and the nullability of each property of a request body."""
    for name, schema in schema_of(endpoint).get("properties", {}).items():
        resolved_schema = resolve(api_document(), schema)
        kind = resolved_schema.get("type")
        kinds = kind if isinstance(kind, list) else [kind]
        types = [k for k in kinds if k in WRONG_TYPES]
        yield (
            name,
            types[0] if len(types) == 1 else "",
            "null" in kinds or bool(resolved_schema.get("nullable")),
        )


def test_non_object_bodies_are_rejected(walk: Walk, endpoints: list[Endpoint]) -> None:
    for endpoint in endpoints_with_body(endpoints):
        for text in CORPUS["bodies"]:
            walk.send(
                endpoint, f"body {text[:20]!r}", data=text.encode("latin-1"), content_type="application/json",
                must_refuse=text not in {"", "null"},
            )  # fmt: skip
        walk.send(endpoint, "a form", data="a=1", content_type="application/x-www-form-urlencoded")
    assert "\n".join(walk.wrong) == ""
    assert walk.tried > 100


def test_missing_and_unknown_fields_are_rejected(walk: Walk, endpoints: list[Endpoint]) -> None:
    for endpoint in endpoints_with_body(endpoints):
        body = minimal_body(api_document(), endpoint.operation, walk.world)
        for name in schema_of(endpoint).get("required", []):
            rest = {key: value for key, value in body.items() if key != name}
            walk.send(endpoint, f"without {name}", json=rest, must_refuse=True)
        walk.send(endpoint, "with more", json={**body, "isAdmin": True}, must_refuse=True)
    assert "\n".join(walk.wrong) == ""
    assert walk.tried > 50


def test_wrong_types_are_rejected(walk: Walk, endpoints: list[Endpoint]) -> None:
    for endpoint in endpoints_with_body(endpoints):
        body = minimal_body(api_document(), endpoint.operation, walk.world)
        for name, kind, nullable in properties_of(endpoint):
            for value in [*WRONG_TYPES.get(kind, []), *([] if nullable else [None])]:
                walk.send(endpoint, f"{name} = {value!r}", json={**body, name: value}, must_refuse=bool(kind))
    assert "\n".join(walk.wrong) == ""
    assert walk.tried > 150


def test_hostile_values_never_cause_5xx(walk: Walk, endpoints: list[Endpoint]) -> None:
    for endpoint in endpoints_with_body(endpoints):
        body = minimal_body(api_document(), endpoint.operation, walk.world)
        for name, kind, _nullable in properties_of(endpoint):
            for value in CORPUS["values"].get(kind, []):
                raw = json.dumps({**body, name: value}).encode()
                too_long = isinstance(value, str) and len(value) > 200_000
                walk.send(
                    endpoint, f"{name} = {str(value)[:40]!r}", data=raw, content_type="application/json",
                    must_refuse=too_long,
                )  # fmt: skip
    assert "\n".join(walk.wrong) == ""
    assert walk.tried > 300


def test_invalid_queries_and_ids_never_cause_5xx(walk: Walk, endpoints: list[Endpoint]) -> None:
    for endpoint in endpoints:
        names = [p["name"] for p in endpoint.operation.get("parameters", []) if p.get("in") == "query"]
        for name in names:
            for value in CORPUS["queries"]:
                walk.send(endpoint, f"?{name}={value[:20]!r}", query_string={name: value})
        if endpoint.method == "GET":
            walk.send(endpoint, "?unknown=1", query_string={"unknownName": "1"})
        if "{" in endpoint.path:
            for value in CORPUS["addresses"]:
                path = re.sub(r"{\w+}", value, endpoint.path)
                walk.send(endpoint, f"at {path}", path=path, must_refuse=True)
    assert "\n".join(walk.wrong) == ""
    assert walk.tried > 300
