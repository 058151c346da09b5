"""The storage of files' bytes: a local folder or an S3-compatible bucket, depending on one setting.

Each process opens the store on first use, because the store's threads do not survive a fork.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

import obstore
from obstore.store import LocalStore, S3Store

from app.kernel.registry import FileStore, current_registry

CHUNK = 256 * 1024
PART = 5 * 1024 * 1024
"""Uploads to a bucket are sent in parts of this many bytes, two at a time, so that memory stays bounded."""

Store = LocalStore | S3Store


class Storage:
    """Stores bytes under keys. A key is a relative path that we generate, never a name from a request."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._store: Store | None = None
        self._pid = 0

    def put_file(self, key: str, file: IO[bytes]) -> None:
        """Store the whole content of `file` under `key`, replacing existing content."""
        file.seek(0)
        obstore.put(self._opened(), key, file, chunk_size=PART, max_concurrency=2)

    def put(self, key: str, content: bytes) -> None:
        obstore.put(self._opened(), key, content)

    def get(self, key: str) -> bytes:
        """Return the bytes under `key`; raise FileNotFoundError if there are none."""
        return bytes(obstore.get(self._opened(), key).bytes())

    def stream(self, key: str) -> Iterator[bytes]:
        """Return the bytes under `key` in chunks; raise FileNotFoundError at once if there are none."""
        result = obstore.get(self._opened(), key)
        return (bytes(chunk) for chunk in result.stream(min_chunk_size=CHUNK))

    def delete(self, key: str) -> None:
        """Delete the bytes under `key`, if there are any."""
        try:
            obstore.delete(self._opened(), key)
        except FileNotFoundError:
            return

    def check(self) -> None:
        """Raise if bytes cannot be stored now."""
        self.put("health/check", b"ok")

    def _opened(self) -> Store:
        if self._store is None or self._pid != os.getpid():
            self._store, self._pid = _open(self._url), os.getpid()
        return self._store


def _open(url: str) -> Store:
    """Open the store at `url`. A bucket's credentials, region and endpoint come from the AWS_* variables."""
    parts = urlsplit(url)
    if parts.scheme != "s3":
        return LocalStore(prefix=Path(url.removeprefix("file://")).absolute(), mkdir=True)
    endpoint = os.environ.get("AWS_ENDPOINT_URL", "")
    return S3Store(
        parts.netloc,
        prefix=parts.path.strip("/") or None,
        client_options={
            "allow_http": endpoint.startswith("http://"),
            "timeout": "30s",
            "connect_timeout": "5s",
        },
    )


def storage() -> FileStore:
    """Return the storage of the current application."""
    return current_registry().storage
