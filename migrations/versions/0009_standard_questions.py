"""The standard questions of the library."""

import json

import sqlalchemy as sa
from alembic import op

from app.forms.starters.standard_questions import FIRST_OWN_ID, STANDARD_QUESTIONS

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

INSERT = sa.text(
    "INSERT INTO rfx_question (id, name, section, html, label, type, attrs, is_archived, created, updated)"
    " VALUES (:number, :name, :section, :html, :label, :type, cast(:attrs AS jsonb), false, now(), now())"
    " ON CONFLICT DO NOTHING"
)


def upgrade() -> None:
    op.execute(f"SELECT setval('rfx_question_id_seq', {FIRST_OWN_ID}, false)")
    for question in STANDARD_QUESTIONS:
        values = {
            "number": question.number,
            "name": question.name,
            "section": question.section,
            "html": question.html,
            "label": question.label,
            "type": question.type,
            "attrs": json.dumps(dict(question.attrs)),
        }
        op.execute(INSERT.bindparams(**values))


def downgrade() -> None:
    op.execute("DELETE FROM rfx_question WHERE organisation_id IS NULL AND id < 1000")
