"""Serializers of search results."""

from dataclasses import asdict

from app.kernel.http.json_types import Json
from app.search.policies import SearchRow, SearchType
from app.search.queries import SearchGroup
from app.search.types import COUNT_CAP

RECENT_GROUP = "recent"


def serialize_type(search_type: SearchType, text: str) -> Json:
    """Serialize a type for `FindTypeSchema`, with the address of its list for `text`."""
    return {"type": search_type.name, "label": search_type.label, "list_url": search_type.list_url(text)}


def serialize_skipped(search_type: SearchType, text: str) -> Json:
    """Serialize a type that took too long; a list without a search has its plain address."""
    body = serialize_type(search_type, text)
    return body | {"list_url": body["list_url"] or search_type.list_path}


def serialize_group(group: SearchGroup, text: str) -> Json:
    """Serialize the results of a type for `FindGroupSchema`."""
    return serialize_type(group.type, text) | {
        "total": min(group.total, COUNT_CAP),
        "is_capped": group.total > COUNT_CAP,
        "rows": [_serialize_row(group.type, row) for row in group.rows],
    }


def serialize_recent(rows: list[tuple[SearchType, SearchRow]]) -> Json:
    """Serialize the records that the user has viewed for `FindGroupSchema`."""
    return {
        "type": RECENT_GROUP,
        "label": "Recently viewed",
        "list_url": None,
        "total": len(rows),
        "is_capped": False,
        "rows": [_serialize_row(search_type, row) for search_type, row in rows],
    }


def _serialize_row(search_type: SearchType, row: SearchRow) -> Json:
    return {
        "key": f"{search_type.name}:{row.id}",
        "id": row.id,
        "icon": search_type.icon,
        "title": row.title,
        "detail": row.detail,
        "url": row.url,
        "number": row.number,
        "badge": dict(row.badge) if row.badge else None,
        "face": asdict(row.face) if row.face else None,
        "relationship_id": row.relationship_id,
    }
