"""Every endpoint rejects every caller without the permission. New endpoints are included automatically."""

from typing import Any

import jwt
import pytest

from app.accounts.models import Role
from app.accounts.operations.sessions import sign_out
from app.accounts.types import UserStatus
from app.extensions import db
from app.kernel.http.auth import Access, Permission
from tests.factories.accounts import UserFactory, actor_of, make_guest, token_of
from tests.factories.api_keys import make_key
from tests.fixtures.application import SECRET_KEY
from tests.fixtures.client import CheckedClient
from tests.rules.endpoints import Endpoint, assert_statuses, guarded_endpoints, request_all


def test_requests_without_token_are_rejected(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any]
) -> None:
    assert_statuses(client, guarded_endpoints(endpoints), world, None, {401})


@pytest.mark.parametrize(
    "forged",
    [
        {"alg": "HS256", "key": "another key, which is just as long as it has to be", "claims": {}},
        {"alg": "none", "key": "", "claims": {}},
        {"alg": "HS256", "key": SECRET_KEY, "claims": {"use": "refresh"}},
        {"alg": "HS256", "key": SECRET_KEY, "claims": {"exp": 1_600_000_000}},
        {"alg": "HS256", "key": SECRET_KEY, "claims": {"sid": 999_999_999}},
    ],
    ids=["wrong key", "alg none", "wrong purpose", "expired", "unknown session"],
)
def test_forged_tokens_are_refused(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any], forged: dict[str, Any]
) -> None:
    good = jwt.decode(token_of(UserFactory()), SECRET_KEY, algorithms=["HS256"])
    token = jwt.encode(good | forged["claims"], forged["key"], algorithm=forged["alg"])
    assert_statuses(client, guarded_endpoints(endpoints), world, token, {401})


def test_suspended_and_signed_out_users_are_rejected(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any]
) -> None:
    suspended = UserFactory()
    token = token_of(suspended)
    suspended.status = UserStatus.SUSPENDED
    assert_statuses(client, guarded_endpoints(endpoints), world, token, {401})
    signed_out = UserFactory()
    token = token_of(signed_out)
    session_id = jwt.decode(token, SECRET_KEY, algorithms=["HS256"])["sid"]
    actor = actor_of(signed_out)
    object.__setattr__(actor, "session_id", session_id)
    sign_out(actor=actor)
    assert_statuses(client, guarded_endpoints(endpoints), world, token, {401})


def test_guests_of_another_rfx_are_rejected(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any]
) -> None:
    token = token_of(make_guest(), rfx_id=world["other_rfx_id"])
    closed = [endpoint for endpoint in guarded_endpoints(endpoints) if not endpoint.rule.guests]
    assert_statuses(client, closed, world, token, {403})
    walled = [
        endpoint for endpoint in guarded_endpoints(endpoints) if endpoint.rule.guests and "{" in endpoint.path
    ]
    assert walled
    assert_statuses(client, walled, world, token, {403, 404})


def test_lower_roles_are_rejected(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any]
) -> None:
    viewer = UserFactory(in_organisation=world["organisation"], role_name="Viewer")
    needing = [
        endpoint for endpoint in guarded_endpoints(endpoints) if not isinstance(endpoint.rule.rule, Access)
    ]
    assert needing
    assert_statuses(client, needing, world, token_of(viewer), {403})
    admins = [endpoint for endpoint in guarded_endpoints(endpoints) if endpoint.rule.rule is Access.ADMIN]
    super_user = UserFactory(in_organisation=world["organisation"])
    assert_statuses(client, admins, world, token_of(super_user), {403})


RESPONDENT_ONLY = {"/api/rfx/{rfx_id}/part"}
"""Endpoints that the requester may not read, and the respondent's users may."""


def test_owner_can_read_every_guarded_endpoint(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any]
) -> None:
    """Confirms that the 404 of the other tests means "not allowed", not a wrong path."""
    reads = [
        endpoint
        for endpoint in guarded_endpoints(endpoints)
        if endpoint.method == "GET" and "{" in endpoint.path
    ]
    reads = [endpoint for endpoint in reads if endpoint.rule.rule is not Access.ADMIN]
    assert reads
    wrong = [
        f"{endpoint.path}: {status}"
        for endpoint, status in request_all(client, reads, world, token_of(world["owner"]))
        if status != (403 if endpoint.path in RESPONDENT_ONLY else 200)
    ]
    assert wrong == []


def token_with_permissions(world: dict[str, Any], *permissions: Permission) -> str:
    """Return a token of a user of the hidden organisation whose role has exactly these permissions."""
    user = UserFactory(in_organisation=world["organisation"])
    name = f"{len(permissions)} of {', '.join(permissions)}"
    role = Role(organisation_id=user.organisation_id, name=name, permissions=list(permissions))
    db.session.add(role)
    db.session.flush()
    user.role_id = role.id
    db.session.flush()
    return token_of(user)


IN_THE_OPERATION = {Permission.ANSWER_RFX, Permission.SUBMIT_RFX, Permission.SEND_MESSAGES}
"""Checked by the operation, because guests can answer and a message can carry an RFx; tests/integration covers them."""


@pytest.mark.parametrize("permission", [each for each in Permission if each not in IN_THE_OPERATION])
def test_each_permission_is_required_and_sufficient(
    client: CheckedClient, endpoints: list[Endpoint], world: dict[str, Any], permission: Permission
) -> None:
    """A role with all other permissions gets 403; a role with only this one does not."""
    needing = [endpoint for endpoint in guarded_endpoints(endpoints) if endpoint.rule.rule is permission]
    assert needing
    others = [each for each in Permission if each is not permission]
    assert_statuses(client, needing, world, token_with_permissions(world, *others), {403})
    colleague = UserFactory(in_organisation=world["organisation"], role_name="Viewer")
    own = world | {"organisation_id": world["organisation"].id, "user_id": colleague.id}
    # A key with a greater role than the user's could not be changed.
    own["api_key_id"] = make_key(world["owner"], name="Key of a viewer", role_name="Viewer").key.id
    shut = [
        f"{endpoint.method} {endpoint.path}"
        for endpoint, status in request_all(client, needing, own, token_with_permissions(world, permission))
        if status == 403
    ]
    assert shut == []
