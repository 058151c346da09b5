"""The list of RFxs that an organisation sent or received."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    SQLColumnExpression,
    Subquery,
    and_,
    case,
    exists,
    func,
    literal,
    or_,
    select,
    union_all,
)

from app.accounts.public import ANONYMOUS, GUEST_SAFE_NAME, Organisation, User, UserType
from app.forms.public import DocForm
from app.kernel.clock import now
from app.kernel.db.deadlines import DueFilter, is_due_moment
from app.kernel.db.pagination import COUNT_CAP, ListQuery, Page, fetch_merged_page
from app.kernel.db.search import SearchText, contains_text, find, number_in
from app.kernel.http.auth import Actor
from app.network.public import Relationship
from app.rfx.models import Rfx, RfxDocForm
from app.rfx.queries.rfxs import Asked, Assessed, Requester, Respondent, assessed_relationship
from app.rfx.queries.rows import RfxListRow
from app.rfx.types import OPEN_STATUSES, RfxStatus, RfxType
from app.tasks.public import RFX_SUBJECT, TaskType, UserTask


class Direction(StrEnum):
    """SENT and RECEIVED RFxs of an organisation."""

    SENT = "sent"
    RECEIVED = "received"


@dataclass(frozen=True, slots=True, kw_only=True)
class RfxFilter:
    """Filters of a list of RFxs; without statuses it contains all of them."""

    search: str = ""
    supplier_name: str = ""
    relationship_id: int | None = None
    statuses: Sequence[RfxStatus] = ()
    due: DueFilter | None = None
    direction: Direction | None = None


SORTS = ("ref", "type", "supplier", "title", "date", "status")
"""Sort keys of the list; a minus prefix means descending. Statuses are sorted in the order of `RfxStatus`."""


def list_rfxs(*, actor: Actor, filters: RfxFilter, query: ListQuery, sort: str = "-ref") -> Page[RfxListRow]:
    """Return a page of the RFxs that the actor's organisation sent or received, sorted by `sort` (specification
    section 7).

    Sent and received RFxs are two branches, each read in the order of an index and no further than needed, so a page
    costs the same for ten RFxs and for 300,000. Sent RFxs are indexed by every sort key except the supplier's name;
    received ones, which are far fewer, only by number.
    """
    name, descending = sort.removeprefix("-"), sort.startswith("-")
    directions = [filters.direction] if filters.direction else list(Direction)
    parties = {
        sent: _party_stmt(actor, filters, sent=sent)
        for sent in (direction is Direction.SENT for direction in directions)
    }
    hits = None
    if filters.supplier_name:
        hits = find(
            [
                party.where(condition)
                for sent, party in parties.items()
                for condition in other_party_conditions(filters.supplier_name, sent=sent)
            ]
        )
        parties = {
            sent: party.where(hits.among(Rfx.id, _other_party_matches(filters.supplier_name, sent=sent)))
            for sent, party in parties.items()
        }
    if filters.search:
        hits = find(
            [
                party.where(condition)
                for sent, party in parties.items()
                for condition in (
                    *_search_conditions(filters.search),
                    *other_party_conditions(filters.search, sent=sent),
                )
            ]
        )
        parties = {
            sent: party.where(
                hits.among(
                    Rfx.id,
                    or_(*_search_conditions(filters.search), _other_party_matches(filters.search, sent=sent)),
                )
            )
            for sent, party in parties.items()
        }
    branches = [
        branch
        for sent, party in parties.items()
        for branch in _branches_of(party, filters, by=name, sent=sent)
    ]
    page: Page[Any] = fetch_merged_page(
        [stmt for stmt, _sort in branches],
        key=Rfx.id,
        rows=partial(_rows_of, actor=actor),
        query=query,
        sort=[expression for _stmt, expression in branches if expression is not None],
        descending=descending,
        matches=hits,
    )
    return page


def status_counts(actor: Actor, *, limit: int = COUNT_CAP) -> Select[str, int]:
    """Select (status, count) of the latest `limit` sent and the latest `limit` received RFxs of the organisation."""
    sent = Rfx.organisation_id == actor.organisation_id
    received = and_(
        Rfx.with_organisation_id == actor.organisation_id, Rfx.organisation_id != actor.organisation_id
    )
    latest = [
        select(Rfx.status).where(party).order_by(Rfx.id.desc()).limit(limit).subquery()
        for party in (sent, received)
    ]
    both = union_all(*(select(part.c.status) for part in latest)).subquery()
    return select(both.c.status, func.count()).group_by(both.c.status)


def _party_stmt(actor: Actor, filters: RfxFilter, *, sent: bool) -> Select[int]:
    """Select the ids of the RFxs that the actor's organisation sent, or received from others."""
    return party_ids(actor.organisation_id, sent=sent).where(*_filter_conditions(filters, sent=sent))


def party_ids(viewer: int | BindParameter[int], *, sent: bool) -> Select[int]:
    """Select the ids of the RFxs that an organisation sent, or received from others."""
    if sent:
        return select(Rfx.id).where(Rfx.organisation_id == viewer)
    return select(Rfx.id).where(Rfx.with_organisation_id == viewer, Rfx.organisation_id != viewer)


def _branches_of(
    party: Select[int], filters: RfxFilter, *, by: str, sent: bool
) -> Iterator[tuple[Select[int], SQLColumnExpression[object] | None]]:
    """Yield the branches of one party, each with its sort expression (None: by id). Sorting by status needs one branch for
    each status.
    """
    match by:
        case "ref":
            yield party, None
        case "type":
            yield party, Rfx.type
        case "title":
            yield party, func.lower(Rfx.title)
        case "date":
            yield party, func.coalesce(Rfx.sent_date, Rfx.created)
        case "supplier":
            yield _with_other_party(party, sent=sent)
        case _:
            for position, status in enumerate(RfxStatus):
                if status in (filters.statuses or RfxStatus):
                    yield party.where(Rfx.status == status), literal(position)


def _with_other_party(party: Select[int], *, sent: bool) -> tuple[Select[int], SQLColumnExpression[str]]:
    """Join the other party; return the statement and the name that the list shows, in lower case."""
    if not sent:
        joined = party.join(Requester, Requester.id == Rfx.organisation_id)
        return joined, func.lower(Requester.name)
    guest = case((Asked.name == ANONYMOUS, Asked.email), else_=Asked.name)
    joined = (
        party.join(Respondent, Respondent.id == Rfx.with_organisation_id)
        .outerjoin(Asked, Asked.id == Rfx.guest_user_id)
        .outerjoin(Relationship, assessed_relationship())
        .outerjoin(Assessed, Assessed.id == Relationship.with_organisation_id)
    )
    name = func.coalesce(
        Assessed.name,
        case(
            (Respondent.is_placeholder, func.concat(GUEST_SAFE_NAME, " (", guest, ")")), else_=Respondent.name
        ),
    )
    return joined, func.lower(name)


def _filter_conditions(filters: RfxFilter, *, sent: bool) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions of the filters for sent or for received RFxs."""
    if filters.relationship_id is not None:
        yield and_(Rfx.relationship_id == filters.relationship_id, literal(sent))
    if filters.statuses:
        yield Rfx.status.in_(filters.statuses)
    if filters.due is not None:
        is_due = and_(Rfx.status.in_(OPEN_STATUSES), is_due_moment(Rfx.deadline, filters.due, now()))
        # After its deadline an RFx expires, so expired ones are the late ones.
        yield or_(is_due, Rfx.status == RfxStatus.EXPIRED) if filters.due is DueFilter.LATE else is_due


def _search_conditions(text: str) -> Iterator[ColumnElement[bool]]:
    yield contains_text(Rfx.title, text)
    if (number := number_in(text)) is not None:
        yield Rfx.id == number


def other_party_conditions(text: SearchText, *, sent: bool) -> Iterator[ColumnElement[bool]]:
    """Yield alternative conditions for `text` in the name that the list shows: of the other party, of a guest, or of the
    supplier that an internal survey is about. Each condition uses another index.
    """
    organisations = select(Organisation.id).where(contains_text(Organisation.name, text))
    if not sent:
        yield Rfx.organisation_id.in_(organisations)
        return
    guests = select(User.id).where(User.type == UserType.GUEST, contains_text(User.name, text))
    suppliers = select(Relationship.id).where(Relationship.with_organisation_id.in_(organisations))
    internal = Rfx.type == RfxType.ASSESSMENT_INTERNAL_SURVEY
    yield and_(internal, Rfx.relationship_id.in_(suppliers))
    yield and_(~internal, Rfx.with_organisation_id.in_(organisations))
    yield and_(~internal, Rfx.guest_user_id.in_(guests))


def _other_party_matches(text: str, *, sent: bool) -> ColumnElement[bool]:
    """Match the rows of `other_party_conditions` with a look-up for each row: faster if `text` is in many names."""

    def name_matches(organisation_id: SQLColumnExpression[int]) -> ColumnElement[bool]:
        name = select(Organisation.name).where(Organisation.id == organisation_id)
        return contains_text(name.correlate(Rfx).scalar_subquery(), text)

    if not sent:
        return name_matches(Rfx.organisation_id)
    supplier = (
        select(Organisation.name)
        .join(Relationship, Relationship.with_organisation_id == Organisation.id)
        .where(Relationship.id == Rfx.relationship_id)
    )
    guest = select(User.name).where(User.id == Rfx.guest_user_id)
    return case(
        (
            Rfx.type == RfxType.ASSESSMENT_INTERNAL_SURVEY,
            contains_text(supplier.correlate(Rfx).scalar_subquery(), text),
        ),
        else_=or_(
            name_matches(Rfx.with_organisation_id),
            contains_text(guest.correlate(Rfx).scalar_subquery(), text),
        ),
    )


def _rows_of(ids: Subquery, *, actor: Actor) -> Select[*tuple[object, ...]]:
    """Select the columns of the list for the RFxs with these ids."""
    is_own = or_(
        UserTask.assigned_user_id == actor.user_id,
        and_(UserTask.assigned_user_id.is_(None), UserTask.assigned_organisation_id == actor.organisation_id),
    )
    awaits_review = (
        exists()
        .where(
            UserTask.subject_type == RFX_SUBJECT,
            UserTask.subject_id == Rfx.id,
            UserTask.type == TaskType.REVIEW,
            UserTask.is_open,
            is_own,
        )
        .correlate(Rfx)
    )
    form_types = (
        select(func.array_agg(DocForm.type))
        .select_from(DocForm)
        .join(RfxDocForm, RfxDocForm.doc_form_id == DocForm.id)
        .where(RfxDocForm.rfx_id == Rfx.id)
        .correlate(Rfx)
        .scalar_subquery()
    )
    return (
        select(
            Rfx.id, Rfx.type, Rfx.title, Rfx.status, Rfx.bundle_name, Rfx.created, Rfx.sent_date,
            Rfx.reminder_sent_date, Rfx.deadline, Rfx.ignored, Rfx.relationship_id, Rfx.organisation_id,
            Rfx.with_organisation_id, Rfx.recipient_user_id, Rfx.assessment_closed, Rfx.withdrawn_reason,
            Rfx.is_sealed, Rfx.request_id, Rfx.answered, Rfx.answerable,
            Requester.name.label("requester_name"),
            Respondent.name.label("respondent_name"),
            Respondent.is_placeholder.label("to_guest"),
            Asked.name.label("asked_name"),
            Asked.email.label("asked_email"),
            Assessed.id.label("assessed_id"),
            Assessed.name.label("assessed_name"),
            form_types.label("form_types"),
            awaits_review.label("awaits_review"),
        )
        .select_from(ids)
        .join(Rfx, Rfx.id == ids.c.id)
        .join(Requester, Requester.id == Rfx.organisation_id)
        .join(Respondent, Respondent.id == Rfx.with_organisation_id)
        .outerjoin(Asked, Asked.id == func.coalesce(Rfx.guest_user_id, Rfx.recipient_user_id))
        .outerjoin(Relationship, assessed_relationship())
        .outerjoin(Assessed, Assessed.id == Relationship.with_organisation_id)
    )  # fmt: skip
