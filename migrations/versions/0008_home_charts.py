"""home charts."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "home_layout",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("charts", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_home_layout_user_id")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_home_layout")),
    )
    op.create_index(
        "ix_thread_participant_new",
        "thread_participant",
        ["user_id"],
        unique=False,
        postgresql_where=sa.text("tags @> '{new}'::text[]"),
    )


def downgrade() -> None:
    op.drop_index(
        "ix_thread_participant_new",
        table_name="thread_participant",
        postgresql_where=sa.text("tags @> '{new}'::text[]"),
    )
    op.drop_table("home_layout")
