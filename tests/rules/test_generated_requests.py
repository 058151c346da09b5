"""Requests that schemathesis generates from the OpenAPI document: no 5xx, no undocumented response."""

from copy import deepcopy
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from sqlalchemy.orm import Session

from tests.factories.accounts import UserFactory, token_of
from tests.fixtures.client import CheckedClient
from tests.fixtures.contract import api_document
from tests.rules.endpoints import Endpoint, attempt

EXAMPLES = 5
"""Requests per operation and mode: valid requests, and invalid ones."""


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_generated_requests_get_documented_responses(
    app: Flask,
    client: CheckedClient,
    session: Session,
    world: dict[str, Any],
    endpoints: list[Endpoint],
    mode: GenerationMode,
) -> None:
    owner, admin = token_of(world["owner"]), token_of(UserFactory(is_admin=True))
    schema = schemathesis.openapi.from_dict(deepcopy(api_document()))
    endpoints_by_name = {f"{endpoint.method} {endpoint.path}": endpoint for endpoint in endpoints}
    tried: set[str] = set()

    def try_all(operation: Any) -> None:
        @settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def try_one(case: Any) -> None:
            client.token = admin if "/sysadmin/" in operation.path else owner
            path_ids = {
                **case.path_parameters,
                **{k: v for k, v in world.items() if k in case.path_parameters},
            }
            body = {"json": case.body} if isinstance(case.body, (dict, list, str, int, float, bool)) else {}
            path = operation.path.format_map(path_ids)
            endpoint = endpoints_by_name[f"{operation.method.upper()} {operation.path}"]
            response = attempt(client, endpoint, path, query_string=case.query or {}, **body)
            assert response.status_code < 500, (operation.label, path_ids, case.query, case.body)

        try:
            try_one()
        except Unsatisfiable:
            # Nothing of such an operation can be invalid: it has no parameters, no body and no sign-in.
            endpoint = endpoints_by_name[f"{operation.method.upper()} {operation.path}"]
            assert mode is GenerationMode.NEGATIVE
            assert not endpoint.operation.get("parameters")
            assert "requestBody" not in endpoint.operation
        tried.add(f"{operation.method.upper()} {operation.path}")

    for result in schema.get_all_operations():
        try_all(result.ok())
    assert tried == set(endpoints_by_name)
