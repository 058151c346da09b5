"""Forms (each row is one revision), bundles, the question library and preview values."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.forms.document.fields import FieldType
from app.forms.document.nodes import NewNode, StoredDocument
from app.forms.types import DocFormStatus, DocFormType
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column


class DocForm(Base):
    """Revision of a form (specification section 3, DocForm). Revisions of a form share `series_id`.

    `doc` is the stored document; `html` is derived from it on saving. A published revision never changes.
    """

    __tablename__ = "doc_form"
    __table_args__ = (
        UniqueConstraint("series_id", "revision"),
        Index("ix_doc_form_organisation", "organisation_id", "title", "id"),
        Index("uq_doc_form_latest", "series_id", unique=True, postgresql_where=text("is_latest")),
        Index("uq_doc_form_in_use", "series_id", unique=True, postgresql_where=text("is_in_use")),
        Index(
            "uq_doc_form_custom_fields",
            "organisation_id",
            unique=True,
            postgresql_where=text("type = 'CUSTOM_FIELDS' and is_latest and not is_archived"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    series_id: Mapped[str]
    """UUID that all revisions of a form share."""
    revision: Mapped[int] = mapped_column(default=0)
    title: Mapped[str]
    type: Mapped[DocFormType] = enum_column(DocFormType)
    status: Mapped[DocFormStatus] = enum_column(DocFormStatus, default=DocFormStatus.DRAFT)
    is_latest: Mapped[bool] = mapped_column(default=True)
    is_in_use: Mapped[bool] = mapped_column(default=False)
    """True for the newest published revision, which is the one that is sent."""
    is_archived: Mapped[bool] = mapped_column(default=False)
    """Has the same value in all revisions of a form."""
    version: Mapped[int] = mapped_column(default=1)
    """Optimistic-lock counter: a save must send the version it was based on."""
    doc: Mapped[StoredDocument]
    html: Mapped[str]
    thumbnail_id: Mapped[int | None] = mapped_column(ForeignKey("attachment.id"))
    """Picture of the first page, drawn by the worker some seconds after saving."""
    created_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    updated_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)


class DocFormBundle(Base):
    """Named set of forms sent together (specification section 3, DocFormBundle)."""

    __tablename__ = "doc_form_bundle"
    __table_args__ = (
        Index("uq_doc_form_bundle_name", "organisation_id", func.lower(text("name")), unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    name: Mapped[str]
    description: Mapped[str] = mapped_column(default="")
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)


class DocFormBundleItem(Base):
    """Form of a bundle, by its series: the revision in use at the time of sending is sent."""

    __tablename__ = "doc_form_bundle_item"

    bundle_id: Mapped[int] = mapped_column(ForeignKey("doc_form_bundle.id"), primary_key=True)
    series_id: Mapped[str] = mapped_column(primary_key=True, index=True)
    position: Mapped[int]


class RfxQuestion(Base):
    """Question of the library (specification section 3, RfxQuestion); global if it has no organisation."""

    __tablename__ = "rfx_question"
    __table_args__ = (
        Index("ix_rfx_question_organisation", "organisation_id", "section", "name", "id"),
        Index(
            "uq_rfx_question_name",
            "organisation_id",
            func.lower(text("name")),
            unique=True,
            postgresql_where=text("organisation_id is not null and not is_archived"),
        ),
        Index(
            "uq_rfx_question_global_name",
            func.lower(text("name")),
            unique=True,
            postgresql_where=text("organisation_id is null and not is_archived"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int | None] = mapped_column(ForeignKey("organisation.id"))
    name: Mapped[str]
    section: Mapped[str]
    html: Mapped[str]
    label: Mapped[str]
    """Text of `html`, used as the label of fields created from the question."""
    type: Mapped[FieldType] = enum_column(FieldType)
    attrs: Mapped[NewNode]
    """Other attributes of the field, as a document stores them."""
    is_archived: Mapped[bool] = mapped_column(default=False)
    created_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)


class PreviewValues(Base):
    """Values that a user entered in a form's preview (specification section 7, /api/user/preview)."""

    __tablename__ = "preview_values"
    __table_args__ = (UniqueConstraint("user_id", "series_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    series_id: Mapped[str]
    values: Mapped[dict[str, Any]]
    updated: Mapped[datetime] = mapped_column(default=now)
