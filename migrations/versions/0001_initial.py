"""the schema of version 1.0.0, with the placeholder organisation of guests and the standard questions."""

import json

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from app.forms.starters.standard_questions import FIRST_OWN_ID, STANDARD_QUESTIONS

revision = "0001_initial"
down_revision = None
branch_labels = None
depends_on = None

FOLDED = """
CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(given) = char_length(given) THEN lower(given)
  ELSE replace(replace(replace(translate(
    lower(normalize(regexp_replace(normalize(given, NFKD), '[\\u0300-\\u036f]', '', 'g'), NFC)),
    'øØłŁđĐðÐħĦŧŦıẞÆŒ', 'oollddddhhttißæœ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') END
$$
"""
"""Lower case without accents, for searches. ASCII text, which is most, takes the short way.

Letters whose mark is not a combining accent in Unicode are listed one by one. Indexes can use the function: unlike
`unaccent` it is immutable.
"""
TRIGRAMS = (
    ("ix_organisation_name", "organisation", ("name",), ""),
    ("ix_organisation_city", "organisation", ("address_city",), ""),
    ("ix_app_user_name", "app_user", ("name",), ""),
    ("ix_app_user_guest", "app_user", ("name",), " WHERE type = 'GUEST'"),
    ("ix_non_conformance_words", "non_conformance", ("title", "account_name", "job_ref", "job_title"), ""),
    ("ix_rfx_title", "rfx", ("title",), ""),
    ("ix_message_thread_subject", "message_thread", ("subject",), ""),
    ("ix_message_sample", "message", ("sample",), ""),
    ("ix_assessment_title", "assessment", ("title",), ""),
)
"""Indexes for searches, as `<name>_folded_trigram`: table, columns, condition."""
CIRCULAR = (
    ("attachment", "created_by_user_id", "app_user"),
    ("attachment", "organisation_id", "organisation"),
    ("organisation", "logo_id", "attachment"),
    ("app_user", "picture_id", "attachment"),
    ("invitation", "relationship_id", "relationship"),
    ("message_thread", "last_message_id", "message"),
)
"""Foreign keys between tables that refer to each other: table, column, target."""
QUESTION = sa.text(
    "INSERT INTO rfx_question (id, name, section, html, label, type, attrs, is_archived, created, updated)"
    " VALUES (:number, :name, :section, :html, :label, :type, cast(:attrs AS jsonb), false, now(), now())"
)


def upgrade() -> None:
    op.execute(FOLDED)
    _create_tables()
    for table, column, target in CIRCULAR:
        op.create_foreign_key(f"fk_{table}_{column}", table, target, [column], ["id"])
    _create_trigram_indexes()
    _insert_rows()


def downgrade() -> None:
    for table, column, _ in CIRCULAR:
        op.drop_constraint(f"fk_{table}_{column}", table, type_="foreignkey")
    op.drop_table("sign_in")
    op.drop_table("rfx_score")
    op.drop_table("rfx_response")
    op.drop_table("rfx_doc_form")
    op.drop_table("form_value")
    op.drop_table("user_task")
    op.drop_table("thread_participant")
    op.drop_table("rfx")
    op.drop_table("message")
    op.drop_table("mail_link")
    op.drop_table("doc_form_bundle_item")
    op.drop_table("rfx_question")
    op.drop_table("preview_values")
    op.drop_table("non_conformance")
    op.drop_table("message_thread")
    op.drop_table("known_contact")
    op.drop_table("invitation")
    op.drop_table("home_layout")
    op.drop_table("event_log")
    op.drop_table("doc_form_bundle")
    op.drop_table("doc_form")
    op.drop_table("assessment")
    op.drop_table("relationship_tag")
    op.drop_table("relationship_custom_values")
    op.drop_table("app_user")
    op.drop_table("tag")
    op.drop_table("role")
    op.drop_table("relationship")
    op.drop_table("invite_template")
    op.drop_table("attachment_use")
    op.drop_table("outbox_mail")
    op.drop_table("organisation")
    op.drop_table("job")
    op.drop_table("idempotency_record")
    op.drop_table("export")
    op.drop_table("attachment")
    op.execute("DROP FUNCTION folded(text)")


def _create_trigram_indexes() -> None:
    """Create the indexes that need pg_trgm. Without them searches read every row (docs/operations.md)."""
    if not _has_trigrams():
        return
    for name, table, columns, condition in TRIGRAMS:
        indexed = ", ".join(f"folded({column}) gin_trgm_ops" for column in columns)
        op.execute(f"CREATE INDEX {name}_folded_trigram ON {table} USING gin ({indexed}){condition}")


def _has_trigrams() -> bool:
    """Create the extension if the server has it and the database user is allowed to; False otherwise."""
    connection = op.get_bind()
    available = sa.text("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'")
    if connection.execute(available).scalar() is None:
        return False
    try:
        with connection.begin_nested():
            connection.execute(sa.text("CREATE EXTENSION IF NOT EXISTS pg_trgm"))
    except sa.exc.DBAPIError:
        return False
    return True


def _insert_rows() -> None:
    op.execute(
        "INSERT INTO organisation (name, status, is_test_organisation, is_placeholder, created)"
        " VALUES ('_Guest_', 'CONFIRMED', false, true, now())"
    )
    op.execute(f"SELECT setval('rfx_question_id_seq', {FIRST_OWN_ID}, false)")
    for question in STANDARD_QUESTIONS:
        values = {
            "number": question.number,
            "name": question.name,
            "section": question.section,
            "html": question.html,
            "label": question.label,
            "type": question.type,
            "attrs": json.dumps(dict(question.attrs)),
        }
        op.execute(QUESTION.bindparams(**values))


def _create_tables() -> None:
    op.create_table(
        "attachment",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("content_type", sa.Text(), nullable=True),
        sa.Column("sha256", sa.Text(), nullable=True),
        sa.Column("storage_key", sa.Text(), nullable=True),
        sa.Column("small_size", sa.BigInteger(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("stored", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attachment")),
    )
    op.create_index("ix_attachment_created_by", "attachment", ["created_by_user_id", "created"], unique=False)
    op.create_index(
        "ix_attachment_without_small",
        "attachment",
        ["id"],
        unique=False,
        postgresql_where=sa.text(
            "small_size IS NULL AND stored IS NOT NULL AND kind IN ('COMPANYLOGO', 'USERPICLARGE')"
        ),
    )
    op.create_table(
        "export",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("args", postgresql.JSONB(), nullable=False),
        sa.Column("actor", postgresql.JSONB(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("progress", sa.BigInteger(), nullable=False),
        sa.Column("filename", sa.Text(), nullable=True),
        sa.Column("content_type", sa.Text(), nullable=True),
        sa.Column("storage_key", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_export")),
    )
    op.create_index("ix_export_created", "export", ["created"], unique=False)
    op.create_index("ix_export_user", "export", ["user_id", "created"], unique=False)
    op.create_table(
        "idempotency_record",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("request_hash", sa.Text(), nullable=False),
        sa.Column("status", sa.BigInteger(), nullable=True),
        sa.Column("body", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_idempotency_record")),
        sa.UniqueConstraint("user_id", "key", name=op.f("uq_idempotency_record_user_id_key")),
    )
    op.create_index("ix_idempotency_record_created", "idempotency_record", ["created"], unique=False)
    op.create_table(
        "job",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("args", postgresql.JSONB(), nullable=False),
        sa.Column("rank", sa.SmallInteger(), server_default=sa.text("20"), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("run_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("dedupe_key", sa.Text(), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
    )
    op.create_index(
        "ix_job_due",
        "job",
        ["rank", "run_at"],
        unique=False,
        postgresql_where=sa.text("status in ('QUEUED', 'RUNNING')"),
    )
    op.create_index(
        "uq_job_dedupe_key",
        "job",
        ["dedupe_key"],
        unique=True,
        postgresql_where=sa.text("dedupe_key is not null"),
    )
    op.create_table(
        "organisation",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("is_test_organisation", sa.Boolean(), nullable=False),
        sa.Column("is_placeholder", sa.Boolean(), nullable=False),
        sa.Column("logo_id", sa.BigInteger(), nullable=True),
        sa.Column("logo_version", sa.Text(), nullable=True),
        sa.Column("brief_description", sa.Text(), nullable=True),
        sa.Column("description_html", sa.Text(), nullable=True),
        sa.Column("website_url", sa.Text(), nullable=True),
        sa.Column("registration_number", sa.Text(), nullable=True),
        sa.Column("tax_id_number", sa.Text(), nullable=True),
        sa.Column("duns_number", sa.Text(), nullable=True),
        sa.Column("ownership_type", sa.Text(), nullable=True),
        sa.Column("preferred_currency", sa.Text(), nullable=True),
        sa.Column("address_line1", sa.Text(), nullable=True),
        sa.Column("address_line2", sa.Text(), nullable=True),
        sa.Column("address_city", sa.Text(), nullable=True),
        sa.Column("address_region", sa.Text(), nullable=True),
        sa.Column("address_zipcode", sa.Text(), nullable=True),
        sa.Column("address_country", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organisation")),
    )
    op.create_index(
        "ix_organisation_city",
        "organisation",
        [sa.literal_column("lower(coalesce(address_city, ''))"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_organisation_city_ascending",
        "organisation",
        [
            sa.literal_column("(lower(coalesce(address_city, '')) = '')"),
            sa.literal_column("lower(coalesce(address_city, ''))"),
            "id",
        ],
        unique=False,
    )
    op.create_index(
        "ix_organisation_in_directory",
        "organisation",
        ["id"],
        unique=False,
        postgresql_where=sa.text(
            "status = 'CONFIRMED' AND is_test_organisation IS FALSE AND is_placeholder IS FALSE"
        ),
    )
    op.create_index(
        "ix_organisation_name", "organisation", [sa.literal_column("lower(name)"), "id"], unique=False
    )
    op.create_table(
        "outbox_mail",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("dedupe_key", sa.Text(), nullable=False),
        sa.Column("template", sa.Text(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("to_user_id", sa.BigInteger(), nullable=True),
        sa.Column("to_name", sa.Text(), nullable=False),
        sa.Column("to_email", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("html", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("unsubscribe_url", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent", sa.DateTime(timezone=True), server_default=sa.text("null"), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox_mail")),
    )
    op.create_index("ix_outbox_mail_status", "outbox_mail", ["status", "id"], unique=False)
    op.create_index("uq_outbox_mail_dedupe_key", "outbox_mail", ["dedupe_key"], unique=True)
    op.create_table(
        "attachment_use",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("attachment_id", sa.BigInteger(), nullable=False),
        sa.Column("subject_type", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["attachment_id"], ["attachment.id"], name=op.f("fk_attachment_use_attachment_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attachment_use")),
        sa.UniqueConstraint(
            "attachment_id",
            "subject_type",
            "subject_id",
            name=op.f("uq_attachment_use_attachment_id_subject_type_subject_id"),
        ),
    )
    op.create_index(
        "ix_attachment_use_subject", "attachment_use", ["subject_type", "subject_id"], unique=False
    )
    op.create_table(
        "invite_template",
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("message_html", sa.Text(), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_invite_template_organisation_id")
        ),
        sa.PrimaryKeyConstraint("organisation_id", name=op.f("pk_invite_template")),
    )
    op.create_table(
        "relationship",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("with_organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=True),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("by_invitation", sa.Boolean(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_relationship_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["with_organisation_id"], ["organisation.id"], name=op.f("fk_relationship_with_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relationship")),
        sa.UniqueConstraint(
            "organisation_id",
            "with_organisation_id",
            name=op.f("uq_relationship_organisation_id_with_organisation_id"),
        ),
    )
    op.create_index(
        "ix_relationship_by_invitation",
        "relationship",
        ["organisation_id", "with_organisation_id"],
        unique=False,
        postgresql_where=sa.text("by_invitation"),
    )
    op.create_index("ix_relationship_level", "relationship", ["organisation_id", "level"], unique=False)
    op.create_index(
        "ix_relationship_with_organisation_id", "relationship", ["with_organisation_id"], unique=False
    )
    op.create_table(
        "role",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("permissions", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_role_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_role")),
        sa.UniqueConstraint("organisation_id", "name", name=op.f("uq_role_organisation_id_name")),
    )
    op.create_table(
        "tag",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_tag_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tag")),
    )
    op.create_index(
        "uq_tag_organisation_name", "tag", ["organisation_id", sa.literal_column("lower(name)")], unique=True
    )
    op.create_table(
        "app_user",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=True),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("is_admin", sa.Boolean(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("phone", sa.Text(), nullable=True),
        sa.Column("mobile", sa.Text(), nullable=True),
        sa.Column("job_title", sa.Text(), nullable=True),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("gets_optional_mail", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("picture_id", sa.BigInteger(), nullable=True),
        sa.Column("picture_version", sa.Text(), nullable=True),
        sa.Column("join_date", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_app_user_organisation_id")
        ),
        sa.ForeignKeyConstraint(["role_id"], ["role.id"], name=op.f("fk_app_user_role_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_app_user")),
    )
    op.create_index(
        "ix_app_user_mail_domain",
        "app_user",
        [sa.literal_column("split_part(lower(email), '@', 2)")],
        unique=False,
        postgresql_where=sa.text("type = 'USER'"),
    )
    op.create_index("ix_app_user_name", "app_user", [sa.literal_column("lower(name)"), "id"], unique=False)
    op.create_index(
        "ix_app_user_organisation_id", "app_user", ["organisation_id", "name", "id"], unique=False
    )
    op.create_index(op.f("ix_app_user_role_id"), "app_user", ["role_id"], unique=False)
    op.create_index(
        "uq_app_user_email",
        "app_user",
        [sa.literal_column("lower(email)")],
        unique=True,
        postgresql_where=sa.text("type = 'USER'"),
    )
    op.create_table(
        "relationship_custom_values",
        sa.Column("relationship_id", sa.BigInteger(), nullable=False),
        sa.Column("values", postgresql.JSONB(), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["relationship_id"],
            ["relationship.id"],
            name=op.f("fk_relationship_custom_values_relationship_id"),
        ),
        sa.PrimaryKeyConstraint("relationship_id", name=op.f("pk_relationship_custom_values")),
    )
    op.create_table(
        "relationship_tag",
        sa.Column("relationship_id", sa.BigInteger(), nullable=False),
        sa.Column("tag_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["relationship_id"], ["relationship.id"], name=op.f("fk_relationship_tag_relationship_id")
        ),
        sa.ForeignKeyConstraint(["tag_id"], ["tag.id"], name=op.f("fk_relationship_tag_tag_id")),
        sa.PrimaryKeyConstraint("relationship_id", "tag_id", name=op.f("pk_relationship_tag")),
    )
    op.create_index(op.f("ix_relationship_tag_tag_id"), "relationship_tag", ["tag_id"], unique=False)
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
        sa.Column("previous_score", sa.Numeric(precision=12, scale=6), nullable=True),
        sa.Column("completed_score", sa.Numeric(precision=12, scale=6), nullable=True),
        sa.Column("scoreboard", postgresql.JSONB(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["closed_by_user_id"], ["app_user.id"], name=op.f("fk_assessment_closed_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_assessment_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_assessment_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["relationship_id"], ["relationship.id"], name=op.f("fk_assessment_relationship_id")
        ),
        sa.ForeignKeyConstraint(
            ["with_organisation_id"], ["organisation.id"], name=op.f("fk_assessment_with_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assessment")),
    )
    op.create_index(
        "ix_assessment_completed",
        "assessment",
        ["relationship_id", "type", "completed_date"],
        unique=False,
        postgresql_where=sa.text("status = 'COMPLETED'"),
    )
    op.create_index("ix_assessment_organisation", "assessment", ["organisation_id", "id"], unique=False)
    op.create_index("ix_assessment_relationship", "assessment", ["relationship_id", "id"], unique=False)
    op.create_index(
        "ix_assessment_with_organisation", "assessment", ["with_organisation_id", "id"], unique=False
    )
    op.create_table(
        "doc_form",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("series_id", sa.Text(), nullable=False),
        sa.Column("revision", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("is_latest", sa.Boolean(), nullable=False),
        sa.Column("is_in_use", sa.Boolean(), nullable=False),
        sa.Column("is_archived", sa.Boolean(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("doc", postgresql.JSONB(), nullable=False),
        sa.Column("html", sa.Text(), nullable=False),
        sa.Column("thumbnail_id", sa.BigInteger(), nullable=True),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("updated_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_doc_form_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_doc_form_organisation_id")
        ),
        sa.ForeignKeyConstraint(["thumbnail_id"], ["attachment.id"], name=op.f("fk_doc_form_thumbnail_id")),
        sa.ForeignKeyConstraint(
            ["updated_by_user_id"], ["app_user.id"], name=op.f("fk_doc_form_updated_by_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_doc_form")),
        sa.UniqueConstraint("series_id", "revision", name=op.f("uq_doc_form_series_id_revision")),
    )
    op.create_index("ix_doc_form_organisation", "doc_form", ["organisation_id", "title", "id"], unique=False)
    op.create_index(
        "uq_doc_form_custom_fields",
        "doc_form",
        ["organisation_id"],
        unique=True,
        postgresql_where=sa.text("type = 'CUSTOM_FIELDS' and is_latest and not is_archived"),
    )
    op.create_index(
        "uq_doc_form_in_use", "doc_form", ["series_id"], unique=True, postgresql_where=sa.text("is_in_use")
    )
    op.create_index(
        "uq_doc_form_latest", "doc_form", ["series_id"], unique=True, postgresql_where=sa.text("is_latest")
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
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_doc_form_bundle_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_doc_form_bundle_organisation_id")
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
        "event_log",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("relationship_id", sa.BigInteger(), nullable=True),
        sa.Column("subject_user_id", sa.BigInteger(), nullable=True),
        sa.Column("args", postgresql.JSONB(), nullable=False),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_event_log_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_event_log_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["relationship_id"], ["relationship.id"], name=op.f("fk_event_log_relationship_id")
        ),
        sa.ForeignKeyConstraint(
            ["subject_user_id"], ["app_user.id"], name=op.f("fk_event_log_subject_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_log")),
    )
    op.create_index(
        "ix_event_log_of_user",
        "event_log",
        ["created_by_user_id", "created", "id"],
        unique=False,
        postgresql_include=["organisation_id", "type"],
    )
    op.create_index(
        "ix_event_log_organisation", "event_log", ["organisation_id", "created", "id"], unique=False
    )
    op.create_index(
        "ix_event_log_relationship",
        "event_log",
        ["relationship_id", "created", "id"],
        unique=False,
        postgresql_where=sa.text("relationship_id is not null"),
    )
    op.create_index(
        "ix_event_log_subject_user",
        "event_log",
        ["subject_user_id", "created", "id"],
        unique=False,
        postgresql_where=sa.text("subject_user_id is not null"),
    )
    op.create_index(
        "ix_event_log_views",
        "event_log",
        ["created_by_user_id", "created", "id"],
        unique=False,
        postgresql_include=["organisation_id"],
        postgresql_where=sa.text(
            "type in ('user.viewed.organisation', 'user.viewed.user', 'user.viewed.assessment', 'user.viewed.rfx.sent', 'user.viewed.rfx.received')"
        ),
    )
    op.create_table(
        "home_layout",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("charts", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_home_layout_user_id")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_home_layout")),
    )
    op.create_table(
        "invitation",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("invited_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("relationship_id", sa.BigInteger(), nullable=True),
        sa.Column("message_html", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("accepted", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["invited_by_user_id"], ["app_user.id"], name=op.f("fk_invitation_invited_by_user_id")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_invitation_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
    )
    op.create_index(op.f("ix_invitation_user_id"), "invitation", ["user_id"], unique=False)
    op.create_table(
        "known_contact",
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_known_contact_organisation_id")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_known_contact_user_id")),
        sa.PrimaryKeyConstraint("organisation_id", "user_id", name=op.f("pk_known_contact")),
    )
    op.create_table(
        "message_thread",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("with_organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_activity", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_message_id", sa.BigInteger(), nullable=True),
        sa.Column("message_count", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_message_thread_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_message_thread_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["with_organisation_id"], ["organisation.id"], name=op.f("fk_message_thread_with_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message_thread")),
    )
    op.create_index(
        "ix_message_thread_last_activity", "message_thread", ["last_activity", "id"], unique=False
    )
    op.create_index("ix_message_thread_last_message", "message_thread", ["last_message_id"], unique=False)
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
        sa.Column("version", sa.BigInteger(), server_default=sa.text("1"), nullable=False),
        sa.Column("edited_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("resolved", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_non_conformance_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["edited_by_user_id"], ["app_user.id"], name=op.f("fk_non_conformance_edited_by_user_id")
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
        "ix_non_conformance_date", "non_conformance", ["organisation_id", "event_date", "id"], unique=False
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
        "ix_non_conformance_severity", "non_conformance", ["organisation_id", "severity", "id"], unique=False
    )
    op.create_index(
        "ix_non_conformance_status", "non_conformance", ["organisation_id", "status", "id"], unique=False
    )
    op.create_index(
        "ix_non_conformance_title",
        "non_conformance",
        ["organisation_id", sa.literal_column("lower(title)"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_non_conformance_with_organisation",
        "non_conformance",
        ["with_organisation_id", "id"],
        unique=False,
    )
    op.create_table(
        "preview_values",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("series_id", sa.Text(), nullable=False),
        sa.Column("values", postgresql.JSONB(), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_preview_values_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_preview_values")),
        sa.UniqueConstraint("user_id", "series_id", name=op.f("uq_preview_values_user_id_series_id")),
    )
    op.create_table(
        "rfx_question",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("html", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("attrs", postgresql.JSONB(), nullable=False),
        sa.Column("is_archived", sa.Boolean(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_rfx_question_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_rfx_question_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rfx_question")),
    )
    op.create_index(
        "ix_rfx_question_organisation",
        "rfx_question",
        ["organisation_id", "section", "name", "id"],
        unique=False,
    )
    op.create_index(
        "uq_rfx_question_global_name",
        "rfx_question",
        [sa.literal_column("lower(name)")],
        unique=True,
        postgresql_where=sa.text("organisation_id is null and not is_archived"),
    )
    op.create_index(
        "uq_rfx_question_name",
        "rfx_question",
        ["organisation_id", sa.literal_column("lower(name)")],
        unique=True,
        postgresql_where=sa.text("organisation_id is not null and not is_archived"),
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
    op.create_index(
        op.f("ix_doc_form_bundle_item_series_id"), "doc_form_bundle_item", ["series_id"], unique=False
    )
    op.create_table(
        "mail_link",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("invitation_id", sa.BigInteger(), nullable=True),
        sa.Column("guest_rfx_id", sa.BigInteger(), nullable=True),
        sa.Column("new_email", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["invitation_id"], ["invitation.id"], name=op.f("fk_mail_link_invitation_id")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_mail_link_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_link")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_mail_link_token_hash")),
    )
    op.create_index(op.f("ix_mail_link_user_id"), "mail_link", ["user_id"], unique=False)
    op.create_table(
        "message",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("html", sa.Text(), nullable=False),
        sa.Column("sample", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_message_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(["thread_id"], ["message_thread.id"], name=op.f("fk_message_thread_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message")),
    )
    op.create_index("ix_message_created_by_user", "message", ["created_by_user_id", "id"], unique=False)
    op.create_index("ix_message_thread_id", "message", ["thread_id", "id"], unique=False)
    op.create_table(
        "rfx",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("status_before_expiry", sa.Text(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("with_organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("guest_user_id", sa.BigInteger(), nullable=True),
        sa.Column("recipient_user_id", sa.BigInteger(), nullable=True),
        sa.Column("assessment_id", sa.BigInteger(), nullable=True),
        sa.Column("assessment_title", sa.Text(), nullable=True),
        sa.Column("assessment_closed", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("relationship_id", sa.BigInteger(), nullable=True),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("bundle_name", sa.Text(), nullable=True),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_date", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminder_sent_date", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ignored", sa.Boolean(), nullable=False),
        sa.Column("decline_reason", sa.Text(), nullable=True),
        sa.Column("reopened_fields", postgresql.ARRAY(sa.Text()), nullable=True),
        sa.ForeignKeyConstraint(["assessment_id"], ["assessment.id"], name=op.f("fk_rfx_assessment_id")),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_rfx_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(["guest_user_id"], ["app_user.id"], name=op.f("fk_rfx_guest_user_id")),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_rfx_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["recipient_user_id"], ["app_user.id"], name=op.f("fk_rfx_recipient_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["relationship_id"], ["relationship.id"], name=op.f("fk_rfx_relationship_id")
        ),
        sa.ForeignKeyConstraint(["thread_id"], ["message_thread.id"], name=op.f("fk_rfx_thread_id")),
        sa.ForeignKeyConstraint(
            ["with_organisation_id"], ["organisation.id"], name=op.f("fk_rfx_with_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rfx")),
    )
    op.create_index(
        "ix_rfx_assessment",
        "rfx",
        ["assessment_id", "id"],
        unique=False,
        postgresql_where=sa.text("assessment_id is not null"),
    )
    op.create_index(
        "ix_rfx_date",
        "rfx",
        ["organisation_id", sa.literal_column("coalesce(sent_date, created)"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_rfx_deadline",
        "rfx",
        ["deadline"],
        unique=False,
        postgresql_where=sa.text("status in ('NEW', 'PENDING', 'INPROGRESS')"),
    )
    op.create_index(
        "ix_rfx_guest",
        "rfx",
        ["guest_user_id"],
        unique=False,
        postgresql_where=sa.text("guest_user_id is not null"),
    )
    op.create_index("ix_rfx_organisation", "rfx", ["organisation_id", "id"], unique=False)
    op.create_index("ix_rfx_relationship", "rfx", ["relationship_id", "id"], unique=False)
    op.create_index("ix_rfx_status", "rfx", ["organisation_id", "status", "id"], unique=False)
    op.create_index("ix_rfx_thread", "rfx", ["thread_id"], unique=False)
    op.create_index(
        "ix_rfx_title", "rfx", ["organisation_id", sa.literal_column("lower(title)"), "id"], unique=False
    )
    op.create_index("ix_rfx_type", "rfx", ["organisation_id", "type", "id"], unique=False)
    op.create_index("ix_rfx_with_organisation", "rfx", ["with_organisation_id", "id"], unique=False)
    op.create_table(
        "thread_participant",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("tags", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("last_activity", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mail_due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("mailed_message_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_thread_participant_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["thread_id"], ["message_thread.id"], name=op.f("fk_thread_participant_thread_id")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_thread_participant_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_thread_participant")),
        sa.UniqueConstraint("thread_id", "user_id", name=op.f("uq_thread_participant_thread_id_user_id")),
    )
    op.create_index(
        "ix_thread_participant_new",
        "thread_participant",
        ["user_id"],
        unique=False,
        postgresql_where=sa.text("tags @> '{new}'::text[]"),
    )
    op.create_index(
        "ix_thread_participant_user",
        "thread_participant",
        ["user_id", "last_activity", "thread_id"],
        unique=False,
    )
    op.create_table(
        "user_task",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("subject_type", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.BigInteger(), nullable=False),
        sa.Column("subject_title", sa.Text(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("assigned_organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("assigned_user_id", sa.BigInteger(), nullable=True),
        sa.Column("about_organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("assigned_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("message_thread_id", sa.BigInteger(), nullable=True),
        sa.Column("doc_form_id", sa.BigInteger(), nullable=True),
        sa.Column("field_key", sa.Text(), nullable=True),
        sa.Column("description_html", sa.Text(), nullable=True),
        sa.Column("due", sa.Date(), nullable=True),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["about_organisation_id"], ["organisation.id"], name=op.f("fk_user_task_about_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["assigned_by_user_id"], ["app_user.id"], name=op.f("fk_user_task_assigned_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["assigned_organisation_id"],
            ["organisation.id"],
            name=op.f("fk_user_task_assigned_organisation_id"),
        ),
        sa.ForeignKeyConstraint(
            ["assigned_user_id"], ["app_user.id"], name=op.f("fk_user_task_assigned_user_id")
        ),
        sa.ForeignKeyConstraint(["doc_form_id"], ["doc_form.id"], name=op.f("fk_user_task_doc_form_id")),
        sa.ForeignKeyConstraint(
            ["message_thread_id"], ["message_thread.id"], name=op.f("fk_user_task_message_thread_id")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_user_task_organisation_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_user_task")),
    )
    op.create_index(
        "ix_user_task_assignee",
        "user_task",
        ["assigned_user_id", "id"],
        unique=False,
        postgresql_where=sa.text("is_open"),
    )
    op.create_index(
        "ix_user_task_message_thread_id",
        "user_task",
        ["message_thread_id"],
        unique=False,
        postgresql_where=sa.text("message_thread_id is not null"),
    )
    op.create_index(
        "ix_user_task_organisation",
        "user_task",
        ["assigned_organisation_id", "id"],
        unique=False,
        postgresql_where=sa.text("is_open"),
    )
    op.create_index("ix_user_task_subject", "user_task", ["subject_type", "subject_id", "id"], unique=False)
    op.create_table(
        "form_value",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("doc_form_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("fid", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("question_id", sa.BigInteger(), nullable=True),
        sa.Column("iteration", sa.BigInteger(), nullable=False),
        sa.Column("is_current", sa.Boolean(), nullable=False),
        sa.Column("value", postgresql.JSONB(none_as_null=True), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("accepted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("accepted_by_user_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["accepted_by_user_id"], ["app_user.id"], name=op.f("fk_form_value_accepted_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_form_value_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(["doc_form_id"], ["doc_form.id"], name=op.f("fk_form_value_doc_form_id")),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_form_value_organisation_id")
        ),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_form_value_rfx_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_form_value")),
        sa.UniqueConstraint("rfx_id", "key", "iteration", name=op.f("uq_form_value_rfx_id_key_iteration")),
    )
    op.create_index(
        "ix_form_value_current",
        "form_value",
        ["rfx_id", "key"],
        unique=True,
        postgresql_where=sa.text("is_current"),
    )
    op.create_index(
        "ix_form_value_question",
        "form_value",
        ["organisation_id", "question_id", "updated"],
        unique=False,
        postgresql_where=sa.text("question_id is not null and is_current"),
    )
    op.create_table(
        "rfx_doc_form",
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("doc_form_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["doc_form_id"], ["doc_form.id"], name=op.f("fk_rfx_doc_form_doc_form_id")),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_rfx_doc_form_rfx_id")),
        sa.PrimaryKeyConstraint("rfx_id", "position", name=op.f("pk_rfx_doc_form")),
    )
    op.create_index(op.f("ix_rfx_doc_form_doc_form_id"), "rfx_doc_form", ["doc_form_id"], unique=False)
    op.create_table(
        "rfx_response",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=True),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("submitted_by_user_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_rfx_response_created_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_rfx_response_organisation_id")
        ),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_rfx_response_rfx_id")),
        sa.ForeignKeyConstraint(
            ["submitted_by_user_id"], ["app_user.id"], name=op.f("fk_rfx_response_submitted_by_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rfx_response")),
        sa.UniqueConstraint("rfx_id", "organisation_id", name=op.f("uq_rfx_response_rfx_id_organisation_id")),
    )
    op.create_table(
        "rfx_score",
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("overall", sa.Numeric(), nullable=True),
        sa.Column("sections", postgresql.JSONB(), nullable=False),
        sa.Column("computed", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_rfx_score_rfx_id")),
        sa.PrimaryKeyConstraint("rfx_id", name=op.f("pk_rfx_score")),
    )
    op.create_table(
        "sign_in",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("guest_rfx_id", sa.BigInteger(), nullable=True),
        sa.Column("link_id", sa.BigInteger(), nullable=True),
        sa.Column("user_agent", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["link_id"], ["mail_link.id"], name=op.f("fk_sign_in_link_id")),
        sa.ForeignKeyConstraint(["user_id"], ["app_user.id"], name=op.f("fk_sign_in_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sign_in_token_hash")),
    )
    op.create_index(op.f("ix_sign_in_user_id"), "sign_in", ["user_id"], unique=False)
