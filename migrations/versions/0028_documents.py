"""documents and certificates: types, the suppliers' documents, the buyers' requirements, reminders.

The shipped types of documents are inserted. No organisation has documents or requirements before this migration, and
existing tasks, notifications, mail settings and files stay as they are.
"""

import sqlalchemy as sa
from alembic import op

revision = "0028_documents"
down_revision = "0027_moved_answers"
branch_labels = None
depends_on = None

STATES = "'MISSING', 'ASKED', 'RECEIVED', 'ACCEPTED', 'REJECTED', 'WAIVED'"
TASK_TYPES = (
    "RFX",
    "FOLLOW_UP",
    "NONCONFORMANCE",
    "REVIEW",
    "EVALUATION",
    "RFX_PART",
    "HANDOVER",
    "REVIEW_PART",
)
SUBJECTS = ("rfx", "ncr", "rfxRequest", "rfxEvaluation", "rfxAward")
KINDS = (
    "RESPONSE_SUBMITTED", "SURVEY_COMPLETED", "RFX_DECLINED", "DEADLINE_PASSED", "FOLLOW_UP_ANSWERED",
    "RESOLUTION_REQUESTED", "INVITATION_ACCEPTED", "DUE", "RFX_HANDED_OVER", "REVIEW_DONE",
)  # fmt: skip
NEW_KINDS = ("DOCUMENT_RECEIVED", "DOCUMENT_REJECTED", "DOCUMENT_ENDING")
FILE_KINDS = (
    "COMPANYLOGO", "USERPICLARGE", "USERPICSOURCE", "MESSAGE", "RFXANSWER", "NCR", "FORMIMAGE", "FORMTHUMBNAIL",
)  # fmt: skip
CERTIFICATE = ["NUMBER", "ISSUER", "SCOPE", "SITES"]
SHIPPED = (
    ("ISO9001", "ISO 9001", "ISO 9001:2015", "UNTIL_DATE", None, CERTIFICATE),
    ("IATF16949", "IATF 16949", "IATF 16949:2016", "UNTIL_DATE", None, CERTIFICATE),
    ("ISO14001", "ISO 14001", "ISO 14001:2015", "UNTIL_DATE", None, CERTIFICATE),
    ("ISO45001", "ISO 45001", "ISO 45001:2018", "UNTIL_DATE", None, CERTIFICATE),
    ("ISO27001", "ISO/IEC 27001", "ISO/IEC 27001:2022", "UNTIL_DATE", None, CERTIFICATE),
    ("SOC2", "SOC 2 Type II", "AICPA SOC 2 Type II", "MONTHS", 12, ["ISSUER", "SCOPE"]),
    ("LIABILITY", "Liability insurance", "", "UNTIL_DATE", None, ["NUMBER", "ISSUER", "SUM_INSURED"]),
    ("REACH", "REACH declaration", "Regulation (EC) No 1907/2006", "MONTHS", 12, ["SCOPE"]),
    ("ROHS", "RoHS declaration", "Directive 2011/65/EU", "MONTHS", 24, ["SCOPE"]),
    ("CMRT", "Conflict minerals (CMRT)", "RMI CMRT", "MONTHS", 12, ["SCOPE"]),
    ("BANKLETTER", "Bank letter", "", "MONTHS", 12, ["ISSUER"]),
)  # fmt: skip


def upgrade() -> None:
    op.create_table(
        "document_type",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("code", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("standard", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("validity", sa.Text(), nullable=False),
        sa.Column("months", sa.Integer(), nullable=True),
        sa.Column("fields", sa.ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
        sa.Column(
            "remind_days",
            sa.ARRAY(sa.Integer()),
            server_default=sa.text("'{90,60,30,14,7,0}'"),
            nullable=False,
        ),
        sa.Column("grace_days", sa.Integer(), server_default=sa.text("30"), nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.CheckConstraint(
            "(organisation_id IS NULL) = (code IS NOT NULL)", name=op.f("ck_document_type_owner")
        ),
        sa.CheckConstraint(
            "validity IN ('UNTIL_DATE', 'MONTHS', 'ALWAYS')", name=op.f("ck_document_type_validity")
        ),
        _to("document_type", "organisation_id", "organisation"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_type")),
    )
    op.create_index(
        "uq_document_type_code",
        "document_type",
        ["code"],
        unique=True,
        postgresql_where=sa.text("organisation_id is null"),
    )
    op.create_index(
        "uq_document_type_name",
        "document_type",
        ["organisation_id", sa.text("lower(name)")],
        unique=True,
        postgresql_where=sa.text("organisation_id is not null and not archived"),
    )
    op.create_index("ix_document_type_organisation", "document_type", ["organisation_id", "id"])
    op.bulk_insert(
        sa.table(
            "document_type",
            *(sa.column(name) for name in ("code", "name", "standard", "validity", "months")),
            sa.column("fields", sa.ARRAY(sa.Text())),
        ),
        [
            dict(zip(("code", "name", "standard", "validity", "months", "fields"), row, strict=True))
            for row in SHIPPED
        ],
    )
    op.create_table(
        "supplier_document",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("document_type_id", sa.BigInteger(), nullable=False),
        *(
            sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False)
            for name in ("number", "issuer", "scope", "sites")
        ),
        sa.Column("issued_on", sa.Date(), nullable=True),
        sa.Column("valid_until", sa.Date(), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=True),
        sa.Column("currency", sa.Text(), nullable=True),
        sa.Column("attachment_id", sa.BigInteger(), nullable=False),
        sa.Column("supersedes_id", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        _to("supplier_document", "organisation_id", "organisation"),
        _to("supplier_document", "document_type_id", "document_type"),
        _to("supplier_document", "attachment_id", "attachment"),
        _to("supplier_document", "supersedes_id", "supplier_document"),
        _to("supplier_document", "created_by_user_id", "app_user"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_supplier_document")),
    )
    op.create_index(
        "ix_supplier_document_organisation",
        "supplier_document",
        ["organisation_id", "document_type_id", "id"],
    )
    op.create_index(
        "uq_supplier_document_supersedes",
        "supplier_document",
        ["supersedes_id"],
        unique=True,
        postgresql_where=sa.text("supersedes_id is not null"),
    )
    _create_requirements()
    op.create_table(
        "reminder_step",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("subject_type", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.BigInteger(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        _to("reminder_step", "user_id", "app_user"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reminder_step")),
        sa.UniqueConstraint(
            "subject_type",
            "subject_id",
            "step",
            "user_id",
            name=op.f("uq_reminder_step_subject_type_subject_id_step_user_id"),
        ),
    )
    _allow("user_task", "type", *TASK_TYPES, "DOCUMENT")
    _allow("user_task", "subject_type", *SUBJECTS, "documentRequirement")
    for table in ("notification", "mail_setting"):
        _allow(table, "kind", *KINDS, *NEW_KINDS)
    _allow("attachment", "kind", *FILE_KINDS, "DOCUMENT")


def _create_requirements() -> None:
    op.create_table(
        "document_requirement",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("relationship_id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("with_organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("document_type_id", sa.BigInteger(), nullable=False),
        sa.Column("site", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("document_id", sa.BigInteger(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("state_before_waiver", sa.Text(), nullable=True),
        sa.Column("accepted_document_id", sa.BigInteger(), nullable=True),
        sa.Column("accepted_until", sa.Date(), nullable=True),
        sa.Column("asked_on", sa.Date(), nullable=True),
        sa.Column("asked_of_user_id", sa.BigInteger(), nullable=True),
        sa.Column("asked_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("due", sa.Date(), nullable=True),
        sa.Column("message", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("reviewed_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("reviewed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("waived_until", sa.Date(), nullable=True),
        sa.Column("waiver_reason", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(f"state IN ({STATES})", name=op.f("ck_document_requirement_state")),
        sa.CheckConstraint(
            f"state_before_waiver IN ({STATES})", name=op.f("ck_document_requirement_state_before_waiver")
        ),
        _to("document_requirement", "relationship_id", "relationship"),
        _to("document_requirement", "organisation_id", "organisation"),
        _to("document_requirement", "with_organisation_id", "organisation"),
        _to("document_requirement", "document_type_id", "document_type"),
        _to("document_requirement", "document_id", "supplier_document"),
        _to("document_requirement", "accepted_document_id", "supplier_document"),
        _to("document_requirement", "asked_of_user_id", "app_user"),
        _to("document_requirement", "asked_by_user_id", "app_user"),
        _to("document_requirement", "reviewed_by_user_id", "app_user"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_requirement")),
        sa.UniqueConstraint(
            "relationship_id",
            "document_type_id",
            "site",
            name=op.f("uq_document_requirement_relationship_id_document_type_id_site"),
        ),
    )
    for name, columns, condition in (
        ("end", ["organisation_id", "accepted_until", "id"], None),
        ("received_end", ["with_organisation_id", "accepted_until", "id"], None),
        ("due", ["with_organisation_id", "due", "id"], "state in ('ASKED', 'REJECTED')"),
        ("accepted_until", ["accepted_until", "id"], "accepted_until is not null"),
        ("waived", ["waived_until"], "state = 'WAIVED'"),
        ("received", ["with_organisation_id", "id"], None),
        ("type", ["document_type_id"], None),
    ):
        op.create_index(
            f"ix_document_requirement_{name}",
            "document_requirement",
            columns,
            postgresql_where=sa.text(condition) if condition else None,
        )
    op.create_table(
        "document_submission",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("requirement_id", sa.BigInteger(), nullable=False),
        sa.Column("document_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        _to("document_submission", "requirement_id", "document_requirement"),
        _to("document_submission", "document_id", "supplier_document"),
        _to("document_submission", "created_by_user_id", "app_user"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_submission")),
        sa.UniqueConstraint(
            "requirement_id", "document_id", name=op.f("uq_document_submission_requirement_id_document_id")
        ),
    )
    op.create_index("ix_document_submission_document", "document_submission", ["document_id"])


def downgrade() -> None:
    op.execute("DELETE FROM attachment_use WHERE subject_type IN ('supplierDocument', 'documentRequirement')")
    op.execute("DELETE FROM user_task WHERE subject_type = 'documentRequirement'")
    for table in (
        "reminder_step",
        "document_submission",
        "document_requirement",
        "supplier_document",
        "document_type",
    ):
        op.drop_table(table)
    op.execute("UPDATE attachment SET kind = 'MESSAGE' WHERE kind = 'DOCUMENT'")
    _allow("attachment", "kind", *FILE_KINDS)
    _allow("user_task", "type", *TASK_TYPES)
    _allow("user_task", "subject_type", *SUBJECTS)
    for table in ("notification", "mail_setting"):
        kind = sa.column("kind", sa.Text())
        op.execute(sa.delete(sa.table(table, kind)).where(kind.in_(NEW_KINDS)))
        _allow(table, "kind", *KINDS)


def _to(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=op.f(f"fk_{table}_{column}"))


def _allow(table: str, column: str, *values: str) -> None:
    name, listed = f"ck_{table}_{column}", ", ".join(f"'{value}'" for value in values)
    op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} CHECK ({column} IN ({listed})) NOT VALID")
    op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")
