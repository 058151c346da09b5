"""Events of evaluations, in the log of the requester; suppliers never see them."""

from app.accounts.public import User
from app.evaluations.policies.progress import label_of
from app.events.public import record
from app.extensions import db
from app.kernel.http.auth import Actor
from app.rfx.public import RfxRequest


def record_event(type: str, request: RfxRequest, *, actor: Actor | None, **args: object) -> None:
    """Record an event of the evaluation of a request; `actor` is None if it closed automatically."""
    name = actor.name if actor else None
    if actor is not None and actor.is_guest:
        name = label_of(db.session.get_one(User, actor.user_id))
    author = {"byUserName": name, "byUserId": None if actor is None or actor.is_guest else actor.user_id}
    event = record(
        type,
        organisation_id=request.organisation_id,
        user_id=actor.user_id if actor else None,
        requestId=request.id,
        requestTitle=request.title,
    )
    event.args = {**event.args, **{key: value for key, value in author.items() if value is not None}, **args}
