"""Lists: against a bare response with the same rows, with growing tables, and their statements, totals and searches."""

import json
import random
from collections.abc import Iterator
from functools import partial

from app.network.queries.directory import directory
from bench.bare import BareList, bare_statement
from bench.data import grow_directory
from bench.measure import Times, ask, in_turns, statements, timed
from bench.table import Row
from bench.world import Person, World, user_of

DIRECTORY = "/api/organisation?allOrganisations=true"
RELATED = "/api/organisation?evaluationSuppliers=true&approvedSuppliers=true&preferredSuppliers=true&contractedSuppliers=true"
SMALL = 1_000
RARE = "c4ca4238a0"
"""The beginning of md5('1'), which hardly any of the generated names contains."""
DEEP = 40
"""The number of pages of 100 rows that are read by cursor to reach the deep page."""
LISTS = {
    "organisations": DIRECTORY,
    "contacts": "/api/user?",
    "RFxs": "/api/rfx?",
    "messages": "/api/messageThread?",
    "forms": "/api/docForm?",
}
PAGES = (
    "/home", "/messages", "/contacts", "/organisations", "/rfx", "/assessment", "/ncr", "/forms", "/question",
    "/setup/organisation", "/setup/roles",
)  # fmt: skip
STEADY = json.dumps([{"id": number, "name": f"Organisation {number}"} for number in range(1000)])
SEARCHES = 30
BARE_SEARCH = """
select o.id, o.name from organisation o where folded(o.name) like folded(%s) and o.status = 'CONFIRMED'
order by lower(o.name), o.id limit 16
"""
BARE_COUNT = (
    "select count(*) from (select 1 from organisation where status = 'CONFIRMED' limit 10001) as counted"
)


def run(world: World) -> Iterator[Row]:
    """Measure the directory with 1,000 organisations, then with `sizes.organisations`."""
    person = world.person()
    with world.app.app_context():
        tenant_id = user_of(person.email).organisation_id
    grow_directory(world, to=SMALL, tenant_id=tenant_id)
    for rows, goal in ((16, 7), (100, 3)):
        yield _against_bare(world, person, tenant_id=tenant_id, rows=rows, goal=goal)
    small, speed = _pages(world, person)
    grow_directory(world, to=world.sizes.organisations, tenant_id=tenant_id)
    person = world.person()
    large, later_speed = _pages(world, person)
    for name, times in large.items():
        yield Row(
            figure=f"{name}, of {world.sizes.organisations:,} organisations",
            measured=times.p50, baseline=small[name].p50 * later_speed.p50 / speed.p50,
            against=f"the same page of {SMALL:,}, at this minute's speed",
            goal=2, of="ratio", tail=times.tail,
        )  # fmt: skip
    yield _statements(world, person)
    yield _statements_of_pages(world, person)
    yield _total(world, person)
    yield _search(world, person)
    yield _country(world, person)


def _against_bare(world: World, person: Person, *, tenant_id: int, rows: int, goal: float) -> Row:
    bare = BareList(world.connection, tenant_id, rows)
    path = f"{DIRECTORY}&pageSize={rows}"
    response, bare_rows = ask(world.app, path, person.headers).json(), ask(bare, "/").json()
    if [row["id"] for row in response] != [row["id"] for row in bare_rows]:
        raise RuntimeError("the baseline returns other rows than the product")
    product, baseline = in_turns(
        lambda: ask(world.app, path, person.headers), lambda: ask(bare, "/"), seconds=world.sizes.seconds
    )
    return Row(
        figure=f"list API, {rows} organisations", measured=product.p50, baseline=baseline.p50,
        against="bare WSGI, psycopg and json", goal=goal, of="ratio", tail=product.tail,
    )  # fmt: skip


def _pages(world: World, person: Person) -> tuple[dict[str, Times], Times]:
    """Return the times of the first page and of deep pages, by number and by cursor, and the times of `steady`."""
    paths = {
        "first page": DIRECTORY,
        "page 50": f"{DIRECTORY}&page=50",
        "deep page by cursor": f"{DIRECTORY}{_deep_cursor(world, person)}",
        "search by name": f"{DIRECTORY}&name={RARE}",
        "first page of the tenant's suppliers": RELATED,
        "page 10 of the tenant's suppliers": f"{RELATED}&page=10",
    }
    calls = [partial(ask, world.app, path, person.headers) for path in paths.values()]
    *times, speed = in_turns(*calls, steady, seconds=3 * world.sizes.seconds)
    return dict(zip(paths, times, strict=True)), speed


def steady() -> None:
    """Do a fixed amount of CPU work, to measure the current speed of the machine.

    A minute passes between the measurements with few and with many organisations, and by then a machine with shared
    processors may be half or twice as fast.
    """
    json.dumps(json.loads(STEADY))


def _deep_cursor(world: World, person: Person) -> str:
    """Return the cursor after 40 pages of 100 rows, or after the last page, as a part of the query string."""
    after = ""
    for _ in range(DEEP):
        headers = ask(world.app, f"{DIRECTORY}&pageSize=100{after}", person.headers).headers
        cursor = json.loads(headers["X-Pagination"])["nextCursor"]
        if cursor is None:
            break
        after = f"&cursor={cursor}"
    return after


def _statements(world: World, person: Person) -> Row:
    """Return the list with the most statements for 100 rows. Raises RuntimeError if a list needs more than for one row."""
    counts = {}
    with world.app.app_context():
        for name, path in LISTS.items():
            of_sizes = []
            for rows in (1, 100):
                with statements() as recorded:
                    ask(world.app, f"{path}&pageSize={rows}", person.headers)
                of_sizes.append(len(recorded))
            counts[name] = of_sizes
    growing = [name for name, (one, hundred) in counts.items() if hundred > one]
    if growing:
        raise RuntimeError(f"more statements for 100 rows than for 1: {', '.join(growing)}")
    name, (one, hundred) = max(counts.items(), key=lambda item: item[1][1])
    return Row(
        figure=f"statements of a list of 100 rows, the most of {len(LISTS)} lists ({name})", measured=hundred,
        unit="", baseline=one, against="the same list of 1 row", goal=8,
    )  # fmt: skip


def _statements_of_pages(world: World, person: Person) -> Row:
    """Return the page with the most statements, including authentication, the counts of the navigation and all its lists."""
    counts = {}
    with world.app.app_context():
        for path in PAGES:
            with statements() as recorded:
                ask(world.app, path, person.page_headers)
            counts[path] = len(recorded)
    most = max(counts, key=lambda path: counts[path])
    return Row(
        figure=f"statements of a whole page, the most of {len(PAGES)} ({most})", measured=counts[most], unit="",
        baseline=min(counts.values()), against="the page with the fewest", goal=13,
    )  # fmt: skip


def _total(world: World, person: Person) -> Row:
    """Measure the total of all organisations as a separate statement; a page gets it in the statement of its rows."""
    header = ask(world.app, DIRECTORY, person.headers).headers["X-Pagination"]
    total = json.loads(header)
    expected = min(10_000, world.value("select count(*) from organisation"))
    if abs(total["total"] - expected) > 100 or total["capped"] != (expected == 10_000):
        raise RuntimeError(f"the directory returned the total {header}")
    bare = bare_statement(world.connection, BARE_COUNT)
    with world.app.app_context():
        viewer_id = user_of(person.email).organisation_id
        listing = directory("name", (), are_few=False)
        times, bare_times = in_turns(
            lambda: listing.total(viewer_id=viewer_id), bare, seconds=world.sizes.seconds
        )
    return Row(
        figure="total of a list, exact to 10,000", measured=times.p50, baseline=bare_times.p50,
        against="bare count of 10,001 rows", goal=5, tail=times.tail,
    )  # fmt: skip


def _search(world: World, person: Person) -> Row:
    """Search the directory for random organisations, letter by letter from the fifth letter."""
    chooser = random.Random(7)
    last = world.value("select max(id) from organisation")
    words = [
        world.value(
            "select split_part(name, ' ', 2) from organisation where id = %s",
            chooser.randrange(last // 2, last),
        )
        for _ in range(SEARCHES)
    ]
    typed = [word[:length] for word in words for length in range(5, 10)]
    taken, bare_taken = [], []
    for term in typed:
        path = f"{DIRECTORY}&search={term}"
        taken.append(timed(partial(ask, world.app, path, person.headers)))
        bare_taken.append(timed(bare_statement(world.connection, BARE_SEARCH, f"%{term}%")))
    times = Times.of(taken)
    return Row(
        figure=f"search as typed, p95, of {last:,} organisations", measured=times.p95,
        baseline=Times.of(bare_taken).p95, against="bare statement of the same rows", goal=50, tail=times.tail,
    )  # fmt: skip


def _country(world: World, person: Person) -> Row:
    """Filter the directory, most of whose organisations are in one country, by a country without organisations."""
    path = f"{DIRECTORY}&country=NZL"
    taken, speed = in_turns(
        partial(ask, world.app, path, person.headers), steady, seconds=world.sizes.seconds / 2
    )
    count = world.value("select count(*) from organisation")
    return Row(
        figure=f"organisations of a rare country, p95, of {count:,}", measured=taken.p95, baseline=speed.p95,
        against="work of the processor alone, p95", goal=50, tail=taken.tail,
    )  # fmt: skip
