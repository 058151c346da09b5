"""evaluation of a request by criteria: evaluators, marks, conflicts of interest, consensus.

Existing requests have no evaluation; existing tasks keep their subjects.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0017_evaluations"
down_revision = "0016_mail_subjects"
branch_labels = None
depends_on = None

Column = sa.Column[object]
TABLES = (
    "evaluated_supplier",
    "evaluation_consensus",
    "evaluation_conflict",
    "evaluation_mark",
    "evaluator",
    "evaluation_criterion",
    "evaluation",
)
"""In the order in which they can be dropped."""


def upgrade() -> None:
    _create_evaluation()
    _create_criterion()
    _create_evaluator()
    _create_marks()
    _create_results()
    _allow_tasks(
        types=("RFX", "FOLLOW_UP", "NONCONFORMANCE", "REVIEW", "EVALUATION"),
        subjects=("rfx", "ncr", "rfxRequest", "rfxEvaluation"),
    )


def _create_evaluation() -> None:
    op.create_table(
        "evaluation",
        _id("request_id"),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("due", sa.Date(), nullable=True),
        _moment("created", nullable=False),
        _id("created_by_user_id"),
        _moment("updated", nullable=False),
        _moment("opened"),
        _id("opened_by_user_id", nullable=True),
        _moment("closed"),
        _id("closed_by_user_id", nullable=True),
        sa.Column("closing_reason", sa.Text(), nullable=True),
        sa.CheckConstraint("state IN ('PREPARING', 'OPEN', 'CLOSED')", name=op.f("ck_evaluation_state")),
        _key("evaluation", "request_id", "rfx_request.id"),
        _key("evaluation", "created_by_user_id", "app_user.id"),
        _key("evaluation", "opened_by_user_id", "app_user.id"),
        _key("evaluation", "closed_by_user_id", "app_user.id"),
        sa.PrimaryKeyConstraint("request_id", name=op.f("pk_evaluation")),
    )


def _create_criterion() -> None:
    op.create_table(
        "evaluation_criterion",
        _id("id"),
        _id("request_id"),
        _id("position"),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default=sa.text("''"), nullable=False),
        _id("weight"),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("section_id", sa.Text(), nullable=True),
        sa.CheckConstraint("weight BETWEEN 0 AND 100", name=op.f("ck_evaluation_criterion_weight_range")),
        sa.CheckConstraint("source IN ('MARKS', 'SCORE')", name=op.f("ck_evaluation_criterion_source")),
        _key("evaluation_criterion", "request_id", "evaluation.request_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evaluation_criterion")),
    )
    op.create_index("ix_evaluation_criterion_request", "evaluation_criterion", ["request_id", "position"])


def _create_evaluator() -> None:
    op.create_table(
        "evaluator",
        _id("id"),
        _id("request_id"),
        _id("user_id"),
        _moment("added", nullable=False),
        _id("added_by_user_id"),
        _moment("invited"),
        _moment("reminded"),
        _moment("finished"),
        _moment("removed"),
        _key("evaluator", "request_id", "evaluation.request_id"),
        _key("evaluator", "user_id", "app_user.id"),
        _key("evaluator", "added_by_user_id", "app_user.id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evaluator")),
        sa.UniqueConstraint("request_id", "user_id", name=op.f("uq_evaluator_request_id_user_id")),
    )
    op.create_index("ix_evaluator_user", "evaluator", ["user_id", "request_id"])


def _create_marks() -> None:
    op.create_table(
        "evaluation_mark",
        _id("evaluator_id"),
        _id("rfx_id"),
        _id("criterion_id"),
        _id("mark", nullable=True),
        sa.Column("comment", sa.Text(), server_default=sa.text("''"), nullable=False),
        _id("iteration"),
        _moment("updated", nullable=False),
        sa.CheckConstraint("mark BETWEEN 0 AND 10", name=op.f("ck_evaluation_mark_mark_range")),
        _key("evaluation_mark", "evaluator_id", "evaluator.id"),
        _key("evaluation_mark", "rfx_id", "rfx.id"),
        _key("evaluation_mark", "criterion_id", "evaluation_criterion.id"),
        sa.PrimaryKeyConstraint("evaluator_id", "rfx_id", "criterion_id", name=op.f("pk_evaluation_mark")),
    )
    op.create_index("ix_evaluation_mark_criterion", "evaluation_mark", ["criterion_id", "rfx_id"])
    op.create_table(
        "evaluation_conflict",
        _id("evaluator_id"),
        _id("rfx_id"),
        _moment("declared", nullable=False),
        _key("evaluation_conflict", "evaluator_id", "evaluator.id"),
        _key("evaluation_conflict", "rfx_id", "rfx.id"),
        sa.PrimaryKeyConstraint("evaluator_id", "rfx_id", name=op.f("pk_evaluation_conflict")),
    )


def _create_results() -> None:
    op.create_table(
        "evaluation_consensus",
        _id("criterion_id"),
        _id("rfx_id"),
        _id("mark"),
        sa.Column("reason", sa.Text(), nullable=False),
        _moment("settled", nullable=False),
        _id("settled_by_user_id"),
        sa.CheckConstraint("mark BETWEEN 0 AND 10", name=op.f("ck_evaluation_consensus_mark_range")),
        _key("evaluation_consensus", "criterion_id", "evaluation_criterion.id"),
        _key("evaluation_consensus", "rfx_id", "rfx.id"),
        _key("evaluation_consensus", "settled_by_user_id", "app_user.id"),
        sa.PrimaryKeyConstraint("criterion_id", "rfx_id", name=op.f("pk_evaluation_consensus")),
    )
    op.create_table(
        "evaluated_supplier",
        _id("request_id"),
        _id("rfx_id"),
        sa.Column("scores", postgresql.JSONB(), server_default=sa.text("'{}'"), nullable=False),
        _key("evaluated_supplier", "request_id", "evaluation.request_id"),
        _key("evaluated_supplier", "rfx_id", "rfx.id"),
        sa.PrimaryKeyConstraint("request_id", "rfx_id", name=op.f("pk_evaluated_supplier")),
    )


def _id(name: str, *, nullable: bool = False) -> Column:
    return sa.Column(name, sa.BigInteger(), nullable=nullable)


def _moment(name: str, *, nullable: bool = True) -> Column:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _key(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=op.f(f"fk_{table}_{column}"))


def _allow_tasks(*, types: tuple[str, ...], subjects: tuple[str, ...]) -> None:
    for column, words in (("type", types), ("subject_type", subjects)):
        listed = ", ".join(f"'{word}'" for word in words)
        op.execute(f"ALTER TABLE user_task DROP CONSTRAINT ck_user_task_{column}")
        op.execute(
            f"ALTER TABLE user_task ADD CONSTRAINT ck_user_task_{column} CHECK ({column} IN ({listed}))"
        )


def downgrade() -> None:
    op.execute("DELETE FROM user_task WHERE subject_type = 'rfxEvaluation'")
    _allow_tasks(
        types=("RFX", "FOLLOW_UP", "NONCONFORMANCE", "REVIEW"), subjects=("rfx", "ncr", "rfxRequest")
    )
    # Links of a subject that no feature knows lead nowhere, but their grants would stay alive.
    op.execute(
        "UPDATE access_grant SET revoked = now() WHERE subject_type = 'RFX_EVALUATION' AND revoked IS NULL"
    )
    for table in TABLES:
        op.drop_table(table)
