"""An RFx with 40 parts, to answer or to review: statements and time of the page of their party, next to one without parts."""

from collections.abc import Iterator
from functools import partial

from bench import forms
from bench.measure import ask, in_turns, statements
from bench.table import Row
from bench.world import BUYER, SUPPLIER, World

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


FILL_REVIEWS = """
with task as (
  insert into user_task (type, status, is_open, title, subject_type, subject_id, subject_title, organisation_id,
    assigned_organisation_id, assigned_user_id, created)
  select 'REVIEW_PART', 'OPEN', true, 'Part ' || n, 'rfx', r.id, r.title, r.organisation_id, r.organisation_id, u.id, now()
  from rfx r join app_user u on u.organisation_id = r.organisation_id and lower(u.email) = %s, generate_series(1, %s) n
  where r.id = %s
  returning id, title, subject_id, assigned_user_id
)
insert into rfx_review_part (rfx_id, title, keys, reviewer_user_id, status, asked_by_user_id, task_id, created)
select t.subject_id, t.title,
       coalesce((select array_agg(key) from form_value v where v.rfx_id = t.subject_id and v.is_current), '{}'),
       t.assigned_user_id, 'ASKED', t.assigned_user_id, t.id, now()
from task t
"""


def measure_parts(world: World) -> Iterator[Row]:
    """Measure the pages of an RFx with `FIELDS` questions, all of them in each part, for its two parties."""
    yield from _measure(world, SUPPLIER, FILL, "parts")
    yield from _measure(world, BUYER, FILL_REVIEWS, "parts to review")


def _measure(world: World, email: str, fill: str, parts: str) -> Iterator[Row]:
    questions = forms.questionnaire(FIELDS)
    plain, shared = (
        forms.send(world, questions, title=f"{title} {parts}", answers=forms.ANSWERS).id
        for title in ("Without", "With")
    )
    with world.connection.transaction():
        world.connection.execute(fill, [email, PARTS, shared])
    person = world.person(email)
    pages = [partial(ask, world.app, f"/rfx/{rfx_id}", person.page_headers) for rfx_id in (plain, shared)]
    counts = []
    for page in pages:
        page()
        with world.app.app_context(), statements() as recorded:
            page()
        counts.append(len(recorded))
    yield Row(
        figure=f"statements of the page of an RFx with {PARTS} {parts}", measured=counts[1], baseline=counts[0],
        against=f"an RFx without {parts}", unit="", goal=counts[0],
    )  # fmt: skip
    without, taken = in_turns(*pages, seconds=world.sizes.seconds)
    yield Row(
        figure=f"page of an RFx with {PARTS} {parts}, p95", measured=taken.p95, baseline=without.p95,
        against=f"an RFx without {parts}, p95", goal=GOAL, tail=taken.tail,
    )  # fmt: skip
