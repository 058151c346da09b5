"""the index of who sent a file is by time, since uploads are limited by the hour.

Existing rows need no change. The index is made beside the old one while files go on being uploaded.
"""

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _replace(column="created")


def downgrade() -> None:
    _replace(column="id")


def _replace(*, column: str) -> None:
    with op.get_context().autocommit_block():
        # An interrupted run may have left it, or the renamed one, behind.
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_attachment_created_by_new")
        op.execute(
            f"CREATE INDEX CONCURRENTLY ix_attachment_created_by_new ON attachment (created_by_user_id, {column})"
        )
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_attachment_created_by")
        op.execute("ALTER INDEX ix_attachment_created_by_new RENAME TO ix_attachment_created_by")
