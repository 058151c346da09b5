"""an index by which non-conformances are searched as typed among very many."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

INDEX = "ix_non_conformance_words_trigram"
COLUMNS = ("title", "account_name", "job_ref", "job_title")
"""What the search reads of a report itself: one index of all, since one search reads all."""


def upgrade() -> None:
    installed = (
        op.get_bind().execute(sa.text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")).scalar()
    )
    if installed:
        columns = ", ".join(f"{column} gin_trgm_ops" for column in COLUMNS)
        op.execute(f"CREATE INDEX {INDEX} ON non_conformance USING gin ({columns})")


def downgrade() -> None:
    op.execute(f"DROP INDEX IF EXISTS {INDEX}")
