"""The mail before a key ends."""

from app.accounts.public import AccountMail, User, recipient, zones_of
from app.api_keys.models import ApiKey
from app.kernel.clock import format_moment
from app.kernel.mail.outbox import absolute_url, queue_mail


def mail_end(key: ApiKey, user: User) -> None:
    """Notify a user who manages integrations that a key ends soon (GENERAL)."""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(user),
        dedupe_key=f"apiKeyEnds:{key.id}:{key.expires.isoformat()}:{user.id}",
        organisation_id=key.organisation_id,
        context={
            "heading": f"The API key {key.name} expires soon",
            "lines": [
                f"The key {key.name} ({key.prefix}...) of your organisation expires. Programs that use it then stop working.",
                "Choose a later day if it is still needed, or replace it.",
            ],
            "facts": [("Expires", format_moment(key.expires, zones_of([user.id])[user.id]))],
            "button_label": "Open the API keys",
            "button_url": absolute_url("/setup/integrations"),
        },
    )
