"""an index for searches in the titles of requests.

Existing rows stay as they are; PostgreSQL builds the index from their titles.
"""

import sqlalchemy as sa
from alembic import op

revision = "0022_request_titles"
down_revision = "0021_new_threads"
branch_labels = None
depends_on = None

INDEX = "ix_rfx_request_title_folded_trigram"


def upgrade() -> None:
    """Create the index if the database has pg_trgm; without it searches read every row (docs/operations.md)."""
    has_trigrams = sa.text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
    if op.get_bind().execute(has_trigrams).scalar() is not None:
        op.execute(f"CREATE INDEX {INDEX} ON rfx_request USING gin (folded(title) gin_trgm_ops)")


def downgrade() -> None:
    op.execute(f"DROP INDEX IF EXISTS {INDEX}")
