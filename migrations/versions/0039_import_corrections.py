"""Corrected cells of imports of suppliers.

Existing imports have no corrections.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0039_import_corrections"
down_revision = "0038_own_numbers"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "supplier_import",
        sa.Column("corrections", postgresql.JSONB(), server_default=sa.text("'[]'"), nullable=False),
    )


def downgrade() -> None:
    op.drop_column("supplier_import", "corrections")
