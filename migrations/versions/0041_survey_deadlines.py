"""Index of open surveys by deadline, for the due list of the organisation that runs the assessment.

Existing rows stay as they are. The index is built without a lock on writes.
"""

from alembic import op

revision = "0041_survey_deadlines"
down_revision = "0040_searched_lists"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.get_context().autocommit_block():
        op.execute(
            "create index concurrently if not exists ix_rfx_survey_due on rfx (organisation_id, deadline)"
            " where status in ('NEW', 'PENDING', 'INPROGRESS') and assessment_id is not null"
        )


def downgrade() -> None:
    op.drop_index("ix_rfx_survey_due", table_name="rfx")
