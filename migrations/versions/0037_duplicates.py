"""Duplicates: pairs of suppliers that look alike, verdicts, merges and their addresses.

Existing suppliers are compared by the first daily job after this migration. No supplier was merged before.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0037_duplicates"
down_revision = "0036_supplier_imports"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "duplicate_pair",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("first_id", sa.BigInteger(), nullable=False),
        sa.Column("second_id", sa.BigInteger(), nullable=False),
        sa.Column("reasons", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("similarity", sa.Integer(), nullable=False),
        sa.Column("is_certain", sa.Boolean(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.CheckConstraint("first_id < second_id", name=op.f("ck_duplicate_pair_order")),
        *(
            _to("duplicate_pair", column, "organisation")
            for column in ("organisation_id", "first_id", "second_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duplicate_pair")),
        sa.UniqueConstraint(
            "organisation_id",
            "first_id",
            "second_id",
            name=op.f("uq_duplicate_pair_organisation_id_first_id_second_id"),
        ),
    )
    op.create_index("ix_duplicate_pair_score", "duplicate_pair", ["organisation_id", "score", "id"])
    op.create_table(
        "duplicate_verdict",
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("first_id", sa.BigInteger(), nullable=False),
        sa.Column("second_id", sa.BigInteger(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("first_id < second_id", name=op.f("ck_duplicate_verdict_order")),
        sa.CheckConstraint("verdict IN ('DIFFERENT')", name=op.f("ck_duplicate_verdict_verdict")),
        *(
            _to("duplicate_verdict", column, "organisation")
            for column in ("organisation_id", "first_id", "second_id")
        ),
        _to("duplicate_verdict", "created_by_user_id", "app_user"),
        sa.PrimaryKeyConstraint(
            "organisation_id", "first_id", "second_id", name=op.f("pk_duplicate_verdict")
        ),
    )
    op.create_table(
        "duplicate_scan",
        sa.Column("organisation_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("requested", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.Column("suppliers", sa.Integer(), nullable=False),
        _to("duplicate_scan", "organisation_id", "organisation"),
        sa.PrimaryKeyConstraint("organisation_id", name=op.f("pk_duplicate_scan")),
    )
    op.create_table(
        "merge_log",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("survivor_id", sa.BigInteger(), nullable=False),
        sa.Column("gone_id", sa.BigInteger(), nullable=False),
        sa.Column("gone_name", sa.Text(), nullable=False),
        sa.Column("moves", postgresql.JSONB(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("undone", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undone_by_user_id", sa.BigInteger(), nullable=True),
        *(
            _to("merge_log", column, "organisation")
            for column in ("organisation_id", "survivor_id", "gone_id")
        ),
        *(_to("merge_log", column, "app_user") for column in ("created_by_user_id", "undone_by_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_merge_log")),
    )
    op.create_index("ix_merge_log_survivor", "merge_log", ["organisation_id", "survivor_id", "id"])
    op.create_index(
        "ix_merge_log_purge", "merge_log", ["created"], postgresql_where=sa.text("moves <> '{}'::jsonb")
    )
    op.create_table(
        "organisation_alias",
        sa.Column("old_id", sa.BigInteger(), nullable=False),
        sa.Column("for_organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        *(
            _to("organisation_alias", column, "organisation")
            for column in ("old_id", "for_organisation_id", "organisation_id")
        ),
        sa.PrimaryKeyConstraint("old_id", "for_organisation_id", name=op.f("pk_organisation_alias")),
    )


def downgrade() -> None:
    for table in ("organisation_alias", "merge_log", "duplicate_scan", "duplicate_verdict", "duplicate_pair"):
        op.drop_table(table)


def _to(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=op.f(f"fk_{table}_{column}"))
