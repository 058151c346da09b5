"""Every call of the API, with every caller who may not make it. New calls are in the walk by themselves."""

from typing import Any

import jwt
import pytest

from app.accounts.models import Role
from app.accounts.operations.sessions import sign_out
from app.accounts.types import UserStatus
from app.extensions import db
from app.kernel.auth import Access, Permission
from tests.factories.accounts import UserFactory, actor_of, make_guest, token_of
from tests.fixtures.application import SECRET_KEY
from tests.fixtures.client import CheckedClient
from tests.rules.calls import Call, answers, guarded, refused


def test_nobody_is_refused(client: CheckedClient, calls: list[Call], world: dict[str, Any]) -> None:
    refused(client, guarded(calls), world, None, {401})


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
    client: CheckedClient, calls: list[Call], world: dict[str, Any], forged: dict[str, Any]
) -> None:
    good = jwt.decode(token_of(UserFactory()), SECRET_KEY, algorithms=["HS256"])
    token = jwt.encode(good | forged["claims"], forged["key"], algorithm=forged["alg"])
    refused(client, guarded(calls), world, token, {401})


def test_the_suspended_and_the_signed_out_are_refused(
    client: CheckedClient, calls: list[Call], world: dict[str, Any]
) -> None:
    suspended = UserFactory()
    token = token_of(suspended)
    suspended.status = UserStatus.SUSPENDED
    refused(client, guarded(calls), world, token, {401})
    gone = UserFactory()
    token = token_of(gone)
    session_id = jwt.decode(token, SECRET_KEY, algorithms=["HS256"])["sid"]
    actor = actor_of(gone)
    object.__setattr__(actor, "session_id", session_id)
    sign_out(actor=actor)
    refused(client, guarded(calls), world, token, {401})


def test_a_guest_of_another_rfx_is_refused(
    client: CheckedClient, calls: list[Call], world: dict[str, Any]
) -> None:
    token = token_of(make_guest(), guest_rfx_id=world["other_rfx_id"])
    closed = [call for call in guarded(calls) if not call.rule.guests]
    refused(client, closed, world, token, {403})
    walled = [call for call in guarded(calls) if call.rule.guests and "{" in call.path]
    assert walled
    refused(client, walled, world, token, {403, 404})


def test_a_lower_role_is_refused(client: CheckedClient, calls: list[Call], world: dict[str, Any]) -> None:
    viewer = UserFactory(in_organisation=world["organisation"], role_name="Viewer")
    needing = [call for call in guarded(calls) if not isinstance(call.rule.rule, Access)]
    assert needing
    refused(client, needing, world, token_of(viewer), {403})
    admins = [call for call in guarded(calls) if call.rule.rule is Access.ADMIN]
    super_user = UserFactory(in_organisation=world["organisation"])
    refused(client, admins, world, token_of(super_user), {403})


def test_the_walk_finds_a_wall_that_is_missing(
    client: CheckedClient, calls: list[Call], world: dict[str, Any]
) -> None:
    """The owner is let in where a stranger is refused: the walk's 404 is the wall's, not a wrong address."""
    reads = [call for call in guarded(calls) if call.method == "GET" and "{" in call.path]
    reads = [call for call in reads if call.rule.rule is not Access.ADMIN]
    assert reads
    wrong = [
        f"{call.path}: {status}"
        for call, status in answers(client, reads, world, token_of(world["owner"]))
        if status != 200
    ]
    assert wrong == []


def with_only(world: dict[str, Any], *permissions: Permission) -> str:
    """A token of somebody of the hidden organisation whose role has just these permissions."""
    user = UserFactory(in_organisation=world["organisation"])
    name = f"{len(permissions)} of {', '.join(permissions)}"
    role = Role(organisation_id=user.organisation_id, name=name, permissions=list(permissions))
    db.session.add(role)
    db.session.flush()
    user.role_id = role.id
    db.session.flush()
    return token_of(user)


IN_THE_OPERATION = {Permission.ANSWER_RFX, Permission.SUBMIT_RFX, Permission.SEND_MESSAGES}
"""Asked for there, since guests answer too and a message may carry an RFx: tests/integration tries the lower roles."""


@pytest.mark.parametrize("permission", [each for each in Permission if each not in IN_THE_OPERATION])
def test_each_permission_is_a_wall_of_its_own(
    client: CheckedClient, calls: list[Call], world: dict[str, Any], permission: Permission
) -> None:
    """Who has all the others is refused; who has this one alone is let through to what the call itself says."""
    needing = [call for call in guarded(calls) if call.rule.rule is permission]
    assert needing
    others = [each for each in Permission if each is not permission]
    refused(client, needing, world, with_only(world, *others), {403})
    colleague = UserFactory(in_organisation=world["organisation"], role_name="Viewer")
    own = world | {"organisation_id": world["organisation"].id, "user_id": colleague.id}
    shut = [
        f"{call.method} {call.path}"
        for call, status in answers(client, needing, own, with_only(world, permission))
        if status == 403
    ]
    assert shut == []
