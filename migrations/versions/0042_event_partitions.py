"""The event log as a table with one partition for each month.

Existing rows are not moved: the table becomes the first partition, which ends with the current month. It is indexed
and checked before, while requests run, so that the last step takes its exclusive lock for milliseconds. Notifications
and awards refer to events without a foreign key from now on, because no unique key of `id` alone is possible. The
unique index is no primary key, because `pg_restore --clean` can't drop the primary key of a partition.

The previous release keeps working with the new tables, and needs no job: events of later months go to the last
partition.
"""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op
from psycopg.errors import LockNotAvailable
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import OperationalError

revision = "0042_event_partitions"
down_revision = "0041_survey_deadlines"
branch_labels = None
depends_on = None

FIRST, LATER = "event_log_first", "event_log_later"
MONTHS_AHEAD = 3
ATTEMPTS = 60
VIEWS = (
    "type in ('user.viewed.organisation', 'user.viewed.user', 'user.viewed.assessment', "
    "'user.viewed.rfx.sent', 'user.viewed.rfx.received')"
)
INDEXES = {
    "organisation": "(organisation_id, created, id)",
    "of_user": "(created_by_user_id, created, id) INCLUDE (organisation_id, type)",
    "views": f"(created_by_user_id, created, id) INCLUDE (organisation_id) WHERE {VIEWS}",
    "relationship": "(relationship_id, created, id) WHERE relationship_id IS NOT NULL",
    "subject_user": "(subject_user_id, created, id) WHERE subject_user_id IS NOT NULL",
}
REFERENCES = {
    "created_by_user_id": "app_user",
    "organisation_id": "organisation",
    "relationship_id": "relationship",
    "subject_user_id": "app_user",
}
COLUMNS = (
    "id", "type", "created", "organisation_id", "created_by_user_id", "relationship_id", "subject_user_id", "args",
)  # fmt: skip
REFERRING = ("notification", "rfx_award_event")
SWAP_LOCKS = (
    "LOCK TABLE event_log IN ACCESS EXCLUSIVE MODE",
    "LOCK TABLE organisation, app_user, relationship IN SHARE ROW EXCLUSIVE MODE",
)


def upgrade() -> None:
    # These steps are repeatable, because they are not part of the transaction.
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS uq_event_log_id_created")
        op.execute("CREATE UNIQUE INDEX CONCURRENTLY uq_event_log_id_created ON event_log (id, created)")
        last = op.get_bind().scalar(sa.text("SELECT max(created) FROM event_log")) or datetime.now(UTC)
        # The month of tomorrow, so that no event is refused if the month ends during the migration.
        end = _month_start(max(last, datetime.now(UTC) + timedelta(days=1)), 1)
        op.execute("ALTER TABLE event_log DROP CONSTRAINT IF EXISTS ck_event_log_until")
        op.execute(
            f"ALTER TABLE event_log ADD CONSTRAINT ck_event_log_until CHECK (created < '{end.isoformat()}') NOT VALID"
        )
        op.execute("ALTER TABLE event_log VALIDATE CONSTRAINT ck_event_log_until")
    for table in REFERRING:
        _lock(f"LOCK TABLE {table}, event_log IN ACCESS EXCLUSIVE MODE")
        op.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS fk_{table}_event_id")
        # In its own transaction, because requests lock these tables in another order.
        with op.get_context().autocommit_block():
            pass
    _lock(*SWAP_LOCKS)
    _rename("event_log", FIRST)
    op.execute(f"ALTER TABLE {FIRST} DROP CONSTRAINT pk_event_log")
    _create_table("event_log")
    op.execute("ALTER SEQUENCE event_log_id_seq OWNED BY event_log.id")
    op.execute("CREATE UNIQUE INDEX uq_event_log_id_created ON event_log (id, created)")
    for name, definition in INDEXES.items():
        op.execute(f"CREATE INDEX ix_event_log_{name} ON event_log {definition}")
    op.execute(
        f"ALTER TABLE event_log ATTACH PARTITION {FIRST} FOR VALUES FROM (MINVALUE) TO ('{end.isoformat()}')"
    )
    op.execute(f"ALTER TABLE {FIRST} DROP CONSTRAINT ck_event_log_until")
    ahead = _month_start(datetime.now(UTC), MONTHS_AHEAD + 1)
    while end < ahead:
        following = _month_start(end, 1)
        op.execute(
            f"CREATE TABLE event_log_{end:%Y_%m} PARTITION OF event_log"
            f" FOR VALUES FROM ('{end.isoformat()}') TO ('{following.isoformat()}')"
        )
        end = following
    op.execute(
        f"CREATE TABLE {LATER} PARTITION OF event_log FOR VALUES FROM ('{end.isoformat()}') TO (MAXVALUE)"
    )


def downgrade() -> None:
    """Make the oldest partition the table again, and copy the rows of the others into it."""
    oldest, *others = _partitions()
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS uq_event_log_id")
        op.execute(f"CREATE UNIQUE INDEX CONCURRENTLY uq_event_log_id ON {oldest} (id)")
    _lock(*SWAP_LOCKS)
    indexes = {name: _index_of(oldest, f"ix_event_log_{name}") for name in INDEXES}
    unique = _index_of(oldest, "uq_event_log_id_created")
    op.execute(f"ALTER TABLE event_log DETACH PARTITION {oldest}")
    for name in others:
        rows = sa.select(*(sa.column(column) for column in COLUMNS)).select_from(sa.table(name))
        op.execute(sa.insert(sa.table(oldest, *map(sa.column, COLUMNS))).from_select(COLUMNS, rows))
    op.execute(f"ALTER TABLE {oldest} ALTER COLUMN id SET DEFAULT nextval('event_log_id_seq')")
    op.execute(f"ALTER SEQUENCE event_log_id_seq OWNED BY {oldest}.id")
    op.execute("DROP TABLE event_log")
    op.execute(f"ALTER TABLE {oldest} RENAME TO event_log")
    op.execute(f"DROP INDEX {unique}")
    op.execute("ALTER TABLE event_log ADD CONSTRAINT pk_event_log PRIMARY KEY USING INDEX uq_event_log_id")
    for name, index in indexes.items():
        op.execute(f"ALTER INDEX {index} RENAME TO ix_event_log_{name}")
    for table in REFERRING:
        referring, events = sa.table(table, sa.column("event_id")), sa.table("event_log", sa.column("id"))
        op.execute(sa.delete(referring).where(~sa.exists().where(events.c.id == referring.c.event_id)))
        op.create_foreign_key(op.f(f"fk_{table}_event_id"), table, "event_log", ["event_id"], ["id"])


def _partitions() -> list[str]:
    """Return the names of the partitions, the oldest first."""
    names = op.get_bind().scalars(
        sa.text("SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid"
                " WHERE inhparent = 'event_log'::regclass ORDER BY relname = :first DESC, relname = :later, relname"),
        {"first": FIRST, "later": LATER},
    )  # fmt: skip
    return list(names)


def _index_of(partition: str, index: str) -> str:
    """Return the name of the partition's part of an index."""
    name = op.get_bind().scalar(
        sa.text("SELECT relname FROM pg_inherits JOIN pg_index ON indexrelid = inhrelid"
                " JOIN pg_class ON pg_class.oid = inhrelid"
                " WHERE inhparent = CAST(:index AS regclass) AND indrelid = CAST(:partition AS regclass)"),
        {"index": index, "partition": partition},
    )  # fmt: skip
    return str(name)


def _create_table(name: str) -> None:
    op.create_table(
        name,
        sa.Column(
            "id", sa.BigInteger(), server_default=sa.text("nextval('event_log_id_seq')"), nullable=False
        ),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("relationship_id", sa.BigInteger(), nullable=True),
        sa.Column("subject_user_id", sa.BigInteger(), nullable=True),
        sa.Column("args", postgresql.JSONB(), nullable=False),
        *(
            sa.ForeignKeyConstraint([column], [f"{target}.id"], name=op.f(f"fk_event_log_{column}"))
            for column, target in REFERENCES.items()
        ),
        postgresql_partition_by="RANGE (created)",
    )


def _rename(table: str, new_name: str) -> None:
    """Rename a table and its indexes, whose names the new table gets."""
    op.execute(f"ALTER TABLE {table} RENAME TO {new_name}")
    for name in ("uq_{}_id_created", *(f"ix_{{}}_{name}" for name in INDEXES)):
        op.execute(f"ALTER INDEX {name.format(table)} RENAME TO {name.format(new_name)}")


def _lock(*statements: str) -> None:
    """Lock tables as soon as no transaction uses them, and let requests pass between two attempts.

    An attempt waits for less than a second, after which PostgreSQL looks for deadlocks and would fail a request.
    """
    connection = op.get_bind()
    connection.execute(sa.text("SET LOCAL lock_timeout = '800ms'"))
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with connection.begin_nested():
                for statement in statements:
                    connection.execute(sa.text(statement))
            return
        except OperationalError as error:
            if not isinstance(error.orig, LockNotAvailable) or attempt == ATTEMPTS:
                raise


def _month_start(moment: datetime, months: int) -> datetime:
    month = moment.astimezone(UTC).year * 12 + moment.astimezone(UTC).month - 1 + months
    return datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC)
