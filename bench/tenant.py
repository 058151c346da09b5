"""A big tenant: its lists, searches and Home, with `sizes.records` rows of its own."""

from collections.abc import Iterator
from functools import partial

from bench.data import grow_directory
from bench.lists import steady
from bench.measure import ask, in_turns, statements
from bench.parts import measure_parts
from bench.records import COMMON, FREQUENT, REQUEST_SIZE, grow_records
from bench.requests import measure_request
from bench.table import Row
from bench.world import Person, World, user_of

LISTS = {
    "contacts": "/api/user",
    "NCRs": "/api/ncr",
    "RFxs": "/api/rfx",
    "requests": "/api/rfxRequest",
    "threads": "/api/messageThread",
    "assessments": "/api/assessment",
}
OWN_WORDS = {"contacts": "okafor"}
"""Words for lists of names; they are in one of five names instead of in one of eight titles."""
RARE = "c4ca4238a0"
"""The beginning of md5('1'), which one generated record of each kind contains."""
FILTERS = {"the late RFxs": "/api/rfx?due=late", "the RFxs that are due": "/api/rfx?due=week"}
DUE = {
    "own due records": "/api/due",
    "due records of everyone": "/api/due?owner=ALL",
    "due records of everyone with one supplier": "/api/due?owner=ALL&supplier=c4ca4238a0",
    "counts of the due records of everyone": "/api/due/count?owner=ALL",
}
GOAL = 50
HOME_GOAL, HOME_STATEMENTS = 25, 12


def run(world: World) -> Iterator[Row]:
    """Grow the tenant, then measure the first page of each list, and searches that match all, many and one of its rows."""
    person = world.person()
    with world.app.app_context():
        user = user_of(person.email)
        tenant_id, user_id = user.organisation_id, user.id
    grow_directory(world, to=world.sizes.organisations, tenant_id=tenant_id)
    grow_records(world, tenant_id=tenant_id, user_id=user_id, to=world.sizes.records)
    person = world.person()
    for name, path in LISTS.items():
        yield from _list(world, person, name, path)
    yield from _filters(world, person)
    yield from _due(world, person)
    yield from _events(world, person)
    yield _notifications(world, person)
    yield _summary(world, person, tenant_id)
    yield from _home(world, person)
    yield from measure_request(world, person, tenant_id=tenant_id, user_id=user_id)
    yield from measure_parts(world)


def _list(world: World, person: Person, name: str, path: str) -> Iterator[Row]:
    words = {"all": COMMON, "many": OWN_WORDS.get(name, FREQUENT), "one": RARE}
    paths = {"first page": path} | {
        f"search for a word of {kind}": f"{path}?search={word}" for kind, word in words.items()
    }
    calls = [partial(ask, world.app, each, person.headers) for each in paths.values()]
    *times, speed = in_turns(*calls, steady, seconds=world.sizes.seconds)
    count = world.sizes.records // (REQUEST_SIZE if name == "requests" else 1)
    for kind, taken in zip(paths, times, strict=True):
        yield Row(
            figure=f"{name}, {count:,}: {kind}, p95", measured=taken.p95, baseline=speed.p95,
            against="work of the processor alone, p95", goal=GOAL, tail=taken.tail,
        )  # fmt: skip


def _filters(world: World, person: Person) -> Iterator[Row]:
    calls = [partial(ask, world.app, path, person.headers) for path in FILTERS.values()]
    *times, speed = in_turns(*calls, steady, seconds=world.sizes.seconds / 2)
    for name, taken in zip(FILTERS, times, strict=True):
        yield Row(
            figure=f"{name}, of {world.sizes.records:,} RFxs: first page, p95", measured=taken.p95, baseline=speed.p95,
            against="work of the processor alone, p95", goal=GOAL, tail=taken.tail,
        )  # fmt: skip


def _due(world: World, person: Person) -> Iterator[Row]:
    calls = [partial(ask, world.app, path, person.headers) for path in DUE.values()]
    *times, speed = in_turns(*calls, steady, seconds=world.sizes.seconds)
    for name, taken in zip(DUE, times, strict=True):
        yield Row(
            figure=f"{name}, of {world.sizes.records:,} RFxs: p95", measured=taken.p95, baseline=speed.p95,
            against="work of the processor alone, p95", goal=GOAL, tail=taken.tail,
        )  # fmt: skip


def _events(world: World, person: Person) -> Iterator[Row]:
    taken, speed = in_turns(
        partial(ask, world.app, "/api/eventLog", person.headers), steady, seconds=world.sizes.seconds / 2
    )
    count = world.value("select count(*) from event_log")
    yield Row(
        figure=f"events, {count:,}: first page, p95", measured=taken.p95, baseline=speed.p95,
        against="work of the processor alone, p95", goal=GOAL, tail=taken.tail,
    )  # fmt: skip


def _notifications(world: World, person: Person) -> Row:
    taken, speed = in_turns(
        partial(ask, world.app, "/api/notification", person.headers), steady, seconds=world.sizes.seconds / 2
    )
    count = world.value("select count(*) from notification")
    return Row(
        figure=f"notifications, {count:,}: first page, p95", measured=taken.p95, baseline=speed.p95,
        against="work of the processor alone, p95", goal=GOAL, tail=taken.tail,
    )  # fmt: skip


def _summary(world: World, person: Person, tenant_id: int) -> Row:
    """Measure the summary of the supplier with the most records."""
    relationship_id = world.value("select max(id) from relationship where organisation_id = %s", tenant_id)
    count = world.value("select count(*) from rfx where relationship_id = %s", relationship_id)
    path = f"/api/relationship/{relationship_id}/summary"
    taken, speed = in_turns(
        partial(ask, world.app, path, person.headers), steady, seconds=world.sizes.seconds / 2
    )
    return Row(
        figure=f"summary of a supplier with {count:,} RFxs, p95", measured=taken.p95, baseline=speed.p95,
        against="work of the processor alone, p95", goal=GOAL, tail=taken.tail,
    )  # fmt: skip


def _home(world: World, person: Person) -> Iterator[Row]:
    page = partial(ask, world.app, "/home", person.page_headers)
    page()
    with world.app.app_context(), statements() as recorded:
        page()
    taken, speed = in_turns(page, steady, seconds=world.sizes.seconds)
    yield Row(
        figure="Home of the big tenant", measured=taken.p50, baseline=speed.p50,
        against="work of the processor alone", goal=HOME_GOAL, tail=taken.tail,
    )  # fmt: skip
    yield Row(
        figure="statements of Home of the big tenant", measured=len(recorded), unit="", goal=HOME_STATEMENTS
    )
