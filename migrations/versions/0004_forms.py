"""Drafts of forms, bundles, the question library, preview values."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

CUSTOM_FIELDS = "type = 'CUSTOM_FIELDS' and is_latest and not is_archived"
OWN = "organisation_id is not null and not is_archived"
GLOBAL = "organisation_id is null and not is_archived"


def upgrade() -> None:
    op.add_column("doc_form", sa.Column("thumbnail_id", sa.BigInteger(), nullable=True))
    op.add_column("doc_form", sa.Column("updated_by_user_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(
        op.f("fk_doc_form_thumbnail_id"), "doc_form", "attachment", ["thumbnail_id"], ["id"]
    )
    op.create_foreign_key(
        op.f("fk_doc_form_updated_by_user_id"), "doc_form", "app_user", ["updated_by_user_id"], ["id"]
    )
    op.execute("UPDATE doc_form SET updated_by_user_id = created_by_user_id")
    op.create_index(
        "uq_doc_form_custom_fields",
        "doc_form",
        ["organisation_id"],
        unique=True,
        postgresql_where=sa.text(CUSTOM_FIELDS),
    )
    op.create_table(
        "doc_form_bundle",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_doc_form_bundle_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_doc_form_bundle_created_by_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_doc_form_bundle")),
    )
    op.create_index(
        "uq_doc_form_bundle_name",
        "doc_form_bundle",
        ["organisation_id", sa.literal_column("lower(name)")],
        unique=True,
    )
    op.create_table(
        "doc_form_bundle_item",
        sa.Column("bundle_id", sa.BigInteger(), nullable=False),
        sa.Column("series_id", sa.Text(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["bundle_id"], ["doc_form_bundle.id"], name=op.f("fk_doc_form_bundle_item_bundle_id")
        ),
        sa.PrimaryKeyConstraint("bundle_id", "series_id", name=op.f("pk_doc_form_bundle_item")),
    )
    op.create_index(op.f("ix_doc_form_bundle_item_series_id"), "doc_form_bundle_item", ["series_id"])
    op.create_table(
        "rfx_question",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("html", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("attrs", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("is_archived", sa.Boolean(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_rfx_question_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_rfx_question_created_by_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rfx_question")),
    )
    op.create_index(
        "ix_rfx_question_organisation", "rfx_question", ["organisation_id", "section", "name", "id"]
    )
    op.create_index(
        "uq_rfx_question_name",
        "rfx_question",
        ["organisation_id", sa.literal_column("lower(name)")],
        unique=True,
        postgresql_where=sa.text(OWN),
    )
    op.create_index(
        "uq_rfx_question_global_name",
        "rfx_question",
        [sa.literal_column("lower(name)")],
        unique=True,
        postgresql_where=sa.text(GLOBAL),
    )
    op.create_table(
        "preview_values",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("series_id", sa.Text(), nullable=False),
        sa.Column("values", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_preview_values_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_preview_values")),
        sa.UniqueConstraint("user_id", "series_id", name=op.f("uq_preview_values_user_id_series_id")),
    )


def downgrade() -> None:
    op.drop_table("preview_values")
    op.drop_table("rfx_question")
    op.drop_table("doc_form_bundle_item")
    op.drop_table("doc_form_bundle")
    op.drop_index("uq_doc_form_custom_fields", "doc_form", postgresql_where=sa.text(CUSTOM_FIELDS))
    op.drop_constraint(op.f("fk_doc_form_updated_by_user_id"), "doc_form", type_="foreignkey")
    op.drop_constraint(op.f("fk_doc_form_thumbnail_id"), "doc_form", type_="foreignkey")
    op.drop_column("doc_form", "updated_by_user_id")
    op.drop_column("doc_form", "thumbnail_id")
