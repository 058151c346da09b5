"""Where the bytes of files are: a local folder or an S3-compatible bucket, by one setting.

The store is made when first needed, in each process for itself: its threads do not survive a fork.
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
"""Uploads to a bucket go in parts of this many bytes, two at a time: memory stays bounded."""

Store = LocalStore | S3Store


class Storage:
    """Keeps bytes under keys. A key is a relative path of our own making, never a name that was sent."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._store: Store | None = None
        self._pid = 0

    def put_file(self, key: str, file: IO[bytes]) -> None:
        """Keep what `file` holds from its start under `key`, in place of what was there."""
        file.seek(0)
        obstore.put(self._opened(), key, file, chunk_size=PART, max_concurrency=2)

    def put(self, key: str, content: bytes) -> None:
        obstore.put(self._opened(), key, content)

    def get(self, key: str) -> bytes:
        """The bytes under `key`; raises FileNotFoundError where there are none."""
        return bytes(obstore.get(self._opened(), key).bytes())

    def stream(self, key: str) -> Iterator[bytes]:
        """The bytes under `key` in chunks; raises FileNotFoundError at once where there are none."""
        found = obstore.get(self._opened(), key)
        return (bytes(chunk) for chunk in found.stream(min_chunk_size=CHUNK))

    def delete(self, key: str) -> None:
        """Remove what is under `key`, if anything is."""
        try:
            obstore.delete(self._opened(), key)
        except FileNotFoundError:
            return

    def check(self) -> None:
        """Raise where bytes can't be kept now."""
        self.put("health/check", b"ok")

    def _opened(self) -> Store:
        if self._store is None or self._pid != os.getpid():
            self._store, self._pid = _open(self._url), os.getpid()
        return self._store


def _open(url: str) -> Store:
    """The store at `url`. A bucket's credentials, region and end point come from the AWS_* variables."""
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
