"""values of custom fields, and trigrams for search as typed."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

TRIGRAMS = (
    ("ix_organisation_name_trigram", "organisation", "name"),
    ("ix_organisation_city_trigram", "organisation", "address_city"),
    ("ix_app_user_name_trigram", "app_user", "name"),
)
"""Only where the server has pg_trgm: without it a search reads more rows, and finds the same."""


def upgrade() -> None:
    op.create_table(
        "relationship_custom_values",
        sa.Column("relationship_id", sa.BigInteger(), nullable=False),
        sa.Column("values", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["relationship_id"],
            ["relationship.id"],
            name=op.f("fk_relationship_custom_values_relationship_id"),
        ),
        sa.PrimaryKeyConstraint("relationship_id", name=op.f("pk_relationship_custom_values")),
    )
    if _has_trigrams():
        for name, table, column in TRIGRAMS:
            op.execute(f"CREATE INDEX {name} ON {table} USING gin (lower({column}) gin_trgm_ops)")


def downgrade() -> None:
    for name, _table, _column in TRIGRAMS:
        op.execute(f"DROP INDEX IF EXISTS {name}")
    op.drop_table("relationship_custom_values")


def _has_trigrams() -> bool:
    """Whether the extension is there, or could be made: a server may lack it, a database user the right to it."""
    connection = op.get_bind()
    found = connection.execute(sa.text("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'"))
    if found.scalar() is None:
        return False
    try:
        with connection.begin_nested():
            connection.execute(sa.text("CREATE EXTENSION IF NOT EXISTS pg_trgm"))
    except sa.exc.DBAPIError:
        return False
    return True
