"""Corrective actions of non-conformances with their steps and planned actions, their tasks and notifications.

Existing rows do not change: no non-conformance has a corrective action yet. The previous release keeps working; it cannot
name the new tasks and notifications.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0055_corrective_actions"
down_revision = "0054_company_sign_in"
branch_labels = None
depends_on = None

TASK_TYPES = (
    "RFX", "FOLLOW_UP", "NONCONFORMANCE", "REVIEW", "EVALUATION", "RFX_PART", "HANDOVER", "REVIEW_PART", "DOCUMENT",
)  # fmt: skip
KINDS = (
    "RESPONSE_SUBMITTED", "SURVEY_COMPLETED", "RFX_DECLINED", "DEADLINE_PASSED", "FOLLOW_UP_ANSWERED",
    "RESOLUTION_REQUESTED", "INVITATION_ACCEPTED", "DUE", "RFX_HANDED_OVER", "REVIEW_DONE", "DOCUMENT_RECEIVED",
    "DOCUMENT_REJECTED", "DOCUMENT_ENDING", "SCHEDULE_ENDED",
)  # fmt: skip
NEW_KINDS = ("CORRECTIVE_STEP_SENT", "CORRECTIVE_STEP_LATE")
METHODS = ("EIGHT_D", "SHORT", "CONTAINMENT")
STATES = (
    "ASKED", "CONTAINED", "ANALYSED", "PLANNED", "IMPLEMENTED", "PREVENTED", "CLOSED", "EFFECTIVE", "REOPENED",
    "CONTESTED", "WITHDRAWN",
)  # fmt: skip
RESULTS = ("EFFECTIVE", "NOT_EFFECTIVE")
STEPS = ("D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8")
STEP_STATES = ("OPEN", "SENT", "RETURNED", "ACCEPTED")


def upgrade() -> None:
    op.create_table(
        "corrective_action",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("ncr_id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("with_organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("loop", sa.BigInteger(), server_default=sa.text("1"), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("state_before_contest", sa.Text(), nullable=True),
        sa.Column("assigned_user_id", sa.BigInteger(), nullable=True),
        sa.Column("asked_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("contested", postgresql.JSONB(), nullable=True),
        sa.Column("next_due", sa.Date(), nullable=True),
        sa.Column("criterion", sa.Text(), nullable=True),
        sa.Column("effective_on", sa.Date(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("result_comment", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("result_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("checked", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(f"method IN ({_listed(METHODS)})", name=op.f("ck_corrective_action_method")),
        sa.CheckConstraint(f"state IN ({_listed(STATES)})", name=op.f("ck_corrective_action_state")),
        sa.CheckConstraint(
            f"state_before_contest IN ({_listed(STATES)})",
            name=op.f("ck_corrective_action_state_before_contest"),
        ),
        sa.CheckConstraint(f"result IN ({_listed(RESULTS)})", name=op.f("ck_corrective_action_result")),
        *_foreign_keys(
            "corrective_action",
            ncr_id="non_conformance",
            organisation_id="organisation",
            with_organisation_id="organisation",
            assigned_user_id="app_user",
            asked_by_user_id="app_user",
            result_by_user_id="app_user",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_corrective_action")),
    )
    op.create_index("ix_corrective_action_ncr", "corrective_action", ["ncr_id", "id"])
    op.create_index(
        "uq_corrective_action_ncr",
        "corrective_action",
        ["ncr_id"],
        unique=True,
        postgresql_where=sa.text("state <> 'WITHDRAWN'"),
    )
    has_due = sa.text("next_due is not null")
    for name, columns in (
        ("due", ["organisation_id", "next_due", "id"]),
        ("received_due", ["with_organisation_id", "next_due", "id"]),
        ("next_due", ["next_due"]),
    ):
        op.create_index(
            f"ix_corrective_action_{name}", "corrective_action", columns, postgresql_where=has_due
        )
    op.create_table(
        "corrective_step",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("action_id", sa.BigInteger(), nullable=False),
        sa.Column("loop", sa.BigInteger(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("content", postgresql.JSONB(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("marks", postgresql.JSONB(), server_default=sa.text("'{}'"), nullable=False),
        sa.Column("due", sa.Date(), nullable=False),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("decided", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decided_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("comment", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.CheckConstraint(f"step IN ({_listed(STEPS)})", name=op.f("ck_corrective_step_step")),
        sa.CheckConstraint(f"state IN ({_listed(STEP_STATES)})", name=op.f("ck_corrective_step_state")),
        *_foreign_keys(
            "corrective_step",
            action_id="corrective_action",
            sent_by_user_id="app_user",
            decided_by_user_id="app_user",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_corrective_step")),
        sa.UniqueConstraint("action_id", "loop", "step", name=op.f("uq_corrective_step_action_id_loop_step")),
    )
    op.create_table(
        "corrective_task",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("step_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("responsible", sa.Text(), nullable=True),
        sa.Column("due", sa.Date(), nullable=True),
        sa.Column("done", sa.Date(), nullable=True),
        sa.Column("marks", postgresql.JSONB(), server_default=sa.text("'{}'"), nullable=False),
        *_foreign_keys("corrective_task", step_id="corrective_step"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_corrective_task")),
        sa.UniqueConstraint("step_id", "key", name=op.f("uq_corrective_task_step_id_key")),
    )
    _allow("user_task", "type", (*TASK_TYPES, "CORRECTIVE_ACTION"))
    for table in ("notification", "mail_setting"):
        _allow(table, "kind", (*KINDS, *NEW_KINDS))


def downgrade() -> None:
    op.execute("DELETE FROM mail_setting WHERE kind LIKE 'CORRECTIVE_%'")
    op.execute("DELETE FROM notification WHERE kind LIKE 'CORRECTIVE_%'")
    op.execute("DELETE FROM user_task WHERE type = 'CORRECTIVE_ACTION'")
    op.execute("DELETE FROM reminder_step WHERE subject_type = 'correctiveStep'")
    op.execute(
        "UPDATE access_grant SET revoked = now() WHERE subject_type = 'CORRECTIVE_ACTION' AND revoked IS NULL"
    )
    for table in ("notification", "mail_setting"):
        _allow(table, "kind", KINDS)
    _allow("user_task", "type", TASK_TYPES)
    op.drop_table("corrective_task")
    op.drop_table("corrective_step")
    op.drop_table("corrective_action")


def _foreign_keys(table: str, **parents: str) -> list[sa.ForeignKeyConstraint]:
    return [
        sa.ForeignKeyConstraint([column], [f"{parent}.id"], name=op.f(f"fk_{table}_{column}"))
        for column, parent in parents.items()
    ]


def _allow(table: str, column: str, values: tuple[str, ...]) -> None:
    """Replace the check constraint of an enum column without a long lock."""
    constraint = f"ck_{table}_{column}"
    op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {constraint}")
    op.execute(
        f"ALTER TABLE {table} ADD CONSTRAINT {constraint} CHECK ({column} IN ({_listed(values)})) NOT VALID"
    )
    op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {constraint}")


def _listed(values: tuple[str, ...]) -> str:
    return ", ".join(f"'{value}'" for value in values)
