"""The keys of deleted jobs and mails, and indexes to find rows that are older than their retention.

Existing rows do not change. The jobs of the next days delete mails after 365 days, sign-ins that ended 365 days ago
and jobs that failed 90 days ago; MAIL_DAYS=0, SIGN_IN_DAYS=0 and FAILED_JOB_DAYS=0 in the settings keep them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0043_spent_keys"
down_revision = "0042_event_partitions"
branch_labels = None
depends_on = None

INDEXES = {
    "ix_job_finished": "job (finished) WHERE finished IS NOT NULL",
    "ix_outbox_mail_created": "outbox_mail (created)",
    "ix_sign_in_expires": "sign_in (expires)",
}


def upgrade() -> None:
    # First, and repeatable, because these statements are not part of the transaction.
    with op.get_context().autocommit_block():
        for name, columns in INDEXES.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON {columns}")
    op.create_table(
        "spent_key",
        sa.Column("key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_spent_key")),
    )


def downgrade() -> None:
    op.drop_table("spent_key")
    for name in INDEXES:
        op.execute(f"DROP INDEX {name}")
