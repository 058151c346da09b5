"""Authenticator apps, recovery codes, used tickets, and the organisations' rules for second factors.

Existing organisations require no second factor and keep the platform's session days; existing users have no factor and
sign in as before.
"""

import sqlalchemy as sa
from alembic import op

revision = "0045_second_factors"
down_revision = "0044_step_up"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "totp",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("secret_encrypted", sa.Text(), nullable=False),
        sa.Column("confirmed", MOMENT, nullable=True),
        sa.Column("last_step", sa.BigInteger(), nullable=True),
        sa.Column("last_used", MOMENT, nullable=True),
        sa.Column("created", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_totp_user_id")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_totp")),
    )
    op.create_table(
        "recovery_code",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("prefix", sa.Text(), nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("used", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_recovery_code_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recovery_code")),
        sa.UniqueConstraint("user_id", "prefix", name=op.f("uq_recovery_code_user_id_prefix")),
    )
    op.create_table(
        "spent_ticket",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("expires", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_spent_ticket")),
        sa.UniqueConstraint("nonce", name=op.f("uq_spent_ticket_nonce")),
    )
    op.create_index("ix_spent_ticket_expires", "spent_ticket", ["expires"])
    op.add_column(
        "organisation", sa.Column("factor_requirement", sa.Text(), nullable=False, server_default="OPTIONAL")
    )
    # NOT VALID and then validated, so that the table is not locked while its rows are read.
    op.execute(
        "ALTER TABLE organisation ADD CONSTRAINT ck_organisation_factor_requirement"
        " CHECK (factor_requirement IN ('OPTIONAL', 'ROLES', 'EVERYBODY')) NOT VALID"
    )
    op.execute("ALTER TABLE organisation VALIDATE CONSTRAINT ck_organisation_factor_requirement")
    op.add_column("organisation", sa.Column("factor_from", sa.Date(), nullable=True))
    op.add_column("organisation", sa.Column("session_days", sa.BigInteger(), nullable=True))
    op.add_column(
        "role", sa.Column("requires_factor", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column(
        "mail_link", sa.Column("removes_factors", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    op.drop_column("mail_link", "removes_factors")
    op.drop_column("role", "requires_factor")
    op.drop_column("organisation", "session_days")
    op.drop_column("organisation", "factor_from")
    op.drop_column("organisation", "factor_requirement")
    op.drop_table("spent_ticket")
    op.drop_table("recovery_code")
    op.drop_table("totp")
