"""kept invitation messages are signed by the user who sends them.

An existing message that ends with the name of a user of its organisation gets the placeholder in its place.
"""

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        """
        update invite_template as template
        set message_html =
            left(message_html, length(message_html) - length(writer.name || '</p>')) || '{{userName}}</p>'
        from app_user as writer
        where
            writer.organisation_id = template.organisation_id
            and right(template.message_html, length(writer.name || '</p>')) = writer.name || '</p>'
        """
    )


def downgrade() -> None:
    op.execute(
        """
        update invite_template as template
        set message_html = replace(template.message_html, '{{userName}}', organisation.name)
        from organisation
        where organisation.id = template.organisation_id
        """
    )
