"""a function that folds capitals and accents, and the trigrams of searches as typed of what it makes."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

FOLDED = """
CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(given) = char_length(given) THEN lower(given)
  ELSE replace(replace(replace(translate(
    lower(normalize(regexp_replace(normalize(given, NFKD), '[\\u0300-\\u036f]', '', 'g'), NFC)),
    'øØłŁđĐðÐħĦŧŦıẞÆŒ', 'oollddddhhttißæœ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') END
$$
"""
"""Letters of Latin alphabets as the bare ones that people type for them. ASCII, which is most, takes the short way.

Letters whose mark is no accent of their own in Unicode are named. It uses nothing that an index could not be made of.
"""
TRIGRAMS = (
    ("ix_organisation_name", "organisation", ("name",)),
    ("ix_organisation_city", "organisation", ("address_city",)),
    ("ix_app_user_name", "app_user", ("name",)),
    ("ix_non_conformance_words", "non_conformance", ("title", "account_name", "job_ref", "job_title")),
)


def upgrade() -> None:
    op.execute(FOLDED)
    _replace(old="{name}_trigram", new="{name}_folded_trigram", indexed="folded({column})")


def downgrade() -> None:
    _replace(old="{name}_folded_trigram", new="{name}_trigram", indexed="{column}")
    op.execute("DROP FUNCTION folded(text)")


def _replace(*, old: str, new: str, indexed: str) -> None:
    """Make the indexes anew, where the server has the extension, while the tables go on being written to."""
    installed = (
        op.get_bind().execute(sa.text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")).scalar()
    )
    if not installed:
        return
    with op.get_context().autocommit_block():
        for name, table, columns in TRIGRAMS:
            of = ", ".join(f"{indexed.format(column=column)} gin_trgm_ops" for column in columns)
            # One that an interrupted run left behind serves nothing.
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {new.format(name=name)}")
            op.execute(f"CREATE INDEX CONCURRENTLY {new.format(name=name)} ON {table} USING gin ({of})")
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {old.format(name=name)}")
