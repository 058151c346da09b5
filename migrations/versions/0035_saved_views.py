"""Saved views of lists, and the view with which a list opens.

No user has saved a view before this migration, and all lists open as they did. It changes no existing rows.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0035_saved_views"
down_revision = "0034_search"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "saved_view",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("owner_user_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("params", postgresql.JSONB(), nullable=False),
        sa.Column("is_shared", sa.Boolean(), nullable=False),
        sa.Column("is_pinned", sa.Boolean(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_saved_view_organisation_id")
        ),
        sa.ForeignKeyConstraint(["owner_user_id"], ["app_user.id"], name=op.f("fk_saved_view_owner_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_view")),
    )
    op.create_index("ix_saved_view_organisation_list", "saved_view", ["organisation_id", "list"])
    op.create_index(
        "uq_saved_view_name",
        "saved_view",
        ["owner_user_id", "list", sa.text("lower(name)")],
        unique=True,
        postgresql_where=sa.text("deleted is null"),
    )
    op.create_table(
        "start_view",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.Text(), nullable=False),
        sa.Column("view_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_start_view_user_id")),
        sa.ForeignKeyConstraint(
            ["view_id"], ["saved_view.id"], name=op.f("fk_start_view_view_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "list", name=op.f("pk_start_view")),
    )
    op.create_index("ix_start_view_view_id", "start_view", ["view_id"])


def downgrade() -> None:
    op.drop_table("start_view")
    op.drop_table("saved_view")
