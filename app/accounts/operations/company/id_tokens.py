"""Checks of ID tokens (OpenID Connect Core, section 3.1.3.7)."""

import secrets
from collections.abc import Mapping

from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import ClaimError, ExpiredTokenError, JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

from app.accounts.types import MALFORMED, ProviderClaims
from app.kernel.clock import now

ALGORITHMS = (
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519",
)  # fmt: skip
"""Signatures with public keys. A token without a signature, or signed with a shared secret, is refused."""
PUBLIC_KEYS = frozenset({"RSA", "EC", "OKP"})
SKEW_SECONDS = 60
MAX_SUBJECT = 255
BAD_SIGNATURE = "The signature of the ID token is not valid."
BAD_KEYS = "The provider's keys could not be read."
EXPIRED = "The ID token has expired."
INCOMPLETE = "The ID token is not complete."
CLAIM_FAULTS = {
    "iss": "The ID token is from another issuer.",
    "aud": "The ID token is for another client.",
    "azp": "The ID token is for another client.",
    "nonce": "The ID token is from another sign-in.",
    "iat": "The ID token is from the future. Check the clocks.",
    "nbf": "The ID token is not valid yet. Check the clocks.",
    "at_hash": "The ID token belongs to another access token.",
}
"""The reason for each claim that is missing or wrong."""


class TokenError(Exception):
    """An ID token that is refused. Its text is a sentence with the reason."""


def read_id_token(
    token: str,
    *,
    keys: Mapping[str, object],
    issuer: str,
    client_id: str,
    nonce: str,
    access_token: str | None,
) -> ProviderClaims:
    """Return the claims of an ID token after all checks; raise TokenError with the reason. `keys` is the provider's JWKS."""
    header, claims = _verified(token, keys)
    checked = CodeIDToken(
        claims,
        header,
        options={
            "iss": {"essential": True, "value": issuer},
            "aud": {"essential": True, "value": client_id},
        },
        params={"client_id": client_id, "nonce": nonce, "access_token": access_token},
    )
    try:
        checked.validate(now=int(now().timestamp()), leeway=SKEW_SECONDS)
    except ExpiredTokenError as error:
        raise TokenError(EXPIRED) from error
    except ClaimError as error:
        raise TokenError(CLAIM_FAULTS.get(error.claim, INCOMPLETE)) from error
    except (JoseError, *MALFORMED) as error:
        raise TokenError(INCOMPLETE) from error
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= MAX_SUBJECT:
        raise TokenError(INCOMPLETE)
    if not secrets.compare_digest(str(claims.get("nonce")).encode(), nonce.encode()):
        raise TokenError(CLAIM_FAULTS["nonce"])
    audience = claims.get("aud")
    if isinstance(audience, list) and len(audience) > 1 and claims.get("azp") != client_id:
        raise TokenError(CLAIM_FAULTS["azp"])
    return dict(claims)


def _verified(token: str, keys: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """Return header and claims of a token with a valid signature."""
    try:
        rows = keys["keys"]
        if not isinstance(rows, list):
            raise TokenError(BAD_KEYS)
        usable = [row for row in rows if row.get("kty") in PUBLIC_KEYS and row.get("use") in {None, "sig"}]
        key_set = KeySet.import_key_set({"keys": usable})
    except (JoseError, *MALFORMED) as error:
        raise TokenError(BAD_KEYS) from error
    try:
        registry = JWSRegistry(algorithms=ALGORITHMS, strict_check_header=False)
        decoded = jwt.decode(token, key_set, registry=registry)
    except (JoseError, *MALFORMED) as error:
        raise TokenError(BAD_SIGNATURE) from error
    return decoded.header, decoded.claims
