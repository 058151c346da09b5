"""The event log: one row for each event, written in the transaction that causes it."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, PrimaryKeyConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.model import Base
from app.kernel.db.partitions import MonthlyTable

EVENT_LOG = MonthlyTable("event_log")


class EventLog(Base):
    """An event in the log of one organisation (specification section 3, EventLog).

    `relationship_id` adds it to the journal of that relationship, `subject_user_id` to that of a user. `args` contains
    the names at that time, so that the line is complete even after the records are deleted.

    PostgreSQL stores the table as one partition for each month (docs/adr/0011), whose unique index includes `created`;
    `id` alone is unique because one sequence numbers all events. No foreign key refers to an event.
    """

    __tablename__ = "event_log"
    __table_args__ = (
        Index("ix_event_log_organisation", "organisation_id", "created", "id"),
        # Includes the columns that a feed filters by, so that counting needs only the index.
        Index(
            "ix_event_log_of_user", "created_by_user_id", "created", "id",
            postgresql_include=["organisation_id", "type"],
        ),
        # Views are a small part of a long log, so Recently Viewed has a partial index.
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
        # The database has this index in place of a primary key: `pg_restore --clean` can't drop the key of a partition.
        PrimaryKeyConstraint("id", "created").ddl_if(callable_=lambda *_, **__: False),
        Index("uq_event_log_id_created", "id", "created", unique=True),
        {"postgresql_partition_by": "RANGE (created)"},
    )  # fmt: skip
    __mapper_args__ = {"primary_key": ["id"]}  # noqa: RUF012  (SQLAlchemy reads it from the class)

    id: Mapped[int] = mapped_column(autoincrement=True)
    type: Mapped[str]
    created: Mapped[datetime]
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    created_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    relationship_id: Mapped[int | None] = mapped_column(ForeignKey("relationship.id"))
    subject_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    args: Mapped[dict[str, Any]]
