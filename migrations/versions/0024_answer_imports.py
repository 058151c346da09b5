"""filled workbooks: the uploaded files, and the source of each answer.

Existing answers were typed, so their source is SCREEN; PostgreSQL stores the default once, without rewriting the rows.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0024_answer_imports"
down_revision = "0023_handovers"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answer_import",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("attachment_id", sa.BigInteger(), nullable=False),
        sa.Column("grant_id", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("progress", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("mapping", postgresql.JSONB(), nullable=True),
        sa.Column("result", postgresql.JSONB(), nullable=True),
        sa.Column("decision", postgresql.JSONB(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("applied", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('OWN', 'FOREIGN')", name=op.f("ck_answer_import_kind")),
        sa.CheckConstraint(
            "state IN ('READING', 'MAPPING', 'READY', 'APPLYING', 'APPLIED', 'FAILED')",
            name=op.f("ck_answer_import_state"),
        ),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_answer_import_rfx_id")),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_answer_import_user_id")),
        sa.ForeignKeyConstraint(["grant_id"], ["access_grant.id"], name=op.f("fk_answer_import_grant_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answer_import")),
    )
    op.create_index("ix_answer_import_rfx", "answer_import", ["rfx_id", "user_id", "id"])
    op.create_index("ix_answer_import_created", "answer_import", ["created"])
    op.add_column(
        "form_value", sa.Column("source", sa.Text(), server_default=sa.text("'SCREEN'"), nullable=False)
    )
    op.execute(
        "ALTER TABLE form_value ADD CONSTRAINT ck_form_value_source "
        "CHECK (source IN ('SCREEN', 'WORKBOOK')) NOT VALID"
    )
    op.execute("ALTER TABLE form_value VALIDATE CONSTRAINT ck_form_value_source")


def downgrade() -> None:
    op.drop_column("form_value", "source")
    op.drop_table("answer_import")
