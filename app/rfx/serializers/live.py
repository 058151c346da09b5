"""Serializer of the live state of an RFx."""

from app.accounts.public import GUEST_SAFE_NAME, is_nameless, serialize_person
from app.rfx.operations.live import LiveRfx, PresentPerson


def serialize_live_rfx(live: LiveRfx) -> dict[str, object]:
    """Serialize the live state of an RFx for `LiveRfxSchema`."""
    return {
        "id": live.id,
        "save_count": live.save_count,
        "version": live.version,
        "people": [_serialize_present(each) for each in live.people],
    }


def _serialize_present(present: PresentPerson) -> dict[str, object]:
    person = serialize_person(present.user)
    if is_nameless(present.user):
        person["name"] = f"{GUEST_SAFE_NAME} ({present.user.email})"
    return {**person, "section": present.section}
