"""Mails of the network: the alert to a supplier that was added or whose level changed."""

from html import escape

from app.accounts.public import Organisation, User, recipient, sender
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.mail.outbox import absolute_url, queue_mail
from app.network.models import Relationship
from app.network.queries.contacts import users_with
from app.network.types import NetworkMail, RelationshipLevel


def mail_relationship(template: str, *, actor: Actor, relationship: Relationship, message: str) -> None:
    """Mail the other organisation its level and the actor's message (RELATIONSHIPADDED, RELATIONSHIPUPDATED)."""
    organisation = db.session.get_one(Organisation, actor.organisation_id)
    by = db.session.get_one(User, actor.user_id)
    if relationship.level == RelationshipLevel.NONE:
        heading = f"{organisation.name} ended its relationship with you"
        line = f"Your organisation is no longer a supplier of {organisation.name}."
    else:
        heading = (
            f"{organisation.name} added you to its network"
            if template is NetworkMail.RELATIONSHIPADDED
            else f"{organisation.name} changed your relationship"
        )
        line = f"Your organisation is now listed as a supplier at the level \u201c{relationship.level}\u201d."
    paragraphs = "".join(f"<p>{escape(part)}</p>" for part in message.splitlines() if part.strip())
    for user in users_with(
        organisation_id=relationship.with_organisation_id, permission=Permission.MANAGE_ORGANISATION
    ):
        queue_mail(
            template,
            to=recipient(user),
            dedupe_key=f"relationship:{relationship.id}:{user.id}:{now().timestamp()}",
            organisation_id=organisation.id,
            sender=sender(by, organisation),
            optional=True,
            context={
                "heading": heading,
                "lines": [line],
                "message_html": paragraphs,
                "button_label": f"Open {organisation.name}",
                "button_url": absolute_url(f"/organisations/{organisation.id}"),
            },
        )
