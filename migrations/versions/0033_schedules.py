"""schedules: RFxs and assessments that repeat, and their rounds.

No RFx or assessment repeats before this migration. Existing tasks, notifications and mail settings stay as they are.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0033_schedules"
down_revision = "0032_carried_answers"
branch_labels = None
depends_on = None

SUBJECTS = ("rfx", "ncr", "rfxRequest", "rfxEvaluation", "rfxAward", "documentRequirement")
KINDS = (
    "RESPONSE_SUBMITTED", "SURVEY_COMPLETED", "RFX_DECLINED", "DEADLINE_PASSED", "FOLLOW_UP_ANSWERED",
    "RESOLUTION_REQUESTED", "INVITATION_ACCEPTED", "DUE", "RFX_HANDED_OVER", "REVIEW_DONE", "DOCUMENT_RECEIVED",
    "DOCUMENT_REJECTED", "DOCUMENT_ENDING",
)  # fmt: skip
PLANNED = sa.text("state = 'ACTIVE' and next_on is not null")


def upgrade() -> None:
    op.create_table(
        "schedule",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("relationship_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("template", postgresql.JSONB(), nullable=False),
        sa.Column("form_key", sa.Text(), nullable=False),
        sa.Column("every_months", sa.Integer(), nullable=False),
        sa.Column("anchor", sa.Text(), nullable=False),
        sa.Column("first_on", sa.Date(), nullable=True),
        sa.Column("next_on", sa.Date(), nullable=True),
        sa.Column("lead_days", sa.Integer(), nullable=False),
        sa.Column("starts_from", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.Column("owner_user_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("every_months between 1 and 60", name=op.f("ck_schedule_months")),
        sa.CheckConstraint("(anchor = 'FIXED') = (first_on is not null)", name=op.f("ck_schedule_first_day")),
        sa.CheckConstraint("kind IN ('RFX', 'ASSESSMENT')", name=op.f("ck_schedule_kind")),
        sa.CheckConstraint("anchor IN ('AFTER_CLOSE', 'FIXED')", name=op.f("ck_schedule_anchor")),
        sa.CheckConstraint("starts_from IN ('LAST_ANSWERS', 'BLANK')", name=op.f("ck_schedule_starts_from")),
        sa.CheckConstraint("state IN ('ACTIVE', 'HELD', 'ENDED')", name=op.f("ck_schedule_state")),
        _to("schedule", "organisation_id", "organisation"),
        _to("schedule", "relationship_id", "relationship"),
        _to("schedule", "owner_user_id", "app_user"),
        _to("schedule", "created_by_user_id", "app_user"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schedule")),
    )
    op.create_index("ix_schedule_organisation", "schedule", ["organisation_id", "id"])
    op.create_index(
        "uq_schedule_forms",
        "schedule",
        ["relationship_id", "kind", "form_key"],
        unique=True,
        postgresql_where=sa.text("state <> 'ENDED'"),
    )
    op.create_index(
        "ix_schedule_opening", "schedule", [sa.text("(next_on - lead_days)"), "id"], postgresql_where=PLANNED
    )
    op.create_index(
        "ix_schedule_unplanned",
        "schedule",
        ["id"],
        postgresql_where=sa.text("state <> 'ENDED' and next_on is null"),
    )
    op.create_index(
        "ix_schedule_due", "schedule", ["organisation_id", "next_on", "id"], postgresql_where=PLANNED
    )
    op.create_table(
        "schedule_occurrence",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("schedule_id", sa.BigInteger(), nullable=False),
        sa.Column("occurrence", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("rfx_id", sa.BigInteger(), nullable=True),
        sa.Column("assessment_id", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("state IN ('SENT', 'SKIPPED')", name=op.f("ck_schedule_occurrence_state")),
        _to("schedule_occurrence", "schedule_id", "schedule"),
        _to("schedule_occurrence", "rfx_id", "rfx"),
        _to("schedule_occurrence", "assessment_id", "assessment"),
        _to("schedule_occurrence", "created_by_user_id", "app_user"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schedule_occurrence")),
        sa.UniqueConstraint(
            "schedule_id", "occurrence", name=op.f("uq_schedule_occurrence_schedule_id_occurrence")
        ),
    )
    for column in ("rfx", "assessment"):
        op.create_index(
            f"ix_schedule_occurrence_{column}",
            "schedule_occurrence",
            [f"{column}_id"],
            postgresql_where=sa.text(f"{column}_id is not null"),
        )
    _allow("user_task", "subject_type", *SUBJECTS, "schedule")
    for table in ("notification", "mail_setting"):
        _allow(table, "kind", *KINDS, "SCHEDULE_ENDED")


def downgrade() -> None:
    op.execute("DELETE FROM user_task WHERE subject_type = 'schedule'")
    op.drop_table("schedule_occurrence")
    op.drop_table("schedule")
    _allow("user_task", "subject_type", *SUBJECTS)
    for table in ("notification", "mail_setting"):
        kind = sa.column("kind", sa.Text())
        op.execute(sa.delete(sa.table(table, kind)).where(kind == "SCHEDULE_ENDED"))
        _allow(table, "kind", *KINDS)


def _to(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=op.f(f"fk_{table}_{column}"))


def _allow(table: str, column: str, *values: str) -> None:
    name, listed = f"ck_{table}_{column}", ", ".join(f"'{value}'" for value in values)
    op.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    op.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} CHECK ({column} IN ({listed})) NOT VALID")
    op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")
