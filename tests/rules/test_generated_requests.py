"""Requests that schemathesis makes up from the OpenAPI document: no 5xx, and no answer outside the document."""

from typing import Any

import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from sqlalchemy.orm import Session

from app.kernel.openapi import document
from tests.factories.accounts import UserFactory, token_of
from tests.fixtures.client import CheckedClient
from tests.rules.calls import Call, attempt

EXAMPLES = 5
"""For each operation and each way: requests as documented, and requests that are not."""


def test_made_up_requests_are_answered_as_documented(
    app: Flask, client: CheckedClient, session: Session, world: dict[str, Any], calls: list[Call]
) -> None:
    owner, admin = token_of(world["owner"]), token_of(UserFactory(is_admin=True))
    schema = schemathesis.openapi.from_dict(document())
    known = {f"{call.method} {call.path}": call for call in calls}
    tried: set[str] = set()

    def try_all(operation: Any, mode: GenerationMode) -> None:
        @settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def try_one(case: Any) -> None:
            client.token = admin if "/sysadmin/" in operation.path else owner
            named = {**case.path_parameters, **{k: v for k, v in world.items() if k in case.path_parameters}}
            body = {"json": case.body} if isinstance(case.body, (dict, list, str, int, float, bool)) else {}
            path = operation.path.format_map(named)
            call = known[f"{operation.method.upper()} {operation.path}"]
            response = attempt(client, call, path, query_string=case.query or {}, **body)
            assert response.status_code < 500, (operation.label, named, case.query, case.body)

        try_one()
        tried.add(f"{operation.method.upper()} {operation.path}")

    for found in schema.get_all_operations():
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try_all(found.ok(), mode)
    assert tried == set(known)
