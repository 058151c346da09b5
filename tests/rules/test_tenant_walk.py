"""Every endpoint, requested by a user of an unrelated organisation: nothing exists for them."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from app.accounts.models import AccessGrant, Organisation, User
from app.extensions import db
from app.kernel.http.auth import Access
from app.kernel.registry import current_registry
from app.network.models import Relationship
from tests.factories.accounts import OrganisationFactory, UserFactory, token_of
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.contract import api_document
from tests.fixtures.people import SignedIn
from tests.rules.bodies import minimal_body
from tests.rules.endpoints import NOWHERE, Endpoint, assert_statuses, attempt, guarded_endpoints, request_all
from tests.rules.test_security import addresses
from tests.rules.world import GRANTS, SECRET

SHARED = {
    "GET /api/correctiveAction/{action_id}",
    "GET /api/documentRequirement/{requirement_id}",
    "GET /api/ncr/{ncr_id}",
    "GET /api/organisation/{organisation_id}",
    "GET /api/organisation/{organisation_id}/user",
    "GET /api/relationship/{relationship_id}/documentRequirement",
    "GET /api/rfx/{rfx_id}",
    "GET /api/rfx/{rfx_id}/answerDocument",
    "GET /api/rfx/{rfx_id}/answerImport",
    "GET /api/rfx/{rfx_id}/handover",
    "GET /api/rfx/{rfx_id}/part",
    "GET /api/rfx/{rfx_id}/value",
    "GET /api/rfx/{rfx_id}/value/{field}/history",
    "GET /api/user/{user_id}",
    "POST /api/correctiveAction/{action_id}/contest",
    "POST /api/correctiveAction/{action_id}/step/{step}/send",
    "POST /api/ncr/{ncr_id}/export",
    "POST /api/ncr/{ncr_id}/progress",
    "POST /api/rfx/{rfx_id}/answerImport",
    "POST /api/rfx/{rfx_id}/confirmation",
    "POST /api/rfx/{rfx_id}/decline",
    "POST /api/rfx/{rfx_id}/export",
    "POST /api/rfx/{rfx_id}/handover",
    "POST /api/rfx/{rfx_id}/opened",
    "POST /api/rfx/{rfx_id}/part",
    "POST /api/rfx/{rfx_id}/part/{part_id}/reminder",
    "POST /api/rfx/{rfx_id}/part/{part_id}/withdraw",
    "POST /api/rfx/{rfx_id}/submission",
    "POST /api/rfx/{rfx_id}/task/{task_id}/message",
    "POST /api/user/{user_id}/erasure",
    "POST /api/user/{user_id}/resendInvite",
    "PUT /api/correctiveAction/{action_id}/step/{step}",
    "PUT /api/organisation/{organisation_id}",
    "PUT /api/organisation/{organisation_id}/address",
    "PUT /api/organisation/{organisation_id}/awardApproval",
    "PUT /api/organisation/{organisation_id}/logo",
    "PUT /api/rfx/{rfx_id}/part/{part_id}",
    "PUT /api/rfx/{rfx_id}/value",
    "PUT /api/user/{user_id}",
    "PUT /api/user/{user_id}/image",
    "PUT /api/user/{user_id}/suspended",
    "PUT /api/userTask/{task_id}/done",
}
"""Endpoints of the supplier's Super User: work on the shared RFx, the non-conformance and their tasks, and manage their own organisation."""


def endpoints_with_id(endpoints: list[Endpoint]) -> list[Endpoint]:
    """Return the endpoints with an id in the path, outside the admin area."""
    return [
        endpoint
        for endpoint in guarded_endpoints(endpoints)
        if "{" in endpoint.path and endpoint.rule.rule is not Access.ADMIN
    ]


class Outsider(NamedTuple):
    """A user with every permission in another organisation, and the words that must stay hidden from them."""

    user: User
    hidden: re.Pattern[str]


@pytest.fixture(params=["a stranger", "another supplier of the same buyer"])
def outsider(request: pytest.FixtureRequest, world: dict[str, Any]) -> Outsider:
    """Create a user of an unrelated organisation; another supplier may see the buyer's name and people."""
    user = UserFactory(in_organisation=OrganisationFactory())
    if request.param == "a stranger":
        return Outsider(user, re.compile(SECRET))
    relate(world["organisation"].id, user.organisation_id)
    relate(user.organisation_id, world["organisation"].id)
    return Outsider(user, re.compile(f"{SECRET} (?!Owner)"))


def test_outsiders_get_404(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any], outsider: Outsider
) -> None:
    """The outsider has every permission in their own organisation."""
    assert_statuses(client, endpoints_with_id(endpoints), world, token_of(outsider.user), {404})


def test_hidden_ids_are_indistinguishable_from_unknown_ids(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any], outsider: Outsider
) -> None:
    """An outsider gets the same response for another tenant's id as for an id that does not exist."""
    client.token = token_of(outsider.user)
    ids = {name: value for name, value in world.items() if isinstance(value, int)}
    nowhere = world | dict.fromkeys(ids, NOWHERE)
    tried = 0
    for endpoint in guarded_endpoints(endpoints):
        body = minimal_body(api_document(), endpoint.operation, world) or {}
        if endpoint.rule.rule is Access.ADMIN or not ("{" in endpoint.path or set(body) & set(ids)):
            continue
        outcomes = []
        for ids_in_use in (world, nowhere):
            response = attempt(
                client, endpoint, endpoint.path.format_map(ids_in_use),
                json=minimal_body(api_document(), endpoint.operation, ids_in_use),
            )  # fmt: skip
            outcomes.append((response.status_code, response.json))
        assert outcomes[0] == outcomes[1], f"{endpoint.method} {endpoint.path}"
        assert outcomes[0][0] in {404, 422}, f"{endpoint.method} {endpoint.path}: {outcomes[0]}"
        tried += 1
    assert tried > 60


def test_lists_contain_nothing_of_another_tenant(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any], outsider: Outsider
) -> None:
    """No list response contains a hidden word."""
    client.token = token_of(outsider.user)
    for endpoint in guarded_endpoints(endpoints):
        if endpoint.method == "GET" and "{" not in endpoint.path and endpoint.rule.rule is not Access.ADMIN:
            needed = {p["name"]: "x" for p in endpoint.operation.get("parameters", []) if p.get("required")}
            response = client.get(endpoint.path, query_string=needed)
            assert response.status_code in {200, 404, 422}, endpoint.path
            assert not outsider.hidden.search(response.text), endpoint.path


def test_own_numbers_of_another_tenant_find_nothing(
    client: CheckedClient, world: dict[str, Any], outsider: Outsider
) -> None:
    """Not even the supplier itself finds itself by the buyer's number."""
    db.session.get_one(Relationship, world["relationship_id"]).external_ref = "QX-771-02"
    supplier = UserFactory(in_organisation=db.session.get_one(Organisation, world["organisation_id"]))
    db.session.flush()
    for user in (outsider.user, supplier):
        client.token = token_of(user)
        for typed in ("QX-771-02", "qx77102", "QX-7"):
            assert client.get("/api/search", query_string={"q": typed}).json["groups"] == []
            for name in ("name", "search"):
                assert client.get("/api/organisation", query_string={name: typed}).json == []
        assert "QX-771-02" not in client.get("/api/organisation").text


def test_pages_show_nothing_of_another_tenant(
    app: Flask, world: dict[str, Any], outsider: Outsider, signed_in: SignedIn
) -> None:
    """Pages and files with ids of the world in the path, and filtered by its relationship."""
    client = signed_in(outsider.user)
    with_ids = 0
    for address in addresses(app, world):
        page = client.get(address, query_string={"relationshipId": world["relationship_id"]})
        assert not outsider.hidden.search(page.text), address
        if re.search(r"/\d", address) and not address.startswith(("/api/", "/sysadmin/")):
            assert page.status_code == 404, address
            with_ids += 1
    assert with_ids > 10


def test_other_party_reaches_shared_rows_only(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any]
) -> None:
    supplier_user = UserFactory(in_organisation=db.session.get_one(Organisation, world["organisation_id"]))
    responses = request_all(client, endpoints_with_id(endpoints), world, token_of(supplier_user))
    reachable = {
        f"{endpoint.method} {endpoint.path}" for endpoint, status in responses if status not in {403, 404}
    }
    assert reachable == SHARED


def test_respondents_read_no_note_on_their_answers(
    client: CheckedClient, app: Flask, endpoints: list[Endpoint], world: dict[str, Any], signed_in: SignedIn
) -> None:
    """The respondent of the world's RFx, with every permission, reads each endpoint and page that exists for them."""
    note = f"{SECRET} Note"
    supplier_user = UserFactory(in_organisation=db.session.get_one(Organisation, world["organisation_id"]))
    client = signed_in(supplier_user)
    read = 0
    for endpoint in guarded_endpoints(endpoints):
        if endpoint.method == "GET" and endpoint.rule.rule is not Access.ADMIN:
            response = client.get(endpoint.path.format_map(world))
            assert note not in response.text, endpoint.path
            read += response.status_code == 200
    for address in addresses(app, world):
        assert note not in client.get(address).text, address
    assert read > 5


def test_every_subject_of_grants_has_a_row(app: Flask, session: Session) -> None:
    assert {make().subject_type for make in GRANTS.values()} == set(current_registry().grant_pages)


@pytest.mark.parametrize("make_grant", GRANTS.values(), ids=GRANTS)
def test_guests_reach_nothing_of_another_tenant(
    app: Flask,
    endpoints: list[Endpoint],
    world: dict[str, Any],
    signed_in: SignedIn,
    make_grant: Callable[[], AccessGrant],
) -> None:
    """A guest with a live grant, for a record of another organisation."""
    grant = make_grant()
    client = signed_in(db.session.get_one(User, grant.user_id), grant=grant)
    token = client.token
    assert client.get("/api/session").status_code == 200
    assert_statuses(client, endpoints_with_id(endpoints), world, token, {403, 404})
    for address in addresses(app, world):
        response = client.get(address)
        assert not re.search(SECRET, response.text), address
