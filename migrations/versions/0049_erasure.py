"""The time at which a user's personal data was erased; no existing user is. The previous release ignores the column."""

import sqlalchemy as sa
from alembic import op

revision = "0049_erasure"
down_revision = "0048_data_exports"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("app_user", sa.Column("erased", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("app_user", "erased")
