"""first steps on Home, which each user can hide.

They are hidden for everyone who has an account already; users whose invitation is still open will see them. Users
without charts of their own keep the default charts.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006_first_steps"
down_revision = "0005_notifications"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("home_layout", sa.Column("steps_hidden", sa.DateTime(timezone=True), nullable=True))
    op.alter_column("home_layout", "charts", nullable=True)
    op.execute(
        "INSERT INTO home_layout (user_id, steps_hidden)"
        " SELECT id, now() FROM app_user WHERE type = 'USER' AND status <> 'INVITED'"
        " ON CONFLICT (user_id) DO UPDATE SET steps_hidden = excluded.steps_hidden"
    )


def downgrade() -> None:
    op.execute("DELETE FROM home_layout WHERE charts IS NULL")
    op.alter_column("home_layout", "charts", nullable=False)
    op.drop_column("home_layout", "steps_hidden")
