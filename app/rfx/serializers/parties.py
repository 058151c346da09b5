"""Serializers of the parties of an RFx and of the people in it."""

from app.kernel.http.json_types import Json
from app.rfx.queries.rfxs import RfxContext


def serialize_parties(context: RfxContext) -> tuple[Json, Json]:
    """Serialize the requester and the respondent."""
    rfx = context.rfx
    respondent = serialize_party(
        rfx.with_organisation_id, context.respondent_name, safe_name=context.safe_name, guest=context.to_guest
    )
    return serialize_party(rfx.organisation_id, context.requester_name), respondent


def serialize_party(
    organisation_id: int, name: str, *, safe_name: str | None = None, guest: bool = False
) -> Json:
    """Serialize an organisation that takes part; `safe_name` replaces the name of a guest or assignee."""
    return {
        "id": organisation_id,
        "name": name,
        "safeName": safe_name or name,
        "isGuest": guest,
    }


def serialize_id_and_name(id: int | None, name: str | None) -> Json | None:
    """Serialize a user or a thread's author; None without an id."""
    return {"id": id, "name": name} if id is not None else None
