"""Returns of the steps of corrective actions, and a wider index of non-conformances by date, from which figures are read.

A step that is returned now gets this return with its time, user and comment. The comments of steps that were returned
earlier and sent again are gone, so these returns are neither reported nor counted. The previous release keeps working;
the returns that it makes are not added. Non-conformances do not change; their index is built again, which blocks writes to them
for about a second for each million rows.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0058_ncr_figures"
down_revision = "0057_ncr_facts"
branch_labels = None
depends_on = None

PRESENT_RETURNS = """
update corrective_step set returns = jsonb_build_array(jsonb_build_array(
    to_char(decided at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"'), decided_by_user_id, comment))
where state = 'RETURNED' and decided is not null
"""
DATE_INDEX = "ix_non_conformance_date"
DATE_KEY = ["organisation_id", "event_date", "id"]
FIGURES = (
    "status", "with_organisation_id", "defect_code_id", "part_number", "quantity_delivered", "quantity_defective",
    "currency", "cost",
)  # fmt: skip


def upgrade() -> None:
    op.add_column(
        "corrective_step",
        sa.Column("returns", postgresql.JSONB(), server_default=sa.text("'[]'"), nullable=False),
    )
    op.execute(PRESENT_RETURNS)
    op.drop_index(DATE_INDEX, "non_conformance")
    op.create_index(DATE_INDEX, "non_conformance", DATE_KEY, postgresql_include=FIGURES)


def downgrade() -> None:
    op.drop_index(DATE_INDEX, "non_conformance")
    op.create_index(DATE_INDEX, "non_conformance", DATE_KEY)
    op.drop_column("corrective_step", "returns")
