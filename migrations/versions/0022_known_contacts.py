"""people whose contact details an organisation sees although theirs has not added it.

Filled for existing rows with those whom it invited, who wrote to it, and who submitted or declined an RFx of it or
answered in one that was submitted or declined.
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

FILL = """
insert into known_contact (organisation_id, user_id)
select kept.organisation_id, invitation.user_id
from invitation
join relationship as kept on kept.id = invitation.relationship_id
union
select
    case
        when writer.organisation_id = thread.organisation_id then thread.with_organisation_id
        else thread.organisation_id
    end,
    writer.id
from message
join message_thread as thread on thread.id = message.thread_id
join app_user as writer on writer.id = message.created_by_user_id
where
    writer.type = 'USER'
    and thread.organisation_id <> thread.with_organisation_id
    and writer.organisation_id in (thread.organisation_id, thread.with_organisation_id)
union
select rfx.organisation_id, author.id
from rfx
join form_value as answer on answer.rfx_id = rfx.id
join app_user as author on author.id = answer.created_by_user_id
where
    rfx.status in ('COMPLETED', 'DECLINED')
    and author.type = 'USER'
    and author.organisation_id = rfx.with_organisation_id
    and rfx.organisation_id <> rfx.with_organisation_id
union
select rfx.organisation_id, submitter.id
from rfx
join rfx_response as response on response.rfx_id = rfx.id
join app_user as submitter on submitter.id = response.submitted_by_user_id
where
    submitter.type = 'USER'
    and submitter.organisation_id = rfx.with_organisation_id
    and rfx.organisation_id <> rfx.with_organisation_id
"""


def upgrade() -> None:
    op.create_table(
        "known_contact",
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_known_contact_organisation_id")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_known_contact_user_id")),
        sa.PrimaryKeyConstraint("organisation_id", "user_id", name=op.f("pk_known_contact")),
    )
    op.execute(FILL)


def downgrade() -> None:
    op.drop_table("known_contact")
