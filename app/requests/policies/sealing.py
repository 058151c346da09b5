"""Sealed requests: the requester reads no answers before the seal opens."""

from app.kernel.http.errors import ConflictError
from app.rfx.public import RfxRequest

SEALED = "This request is sealed: its answers can be read after the deadline."


def is_seal_closed(request: RfxRequest) -> bool:
    """Return True while the answers of a sealed request are not readable."""
    return request.is_sealed and request.seal_opened is None


def demand_open_seal(request: RfxRequest) -> None:
    """Raise ConflictError (code `requestSealed`) while the seal of the request is closed."""
    if is_seal_closed(request):
        raise ConflictError(SEALED, code="requestSealed")
