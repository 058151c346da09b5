"""Attachments and the subjects they are attached to."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.files.types import AttachmentKind
from app.kernel.clock import now
from app.kernel.model import Base, enum_column


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
    """Bytes of the picture's small variant; 0 if none can be created, None if it was not created yet."""
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id", use_alter=True))
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id", use_alter=True))
    created: Mapped[datetime] = mapped_column(default=now)
    stored: Mapped[datetime | None]


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
