"""An RFx with 40 parts: the statements and the time of the respondent's page, next to the same page without parts."""

from collections.abc import Iterator
from functools import partial

from bench import forms
from bench.measure import ask, in_turns, statements
from bench.table import Row
from bench.world import SUPPLIER, World

PARTS = 40
FIELDS = 200
GOAL = 400
FILL = """
insert into rfx_part (rfx_id, title, keys, assignee_user_id, status, asked_by_user_id, created)
select r.id, 'Part ' || n, coalesce((select array_agg(key) from form_value v where v.rfx_id = r.id and v.is_current), '{}'),
       u.id, 'ASKED', u.id, now()
from rfx r join app_user u on u.organisation_id = r.with_organisation_id and lower(u.email) = %s, generate_series(1, %s) n
where r.id = %s
"""


def measure_parts(world: World) -> Iterator[Row]:
    """Measure the page of an RFx with `FIELDS` questions, all of them in each part."""
    questions = forms.questionnaire(FIELDS)
    plain, shared = (
        forms.send(world, questions, title=title, answers=forms.ANSWERS).id for title in ("Alone", "Shared")
    )
    with world.connection.transaction():
        world.connection.execute(FILL, [SUPPLIER, PARTS, shared])
    person = world.person(SUPPLIER)
    pages = [partial(ask, world.app, f"/rfx/{rfx_id}", person.page_headers) for rfx_id in (plain, shared)]
    counts = []
    for page in pages:
        page()
        with world.app.app_context(), statements() as recorded:
            page()
        counts.append(len(recorded))
    yield Row(
        figure=f"statements of the page of an RFx with {PARTS} parts", measured=counts[1], baseline=counts[0],
        against="an RFx without parts", unit="", goal=counts[0],
    )  # fmt: skip
    without, taken = in_turns(*pages, seconds=world.sizes.seconds)
    yield Row(
        figure=f"page of an RFx with {PARTS} parts, p95", measured=taken.p95, baseline=without.p95,
        against="an RFx without parts, p95", goal=GOAL, tail=taken.tail,
    )  # fmt: skip
