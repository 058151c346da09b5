"""requests to suppliers, and the progress of each RFx.

Existing RFxs are grouped: those that one user sent with the same title and forms, each at most a minute after the
previous one, become one request. RFxs of assessments get none. The job `rfx.countAnswers` counts the answers of existing
RFxs after the migration; until then lists show no progress for them.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0012_requests"
down_revision = "0011_bulk_jobs"
branch_labels = None
depends_on = None

GROUP_RFXS = """
CREATE TEMPORARY TABLE rfx_group ON COMMIT DROP AS
WITH sent AS (
    SELECT rfx.id, rfx.organisation_id, rfx.created_by_user_id, rfx.title,
           coalesce(rfx.sent_date, rfx.created) AS moment,
           ARRAY(SELECT f.doc_form_id FROM rfx_doc_form f WHERE f.rfx_id = rfx.id ORDER BY f.position) AS forms
    FROM rfx WHERE rfx.assessment_id IS NULL
),
marked AS (
    SELECT *, coalesce(moment - lag(moment) OVER same > interval '1 minute', true) AS is_first
    FROM sent WINDOW same AS (PARTITION BY organisation_id, created_by_user_id, title, forms ORDER BY moment, id)
),
numbered AS (
    SELECT *, count(*) FILTER (WHERE is_first) OVER (
        PARTITION BY organisation_id, created_by_user_id, title, forms ORDER BY moment, id
    ) AS number
    FROM marked
)
SELECT id AS rfx_id,
       min(id) OVER (PARTITION BY organisation_id, created_by_user_id, title, forms, number) AS leader_id
FROM numbered
"""
INSERT_REQUESTS = """
INSERT INTO rfx_request (id, organisation_id, created_by_user_id, type, title, message_html, bundle_name, state,
                         created, sent_date, deadline)
SELECT leader.request_id, rfx.organisation_id, rfx.created_by_user_id,
       CASE WHEN NOT EXISTS (SELECT FROM rfx_doc_form f JOIN doc_form d ON d.id = f.doc_form_id
                             WHERE f.rfx_id = rfx.id AND d.type <> 'NDA') THEN 'NDA' ELSE 'RFI' END,
       rfx.title,
       coalesce((SELECT m.html FROM message m WHERE m.thread_id = rfx.thread_id ORDER BY m.id LIMIT 1), ''),
       rfx.bundle_name, 'OPEN', rfx.created, rfx.sent_date, rfx.deadline
FROM rfx JOIN rfx_leader leader ON leader.rfx_id = rfx.id
"""


def upgrade() -> None:
    op.create_table(
        "rfx_request",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_user_id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("message_html", sa.Text(), nullable=False),
        sa.Column("bundle_name", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("send_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_date", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("is_sealed", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("seal_opened", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("type IN ('RFI', 'NDA')", name=op.f("ck_rfx_request_type")),
        sa.CheckConstraint(
            "state IN ('SCHEDULED', 'OPEN', 'EVALUATING', 'AWARDED', 'CANCELLED')",
            name=op.f("ck_rfx_request_state"),
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_rfx_request_organisation_id")
        ),
        sa.ForeignKeyConstraint(
            ["created_by_user_id"], ["app_user.id"], name=op.f("fk_rfx_request_created_by_user_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rfx_request")),
    )
    op.create_index("ix_rfx_request_organisation", "rfx_request", ["organisation_id", "id"])
    op.create_index("ix_rfx_request_title", "rfx_request", ["organisation_id", sa.text("lower(title)"), "id"])
    op.create_index(
        "ix_rfx_request_send_at",
        "rfx_request",
        ["send_at"],
        postgresql_where=sa.text("state = 'SCHEDULED' and send_at is not null"),
    )
    op.create_index(
        "ix_rfx_request_seal",
        "rfx_request",
        ["deadline"],
        postgresql_where=sa.text("is_sealed and seal_opened is null"),
    )
    op.create_table(
        "rfx_request_doc_form",
        sa.Column("request_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("doc_form_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["request_id"], ["rfx_request.id"], name=op.f("fk_rfx_request_doc_form_request_id")
        ),
        sa.ForeignKeyConstraint(
            ["doc_form_id"], ["doc_form.id"], name=op.f("fk_rfx_request_doc_form_doc_form_id")
        ),
        sa.PrimaryKeyConstraint("request_id", "position", name=op.f("pk_rfx_request_doc_form")),
    )
    op.create_index("ix_rfx_request_doc_form_doc_form_id", "rfx_request_doc_form", ["doc_form_id"])
    op.create_table(
        "rfx_request_recipient",
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("request_id", sa.BigInteger(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "user_ids", postgresql.ARRAY(sa.BigInteger()), server_default=sa.text("'{}'"), nullable=False
        ),
        sa.Column("name", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("rfx_id", sa.BigInteger(), nullable=True),
        sa.Column("failure", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["request_id"], ["rfx_request.id"], name=op.f("fk_rfx_request_recipient_request_id")
        ),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_rfx_request_recipient_organisation_id")
        ),
        sa.ForeignKeyConstraint(["rfx_id"], ["rfx.id"], name=op.f("fk_rfx_request_recipient_rfx_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rfx_request_recipient")),
        sa.UniqueConstraint("rfx_id", name=op.f("uq_rfx_request_recipient_rfx_id")),
    )
    op.create_index("ix_rfx_request_recipient_request", "rfx_request_recipient", ["request_id", "id"])
    op.add_column("rfx", sa.Column("request_id", sa.BigInteger(), nullable=True))
    op.add_column(
        "rfx", sa.Column("is_sealed", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.add_column("rfx", sa.Column("withdrawn_reason", sa.Text(), nullable=True))
    op.add_column("rfx", sa.Column("answered", sa.BigInteger(), server_default=sa.text("0"), nullable=False))
    op.add_column("rfx", sa.Column("answerable", sa.BigInteger(), nullable=True))
    _allow_task_subjects("rfx", "ncr", "rfxRequest")
    _group_existing()
    op.create_foreign_key(op.f("fk_rfx_request_id"), "rfx", "rfx_request", ["request_id"], ["id"])
    op.create_index(
        "ix_rfx_request", "rfx", ["request_id", "id"], postgresql_where=sa.text("request_id is not null")
    )


def _allow_task_subjects(*subjects: str) -> None:
    listed = ", ".join(f"'{subject}'" for subject in subjects)
    op.execute("ALTER TABLE user_task DROP CONSTRAINT ck_user_task_subject_type")
    op.execute(
        f"ALTER TABLE user_task ADD CONSTRAINT ck_user_task_subject_type CHECK (subject_type IN ({listed}))"
    )


def _group_existing() -> None:
    op.execute(GROUP_RFXS)
    op.execute(
        "CREATE TEMPORARY TABLE rfx_leader ON COMMIT DROP AS SELECT rfx_id,"
        " nextval(pg_get_serial_sequence('rfx_request', 'id')) AS request_id"
        " FROM rfx_group WHERE rfx_id = leader_id ORDER BY rfx_id"
    )
    op.execute(INSERT_REQUESTS)
    op.execute(
        "INSERT INTO rfx_request_doc_form (request_id, position, doc_form_id)"
        " SELECT leader.request_id, f.position, f.doc_form_id"
        " FROM rfx_leader leader JOIN rfx_doc_form f ON f.rfx_id = leader.rfx_id"
    )
    op.execute(
        "UPDATE rfx SET request_id = leader.request_id"
        " FROM rfx_group g JOIN rfx_leader leader ON leader.rfx_id = g.leader_id WHERE rfx.id = g.rfx_id"
    )
    op.execute(
        "INSERT INTO job (name, args, rank, status, attempts, run_at, dedupe_key, created)"
        " SELECT 'rfx.countAnswers', '{}', 30, 'QUEUED', 0, now(), 'rfx.countAnswers', now()"
        " WHERE EXISTS (SELECT FROM rfx)"
    )


def downgrade() -> None:
    op.execute("DELETE FROM job WHERE name = 'rfx.countAnswers'")
    op.execute("DELETE FROM user_task WHERE subject_type = 'rfxRequest'")
    _allow_task_subjects("rfx", "ncr")
    op.drop_index("ix_rfx_request", table_name="rfx")
    op.drop_constraint(op.f("fk_rfx_request_id"), "rfx", type_="foreignkey")
    for column in ("answerable", "answered", "withdrawn_reason", "is_sealed", "request_id"):
        op.drop_column("rfx", column)
    op.drop_table("rfx_request_recipient")
    op.drop_table("rfx_request_doc_form")
    op.drop_table("rfx_request")
