"""The calls of the WebAuthn library: options for the browser, and the checks of its answers.

`passkeys` imports this module on first use, because the library takes 8 MB, which most web processes do not need.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from app.accounts.types import MALFORMED

TIMEOUT_MILLISECONDS = 120_000
REFUSED = (WebAuthnException, *MALFORMED)
"""Errors of the library for an answer that it rejects or cannot read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The site that passkeys are for."""

    name: str
    rp_id: str
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCredential:
    """A credential that an authenticator has created."""

    credential_id: bytes
    public_key: bytes
    sign_count: int
    aaguid: str
    backed_up: bool


@dataclass(frozen=True, slots=True)
class Signature:
    """The values of a signature that was verified."""

    sign_count: int
    backed_up: bool


def creation_json(
    site: Site, *, challenge: bytes, handle: bytes, email: str, name: str, existing: Sequence[bytes]
) -> str:
    """Return the options for a new passkey of a user; `existing` are the ids of credentials that the user has."""
    return options_to_json(
        generate_registration_options(
            rp_id=site.rp_id,
            rp_name=site.name,
            user_id=handle,
            user_name=email,
            user_display_name=name,
            challenge=challenge,
            timeout=TIMEOUT_MILLISECONDS,
            exclude_credentials=_descriptors(existing),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
        )
    )


def request_json(site: Site, *, challenge: bytes, allowed: Sequence[bytes]) -> str:
    """Return the options for using one of the `allowed` credentials, or any if there are none."""
    return options_to_json(
        generate_authentication_options(
            rp_id=site.rp_id,
            challenge=challenge,
            timeout=TIMEOUT_MILLISECONDS,
            allow_credentials=_descriptors(allowed),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
    )


def verify_new(site: Site, *, challenge: bytes, credential: str) -> NewCredential | None:
    """Check the browser's answer to `creation_json`; return None if it is not accepted."""
    try:
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.rp_id,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except REFUSED:
        return None
    return NewCredential(
        credential_id=verified.credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        aaguid=verified.aaguid,
        backed_up=verified.credential_backed_up,
    )


def verify_signature(site: Site, *, challenge: bytes, credential: str, public_key: bytes) -> Signature | None:
    """Check the browser's answer to `request_json`; return None if it is not accepted.

    The caller compares the counter: the library's own check raises the same error for it as for a wrong signature.
    """
    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.rp_id,
            expected_origin=site.origin,
            credential_public_key=public_key,
            credential_current_sign_count=0,
            require_user_verification=True,
        )
    except REFUSED:
        return None
    return Signature(verified.new_sign_count, verified.credential_backed_up)


def _descriptors(ids: Sequence[bytes]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=credential_id) for credential_id in ids]
