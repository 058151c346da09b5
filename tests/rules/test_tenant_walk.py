"""Every call of the API, tried by who is no end of what it names: nothing is there for them."""

import re
from typing import Any, NamedTuple

import pytest
from flask import Flask

from app.accounts.models import Organisation, User
from app.extensions import db
from app.kernel.auth import Access
from app.kernel.openapi import document
from tests.factories.accounts import OrganisationFactory, UserFactory, token_of
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.rules.bodies import least_body
from tests.rules.calls import NOWHERE, Call, answers, attempt, guarded, refused
from tests.rules.test_security import addresses
from tests.rules.world import SECRET

SHARED = {
    "GET /api/ncr/{ncr_id}",
    "GET /api/organisation/{organisation_id}",
    "GET /api/organisation/{organisation_id}/user",
    "GET /api/rfx/{rfx_id}",
    "GET /api/rfx/{rfx_id}/value",
    "GET /api/rfx/{rfx_id}/value/{field}/history",
    "GET /api/user/{user_id}",
    "POST /api/ncr/{ncr_id}/progress",
    "POST /api/rfx/{rfx_id}/decline",
    "POST /api/rfx/{rfx_id}/export",
    "POST /api/rfx/{rfx_id}/opened",
    "POST /api/rfx/{rfx_id}/submission",
    "POST /api/rfx/{rfx_id}/task/{task_id}/message",
    "POST /api/user/{user_id}/resendInvite",
    "PUT /api/organisation/{organisation_id}",
    "PUT /api/organisation/{organisation_id}/address",
    "PUT /api/organisation/{organisation_id}/logo",
    "PUT /api/rfx/{rfx_id}/value",
    "PUT /api/user/{user_id}",
    "PUT /api/user/{user_id}/image",
    "PUT /api/user/{user_id}/suspended",
}
"""What the supplier's Super User may do in the world: with the RFx and the non-conformance, and with what is its own."""


def named(calls: list[Call]) -> list[Call]:
    """Those whose address holds an id, but for the calls of the admin area."""
    return [call for call in guarded(calls) if "{" in call.path and call.rule.rule is not Access.ADMIN]


class Outsider(NamedTuple):
    """Somebody with every permission in an organisation of their own, and the words that they may never read."""

    user: User
    hidden: re.Pattern[str]


@pytest.fixture(params=["a stranger", "another supplier of the same buyer"])
def outsider(request: pytest.FixtureRequest, world: dict[str, Any]) -> Outsider:
    """No end of anything in `world`; the buyer's name and people are known to its suppliers."""
    user = UserFactory(in_organisation=OrganisationFactory())
    if request.param == "a stranger":
        return Outsider(user, re.compile(SECRET))
    relate(world["organisation"].id, user.organisation_id)
    relate(user.organisation_id, world["organisation"].id)
    return Outsider(user, re.compile(f"{SECRET} (?!Owner)"))


def test_an_outsider_finds_nothing(
    client: CheckedClient, calls: list[Call], world: dict[str, Any], outsider: Outsider
) -> None:
    """With every permission, of another organisation: what the path names does not exist for it."""
    refused(client, named(calls), world, token_of(outsider.user), {404})


def test_what_is_hidden_answers_as_what_does_not_exist(
    client: CheckedClient, calls: list[Call], world: dict[str, Any], outsider: Outsider
) -> None:
    """To an outsider another tenant's id, in the address or in the body, is as one made up."""
    client.token = token_of(outsider.user)
    ids = {name: value for name, value in world.items() if isinstance(value, int)}
    nowhere = world | dict.fromkeys(ids, NOWHERE)
    tried = 0
    for call in guarded(calls):
        body = least_body(document(), call.operation, world) or {}
        if call.rule.rule is Access.ADMIN or not ("{" in call.path or set(body) & set(ids)):
            continue
        told = []
        for known in (world, nowhere):
            response = attempt(
                client, call, call.path.format_map(known),
                json=least_body(document(), call.operation, known),
            )  # fmt: skip
            told.append((response.status_code, response.json))
        assert told[0] == told[1], f"{call.method} {call.path}"
        assert told[0][0] in {404, 422}, f"{call.method} {call.path}: {told[0]}"
        tried += 1
    assert tried > 60


def test_lists_show_nothing_of_another_tenant(
    client: CheckedClient, calls: list[Call], world: dict[str, Any], outsider: Outsider
) -> None:
    """No list of an outsider holds a word of what is hidden."""
    client.token = token_of(outsider.user)
    for call in guarded(calls):
        if call.method == "GET" and "{" not in call.path and call.rule.rule is not Access.ADMIN:
            needed = {p["name"]: "x" for p in call.operation.get("parameters", []) if p.get("required")}
            response = client.get(call.path, query_string=needed)
            assert response.status_code in {200, 404, 422}, call.path
            assert not outsider.hidden.search(response.text), call.path


def test_no_page_shows_what_is_hidden(
    app: Flask, world: dict[str, Any], outsider: Outsider, signed_in: SignedIn
) -> None:
    """Pages and files by their addresses, with ids of the world in path, and with its relationship asked for."""
    client = signed_in(outsider.user)
    with_ids = 0
    for address in addresses(app, world):
        page = client.get(address, query_string={"relationshipId": world["relationship_id"]})
        assert not outsider.hidden.search(page.text), address
        if re.search(r"/\d", address) and not address.startswith(("/api/", "/sysadmin/")):
            assert page.status_code == 404, address
            with_ids += 1
    assert with_ids > 10


def test_the_other_end_reads_and_writes_what_it_shares_and_nothing_else(
    client: CheckedClient, calls: list[Call], world: dict[str, Any]
) -> None:
    other_party = UserFactory(in_organisation=db.session.get_one(Organisation, world["organisation_id"]))
    found = answers(client, named(calls), world, token_of(other_party))
    there = {f"{call.method} {call.path}" for call, status in found if status not in {403, 404}}
    assert there == SHARED
