"""Passkeys (WebAuthn): adding them, and checking their signatures."""

import base64
import json
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sqlalchemy import select

from app.accounts.models import Passkey, User
from app.accounts.operations.tickets import Ticket
from app.accounts.queries.factors import passkeys_of
from app.accounts.types import MALFORMED, MAX_PASSKEYS
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.errors import ConflictError, InvalidError
from app.kernel.registry import current_registry

if TYPE_CHECKING:
    from app.accounts.operations.ceremonies import Site

CREDENTIAL_LENGTH = 30_000
"""Maximum number of characters of the browser's answer."""
WRONG_PASSKEY = "This passkey was not accepted. Try again, or sign in another way."
NOT_ADDED = "This passkey can't be used here."
KNOWN_ALREADY = "This passkey is in your list already."
TOO_MANY = f"You have {MAX_PASSKEYS} passkeys. Remove one first."


class CopiedPasskeyError(Exception):
    """The counter of a passkey went back: two devices may have it."""

    def __init__(self, passkey: Passkey) -> None:
        self.user_id = passkey.user_id
        self.name = passkey.name
        super().__init__(passkey.id)


def can_use_passkeys() -> bool:
    """Return True if browsers accept passkeys for BASE_URL: its host is a name, and not an IP address."""
    host = _rp_id()
    return ":" not in host and not host.replace(".", "").isdigit()


def creation_options(*, user: User, ticket: Ticket) -> str:
    """Return the options for creating a passkey, as JSON for the browser; raise ConflictError for one too many."""
    from app.accounts.operations.ceremonies import creation_json

    existing = [passkey.credential_id for passkey in passkeys_of(user.id)]
    _check_number(len(existing))
    return creation_json(
        _site(),
        challenge=ticket.challenge,
        handle=_handle_of(user.id),
        email=user.email,
        name=user.name,
        existing=existing,
    )


def request_options(*, ticket: Ticket) -> str:
    """Return the options for using a passkey, as JSON for the browser: any, or one of the ticket's user."""
    from app.accounts.operations.ceremonies import request_json

    passkeys = passkeys_of(ticket.user_id) if ticket.user_id is not None else ()
    allowed = [passkey.credential_id for passkey in passkeys]
    return request_json(_site(), challenge=ticket.challenge, allowed=allowed)


def store_passkey(*, user: User, ticket: Ticket, name: str, credential: str) -> Passkey:
    """Check the browser's answer to `creation_options` and store the passkey.

    Raises ConflictError for one too many and for a known one, InvalidError at `credential` for any other.
    """
    from app.accounts.operations.ceremonies import verify_new

    db.session.get_one(User, user.id, with_for_update={"key_share": True})
    _check_number(len(passkeys_of(user.id)))
    new = verify_new(_site(), challenge=ticket.challenge, credential=credential)
    if new is None:
        raise InvalidError(fields={"credential": [NOT_ADDED]})
    if _passkey_of(new.credential_id) is not None:
        raise ConflictError(KNOWN_ALREADY)
    passkey = Passkey(
        user_id=user.id,
        credential_id=new.credential_id,
        public_key=new.public_key,
        sign_count=new.sign_count,
        aaguid=new.aaguid,
        name=name,
        backed_up=new.backed_up,
    )
    db.session.add(passkey)
    db.session.flush()
    return passkey


def use_passkey(*, ticket: Ticket, credential: str) -> Passkey | None:
    """Check the browser's answer to `request_options` and return the passkey, or None if it is not accepted.

    Only passkeys of the ticket's user are accepted, if it has one. Raises CopiedPasskeyError if the signature is right
    but the counter went back. Passkeys that are synchronised between devices have no counter and stay at 0.
    """
    from app.accounts.operations.ceremonies import verify_signature

    passkey = _answering_passkey(ticket, credential)
    if passkey is None:
        return None
    signature = verify_signature(
        _site(), challenge=ticket.challenge, credential=credential, public_key=passkey.public_key
    )
    if signature is None:
        return None
    has_counter = signature.sign_count > 0 or passkey.sign_count > 0
    if has_counter and signature.sign_count <= passkey.sign_count:
        raise CopiedPasskeyError(passkey)
    passkey.sign_count, passkey.backed_up = signature.sign_count, signature.backed_up
    passkey.last_used = now()
    return passkey


def _answering_passkey(ticket: Ticket, credential: str) -> Passkey | None:
    try:
        body = json.loads(credential)
        passkey = _passkey_of(_decode(body["id"]))
        handle = body["response"].get("userHandle")
        user_handle = _decode(handle) if handle else None
    except MALFORMED:
        return None
    if passkey is None or (ticket.user_id is not None and passkey.user_id != ticket.user_id):
        return None
    # A passkey that signs in alone must name its user (WebAuthn, section 7.2).
    if user_handle is None and ticket.user_id is None:
        return None
    return passkey if user_handle in {None, _handle_of(passkey.user_id)} else None


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _passkey_of(credential_id: bytes) -> Passkey | None:
    passkey: Passkey | None = db.session.execute(
        select(Passkey).where(Passkey.credential_id == credential_id).with_for_update()
    ).scalar()
    return passkey


def _check_number(existing: int) -> None:
    if existing >= MAX_PASSKEYS:
        raise ConflictError(TOO_MANY)


def _handle_of(user_id: int) -> bytes:
    """Return the name of a user for authenticators, which says nothing about the person."""
    return str(user_id).encode()


def _rp_id() -> str:
    return urlsplit(current_registry().settings.BASE_URL).hostname or ""


def _site() -> "Site":
    from app.accounts.operations.ceremonies import Site

    settings = current_registry().settings
    base = urlsplit(settings.BASE_URL)
    return Site(name=settings.PRODUCT_NAME, rp_id=_rp_id(), origin=f"{base.scheme}://{base.netloc}")
