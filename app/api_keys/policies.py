"""Rules of API keys without database access: secrets, scopes of endpoints, addresses, states."""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from ipaddress import IPv6Address, ip_address, ip_network

from app.api_keys.models import ApiKey
from app.api_keys.types import PREFIX, READ_ONLY, WARNED_BEFORE, Area, KeyState, Level
from app.kernel.clock import now

BLUEPRINTS: dict[str, Area | None] = {
    "answerImport": Area.RFX,
    "apiKey": None,
    "assessment": Area.ASSESSMENTS,
    "auditEntry": Area.EVENTS,
    "bulk": None,
    "companySignIn": None,
    "compose": Area.MESSAGES,
    "correctiveAction": Area.NCR,
    "customFields": Area.SUPPLIERS,
    "dataExport": None,
    "defect_code": Area.NCR,
    "docForm": Area.FORMS,
    "docFormImport": Area.FORMS,
    "document": Area.DOCUMENTS,
    "document_type": Area.DOCUMENTS,
    "due": None,
    "duplicate": Area.SUPPLIERS,
    "evaluation": Area.RFX,
    "evaluationMarking": None,
    "eventLog": Area.EVENTS,
    "files_api": Area.FILES,
    "files_pages": Area.FILES,
    "home": None,
    "messageThread": Area.MESSAGES,
    "ncr": Area.NCR,
    "notification": None,
    "organisations": Area.ORGANISATION,
    "ownFactors": None,
    "ownSignIns": None,
    "people": None,
    "relationships": Area.SUPPLIERS,
    "rfx": Area.RFX,
    "rfxAward": Area.RFX,
    "rfxHandover": Area.RFX,
    "rfxPart": Area.RFX,
    "rfxRequest": Area.RFX,
    "rfxRequestComparison": Area.RFX,
    "rfxRequestNotes": Area.RFX,
    "rfxRequestProgress": Area.RFX,
    "rfxRequestSending": Area.RFX,
    "rfxReview": Area.RFX,
    "rfxReviewPart": Area.RFX,
    "rfxRound": Area.RFX,
    "roles": None,
    "savedView": None,
    "schedule": None,
    "search": None,
    "session": None,
    "signInPolicy": None,
    "stepUp": None,
    "supplier": Area.SUPPLIERS,
    "supplierImport": None,
    "sysadmin": None,
    "userTask": Area.TASKS,
    "webhook": None,
}
"""The area of the endpoints of each blueprint; None if only people can use them.

Only people have a session, own settings, own due records and views, and evaluate suppliers. Roles, users, keys and files
with all data need a step-up. Searches, bulk actions, imports and schedules belong to several areas.
"""
OPERATIONS: dict[str, Area | None] = {
    "GET /api/organisation": Area.SUPPLIERS,
    "GET /api/organisation/<int:organisation_id>": Area.SUPPLIERS,
    "GET /api/organisation/<int:organisation_id>/user": Area.SUPPLIERS,
    "GET /api/organisation/messagePartner": Area.SUPPLIERS,
    "GET /api/user": Area.SUPPLIERS,
    "GET /api/user/<int:user_id>": Area.SUPPLIERS,
    "GET /api/role": Area.ORGANISATION,
    "GET /api/eventType": Area.EVENTS,
    "GET /api/user/preview": None,
    "PUT /api/user/preview": None,
    "GET /api/guestDocument": None,
    "POST /api/documentRequirement/<int:requirement_id>/file": None,
    "POST /api/relationship/merge": None,
    "POST /api/merge/<int:merge_id>/undo": None,
}
"""The endpoints whose area differs from the one of their blueprint."""
READING = frozenset(
    {
        "POST /api/assessment/<int:assessment_id>/report",
        "POST /api/auditEntry/export",
        "POST /api/docForm/<int:form_id>/export",
        "POST /api/docForm/<int:form_id>/previewPdf",
        "POST /api/documentMatrix/export",
        "POST /api/ncr/<int:ncr_id>/export",
        "POST /api/relationship/inviteMany/check",
        "POST /api/rfx/<int:rfx_id>/export",
        "POST /api/rfx/answers",
        "POST /api/rfxRequest/<int:request_id>/award/report",
        "POST /api/rfxRequest/<int:request_id>/comparison/export",
        "POST /api/rfxRequest/<int:request_id>/export",
        "POST /api/rfxRequest/preview",
    }
)
"""The endpoints that only read, although their method is POST."""


def scope_of(*, blueprint: str | None, method: str, rule: str) -> str | None:
    """Return the scope that a key needs for an endpoint, such as `rfx:write`; None if keys can't use it.

    `rule` is the path with its parameters, as `/api/rfx/<int:rfx_id>`.
    """
    operation = f"{'GET' if method == 'HEAD' else method} {rule}"
    area = OPERATIONS.get(operation, BLUEPRINTS.get(blueprint or ""))
    if area is None:
        return None
    reads = operation.startswith("GET ") or operation in READING
    return scope(area, Level.READ if reads else Level.WRITE)


def scope(area: Area, level: Level) -> str:
    """Return the name of a scope."""
    return f"{area}:{level}"


ALL_SCOPES = tuple(
    scope(area, level) for area in Area for level in Level if level is Level.READ or area not in READ_ONLY
)


def with_reading(scopes: Iterable[str]) -> list[str]:
    """Return the scopes in the order of ALL_SCOPES, each once; `write` of an area adds its `read`."""
    wanted = set(scopes)
    reading = {f"{each.partition(':')[0]}:{Level.READ}" for each in wanted}
    return [each for each in ALL_SCOPES if each in wanted | reading]


def new_secret() -> str:
    """Return a new secret: the prefix and 32 random bytes."""
    return PREFIX + secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """Return the hash under which a secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def network_of(text: str) -> str | None:
    """Return an address or network (CIDR) in its usual form, or None if `text` is neither."""
    try:
        return str(ip_network(text.strip(), strict=False))
    except ValueError:
        return None


def is_allowed_address(networks: Sequence[str], address: str | None) -> bool:
    """Return True if a client's address is in one of the networks, or if there are none."""
    if not networks:
        return True
    try:
        client = ip_address(address or "")
    except ValueError:
        return False
    if isinstance(client, IPv6Address) and client.ipv4_mapped:
        client = client.ipv4_mapped
    return any(client in ip_network(network) for network in networks)


def is_open(key: ApiKey) -> bool:
    """Return True for a key that is neither revoked nor expired."""
    return key.revoked is None and key.expires > now()


def state_of(key: ApiKey, moment: datetime) -> KeyState:
    """Return the state of a key at `moment`."""
    if key.revoked is not None:
        return KeyState.REVOKED
    if key.expires <= moment:
        return KeyState.EXPIRED
    return KeyState.EXPIRING if key.expires - moment <= WARNED_BEFORE else KeyState.ACTIVE
