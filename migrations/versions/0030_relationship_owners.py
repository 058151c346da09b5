"""relationship owners: the user who is responsible for a supplier.

Existing relationships have none, so everything goes to the same users as before.
"""

import sqlalchemy as sa
from alembic import op

revision = "0030_relationship_owners"
down_revision = "0029_revision_changes"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("relationship", sa.Column("owner_user_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(
        op.f("fk_relationship_owner_user_id"), "relationship", "app_user", ["owner_user_id"], ["id"]
    )


def downgrade() -> None:
    op.drop_column("relationship", "owner_user_id")
