"""revision changes: the moves of an RFx to a new revision of its form, with the value keys before and after.

RFxs that were moved before have none. Their pages show no notice.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0029_revision_changes"
down_revision = "0028_documents"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rfx_revision_change",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("doc_form_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("carried", sa.BigInteger(), nullable=False),
        sa.Column("new_keys", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("again_keys", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("former_keys", postgresql.JSONB(), nullable=False),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_rfx_revision_change_rfx_id")),
        sa.ForeignKeyConstraint(
            ["doc_form_id"], ["doc_form.id"], name=op.f("fk_rfx_revision_change_doc_form_id")
        ),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_rfx_revision_change_created_by_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rfx_revision_change")),
    )
    op.create_index("ix_rfx_revision_change_rfx", "rfx_revision_change", ["rfx_id", "id"])
    op.add_column(
        "rfx", sa.Column("has_moved", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )


def downgrade() -> None:
    op.drop_column("rfx", "has_moved")
    op.drop_table("rfx_revision_change")
