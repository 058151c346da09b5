"""Words of the audit log: areas, actions and fields, derived from the types of events and the names of columns."""

import re
from hashlib import sha256

import orjson

from app.audit.models import AuditEntry
from app.events.public import SENTENCES, VIEW_TYPES
from app.kernel.clock import UTC
from app.kernel.db.search import words_of
from app.kernel.db.statements import AnyRow

UNLISTED_TYPES = (
    "audit.exported",
    "organisation.dataExported",
    "role.changed",
    "role.created",
    "role.deleted",
    "user.adminGranted",
    "user.adminRevoked",
    "user.loginFailed",
    "user.signInEnded",
    "webhook.secretShown",
)
"""The types of entries that the event log does not have."""

TYPES = tuple(sorted({*SENTENCES, *UNLISTED_TYPES} - set(VIEW_TYPES)))
AREA_NAMES = {
    "apiKey": "API key",
    "audit": "Audit log",
    "bulk": "Bulk action",
    "export": "Download",
    "ncr": "Non-conformance",
    "organisation": "Organisation",
    "rfx": "RFx",
    "rfxAward": "Award",
    "rfxRequest": "Request",
    "task": "Follow-up",
}
"""The names of areas whose name does not follow from the type."""
ACTION_NAMES = {
    "organisation.dataExported": "file with all data requested",
    "organisation.signInChanged": "rules for signing in changed",
    "user.accepted": "invitation accepted",
    "user.breakGlassSignIn": "signed in without the company sign-in",
    "user.companySignInFailed": "company sign-in failed",
    "user.companySignInJoined": "joined with the company sign-in",
    "user.companySignInLinked": "company sign-in connected",
    "user.companySignInRemoved": "company sign-in removed",
    "user.erased": "personal data erased",
    "user.factorAdded": "second factor added",
    "user.factorFailed": "second factor refused",
    "user.factorRemoved": "second factor removed",
    "user.factorResetRequested": "reset of second factors requested",
    "user.login": "signed in",
    "user.loginFailed": "sign-in failed",
    "user.logout": "signed out",
    "user.passwordReset.completed": "new password chosen",
    "user.passwordReset.visited": "password-reset link opened",
    "user.signInEnded": "sign-in ended by the user",
    "user.stepUp": "identity confirmed",
}
FIELD_NAMES = {
    "hash": "secret",
    "password_hash": "password",
    "previous_hash": "previous_secret",
    "role_id": "role",
    "secret_encrypted": "secret",
}
IGNORED_COLUMNS = frozenset(
    {"updated", "version", "last_seen", "last_activity", "warned", "problem", "problem_since"}
)
_SUFFIXES = ("_id", "_version", "_hash", "_html")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def _words(name: str) -> str:
    return _HUMP.sub(" ", name).lower()


def area_of(type: str) -> str:
    """Return the area of an entry: the part of its type before the first full stop."""
    return type.partition(".")[0]


def area_name(area: str) -> str:
    """Return an area as shown on screens: 'Non-conformance'."""
    return AREA_NAMES.get(area) or _words(area).capitalize()


def action_name(type: str) -> str:
    """Return an action as shown on screens: 'deadline changed'."""
    return ACTION_NAMES.get(type) or _words(type.partition(".")[2].replace(".", " "))


def title(type: str) -> str:
    """Return area and action: 'RFx: deadline changed'."""
    return f"{area_name(area_of(type))}: {action_name(type)}"


AREAS = tuple(sorted({area_of(each) for each in TYPES}, key=area_name))


def types_of(area: str) -> list[str]:
    """Return the types of an area."""
    return [each for each in TYPES if area_of(each) == area]


def types_named(search: str) -> list[str]:
    """Return the types whose name contains all words of a search."""
    words = [word.lower() for word in words_of(search)]
    return [each for each in TYPES if words and all(word in title(each).lower() for word in words)]


def field_name(column: str) -> str | None:
    """Return the field of a column, in camel case; None for columns that change automatically."""
    if column in IGNORED_COLUMNS:
        return None
    name = FIELD_NAMES.get(column, column)
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def field_words(field: str) -> str:
    """Return a field as shown on screens: 'Job title'."""
    return _words(field).capitalize()


def digest(entry: AuditEntry | AnyRow) -> bytes:
    """Return the SHA-256 of everything that an entry says."""
    values = [
        entry.id,
        entry.organisation_id,
        entry.type,
        entry.created.astimezone(UTC).isoformat(),
        entry.user_id,
        entry.subject_user_id,
        entry.relationship_id,
        entry.address,
        entry.ids,
        entry.fields,
    ]
    return sha256(orjson.dumps(values, option=orjson.OPT_SORT_KEYS)).digest()


def seal_hash(
    *, organisation_id: int, number: int, entry_ids: list[int], digests: bytes, previous: str
) -> str:
    """Return the hash of a seal as hexadecimal digits."""
    head = orjson.dumps([organisation_id, number, previous, entry_ids])
    return sha256(head + digests).hexdigest()
