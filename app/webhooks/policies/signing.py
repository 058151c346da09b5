"""Secrets and signatures of webhooks, as in the specification Standard Webhooks."""

import secrets
from base64 import b64encode
from collections.abc import Sequence
from datetime import datetime

from app.webhooks.types import SECRET_BYTES


def new_secret() -> str:
    """Return a random secret: `whsec_` and 32 bytes in base64."""
    return f"whsec_{b64encode(secrets.token_bytes(SECRET_BYTES)).decode()}"


def signed_headers(
    *, message_id: str, moment: datetime, payload: str, signing_secrets: Sequence[str]
) -> dict[str, str]:
    """Return the headers of a request, with one signature for each secret."""
    # The web processes do not need the library.
    from standardwebhooks import Webhook

    signatures = [Webhook(secret).sign(message_id, moment, payload) for secret in signing_secrets]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
