"""Two rounds of a long questionnaire, and a page of open RFxs of an earlier revision, next to bare statements."""

from collections.abc import Iterator

from app.accounts.public import actor_of_user
from app.extensions import db
from app.forms.models import DocForm
from app.rfx.operations.sending import create_rfx
from bench import forms
from bench.bare import bare_statement
from bench.measure import ask, in_turns, statements
from bench.table import Row
from bench.world import BUYER, SUPPLIER, Person, World, user_of

QUESTIONS = 500
OPEN_RFXS = 20
"""Open RFxs on a page, each with all questions answered."""
OFFERED = 256
"""Answers of an earlier round that an RFx offers."""
OFFERED_GOAL = 60
GOAL = 200
PAGE_GOAL = 1_000
"""Milliseconds. A page compares ten thousand answers with two revisions."""
BARE = """
select r.id, (select json_agg(v) from form_value v where v.rfx_id = r.id and v.is_current) as values,
  (select json_agg(f.doc) from rfx_doc_form d join doc_form f on f.id = d.doc_form_id where d.rfx_id = r.id) as docs
from rfx r where r.id in (%s, %s)
"""
BARE_PAGE = """
select r.id, (select json_agg(v) from form_value v where v.rfx_id = r.id and v.is_current) as values
from rfx r join rfx_doc_form d on d.rfx_id = r.id where d.doc_form_id = %s
"""
COPIED_ANSWERS = """
insert into form_value (rfx_id, doc_form_id, key, fid, type, iteration, is_current, value, organisation_id,
                        created_by_user_id, updated)
select copy.id, doc_form_id, key, fid, v.type, iteration, is_current, value, v.organisation_id, v.created_by_user_id, now()
from form_value v cross join unnest(%s::bigint[]) copy (id) where v.rfx_id = %s and is_current
"""


def run(world: World) -> Iterator[Row]:
    """Measure two answered RFxs with the same parties."""
    earlier, sent = (
        forms.send(world, forms.questionnaire(QUESTIONS), title=title, answers=forms.ANSWERS)
        for title in ("A first round of 500 questions", "A second round of 500 questions")
    )
    person = world.person()
    path = f"/api/rfx/{sent.id}/difference?with={earlier.id}"
    product, bare = in_turns(
        lambda: ask(world.app, path, person.headers),
        bare_statement(world.connection, BARE, earlier.id, sent.id),
        seconds=world.sizes.seconds,
    )
    yield Row(
        figure=f"what changed in {QUESTIONS} questions by the API", measured=product.p50, baseline=bare.p50,
        against="bare statement of the same data", goal=GOAL, tail=product.tail,
    )  # fmt: skip
    yield from _second_round(world)
    yield _open_rfxs(world, person, earlier)


def _second_round(world: World) -> Iterator[Row]:
    """Open an RFx that offers the answers of an earlier round next to the same one that began blank, and confirm them."""
    first = forms.send(
        world, forms.questionnaire(OFFERED), title="A round to carry forward", answers=forms.ANSWERS
    )
    world.connection.execute("update rfx set status = 'COMPLETED', closed = now() where id = %s", [first.id])
    with world.working():
        form = db.session.get_one(DocForm, first.form_id)
        buyer, supplier = user_of(BUYER), user_of(SUPPLIER)
        blank_id, round_id = (
            create_rfx(
                actor=actor_of_user(buyer.id), to=[supplier], thread_id=None, title=title, forms=[form],
                previous_rfx_id=previous_id,
            ).rfx.id
            for title, previous_id in (("A blank round", None), ("A second round", first.id))
        )  # fmt: skip
    person = world.person(SUPPLIER)
    page, blank = in_turns(
        lambda: ask(world.app, f"/rfx/{round_id}", person.page_headers),
        lambda: ask(world.app, f"/rfx/{blank_id}", person.page_headers),
        seconds=world.sizes.seconds,
    )
    yield Row(
        figure=f"the page of an RFx with {OFFERED} answers to confirm", measured=page.p50, baseline=blank.p50,
        against="the page of the same RFx without them", goal=OFFERED_GOAL, tail=page.tail,
    )  # fmt: skip
    with world.app.app_context(), statements() as recorded:
        ask(world.app, f"/api/rfx/{round_id}", person.headers)
    yield Row(
        figure=f"statements of an RFx with {OFFERED} answers to confirm",
        measured=len(recorded),
        unit="",
        goal=11,
    )
    keys = [key for key, _ in first.fields]
    confirmation = f"/api/rfx/{round_id}/confirmation"
    with world.app.app_context(), statements() as recorded:
        ask(world.app, confirmation, person.headers, method="POST", body={"keys": keys})
    yield Row(
        figure=f"statements of the confirmation of {OFFERED} answers",
        measured=len(recorded),
        unit="",
        goal=30,
    )


def _open_rfxs(world: World, person: Person, sent: forms.Sent) -> Row:
    """Publish another revision of the form, and measure the page of the RFxs that still use the earlier one."""
    with world.working():
        buyer, supplier = user_of(BUYER), user_of(SUPPLIER)
        form = db.session.get_one(DocForm, sent.form_id)
        copies = [
            create_rfx(
                actor=actor_of_user(buyer.id),
                to=[supplier],
                thread_id=None,
                title=f"Copy {number}",
                forms=[form],
            ).rfx.id
            for number in range(OPEN_RFXS - 1)
        ]
    world.connection.execute(COPIED_ANSWERS, [copies, sent.id])
    path = f"/api/docForm/{sent.form_id}"
    stored = ask(world.app, path, person.headers).json()
    blocks = [*stored["doc"]["doc"]["content"][:-1], forms.field(QUESTIONS, "TEXT", required=True)]
    doc = {**stored["doc"], "doc": {**stored["doc"]["doc"], "content": blocks}}
    body = {"title": stored["title"], "doc": doc, "version": stored["version"]}
    draft = ask(world.app, path, person.headers, method="PUT", body=body).json()
    published = f"/api/docForm/{draft['id']}"
    version = {"version": ask(world.app, published, person.headers).json()["version"]}
    ask(world.app, f"{published}/publish", person.headers, method="POST", body=version)
    page = f"{published}/openRfx?pageSize={OPEN_RFXS}"
    if len(ask(world.app, page, person.headers).json()) != OPEN_RFXS:
        raise RuntimeError("the page does not list all RFxs of the earlier revision")
    product, bare = in_turns(
        lambda: ask(world.app, page, person.headers),
        bare_statement(world.connection, BARE_PAGE, sent.form_id),
        seconds=world.sizes.seconds,
    )
    return Row(
        figure=f"{OPEN_RFXS} open RFxs of {QUESTIONS} questions with an earlier revision", measured=product.p50,
        baseline=bare.p50, against="bare statement of the same answers", goal=PAGE_GOAL, tail=product.tail,
    )  # fmt: skip
