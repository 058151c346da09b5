"""bulk jobs and their rows.

Existing rows do not change.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0011_bulk_jobs"
down_revision = "0006_first_steps"
branch_labels = None
depends_on = None

STATES = "'QUEUED', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE'"
OUTCOMES = "'DONE', 'UNCHANGED', 'FAILED', 'GONE', 'UNDONE', 'NOT_UNDONE'"


def upgrade() -> None:
    op.create_table(
        "bulk_job",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("selection", postgresql.JSONB(), nullable=False),
        sa.Column("args", postgresql.JSONB(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("done", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undo_until", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(f"state IN ({STATES})", name=op.f("ck_bulk_job_state")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bulk_job")),
    )
    op.create_index("ix_bulk_job_created", "bulk_job", ["created"])
    op.create_index(
        "uq_bulk_job_open",
        "bulk_job",
        ["user_id"],
        unique=True,
        postgresql_where=sa.text("state in ('QUEUED', 'RUNNING', 'UNDOING')"),
    )
    op.create_table(
        "bulk_row",
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("subject_id", sa.BigInteger(), nullable=True),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("data", postgresql.JSONB(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("before", postgresql.JSONB(), nullable=True),
        sa.Column("url", sa.Text(), nullable=True),
        sa.CheckConstraint(f"outcome IN ({OUTCOMES})", name=op.f("ck_bulk_row_outcome")),
        sa.ForeignKeyConstraint(
            ["job_id"], ["bulk_job.id"], name=op.f("fk_bulk_row_job_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("job_id", "position", name=op.f("pk_bulk_row")),
    )
    op.create_index("ix_bulk_row_outcome", "bulk_row", ["job_id", "outcome", "position"])


def downgrade() -> None:
    op.drop_table("bulk_row")
    op.drop_table("bulk_job")
