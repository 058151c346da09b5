"""The sender's name of a mail, for its From line.

Existing mails get none, so a mail that still waits is sent with the name of the product alone, as before; so are the
mails that the previous release writes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0059_mail_senders"
down_revision = "0058_ncr_figures"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox_mail", sa.Column("from_name", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("outbox_mail", "from_name")
