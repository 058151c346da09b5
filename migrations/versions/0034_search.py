"""Indexes of registration and DUNS numbers, for the search by a number that is typed in full.

Existing rows are indexed and not changed.
"""

from alembic import op

revision = "0034_search"
down_revision = "0033_schedules"
branch_labels = None
depends_on = None

COLUMNS = ("registration_number", "duns_number")


def upgrade() -> None:
    for column in COLUMNS:
        op.execute(
            f"CREATE INDEX ix_organisation_{column} ON organisation (lower(translate({column}, ' .-/', '')))"
            f" WHERE {column} IS NOT NULL"
        )


def downgrade() -> None:
    for column in COLUMNS:
        op.drop_index(f"ix_organisation_{column}", "organisation")
