"""Queries of types of documents: the shipped types and the viewer's own."""

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement, Exists, and_, exists, func, or_, select

from app.documents.models import DocumentRequirement, DocumentType, SupplierDocument
from app.documents.types import MAX_OWN_TYPES
from app.extensions import db
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError

MAX_LISTED = 1_000
LONGEST_ID = 18
"""Number of digits that a bigint can always store."""


def is_of(organisation_id: int) -> ColumnElement[bool]:
    """Return the condition for the types that an organisation can ask for."""
    return or_(DocumentType.organisation_id.is_(None), DocumentType.organisation_id == organisation_id)


def list_types(*, actor: Actor) -> Sequence[tuple[DocumentType, bool]]:
    """Return (type, True if the organisation uses it): the shipped types, then the own ones by name, archived ones too.

    Types of customers that ask the organisation for a document are included. One statement.
    """
    asked = exists().where(
        DocumentRequirement.document_type_id == DocumentType.id,
        DocumentRequirement.with_organisation_id == actor.organisation_id,
    )
    return db.session.execute(
        select(DocumentType, _is_used(actor.organisation_id))
        .where(or_(is_of(actor.organisation_id), asked))
        .order_by(DocumentType.organisation_id.is_not(None), func.lower(DocumentType.name), DocumentType.id)
        .limit(MAX_LISTED)
    ).all()


def _is_used(organisation_id: int) -> Exists:
    return exists().where(
        DocumentRequirement.document_type_id == DocumentType.id,
        DocumentRequirement.organisation_id == organisation_id,
    )


def is_asked_for(*, actor: Actor, type_id: int) -> bool:
    """Return True if the actor's organisation has asked a supplier for this type."""
    condition = exists().where(
        DocumentRequirement.document_type_id == type_id,
        DocumentRequirement.organisation_id == actor.organisation_id,
    )
    return bool(db.session.execute(select(condition)).scalar())


def is_used(document_type: DocumentType) -> bool:
    """Return True if a requirement or a document has this type."""
    condition = or_(
        exists().where(DocumentRequirement.document_type_id == document_type.id),
        exists().where(SupplierDocument.document_type_id == document_type.id),
    )
    return bool(db.session.execute(select(condition)).scalar())


def type_for(*, actor: Actor, type_id: int, lock: bool = False) -> DocumentType:
    """Return a type that the actor's organisation can ask for; NotFoundError for others."""
    stmt = select(DocumentType).where(DocumentType.id == type_id, is_of(actor.organisation_id))
    document_type: DocumentType | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if document_type is None:
        raise NotFoundError
    return document_type


def types_for(*, actor: Actor, type_ids: Collection[int]) -> Sequence[DocumentType]:
    """Return types that the actor's organisation can ask for, by id; NotFoundError if it cannot ask for one of them."""
    types = db.session.execute(
        select(DocumentType)
        .where(DocumentType.id.in_(type_ids), is_of(actor.organisation_id))
        .order_by(DocumentType.id)
    ).scalars().all()  # fmt: skip
    if len(types) < len(set(type_ids)):
        raise NotFoundError
    return types


def types_by_key(*, organisation_id: int | None, keys: Collection[str]) -> dict[str, DocumentType]:
    """Return the types that the questions of an organisation name, by their key there; one statement.

    The key is the code of a shipped type, or the id of an own type, archived or not. None: only shipped types.
    """
    ids = [int(key) for key in keys if key.isdecimal() and len(key) <= LONGEST_ID]
    is_own = and_(DocumentType.id.in_(ids), DocumentType.organisation_id == organisation_id)
    is_shipped = and_(DocumentType.organisation_id.is_(None), DocumentType.code.in_(keys))
    types = db.session.execute(select(DocumentType).where(or_(is_shipped, is_own))).scalars()
    return {document_type.code or str(document_type.id): document_type for document_type in types}


def type_of_document(*, actor: Actor, type_id: int) -> DocumentType:
    """Return a type that the actor's organisation can have documents of: its own, a shipped one, or one it was asked for.

    Raises NotFoundError for others.
    """
    asked = exists().where(
        DocumentRequirement.document_type_id == type_id,
        DocumentRequirement.with_organisation_id == actor.organisation_id,
    )
    document_type: DocumentType | None = db.session.execute(
        select(DocumentType).where(DocumentType.id == type_id, or_(is_of(actor.organisation_id), asked))
    ).scalar()
    if document_type is None:
        raise NotFoundError
    return document_type


def has_room_for_type(organisation_id: int) -> bool:
    """Return True if the organisation has added fewer than MAX_OWN_TYPES types."""
    stmt = select(func.count()).where(DocumentType.organisation_id == organisation_id)
    return db.session.execute(stmt).scalar_one() < MAX_OWN_TYPES


def name_is_taken(*, organisation_id: int, name: str, except_id: int | None = None) -> bool:
    """Return True if a shipped type, or another type of the organisation that is not archived, has this name."""
    stmt = exists().where(
        is_of(organisation_id), ~DocumentType.archived, func.lower(DocumentType.name) == name.lower()
    )
    if except_id is not None:
        stmt = stmt.where(DocumentType.id != except_id)
    return bool(db.session.execute(select(stmt)).scalar())
