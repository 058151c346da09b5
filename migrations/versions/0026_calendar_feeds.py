"""calendar links of users, and indexes for the list of due records.

No user has a calendar link before this migration. It changes no existing rows; the indexes contain only open tasks, open
and expired RFxs, and open assessments.
"""

import sqlalchemy as sa
from alembic import op

revision = "0026_calendar_feeds"
down_revision = "0025_review_parts"
branch_labels = None
depends_on = None

OPEN_TASK = sa.text("is_open and due is not null")
OPEN_ASSESSMENT = sa.text("status in ('NEW', 'INPROGRESS')")
OPEN_RFX = sa.text("status in ('NEW', 'PENDING', 'INPROGRESS')")
EXPIRED_RFX = sa.text("status = 'EXPIRED'")


def upgrade() -> None:
    op.create_table(
        "calendar_feed",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_read", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_calendar_feed_user_id")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_calendar_feed")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_calendar_feed_token_hash")),
    )
    # With the subject, the NCRs of a day are read in their order.
    op.drop_index("ix_user_task_due", "user_task")
    op.create_index(
        "ix_user_task_due", "user_task", ["organisation_id", "due", "subject_id"], postgresql_where=OPEN_TASK
    )
    op.create_index(
        "ix_user_task_assigned_due",
        "user_task",
        ["assigned_organisation_id", "due", "subject_id"],
        postgresql_where=OPEN_TASK,
    )
    op.create_index(
        "ix_user_task_follow_up_due",
        "user_task",
        ["organisation_id", "due", "id"],
        postgresql_where=sa.text("is_open and due is not null and type = 'FOLLOW_UP'"),
    )
    op.create_index(
        "ix_rfx_created_by_deadline",
        "rfx",
        ["created_by_user_id", "deadline", "id"],
        postgresql_where=OPEN_RFX,
    )
    op.create_index(
        "ix_rfx_received_due", "rfx", ["with_organisation_id", "deadline"], postgresql_where=OPEN_RFX
    )
    op.create_index("ix_rfx_expired", "rfx", ["organisation_id", "deadline"], postgresql_where=EXPIRED_RFX)
    op.create_index(
        "ix_rfx_received_expired", "rfx", ["with_organisation_id", "deadline"], postgresql_where=EXPIRED_RFX
    )
    op.create_index(
        "ix_assessment_due",
        "assessment",
        ["organisation_id", "deadline", "id"],
        postgresql_where=OPEN_ASSESSMENT,
    )
    op.create_index(
        "ix_assessment_created_by_due",
        "assessment",
        ["created_by_user_id", "deadline", "id"],
        postgresql_where=OPEN_ASSESSMENT,
    )


def downgrade() -> None:
    op.drop_index("ix_assessment_created_by_due", "assessment")
    op.drop_index("ix_assessment_due", "assessment")
    op.drop_index("ix_rfx_received_expired", "rfx")
    op.drop_index("ix_rfx_expired", "rfx")
    op.drop_index("ix_rfx_received_due", "rfx")
    op.drop_index("ix_rfx_created_by_deadline", "rfx")
    op.drop_index("ix_user_task_follow_up_due", "user_task")
    op.drop_index("ix_user_task_assigned_due", "user_task")
    op.drop_index("ix_user_task_due", "user_task")
    op.create_index("ix_user_task_due", "user_task", ["organisation_id", "due"], postgresql_where=OPEN_TASK)
    op.drop_table("calendar_feed")
