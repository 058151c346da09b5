"""Times and methods of the proofs of identity in a sign-in.

Existing sign-ins get no time, so their next sensitive change asks the user for the password once.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0044_step_up"
down_revision = "0043_spent_keys"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "sign_in", sa.Column("methods", postgresql.ARRAY(sa.Text()), nullable=False, server_default="{}")
    )
    op.add_column("sign_in", sa.Column("assured_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("sign_in", "assured_at")
    op.drop_column("sign_in", "methods")
