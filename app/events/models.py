"""The event log: one row for each thing that happened, in the transaction that made it happen."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.model import Base


class EventLog(Base):
    """An event in the log of one organisation (specification section 3, EventLog).

    `relationship_id` puts it into the journal of that relationship, `subject_user_id` into that of a user.
    `args` hold the names as they were, so that the line still reads well when what it names is gone.
    """

    __tablename__ = "event_log"
    __table_args__ = (
        Index("ix_event_log_organisation", "organisation_id", "created", "id"),
        # With what a feed is narrowed by, so that it is counted by the index alone.
        Index(
            "ix_event_log_of_user", "created_by_user_id", "created", "id",
            postgresql_include=["organisation_id", "type"],
        ),
        # What was viewed is a small part of a long log.
        Index(
            "ix_event_log_views", "created_by_user_id", "created", "id", postgresql_include=["organisation_id"],
            postgresql_where=text(
                "type in ('user.viewed.organisation', 'user.viewed.user', 'user.viewed.assessment', "
                "'user.viewed.rfx.sent', 'user.viewed.rfx.received')"
            ),
        ),
        Index(
            "ix_event_log_relationship", "relationship_id", "created", "id",
            postgresql_where=text("relationship_id is not null"),
        ),
        Index(
            "ix_event_log_subject_user", "subject_user_id", "created", "id",
            postgresql_where=text("subject_user_id is not null"),
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True)
    type: Mapped[str]
    created: Mapped[datetime]
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    created_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    relationship_id: Mapped[int | None] = mapped_column(ForeignKey("relationship.id"))
    subject_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    args: Mapped[dict[str, Any]]
