"""Files with all data of an organisation. No existing row changes; the previous release does not know the table."""

import sqlalchemy as sa
from alembic import op

revision = "0048_data_exports"
down_revision = "0047_audit_log"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "data_export",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("done", sa.BigInteger(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("last_rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("slices", sa.Integer(), nullable=False),
        sa.Column("has_all_rfxs", sa.Boolean(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=True),
        sa.Column("storage_key", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "status IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED')", name=op.f("ck_data_export_status")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_data_export_organisation_id")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_data_export_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_data_export")),
    )
    op.create_index("ix_data_export_organisation", "data_export", ["organisation_id", "id"])
    op.create_index(
        "uq_data_export_unfinished",
        "data_export",
        ["organisation_id"],
        unique=True,
        postgresql_where=sa.text("status in ('QUEUED', 'RUNNING')"),
    )
    op.create_index(
        "ix_data_export_expires", "data_export", ["expires"], postgresql_where=sa.text("status = 'DONE'")
    )


def downgrade() -> None:
    op.drop_table("data_export")
