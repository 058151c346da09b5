"""an index by which relationships are counted by level."""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_relationship_level", "relationship", ["organisation_id", "level"])


def downgrade() -> None:
    op.drop_index("ix_relationship_level", "relationship")
