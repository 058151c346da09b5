"""Queries of a supplier's own documents."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, exists, func, or_, select

from app.accounts.public import Organisation, User
from app.documents.models import DocumentRequirement, DocumentSubmission, DocumentType, SupplierDocument
from app.documents.types import DOCUMENT_SUBJECT, MAX_DOCUMENTS
from app.extensions import db
from app.files.public import AttachmentInfo, attachments_of
from app.kernel.db.pagination import ListQuery, Page, Sort, fetch_page
from app.kernel.db.search import SearchText, contains_text, find
from app.kernel.db.statements import AnySelect, shared_alias
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError

Newer = shared_alias(SupplierDocument, "newer")


class DocumentRow(NamedTuple):
    """A document with its type and its author; `newer_id` is the document that supersedes it."""

    document: SupplierDocument
    type: DocumentType
    author: User
    newer_id: int | None


@dataclass(frozen=True, slots=True)
class Customer:
    """A buyer that received a document."""

    id: int
    name: str


def list_documents(
    *, actor: Actor, type_id: int | None, includes_superseded: bool, query: ListQuery, search: str = ""
) -> Page[DocumentRow]:
    """Return a page of the organisation's own documents, newest first; two statements, and one more for a search."""
    stmt = _rows().where(SupplierDocument.organisation_id == actor.organisation_id)
    if type_id is not None:
        stmt = stmt.where(SupplierDocument.document_type_id == type_id)
    if not includes_superseded:
        stmt = stmt.where(Newer.id.is_(None))
    hits = None
    if search:
        conditions = list(words_match(search))
        ids = stmt.with_only_columns(SupplierDocument.id, maintain_column_froms=True)
        hits = find([ids.where(condition) for condition in conditions])
        stmt = stmt.where(hits.among(SupplierDocument.id, or_(*conditions)))
    page = fetch_page(stmt, sort=[Sort(SupplierDocument.id, descending=True)], query=query, matches=hits)
    return page.records(DocumentRow)


def words_match(text: SearchText) -> Iterator[ColumnElement[bool]]:
    """Yield the alternative conditions for `text` in a document or in its type; each uses another index."""
    document = SupplierDocument
    yield or_(
        *(
            contains_text(column, text)
            for column in (document.number, document.issuer, document.scope, document.sites)
        )
    )
    in_type = or_(*(contains_text(column, text) for column in (DocumentType.name, DocumentType.standard)))
    yield document.document_type_id.in_(select(DocumentType.id).where(in_type))


def document_for(*, actor: Actor, document_id: int, lock: bool = False) -> DocumentRow:
    """Return a document of the actor's organisation; NotFoundError for any other."""
    stmt = _rows().where(
        SupplierDocument.id == document_id, SupplierDocument.organisation_id == actor.organisation_id
    )
    if lock:
        stmt = stmt.with_for_update(of=SupplierDocument)
    row = None if actor.is_guest else db.session.execute(stmt).one_or_none()
    if row is None:
        raise NotFoundError
    return DocumentRow(*row)


def _rows() -> AnySelect:
    return (
        select(SupplierDocument, DocumentType, User, Newer.id.label("newer_id"))
        .join(DocumentType, DocumentType.id == SupplierDocument.document_type_id)
        .join(User, User.id == SupplierDocument.created_by_user_id)
        .outerjoin(Newer, Newer.supersedes_id == SupplierDocument.id)
    )


def customers_of(document_ids: Collection[int]) -> dict[int, list[Customer]]:
    """Return the buyers that received each document, by name; one statement."""
    customers: dict[int, list[Customer]] = {document_id: [] for document_id in document_ids}
    if not customers:
        return customers
    rows = db.session.execute(
        select(DocumentSubmission.document_id, Organisation.id, Organisation.name)
        .join(DocumentRequirement, DocumentRequirement.id == DocumentSubmission.requirement_id)
        .join(Organisation, Organisation.id == DocumentRequirement.organisation_id)
        .where(DocumentSubmission.document_id.in_(customers))
        .distinct()
        .order_by(Organisation.name, Organisation.id)
    )
    for document_id, organisation_id, name in rows:
        customers[document_id].append(Customer(organisation_id, name))
    return customers


def files_of(document_ids: Sequence[int]) -> dict[int, AttachmentInfo]:
    """Return the file of each document; one statement. The caller has checked the access."""
    return {
        document_id: files[0]
        for document_id, files in attachments_of(DOCUMENT_SUBJECT, document_ids).items()
        if files
    }


def newer_than(document_id: int) -> int | None:
    """Return the document that supersedes this one, or None."""
    stmt = select(SupplierDocument.id).where(SupplierDocument.supersedes_id == document_id)
    newer_id: int | None = db.session.execute(stmt).scalar()
    return newer_id


def is_submitted(document_id: int) -> bool:
    """Return True if the document was submitted to a buyer."""
    condition = exists().where(DocumentSubmission.document_id == document_id)
    return bool(db.session.execute(select(condition)).scalar())


def has_room_for_document(organisation_id: int) -> bool:
    """Return True if the organisation has fewer than MAX_DOCUMENTS documents."""
    stmt = select(func.count()).where(SupplierDocument.organisation_id == organisation_id)
    return db.session.execute(stmt).scalar_one() < MAX_DOCUMENTS


def documents_of_type(*, organisation_id: int, type_id: int) -> Sequence[SupplierDocument]:
    """Return the organisation's documents of a type, newest first."""
    return db.session.execute(
        select(SupplierDocument)
        .where(
            SupplierDocument.organisation_id == organisation_id,
            SupplierDocument.document_type_id == type_id,
        )
        .order_by(SupplierDocument.id.desc())
        .limit(MAX_DOCUMENTS)
    ).scalars().all()  # fmt: skip


def owns_any_document(*, actor: Actor, document_ids: Sequence[int]) -> bool:
    """Return True if one of these documents belongs to the actor's organisation."""
    condition = exists().where(
        SupplierDocument.id.in_(document_ids), SupplierDocument.organisation_id == actor.organisation_id
    )
    return not actor.is_guest and bool(db.session.execute(select(condition)).scalar())
