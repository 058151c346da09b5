"""Imports of suppliers: the uploaded files, their rows and plans, and the own number of each supplier.

Existing suppliers have no own number. An index on the tax numbers of organisations finds the suppliers of a file.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0036_supplier_imports"
down_revision = "0035_saved_views"
branch_labels = None
depends_on = None

STATES = "'READING', 'MAPPING', 'PLANNING', 'READY', 'RUNNING', 'DONE', 'UNDONE', 'FAILED'"
OUTCOMES = "'CREATE', 'UPDATE', 'ADD', 'SAME', 'ASK', 'WRONG', 'LEFT_OUT'"


def upgrade() -> None:
    op.add_column("relationship", sa.Column("external_ref", sa.Text(), nullable=True))
    op.create_index(
        "uq_relationship_external_ref",
        "relationship",
        ["organisation_id", sa.text("upper(external_ref)")],
        unique=True,
        postgresql_where=sa.text("external_ref is not null"),
    )
    op.execute(
        "CREATE INDEX ix_organisation_tax_id_number ON organisation (lower(translate(tax_id_number, ' .-/', '')))"
        " WHERE tax_id_number IS NOT NULL"
    )
    op.create_table(
        "supplier_import",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("attachment_id", sa.BigInteger(), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("progress", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("sheets", postgresql.JSONB(), nullable=True),
        sa.Column("mapping", postgresql.JSONB(), nullable=True),
        sa.Column("plan_version", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("plan_basis", sa.Text(), nullable=True),
        sa.Column("is_outdated", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(f"state IN ({STATES})", name=op.f("ck_supplier_import_state")),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_supplier_import_organisation_id")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_supplier_import_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_supplier_import")),
    )
    op.create_index(
        "ix_supplier_import_organisation", "supplier_import", ["organisation_id", "user_id", "id"]
    )
    op.create_index("ix_supplier_import_user_id", "supplier_import", ["user_id"])
    op.create_index("ix_supplier_import_created", "supplier_import", ["created"])
    op.create_table(
        "supplier_import_row",
        sa.Column("import_id", sa.BigInteger(), nullable=False),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("values", postgresql.JSONB(), nullable=False),
        sa.Column("problems", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("decision", postgresql.JSONB(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("relationship_id", sa.BigInteger(), nullable=True),
        sa.Column("changes", postgresql.JSONB(), nullable=True),
        sa.CheckConstraint(f"outcome IN ({OUTCOMES})", name=op.f("ck_supplier_import_row_outcome")),
        sa.ForeignKeyConstraint(
            ["import_id"],
            ["supplier_import.id"],
            name=op.f("fk_supplier_import_row_import_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("import_id", "n", name=op.f("pk_supplier_import_row")),
    )
    op.create_index("ix_supplier_import_row_outcome", "supplier_import_row", ["import_id", "outcome", "n"])


def downgrade() -> None:
    op.drop_table("supplier_import_row")
    op.drop_table("supplier_import")
    op.drop_index("ix_organisation_tax_id_number", "organisation")
    op.drop_index("uq_relationship_external_ref", "relationship")
    op.drop_column("relationship", "external_ref")
