"""Imports of forms from spreadsheets, remembered meanings of columns, and the sources of forms.

Existing forms have no source, and their fields have no number of a source.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0056_form_imports"
down_revision = "0055_corrective_actions"
branch_labels = None
depends_on = None

STATES = "'READING', 'READY', 'CREATED', 'FAILED'"


def upgrade() -> None:
    op.create_table(
        "doc_form_import",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("attachment_id", sa.BigInteger(), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("doc_form_id", sa.BigInteger(), nullable=True),
        sa.Column("is_update", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("contents", postgresql.JSONB(), nullable=True),
        sa.Column("has_layout", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("mapping", postgresql.JSONB(), nullable=True),
        sa.Column("fixes", postgresql.JSONB(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("links", postgresql.JSONB(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(f"state IN ({STATES})", name=op.f("ck_doc_form_import_state")),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_doc_form_import_organisation_id")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_doc_form_import_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_doc_form_import")),
    )
    op.create_index(
        "ix_doc_form_import_organisation", "doc_form_import", ["organisation_id", "user_id", "id"]
    )
    op.create_index("ix_doc_form_import_user_id", "doc_form_import", ["user_id"])
    op.create_index("ix_doc_form_import_created", "doc_form_import", ["created"])
    op.create_table(
        "import_mapping",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("headers_hash", sa.Text(), nullable=False),
        sa.Column("mapping", postgresql.JSONB(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_import_mapping_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_import_mapping")),
    )
    op.create_index(
        "uq_import_mapping_name", "import_mapping", ["organisation_id", sa.text("lower(name)")], unique=True
    )
    op.create_index("ix_import_mapping_headers", "import_mapping", ["organisation_id", "headers_hash"])
    op.create_table(
        "form_source",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("series_id", sa.Text(), nullable=False),
        sa.Column("profile", sa.Text(), nullable=False),
        sa.Column("attachment_id", sa.BigInteger(), nullable=True),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("mapping", postgresql.JSONB(), nullable=False),
        sa.Column("imported", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_form_source_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_form_source")),
    )
    op.create_index("uq_form_source_series_id", "form_source", ["series_id"], unique=True)
    op.create_index("ix_form_source_organisation_id", "form_source", ["organisation_id"])


def downgrade() -> None:
    op.drop_table("form_source")
    op.drop_table("import_mapping")
    op.drop_table("doc_form_import")
