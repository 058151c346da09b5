"""Files that become forms, the remembered meanings of their columns, and the sources of forms."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.form_imports.types import FormImportState
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.kernel.http.json_types import Arguments


class DocFormImport(Base):
    """A file with questions that a user has uploaded. Deleted after 30 days; the forms stay."""

    __tablename__ = "doc_form_import"
    __table_args__ = (
        Index("ix_doc_form_import_organisation", "organisation_id", "user_id", "id"),
        Index("ix_doc_form_import_user_id", "user_id"),
        Index("ix_doc_form_import_created", "created"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    attachment_id: Mapped[int]
    """The uploaded file, which is deleted after a week unless a form is created from it."""
    filename: Mapped[str]
    state: Mapped[FormImportState] = enum_column(FormImportState, default=FormImportState.READING)
    doc_form_id: Mapped[int | None]
    """The form that is updated, or that was created."""
    is_update: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    contents: Mapped[list[Arguments] | None] = mapped_column(JSONB(none_as_null=True), deferred=True)
    """The cells and the layout of the sheets, so that no request reads the file again."""
    has_layout: Mapped[bool] = mapped_column(default=True, server_default=text("true"))
    mapping: Mapped[Arguments | None] = mapped_column(JSONB(none_as_null=True))
    fixes: Mapped[list[Arguments]] = mapped_column(JSONB, default=list, server_default=text("'[]'"))
    """The user's corrections of rows."""
    links: Mapped[list[Arguments]] = mapped_column(JSONB, default=list, server_default=text("'[]'"))
    """The rows that are linked to questions of the library: `sheet`, `row` and `questionId`."""
    error: Mapped[str | None]
    created: Mapped[datetime] = mapped_column(default=now)


class ImportMapping(Base):
    """Meanings of columns that an organisation has named, for the next file with the same headings."""

    __tablename__ = "import_mapping"
    __table_args__ = (
        Index("uq_import_mapping_name", "organisation_id", func.lower(text("name")), unique=True),
        Index("ix_import_mapping_headers", "organisation_id", "headers_hash"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    name: Mapped[str]
    headers_hash: Mapped[str]
    """Digest of the headings of the first used sheet."""
    mapping: Mapped[Arguments]
    created: Mapped[datetime] = mapped_column(default=now)


class FormSource(Base):
    """The file that a form was last created or updated from."""

    __tablename__ = "form_source"
    __table_args__ = (
        Index("uq_form_source_series_id", "series_id", unique=True),
        Index("ix_form_source_organisation_id", "organisation_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    series_id: Mapped[str]
    """UUID that all revisions of the form share."""
    profile: Mapped[str]
    """Code of the profile; empty without one."""
    attachment_id: Mapped[int | None]
    filename: Mapped[str]
    mapping: Mapped[Arguments]
    """Mapping of the file, and the order of its questions, which a newer file is compared with."""
    imported: Mapped[datetime] = mapped_column(default=now)
