"""hand-overs of RFxs, with a task and a kind of notification of their own.

There are no hand-overs yet; existing tasks, notifications and mail settings stay as they are.
"""

import sqlalchemy as sa
from alembic import op

revision = "0023_handovers"
down_revision = "0022_request_titles"
branch_labels = None
depends_on = None

TASK_TYPES = ("RFX", "FOLLOW_UP", "NONCONFORMANCE", "REVIEW", "EVALUATION", "RFX_PART")
KINDS = (
    "RESPONSE_SUBMITTED", "SURVEY_COMPLETED", "RFX_DECLINED", "DEADLINE_PASSED", "FOLLOW_UP_ANSWERED",
    "RESOLUTION_REQUESTED", "INVITATION_ACCEPTED", "DUE",
)  # fmt: skip


def upgrade() -> None:
    op.create_table(
        "rfx_handover",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("from_user_id", sa.BigInteger(), nullable=False),
        sa.Column("to_user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decided_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "state IN ('PENDING', 'DONE', 'DECLINED', 'REPLACED')", name=op.f("ck_rfx_handover_state")
        ),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_rfx_handover_rfx_id")),
        sa.ForeignKeyConstraint(["from_user_id"], ["app_user.id"], name=op.f("fk_rfx_handover_from_user_id")),
        sa.ForeignKeyConstraint(["to_user_id"], ["app_user.id"], name=op.f("fk_rfx_handover_to_user_id")),
        sa.ForeignKeyConstraint(
            ["decided_by_user_id"], ["app_user.id"], name=op.f("fk_rfx_handover_decided_by_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rfx_handover")),
    )
    op.create_index("ix_rfx_handover_rfx", "rfx_handover", ["rfx_id", "id"])
    op.create_index(
        "uq_rfx_handover_pending", "rfx_handover", ["rfx_id"], unique=True,
        postgresql_where=sa.text("state = 'PENDING'"),
    )  # fmt: skip
    _allow("user_task", "type", *TASK_TYPES, "HANDOVER")
    for table in ("notification", "mail_setting"):
        _allow(table, "kind", *KINDS, "RFX_HANDED_OVER")


def downgrade() -> None:
    op.drop_table("rfx_handover")
    op.execute("DELETE FROM user_task WHERE type = 'HANDOVER'")
    _allow("user_task", "type", *TASK_TYPES)
    for table in ("notification", "mail_setting"):
        op.execute(
            sa.delete(sa.table(table, sa.column("kind"))).where(sa.column("kind") == "RFX_HANDED_OVER")
        )
        _allow(table, "kind", *KINDS)


def _allow(table: str, column: str, *values: str) -> None:
    name, listed = f"ck_{table}_{column}", ", ".join(f"'{value}'" for value in values)
    op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} CHECK ({column} IN ({listed})) NOT VALID")
    op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")
