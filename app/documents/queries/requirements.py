"""Queries of requirements, for their two parties, and the one expression of their state today."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Date,
    SQLColumnExpression,
    Text,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    or_,
    select,
)

from app.accounts.public import Organisation, User
from app.documents.models import DocumentRequirement, DocumentSubmission, DocumentType, SupplierDocument
from app.documents.policies.access import granted_relationship_id
from app.documents.queries.documents import DocumentRow
from app.documents.types import MAX_REQUIREMENTS, OPEN_STATES, RequirementState, ShownState
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.pagination import Listing, ListQuery, Page, Sort
from app.kernel.db.statements import AnyRow, AnySelect, shared_alias
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.network.public import LEVELS_ABOVE_NONE, Relationship

TODAY = bindparam("today", type_=Date)
"""Bound parameter for the viewer's day, in statements with `shown_state`; the list of due records has it too."""
Buyer = shared_alias(Organisation, "buyer")
Supplier = shared_alias(Organisation, "supplier")
Contact = shared_alias(User, "contact")
Asker = shared_alias(User, "asker")
Reviewer = shared_alias(User, "reviewer")
Author = shared_alias(User, "author")


class RequirementRow(NamedTuple):
    """A requirement with its type, parties, people and the document that was submitted last."""

    requirement: DocumentRequirement
    type: DocumentType
    buyer: Organisation
    supplier: Organisation
    contact: User | None
    asker: User | None
    reviewer: User | None
    document: SupplierDocument | None
    author: User | None
    state: ShownState


COLUMNS = len(RequirementRow._fields)
URGENCY = tuple(
    state.value
    for state in (
        ShownState.RECEIVED,
        ShownState.EXPIRED,
        ShownState.REJECTED,
        ShownState.MISSING,
        ShownState.EXPIRING,
        ShownState.ASKED,
        ShownState.ACCEPTED,
        ShownState.WAIVED,
    )
)
"""States in the order of a summary: those with which the buyer has to do something first."""


def today_of(actor: Actor) -> date:
    """Return today in the actor's time zone."""
    return now().astimezone(actor.zone).date()


def current_state() -> ColumnElement[str]:
    """Return the stored state, or the state before a waiver that has ended; executed with `today`."""
    has_ended = and_(
        DocumentRequirement.state == RequirementState.WAIVED, DocumentRequirement.waived_until < TODAY
    )
    before = func.coalesce(
        cast(DocumentRequirement.state_before_waiver, Text), RequirementState.MISSING.value
    )
    return case((has_ended, before), else_=cast(DocumentRequirement.state, Text))


def shown_state() -> ColumnElement[str]:
    """Return the state today, a `ShownState`; needs the type in the statement, and the parameter `today`."""
    state, until = current_state(), DocumentRequirement.accepted_until
    is_accepted = state == RequirementState.ACCEPTED.value
    return case(
        (and_(is_accepted, until < TODAY), ShownState.EXPIRED.value),
        (and_(is_accepted, until <= TODAY + _lead_days()), ShownState.EXPIRING.value),
        else_=state,
    )


def _lead_days() -> SQLColumnExpression[int]:
    # The days are stored highest first.
    return func.coalesce(DocumentType.remind_days[1], 0)


def is_needed() -> ColumnElement[bool]:
    """Return the condition for requirements without a waiver today."""
    return or_(DocumentRequirement.state != RequirementState.WAIVED, DocumentRequirement.waived_until < TODAY)


def visible_to(actor: Actor) -> ColumnElement[bool]:
    """Return the condition for requirements of the actor's organisation, as buyer or as supplier.

    A guest with a grant sees the requirements of one relationship that it is the contact of, while they are needed. So its links
    end when another contact is asked, with a waiver, and with the relationship. Executed with `today`.
    """
    if actor.is_guest:
        return _visible_to_guest(actor)
    return or_(
        DocumentRequirement.organisation_id == actor.organisation_id,
        DocumentRequirement.with_organisation_id == actor.organisation_id,
    )


def _visible_to_guest(guest: Actor) -> ColumnElement[bool]:
    related = exists().where(
        Relationship.id == DocumentRequirement.relationship_id,
        Relationship.level.in_([level.value for level in LEVELS_ABOVE_NONE]),
    )
    return and_(
        DocumentRequirement.relationship_id == granted_relationship_id(guest),
        DocumentRequirement.asked_of_user_id == guest.user_id,
        is_needed(),
        related,
    )


def requirements_of_guest(guest: Actor) -> Sequence[RequirementRow]:
    """Return what a guest is asked for, the open ones first; at most MAX_REQUIREMENTS, one statement. Users have none."""
    if not guest.is_guest:
        return []
    state = shown_state()
    is_open = state.in_([each.value for each in OPEN_STATES])
    stmt = (
        _rows()
        .where(_visible_to_guest(guest))
        .order_by(is_open.desc(), func.lower(DocumentType.name), DocumentRequirement.id)
        .limit(MAX_REQUIREMENTS)
    )
    return [_row(row) for row in db.session.execute(stmt, {"today": today_of(guest)})]


def requirement_for(*, actor: Actor, requirement_id: int, lock: bool = False) -> RequirementRow:
    """Return a requirement of which the actor's organisation is a party; NotFoundError for any other."""
    stmt = _rows().where(DocumentRequirement.id == requirement_id, visible_to(actor))
    if lock:
        stmt = stmt.with_for_update(of=DocumentRequirement).execution_options(populate_existing=True)
    row = db.session.execute(stmt, {"today": today_of(actor)}).one_or_none()
    if row is None:
        raise NotFoundError
    return _row(row)


def list_received(*, actor: Actor, states: Sequence[ShownState], query: ListQuery) -> Page[RequirementRow]:
    """Return a page of what all customers want from the actor's organisation, newest first; two statements."""
    stmt = _rows().where(DocumentRequirement.with_organisation_id == actor.organisation_id)
    if states:
        stmt = stmt.where(shown_state().in_([state.value for state in states]))
    listing = Listing(stmt, [Sort(DocumentRequirement.id, descending=True)])
    return listing.page(query, today=today_of(actor)).map(_row)


def list_of_relationship(*, actor: Actor, relationship_id: int, query: ListQuery) -> Page[RequirementRow]:
    """Return a page of the requirements of a relationship, by type and site, for both of its parties.

    Raises NotFoundError unless the actor's organisation owns the relationship, or is its supplier with a requirement.
    """
    if not _sees_relationship(actor, relationship_id):
        raise NotFoundError
    stmt = _rows().where(DocumentRequirement.relationship_id == relationship_id)
    order = [func.lower(DocumentType.name), DocumentRequirement.site, DocumentRequirement.id]
    listing = Listing(stmt, [Sort(column) for column in order])
    return listing.page(query, today=today_of(actor)).map(_row)


def requirements_between(
    *, actor: Actor, buyer_id: int, type_ids: Collection[int]
) -> Sequence[RequirementRow]:
    """Return what a buyer wants of these types from the actor's organisation, by site; one statement."""
    stmt = (
        _rows()
        .where(
            DocumentRequirement.with_organisation_id == actor.organisation_id,
            DocumentRequirement.organisation_id == buyer_id,
            DocumentRequirement.document_type_id.in_(type_ids),
        )
        .order_by(DocumentRequirement.site, DocumentRequirement.id)
        .limit(MAX_REQUIREMENTS)
    )
    return [_row(row) for row in db.session.execute(stmt, {"today": today_of(actor)})]


def requirements_with_document(*, actor: Actor, document_id: int | None) -> Sequence[RequirementRow]:
    """Return the requirements that a document of the actor's organisation was submitted for last, locked; one statement."""
    stmt = (
        _rows()
        .where(
            DocumentRequirement.with_organisation_id == actor.organisation_id,
            DocumentRequirement.document_id == document_id,
        )
        .order_by(DocumentRequirement.id)
        .with_for_update(of=DocumentRequirement)
        .execution_options(populate_existing=True)
    )
    return [_row(row) for row in db.session.execute(stmt, {"today": today_of(actor)})]


class SummaryRow(NamedTuple):
    """A requirement in the summary of a supplier."""

    id: int
    type: str
    site: str
    state: ShownState
    valid_until: date | None
    waived_until: date | None
    total: int


def summary_of_relationship(*, actor: Actor, relationship_id: int, limit: int) -> Sequence[SummaryRow]:
    """Return the first `limit` requirements of a relationship, those that need an action first; one statement.

    Each row has the number of all requirements. The caller checks that the actor's organisation owns the relationship.
    """
    state = shown_state()
    rows = db.session.execute(
        select(
            DocumentRequirement.id,
            DocumentType.name,
            DocumentRequirement.site,
            state.label("state"),
            DocumentRequirement.accepted_until,
            DocumentRequirement.waived_until,
            func.count().over(),
        )
        .join(DocumentType, DocumentType.id == DocumentRequirement.document_type_id)
        .where(DocumentRequirement.relationship_id == relationship_id)
        .order_by(
            case({name: place for place, name in enumerate(URGENCY)}, value=state),
            func.lower(DocumentType.name),
            DocumentRequirement.site,
            DocumentRequirement.id,
        )
        .limit(limit),
        {"today": today_of(actor)},
    ).all()
    return [SummaryRow._make(row)._replace(state=ShownState(row.state)) for row in rows]


def _sees_relationship(actor: Actor, relationship_id: int) -> bool:
    owned = exists().where(
        Relationship.id == relationship_id, Relationship.organisation_id == actor.organisation_id
    )
    supplied = exists().where(
        DocumentRequirement.relationship_id == relationship_id,
        DocumentRequirement.with_organisation_id == actor.organisation_id,
    )
    return not actor.is_guest and bool(db.session.execute(select(or_(owned, supplied))).scalar())


def submitted_documents(requirement_id: int) -> Sequence[DocumentRow]:
    """Return the documents that were submitted for a requirement, newest submission first; at most 100."""
    rows = db.session.execute(
        select(SupplierDocument, DocumentType, User)
        .join(DocumentSubmission, DocumentSubmission.document_id == SupplierDocument.id)
        .join(DocumentType, DocumentType.id == SupplierDocument.document_type_id)
        .join(User, User.id == SupplierDocument.created_by_user_id)
        .where(DocumentSubmission.requirement_id == requirement_id)
        .order_by(DocumentSubmission.id.desc())
        .limit(100)
    ).all()
    return [DocumentRow(*row, newer_id=None) for row in rows]


def sees_any_requirement(*, actor: Actor, requirement_ids: Collection[int]) -> bool:
    """Return True if the actor's organisation is a party of one of these requirements."""
    condition = exists().where(DocumentRequirement.id.in_(requirement_ids), visible_to(actor))
    return bool(db.session.execute(select(condition), {"today": today_of(actor)}).scalar())


def _rows() -> AnySelect:
    return (
        select(
            DocumentRequirement, DocumentType, Buyer, Supplier, Contact, Asker, Reviewer, SupplierDocument, Author,
            shown_state().label("shown"),
        )
        .join(DocumentType, DocumentType.id == DocumentRequirement.document_type_id)
        .join(Buyer, Buyer.id == DocumentRequirement.organisation_id)
        .join(Supplier, Supplier.id == DocumentRequirement.with_organisation_id)
        .outerjoin(Contact, Contact.id == DocumentRequirement.asked_of_user_id)
        .outerjoin(Asker, Asker.id == DocumentRequirement.asked_by_user_id)
        .outerjoin(Reviewer, Reviewer.id == DocumentRequirement.reviewed_by_user_id)
        .outerjoin(SupplierDocument, SupplierDocument.id == DocumentRequirement.document_id)
        .outerjoin(Author, Author.id == SupplierDocument.created_by_user_id)
    )  # fmt: skip


def _row(row: AnyRow) -> RequirementRow:
    return RequirementRow._make(row[:COLUMNS])._replace(state=ShownState(row.shown))
