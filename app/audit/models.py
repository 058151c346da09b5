"""The audit log of organisations and the seals over it.

Nothing here refers to another table with a foreign key: an entry stays unchanged when a person is erased or a
record is deleted.
"""

from datetime import datetime

from sqlalchemy import ARRAY, BigInteger, Index, LargeBinary, PrimaryKeyConstraint, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.clock import now
from app.kernel.db.model import Base
from app.kernel.db.partitions import MonthlyTable
from app.kernel.http.json_types import Arguments

AUDIT_LOG = MonthlyTable("audit_entry")


class AuditEntry(Base):
    """An action in the audit log of one organisation, written in the transaction of the action.

    It has ids, times, an address and names of fields, and no names or texts: these are looked up when it is read. The
    database refuses to update and to delete entries; the retention drops whole months, which are partitions as in the
    event log (docs/adr/0011).
    """

    __tablename__ = "audit_entry"
    __table_args__ = (
        Index("ix_audit_entry_organisation", "organisation_id", "created", "id"),
        Index("ix_audit_entry_user", "organisation_id", "user_id", "created", "id"),
        Index(
            "ix_audit_entry_subject_user", "organisation_id", "subject_user_id", "created", "id",
            postgresql_where=text("subject_user_id is not null"),
        ),
        Index("ix_audit_entry_type", "organisation_id", "type", "created", "id"),
        Index(
            "ix_audit_entry_address", "organisation_id", "address", "created", "id",
            postgresql_where=text("address is not null"),
        ),
        # As in the event log: `pg_restore --clean` can't drop the primary key of a partition.
        PrimaryKeyConstraint("id", "created").ddl_if(callable_=lambda *_, **__: False),
        Index("uq_audit_entry_id_created", "id", "created", unique=True),
        {"postgresql_partition_by": "RANGE (created)"},
    )  # fmt: skip
    __mapper_args__ = {"primary_key": ["id"]}  # noqa: RUF012  (SQLAlchemy reads it from the class)

    id: Mapped[int] = mapped_column(autoincrement=True)
    organisation_id: Mapped[int]
    type: Mapped[str]
    created: Mapped[datetime]
    user_id: Mapped[int | None]
    """The user who did it, perhaps of another organisation or a guest; None for the product and for failed sign-ins."""
    subject_user_id: Mapped[int | None]
    relationship_id: Mapped[int | None]
    address: Mapped[str | None]
    """The IP address of the client. None for jobs and for users of other organisations, whose address is not shared."""
    ids: Mapped[Arguments]
    """The ids of the records, by the name of the event's argument, such as `rfxId`."""
    fields: Mapped[list[str]]
    """The names of the changed fields, in camel case."""


class AuditSeal(Base):
    """A seal over consecutive entries of one organisation. Each contains the hash of the previous seal.

    The digests of the single entries are part of it, so that a check names the entry that was changed, and works after
    the retention has dropped a part of the entries.
    """

    __tablename__ = "audit_seal"
    __table_args__ = (UniqueConstraint("organisation_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int]
    number: Mapped[int]
    """From 1, without a gap in each organisation."""
    entry_id: Mapped[int]
    """The last entry."""
    entry_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    digests: Mapped[bytes] = mapped_column(LargeBinary)
    """32 bytes for each entry, in the order of `entry_ids`."""
    first_created: Mapped[datetime]
    last_created: Mapped[datetime]
    """The earliest and the latest time of its entries."""
    previous_hash: Mapped[str]
    """The hash of the seal before; empty for the first one."""
    hash: Mapped[str]
    created: Mapped[datetime] = mapped_column(default=now)


class AuditSealing(Base):
    """The progress of sealing, in one row: all entries up to `up_to_id` are sealed."""

    __tablename__ = "audit_sealing"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    up_to_id: Mapped[int]
