"""Fold ASCII text by the rules of the collation C, which takes half the time of the database's own.

The result is the same, so the indexes on `folded` stay valid. Only where the database's own rules make another letter of
`I`, as Turkish ones do, are the indexes built again.
"""

from alembic import op

revision = "0060_folding"
down_revision = "0059_mail_senders"
branch_labels = None
depends_on = None

FOLDED = """
CREATE OR REPLACE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(given) = char_length(given) THEN {lowered}
  ELSE replace(replace(replace(translate(
    lower(normalize(regexp_replace(normalize(given, NFKD), '[\\u0300-\\u036f]', '', 'g'), NFC)),
    'øØłŁđĐðÐħĦŧŦıẞÆŒ', 'oollddddhhttißæœ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') END
$$
"""
REBUILD = """
DO $$
DECLARE name text;
BEGIN
  IF lower('I') <> 'i' THEN
    FOR name IN SELECT indexrelid::regclass::text FROM pg_index WHERE pg_get_indexdef(indexrelid) LIKE '%folded(%' LOOP
      EXECUTE 'REINDEX INDEX ' || name;
    END LOOP;
  END IF;
END $$
"""


def upgrade() -> None:
    # The result has the collation of the database again, as callers expect.
    op.execute(FOLDED.format(lowered='lower(given COLLATE "C") COLLATE "default"'))
    op.execute(REBUILD)


def downgrade() -> None:
    op.execute(FOLDED.format(lowered="lower(given)"))
    op.execute(REBUILD)
