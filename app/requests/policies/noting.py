"""Permissions for notes on answers."""

from app.kernel.http.auth import Actor, Permission
from app.requests.models import AnswerNote


def may_edit_note(actor: Actor, note: AnswerNote) -> bool:
    """Return True for the author, while the author may send RFxs."""
    return note.created_by_user_id == actor.user_id and actor.may(Permission.SEND_RFX)


def may_delete_note(actor: Actor, note: AnswerNote) -> bool:
    """Return True for the author, and for colleagues who manage the organisation."""
    return may_edit_note(actor, note) or actor.may(Permission.MANAGE_ORGANISATION)
