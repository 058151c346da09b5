"""Index of the own numbers of suppliers, for the search by a number or its beginning.

Existing numbers are indexed and not changed.
"""

from alembic import op

revision = "0038_own_numbers"
down_revision = "0037_duplicates"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "CREATE INDEX ix_relationship_external_ref ON relationship"
        " (organisation_id, ltrim(lower(translate(external_ref, ' .-/', '')), '0') text_pattern_ops)"
        " WHERE external_ref IS NOT NULL"
    )


def downgrade() -> None:
    op.drop_index("ix_relationship_external_ref", "relationship")
