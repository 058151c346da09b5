"""carried answers: the earlier round of an RFx, and its answers as offers to the respondent.

Existing RFxs have no earlier round and no offers, and existing requests start blank. Existing answers keep their source.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0032_carried_answers"
down_revision = "0031_document_readings"
branch_labels = None
depends_on = None

OUTCOMES = "'NEW', 'TYPE', 'CHOICES', 'RULES', 'REWORDED', 'SAME'"
STATES = "'OFFERED', 'CONFIRMED', 'REPLACED', 'DROPPED'"


def upgrade() -> None:
    op.add_column("rfx", sa.Column("previous_rfx_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(op.f("fk_rfx_previous_rfx_id"), "rfx", "rfx", ["previous_rfx_id"], ["id"])
    op.create_index(
        "ix_rfx_previous", "rfx", ["previous_rfx_id"], postgresql_where=sa.text("previous_rfx_id is not null")
    )
    op.add_column("rfx_request_recipient", sa.Column("previous_rfx_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(
        op.f("fk_rfx_request_recipient_previous_rfx_id"),
        "rfx_request_recipient",
        "rfx",
        ["previous_rfx_id"],
        ["id"],
    )
    op.add_column(
        "rfx_request",
        sa.Column("carries_answers", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    op.create_table(
        "carried_answer",
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", postgresql.JSONB(none_as_null=True), nullable=True),
        sa.Column("from_rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("from_iteration", sa.BigInteger(), nullable=True),
        sa.Column("answered", sa.DateTime(timezone=True), nullable=True),
        sa.Column("answered_by_user_id", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("former_text", sa.Text(), nullable=True),
        sa.Column("fault", sa.Text(), nullable=True),
        sa.Column("decided", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decided_by_user_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(f"outcome IN ({OUTCOMES})", name=op.f("ck_carried_answer_outcome")),
        sa.CheckConstraint(f"state IN ({STATES})", name=op.f("ck_carried_answer_state")),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_carried_answer_rfx_id")),
        sa.ForeignKeyConstraint(["from_rfx_id"], ["rfx.id"], name=op.f("fk_carried_answer_from_rfx_id")),
        sa.ForeignKeyConstraint(
            ["answered_by_user_id"], ["app_user.id"], name=op.f("fk_carried_answer_answered_by_user_id")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by_user_id"], ["app_user.id"], name=op.f("fk_carried_answer_decided_by_user_id")
        ),
        sa.PrimaryKeyConstraint("rfx_id", "key", name=op.f("pk_carried_answer")),
    )
    _replace_check("'SCREEN', 'WORKBOOK', 'MOVED', 'CARRIED'")


def downgrade() -> None:
    """Drop the offers; confirmed answers stay as typed ones."""
    op.execute("UPDATE form_value SET source = 'SCREEN' WHERE source = 'CARRIED'")
    _replace_check("'SCREEN', 'WORKBOOK', 'MOVED'")
    op.drop_table("carried_answer")
    op.drop_column("rfx_request", "carries_answers")
    op.drop_column("rfx_request_recipient", "previous_rfx_id")
    op.drop_column("rfx", "previous_rfx_id")


def _replace_check(members: str) -> None:
    """Replace the check constraint; NOT VALID and VALIDATE lock the table for a moment only."""
    op.execute("ALTER TABLE form_value DROP CONSTRAINT ck_form_value_source")
    op.execute(
        f"ALTER TABLE form_value ADD CONSTRAINT ck_form_value_source CHECK (source IN ({members})) NOT VALID"
    )
    op.execute("ALTER TABLE form_value VALIDATE CONSTRAINT ck_form_value_source")
