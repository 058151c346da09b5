"""optional mails, and an index for threads of tasks."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "app_user",
        sa.Column("gets_optional_mail", sa.Boolean(), server_default=sa.text("true"), nullable=False),
    )
    op.add_column("outbox_mail", sa.Column("unsubscribe_url", sa.Text(), nullable=True))
    op.create_index(
        "ix_user_task_message_thread_id",
        "user_task",
        ["message_thread_id"],
        postgresql_where=sa.text("message_thread_id is not null"),
    )


def downgrade() -> None:
    op.drop_index(
        "ix_user_task_message_thread_id",
        table_name="user_task",
        postgresql_where=sa.text("message_thread_id is not null"),
    )
    op.drop_column("outbox_mail", "unsubscribe_url")
    op.drop_column("app_user", "gets_optional_mail")
