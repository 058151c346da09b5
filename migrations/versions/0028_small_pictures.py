"""logos and profile pictures have small variants for lists.

Existing pictures get theirs from a job within minutes; until then lists show the large ones.
"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

WITHOUT_SMALL = "small_size IS NULL AND stored IS NOT NULL AND kind IN ('COMPANYLOGO', 'USERPICLARGE')"


def upgrade() -> None:
    op.add_column("attachment", sa.Column("small_size", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_attachment_without_small", "attachment", ["id"], postgresql_where=sa.text(WITHOUT_SMALL)
    )


def downgrade() -> None:
    op.drop_index("ix_attachment_without_small", "attachment")
    op.drop_column("attachment", "small_size")
