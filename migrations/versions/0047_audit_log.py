"""The audit log of organisations, in monthly partitions, and the seals over it.

Existing rows do not change, and events from before have no entries: their address is not known. The database refuses to
update and to delete entries and to update seals; a retention drops whole partitions. The previous release keeps working:
it writes no entries.
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0047_audit_log"
down_revision = "0046_passkeys"
branch_labels = None
depends_on = None

MONTHS_AHEAD = 3
INDEXES = {
    "organisation": "(organisation_id, created, id)",
    "user": "(organisation_id, user_id, created, id)",
    "subject_user": "(organisation_id, subject_user_id, created, id) WHERE subject_user_id IS NOT NULL",
    "type": "(organisation_id, type, created, id)",
    "address": "(organisation_id, address, created, id) WHERE address IS NOT NULL",
}
REFUSE = """
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
    END
    $$
"""


def upgrade() -> None:
    op.execute("CREATE SEQUENCE audit_entry_id_seq")
    op.create_table(
        "audit_entry",
        sa.Column(
            "id", sa.BigInteger(), server_default=sa.text("nextval('audit_entry_id_seq')"), nullable=False
        ),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("subject_user_id", sa.BigInteger(), nullable=True),
        sa.Column("relationship_id", sa.BigInteger(), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("ids", postgresql.JSONB(), nullable=False),
        sa.Column("fields", postgresql.ARRAY(sa.Text()), nullable=False),
        postgresql_partition_by="RANGE (created)",
    )
    op.execute("ALTER SEQUENCE audit_entry_id_seq OWNED BY audit_entry.id")
    op.execute("CREATE UNIQUE INDEX uq_audit_entry_id_created ON audit_entry (id, created)")
    for name, definition in INDEXES.items():
        op.execute(f"CREATE INDEX ix_audit_entry_{name} ON audit_entry {definition}")
    begin = _month_start(datetime.now(UTC), 1)
    # The first partition has the current month and all times before: a clock may be wrong.
    op.execute(
        f"CREATE TABLE audit_entry_first PARTITION OF audit_entry FOR VALUES FROM (MINVALUE) TO ('{begin.isoformat()}')"
    )
    for _ in range(MONTHS_AHEAD):
        following = _month_start(begin, 1)
        op.execute(
            f"CREATE TABLE audit_entry_{begin:%Y_%m} PARTITION OF audit_entry"
            f" FOR VALUES FROM ('{begin.isoformat()}') TO ('{following.isoformat()}')"
        )
        begin = following
    op.execute(
        f"CREATE TABLE audit_entry_later PARTITION OF audit_entry FOR VALUES FROM ('{begin.isoformat()}') TO (MAXVALUE)"
    )
    op.create_table(
        "audit_seal",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("entry_ids", postgresql.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("digests", sa.LargeBinary(), nullable=False),
        sa.Column("first_created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("previous_hash", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_seal")),
        sa.UniqueConstraint("organisation_id", "number", name=op.f("uq_audit_seal_organisation_id_number")),
    )
    op.create_table(
        "audit_sealing",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("up_to_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_sealing")),
    )
    op.execute(REFUSE)
    op.execute(
        "CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON audit_entry"
        " FOR EACH ROW EXECUTE FUNCTION refuse_change()"
    )
    op.execute(
        "CREATE TRIGGER refuse_change BEFORE UPDATE ON audit_seal"
        " FOR EACH ROW EXECUTE FUNCTION refuse_change()"
    )


def downgrade() -> None:
    op.drop_table("audit_sealing")
    op.drop_table("audit_seal")
    op.drop_table("audit_entry")
    op.execute("DROP FUNCTION refuse_change()")


def _month_start(moment: datetime, months: int) -> datetime:
    month = moment.year * 12 + moment.month - 1 + months
    return datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC)
