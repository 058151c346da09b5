"""the record that a mail is about, so that its page can show the state of the mail.

Existing mails have no record.
"""

import sqlalchemy as sa
from alembic import op

revision = "0016_mail_subjects"
down_revision = "0015_comparisons"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox_mail", sa.Column("subject_type", sa.Text(), nullable=True))
    op.add_column("outbox_mail", sa.Column("subject_id", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_outbox_mail_subject",
        "outbox_mail",
        ["subject_type", "subject_id", "id"],
        postgresql_where=sa.text("subject_id is not null"),
    )


def downgrade() -> None:
    op.drop_index("ix_outbox_mail_subject", table_name="outbox_mail")
    op.drop_column("outbox_mail", "subject_id")
    op.drop_column("outbox_mail", "subject_type")
