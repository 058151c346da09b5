"""when a task stops waiting, and the supplier that a task of an internal survey is about.

Existing tasks of RFxs take both from their RFx.
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("user_task", sa.Column("expires", sa.DateTime(timezone=True), nullable=True))
    op.execute(
        """
        update user_task as task
        set expires = rfx.deadline
        from rfx
        where task.subject_type = 'rfx' and task.type = 'RFX' and task.subject_id = rfx.id and rfx.deadline is not null
        """
    )
    op.execute(
        """
        update user_task as task
        set about_organisation_id = kept.with_organisation_id
        from rfx
        join relationship as kept on kept.id = rfx.relationship_id
        where
            task.subject_type = 'rfx'
            and task.type = 'RFX'
            and task.subject_id = rfx.id
            and rfx.recipient_user_id is not null
            and task.about_organisation_id is null
        """
    )


def downgrade() -> None:
    op.drop_column("user_task", "expires")
