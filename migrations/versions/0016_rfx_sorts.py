"""indexes for what the list of RFxs is sorted by."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_rfx_type", "rfx", ["organisation_id", "type", "id"])
    op.create_index("ix_rfx_title", "rfx", ["organisation_id", sa.text("lower(title)"), "id"])
    op.create_index("ix_rfx_date", "rfx", ["organisation_id", sa.text("coalesce(sent_date, created)"), "id"])
    op.create_index("ix_rfx_status", "rfx", ["organisation_id", "status", "id"])


def downgrade() -> None:
    for name in ("ix_rfx_status", "ix_rfx_date", "ix_rfx_title", "ix_rfx_type"):
        op.drop_index(name, "rfx")
