"""Writing entries of the audit log."""

from app.accounts.public import User, UserType
from app.audit.models import AuditEntry
from app.audit.operations.changes import changed_fields
from app.events.public import RecordedEvent
from app.extensions import db
from app.kernel.http.auth import Actor, client_address, optional_actor


def write_entry(_app: object, *, recorded: RecordedEvent) -> None:
    """Write the entry of an event, in its transaction."""
    db.session.add(
        AuditEntry(
            organisation_id=recorded.organisation_id,
            type=recorded.type,
            created=recorded.created,
            user_id=recorded.user_id,
            subject_user_id=recorded.subject_user_id,
            relationship_id=recorded.relationship_id,
            address=_address(recorded),
            ids={
                name: value
                for name, value in recorded.args.items()
                if name.endswith("Id") and isinstance(value, int)
            },
            fields=changed_fields(recorded),
        )
    )


def _address(recorded: RecordedEvent) -> str | None:
    """Return the client's address if the author belongs to the organisation of the log, or is a guest."""
    if recorded.address:
        return recorded.address
    address = client_address()
    if address is None or recorded.user_id is None:
        return address
    actor = recorded.actor or _author_of_request(recorded.user_id)
    if actor is not None:
        is_shared = actor.is_guest or actor.organisation_id == recorded.organisation_id
    else:
        user = db.session.get(User, recorded.user_id)
        is_shared = user is not None and (
            user.type == UserType.GUEST or user.organisation_id == recorded.organisation_id
        )
    return address if is_shared else None


def _author_of_request(user_id: int) -> Actor | None:
    """Return the actor of the current request if it is the user, who is then not read again."""
    actor = optional_actor()
    return actor if actor is not None and actor.user_id == user_id else None
