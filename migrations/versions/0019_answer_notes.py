"""notes of the requester on answers in a comparison; no existing row changes."""

import sqlalchemy as sa
from alembic import op

revision = "0019_answer_notes"
down_revision = "0018_awards"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answer_note",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("rfx_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("iteration", sa.BigInteger(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_answer_note_organisation_id")
        ),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_answer_note_rfx_id")),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_answer_note_created_by_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answer_note")),
    )
    op.create_index("ix_answer_note_rfx", "answer_note", ["rfx_id", "key", "id"])


def downgrade() -> None:
    op.drop_index("ix_answer_note_rfx", table_name="answer_note")
    op.drop_table("answer_note")
