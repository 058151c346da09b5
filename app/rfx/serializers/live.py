"""Serializer of the live state of an RFx."""

from app.accounts.public import GUEST_SAFE_NAME, User, is_nameless, serialize_person
from app.rfx.operations.live import LiveRfx
from app.rfx.queries.live import users_by_id


def serialize_live_rfx(live: LiveRfx) -> dict[str, object]:
    """Load the people of a live state and serialize it for `LiveRfxSchema`, the people who answer first."""
    sections = {each.id: each.section for each in live.people}
    users = users_by_id(sections.keys()) if sections else []
    people = sorted(users, key=lambda user: (sections[user.id] is None, user.name, user.id))
    return {
        "id": live.id,
        "save_count": live.save_count,
        "version": live.version,
        "people": [serialize_present(user, sections[user.id]) for user in people],
    }


def serialize_present(user: User, section: int | None) -> dict[str, object]:
    """Serialize a user with an open page of an RFx for `PresentPersonSchema`."""
    person = serialize_person(user)
    if is_nameless(user):
        person["name"] = f"{GUEST_SAFE_NAME} ({user.email})"
    return {**person, "section": section}
