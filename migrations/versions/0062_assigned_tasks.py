"""An index of the open tasks of each person by due date, for the counts of due records.

Existing rows stay. The index contains open tasks with a due date only, so it takes less than a second.
"""

import sqlalchemy as sa
from alembic import op

revision = "0062_assigned_tasks"
down_revision = "0061_countries"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_user_task_assignee_due",
        "user_task",
        ["assigned_user_id", "due"],
        postgresql_where=sa.text("is_open and due is not null"),
    )


def downgrade() -> None:
    op.drop_index("ix_user_task_assignee_due", table_name="user_task")
