"""indexes for the lists of due and overdue records.

Existing rows are indexed as they are; no row changes. The indexes are built without blocking writes.
"""

from alembic import op

revision = "0003_due_dates"
down_revision = "0002_enum_checks"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute(
            "create index concurrently if not exists ix_user_task_due on user_task (organisation_id, due)"
            " where is_open and due is not null"
        )
        op.execute(
            "create index concurrently if not exists ix_rfx_due on rfx (organisation_id, deadline)"
            " where status in ('NEW', 'PENDING', 'INPROGRESS')"
        )


def downgrade() -> None:
    op.drop_index("ix_rfx_due", table_name="rfx")
    op.drop_index("ix_user_task_due", table_name="user_task")
