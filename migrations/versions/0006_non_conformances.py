"""non-conformances."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "non_conformance",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description_html", sa.Text(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("with_organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("relationship_id", sa.BigInteger(), nullable=False),
        sa.Column("event_date", sa.Date(), nullable=False),
        sa.Column("account_name", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("severity", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("status_before_deletion", sa.Text(), nullable=True),
        sa.Column("job_title", sa.Text(), nullable=True),
        sa.Column("job_ref", sa.Text(), nullable=True),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("reported_by_name", sa.Text(), nullable=True),
        sa.Column("resolution_asked", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("resolved", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_non_conformance_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_non_conformance_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["relationship_id"], ["relationship.id"], name=op.f("fk_non_conformance_relationship_id")
        ),
        sa.ForeignKeyConstraint(
            ["with_organisation_id"],
            ["organisation.id"],
            name=op.f("fk_non_conformance_with_organisation_id"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_non_conformance")),
    )
    op.create_index(
        "ix_non_conformance_open",
        "non_conformance",
        ["organisation_id", "severity", "event_date"],
        unique=False,
        postgresql_where=sa.text("status in ('PENDING', 'INPROGRESS')"),
    )
    op.create_index(
        "ix_non_conformance_organisation", "non_conformance", ["organisation_id", "id"], unique=False
    )
    op.create_index(
        op.f("ix_non_conformance_relationship_id"), "non_conformance", ["relationship_id"], unique=False
    )
    op.create_index(
        "ix_non_conformance_with_organisation",
        "non_conformance",
        ["with_organisation_id", "id"],
        unique=False,
    )
    op.add_column("user_task", sa.Column("about_organisation_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(
        op.f("fk_user_task_about_organisation_id"),
        "user_task",
        "organisation",
        ["about_organisation_id"],
        ["id"],
    )


def downgrade() -> None:
    op.drop_constraint(op.f("fk_user_task_about_organisation_id"), "user_task", type_="foreignkey")
    op.drop_column("user_task", "about_organisation_id")
    op.drop_index("ix_non_conformance_with_organisation", table_name="non_conformance")
    op.drop_index(op.f("ix_non_conformance_relationship_id"), table_name="non_conformance")
    op.drop_index("ix_non_conformance_organisation", table_name="non_conformance")
    op.drop_index(
        "ix_non_conformance_open",
        table_name="non_conformance",
        postgresql_where=sa.text("status in ('PENDING', 'INPROGRESS')"),
    )
    op.drop_table("non_conformance")
