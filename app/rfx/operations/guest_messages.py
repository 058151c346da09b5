"""Messages to guests, who cannot join threads and get them by mail."""

from app.extensions import db
from app.kernel.http.auth import Actor
from app.messages.public import Message
from app.rfx.mails import mail_guest_message
from app.rfx.operations.sending import add_files_of_message
from app.rfx.queries.rfxs import rfx_context
from app.rfx.queries.threads import guest_rfxs_of_thread


def forward_to_guests(_app: object, *, actor: Actor, thread_id: int, message_id: int) -> None:
    """Mail a reply to the guests whose RFx, or its follow-up task, the thread belongs to.

    Files of the message are added to the files of the RFx.
    """
    for rfx_id in guest_rfxs_of_thread(thread_id):
        files = add_files_of_message(actor=actor, rfx_id=rfx_id, message_id=message_id)
        mail_guest_message(
            rfx_context(actor=actor, rfx_id=rfx_id),
            by_user_id=actor.user_id,
            html=db.session.get_one(Message, message_id).html,
            message_id=message_id,
            files=files,
        )
