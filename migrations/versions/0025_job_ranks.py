"""the order in which jobs are taken, and an index of who has asked for which downloads."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

UNFINISHED = sa.text("status in ('QUEUED', 'RUNNING')")


def upgrade() -> None:
    # Waiting jobs are work of minutes: those without a rank are taken by the lane that takes everything.
    op.add_column("job", sa.Column("rank", sa.SmallInteger(), server_default=sa.text("20"), nullable=False))
    op.execute(
        "UPDATE job SET rank = 0 WHERE status IN ('QUEUED', 'RUNNING') "
        "AND name IN ('mail.send', 'messages.mailThread', 'accounts.mailPasswordReset')"
    )
    op.drop_index("ix_job_due", "job")
    op.create_index("ix_job_due", "job", ["rank", "run_at"], postgresql_where=UNFINISHED)
    op.create_index("ix_export_user", "export", ["user_id", "created"])


def downgrade() -> None:
    op.drop_index("ix_export_user", "export")
    op.drop_index("ix_job_due", "job")
    op.create_index("ix_job_due", "job", ["run_at"], postgresql_where=UNFINISHED)
    op.drop_column("job", "rank")
