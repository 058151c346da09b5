"""An authenticator in software, which answers like a browser's passkey dialog (WebAuthn, ES256, attestation none)."""

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from app.accounts.models import Passkey, User
from app.extensions import db
from tests.fixtures.application import BASE_URL

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40
BACKED_UP = 0x08 | 0x10
SYNCED_COUNT = 0


@dataclass
class Authenticator:
    """A device with one passkey. `count` is its counter, which grows with each signature unless `is_synced`."""

    origin: str = BASE_URL
    rp_id: str = "localhost"
    is_synced: bool = False
    verifies_user: bool = True
    count: int = 0
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    user_handle: str = ""

    def create(self, options: str) -> str:
        """Answer the options for a new passkey."""
        wanted = json.loads(options)
        self.user_handle = wanted["user"]["id"]
        data = self._data(HAS_KEY) + bytes(16) + len(self.credential_id).to_bytes(2, "big")
        data += self.credential_id + self.public_key
        return self._answer(
            {
                "clientDataJSON": self._client_data("webauthn.create", wanted),
                "attestationObject": cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
            }
        )

    def sign(self, options: str, **changes: Any) -> str:
        """Answer the options for using a passkey; `changes` replace parts of the answer."""
        if not self.is_synced:
            self.count += 1
        data, client_data = self._data(), self._client_data("webauthn.get", json.loads(options))
        signed = data + hashlib.sha256(client_data).digest()
        return self._answer(
            {
                "clientDataJSON": client_data,
                "authenticatorData": data,
                "signature": self.key.sign(signed, ec.ECDSA(SHA256())),
                "userHandle": base64url_to_bytes(self.user_handle),
                **changes,
            }
        )

    @property
    def public_key(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})

    def store(self, user: User, *, name: str = "Work laptop") -> Passkey:
        """Store the passkey as if `user` had added it."""
        self.user_handle = bytes_to_base64url(str(user.id).encode())
        passkey = Passkey(
            user_id=user.id,
            credential_id=self.credential_id,
            public_key=self.public_key,
            sign_count=self.count,
            aaguid="00000000-0000-0000-0000-000000000000",
            name=name,
            backed_up=self.is_synced,
        )
        db.session.add(passkey)
        db.session.flush()
        return passkey

    def _data(self, flags: int = 0) -> bytes:
        flags |= PRESENT | (VERIFIED if self.verifies_user else 0) | (BACKED_UP if self.is_synced else 0)
        return hashlib.sha256(self.rp_id.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, type: str, options: dict[str, Any]) -> bytes:
        values = {
            "type": type,
            "challenge": options["challenge"],
            "origin": self.origin,
            "crossOrigin": False,
        }
        return json.dumps(values).encode()

    def _answer(self, response: dict[str, Any]) -> str:
        texts = {name: bytes_to_base64url(value) for name, value in response.items() if value is not None}
        key_id = bytes_to_base64url(self.credential_id)
        return json.dumps(
            {
                "id": key_id,
                "rawId": key_id,
                "type": "public-key",
                "response": texts,
                "clientExtensionResults": {},
            }
        )
