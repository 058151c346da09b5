"""what the answers of RFxs score."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rfx_score",
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("overall", sa.Numeric(), nullable=True),
        sa.Column("sections", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("computed", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_rfx_score_rfx_id")),
        sa.PrimaryKeyConstraint("rfx_id", name=op.f("pk_rfx_score")),
    )


def downgrade() -> None:
    op.drop_table("rfx_score")
