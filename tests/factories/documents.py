"""Types, documents, requirements and their parties for tests."""

from dataclasses import dataclass
from datetime import date, timedelta
from io import BytesIO
from typing import Any

from pypdf import PdfWriter
from sqlalchemy import select

from app.accounts.models import AccessGrant, User
from app.documents.models import DocumentRequirement, DocumentType, SupplierDocument
from app.documents.operations.asking import Request, ask_for_documents
from app.documents.operations.documents import DocumentValues, add_document
from app.documents.operations.reviewing import accept_document
from app.documents.operations.submitting import submit_document
from app.documents.operations.types import TypeValues, add_type
from app.documents.types import DOCUMENT_GRANT, Validity
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.kernel.clock import now
from app.kernel.mail.outbox import discard_mails
from app.network.models import Relationship
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.network import relate

DETAILS: dict[str, Any] = {
    "number": "Q-12/2026",
    "issuer": "TUEV Nord",
    "scope": "Machining",
    "sites": "Bremen",
    "issued_on": date(2024, 3, 13),
    "amount": None,
    "currency": None,
    "is_date_confirmed": False,
}


@dataclass(frozen=True, slots=True)
class Parties:
    """A buyer and its supplier, each with one user, and the buyer's relationship."""

    buyer: User
    supplier: User
    relationship: Relationship


def make_parties(supplier: User | None = None) -> Parties:
    """Create a buyer with a relationship to a supplier, a new one by default."""
    buyer, other = UserFactory(), supplier or UserFactory()
    return Parties(buyer, other, relate(buyer.organisation_id, other.organisation_id))


def shipped(code: str = "ISO9001") -> DocumentType:
    """Return a shipped type."""
    return db.session.execute(select(DocumentType).where(DocumentType.code == code)).scalar_one()


def make_type(user: User, **changes: Any) -> DocumentType:
    """Add a type of the user's organisation, by default one without an end and without details."""
    values: dict[str, Any] = {
        "name": "House rules",
        "standard": "",
        "validity": Validity.ALWAYS,
        "months": None,
        "fields": (),
        "remind_days": (),
        "grace_days": 0,
    } | changes
    return add_type(actor=actor_of(user), values=TypeValues(**values))


def in_days(days: int) -> date:
    """Return the day that many days from today, in UTC."""
    return now().date() + timedelta(days=days)


def pdf(text: str = "1", *, password: str = "") -> bytes:
    """Return a PDF of one page; different texts make different files."""
    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    writer.add_metadata({"/Subject": text})
    if password:
        writer.encrypt(password, algorithm="AES-256")
    file = BytesIO()
    writer.write(file)
    return file.getvalue()


def upload(user: User, content: bytes | None = None, filename: str = "certificate.pdf") -> int:
    """Store a file of `user`, by default a PDF that no other file equals, and return its id."""
    return store_bytes(
        organisation_id=user.organisation_id,
        user_id=user.id,
        filename=filename,
        content=content or pdf(str(now())),
        kind=AttachmentKind.DOCUMENT,
    ).id


def make_document(
    user: User, document_type: DocumentType | None = None, *, ends: int | None = 400, **changes: Any
) -> SupplierDocument:
    """Add a document of the user's organisation, by default ISO 9001, that ends in `ends` days."""
    supersedes_id = changes.pop("supersedes_id", None)
    values = DETAILS | {"valid_until": None if ends is None else in_days(ends)} | changes
    return add_document(
        actor=actor_of(user),
        type_id=(document_type or shipped()).id,
        attachment_id=upload(user),
        supersedes_id=supersedes_id,
        values=DocumentValues(**values),
    )


def make_requirement(
    parties: Parties, document_type: DocumentType | None = None, **changes: Any
) -> DocumentRequirement:
    """Ask the supplier for a document, by default ISO 9001, without a mail."""
    values: dict[str, Any] = {"site": "", "message": "", "due": None, "user_id": None} | changes
    with discard_mails():
        asked = ask_for_documents(
            actor=actor_of(parties.buyer),
            request=Request(
                relationship_ids=[parties.relationship.id],
                type_ids=[(document_type or shipped()).id],
                **values,
            ),
        )
    return db.session.get_one(DocumentRequirement, asked.requirement_ids[0])


def guest_of(parties: Parties) -> tuple[User, AccessGrant]:
    """Return the guest who is asked for documents in the relationship, with the grant; needs a requirement of a guest."""
    grant = db.session.execute(
        select(AccessGrant).where(
            AccessGrant.subject_type == DOCUMENT_GRANT,
            AccessGrant.subject_id == parties.relationship.id,
            AccessGrant.revoked.is_(None),
        )
    ).scalar_one()
    return db.session.get_one(User, grant.user_id), grant


def submit(
    parties: Parties, requirement: DocumentRequirement, document: SupplierDocument
) -> DocumentRequirement:
    """Submit a document without a mail."""
    with discard_mails():
        submit_document(
            actor=actor_of(parties.supplier), requirement_id=requirement.id, document_id=document.id
        )
    return requirement


def make_accepted(
    parties: Parties, document_type: DocumentType | None = None, *, ends: int = 400, **changes: Any
) -> DocumentRequirement:
    """Ask for, submit and accept a document that ends in `ends` days; below 0 it has ended since."""
    requirement = make_requirement(parties, document_type, **changes)
    document = make_document(parties.supplier, document_type, ends=max(ends, 0))
    submit(parties, requirement, document)
    with discard_mails():
        accept_document(actor=actor_of(parties.buyer), requirement_id=requirement.id)
    if ends < 0:
        document.valid_until = requirement.accepted_until = in_days(ends)
    db.session.flush()
    return requirement
