"""A database of ten million events in monthly partitions: the reads of the event log, and writing an event."""

import json
import time
from collections.abc import Iterator
from functools import partial

from app.accounts.public import actor_of_user
from app.devtools.demo_accounts import DEMO_EMAILS
from app.events.public import VIEW_TYPES, record, record_view
from app.kernel.clock import now
from app.kernel.db.partitions import month_start
from bench.data import tidy
from bench.lists import steady
from bench.measure import Call, Times, ask, in_turns
from bench.table import Row
from bench.world import World, user_of

ADMIN = DEMO_EMAILS[2]
MONTHS = 36
TENANT_SHARE = 10
"""Every tenth event is the measured tenant's; the measured user has caused a quarter of them."""
GROWTH = 2.5
"""The greatest ratio of the time with all events to the time with the demo data, whose counts are small."""
FIGURES = "SysAdmin Home"
"""It counts all events of 30 days, so its time grows with them."""
DEEP = 20
"""The number of pages of 100 events that are read by cursor to reach the deep page."""
FILL = """
insert into {table} (type, created, organisation_id, created_by_user_id, relationship_id, subject_user_id, args)
select
    (array['user.login', 'user.viewed.organisation', 'rfx.sent', 'ncr.added', 'user.viewed.user', 'messageThread.replied'])
        [1 + n %% 6],
    cast(%(begin)s as timestamptz) + (cast(%(end)s as timestamptz) - %(begin)s) * n / (%(count)s + 1),
    case when n %% {share} = 0 then %(tenant)s else others.ids[1 + n %% cardinality(others.ids)] end,
    case when n %% {share} <> 0 then null when n / {share} %% 4 = 0 then %(user)s else %(colleague)s end,
    case when n %% {share} = 0 and n / {share} %% 3 = 0 then related.ids[1 + n %% cardinality(related.ids)] end,
    case when n %% {share} = 0 and n / {share} %% 9 = 0 then %(user)s end,
    jsonb_build_object('organisationId', n, 'organisationName', 'Measured ' || n, 'byUserName', 'Measured')
from generate_series(1, %(count)s) n,
    (select array_agg(id) ids from organisation where id <> %(tenant)s and not is_placeholder) others,
    (select array_agg(id) ids from relationship where organisation_id = %(tenant)s) related
"""


def run(world: World) -> Iterator[Row]:
    """Measure with the demo data, then with `sizes.events` events."""
    calls = {**_pages(world), **_writes(world)}
    few = _measure(world, calls)
    _grow(world)
    calls = {**_pages(world), **_writes(world)}
    many = _measure(world, calls)
    speed = many["speed"].p50 / few["speed"].p50
    for name in calls:
        if name == FIGURES:
            yield Row(
                figure=f"{name}, of 30 days of {world.sizes.events:,} events",
                measured=many[name].p50,
                goal=1_000,
            )
            continue
        yield Row(
            figure=f"{name}, {world.sizes.events:,} events", measured=many[name].p50, baseline=few[name].p50 * speed,
            against="the same with the demo data, at this minute's speed", goal=GROWTH, of="ratio",
            tail=many[name].tail,
        )  # fmt: skip


def _measure(world: World, calls: dict[str, Call]) -> dict[str, Times]:
    times = in_turns(*calls.values(), steady, seconds=world.sizes.seconds * 2)
    return dict(zip([*calls, "speed"], times, strict=True))


def _pages(world: World) -> dict[str, Call]:
    buyer, admin = world.person(), world.person(ADMIN)
    tenant_id = world.value("select organisation_id from app_user where email = %s", buyer.email)
    user_id = world.value("select id from app_user where email = %s", buyer.email)
    relationship_id = world.value(
        "select min(relationship_id) from event_log where organisation_id = %s", tenant_id
    )
    views = "&".join(f"types={each}" for each in sorted(VIEW_TYPES))
    pages = {
        "Activity Feed": "/api/eventLog",
        "Recently Viewed": f"/api/eventLog?{views}",
        "journal of a supplier": f"/api/eventLog?relationshipId={relationship_id}",
        "journal of a user": f"/api/eventLog?subjectUserId={user_id}",
        "notifications": "/api/notification",
    }
    calls: dict[str, Call] = {
        name: partial(ask, world.app, path, buyer.headers) for name, path in pages.items()
    }
    cursor = None
    for _ in range(DEEP):
        query = "pageSize=100" + (f"&cursor={cursor}" if cursor else "")
        header = ask(world.app, f"/api/eventLog?{query}", buyer.headers).headers["X-Pagination"]
        cursor = json.loads(header)["nextCursor"] or cursor
    calls["Activity Feed, a deep page"] = partial(
        ask, world.app, f"/api/eventLog?pageSize=10&cursor={cursor}", buyer.headers
    )
    calls["Home"] = partial(ask, world.app, "/home", buyer.page_headers)
    calls[FIGURES] = partial(ask, world.app, "/sysadmin/home", admin.page_headers)
    return calls


def _writes(world: World) -> dict[str, Call]:
    with world.app.app_context():
        actor = actor_of_user(user_of(world.person().email).id)

    def write() -> None:
        with world.working():
            record("organisation.updated", actor=actor, organisationId=1, organisationName="Measured")

    def view() -> None:
        with world.working():
            record_view("user.viewed.organisation", actor=actor, key="organisationId", organisationId=1)

    return {"an event written": write, "a view recorded": view}


def _grow(world: World) -> None:
    """Replace the first partition by 36 monthly ones, and fill them before they are attached, which is faster."""
    started = time.monotonic()
    with world.working():
        buyer = user_of(world.person().email)
        tenant_id, user_id = buyer.organisation_id, buyer.id
    colleague_id = world.value(
        "select max(id) from app_user where organisation_id = %s and id <> %s and type = 'USER'",
        tenant_id,
        user_id,
    )
    run = world.connection.execute
    run("alter table event_log detach partition event_log_first")
    run("alter table event_log_first rename to event_log_demo")
    months = [month_start(now(), -back) for back in range(MONTHS - 1, -1, -1)]
    for index, begin in enumerate(months):
        end = month_start(begin, 1)
        table = f"event_log_{begin:%Y_%m}"
        bounds = f"from ('{begin.isoformat()}') to ('{end.isoformat()}')"
        run(f"create table {table} (like event_log including defaults)")
        each = {"begin": begin, "end": min(end, now()), "count": world.sizes.events // MONTHS}
        parameters = {**each, "tenant": tenant_id, "user": user_id, "colleague": colleague_id}
        run(FILL.format(table=table, share=TENANT_SHARE), parameters)
        run(f"alter table event_log attach partition {table} for values {bounds}")
        if index == 0:
            run(
                f"create table event_log_first partition of event_log for values from (minvalue) to ('{begin.isoformat()}')"
            )
    run("insert into event_log select * from event_log_demo")
    run("drop table event_log_demo")
    tidy(world, "event_log")
    world.notes.append(f"Creating {world.sizes.events:,} events took {time.monotonic() - started:.0f} s.")
