"""indexes by which a user's events are counted and what was viewed last is found."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

VIEWS = sa.text(
    "type in ('user.viewed.organisation', 'user.viewed.user', 'user.viewed.assessment', "
    "'user.viewed.rfx.sent', 'user.viewed.rfx.received')"
)
BY_USER = ["created_by_user_id", "created", "id"]


def upgrade() -> None:
    # The log has millions of rows, and is written to meanwhile.
    with op.get_context().autocommit_block():
        for name in ("ix_event_log_views", "ix_event_log_of_user"):
            # One that an interrupted run left behind serves nothing.
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        op.create_index(
            "ix_event_log_views", "event_log", BY_USER, postgresql_include=["organisation_id"],
            postgresql_where=VIEWS, postgresql_concurrently=True,
        )  # fmt: skip
        op.create_index(
            "ix_event_log_of_user", "event_log", BY_USER, postgresql_include=["organisation_id", "type"],
            postgresql_concurrently=True,
        )  # fmt: skip
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_event_log_by_user")


def downgrade() -> None:
    op.create_index("ix_event_log_by_user", "event_log", BY_USER)
    op.drop_index("ix_event_log_of_user", "event_log")
    op.drop_index("ix_event_log_views", "event_log")
