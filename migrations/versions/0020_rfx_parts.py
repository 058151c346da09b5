"""parts of RFxs that a respondent assigns to people, and the type of their tasks.

Existing RFxs have no parts. The downgrade deletes the parts, their tasks and the access by their links; answers stay.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0020_rfx_parts"
down_revision = "0019_answer_notes"
branch_labels = None
depends_on = None

TASK_TYPES = ("RFX", "FOLLOW_UP", "NONCONFORMANCE", "REVIEW", "EVALUATION")


def upgrade() -> None:
    op.create_table(
        "rfx_part",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("keys", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("assignee_user_id", sa.BigInteger(), nullable=False),
        sa.Column("sees_all", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("note", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("due", sa.Date(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("asked_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("task_id", sa.BigInteger(), nullable=True),
        sa.Column("mailed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=True),
        sa.Column("done", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "status IN ('ASKED', 'OPENED', 'DONE', 'RETURNED', 'WITHDRAWN')", name=op.f("ck_rfx_part_status")
        ),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_rfx_part_rfx_id")),
        sa.ForeignKeyConstraint(
            ["assignee_user_id"], ["app_user.id"], name=op.f("fk_rfx_part_assignee_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["asked_by_user_id"], ["app_user.id"], name=op.f("fk_rfx_part_asked_by_user_id")
        ),
        sa.ForeignKeyConstraint(["task_id"], ["user_task.id"], name=op.f("fk_rfx_part_task_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rfx_part")),
    )
    op.create_index("ix_rfx_part_rfx", "rfx_part", ["rfx_id", "id"])
    op.create_index("ix_rfx_part_assignee", "rfx_part", ["assignee_user_id", "rfx_id"])
    op.create_index(
        "ix_rfx_part_mailed", "rfx_part", ["mailed"], postgresql_where=sa.text("mailed is not null")
    )
    _allow_task_types(*TASK_TYPES, "RFX_PART")


def downgrade() -> None:
    op.drop_table("rfx_part")
    op.execute("DELETE FROM user_task WHERE type = 'RFX_PART'")
    op.execute("UPDATE access_grant SET revoked = now() WHERE subject_type = 'RFX_PART' AND revoked IS NULL")
    _allow_task_types(*TASK_TYPES)


def _allow_task_types(*types: str) -> None:
    listed = ", ".join(f"'{word}'" for word in types)
    op.execute("ALTER TABLE user_task DROP CONSTRAINT ck_user_task_type")
    op.execute(f"ALTER TABLE user_task ADD CONSTRAINT ck_user_task_type CHECK (type IN ({listed})) NOT VALID")
    op.execute("ALTER TABLE user_task VALIDATE CONSTRAINT ck_user_task_type")
