"""awards of requests with their letters, and the switch for their approval; no existing request is awarded."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0018_awards"
down_revision = "0017_evaluations"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "organisation",
        sa.Column("award_needs_approval", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    op.add_column("rfx", sa.Column("is_awarded", sa.Boolean(), nullable=True))
    _create_awards()
    _create_lines()
    op.create_table(
        "rfx_award_event",
        sa.Column("award_id", sa.BigInteger(), nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["award_id"], ["rfx_award.id"], name=op.f("fk_rfx_award_event_award_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event_log.id"], name=op.f("fk_rfx_award_event_event_id")),
        sa.PrimaryKeyConstraint("award_id", "event_id", name=op.f("pk_rfx_award_event")),
    )
    _allow_task_subjects("rfx", "ncr", "rfxRequest", "rfxEvaluation", "rfxAward")


def _create_awards() -> None:
    users = ("created_by_user_id", "submitted_by_user_id", "approver_user_id", "sent_by_user_id")
    op.create_table(
        "rfx_award",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("request_id", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "author_ids", postgresql.ARRAY(sa.BigInteger()), server_default=sa.text("'{}'"), nullable=False
        ),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reason", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("standstill_until", sa.Date(), nullable=True),
        sa.Column("include_scores", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("awarded_html", sa.Text(), nullable=True),
        sa.Column("other_html", sa.Text(), nullable=True),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("submitted_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("approver_user_id", sa.BigInteger(), nullable=True),
        sa.Column("approved", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_back_reason", sa.Text(), nullable=True),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("letters_finished", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('DRAFT', 'PENDING_APPROVAL', 'APPROVED', 'SENT', 'CANCELLED')",
            name=op.f("ck_rfx_award_state"),
        ),
        sa.ForeignKeyConstraint(["request_id"], ["rfx_request.id"], name=op.f("fk_rfx_award_request_id")),
        *(
            sa.ForeignKeyConstraint([column], ["app_user.id"], name=op.f(f"fk_rfx_award_{column}"))
            for column in users
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rfx_award")),
        sa.UniqueConstraint("request_id", name=op.f("uq_rfx_award_request_id")),
    )


def _create_lines() -> None:
    op.create_table(
        "rfx_award_line",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("award_id", sa.BigInteger(), nullable=False),
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("is_awarded", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("reason", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("score", sa.Numeric(), nullable=True),
        sa.Column("rank", sa.BigInteger(), nullable=True),
        sa.Column("letter_html", sa.Text(), nullable=True),
        sa.Column("letter_based_on", sa.Text(), nullable=True),
        sa.Column("letter_updated", sa.DateTime(timezone=True), nullable=True),
        sa.Column("letter_state", sa.Text(), nullable=True),
        sa.Column("letter_sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failure", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "letter_state IN ('WAITING', 'SENT', 'FAILED')", name=op.f("ck_rfx_award_line_letter_state")
        ),
        sa.ForeignKeyConstraint(["award_id"], ["rfx_award.id"], name=op.f("fk_rfx_award_line_award_id")),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_rfx_award_line_rfx_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rfx_award_line")),
        sa.UniqueConstraint("award_id", "rfx_id", name=op.f("uq_rfx_award_line_award_id_rfx_id")),
    )
    op.create_index("ix_rfx_award_line_rfx_id", "rfx_award_line", ["rfx_id"])
    op.create_index(
        "ix_rfx_award_line_waiting",
        "rfx_award_line",
        ["award_id", "id"],
        postgresql_where=sa.text("letter_state = 'WAITING'"),
    )


def _allow_task_subjects(*subjects: str) -> None:
    listed = ", ".join(f"'{subject}'" for subject in subjects)
    op.execute("ALTER TABLE user_task DROP CONSTRAINT ck_user_task_subject_type")
    op.execute(
        f"ALTER TABLE user_task ADD CONSTRAINT ck_user_task_subject_type CHECK (subject_type IN ({listed}))"
    )


def downgrade() -> None:
    op.execute("DELETE FROM user_task WHERE subject_type = 'rfxAward'")
    _allow_task_subjects("rfx", "ncr", "rfxRequest", "rfxEvaluation")
    op.drop_table("rfx_award_event")
    op.drop_table("rfx_award_line")
    op.drop_table("rfx_award")
    op.drop_column("rfx", "is_awarded")
    op.drop_column("organisation", "award_needs_approval")
