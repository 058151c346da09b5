"""check constraints on the columns that hold one of a few words.

Existing rows are validated without blocking writes. The product has only ever written these words: if a row holds
another one, the migration stops at the constraint that names its table and column, and nothing else is changed.
"""

from alembic import op

revision = "0002_enum_checks"
down_revision = "0001_initial"
branch_labels = None
depends_on = None

FIELD_TYPES = (
    "TEXT", "TEXTAREA", "NUMBER", "DATE", "YESNO", "SINGLE_CHOICE", "MULTI_CHOICE", "COUNTRY", "CURRENCY_AMOUNT",
    "EMAIL", "URL", "FILE", "TABLE", "FORMSIGNATURE",
)  # fmt: skip
NCR_STATUSES = ("PENDING", "INPROGRESS", "RESOLVED", "DELETED")
RFX_STATUSES = ("NEW", "PENDING", "INPROGRESS", "COMPLETED", "DECLINED", "EXPIRED")
CHECKS = (
    ("app_user", "type", ("USER", "GUEST")),
    ("app_user", "status", ("INVITED", "ACTIVE", "SUSPENDED")),
    ("assessment", "type", ("QUALIFICATION", "PERFORMANCE")),
    ("assessment", "status", ("NEW", "INPROGRESS", "COMPLETED")),
    (
        "attachment",
        "kind",
        (
            "COMPANYLOGO",
            "USERPICLARGE",
            "USERPICSOURCE",
            "MESSAGE",
            "RFXANSWER",
            "NCR",
            "FORMIMAGE",
            "FORMTHUMBNAIL",
        ),
    ),
    (
        "doc_form",
        "type",
        (
            "RFI",
            "NDA",
            "GENERIC",
            "INTERNAL_SURVEY",
            "SELF_SURVEY",
            "PERFORMANCE_EMAIL",
            "QUALIFICATION_EMAIL",
            "CUSTOM_FIELDS",
        ),
    ),
    ("doc_form", "status", ("DRAFT", "PUBLISHED")),
    ("export", "status", ("QUEUED", "RUNNING", "DONE", "FAILED")),
    ("form_value", "type", FIELD_TYPES),
    ("mail_link", "purpose", ("INVITATION", "PASSWORD_RESET", "GUEST", "EMAIL_CONFIRMATION")),
    ("message_thread", "type", ("GENERAL", "RFI")),
    ("non_conformance", "type", ("BREACH", "DELIVERY", "PROCESS", "QUALITY", "CONTRACTUAL")),
    ("non_conformance", "severity", ("CRITICAL", "MAJOR", "MINOR")),
    ("non_conformance", "status", NCR_STATUSES),
    ("non_conformance", "status_before_deletion", NCR_STATUSES),
    ("organisation", "status", ("INVITED", "CONFIRMED")),
    ("organisation", "ownership_type", ("PRIVATE", "PUBLIC")),
    ("outbox_mail", "status", ("QUEUED", "SENT", "KEPT", "SUPPRESSED", "FAILED")),
    ("relationship", "level", ("None", "Evaluation", "Approved", "Contracted", "Preferred")),
    ("rfx", "type", ("RFI", "NDA", "ASSESSMENT_SELF_SURVEY", "ASSESSMENT_INTERNAL_SURVEY")),
    ("rfx", "status", RFX_STATUSES),
    ("rfx", "status_before_expiry", RFX_STATUSES),
    ("rfx_question", "type", FIELD_TYPES),
    ("rfx_response", "status", ("NOT_STARTED", "INPROGRESS", "SUBMITTED", "DECLINED")),
    ("user_task", "type", ("RFX", "FOLLOW_UP", "NONCONFORMANCE")),
    ("user_task", "status", ("OPEN", "ANSWERED", "CLOSED")),
)
"""Table, column and its words."""


def upgrade() -> None:
    # Adding a constraint locks the table for a moment, validating it does not: each is a transaction of its own.
    with op.get_context().autocommit_block():
        for table, column, words in CHECKS:
            name = f"ck_{table}_{column}"
            listed = ", ".join(f"'{word}'" for word in words)
            op.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name}")
            op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} CHECK ({column} IN ({listed})) NOT VALID")
            op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")


def downgrade() -> None:
    for table, column, _ in CHECKS:
        op.drop_constraint(op.f(f"ck_{table}_{column}"), table, type_="check")
