"""The permission MANAGE_INTEGRATIONS. Roles that have all ten other permissions get it; other roles do not change."""

import sqlalchemy as sa
from alembic import op

revision = "0050_manage_integrations"
down_revision = "0049_erasure"
branch_labels = None
depends_on = None

OTHERS = (
    "MANAGE_USERS",
    "MANAGE_ORGANISATION",
    "MANAGE_RELATIONSHIPS",
    "MANAGE_FORMS",
    "SEND_RFX",
    "ANSWER_RFX",
    "SUBMIT_RFX",
    "MANAGE_ASSESSMENTS",
    "MANAGE_NCRS",
    "SEND_MESSAGES",
)


def upgrade() -> None:
    op.execute(
        sa.text(
            "UPDATE role SET permissions = permissions || CAST(ARRAY['MANAGE_INTEGRATIONS'] AS text[])"
            " WHERE permissions @> CAST(:others AS text[])"
        ).bindparams(others=list(OTHERS))
    )


def downgrade() -> None:
    op.execute("UPDATE role SET permissions = array_remove(permissions, 'MANAGE_INTEGRATIONS')")
