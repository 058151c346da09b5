"""Second factors of two people of the demo, a passkey of a buyer and an authenticator app of a supplier; and mail domains.

The passkey and the secret exist nowhere else, so these two cannot sign in; the accounts that `make run` prints have no factor.
The buyer has verified a domain for the company sign-in, but there is no identity provider to connect.
"""

import secrets
from datetime import timedelta

from sqlalchemy import select

from app.accounts.models import Passkey, Totp, User
from app.accounts.models.company import CompanyDomain
from app.extensions import db
from app.kernel.clock import now
from app.kernel.data_keys import encrypt, has_data_keys

DOMAIN = "meridian-surgical.example"
PASSKEY_OWNER, APP_OWNER = "Daniel Asante", "Rhys Pugh"


def load_domains(organisation_id: int) -> None:
    """Add a verified mail domain and one that is not verified yet."""
    for name, verified in ((DOMAIN, now() - timedelta(days=45)), (f"labs.{DOMAIN}", None)):
        token = f"assay-verification={secrets.token_urlsafe(24)}"
        db.session.add(
            CompanyDomain(organisation_id=organisation_id, name=name, token=token, verified=verified)
        )


def load_factors() -> None:
    """Add the factors; without DATA_KEYS only the passkey."""
    owners = {
        user.name: user
        for user in db.session.execute(
            select(User).where(User.name.in_((PASSKEY_OWNER, APP_OWNER)))
        ).scalars()
    }
    added, used = now() - timedelta(days=60), now() - timedelta(days=1)
    db.session.add(
        Passkey(
            user_id=owners[PASSKEY_OWNER].id,
            credential_id=secrets.token_bytes(32),
            public_key=secrets.token_bytes(77),
            sign_count=0,
            aaguid="00000000-0000-0000-0000-000000000000",
            name="Work laptop",
            backed_up=True,
            created=added,
            last_used=used,
        )
    )
    if has_data_keys():
        db.session.add(
            Totp(
                user_id=owners[APP_OWNER].id,
                secret_encrypted=encrypt(secrets.token_hex(16)),
                confirmed=added,
                created=added,
                last_used=used,
            )
        )
