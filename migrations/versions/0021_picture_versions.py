"""the versions of logos and profile pictures, by which browsers keep them.

Rows that have a picture get its version. The release before goes on working: a picture that it sets has the version
of the one before it, and is then kept for a day only.
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

PICTURES = (("organisation", "logo_version"), ("app_user", "picture_version"))


def upgrade() -> None:
    for table, name in PICTURES:
        op.add_column(table, sa.Column(name, sa.Text(), nullable=True))
    op.execute(
        "UPDATE organisation SET logo_version = left(attachment.sha256, 16) "
        "FROM attachment WHERE attachment.id = organisation.logo_id"
    )
    op.execute(
        "UPDATE app_user SET picture_version = left(attachment.sha256, 16) "
        "FROM attachment WHERE attachment.id = app_user.picture_id"
    )


def downgrade() -> None:
    for table, name in PICTURES:
        op.drop_column(table, name)
