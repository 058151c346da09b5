"""check constraints on job.status, message.type and user_task.subject_type.

Existing rows are validated without blocking writes, as in 0002; the product has only ever written these words.
"""

from alembic import op

revision = "0008_more_enum_checks"
down_revision = "0006_first_steps"
branch_labels = None
depends_on = None

CHECKS = (
    ("job", "status", ("QUEUED", "RUNNING", "DONE", "FAILED")),
    ("message", "type", ("MESSAGE",)),
    ("user_task", "subject_type", ("rfx", "ncr")),
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
