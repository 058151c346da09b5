"""Counts of twelve views of a big tenant, and the file of its suppliers."""

import time
from collections.abc import Iterator
from functools import partial

from app.accounts.public import actor_of_user
from app.extensions import db
from app.kernel.db.list_kinds import list_kind
from app.network.list_kind import ORGANISATIONS
from app.views.exports import build
from app.views.operations.saving import ViewValues, create_view
from app.views.types import MAX_ON_HOME
from bench.data import grow_directory
from bench.lists import RELATED, steady
from bench.measure import ask, in_turns, statements
from bench.records import grow_records
from bench.table import Row
from bench.world import World, user_of

VIEWS = (
    ("organisation", {"approvedSuppliers": "true"}),
    ("organisation", {"name": "c4ca4238a0"}),
    ("organisation", {"city": "stuttgart", "preferredSuppliers": "true"}),
    ("user", {"search": "okafor", "myOrgOnly": "false"}),
    ("rfx", {"direction": "sent", "due": "late"}),
    ("rfx", {"supplierName": "c4ca4238a0"}),
    ("rfxRequest", {"due": "week"}),
    ("ncr", {"pending": "true", "critical": "true"}),
    ("ncr", {"search": "c4ca4238a0"}),
    ("assessment", {"status": "NEW"}),
    ("messageThread", {"tags": "new"}),
    ("due", {"owner": "ALL"}),
)
"""The list and the filters of each view: common and rare words, states and due dates."""
COUNT_GOAL = 400
FILE_GOAL = 1.2
"""Milliseconds for each row of a file."""


def run(world: World) -> Iterator[Row]:
    """Grow the tenant, save and pin twelve views, count them, and build the file of its suppliers."""
    person = world.person()
    with world.app.app_context():
        user = user_of(person.email)
        tenant_id, user_id = user.organisation_id, user.id
    grow_directory(world, to=world.sizes.organisations, tenant_id=tenant_id)
    grow_records(world, tenant_id=tenant_id, user_id=user_id, to=world.sizes.records)
    with world.working():
        actor = actor_of_user(user_id)
        for number, (list_name, params) in enumerate(VIEWS):
            values = ViewValues(name=f"Measured {number}", params=params, is_shared=False, is_pinned=True)
            create_view(actor=actor, list_name=list_name, values=values)
    person = world.person()
    counts = partial(ask, world.app, "/api/savedView?pinned=true", person.headers)
    counts()
    with world.app.app_context(), statements() as recorded:
        counts()
    yield Row(
        figure=f"statements of the counts of {MAX_ON_HOME} views", measured=len(recorded), unit="", goal=5
    )
    taken, speed = in_turns(counts, steady, seconds=world.sizes.seconds)
    yield Row(
        figure=f"counts of {MAX_ON_HOME} views, of {world.sizes.records:,} rows each, p95", measured=taken.p95,
        baseline=speed.p95, against="work of the processor alone, p95", goal=COUNT_GOAL, tail=taken.tail,
    )  # fmt: skip
    for file_format in ("csv", "xlsx"):
        yield _file(world, user_id, file_format)


def _file(world: World, user_id: int, file_format: str) -> Row:
    """Build the file of the tenant's suppliers, at most 120,000, next to reading the same rows by the API."""
    query = dict(part.split("=") for part in RELATED.partition("?")[2].split("&"))
    with world.app.app_context():
        started = time.perf_counter()
        file = build(
            actor_of_user(user_id), file_format, {"list": ORGANISATIONS.name, "filter": query, "ids": None}
        )
        seconds = time.perf_counter() - started
        kind = list_kind(ORGANISATIONS.name)
        db.session.remove()
    rows = min(world.value("select count(*) from relationship"), 120_000)
    return Row(
        figure=f"{file_format.upper()} of about {rows:,} suppliers with {len(kind.columns)} columns ({len(file.content) / 1e6:.1f} MB), for each row",
        measured=seconds * 1000 / rows, unit="ms", goal=FILE_GOAL,
    )  # fmt: skip
