"""notifications, the choice of mails, and tasks to review.

Existing rows do not change: events from before this migration notify no user, responses that were submitted before it
give no user a task, and all users begin with the default mails, which are the mails of earlier versions.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005_notifications"
down_revision = "0004_time_zones"
branch_labels = None
depends_on = None

KINDS = (
    "RESPONSE_SUBMITTED", "SURVEY_COMPLETED", "RFX_DECLINED", "DEADLINE_PASSED", "FOLLOW_UP_ANSWERED",
    "RESOLUTION_REQUESTED", "INVITATION_ACCEPTED", "DUE",
)  # fmt: skip
DELIVERIES = ("AT_ONCE", "DAILY", "NEVER")
TASK_TYPES = ("RFX", "FOLLOW_UP", "NONCONFORMANCE")


def upgrade() -> None:
    # First, and repeatable, because these statements are not part of the transaction.
    with op.get_context().autocommit_block():
        _replace_task_types((*TASK_TYPES, "REVIEW"))
        # Tasks with a due date are few; the daily mail reads them by their date.
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_user_task_due_day")
        op.execute(
            "CREATE INDEX CONCURRENTLY ix_user_task_due_day ON user_task (due) WHERE is_open AND due IS NOT NULL"
        )
    op.create_table(
        "notification",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject_type", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.BigInteger(), nullable=False),
        sa.Column("is_task", sa.Boolean(), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("awaits_daily_mail", sa.Boolean(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(f"kind IN ({_listed(KINDS)})", name=op.f("ck_notification_kind")),
        sa.ForeignKeyConstraint(["event_id"], ["event_log.id"], name=op.f("fk_notification_event_id")),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_notification_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notification")),
        sa.UniqueConstraint("user_id", "event_id", name=op.f("uq_notification_user_id_event_id")),
    )
    op.create_index(
        "ix_notification_unread",
        "notification",
        ["user_id", "event_id"],
        postgresql_where=sa.text("read_at is null"),
    )
    op.create_index(
        "ix_notification_task",
        "notification",
        ["subject_type", "subject_id"],
        postgresql_where=sa.text("is_task and read_at is null"),
    )
    op.create_index(
        "ix_notification_daily_mail",
        "notification",
        ["user_id"],
        postgresql_where=sa.text("awaits_daily_mail"),
    )
    op.create_index("ix_notification_created", "notification", ["created"])
    op.create_table(
        "mail_setting",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("delivery", sa.Text(), nullable=False),
        sa.CheckConstraint(f"kind IN ({_listed(KINDS)})", name=op.f("ck_mail_setting_kind")),
        sa.CheckConstraint(f"delivery IN ({_listed(DELIVERIES)})", name=op.f("ck_mail_setting_delivery")),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_mail_setting_user_id")),
        sa.PrimaryKeyConstraint("user_id", "kind", name=op.f("pk_mail_setting")),
    )


def downgrade() -> None:
    op.drop_index("ix_user_task_due_day", table_name="user_task")
    op.execute("DELETE FROM user_task WHERE type = 'REVIEW'")
    op.drop_constraint(op.f("ck_user_task_type"), "user_task", type_="check")
    op.create_check_constraint(op.f("ck_user_task_type"), "user_task", f"type IN ({_listed(TASK_TYPES)})")
    op.drop_table("mail_setting")
    op.drop_table("notification")


def _replace_task_types(types: tuple[str, ...]) -> None:
    """Replace the check of the type without blocking writes while existing rows are validated."""
    op.execute("ALTER TABLE user_task DROP CONSTRAINT IF EXISTS ck_user_task_type")
    op.execute(
        f"ALTER TABLE user_task ADD CONSTRAINT ck_user_task_type CHECK (type IN ({_listed(types)})) NOT VALID"
    )
    op.execute("ALTER TABLE user_task VALIDATE CONSTRAINT ck_user_task_type")


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(f"'{word}'" for word in words)
