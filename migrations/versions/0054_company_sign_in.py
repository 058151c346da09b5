"""Company sign-in: providers, mail domains, break-glass users, and identities of users.

Existing organisations have none and sign in as before. The downgrade deletes links that confirm an identity.
"""

import sqlalchemy as sa
from alembic import op

revision = "0054_company_sign_in"
down_revision = "0053_webhooks"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
PURPOSES = ("INVITATION", "PASSWORD_RESET", "GUEST", "EMAIL_CONFIRMATION")


def upgrade() -> None:
    op.create_table(
        "company_sign_in",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("secret_encrypted", sa.Text(), nullable=False),
        sa.Column("use", sa.Text(), nullable=False),
        sa.Column("joins_unknown", sa.Boolean(), nullable=False),
        sa.Column("groups_claim", sa.Text(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("problem_since", MOMENT, nullable=True),
        sa.Column("created", MOMENT, nullable=False),
        sa.CheckConstraint("use IN ('OFF', 'OPTIONAL', 'REQUIRED')", name=op.f("ck_company_sign_in_use")),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_company_sign_in_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_company_sign_in")),
        sa.UniqueConstraint("organisation_id", name=op.f("uq_company_sign_in_organisation_id")),
        sa.UniqueConstraint("slug", name=op.f("uq_company_sign_in_slug")),
    )
    op.create_table(
        "company_group",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("company_sign_in_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_sign_in_id"], ["company_sign_in.id"], name=op.f("fk_company_group_company_sign_in_id")
        ),
        sa.ForeignKeyConstraint(["role_id"], ["role.id"], name=op.f("fk_company_group_role_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_company_group")),
        sa.UniqueConstraint(
            "company_sign_in_id", "name", name=op.f("uq_company_group_company_sign_in_id_name")
        ),
    )
    op.create_index("ix_company_group_role_id", "company_group", ["role_id"])
    op.create_table(
        "company_domain",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("verified", MOMENT, nullable=True),
        sa.Column("created", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_company_domain_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_company_domain")),
        sa.UniqueConstraint("organisation_id", "name", name=op.f("uq_company_domain_organisation_id_name")),
    )
    op.create_index(
        "uq_company_domain_verified",
        "company_domain",
        ["name"],
        unique=True,
        postgresql_where=sa.text("verified IS NOT NULL"),
    )
    op.create_table(
        "break_glass_user",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_break_glass_user_user_id")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_break_glass_user")),
    )
    op.create_table(
        "external_identity",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("confirmed", MOMENT, nullable=True),
        sa.Column("last_used", MOMENT, nullable=True),
        sa.Column("created", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_external_identity_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_external_identity")),
        sa.UniqueConstraint("issuer", "subject", name=op.f("uq_external_identity_issuer_subject")),
    )
    op.create_index("ix_external_identity_user_id", "external_identity", ["user_id"])
    op.add_column("mail_link", sa.Column("identity_id", sa.BigInteger(), nullable=True))
    # The column has no value yet, so neither this nor the check below has to read rows for long: NOT VALID, then validated.
    op.execute(
        "ALTER TABLE mail_link ADD CONSTRAINT fk_mail_link_identity_id FOREIGN KEY (identity_id)"
        " REFERENCES external_identity (id) ON DELETE CASCADE NOT VALID"
    )
    op.execute("ALTER TABLE mail_link VALIDATE CONSTRAINT fk_mail_link_identity_id")
    _replace_purposes((*PURPOSES, "IDENTITY_CONFIRMATION"))


def downgrade() -> None:
    op.execute("DELETE FROM mail_link WHERE purpose = 'IDENTITY_CONFIRMATION'")
    _replace_purposes(PURPOSES)
    op.drop_column("mail_link", "identity_id")
    op.drop_table("external_identity")
    op.drop_table("break_glass_user")
    op.drop_table("company_domain")
    op.drop_table("company_group")
    op.drop_table("company_sign_in")


def _replace_purposes(purposes: tuple[str, ...]) -> None:
    values = ", ".join(f"'{purpose}'" for purpose in purposes)
    op.execute("ALTER TABLE mail_link DROP CONSTRAINT ck_mail_link_purpose")
    op.execute(
        f"ALTER TABLE mail_link ADD CONSTRAINT ck_mail_link_purpose CHECK (purpose IN ({values})) NOT VALID"
    )
    op.execute("ALTER TABLE mail_link VALIDATE CONSTRAINT ck_mail_link_purpose")
