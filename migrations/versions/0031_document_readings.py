"""document readings: the details that were found in uploaded files of documents.

Files that were uploaded before have none, and their dialogs show no proposals. It changes no existing rows. A request to a
guest needs no table: it is a grant of the guest for the relationship, and the guest is the contact of the requirements.
"""

import sqlalchemy as sa
from alembic import op

revision = "0031_document_readings"
down_revision = "0030_relationship_owners"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "document_reading",
        sa.Column("attachment_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.Column("issued_on", sa.Date(), nullable=True),
        sa.Column("valid_until", sa.Date(), nullable=True),
        sa.Column("number", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.ForeignKeyConstraint(
            ["attachment_id"],
            ["attachment.id"],
            name=op.f("fk_document_reading_attachment_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("attachment_id", name=op.f("pk_document_reading")),
    )


def downgrade() -> None:
    op.drop_table("document_reading")
