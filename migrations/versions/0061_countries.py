"""An index of the organisations of each country, for the filter of the list.

Existing rows stay. The index of a million organisations takes a few seconds, during which organisations can be read.
"""

import sqlalchemy as sa
from alembic import op

revision = "0061_countries"
down_revision = "0060_folding"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_organisation_country", "organisation", ["address_country", sa.literal_column("lower(name)"), "id"]
    )


def downgrade() -> None:
    op.drop_index("ix_organisation_country", table_name="organisation")
