"""The last use of a key, and the mail before it ends."""

from sqlalchemy import or_, update

from app.api_keys.mails import mail_end
from app.api_keys.models import ApiKey
from app.api_keys.queries import key_to_warn_of, managers_of
from app.api_keys.types import TOUCH_EVERY
from app.extensions import db
from app.kernel.clock import now


def record_use(key_id: int) -> None:
    """Record that a key was used now, unless another request did within TOUCH_EVERY."""
    moment = now()
    db.session.execute(
        update(ApiKey)
        .where(ApiKey.id == key_id, or_(ApiKey.last_used.is_(None), ApiKey.last_used < moment - TOUCH_EVERY))
        .values(last_used=moment)
    )


def warn_of_end(key_id: int) -> None:
    """Mail the people who manage integrations that a key ends soon, once for each end of the key."""
    key = key_to_warn_of(key_id)
    if key is None:
        return
    key.warned = now()
    for user in managers_of(key.organisation_id):
        mail_end(key, user)
