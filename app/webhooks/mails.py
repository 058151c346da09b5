"""The mail about an endpoint that was switched off."""

from app.accounts.public import AccountMail, recipient, users_who_may
from app.kernel.http.auth import Permission
from app.kernel.mail.outbox import absolute_url, queue_mail
from app.webhooks.models import WebhookEndpoint

NEXT_STEP = (
    "Correct the receiver, then switch the webhook on again. The deliveries that are waiting are sent then. Events that "
    "happen while it is off are not sent."
)


def mail_switched_off(endpoint: WebhookEndpoint, *, name: str) -> None:
    """Notify the users who manage integrations that the product has switched an endpoint off (GENERAL)."""
    for user in users_who_may(
        organisation_id=endpoint.organisation_id, permission=Permission.MANAGE_INTEGRATIONS
    ):
        queue_mail(
            AccountMail.GENERAL,
            to=recipient(user),
            dedupe_key=f"webhookOff:{endpoint.id}:{endpoint.updated.timestamp()}:{user.id}",
            organisation_id=endpoint.organisation_id,
            context={
                "heading": f"The webhook “{name}” was switched off",
                "lines": [endpoint.disabled_reason or "", NEXT_STEP],
                "button_label": "View the deliveries",
                "button_url": absolute_url(f"/setup/integrations/webhooks/{endpoint.id}"),
            },
        )
