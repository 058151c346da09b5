"""Indexes for searches in the library of questions and in documents.

Existing rows stay as they are; PostgreSQL builds the indexes from their texts.
"""

import sqlalchemy as sa
from alembic import op

revision = "0040_searched_lists"
down_revision = "0039_import_corrections"
branch_labels = None
depends_on = None

TRIGRAMS = (
    ("ix_rfx_question_words", "rfx_question", ("name", "section", "label")),
    ("ix_supplier_document_words", "supplier_document", ("number", "issuer", "scope", "sites")),
)
"""Indexes as `<name>_folded_trigram`: table, columns."""


def upgrade() -> None:
    """Create the trigram indexes if the database has pg_trgm; without it searches read every row (docs/operations.md)."""
    op.create_index("ix_document_requirement_document", "document_requirement", ["document_id"])
    has_trigrams = sa.text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
    if op.get_bind().execute(has_trigrams).scalar() is None:
        return
    for name, table, columns in TRIGRAMS:
        indexed = ", ".join(f"folded({column}) gin_trgm_ops" for column in columns)
        op.execute(f"CREATE INDEX {name}_folded_trigram ON {table} USING gin ({indexed})")


def downgrade() -> None:
    for name, _table, _columns in TRIGRAMS:
        op.execute(f"DROP INDEX IF EXISTS {name}_folded_trigram")
    op.drop_index("ix_document_requirement_document", "document_requirement")
