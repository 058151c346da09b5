"""A supplier's own documents: adding, changing, deleting."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from io import BytesIO

from sqlalchemy import select

from app.accounts.public import Organisation
from app.documents.models import DocumentType, SupplierDocument
from app.documents.policies.requirements import check_amount, check_dates
from app.documents.queries.documents import (
    document_for,
    documents_of_type,
    files_of,
    has_room_for_document,
    is_submitted,
)
from app.documents.queries.requirements import today_of
from app.documents.queries.types import type_of_document
from app.documents.types import DOCUMENT_SUBJECT, MAX_DOCUMENTS, DocumentField
from app.extensions import db
from app.files.public import AttachmentInfo, attach, contents_of, detach_others, uploads_of_actor
from app.kernel.clock import format_day
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.kernel.reference import is_currency

TOO_MANY = f"An organisation can have at most {MAX_DOCUMENTS} documents. Delete some that you no longer need."
SUBMITTED = "A customer has this document, so it can't be {change}. Add a new one that replaces it."
REPLACED = "This document was already replaced by a newer one."
OTHER_TYPE = "A document can only replace one of the same type."
UNKNOWN_CURRENCY = "This is not a currency."
NEEDED = "This is required for {name}."
NO_FILE = "This file is no longer there. Please add it again."
LOCKED_PDF = "This PDF is protected by a password. Add a copy without one."
BROKEN_PDF = "This PDF is damaged. Export or scan it again."
SAME_FILE = "You already have this file: {name}."
PDF = "application/pdf"
NAMES = {
    DocumentField.NUMBER: "number",
    DocumentField.ISSUER: "issuer",
    DocumentField.SCOPE: "scope",
    DocumentField.SITES: "sites",
    DocumentField.SUM_INSURED: "amount",
}
"""The value of a document in which each detail is stored."""
OPTIONAL = frozenset({DocumentField.SCOPE, DocumentField.SITES})


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentValues:
    """The details of a document. `is_date_confirmed` accepts an end over 30 years away."""

    number: str
    issuer: str
    scope: str
    sites: str
    issued_on: date | None
    valid_until: date | None
    amount: int | None
    currency: str | None
    is_date_confirmed: bool


def add_document(
    *,
    actor: Actor,
    type_id: int,
    attachment_id: int,
    supersedes_id: int | None,
    values: DocumentValues,
) -> SupplierDocument:
    """Add a document with its file to the organisation's own; with `supersedes_id` it replaces an earlier one.

    Raises NotFoundError for unknown types and documents; InvalidError for dates, details and files that cannot be right;
    ConflictError if there are too many documents, or the earlier one was already replaced.
    """
    actor.demand(Permission.ANSWER_RFX)
    if not uploads_of_actor(actor=actor, attachment_ids=[attachment_id]):
        raise InvalidError(fields={"attachmentId": [NO_FILE]})
    document_type = type_of_document(actor=actor, type_id=type_id)
    if not lock_shelf(actor.organisation_id):
        raise ConflictError(TOO_MANY)
    if supersedes_id is not None:
        earlier = document_for(actor=actor, document_id=supersedes_id, lock=True)
        if earlier.newer_id is not None:
            raise ConflictError(REPLACED, code="documentReplaced")
        if earlier.document.document_type_id != document_type.id:
            raise InvalidError(fields={"supersedesId": [OTHER_TYPE]})
    document = SupplierDocument(
        organisation_id=actor.organisation_id,
        document_type_id=document_type.id,
        attachment_id=attachment_id,
        supersedes_id=supersedes_id,
        created_by_user_id=actor.user_id,
    )
    earlier_files = files_of(
        [row.id for row in documents_of_type(organisation_id=actor.organisation_id, type_id=document_type.id)]
    )
    file = store_document(actor, document, document_type, values)
    same = [document_id for document_id, other in earlier_files.items() if other.sha256 == file.sha256]
    if same:
        raise InvalidError(fields={"attachmentId": [SAME_FILE.format(name=_name_of(same, document_type))]})
    return document


def lock_shelf(organisation_id: int) -> bool:
    """Lock the documents of an organisation; return True if there is room for another one.

    The lock makes concurrent additions count each other, and see each other's files.
    """
    db.session.execute(select(Organisation.id).where(Organisation.id == organisation_id).with_for_update())
    return has_room_for_document(organisation_id)


def store_document(
    actor: Actor, document: SupplierDocument, document_type: DocumentType, values: DocumentValues
) -> AttachmentInfo:
    """Store a new document with its details and its file; raises InvalidError for details and files that cannot be right."""
    _write(document, document_type, values, actor)
    db.session.add(document)
    db.session.flush()
    file = attach(
        actor=actor,
        attachment_ids=[document.attachment_id],
        subject_type=DOCUMENT_SUBJECT,
        subject_id=document.id,
        reuse=True,
    )[document.attachment_id]
    if file.content_type == PDF:
        check_pdf(contents_of([file.id]).get(file.id, b""))
    return file


def change_document(*, actor: Actor, document_id: int, values: DocumentValues) -> SupplierDocument:
    """Change the details of a document; ConflictError if a customer has it, because the customer reviewed these details."""
    actor.demand(Permission.ANSWER_RFX)
    row = document_for(actor=actor, document_id=document_id, lock=True)
    if is_submitted(document_id):
        raise ConflictError(SUBMITTED.format(change="changed"), code="documentSubmitted")
    _write(row.document, row.type, values, actor)
    db.session.flush()
    return row.document


def delete_document(*, actor: Actor, document_id: int) -> None:
    """Delete a document with its file; ConflictError if a customer has it, or a newer document replaces it."""
    actor.demand(Permission.ANSWER_RFX)
    row = document_for(actor=actor, document_id=document_id, lock=True)
    if is_submitted(document_id):
        raise ConflictError(SUBMITTED.format(change="deleted"), code="documentSubmitted")
    if row.newer_id is not None:
        raise ConflictError(REPLACED, code="documentReplaced")
    detach_others(subject_type=DOCUMENT_SUBJECT, subject_id=document_id, keep=[])
    db.session.delete(row.document)
    db.session.flush()


def check_pdf(content: bytes) -> None:
    """Raise InvalidError for a PDF that opens only with a password, or that cannot be read."""
    # Imported here, because most web processes never receive a document.
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(BytesIO(content))
        # An empty password opens files that are only protected against changes.
        is_locked = reader.is_encrypted and not reader.decrypt("")
        is_broken = not is_locked and not len(reader.pages)
    except (PyPdfError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise InvalidError(fields={"attachmentId": [BROKEN_PDF]}) from error
    if is_locked:
        raise InvalidError(fields={"attachmentId": [LOCKED_PDF]})
    if is_broken:
        raise InvalidError(fields={"attachmentId": [BROKEN_PDF]})


def _write(
    document: SupplierDocument, document_type: DocumentType, values: DocumentValues, actor: Actor
) -> None:
    check_amount(values.amount, values.currency)
    if values.currency is not None and not is_currency(values.currency):
        raise InvalidError(fields={"currency": [UNKNOWN_CURRENCY]})
    missing = {
        NAMES[field]: [NEEDED.format(name=document_type.name)]
        for field in DocumentField
        if field in document_type.fields and field not in OPTIONAL and not getattr(values, NAMES[field])
    }
    if missing:
        raise InvalidError(fields=missing)
    document.valid_until = check_dates(
        document_type,
        issued_on=values.issued_on,
        valid_until=values.valid_until,
        is_date_confirmed=values.is_date_confirmed,
        today=today_of(actor),
    )
    document.issued_on = values.issued_on
    document.number, document.issuer = values.number, values.issuer
    document.scope, document.sites = values.scope, values.sites
    document.amount, document.currency = values.amount, values.currency


def _name_of(document_ids: Collection[int], document_type: DocumentType) -> str:
    """Return the name of the latest of these documents: its type, number and end."""
    document = db.session.get_one(SupplierDocument, max(document_ids))
    number = f" {document.number}" if document.number else ""
    if document.valid_until is not None:
        return f"{document_type.name}{number}, valid until {format_day(document.valid_until)}"
    return f"{document_type.name}{number}, added on {format_day(document.created.date())}"
