"""Every call, with what is wrong, missing, too long or hostile: a sentence and 4xx, never 5xx. New calls are in it."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from app.kernel.auth import Access
from app.kernel.openapi import document
from tests.factories.accounts import UserFactory, token_of
from tests.fixtures.client import CheckedClient
from tests.fixtures.vectors import vectors
from tests.rules.bodies import least_body, resolved
from tests.rules.calls import Call, attempt

REFUSED = {400, 401, 403, 404, 409, 413, 415, 422, 429}
CORPUS: dict[str, Any] = vectors("hostile-values")
WRONG_TYPES: dict[str, list[Any]] = CORPUS["wrongTypes"]
SENTENCE = re.compile(r"[.?!]['\")]?$")


def tokens_of(world: dict[str, Any]) -> dict[Access | None, str]:
    """Of whom to try a call: its owner, or an admin for the calls of the admin area."""
    return {None: token_of(world["owner"]), Access.ADMIN: token_of(UserFactory(is_admin=True))}


def faults_of(response: TestResponse, *, must_refuse: bool) -> str | None:
    """What is wrong with an answer to something wrong; None where nothing is."""
    if response.status_code < 400:
        return f"was taken with {response.status_code}" if must_refuse else None
    if response.status_code not in REFUSED:
        return f"answered {response.status_code}"
    body = response.get_json()
    if not body.get("errors") or not all(SENTENCE.search(sentence) for sentence in body["errors"]):
        return f"said {body.get('errors')}"
    return None


class Walk:
    """Sends bodies and queries to calls, and collects what is answered wrongly."""

    def __init__(self, client: CheckedClient, world: dict[str, Any]) -> None:
        self.client = client
        self.world = world
        self.tokens = tokens_of(world)
        self.wrong: list[str] = []
        self.tried = 0

    def send(self, call: Call, what: str, *, must_refuse: bool = False, **request: Any) -> None:
        """One request; `what` describes it where its answer is wrong."""
        self.client.token = self.tokens[Access.ADMIN if call.rule.rule is Access.ADMIN else None]
        path = request.pop("path", None) or call.path.format_map(self.world)
        try:
            fault = faults_of(attempt(self.client, call, path, **request), must_refuse=must_refuse)
        except AssertionError as error:
            fault = str(error).splitlines()[0]
        self.tried += 1
        if fault:
            self.wrong.append(f"{call.method} {call.path}, {what}: {fault}"[:300])


@pytest.fixture
def walk(client: CheckedClient, session: Session, world: dict[str, Any]) -> Walk:
    return Walk(client, world)


def bodied(calls: list[Call]) -> list[Call]:
    return [
        call
        for call in calls
        if "application/json" in call.operation.get("requestBody", {}).get("content", {})
    ]


def schema_of(call: Call) -> dict[str, Any]:
    return resolved(document(), call.operation["requestBody"]["content"]["application/json"]["schema"])


def properties_of(call: Call) -> Iterator[tuple[str, str, bool]]:
    """(name, type, whether null is a value) of each property of a call's body."""
    for name, schema in schema_of(call).get("properties", {}).items():
        found = resolved(document(), schema)
        kind = found.get("type")
        kinds = kind if isinstance(kind, list) else [kind]
        known = [k for k in kinds if k in WRONG_TYPES]
        yield name, known[0] if len(known) == 1 else "", "null" in kinds or bool(found.get("nullable"))


def test_a_body_that_is_no_object_is_refused(walk: Walk, calls: list[Call]) -> None:
    for call in bodied(calls):
        for text in CORPUS["bodies"]:
            walk.send(
                call, f"body {text[:20]!r}", data=text.encode("latin-1"), content_type="application/json",
                must_refuse=text not in {"", "null"},
            )  # fmt: skip
        walk.send(call, "a form", data="a=1", content_type="application/x-www-form-urlencoded")
    assert "\n".join(walk.wrong) == ""
    assert walk.tried > 100


def test_missing_and_unknown_fields_are_refused(walk: Walk, calls: list[Call]) -> None:
    for call in bodied(calls):
        body = least_body(document(), call.operation, walk.world)
        for name in schema_of(call).get("required", []):
            rest = {key: value for key, value in body.items() if key != name}
            walk.send(call, f"without {name}", json=rest, must_refuse=True)
        walk.send(call, "with more", json={**body, "isAdmin": True}, must_refuse=True)
    assert "\n".join(walk.wrong) == ""
    assert walk.tried > 50


def test_wrong_types_are_refused(walk: Walk, calls: list[Call]) -> None:
    for call in bodied(calls):
        body = least_body(document(), call.operation, walk.world)
        for name, kind, nullable in properties_of(call):
            for value in [*WRONG_TYPES.get(kind, []), *([] if nullable else [None])]:
                walk.send(call, f"{name} = {value!r}", json={**body, name: value}, must_refuse=bool(kind))
    assert "\n".join(walk.wrong) == ""
    assert walk.tried > 150


def test_hostile_values_bring_nothing_down(walk: Walk, calls: list[Call]) -> None:
    for call in bodied(calls):
        body = least_body(document(), call.operation, walk.world)
        for name, kind, _nullable in properties_of(call):
            for value in CORPUS["values"].get(kind, []):
                raw = json.dumps({**body, name: value}).encode()
                too_long = isinstance(value, str) and len(value) > 200_000
                walk.send(
                    call, f"{name} = {str(value)[:40]!r}", data=raw, content_type="application/json",
                    must_refuse=too_long,
                )  # fmt: skip
    assert "\n".join(walk.wrong) == ""
    assert walk.tried > 300


def test_wrong_queries_and_addresses_bring_nothing_down(walk: Walk, calls: list[Call]) -> None:
    for call in calls:
        names = [p["name"] for p in call.operation.get("parameters", []) if p.get("in") == "query"]
        for name in names:
            for value in CORPUS["queries"]:
                walk.send(call, f"?{name}={value[:20]!r}", query_string={name: value})
        if call.method == "GET":
            walk.send(call, "?unknown=1", query_string={"unknownName": "1"})
        if "{" in call.path:
            for value in CORPUS["addresses"]:
                path = re.sub(r"{\w+}", value, call.path)
                walk.send(call, f"at {path}", path=path, must_refuse=True)
    assert "\n".join(walk.wrong) == ""
    assert walk.tried > 300
