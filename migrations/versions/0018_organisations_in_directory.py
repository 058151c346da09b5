"""an index of the organisations that everyone sees, by which they are counted."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_organisation_in_directory",
        "organisation",
        ["id"],
        postgresql_where=sa.text(
            "status = 'CONFIRMED' AND is_test_organisation IS FALSE AND is_placeholder IS FALSE"
        ),
    )


def downgrade() -> None:
    op.drop_index("ix_organisation_in_directory", "organisation")
