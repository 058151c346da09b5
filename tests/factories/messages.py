"""Threads for tests."""

from collections.abc import Sequence

from app.accounts.models import User
from app.accounts.public import actor_of_user
from app.messages.models import MessageThread
from app.messages.operations import start_thread
from app.messages.types import ThreadType


def make_thread(
    sender: User,
    recipients: Sequence[User],
    *,
    subject: str = "Delivery times",
    html: str = "<p>Hello</p>",
    type: ThreadType = ThreadType.GENERAL,
    notify: bool = True,
) -> MessageThread:
    """Start a thread from `sender` to users of one organisation."""
    return start_thread(
        actor=actor_of_user(sender.id),
        organisation_id=recipients[0].organisation_id,
        user_ids=[user.id for user in recipients],
        type=type,
        subject=subject,
        html=html,
        notify=notify,
    )
