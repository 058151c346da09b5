"""API keys at every endpoint: each belongs to one area or to none, and a key reaches no more than its scopes.

New endpoints are included automatically: add their blueprint to `BLUEPRINTS` of app/api_keys/policies.py.
"""

from typing import Any

import pytest
from flask import Flask

from app.accounts.models import Organisation
from app.api_keys.describing import scopes_of_operations
from app.api_keys.policies import ALL_SCOPES, BLUEPRINTS, OPERATIONS, READING, scope_of
from app.api_keys.types import AREA_TEXTS, Area
from app.extensions import db
from app.kernel.http.auth import PUBLIC, Access
from tests.factories.accounts import UserFactory
from tests.factories.api_keys import make_key
from tests.fixtures.client import CheckedClient
from tests.rules.endpoints import Endpoint, assert_statuses, guarded_endpoints, request_all
from tests.rules.test_routes import views_of
from tests.rules.test_tenant_walk import SHARED, endpoints_with_id

FOR_PEOPLE = (
    "/api/apiKey",
    "/api/bulk",
    "/api/calendarFeed",
    "/api/dataExport",
    "/api/home/",
    "/api/notification",
    "/api/savedView",
    "/api/session",
    "/api/signIn",
    "/api/sysadmin/",
    "/api/user/factor",
    "/api/user/passkey",
    "/api/user/password",
    "/api/user/recoveryCode",
    "/api/user/totp",
)
"""The beginnings of paths that no key may use, independent of the table of blueprints."""


@pytest.fixture
def scopes(app: Flask) -> dict[tuple[str, str], str]:
    """The scope of each operation that keys can use."""
    with app.app_context():
        return scopes_of_operations()


def guarded_rules(app: Flask) -> set[tuple[str, str]]:
    """Return blueprint and operation of every endpoint that requires a sign-in."""
    rules = set()
    for rule in app.url_map.iter_rules():
        blueprint = rule.endpoint.rpartition(".")[0]
        rules |= {(blueprint, f"{method} {rule}") for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    public = {f"{method} {path}" for method, path, view in views_of(app) if view.route_rule.rule is PUBLIC}
    return {(blueprint, operation) for blueprint, operation in rules if operation not in public}


def test_every_blueprint_of_the_api_has_an_area_or_none(app: Flask) -> None:
    of_api = {blueprint for blueprint, operation in guarded_rules(app) if " /api/" in operation}
    assert of_api - set(BLUEPRINTS) == set(), "add these to BLUEPRINTS in app/api_keys/policies.py"
    assert set(BLUEPRINTS) - of_api == {"files_pages"}, "no such blueprint"


def test_every_exception_is_an_endpoint_and_differs_from_its_blueprint(app: Flask) -> None:
    blueprints = {operation: blueprint for blueprint, operation in guarded_rules(app)}
    assert set(OPERATIONS) - set(blueprints) == set()
    assert READING - set(blueprints) == set()
    same = [name for name, area in OPERATIONS.items() if area is BLUEPRINTS[blueprints[name]]]
    assert same == []
    assert all(name.startswith("POST ") for name in READING)


def test_every_scope_is_needed_by_an_endpoint_and_described(scopes: dict[tuple[str, str], str]) -> None:
    assert set(scopes.values()) == set(ALL_SCOPES)
    assert set(AREA_TEXTS) == set(Area)


def test_unknown_blueprints_are_closed() -> None:
    assert scope_of(blueprint="webinar", method="GET", rule="/api/webinar") is None
    assert scope_of(blueprint=None, method="GET", rule="") is None
    assert scope_of(blueprint="rfx", method="HEAD", rule="/api/rfx") == "rfx:read"


def test_a_key_reaches_exactly_the_endpoints_of_its_scopes(
    client: CheckedClient,
    endpoints: list[Endpoint],
    world: dict[str, Any],
    scopes: dict[tuple[str, str], str],
) -> None:
    """Keys of the owner of the world, with the role of a Super User and all scopes to read."""
    reading = [each for each in ALL_SCOPES if each.endswith(":read")]
    reader = make_key(world["owner"], scopes=reading).secret
    open_to_reader = set()
    for endpoint, status in request_all(client, guarded_endpoints(endpoints), world, reader):
        needed = scopes.get((endpoint.method, endpoint.path))
        name = f"{endpoint.method} {endpoint.path}: {status}"
        if needed is None or needed.endswith(":write"):
            assert status == 403, name
        else:
            assert status != 401, name
            open_to_reader.add(needed)
    assert open_to_reader == set(reading)


def test_endpoints_for_people_are_closed_to_every_key(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any]
) -> None:
    closed = [each for each in guarded_endpoints(endpoints) if each.path.startswith(FOR_PEOPLE)]
    closed += [each for each in endpoints if each.rule.rule is Access.ADMIN]
    assert len(closed) > 40
    assert_statuses(client, closed, world, make_key(world["owner"]).secret, {403})


def test_keys_of_strangers_reach_nothing_of_another_tenant(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any]
) -> None:
    """The stranger's key has every scope and every permission in its own organisation."""
    secret = make_key(UserFactory()).secret
    assert_statuses(client, endpoints_with_id(endpoints), world, secret, {403, 404})
    client.token = secret
    for endpoint in guarded_endpoints(endpoints):
        if endpoint.method == "GET" and "{" not in endpoint.path:
            needed = {p["name"]: "x" for p in endpoint.operation.get("parameters", []) if p.get("required")}
            response = client.get(endpoint.path, query_string=needed)
            assert world["secret"] not in response.text, endpoint.path


def test_a_key_of_the_other_party_reaches_shared_rows_only(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any]
) -> None:
    supplier = UserFactory(in_organisation=db.session.get_one(Organisation, world["organisation_id"]))
    responses = request_all(client, endpoints_with_id(endpoints), world, make_key(supplier).secret)
    reachable = {
        f"{endpoint.method} {endpoint.path}" for endpoint, status in responses if status not in {403, 404}
    }
    assert reachable
    assert reachable - SHARED == set()


def test_keys_without_a_scope_get_403_before_404(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any]
) -> None:
    """So a key learns nothing about records in areas that it has no scope for."""
    secret = make_key(UserFactory(), scopes=["events:read"]).secret
    others = [
        endpoint
        for endpoint in guarded_endpoints(endpoints)
        if endpoint.path
        not in {"/api/eventLog", "/api/eventType", "/api/auditEntry", "/api/auditEntry/export"}
    ]
    assert_statuses(client, others, world, secret, {403})
