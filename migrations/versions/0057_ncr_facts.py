"""Facts of non-conformances: part, quantities, defect, cost and disposition. Existing rows have none of them."""

import sqlalchemy as sa
from alembic import op

revision = "0057_ncr_facts"
down_revision = "0056_form_imports"
branch_labels = None
depends_on = None

TRIGRAMS = "ix_non_conformance_facts_folded_trigram"
SEARCHED = ("part_number", "batch", "order_ref")
FACTS = (
    ("part_number", sa.Text()),
    ("batch", sa.Text()),
    ("order_ref", sa.Text()),
    ("quantity_delivered", sa.Integer()),
    ("quantity_checked", sa.Integer()),
    ("quantity_defective", sa.Integer()),
    ("defect_code_id", sa.BigInteger()),
    ("cost", sa.Numeric(12, 2)),
    ("currency", sa.Text()),
    ("disposition", sa.Text()),
    ("internal_note", sa.Text()),
)


def upgrade() -> None:
    op.create_table(
        "defect_code",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_defect_code_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_defect_code")),
    )
    op.create_index(
        "uq_defect_code_code", "defect_code", ["organisation_id", sa.text("lower(code)")], unique=True
    )
    op.create_index("ix_defect_code_organisation", "defect_code", ["organisation_id", "id"])
    for name, column_type in FACTS:
        op.add_column("non_conformance", sa.Column(name, column_type, nullable=True))
    op.create_foreign_key(
        op.f("fk_non_conformance_defect_code_id"),
        "non_conformance",
        "defect_code",
        ["defect_code_id"],
        ["id"],
    )
    op.create_check_constraint(
        op.f("ck_non_conformance_cost"), "non_conformance", "(cost IS NULL) = (currency IS NULL)"
    )
    op.create_check_constraint(
        op.f("ck_non_conformance_disposition"),
        "non_conformance",
        "disposition IN ('USE_AS_IS', 'REWORK', 'SORT', 'RETURN', 'SCRAP')",
    )
    op.create_index(
        "ix_non_conformance_defect",
        "non_conformance",
        ["defect_code_id", "with_organisation_id", sa.text("lower(part_number)"), "event_date", "id"],
        postgresql_where=sa.text("defect_code_id is not null"),
    )
    op.create_index(
        "ix_non_conformance_part",
        "non_conformance",
        ["organisation_id", sa.text("lower(part_number)"), "id"],
        postgresql_where=sa.text("part_number is not null"),
    )
    _create_trigram_index()


def _create_trigram_index() -> None:
    """Create the index if the database has pg_trgm; without it searches read every row (docs/operations.md)."""
    has_trigrams = sa.text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")
    if op.get_bind().execute(has_trigrams).scalar() is None:
        return
    indexed = ", ".join(f"folded({column}) gin_trgm_ops" for column in SEARCHED)
    op.execute(f"CREATE INDEX {TRIGRAMS} ON non_conformance USING gin ({indexed})")


def downgrade() -> None:
    op.execute(f"DROP INDEX IF EXISTS {TRIGRAMS}")
    op.drop_index("ix_non_conformance_part", "non_conformance")
    op.drop_index("ix_non_conformance_defect", "non_conformance")
    for name, _ in reversed(FACTS):
        op.drop_column("non_conformance", name)
    op.drop_table("defect_code")
