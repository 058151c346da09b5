"""The matrix of a buyer: its suppliers with the state of each requirement."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import BindParameter, ColumnElement, and_, func, or_, select

from app.accounts.public import Organisation
from app.documents.models import DocumentRequirement, DocumentType, SupplierDocument
from app.documents.queries.documents import words_match
from app.documents.queries.requirements import current_state, is_needed, shown_state, today_of
from app.documents.types import ENDING_DAYS, MAX_REQUIREMENTS, MatrixFilter, RequirementState, ShownState
from app.extensions import db
from app.kernel.db.pagination import Listing, ListQuery, Page, Sort
from app.kernel.db.search import SearchText, contains_text, find
from app.kernel.http.auth import Actor
from app.network.public import LEVELS_ABOVE_NONE, Relationship

NOT_SENT = (RequirementState.MISSING, RequirementState.ASKED, RequirementState.REJECTED)


class MatrixRow(NamedTuple):
    """A supplier of the matrix."""

    relationship: Relationship
    supplier: Organisation


class MatrixCell(NamedTuple):
    """The state of a requirement, in the row of its supplier."""

    requirement_id: int
    type_id: int
    site: str
    state: ShownState
    valid_until: date | None


def list_matrix(
    *, actor: Actor, state: MatrixFilter | None, search: str, document: str = "", query: ListQuery
) -> Page[MatrixRow]:
    """Return a page of the suppliers above level None, by name.

    Runs one statement, and one more for `document` or to count a search by name.
    """
    stmt = (
        select(Relationship, Organisation)
        .join(Organisation, Organisation.id == Relationship.with_organisation_id)
        .where(*is_in_matrix(actor.organisation_id))
    )
    if search:
        stmt = stmt.where(contains_text(Organisation.name, search))
    today = today_of(actor)
    if state is not None:
        # A list of ids is computed once from the index by end; EXISTS would be checked for each supplier.
        stmt = stmt.where(
            Relationship.id.in_(
                select(DocumentRequirement.relationship_id).where(
                    DocumentRequirement.organisation_id == actor.organisation_id,
                    is_needed(),
                    _is_in(state, today),
                )
            )
        )
    hits = None
    if document:
        conditions = list(document_matches(document, of=actor.organisation_id))
        ids = stmt.with_only_columns(Relationship.id, maintain_column_froms=True)
        hits = find([ids.where(condition) for condition in conditions], today=today)
        stmt = stmt.where(hits.among(Relationship.id, or_(*conditions)))
    order = [Sort(func.lower(Organisation.name)), Sort(Relationship.id)]
    listing = Listing(stmt, order, searched=bool(search), matches=hits)
    return listing.page(query, today=today).records(MatrixRow)


def is_in_matrix(viewer: int | BindParameter[int]) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions for relationships of a buyer that are rows of its matrix."""
    yield Relationship.organisation_id == viewer
    yield Relationship.level.in_([level.value for level in LEVELS_ABOVE_NONE])


def document_matches(text: SearchText, *, of: int | BindParameter[int]) -> Iterator[ColumnElement[bool]]:
    """Yield the alternative conditions for relationships of a buyer with a submitted document that has `text`."""
    submitted = (
        select(DocumentRequirement.relationship_id)
        .join(SupplierDocument, SupplierDocument.id == DocumentRequirement.document_id)
        .where(DocumentRequirement.organisation_id == of)
    )
    for condition in words_match(text):
        yield Relationship.id.in_(submitted.where(condition))


def _is_in(state: MatrixFilter, today: date) -> ColumnElement[bool]:
    until = DocumentRequirement.accepted_until
    match state:
        case MatrixFilter.EXPIRED:
            return until < today
        case MatrixFilter.ENDING:
            return until.between(today, today + timedelta(days=ENDING_DAYS))
        case MatrixFilter.MISSING:
            return and_(
                DocumentRequirement.accepted_document_id.is_(None),
                current_state().in_([each.value for each in NOT_SENT]),
            )


def cells_of(*, actor: Actor, relationship_ids: Sequence[int]) -> Mapping[int, Sequence[MatrixCell]]:
    """Return the requirements of each relationship, by type and site; one statement."""
    cells: dict[int, list[MatrixCell]] = {relationship_id: [] for relationship_id in relationship_ids}
    if not cells:
        return cells
    rows = db.session.execute(
        select(
            DocumentRequirement.relationship_id, DocumentRequirement.id, DocumentRequirement.document_type_id,
            DocumentRequirement.site, shown_state().label("state"), DocumentRequirement.accepted_until,
        )
        .join(DocumentType, DocumentType.id == DocumentRequirement.document_type_id)
        .where(DocumentRequirement.relationship_id.in_(cells))
        .order_by(DocumentRequirement.document_type_id, DocumentRequirement.site, DocumentRequirement.id)
        .limit(len(cells) * MAX_REQUIREMENTS),
        {"today": today_of(actor)},
    )  # fmt: skip
    for relationship_id, requirement_id, type_id, site, state, until in rows:
        cells[relationship_id].append(MatrixCell(requirement_id, type_id, site, ShownState(state), until))
    return cells
