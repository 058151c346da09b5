"""API keys and their service users. No existing row changes; the previous release does not know the table."""

import sqlalchemy as sa
from alembic import op

revision = "0052_api_keys"
down_revision = "0051_link_codes"
branch_labels = None
depends_on = None


def _allow_types(*types: str) -> None:
    """Replace the check constraint; NOT VALID and VALIDATE lock the table for a moment only."""
    values = ", ".join(f"'{each}'" for each in types)
    op.drop_constraint(op.f("ck_app_user_type"), "app_user", type_="check")
    op.execute(f"ALTER TABLE app_user ADD CONSTRAINT ck_app_user_type CHECK (type IN ({values})) NOT VALID")
    op.execute("ALTER TABLE app_user VALIDATE CONSTRAINT ck_app_user_type")


def upgrade() -> None:
    _allow_types("USER", "GUEST", "SERVICE")
    op.create_table(
        "api_key",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("prefix", sa.Text(), nullable=False),
        sa.Column("previous_hash", sa.Text(), nullable=True),
        sa.Column("previous_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("scopes", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("addresses", sa.ARRAY(sa.Text()), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("warned", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_api_key_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_api_key_organisation_id")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_api_key_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_key")),
        sa.UniqueConstraint("hash", name=op.f("uq_api_key_hash")),
        sa.UniqueConstraint("previous_hash", name=op.f("uq_api_key_previous_hash")),
        sa.UniqueConstraint("user_id", name=op.f("uq_api_key_user_id")),
    )
    op.create_index("ix_api_key_organisation", "api_key", ["organisation_id", "id"])
    op.create_index(
        "ix_api_key_expires",
        "api_key",
        ["expires"],
        postgresql_where=sa.text("revoked is null and warned is null"),
    )


def downgrade() -> None:
    op.drop_table("api_key")
    # Service users stay as suspended users, because events and records refer to them.
    op.execute(
        "UPDATE app_user SET type = 'USER', status = 'SUSPENDED', role_id = NULL WHERE type = 'SERVICE'"
    )
    _allow_types("USER", "GUEST")
