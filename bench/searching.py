"""The search over all types, among the records of a big tenant and a million organisations."""

from collections.abc import Iterator
from functools import partial
from urllib.parse import quote

from bench.data import grow_directory
from bench.lists import steady
from bench.measure import Times, ask, in_turns, statements, timed
from bench.records import COMMON, FREQUENT, grow_records
from bench.table import Row
from bench.world import Person, World, user_of

GOAL = 60
ROUNDS = 12
RARE = "c4ca4238a0"
TYPED = (
    "#1188",
    "1188",
    "okafor",
    "ab",
    "lot 4471",
    "L-100417",
    COMMON,
    FREQUENT,
    "qualification",
    "no such thing",
)
"""Texts of one round, in addition to a rare word, letter by letter: numbers of records and of suppliers, names, and words of many and of all records."""
RECENT = "&".join(f"recent=rfx:{number}" for number in range(1, 31))


def run(world: World) -> Iterator[Row]:
    """Grow the tenant, then type in the palette."""
    person = world.person()
    with world.app.app_context():
        user = user_of(person.email)
        tenant_id, user_id = user.organisation_id, user.id
    grow_directory(world, to=world.sizes.organisations, tenant_id=tenant_id)
    grow_records(world, tenant_id=tenant_id, user_id=user_id, to=world.sizes.records)
    person = world.person()
    paths = _paths()
    for path in paths:
        _check(world, person, path)
    times = Times.of(
        [timed(partial(ask, world.app, path, person.headers)) for _ in range(ROUNDS) for path in paths]
    )
    speed = Times.of([timed(steady) for _ in range(ROUNDS * len(paths))])
    yield Row(
        figure=f"search over all types as typed, p95, of {world.sizes.organisations:,} organisations and "
        f"{world.sizes.records:,} records of each kind",
        measured=times.p95, baseline=speed.p95, against="work of the processor alone, p95", goal=GOAL, tail=times.tail,
    )  # fmt: skip
    taken, speed = in_turns(
        partial(ask, world.app, f"/api/search?{RECENT}", person.headers),
        steady,
        seconds=world.sizes.seconds / 2,
    )
    yield Row(
        figure="recently viewed records of the palette, p95", measured=taken.p95, baseline=speed.p95,
        against="work of the processor alone, p95", goal=GOAL, tail=taken.tail,
    )  # fmt: skip
    with world.app.app_context(), statements() as recorded:
        ask(world.app, paths[0], person.headers)
    yield Row(figure="statements of the search over all types", measured=len(recorded), unit="", goal=12)


def _paths() -> list[str]:
    words = [RARE[:length] for length in range(3, len(RARE) + 1)]
    return [f"/api/search?q={quote(text)}" for text in (*TYPED, *words)]


def _check(world: World, person: Person, path: str) -> None:
    """Raise RuntimeError if a type is left out of the response."""
    # The first statement of a shape is built, and reads from the disk.
    ask(world.app, path, person.headers)
    skipped = ask(world.app, path, person.headers).json()["skipped"]
    if skipped:
        raise RuntimeError(f"{path} left out {', '.join(each['type'] for each in skipped)}")
