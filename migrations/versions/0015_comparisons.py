"""comparison of a request: exchange rates, and which end of a number is better.

Existing requests have no rates and no directions until a user sets them.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0015_comparisons"
down_revision = "0012_requests"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rfx_request_comparison",
        sa.Column("request_id", sa.BigInteger(), nullable=False),
        sa.Column("base_currency", sa.Text(), nullable=True),
        sa.Column("rates", postgresql.JSONB(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("rates_updated", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rates_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("directions", postgresql.JSONB(), server_default=sa.text("'{}'"), nullable=False),
        sa.ForeignKeyConstraint(
            ["request_id"], ["rfx_request.id"], name=op.f("fk_rfx_request_comparison_request_id")
        ),
        sa.ForeignKeyConstraint(
            ["rates_by_user_id"], ["app_user.id"], name=op.f("fk_rfx_request_comparison_rates_by_user_id")
        ),
        sa.PrimaryKeyConstraint("request_id", name=op.f("pk_rfx_request_comparison")),
    )


def downgrade() -> None:
    op.drop_table("rfx_request_comparison")
