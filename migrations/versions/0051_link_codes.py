"""Codes by mail for guest links. Existing links and requests need none; the previous release ignores the columns."""

import sqlalchemy as sa
from alembic import op

revision = "0051_link_codes"
down_revision = "0050_manage_integrations"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "access_grant", sa.Column("needs_code", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column(
        "rfx_request", sa.Column("links_need_code", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "link_code",
        sa.Column("grant_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("wrong_tries", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["grant_id"], ["access_grant.id"], name=op.f("fk_link_code_grant_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("grant_id", name=op.f("pk_link_code")),
    )
    op.create_index(op.f("ix_link_code_expires"), "link_code", ["expires"])


def downgrade() -> None:
    op.drop_table("link_code")
    op.drop_column("rfx_request", "links_need_code")
    op.drop_column("access_grant", "needs_code")
