"""versions of non-conformances, and an index for each sort of their list."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

INDEXES: tuple[tuple[str, str | sa.ColumnElement[str]], ...] = (
    ("ix_non_conformance_date", "event_date"),
    ("ix_non_conformance_title", sa.literal_column("lower(title)")),
    ("ix_non_conformance_severity", "severity"),
    ("ix_non_conformance_status", "status"),
)


def upgrade() -> None:
    op.add_column(
        "non_conformance", sa.Column("version", sa.BigInteger(), nullable=False, server_default=sa.text("1"))
    )
    op.add_column("non_conformance", sa.Column("edited_by_user_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(
        op.f("fk_non_conformance_edited_by_user_id"),
        "non_conformance",
        "app_user",
        ["edited_by_user_id"],
        ["id"],
    )
    for name, column in INDEXES:
        op.create_index(name, "non_conformance", ["organisation_id", column, "id"], unique=False)


def downgrade() -> None:
    for name, _column in reversed(INDEXES):
        op.drop_index(name, table_name="non_conformance")
    op.drop_constraint(op.f("fk_non_conformance_edited_by_user_id"), "non_conformance", type_="foreignkey")
    op.drop_column("non_conformance", "edited_by_user_id")
    op.drop_column("non_conformance", "version")
