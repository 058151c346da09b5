"""moved answers: the source of an answer that was appended when its RFx moved to a new revision of its form.

Existing answers keep their source. The downgrade turns moved answers into typed ones, which they were at first.
"""

from alembic import op

revision = "0027_moved_answers"
down_revision = "0026_calendar_feeds"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _replace_check("'SCREEN', 'WORKBOOK', 'MOVED'")


def downgrade() -> None:
    op.execute("UPDATE form_value SET source = 'SCREEN' WHERE source = 'MOVED'")
    _replace_check("'SCREEN', 'WORKBOOK'")


def _replace_check(members: str) -> None:
    """Replace the check constraint; NOT VALID and VALIDATE lock the table for a moment only."""
    op.execute("ALTER TABLE form_value DROP CONSTRAINT ck_form_value_source")
    op.execute(
        f"ALTER TABLE form_value ADD CONSTRAINT ck_form_value_source CHECK (source IN ({members})) NOT VALID"
    )
    op.execute("ALTER TABLE form_value VALIDATE CONSTRAINT ck_form_value_source")
