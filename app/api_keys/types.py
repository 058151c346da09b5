"""The areas, limits and states of API keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

PREFIX = "asy_"
"""The first characters of every key, by which secret scanners and the API recognise it."""
SHOWN_CHARACTERS = 10
"""Number of first characters of a key that are stored and shown."""
MAX_KEYS = 50
"""Maximum number of keys of an organisation that are neither revoked nor expired."""
MAX_REVOKED_SHOWN = 20
MAX_ADDRESSES = 20
DEFAULT_LIFE = timedelta(days=365)
MAX_LIFE = timedelta(days=731)
"""24 months, of which one may have a leap day."""
WARNED_BEFORE = timedelta(days=14)
"""Time before the end of a key at which the people who manage integrations get a mail."""
OVERLAP = timedelta(hours=24)
"""Time for which the previous secret of a rotated key still works."""
TOUCH_EVERY = timedelta(minutes=1)
"""Minimum time between two updates of `last_used`."""
SERVICE_SUFFIX = " (API)"
"""Follows the name of a key in events and histories."""


class Area(StrEnum):
    """A part of the API for which a key has scopes."""

    SUPPLIERS = "suppliers"
    ORGANISATION = "organisation"
    FORMS = "forms"
    RFX = "rfx"
    ASSESSMENTS = "assessments"
    NCR = "ncr"
    DOCUMENTS = "documents"
    MESSAGES = "messages"
    TASKS = "tasks"
    FILES = "files"
    EVENTS = "events"


READ_ONLY = frozenset({Area.EVENTS})
"""The areas without an endpoint that writes."""


class Level(StrEnum):
    """The two scopes of an area; `write` includes `read`."""

    READ = "read"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class AreaText:
    """The name of an area on screens, and what its calls are about."""

    label: str
    hint: str


AREA_TEXTS = {
    Area.SUPPLIERS: AreaText("Suppliers", "Suppliers and customers, contacts, levels, tags, custom fields"),
    Area.ORGANISATION: AreaText("Organisation", "Your own profile and roles"),
    Area.FORMS: AreaText("Forms", "Forms, bundles and the question library"),
    Area.RFX: AreaText("RFxs", "Requests, answers, reviews, evaluations and awards"),
    Area.ASSESSMENTS: AreaText("Assessments", "Assessments and scores of suppliers"),
    Area.NCR: AreaText("Non-conformances", "Reports and their progress"),
    Area.DOCUMENTS: AreaText("Documents", "Required documents and certificates, types and reviews"),
    Area.MESSAGES: AreaText("Messages", "Conversations of the key itself"),
    Area.TASKS: AreaText("Tasks", "Open tasks"),
    Area.FILES: AreaText("Files", "Uploads and downloads, of every record that the role may read"),
    Area.EVENTS: AreaText("Events", "Event log and audit log"),
}


class KeyState(StrEnum):
    """The state of a key at one moment. EXPIRING keys work, and end within WARNED_BEFORE."""

    ACTIVE = "ACTIVE"
    EXPIRING = "EXPIRING"
    EXPIRED = "EXPIRED"
    REVOKED = "REVOKED"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyValues:
    """The editable values of a key."""

    name: str
    role_id: int
    scopes: Sequence[str]
    addresses: Sequence[str]
    expires: datetime | None
    """None for DEFAULT_LIFE from now."""
