"""the trigrams of what RFxs, threads, messages and assessments are searched by, and of whom they come."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

TRIGRAMS = (
    ("ix_rfx_title_folded_trigram", "rfx", "title", ""),
    ("ix_message_thread_subject_folded_trigram", "message_thread", "subject", ""),
    ("ix_message_sample_folded_trigram", "message", "sample", ""),
    ("ix_assessment_title_folded_trigram", "assessment", "title", ""),
    # Guests are few among all people.
    ("ix_app_user_guest_folded_trigram", "app_user", "name", " WHERE type = 'GUEST'"),
)
PLAIN = (
    ("ix_message_thread_last_message", "message_thread (last_message_id)"),
    ("ix_message_created_by_user", "message (created_by_user_id, id)"),
    ("ix_assessment_with_organisation", "assessment (with_organisation_id, id)"),
    ("ix_rfx_guest", "rfx (guest_user_id) WHERE guest_user_id IS NOT NULL"),
)


def upgrade() -> None:
    installed = (
        op.get_bind().execute(sa.text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")).scalar()
    )
    # The tables go on being written to. What an interrupted run left behind serves nothing.
    with op.get_context().autocommit_block():
        for name, indexed in PLAIN:
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            op.execute(f"CREATE INDEX CONCURRENTLY {name} ON {indexed}")
        for name, table, column, where in TRIGRAMS if installed else ():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            op.execute(
                f"CREATE INDEX CONCURRENTLY {name} ON {table} USING gin (folded({column}) gin_trgm_ops){where}"
            )


def downgrade() -> None:
    for name, *_ in (*TRIGRAMS, *PLAIN):
        op.execute(f"DROP INDEX IF EXISTS {name}")
