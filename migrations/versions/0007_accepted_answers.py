"""answers that their requester accepted."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("form_value", sa.Column("accepted", sa.DateTime(timezone=True), nullable=True))
    op.add_column("form_value", sa.Column("accepted_by_user_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(
        op.f("fk_form_value_accepted_by_user_id"),
        "form_value",
        "app_user",
        ["accepted_by_user_id"],
        ["id"],
    )


def downgrade() -> None:
    op.drop_constraint(op.f("fk_form_value_accepted_by_user_id"), "form_value", type_="foreignkey")
    op.drop_column("form_value", "accepted_by_user_id")
    op.drop_column("form_value", "accepted")
