"""One supplier, one saved answer, one long RFx: times and statement counts, with bare statements as baseline."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from bench import forms
from bench.bare import bare_statement
from bench.data import grow_answers
from bench.measure import Times, ask, in_turns, statements
from bench.table import Row
from bench.world import SUPPLIER, Person, World

QUESTIONS = 256
BARE_SUPPLIER = """
select o.*, row_to_json(r) as relationship,
  (select json_agg(json_build_object('id', t.id, 'name', t.name)) from relationship_tag rt
   join tag t on t.id = rt.tag_id where rt.relationship_id = r.id) as tags,
  (select json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'jobTitle', u.job_title))
   from app_user u where u.organisation_id = o.id) as users
from organisation o left join relationship r on r.with_organisation_id = o.id and r.organisation_id = %s
where o.id = %s
"""
BARE_RFX = """
select r.*, (select json_agg(f.doc) from rfx_doc_form d join doc_form f on f.id = d.doc_form_id where d.rfx_id = r.id)
  as docs, (select json_agg(v) from form_value v where v.rfx_id = r.id and v.is_current) as values
from rfx r where r.id = %s
"""
ACTION = "select min(id) from corrective_action where state = 'CONTAINED'"
ACTION_NCR = "select ncr_id from corrective_action where id = %s"
BARE_ACTION = """
select a.*, row_to_json(n) as ncr, (select json_agg(s) from corrective_step s where s.action_id = a.id) as steps
from corrective_action a join non_conformance n on n.id = a.ncr_id where a.id = %s
"""
BARE_OLD = "update form_value set is_current = false where rfx_id = %s and key = %s and is_current"
BARE_NEW = """
insert into form_value (rfx_id, doc_form_id, key, fid, type, iteration, is_current, value, organisation_id,
                        created_by_user_id, updated)
select rfx_id, doc_form_id, key, fid, type, iteration + 1, true, %s::jsonb, organisation_id, created_by_user_id, now()
from form_value where rfx_id = %s and key = %s order by iteration desc limit 1
"""


def run(world: World) -> Iterator[Row]:
    """Measure with many other answers and organisations in the database."""
    sent = forms.send(
        world, forms.questionnaire(QUESTIONS), title="A form of 256 questions", answers=forms.ANSWERS
    )
    grow_answers(world, rfx_id=sent.id, to=world.sizes.answers)
    yield from _supplier(world, world.person())
    yield from _saving(world, world.person(SUPPLIER), sent)
    yield from _loading(world, world.person(SUPPLIER), sent)
    yield from _correcting(world, world.person(SUPPLIER))


def _supplier(world: World, person: Person) -> Iterator[Row]:
    tenant_id = world.value("select organisation_id from app_user where email = %s", person.email)
    supplier_id = world.value("select organisation_id from app_user where email = %s", SUPPLIER)
    path = f"/api/organisation/{supplier_id}"
    product, bare = in_turns(
        lambda: ask(world.app, path, person.headers),
        bare_statement(world.connection, BARE_SUPPLIER, tenant_id, supplier_id),
        seconds=world.sizes.seconds,
    )
    yield _timed("a supplier's details", product, bare, goal=10)


def _saving(world: World, person: Person, sent: forms.Sent) -> Iterator[Row]:
    path = f"/api/rfx/{sent.id}/value"
    key, other = sent.of_type("TEXT")[:2]
    iterations, numbers = count(1), count(1)

    def save() -> None:
        iteration = next(iterations)
        body = {"values": {key: {"value": f"Answer {iteration}", "baseIteration": iteration}}}
        saved = ask(world.app, path, person.headers, method="PUT", body=body).json()
        if key not in saved["saved"]:
            raise RuntimeError(f"an answer was not saved: {saved}")

    def bare() -> None:
        with world.connection.transaction():
            world.connection.execute(BARE_OLD, [sent.id, other])
            world.connection.execute(BARE_NEW, [f'"Answer {next(numbers)}"', sent.id, other])

    yield _statements(world, "one answer saved", save, goal=10)
    product, baseline = in_turns(save, bare, seconds=world.sizes.seconds)
    yield _timed(f"one answer saved, among {world.sizes.answers:,}", product, baseline, goal=13)


def _loading(world: World, person: Person, sent: forms.Sent) -> Iterator[Row]:
    path = f"/api/rfx/{sent.id}"

    def load() -> None:
        ask(world.app, path, person.headers)

    yield _statements(world, f"an RFx of {QUESTIONS} questions", load, goal=10)
    product, bare = in_turns(
        load, bare_statement(world.connection, BARE_RFX, sent.id), seconds=world.sizes.seconds
    )
    yield _timed(f"an RFx of {QUESTIONS} questions by the API", product, bare, goal=100)
    page, bare = in_turns(
        lambda: ask(world.app, f"/rfx/{sent.id}", person.page_headers),
        bare_statement(world.connection, BARE_RFX, sent.id),
        seconds=world.sizes.seconds,
    )
    yield _timed(f"the page of an RFx of {QUESTIONS} questions", page, bare, goal=25)


def _correcting(world: World, person: Person) -> Iterator[Row]:
    action_id = world.value(ACTION)
    path = f"/ncr/{world.value(ACTION_NCR, action_id)}/correctiveAction"
    page, bare = in_turns(
        lambda: ask(world.app, path, person.page_headers),
        bare_statement(world.connection, BARE_ACTION, action_id),
        seconds=world.sizes.seconds,
    )
    yield _timed("the page of a corrective action", page, bare, goal=40)


def _timed(figure: str, product: Times, bare: Times, *, goal: float) -> Row:
    return Row(
        figure=figure, measured=product.p50, baseline=bare.p50, against="bare statements of the same data",
        goal=goal, tail=product.tail,
    )  # fmt: skip


def _statements(world: World, figure: str, call: Callable[[], Any], *, goal: float) -> Row:
    with world.app.app_context(), statements() as recorded:
        call()
    return Row(figure=f"statements of {figure}", measured=len(recorded), unit="", goal=goal)
