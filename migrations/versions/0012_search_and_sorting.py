"""indexes by which lists are searched as typed and sorted among very many organisations and people."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

TRIGRAMS = (
    ("ix_organisation_name_trigram", "organisation", "name"),
    ("ix_organisation_city_trigram", "organisation", "address_city"),
    ("ix_app_user_name_trigram", "app_user", "name"),
)
"""Of the columns as they are: ILIKE, which the searches use, finds nothing in an index of lower(column)."""


def upgrade() -> None:
    op.create_index(
        "ix_organisation_city", "organisation", [sa.text("lower(coalesce(address_city, ''))"), "id"]
    )
    op.create_index("ix_app_user_name", "app_user", [sa.text("lower(name)"), "id"])
    op.create_index(
        "ix_app_user_mail_domain",
        "app_user",
        [sa.text("split_part(lower(email), '@', 2)")],
        postgresql_where=sa.text("type = 'USER'"),
    )
    op.create_index(
        "ix_relationship_by_invitation",
        "relationship",
        ["organisation_id", "with_organisation_id"],
        postgresql_where=sa.text("by_invitation"),
    )
    _make_trigrams("{column}")


def downgrade() -> None:
    _make_trigrams("lower({column})")
    op.drop_index("ix_relationship_by_invitation", table_name="relationship")
    op.drop_index("ix_app_user_mail_domain", table_name="app_user")
    op.drop_index("ix_app_user_name", table_name="app_user")
    op.drop_index("ix_organisation_city", table_name="organisation")


def _make_trigrams(indexed: str) -> None:
    """Make the trigram indexes anew, where the server has the extension."""
    installed = (
        op.get_bind().execute(sa.text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")).scalar()
    )
    for name, table, column in TRIGRAMS if installed else ():
        op.execute(f"DROP INDEX IF EXISTS {name}")
        op.execute(f"CREATE INDEX {name} ON {table} USING gin ({indexed.format(column=column)} gin_trgm_ops)")
