"""what was last written to the other end of a relationship with its level."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("relationship", sa.Column("message", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("relationship", "message")
