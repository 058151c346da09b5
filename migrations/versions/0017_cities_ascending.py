"""an index by which organisations are listed by city, those without one last."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    city = "lower(coalesce(address_city, ''))"
    op.create_index(
        "ix_organisation_city_ascending", "organisation", [sa.text(f"({city} = '')"), sa.text(city), "id"]
    )


def downgrade() -> None:
    op.drop_index("ix_organisation_city_ascending", "organisation")
