"""Access to the files that a request is sent with."""

from sqlalchemy import exists, select

from app.extensions import db
from app.kernel.http.auth import Actor
from app.rfx.public import RfxRequest


def may_read_files(actor: Actor, request_ids: list[int]) -> bool:
    """Return True if `actor` may see one of these requests. Respondents read the files of their own RFx."""
    is_own = exists().where(
        RfxRequest.id.in_(request_ids), RfxRequest.organisation_id == actor.organisation_id
    )
    return not actor.is_guest and bool(db.session.execute(select(is_own)).scalar())
