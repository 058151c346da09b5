"""parts of submitted RFxs that colleagues review, with a task and a kind of notification of their own.

There are no review parts yet; existing tasks, notifications and mail settings stay as they are.
"""

import sqlalchemy as sa
from alembic import op

revision = "0025_review_parts"
down_revision = "0024_answer_imports"
branch_labels = None
depends_on = None

TASK_TYPES = ("RFX", "FOLLOW_UP", "NONCONFORMANCE", "REVIEW", "EVALUATION", "RFX_PART", "HANDOVER")
KINDS = (
    "RESPONSE_SUBMITTED", "SURVEY_COMPLETED", "RFX_DECLINED", "DEADLINE_PASSED", "FOLLOW_UP_ANSWERED",
    "RESOLUTION_REQUESTED", "INVITATION_ACCEPTED", "DUE", "RFX_HANDED_OVER",
)  # fmt: skip


def upgrade() -> None:
    op.create_table(
        "rfx_review_part",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("keys", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("reviewer_user_id", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("due", sa.Date(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("asked_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("task_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "status IN ('ASKED', 'DONE', 'WITHDRAWN')", name=op.f("ck_rfx_review_part_status")
        ),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_rfx_review_part_rfx_id")),
        sa.ForeignKeyConstraint(
            ["reviewer_user_id"], ["app_user.id"], name=op.f("fk_rfx_review_part_reviewer_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["asked_by_user_id"], ["app_user.id"], name=op.f("fk_rfx_review_part_asked_by_user_id")
        ),
        sa.ForeignKeyConstraint(["task_id"], ["user_task.id"], name=op.f("fk_rfx_review_part_task_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rfx_review_part")),
    )
    op.create_index("ix_rfx_review_part_rfx", "rfx_review_part", ["rfx_id", "id"])
    op.create_index("ix_rfx_review_part_reviewer", "rfx_review_part", ["reviewer_user_id", "rfx_id"])
    _allow("user_task", "type", *TASK_TYPES, "REVIEW_PART")
    for table in ("notification", "mail_setting"):
        _allow(table, "kind", *KINDS, "REVIEW_DONE")


def downgrade() -> None:
    op.drop_table("rfx_review_part")
    op.execute("DELETE FROM user_task WHERE type = 'REVIEW_PART'")
    _allow("user_task", "type", *TASK_TYPES)
    for table in ("notification", "mail_setting"):
        op.execute(sa.delete(sa.table(table, sa.column("kind"))).where(sa.column("kind") == "REVIEW_DONE"))
        _allow(table, "kind", *KINDS)


def _allow(table: str, column: str, *values: str) -> None:
    name, listed = f"ck_{table}_{column}", ", ".join(f"'{value}'" for value in values)
    op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} CHECK ({column} IN ({listed})) NOT VALID")
    op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")
