"""Files that answer an RFx: read, compared, decided and applied."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.kernel.http.json_types import Arguments
from app.workbooks.types import ImportKind, ImportState


class AnswerImport(Base):
    """A file with answers that a user, or a guest by link, has uploaded. Deleted after 30 days."""

    __tablename__ = "answer_import"
    __table_args__ = (
        Index("ix_answer_import_rfx", "rfx_id", "user_id", "id"),
        Index("ix_answer_import_created", "created"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    attachment_id: Mapped[int]
    """The uploaded file, which is deleted when it is attached to nothing for a day."""
    grant_id: Mapped[int | None] = mapped_column(ForeignKey("access_grant.id"))
    """The grant of a guest, with which the worker reads and saves; None for a user."""
    kind: Mapped[ImportKind] = enum_column(ImportKind, default=ImportKind.OWN)
    state: Mapped[ImportState] = enum_column(ImportState, default=ImportState.READING)
    progress: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    """Percent."""
    filename: Mapped[str]
    mapping: Mapped[Arguments | None]
    """Chosen sheet and columns of a file of the respondent's own."""
    result: Mapped[Arguments | None]
    """`sheets`, `warnings` and `items`, as in the response; each item has the base iteration too."""
    decision: Mapped[Arguments | None]
    """`keys`, `theirs` and `clearEmpty` of the request to apply."""
    error: Mapped[str | None]
    created: Mapped[datetime] = mapped_column(default=now)
    applied: Mapped[datetime | None]
