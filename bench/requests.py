"""One request to 300 suppliers: its page, the statements of the page, and its award."""

from collections.abc import Iterator
from functools import partial

from bench.lists import steady
from bench.measure import ask, in_turns, statements
from bench.table import Row
from bench.world import Person, World

SUPPLIERS = 300
GOAL = 300
CREATE = """
insert into rfx_request (organisation_id, created_by_user_id, type, title, message_html, state, created, sent_date)
values (%s, %s, 'RFI', 'Measured request', '', 'OPEN', now(), now()) returning id
"""
FILL = """
with chosen as (
  select id from rfx where organisation_id = %s and assessment_id is null order by id desc limit %s
)
update rfx set request_id = %s from chosen where rfx.id = chosen.id
"""


def measure_request(world: World, person: Person, *, tenant_id: int, user_id: int) -> Iterator[Row]:
    """Measure the page of a request, whose RFxs are taken from the tenant's."""
    with world.connection.transaction():
        request_id = world.value(CREATE, tenant_id, user_id)
        world.connection.execute(FILL, [tenant_id, SUPPLIERS, request_id])
    count = world.value("select count(*) from rfx where request_id = %s", request_id)
    page = partial(ask, world.app, f"/rfx/request/{request_id}", person.page_headers)
    rows = partial(ask, world.app, f"/api/rfxRequest/{request_id}/rfx", person.headers)
    award = partial(ask, world.app, f"/api/rfxRequest/{request_id}/award", person.headers)
    page()
    with world.app.app_context(), statements() as recorded:
        page()
    yield Row(
        figure=f"statements of the page of a request to {count} suppliers",
        measured=len(recorded),
        unit="",
        goal=14,
    )
    taken, listed, speed = in_turns(page, rows, steady, seconds=world.sizes.seconds)
    decided, _, speed_then = in_turns(award, rows, steady, seconds=world.sizes.seconds)
    yield Row(
        figure=f"award of a request to {count} suppliers, p95", measured=decided.p95, baseline=speed_then.p95,
        against="work of the processor alone, p95", goal=GOAL, tail=decided.tail,
    )  # fmt: skip
    for name, times in (("page", taken), ("rows by the API", listed)):
        yield Row(
            figure=f"{name} of a request to {count} suppliers, p95", measured=times.p95, baseline=speed.p95,
            against="work of the processor alone, p95", goal=GOAL, tail=times.tail,
        )  # fmt: skip
