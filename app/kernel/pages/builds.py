"""Files of the builds of other releases, in the storage.

During an update some nodes have the new build and others the old one, and a page loads its files from any of them. An
open page also loads modules later, when the node that rendered it may be replaced. `flask --app wsgi assets publish`, part of
the release phase, copies the files of a build to the storage, and a web process serves the files of /static/build that
it does not have from there. All names contain a hash of the content, so builds never overwrite each other.
"""

import json
import mimetypes
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypedDict

import click
from flask import Blueprint, Response
from flask.cli import AppGroup
from flask.typing import ResponseReturnValue

from app.extensions import limiter
from app.kernel.clock import now
from app.kernel.http.auth import PUBLIC, page_requires
from app.kernel.http.errors import NotFoundError
from app.kernel.registry import FileStore, current_registry

RETENTION = timedelta(days=30)
"""The time after which the files of a replaced release are deleted."""
HASHED = re.compile(r"[\w.-]+-(?:[A-Z0-9]{8}|[0-9a-f]{8})\.(?:js|css|svg|woff2)", re.ASCII)
FOLDER = "build/"
RELEASES = f"{FOLDER}releases.json"
AT_ONCE = 8
"""Files that are sent to the storage at the same time."""
TEN_YEARS = 10 * 365 * 24 * 60 * 60

blueprint = Blueprint("builds", __name__)
assets = AppGroup("assets", help="Scripts, style sheets, icons and fonts of the pages.")


class Release(TypedDict):
    """A published build: the time of its publication (ISO 8601) and the names of its files."""

    published: str
    files: list[str]


@dataclass(frozen=True, slots=True)
class Changes:
    """The numbers of files that a publication has added and deleted."""

    added: int
    deleted: int


@blueprint.get("/static/build/<string:name>")
@limiter.exempt
@page_requires(PUBLIC)
def file_of_build(name: str) -> ResponseReturnValue:
    """Return a file of a published build. Files of this release's own build are served before a route is looked up."""
    if not HASHED.fullmatch(name):
        raise NotFoundError
    try:
        content = current_registry().storage.get(FOLDER + name)
    except FileNotFoundError:
        raise NotFoundError from None
    response = Response(content, content_type=mimetypes.guess_type(name)[0] or "application/octet-stream")
    response.headers["Cache-Control"] = f"max-age={TEN_YEARS}, public, immutable"
    return response


@assets.command("publish")
def publish() -> None:
    """Copy the files of this release's build to the storage, so that processes of other releases can serve them."""
    registry = current_registry()
    changes = publish_build(registry.pages.build, registry.storage)
    click.echo(f"Files added: {changes.added}, deleted: {changes.deleted}")


def publish_build(build: Path, storage: FileStore) -> Changes:
    """Add the files of `build` to the storage, and delete the files of releases that were replaced RETENTION ago.

    Repeating it changes nothing. If it is interrupted, the next run sends the files again.
    """
    moment = now()
    names = sorted(file.name for file in build.iterdir() if HASHED.fullmatch(file.name))
    earlier = _releases(storage)
    stored = {name for release in earlier for name in release["files"]}
    added = [name for name in names if name not in stored]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(lambda name: storage.put(FOLDER + name, (build / name).read_bytes()), added))
    releases = earlier
    if not earlier or earlier[-1]["files"] != names:
        releases = [*earlier, Release(published=moment.isoformat(), files=names)]
    current = _current(releases, moment)
    storage.put(RELEASES, json.dumps(current).encode())
    unused = stored - {name for release in current for name in release["files"]}
    for name in unused:
        storage.delete(FOLDER + name)
    return Changes(len(added), len(unused))


def _releases(storage: FileStore) -> list[Release]:
    """Return the published releases, oldest first."""
    try:
        releases: list[Release] = json.loads(storage.get(RELEASES))
    except FileNotFoundError:
        return []
    return releases


def _current(releases: list[Release], moment: datetime) -> list[Release]:
    """Return the newest release and those that were replaced less than RETENTION ago."""
    replaced = [datetime.fromisoformat(release["published"]) for release in releases[1:]]
    current = [release for release, end in zip(releases, replaced, strict=False) if end > moment - RETENTION]
    return [*current, releases[-1]]
