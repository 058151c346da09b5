"""Signed lists in cookies: what this browser has proved before. Nothing is stored on the server."""

from dataclasses import dataclass
from datetime import timedelta

from flask import current_app
from itsdangerous import BadSignature, URLSafeTimedSerializer

from app.kernel.http.auth import read_cookie


@dataclass(frozen=True, slots=True)
class BrowserList:
    """A list of at most `maximum` texts in a cookie that only the server can write; it ends after `life` without a change."""

    cookie: str
    salt: str
    life: timedelta
    maximum: int

    def entries(self) -> list[str]:
        """Return the entries in this browser's cookie, the newest first; none if it is missing, forged or too old."""
        try:
            entries = self._serializer().loads(
                read_cookie(self.cookie), max_age=int(self.life.total_seconds())
            )
        except BadSignature:
            return []
        return [str(entry) for entry in entries] if isinstance(entries, list) else []

    def with_entry(self, entry: str) -> str:
        """Return the value of the cookie with `entry` as the newest; the oldest one is dropped at the maximum."""
        entries = [entry, *(other for other in self.entries() if other != entry)]
        return self._serializer().dumps(entries[: self.maximum])

    def _serializer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(current_app.config["SECRET_KEY"], salt=self.salt)
