"""Merging and other tenants: they get no users, lose no suppliers and see nothing."""

from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.models import Invitation, Organisation
from app.accounts.operations.invitations import invite
from app.documents.models import DocumentRequirement, SupplierDocument
from app.kernel.clock import now
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.merging import Twins, dump, log_ends, make_twins
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

MERGE = "/api/relationship/merge"


@pytest.fixture
def twins(session: Session) -> Twins:
    return make_twins()


@pytest.fixture
def client(twins: Twins, signed_in: SignedIn) -> CheckedClient:
    return signed_in(twins.buyer)


def merge(client: CheckedClient, twins: Twins, **body: Any) -> Any:
    response = client.post(MERGE, json=twins.body | body)
    assert response.status_code == 200, response.text
    return response.json


def count(session: Session, column: Any, value: int) -> int:
    return session.execute(select(func.count()).where(column == value)).scalar_one()


def test_users_and_documents_do_not_move_into_another_tenant(session: Session, signed_in: SignedIn) -> None:
    twins = make_twins(is_confirmed=True)
    invitation, _ = invite(user=twins.former.user, invited_by=actor_of(twins.buyer))
    before, last = dump(), log_ends()
    client = signed_in(twins.buyer)
    preview = merge(client, twins, previewOnly=True)
    assert preview["stays"] == [{"noun": "contact", "count": 1}]
    assert [each["name"] for each in preview["fields"]] == ["notes"]
    refused = client.post(MERGE, json=twins.body | {"fields": {"name": "GONE"}})
    assert refused.status_code == 422
    merged = merge(client, twins)
    session.expire_all()
    former = twins.former.organisation.id
    assert twins.former.user.organisation_id == former
    assert count(session, SupplierDocument.organisation_id, former) == 1
    assert session.get_one(Organisation, twins.survivor.organisation.id).name == "Calder & Sons Coatings"
    assert session.get_one(Invitation, invitation.id).expires <= now()
    requirement = select(DocumentRequirement).where(
        DocumentRequirement.asked_of_user_id == twins.former.user.id
    )
    assert session.execute(requirement).scalar() is None
    assert client.get(f"/api/user/{twins.former.user.id}").status_code == 404
    supplier = signed_in(twins.survivor.user)
    assert {row["id"] for row in supplier.get("/api/document").json} & set(
        session.execute(
            select(SupplierDocument.id).where(SupplierDocument.organisation_id == former)
        ).scalars()
    ) == set()
    assert client.post(f"/api/merge/{merged['id']}/undo", json={}).status_code == 200
    after = dump(without=last)
    views = ("sign_in",)
    assert {
        name: set(rows) ^ set(before[name])
        for name, rows in after.items()
        if rows != before[name] and name not in views
    } == {}


def test_users_do_not_move_to_a_supplier_that_another_buyer_invited_too(
    session: Session, client: CheckedClient, twins: Twins
) -> None:
    other = UserFactory()
    relate(other.organisation_id, twins.survivor.organisation.id)
    preview = merge(client, twins, previewOnly=True)
    assert [each["noun"] for each in preview["stays"]] == ["contact"]
    merge(client, twins)
    session.expire_all()
    assert twins.former.user.organisation_id == twins.former.organisation.id


def test_another_buyer_of_the_survivor_sees_nothing_of_the_merge(
    session: Session, client: CheckedClient, twins: Twins, signed_in: SignedIn
) -> None:
    other = UserFactory()
    relate(other.organisation_id, twins.survivor.organisation.id).by_invitation = True
    session.flush()
    reader = signed_in(other)
    paths = [
        f"/api/organisation/{twins.survivor.organisation.id}", "/api/organisation", "/api/user", "/api/rfx",
        "/api/ncr", "/api/messageThread", "/api/assessment", "/api/eventLog", "/api/duplicate",
    ]  # fmt: skip
    before = [reader.get(path).get_data(as_text=True) for path in paths]
    merge(client, twins)
    assert [reader.get(path).get_data(as_text=True) for path in paths] == before
    assert twins.former.organisation.name not in "".join(before)
