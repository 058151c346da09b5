"""Files with suppliers: read, mapped, planned and run."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.imports.types import ImportState, Outcome
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.kernel.http.json_types import Arguments


class SupplierImport(Base):
    """A file with suppliers that a user has uploaded. Deleted after 30 days; the suppliers stay."""

    __tablename__ = "supplier_import"
    __table_args__ = (
        Index("ix_supplier_import_organisation", "organisation_id", "user_id", "id"),
        Index("ix_supplier_import_user_id", "user_id"),
        Index("ix_supplier_import_created", "created"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    attachment_id: Mapped[int]
    """The uploaded file, which is deleted after a week because it is attached to nothing."""
    filename: Mapped[str]
    state: Mapped[ImportState] = enum_column(ImportState, default=ImportState.READING)
    progress: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    """Percent of reading or planning."""
    sheets: Mapped[list[Arguments] | None] = mapped_column(JSONB(none_as_null=True))
    """The sheets with their columns, headings and samples."""
    mapping: Mapped[list[Arguments] | None] = mapped_column(JSONB(none_as_null=True))
    """The chosen field of each column, for each sheet."""
    corrections: Mapped[list[Arguments]] = mapped_column(JSONB, default=list, server_default=text("'[]'"))
    """The corrected cells: `sheet`, `row`, `column` and `text`."""
    plan_version: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    plan_basis: Mapped[str | None]
    """Digest of the network that the plan was made on."""
    is_outdated: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True if the plan was made again because the network had changed."""
    job_id: Mapped[int | None]
    """The bulk job that runs the plan."""
    error: Mapped[str | None]
    created: Mapped[datetime] = mapped_column(default=now)
    started: Mapped[datetime | None]


class SupplierImportRow(Base):
    """A supplier of the file, in the order of the file, or a row of contacts that belongs to no supplier."""

    __tablename__ = "supplier_import_row"
    __table_args__ = (Index("ix_supplier_import_row_outcome", "import_id", "outcome", "n"),)

    import_id: Mapped[int] = mapped_column(
        ForeignKey("supplier_import.id", ondelete="CASCADE"), primary_key=True
    )
    n: Mapped[int] = mapped_column(primary_key=True)
    label: Mapped[str]
    place: Mapped[str]
    """The row in the file: "Row 14"."""
    values: Mapped[Arguments]
    """The checked values by field, `people`, `notes`, and the texts of wrong `cells` by field."""
    problems: Mapped[list[str]]
    """Sentences with the cell. A row with problems is never imported."""
    decision: Mapped[Arguments | None] = mapped_column(JSONB(none_as_null=True))
    """The user's decision: `choice` LEFT_OUT, SAME with `organisationId`, or DIFFERENT."""
    outcome: Mapped[Outcome | None] = enum_column(Outcome)
    organisation_id: Mapped[int | None]
    """The organisation that the row is about, if it exists."""
    relationship_id: Mapped[int | None]
    changes: Mapped[Arguments | None] = mapped_column(JSONB(none_as_null=True))
    """`differences`, `candidates`, `people` to add, and `notes` for the reader."""
