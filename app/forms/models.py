"""Forms (each row is one revision), bundles of them, the question library, values tried in a preview."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.forms.types import DocFormStatus
from app.kernel.clock import now
from app.kernel.model import Base


class DocForm(Base):
    """One revision of a form (specification section 3, DocForm). Revisions of a form share `series_id`.

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
    """A UUID: the same for all revisions of one form."""
    revision: Mapped[int] = mapped_column(default=0)
    title: Mapped[str]
    type: Mapped[str]
    status: Mapped[str] = mapped_column(default=DocFormStatus.DRAFT)
    is_latest: Mapped[bool] = mapped_column(default=True)
    is_in_use: Mapped[bool] = mapped_column(default=False)
    """The newest published revision: what is sent."""
    is_archived: Mapped[bool] = mapped_column(default=False)
    """The same in all revisions of a form."""
    version: Mapped[int] = mapped_column(default=1)
    """Counts the savings of this revision: who saves names the one that the work began with."""
    doc: Mapped[dict[str, Any]]
    html: Mapped[str]
    thumbnail_id: Mapped[int | None] = mapped_column(ForeignKey("attachment.id"))
    """A small picture of the first page, made by the worker some seconds after saving."""
    created_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    updated_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)


class DocFormBundle(Base):
    """A named set of forms that are sent together (specification section 3, DocFormBundle)."""

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
    """A form of a bundle, by its series: what is sent is the revision in use at that time."""

    __tablename__ = "doc_form_bundle_item"

    bundle_id: Mapped[int] = mapped_column(ForeignKey("doc_form_bundle.id"), primary_key=True)
    series_id: Mapped[str] = mapped_column(primary_key=True, index=True)
    position: Mapped[int]


class RfxQuestion(Base):
    """A question of the library (specification section 3, RfxQuestion); without organisation it is everyone's."""

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
    """The words of `html`: the label of the fields that are made from the question."""
    type: Mapped[str]
    attrs: Mapped[dict[str, Any]]
    """All else of the field, in the stored form of a document's attributes."""
    is_archived: Mapped[bool] = mapped_column(default=False)
    created_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)


class PreviewValues(Base):
    """What one user has filled in to try a form (specification section 7, /api/user/preview)."""

    __tablename__ = "preview_values"
    __table_args__ = (UniqueConstraint("user_id", "series_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    series_id: Mapped[str]
    values: Mapped[dict[str, Any]]
    updated: Mapped[datetime] = mapped_column(default=now)
