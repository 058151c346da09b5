"""Attachments and the subjects they are attached to."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.files.types import PREVIEWED, AttachmentKind, variant_path
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column


class Attachment(Base):
    """A file (specification section 3, Attachment): announced by the start endpoint, then uploaded."""

    __tablename__ = "attachment"
    __table_args__ = (
        Index("ix_attachment_created_by", "created_by_user_id", "created"),
        Index(
            "ix_attachment_without_small",
            "id",
            postgresql_where=text(
                "small_size IS NULL AND stored IS NOT NULL AND kind IN ('COMPANYLOGO', 'USERPICLARGE')"
            ),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[AttachmentKind] = enum_column(AttachmentKind)
    filename: Mapped[str]
    size: Mapped[int]
    content_type: Mapped[str | None]
    sha256: Mapped[str | None]
    storage_key: Mapped[str | None]
    small_size: Mapped[int | None]
    """Bytes of the picture's small variant; 0 if none can be created, None if it was not created yet.

    An attachment of a kind in `PREVIEWED` has a preview as well if it is not 0.
    """
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id", use_alter=True))
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id", use_alter=True))
    created: Mapped[datetime] = mapped_column(default=now)
    stored: Mapped[datetime | None]

    @property
    def has_preview(self) -> bool:
        """Return True if there is a preview of the file."""
        return bool(self.small_size) and self.kind in PREVIEWED

    @property
    def thumbnail_url(self) -> str | None:
        """Return the path of the small variant; None for files that are no pictures."""
        return variant_path(self.id, self.sha256 or "", "small") if self.has_preview else None

    @property
    def preview_url(self) -> str | None:
        """Return the path of the preview; None for files that are no pictures."""
        return variant_path(self.id, self.sha256 or "", "preview") if self.has_preview else None


class AttachmentUse(Base):
    """A subject of an attachment: its readers can read the file."""

    __tablename__ = "attachment_use"
    __table_args__ = (
        UniqueConstraint("attachment_id", "subject_type", "subject_id"),
        Index("ix_attachment_use_subject", "subject_type", "subject_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    attachment_id: Mapped[int] = mapped_column(ForeignKey("attachment.id"))
    subject_type: Mapped[str]
    subject_id: Mapped[int]
