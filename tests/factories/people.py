"""Bodies and mails of the tests about people of an organisation."""

from typing import Any

from app.extensions import db
from app.kernel.mail.outbox import OutboxMail


def new_user(**changes: Any) -> dict[str, Any]:
    """Return the body that adds a user."""
    return {"name": "Ann New", "email": "ann@new.example", "role": "Viewer", **changes}


def details(**changes: Any) -> dict[str, Any]:
    """Return the body that changes the own details."""
    return {"name": "N", "jobTitle": "J", "email": "n@n.example", "phone": "1", "mobile": "2", **changes}


def mails(template: str) -> list[OutboxMail]:
    """Return the queued mails of a template in their order."""
    return db.session.query(OutboxMail).filter_by(template=template).order_by(OutboxMail.id).all()
