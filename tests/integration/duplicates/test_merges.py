"""Merging two suppliers: everything moves, the undo restores every byte, and other tenants lose and see nothing."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.models import Organisation
from app.accounts.operations.invitations import accept_invitation, invite
from app.accounts.types import OrganisationStatus, UserStatus
from app.assessments.models import Assessment
from app.documents.models import DocumentRequirement, SupplierDocument
from app.duplicates.jobs import purge
from app.duplicates.models import MergeLog, OrganisationAlias
from app.duplicates.operations.merging import follow_merge
from app.duplicates.types import CANNOT_MERGE
from app.events.models import EventLog
from app.kernel.clock import shifted
from app.kernel.http.errors import NotFoundError
from app.messages.models import MessageThread, ThreadParticipant
from app.messages.operations import send_message
from app.ncr.models import NonConformance
from app.network.models import Relationship, RelationshipTag, Tag
from app.network.operations.invitations import invite_supplier
from app.network.types import RelationshipLevel
from app.rfx.models import FormValue, Rfx
from app.schedules.types import ScheduleState
from app.tasks.models import UserTask
from tests.factories import merging
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.merging import Twins, answer, dump, invite_supplier_of, make_twins, schedules_of
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


def test_everything_moves_and_the_undo_brings_back_every_byte(
    session: Session, client: CheckedClient, twins: Twins
) -> None:
    before, last = dump(), merging.log_ends()
    former, survivor = twins.former.organisation.id, twins.survivor.organisation.id
    gone_relationship_id = twins.former.relationship.id
    merged = merge(client, twins)
    for column in (
        Rfx.with_organisation_id, MessageThread.with_organisation_id, NonConformance.with_organisation_id,
        Assessment.with_organisation_id, DocumentRequirement.with_organisation_id, SupplierDocument.organisation_id,
        FormValue.organisation_id, UserTask.assigned_organisation_id, ThreadParticipant.organisation_id,
    ):  # fmt: skip
        assert (count(session, column, former), str(column)) == (0, str(column))
        assert count(session, column, survivor) >= 2, str(column)
    assert session.get(Relationship, gone_relationship_id) is None
    tags = select(Tag.name).join(RelationshipTag).where(
        RelationshipTag.relationship_id == twins.survivor.relationship.id
    )  # fmt: skip
    assert set(session.execute(tags).scalars()) == {
        "coating", "Calder & Sons Coatings", "Calder and Sons Coatings Ltd",
    }  # fmt: skip
    notes = session.get_one(Relationship, twins.survivor.relationship.id).notes or ""
    assert "Notes of Calder & Sons Coatings" in notes
    assert "Notes of Calder and Sons Coatings Ltd" in notes
    assert {each["noun"]: each["count"] for each in merged["moves"]}["RFx"] == 1
    assert dump() != before

    undone = client.post(f"/api/merge/{merged['id']}/undo", json={})
    assert (undone.status_code, undone.json["goneId"]) == (200, former)
    after = dump(without=last)
    assert {table: rows for table, rows in after.items() if rows != before[table]} == {}
    types = session.execute(
        select(EventLog.type).where(EventLog.id > last["event_log"]).order_by(EventLog.id)
    ).scalars()
    assert list(types) == ["relationship.merged", "relationship.mergeUndone"]


def test_records_with_unique_values_are_joined(session: Session, client: CheckedClient, twins: Twins) -> None:
    merge(client, twins)
    states = [each.state for each in schedules_of(twins.survivor.relationship.id)]
    assert states == [ScheduleState.ACTIVE, ScheduleState.ENDED]
    sites = select(DocumentRequirement.site).where(
        DocumentRequirement.relationship_id == twins.survivor.relationship.id
    )
    assert sorted(session.execute(sites).scalars()) == ["", "Calder and Sons Coatings Ltd"]


def test_preview_counts_the_moved_records_and_changes_nothing(client: CheckedClient, twins: Twins) -> None:
    before = dump()
    preview = merge(client, twins, previewOnly=True)
    assert preview["id"] is None
    assert {each["noun"]: each["count"] for each in preview["moves"]}.items() >= {
        "contact": 1, "RFx": 1, "non-conformance": 1, "assessment": 1, "required document": 1, "schedule": 1,
        "tags": 2, "conversations": 2,
    }.items()  # fmt: skip
    assert [(each["name"], each["sides"][0]) for each in preview["fields"]] == [
        ("name", "SURVIVOR"), ("taxIdNumber", "GONE"), ("notes", "BOTH"),
    ]  # fmt: skip
    assert dump() == before


def test_chosen_fields_are_taken_over_and_restored(
    session: Session, client: CheckedClient, twins: Twins
) -> None:
    twins.former.organisation.preferred_currency = "SEK"
    merged = merge(client, twins, fields={"name": "GONE", "taxIdNumber": "SURVIVOR", "notes": "SURVIVOR"})
    survivor = session.get_one(Organisation, twins.survivor.organisation.id)
    assert (survivor.name, survivor.tax_id_number) == ("Calder and Sons Coatings Ltd", None)
    assert survivor.preferred_currency == "SEK"
    client.post(f"/api/merge/{merged['id']}/undo", json={})
    session.expire_all()
    assert (survivor.name, survivor.preferred_currency) == ("Calder & Sons Coatings", None)


def test_the_former_address_leads_to_the_survivor_for_this_organisation_alone(
    client: CheckedClient, twins: Twins, signed_in: SignedIn
) -> None:
    merged = merge(client, twins)
    old = f"/organisations/{twins.former.organisation.id}"
    page = client.get(old)
    assert (page.status_code, page.location) == (302, f"/organisations/{twins.survivor.organisation.id}")
    assert signed_in(UserFactory()).get(old).status_code == 404
    client.post(f"/api/merge/{merged['id']}/undo", json={})
    assert client.get(old).status_code == 200


def test_the_page_of_the_survivor_offers_the_undo(client: CheckedClient, twins: Twins) -> None:
    merged = merge(client, twins)
    path = f"/api/organisation/{twins.survivor.organisation.id}"
    (entry,) = client.get(path).json["merged"]["merges"]
    assert (entry["id"], entry["goneName"], entry["mayUndo"]) == (
        merged["id"], "Calder and Sons Coatings Ltd", True,
    )  # fmt: skip
    client.post(f"/api/merge/{merged['id']}/undo", json={})
    assert client.get(path).json["merged"]["merges"] == []


# Refused merges


def test_a_confirmed_supplier_is_not_merged_away(
    session: Session, client: CheckedClient, twins: Twins
) -> None:
    twins.former.organisation.status = OrganisationStatus.CONFIRMED
    session.flush()
    for body in (twins.body, twins.body | {"previewOnly": True}):
        response = client.post(MERGE, json=body)
        assert (response.status_code, response.json["message"]) == (409, CANNOT_MERGE)


def test_a_supplier_of_another_buyer_is_not_merged_away(
    session: Session, client: CheckedClient, twins: Twins
) -> None:
    other = UserFactory()
    relationship = relate(other.organisation_id, twins.former.organisation.id, RelationshipLevel.NONE)
    assert client.post(MERGE, json=twins.body).status_code == 409
    session.delete(relationship)
    session.flush()
    session.get_one(
        Rfx, twins.former.rfx.id if twins.former.rfx else 0
    ).organisation_id = other.organisation_id
    session.flush()
    response = client.post(MERGE, json=twins.body)
    assert (response.status_code, response.json["message"]) == (409, CANNOT_MERGE)


def test_suppliers_outside_the_network_are_not_found(
    session: Session, client: CheckedClient, twins: Twins
) -> None:
    stranger = invite_supplier_of(UserFactory(), "Calder Coatings")
    confirmed = UserFactory()
    for ids in (
        {"goneId": stranger.organisation.id},
        {"survivorId": stranger.organisation.id},
        {"survivorId": confirmed.organisation_id},
        {"survivorId": twins.former.organisation.id},
        {"survivorId": 999_999},
    ):
        assert client.post(MERGE, json=twins.body | ids).status_code == 404, ids


def test_a_viewer_may_not_merge_and_a_stranger_may_not_undo(
    client: CheckedClient, twins: Twins, signed_in: SignedIn
) -> None:
    viewer = signed_in(colleague_of(twins.buyer, role_name="Viewer"))
    assert viewer.post(MERGE, json=twins.body).status_code == 403
    merged = merge(client, twins)
    undo = f"/api/merge/{merged['id']}/undo"
    assert signed_in(UserFactory()).post(undo, json={}).status_code == 404
    assert viewer.post(undo, json={}).status_code == 403
    assert signed_in(colleague_of(twins.buyer)).post(undo, json={}).status_code == 200


# Refused undos


@pytest.mark.parametrize("change", ["answer", "message", "level", "profile", "again"])
def test_the_undo_is_refused_after_a_change_and_names_it(
    session: Session, client: CheckedClient, twins: Twins, change: str
) -> None:
    merged = merge(client, twins)
    session.expire_all()
    sent = twins.former.rfx
    assert sent is not None
    expected = {
        "answer": "RFxs",
        "message": "conversations",
        "level": "",
        "profile": "",
        "again": "is in your network again",
    }[change]
    if change == "answer":
        answer(sent, "Changed", iteration=1)
    elif change == "message":
        thread = session.execute(select(MessageThread).order_by(MessageThread.id.desc())).scalars().first()
        assert thread is not None
        send_message(actor=actor_of(twins.buyer), thread_id=thread.id, html="<p>More</p>")
    elif change == "level":
        path = f"/api/relationship/{twins.survivor.relationship.id}/level"
        assert client.put(path, json={"level": "Preferred"}).status_code == 200
    elif change == "profile":
        session.get_one(Organisation, twins.survivor.organisation.id).brief_description = "New"
        session.flush()
    else:
        relate(twins.buyer.organisation_id, twins.former.organisation.id)
    response = client.post(f"/api/merge/{merged['id']}/undo", json={})
    if not expected:
        # Columns that the merge did not set may change: they are not restored.
        assert response.status_code == 200, response.text
        return
    assert response.status_code == 409
    assert expected in response.json["message"]
    assert client.get(f"/organisations/{twins.survivor.organisation.id}").status_code == 200


def test_a_record_that_was_added_to_a_moved_one_prevents_the_undo(
    session: Session, client: CheckedClient, twins: Twins
) -> None:
    merged = merge(client, twins)
    session.expire_all()
    sent = twins.former.rfx
    assert sent is not None
    newest = session.execute(select(FormValue).where(FormValue.rfx_id == sent.id)).scalars().first()
    assert newest is not None
    session.add(
        FormValue(
            rfx_id=sent.id, doc_form_id=newest.doc_form_id, key="added", fid="added", type=newest.type, iteration=1,
            organisation_id=newest.organisation_id, created_by_user_id=newest.created_by_user_id,
        )
    )  # fmt: skip
    session.flush()
    response = client.post(f"/api/merge/{merged['id']}/undo", json={})
    assert response.status_code == 409
    assert "added to the RFxs" in response.json["message"]


def test_the_undo_works_once_and_for_30_days(client: CheckedClient, twins: Twins) -> None:
    merged = merge(client, twins)
    undo = f"/api/merge/{merged['id']}/undo"
    with shifted(timedelta(days=30, seconds=1)):
        late = client.post(undo, json={})
        assert late.status_code in {401, 409}
    assert client.post(undo, json={}).status_code == 200
    again = client.post(undo, json={})
    assert (again.status_code, again.json["message"]) == (409, "This merge has been undone already.")


def test_a_merge_can_follow_another_and_both_can_be_undone(
    session: Session, client: CheckedClient, twins: Twins
) -> None:
    third = invite_supplier_of(twins.buyer, "Calder Coating")
    before, last = dump(), merging.log_ends()
    first = merge(client, twins)
    second = client.post(
        MERGE, json={"survivorId": third.organisation.id, "goneId": twins.survivor.organisation.id}
    ).json
    old = client.get(f"/organisations/{twins.former.organisation.id}")
    assert old.location == f"/organisations/{third.organisation.id}"
    early = client.post(f"/api/merge/{first['id']}/undo", json={})
    assert early.status_code == 409
    for merged in (second, first):
        response = client.post(f"/api/merge/{merged['id']}/undo", json={})
        assert response.status_code == 200, response.text
    after = dump(without=last)
    assert {table for table, rows in after.items() if rows != before[table]} == set()


def test_a_record_from_a_request_during_the_merge_follows(
    session: Session, client: CheckedClient, twins: Twins
) -> None:
    merged = merge(client, twins)
    late = MessageThread(
        type="GENERAL", subject="Late", organisation_id=twins.buyer.organisation_id,
        with_organisation_id=twins.former.organisation.id, created_by_user_id=twins.buyer.id,
    )  # fmt: skip
    session.add(late)
    session.flush()
    follow_merge(merged["id"])
    session.expire_all()
    assert late.with_organisation_id == twins.survivor.organisation.id
    assert client.post(f"/api/merge/{merged['id']}/undo", json={}).status_code == 200
    session.expire_all()
    assert late.with_organisation_id == twins.former.organisation.id


def test_an_invited_user_who_moved_joins_the_survivor(
    session: Session, client: CheckedClient, twins: Twins
) -> None:
    _, token = invite(
        user=twins.former.user, invited_by=actor_of(twins.buyer), relationship_id=twins.former.relationship.id
    )
    merged = merge(client, twins)
    session.expire_all()
    user = accept_invitation(
        token=token, name="Ada", email=twins.former.user.email, password="Walnut-Harbour-27",
        organisation_name="Calder & Sons",
    )  # fmt: skip
    session.flush()
    assert (user.organisation_id, user.status) == (twins.survivor.organisation.id, UserStatus.ACTIVE)
    response = client.post(f"/api/merge/{merged['id']}/undo", json={})
    assert response.status_code == 409
    assert "contacts" in response.json["message"]


def test_the_invitation_of_a_user_who_stays_is_revoked(session: Session, signed_in: SignedIn) -> None:
    twins = make_twins(is_confirmed=True, is_full=False)
    _, token = invite(user=twins.former.user, invited_by=actor_of(twins.buyer))
    merge(signed_in(twins.buyer), twins)
    session.expire_all()
    with pytest.raises(NotFoundError):
        accept_invitation(
            token=token, name="Ada", email=twins.former.user.email, password="Walnut-Harbour-27",
            organisation_name="Calder",
        )  # fmt: skip


def test_the_person_can_be_invited_again_after_the_merge(session: Session, signed_in: SignedIn) -> None:
    twins = make_twins(is_confirmed=True, is_full=False)
    client = signed_in(twins.buyer)
    merge(client, twins)
    session.expire_all()
    invited = invite_supplier(
        actor=actor_of(twins.buyer), contact_name="Ada", contact_email=twins.former.user.email,
        organisation_name="Calder", level=RelationshipLevel.EVALUATION, is_test=False, message_html=None,
        save_message=False,
    )  # fmt: skip
    assert invited.relationship.with_organisation_id == twins.former.organisation.id
    assert client.get(f"/organisations/{twins.former.organisation.id}").status_code == 200


def test_expired_merges_keep_no_former_values(session: Session, client: CheckedClient, twins: Twins) -> None:
    merged = merge(client, twins)
    purge()
    session.expire_all()
    assert session.get_one(MergeLog, merged["id"]).moves
    with shifted(timedelta(days=31)):
        purge()
    session.expire_all()
    assert session.get_one(MergeLog, merged["id"]).moves == {}
    assert session.execute(select(func.count()).select_from(OrganisationAlias)).scalar_one() == 1


@pytest.mark.parametrize(
    ("own", "chosen", "after"), [(None, {}, "S-2"), ("S-1", {"externalRef": "GONE"}, "S-2")]
)
def test_own_number_of_the_former_supplier_is_taken_over(
    session: Session, client: CheckedClient, twins: Twins, own: str | None, chosen: dict[str, str], after: str
) -> None:
    survivor, former = twins.survivor.relationship, twins.former.relationship
    survivor.external_ref, former.external_ref = own, "S-2"
    session.flush()
    last, survivor_id = merging.log_ends(), survivor.id
    before = dump()
    merged = merge(client, twins, fields=chosen)
    session.expire_all()
    assert session.get_one(Relationship, survivor_id).external_ref == after
    assert client.post(f"/api/merge/{merged['id']}/undo").status_code == 200
    assert dump(without=last) == before
