"""Serializers of entries: their ids with the present names."""

from collections.abc import Sequence

from app.accounts.public import FORMER_USER, GUEST_ORGANISATION_NAME
from app.audit.models import AuditEntry
from app.audit.policies import field_words, title
from app.audit.queries.names import Names, names_of
from app.audit.types import API_KEY, RECORD_KINDS, USER, RecordKind
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments


def serialize_entries(entries: Sequence[AuditEntry], actor: Actor) -> list[Arguments]:
    """Serialize entries for `AuditEntrySchema`, with the links that the actor can open. One statement for all names."""
    names = names_of(entries)
    return [_serialize(entry, names, actor) for entry in entries]


def _serialize(entry: AuditEntry, names: Names, actor: Actor) -> Arguments:
    user = None
    if entry.user_id is not None:
        name = names.by_record.get((USER.table, entry.user_id), FORMER_USER)
        user = {"id": entry.user_id, "name": name}
    return {
        "id": entry.id,
        "type": entry.type,
        "title": title(entry.type),
        "created": entry.created,
        "user": user,
        "records": _records(entry, names, actor),
        "fields_": [field_words(field) for field in entry.fields],
        "address": entry.address,
    }


def _records(entry: AuditEntry, names: Names, actor: Actor) -> list[Arguments]:
    """Return the records of an entry, each once; its author is none of them, nor is the organisation of guests."""
    kinds: dict[tuple[str, int], RecordKind] = {}
    if entry.subject_user_id is not None:
        kinds[USER.table, entry.subject_user_id] = USER
    for argument, record_id in entry.ids.items():
        kind = RECORD_KINDS.get(argument)
        if kind is not None:
            kinds.setdefault((kind.table, record_id), kind)
    return [
        _record(kind, record_id, names, actor)
        for (table, record_id), kind in kinds.items()
        if (table, record_id) != (USER.table, entry.user_id)
        and names.by_record.get((table, record_id)) != GUEST_ORGANISATION_NAME
    ]


def _record(kind: RecordKind, record_id: int, names: Names, actor: Actor) -> Arguments:
    name = names.by_record.get((kind.table, record_id))
    unnamed = FORMER_USER if kind is USER else f"#{record_id}"
    organisation_id = names.organisation_of_service_user.get(record_id) if kind is USER else None
    if organisation_id is not None:
        kind = API_KEY
    is_foreign = organisation_id not in {None, actor.organisation_id}
    return {
        "kind": kind.noun,
        "name": name or unnamed,
        "href": None if name is None or is_foreign else _path(kind, record_id, actor),
    }


def _path(kind: RecordKind, record_id: int, actor: Actor) -> str | None:
    if kind.permission is not None and not actor.may(kind.permission):
        return None
    return f"{kind.path}{record_id}" if kind.path is not None else kind.list_path
