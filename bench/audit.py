"""An audit log of a million entries of one organisation: its pages, filters and search, an entry, the file and the seals."""

import time
from collections.abc import Iterator
from functools import partial

from app.accounts.public import actor_of_user
from app.audit.exports import build, export_args
from app.audit.operations.sealing import seal_entries
from app.audit.queries.checking import check_chains
from app.audit.queries.entries import EntryFilter
from app.audit.types import MAX_EXPORTED
from app.events.public import record
from bench.data import tidy
from bench.lists import steady
from bench.measure import Call, ask, in_turns
from bench.table import Row
from bench.world import World, user_of

GROWTH = 2
"""The greatest ratio of the time with all entries to the time with the demo data."""
FILE_GOAL = 30_000
SEAL_GOAL = 5_000
"""Milliseconds for 100,000 entries: a busy platform writes them in an hour."""
SEALED = 100_000
FILL = """
insert into audit_entry (organisation_id, type, created, user_id, subject_user_id, address, ids, fields)
select %(tenant)s, (array['user.login', 'rfx.sent', 'ncr.updated', 'user.updated', 'organisation.updated'])[1 + n %% 5],
    now() - n * interval '10 seconds', people.ids[1 + n %% cardinality(people.ids)],
    case when n %% 5 = 3 then people.ids[1 + n %% cardinality(people.ids)] end, '203.0.113.' || n %% 250,
    jsonb_build_object('rfxId', n), '{title}'
from generate_series(1, %(count)s) n,
    (select array_agg(id) ids from app_user where organisation_id = %(tenant)s) people
"""


def run(world: World) -> Iterator[Row]:
    """Measure the list with the demo data, then with `sizes.records` entries in one organisation."""
    calls = _calls(world)
    few = dict(
        zip([*calls, "speed"], in_turns(*calls.values(), steady, seconds=world.sizes.seconds), strict=True)
    )
    with world.working():
        user = user_of(world.person().email)
        tenant_id, user_id = user.organisation_id, user.id
    world.connection.execute(FILL, {"tenant": tenant_id, "count": world.sizes.records})
    tidy(world, "audit_entry")
    calls = _calls(world)
    many = dict(
        zip([*calls, "speed"], in_turns(*calls.values(), steady, seconds=world.sizes.seconds), strict=True)
    )
    speed = many["speed"].p50 / few["speed"].p50
    for name in calls:
        yield Row(
            figure=f"audit log, {name}, {world.sizes.records:,} entries", measured=many[name].p50,
            baseline=few[name].p50 * speed, against="the same with the demo data, at this minute's speed",
            goal=GROWTH, of="ratio", tail=many[name].tail,
        )  # fmt: skip
    yield _file(world, user_id)
    yield _seals(world)


def _calls(world: World) -> dict[str, Call]:
    buyer = world.person()
    with world.app.app_context():
        actor = actor_of_user(user_of(buyer.email).id)
    paths = {
        "first page": "/api/auditEntry",
        "one area": "/api/auditEntry?area=ncr",
        "one person": f"/api/auditEntry?userId={actor.user_id}",
        "search for a person": "/api/auditEntry?search=okafor",
        "search for nothing": "/api/auditEntry?search=c4ca4238a0",
    }

    def write() -> None:
        with world.working():
            record("organisation.updated", actor=actor, organisationId=1, organisationName="Measured")

    calls: dict[str, Call] = {
        name: partial(ask, world.app, path, buyer.headers) for name, path in paths.items()
    }
    return calls | {"an event with its entry written": write}


def _file(world: World, user_id: int) -> Row:
    with world.app.app_context():
        started = time.perf_counter()
        file = build(actor_of_user(user_id), "csv", export_args(EntryFilter()))
        taken = (time.perf_counter() - started) * 1_000
    rows = file.content.count(b"\n") - 1
    return Row(
        figure=f"file of the audit log, {rows:,} entries of at most {MAX_EXPORTED:,}", measured=taken,
        goal=FILE_GOAL,
    )  # fmt: skip


def _seals(world: World) -> Row:
    with world.app.app_context():
        started = time.perf_counter()
        sealed = seal_entries()
        seconds = time.perf_counter() - started
        started = time.perf_counter()
        list(check_chains())
        checked = time.perf_counter() - started
    world.notes.append(
        f"Sealing {sealed.entries:,} entries of the audit log took {seconds:.1f} s, checking them {checked:.1f} s."
    )
    return Row(
        figure=f"sealing {SEALED:,} entries of the audit log",
        measured=seconds * 1_000 * SEALED / max(sealed.entries, 1), goal=SEAL_GOAL,
    )  # fmt: skip
