"""the order of unread threads in their index.

Existing rows stay as they are; PostgreSQL builds the index again. With the order in it, the newest unread threads of a
user are read without the user's other threads.
"""

import sqlalchemy as sa
from alembic import op

revision = "0021_new_threads"
down_revision = "0020_rfx_parts"
branch_labels = None
depends_on = None

INDEX = "ix_thread_participant_new"
UNREAD = sa.text("tags @> '{new}'::text[]")


def upgrade() -> None:
    op.drop_index(INDEX, table_name="thread_participant")
    op.create_index(
        INDEX, "thread_participant", ["user_id", "last_activity", "thread_id"], postgresql_where=UNREAD
    )


def downgrade() -> None:
    op.drop_index(INDEX, table_name="thread_participant")
    op.create_index(INDEX, "thread_participant", ["user_id"], postgresql_where=UNREAD)
