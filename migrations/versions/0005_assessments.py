"""assessments, and the RFxs that belong to them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "assessment",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("relationship_id", sa.BigInteger(), nullable=False),
        sa.Column("with_organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("completed_date", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("previous_score", sa.Numeric(12, 6), nullable=True),
        sa.Column("completed_score", sa.Numeric(12, 6), nullable=True),
        sa.Column("scoreboard", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_assessment_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["relationship_id"], ["relationship.id"], name=op.f("fk_assessment_relationship_id")
        ),
        sa.ForeignKeyConstraint(
            ["with_organisation_id"], ["organisation.id"], name=op.f("fk_assessment_with_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_assessment_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["closed_by_user_id"], ["app_user.id"], name=op.f("fk_assessment_closed_by_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assessment")),
    )
    op.create_index("ix_assessment_organisation", "assessment", ["organisation_id", "id"])
    op.create_index("ix_assessment_relationship", "assessment", ["relationship_id", "id"])
    op.create_index(
        "ix_assessment_completed",
        "assessment",
        ["relationship_id", "type", "completed_date"],
        postgresql_where=sa.text("status = 'COMPLETED'"),
    )
    op.add_column("rfx", sa.Column("recipient_user_id", sa.BigInteger(), nullable=True))
    op.add_column("rfx", sa.Column("assessment_id", sa.BigInteger(), nullable=True))
    op.add_column("rfx", sa.Column("assessment_title", sa.Text(), nullable=True))
    op.add_column(
        "rfx",
        sa.Column("assessment_closed", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    op.create_foreign_key(op.f("fk_rfx_recipient_user_id"), "rfx", "app_user", ["recipient_user_id"], ["id"])
    op.create_foreign_key(op.f("fk_rfx_assessment_id"), "rfx", "assessment", ["assessment_id"], ["id"])
    op.create_index(
        "ix_rfx_assessment",
        "rfx",
        ["assessment_id", "id"],
        postgresql_where=sa.text("assessment_id is not null"),
    )


def downgrade() -> None:
    op.drop_index("ix_rfx_assessment", table_name="rfx")
    op.drop_constraint(op.f("fk_rfx_assessment_id"), "rfx", type_="foreignkey")
    op.drop_constraint(op.f("fk_rfx_recipient_user_id"), "rfx", type_="foreignkey")
    for name in ("assessment_closed", "assessment_title", "assessment_id", "recipient_user_id"):
        op.drop_column("rfx", name)
    op.drop_table("assessment")
