"""Types of documents, the suppliers' documents, and the requirements of their customers."""

from datetime import date, datetime

from sqlalchemy import (
    ARRAY,
    CheckConstraint,
    ForeignKey,
    Index,
    Integer,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.documents.types import RequirementState, Validity
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column


class DocumentType(Base):
    """A type of document, such as ISO 9001. Shipped types have a code and no organisation, and all can use them.

    A document fulfils requirements of several customers only if its type is a shipped one.
    """

    __tablename__ = "document_type"
    __table_args__ = (
        CheckConstraint("(organisation_id IS NULL) = (code IS NOT NULL)", name="owner"),
        Index("uq_document_type_code", "code", unique=True, postgresql_where=text("organisation_id is null")),
        Index(
            "uq_document_type_name",
            "organisation_id",
            func.lower(text("name")),
            unique=True,
            postgresql_where=text("organisation_id is not null and not archived"),
        ),
        Index("ix_document_type_organisation", "organisation_id", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int | None] = mapped_column(ForeignKey("organisation.id"))
    """The organisation that added the type; None for shipped ones."""
    code: Mapped[str | None]
    name: Mapped[str]
    standard: Mapped[str] = mapped_column(default="", server_default=text("''"))
    validity: Mapped[Validity] = enum_column(Validity)
    months: Mapped[int | None] = mapped_column(Integer)
    """Number of months from the issue, for `Validity.MONTHS`."""
    fields: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))
    """Members of `DocumentField`."""
    remind_days: Mapped[list[int]] = mapped_column(ARRAY(Integer), server_default=text("'{90,60,30,14,7,0}'"))
    """Days before the end on which the contacts are reminded, highest first."""
    grace_days: Mapped[int] = mapped_column(Integer, default=30, server_default=text("30"))
    """Days after the end on which the contacts are reminded for the last time."""
    archived: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    created: Mapped[datetime] = mapped_column(default=now, server_default=func.now())


class SupplierDocument(Base):
    """A document of a supplier. Customers see only the documents that were submitted to them."""

    __tablename__ = "supplier_document"
    __table_args__ = (
        Index("ix_supplier_document_organisation", "organisation_id", "document_type_id", "id"),
        Index(
            "uq_supplier_document_supersedes",
            "supersedes_id",
            unique=True,
            postgresql_where=text("supersedes_id is not null"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    document_type_id: Mapped[int] = mapped_column(ForeignKey("document_type.id"))
    number: Mapped[str] = mapped_column(default="", server_default=text("''"))
    issuer: Mapped[str] = mapped_column(default="", server_default=text("''"))
    scope: Mapped[str] = mapped_column(default="", server_default=text("''"))
    sites: Mapped[str] = mapped_column(default="", server_default=text("''"))
    issued_on: Mapped[date | None]
    valid_until: Mapped[date | None]
    """The last day on which the document is valid; None if it has no end."""
    amount: Mapped[int | None]
    """Sum insured, in whole units of `currency`."""
    currency: Mapped[str | None]
    attachment_id: Mapped[int] = mapped_column(ForeignKey("attachment.id"))
    supersedes_id: Mapped[int | None] = mapped_column(ForeignKey("supplier_document.id"))
    """The earlier document that this one replaces; it stays readable."""
    created: Mapped[datetime] = mapped_column(default=now)
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))


class DocumentRequirement(Base):
    """A type of document that a buyer wants from a supplier, for one of its sites or, with '', for all of it.

    The state today is derived from it (`shown_state`).
    """

    __tablename__ = "document_requirement"
    __table_args__ = (
        UniqueConstraint("relationship_id", "document_type_id", "site"),
        # For Due, the reminders and the filters of the matrix.
        Index("ix_document_requirement_end", "organisation_id", "accepted_until", "id"),
        Index("ix_document_requirement_received_end", "with_organisation_id", "accepted_until", "id"),
        Index(
            "ix_document_requirement_due",
            "with_organisation_id",
            "due",
            "id",
            postgresql_where=text("state in ('ASKED', 'REJECTED')"),
        ),
        Index(
            "ix_document_requirement_accepted_until",
            "accepted_until",
            "id",
            postgresql_where=text("accepted_until is not null"),
        ),
        Index("ix_document_requirement_waived", "waived_until", postgresql_where=text("state = 'WAIVED'")),
        Index("ix_document_requirement_received", "with_organisation_id", "id"),
        Index("ix_document_requirement_type", "document_type_id"),
        # For the search of the matrix by the texts of documents.
        Index("ix_document_requirement_document", "document_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    relationship_id: Mapped[int] = mapped_column(ForeignKey("relationship.id"))
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The buyer, the owner of the relationship."""
    with_organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The supplier."""
    document_type_id: Mapped[int] = mapped_column(ForeignKey("document_type.id"))
    site: Mapped[str] = mapped_column(default="", server_default=text("''"))
    document_id: Mapped[int | None] = mapped_column(ForeignKey("supplier_document.id"))
    """The document that was submitted last."""
    state: Mapped[RequirementState] = enum_column(RequirementState, default=RequirementState.MISSING)
    state_before_waiver: Mapped[RequirementState | None] = enum_column(RequirementState)
    """The state that a waiver ends with; None unless the state is WAIVED."""
    accepted_document_id: Mapped[int | None] = mapped_column(ForeignKey("supplier_document.id"))
    accepted_until: Mapped[date | None]
    """The last day of the document that was accepted last; None if none was accepted or it has no end."""
    asked_on: Mapped[date | None]
    asked_of_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    """The contact of the supplier; None for all users with the permission ANSWER_RFX."""
    asked_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    due: Mapped[date | None]
    message: Mapped[str] = mapped_column(default="", server_default=text("''"))
    reviewed_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    reviewed: Mapped[datetime | None]
    reason: Mapped[str] = mapped_column(default="", server_default=text("''"))
    """The reason of the last rejection, which the supplier sees."""
    waived_until: Mapped[date | None]
    """The last day of the waiver."""
    waiver_reason: Mapped[str] = mapped_column(default="", server_default=text("''"))
    """The reason of the waiver, which only the buyer sees."""
    created: Mapped[datetime] = mapped_column(default=now)


class DocumentSubmission(Base):
    """A document that a supplier submitted for a requirement; the buyer can read it from then on."""

    __tablename__ = "document_submission"
    __table_args__ = (
        UniqueConstraint("requirement_id", "document_id"),
        Index("ix_document_submission_document", "document_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    requirement_id: Mapped[int] = mapped_column(ForeignKey("document_requirement.id"))
    document_id: Mapped[int] = mapped_column(ForeignKey("supplier_document.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))


class DocumentReading(Base):
    """The details that a worker found in an uploaded file. They are proposals, which the user takes over or not."""

    __tablename__ = "document_reading"

    attachment_id: Mapped[int] = mapped_column(
        ForeignKey("attachment.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    created: Mapped[datetime] = mapped_column(default=now)
    finished: Mapped[datetime | None]
    """None while the file waits for the worker."""
    issued_on: Mapped[date | None]
    valid_until: Mapped[date | None]
    number: Mapped[str] = mapped_column(default="", server_default=text("''"))
