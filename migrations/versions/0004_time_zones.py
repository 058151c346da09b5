"""time zones of users and organisations.

Organisations in a country with one time zone start with it; all others keep UTC until someone chooses a zone. Users
start with the zone of their organisation.
"""

import sqlalchemy as sa
from alembic import op

from app.kernel.time_zones import zone_of_country

revision = "0004_time_zones"
down_revision = "0003_due_dates"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("organisation", sa.Column("time_zone", sa.Text(), nullable=True))
    op.add_column("app_user", sa.Column("time_zone", sa.Text(), nullable=True))
    organisation = sa.table("organisation", sa.column("address_country"), sa.column("time_zone"))
    connection = op.get_bind()
    countries = connection.scalars(
        sa.select(organisation.c.address_country)
        .where(organisation.c.address_country.is_not(None))
        .distinct()
    )
    for country in countries.all():
        zone = zone_of_country(country)
        if zone is not None:
            connection.execute(
                sa.update(organisation)
                .where(organisation.c.address_country == country)
                .values(time_zone=zone)
            )


def downgrade() -> None:
    op.drop_column("app_user", "time_zone")
    op.drop_column("organisation", "time_zone")
