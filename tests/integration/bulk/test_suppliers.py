"""Bulk actions of the Network list: tags, level, owner, documents."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.documents.models import DocumentRequirement
from app.kernel.mail.outbox import OutboxMail
from app.network.bulk.suppliers import HAS_TAGS, LEVEL_SINCE, NOT_IN_NETWORK, OWNER_SINCE
from app.network.models import Relationship
from app.network.operations.relationships import change_level, change_owner, save_tags
from app.network.queries.bulk import tag_names
from app.network.types import RelationshipLevel
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of, colleague_of, role_id
from tests.factories.bulk_calls import BulkCalls
from tests.factories.documents import shipped
from tests.factories.network import relate
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]
LEVELS = (RelationshipLevel.EVALUATION, RelationshipLevel.APPROVED, RelationshipLevel.PREFERRED)


@pytest.fixture
def buyer(session: Session) -> Any:
    return UserFactory()


@pytest.fixture
def bulk(buyer: Any, signed_in: SignedIn, run_jobs: RunJobs) -> BulkCalls:
    return BulkCalls(signed_in(buyer), run_jobs)


@pytest.fixture
def suppliers(buyer: Any, session: Session) -> list[Relationship]:
    """Create suppliers at three levels, in the order of their names."""
    relationships = []
    for letter, level in zip("ABC", LEVELS, strict=True):
        user = UserFactory(in_organisation=OrganisationFactory(name=f"{letter} Castings"))
        relationships.append(relate(buyer.organisation_id, user.organisation_id, level))
    return relationships


def ids_of(suppliers: list[Relationship]) -> list[int]:
    return [relationship.with_organisation_id for relationship in suppliers]


def levels_of(session: Session, suppliers: list[Relationship]) -> list[str]:
    session.expire_all()
    return [session.get_one(Relationship, each.id).level for each in suppliers]


def test_undo_of_a_level_restores_the_former_level_of_each_row(
    bulk: BulkCalls, buyer: Any, suppliers: list[Relationship], session: Session
) -> None:
    before = levels_of(session, suppliers)
    shown = bulk.preview(
        "network.changeLevel", ids_of(suppliers), level="Preferred", message="Well done."
    ).json
    assert (shown["willChange"], shown["unchanged"], shown["cannotTotal"], shown["mails"]) == (2, 1, 0, 2)
    assert "Well done." in shown["sampleMail"]["text"]
    assert session.query(OutboxMail).count() == 0, "the sample is rolled back"
    assert levels_of(session, suppliers) == before
    outcomes = bulk.run("network.changeLevel", ids_of(suppliers), level="Preferred", message="Well done.")
    assert [outcome for outcome, _ in outcomes] == ["DONE", "DONE", "UNCHANGED"]
    assert session.query(OutboxMail).filter_by(template="RELATIONSHIPUPDATED").count() == 2
    assert [outcome for outcome, _ in bulk.undo()] == ["UNDONE", "UNDONE", "UNCHANGED"]
    assert levels_of(session, suppliers) == before
    assert bulk.client.post(f"/api/bulk/{bulk.job_id}/undo").status_code == 409


def test_undo_leaves_a_level_alone_that_was_changed_since(
    bulk: BulkCalls, buyer: Any, suppliers: list[Relationship], session: Session
) -> None:
    bulk.run("network.changeLevel", ids_of(suppliers)[:2], level="Contracted")
    change_level(actor=actor_of(buyer), relationship_id=suppliers[0].id, level=RelationshipLevel.NONE)
    assert bulk.undo() == [("NOT_UNDONE", LEVEL_SINCE), ("UNDONE", "")]
    assert levels_of(session, suppliers)[:2] == ["None", "Approved"]


def test_selection_by_filter_runs_exactly_the_rows_of_its_preview(
    bulk: BulkCalls, buyer: Any, suppliers: list[Relationship], session: Session
) -> None:
    query = {"name": "Castings", "approvedSuppliers": "true", "preferredSuppliers": "true"}
    shown = bulk.preview("network.addTags", query, tags=["key"]).json
    assert shown["ids"] == ids_of(suppliers)[1:]
    job = {"kind": "network.addTags", "ids": shown["ids"], "args": {"tags": ["key"]}, "total": 2}
    # One supplier no longer matches the filter, and another one matches now.
    change_level(actor=actor_of(buyer), relationship_id=suppliers[1].id, level=RelationshipLevel.EVALUATION)
    change_level(actor=actor_of(buyer), relationship_id=suppliers[0].id, level=RelationshipLevel.APPROVED)
    bulk.job_id = bulk.client.post("/api/bulk", json=job).json["id"]
    assert bulk.work() == [("DONE", ""), ("DONE", "")]
    tagged = tag_names([relationship.id for relationship in suppliers])
    assert set(tagged) == {suppliers[1].id, suppliers[2].id}


def test_row_that_vanished_says_so(bulk: BulkCalls, suppliers: list[Relationship], session: Session) -> None:
    bulk.start("network.changeLevel", ids_of(suppliers)[:2], level="Contracted")
    session.delete(suppliers[0])
    assert bulk.work() == [("GONE", "No longer there."), ("DONE", "")]


def test_tags_are_added_and_taken_back_row_by_row(
    bulk: BulkCalls, buyer: Any, suppliers: list[Relationship], session: Session
) -> None:
    first, second, third = suppliers
    save_tags(actor=actor_of(buyer), relationship_id=first.id, names=["Steel", "critical"])
    save_tags(actor=actor_of(buyer), relationship_id=second.id, names=["Steel"])
    before = {each.id: list(tag_names([each.id]).get(each.id, ())) for each in suppliers}
    tags = ["steel", "Critical"]
    assert bulk.numbers("network.addTags", ids_of(suppliers), tags=tags) == (2, 1, 0)
    assert bulk.run("network.addTags", ids_of(suppliers), tags=tags) == [
        ("UNCHANGED", HAS_TAGS), ("DONE", ""), ("DONE", ""),
    ]  # fmt: skip
    assert [name.lower() for name in tag_names([third.id])[third.id]] == ["critical", "steel"]
    assert [outcome for outcome, _ in bulk.undo()] == ["UNCHANGED", "UNDONE", "UNDONE"]
    assert {each.id: list(tag_names([each.id]).get(each.id, ())) for each in suppliers} == before


def test_removed_tags_come_back_where_they_were(
    bulk: BulkCalls, buyer: Any, suppliers: list[Relationship]
) -> None:
    first, second, third = suppliers
    save_tags(actor=actor_of(buyer), relationship_id=first.id, names=["Steel", "critical"])
    save_tags(actor=actor_of(buyer), relationship_id=second.id, names=["Glass"])
    assert bulk.numbers("network.removeTags", ids_of(suppliers), tags=["STEEL"]) == (1, 2, 0)
    bulk.run("network.removeTags", ids_of(suppliers), tags=["STEEL"])
    assert tag_names([first.id])[first.id] == ["critical"]
    bulk.undo()
    assert tag_names([first.id])[first.id] == ["critical", "Steel"]
    assert third.id not in tag_names([third.id])


def test_owner_is_set_and_each_former_owner_comes_back(
    bulk: BulkCalls, buyer: Any, suppliers: list[Relationship], session: Session
) -> None:
    former, owner = colleague_of(buyer), colleague_of(buyer)
    change_owner(actor=actor_of(buyer), relationship_id=suppliers[0].id, user_id=former.id)
    assert bulk.numbers("network.setOwner", ids_of(suppliers), userId=owner.id) == (3, 0, 0)
    bulk.run("network.setOwner", ids_of(suppliers), userId=owner.id)
    change_owner(actor=actor_of(buyer), relationship_id=suppliers[2].id, user_id=buyer.id)
    assert [message for _, message in bulk.undo()] == ["", "", OWNER_SINCE]
    session.expire_all()
    owners = [session.get_one(Relationship, each.id).owner_user_id for each in suppliers]
    assert owners == [former.id, None, buyer.id]
    stranger = UserFactory()
    fields = bulk.preview("network.setOwner", ids_of(suppliers), userId=stranger.id).json["fields"]
    assert fields == {"args.userId": ["Choose an active user of your organisation."]}


def test_organisations_without_a_relationship_cannot_change(
    bulk: BulkCalls, suppliers: list[Relationship]
) -> None:
    listed = UserFactory()
    ids = [*ids_of(suppliers), listed.organisation_id]
    shown = bulk.preview("network.addTags", ids, tags=["key"]).json
    reasons = {each["reason"] for each in shown["cannot"]}
    assert shown["cannotTotal"] == 1
    assert reasons <= {NOT_IN_NETWORK, "No longer there."}
    outcomes = bulk.run("network.addTags", ids, tags=["key"])
    assert [outcome for outcome, _ in outcomes][:3] == ["DONE"] * 3
    assert outcomes[3][0] in {"FAILED", "GONE"}


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("network.addTags", {"tags": ["key"]}),
        ("network.removeTags", {"tags": ["key"]}),
        ("network.changeLevel", {"level": "Contracted"}),
        ("network.setOwner", {"userId": None}),
        ("documents.ask", {"typeIds": [1]}),
    ],
)
def test_permission_of_the_single_action_is_needed(
    buyer: Any, suppliers: list[Relationship], signed_in: SignedIn, run_jobs: RunJobs, kind: str, args: Any
) -> None:
    viewer = BulkCalls(signed_in(colleague_of(buyer, role_name="Viewer")), run_jobs)
    assert viewer.preview(kind, ids_of(suppliers), **args).status_code == 403


def test_permission_that_was_lost_meanwhile_fails_every_row(
    bulk: BulkCalls, buyer: Any, suppliers: list[Relationship], session: Session
) -> None:
    before = levels_of(session, suppliers)
    bulk.start("network.changeLevel", ids_of(suppliers)[:2], level="Contracted")
    session.get_one(User, buyer.id).role_id = role_id(buyer.organisation_id, "Viewer")
    outcomes = bulk.work()
    assert [outcome for outcome, _ in outcomes] == ["FAILED", "FAILED"]
    assert levels_of(session, suppliers) == before


def test_suppliers_of_another_buyer_are_not_touched(
    bulk: BulkCalls, suppliers: list[Relationship], session: Session
) -> None:
    other = UserFactory()
    theirs = relate(other.organisation_id, suppliers[0].with_organisation_id, RelationshipLevel.EVALUATION)
    bulk.run("network.changeLevel", ids_of(suppliers)[:1], level="Contracted")
    assert levels_of(session, [theirs]) == ["Evaluation"]


def test_documents_are_asked_for_with_one_mail_each(
    bulk: BulkCalls, suppliers: list[Relationship], session: Session
) -> None:
    document_type = shipped()
    shown = bulk.preview("documents.ask", ids_of(suppliers), typeIds=[document_type.id], message="Soon.").json
    assert (shown["willChange"], shown["mails"]) == (3, 3)
    assert document_type.name in shown["sampleMail"]["text"]
    assert session.query(DocumentRequirement).count() == 0
    assert bulk.run("documents.ask", ids_of(suppliers), typeIds=[document_type.id]) == [("DONE", "")] * 3
    assert set(session.execute(select(DocumentRequirement.relationship_id)).scalars()) == {
        relationship.id for relationship in suppliers
    }
    mails = session.execute(select(OutboxMail.to_email).where(OutboxMail.template == "USERTASKASSIGNMENT"))
    assert len(set(mails.scalars())) == 3
    archived = bulk.preview("documents.ask", ids_of(suppliers), typeIds=[999_999])
    assert archived.json["fields"] == {"args.typeIds": ["Choose at least one document."]}
