"""Two rounds of a long questionnaire, and the open RFxs of an earlier revision: endpoints, next to bare statements."""

from collections.abc import Iterator

from bench import forms
from bench.bare import bare_statement
from bench.measure import ask, in_turns
from bench.table import Row
from bench.world import World

QUESTIONS = 500
GOAL = 200
"""Milliseconds."""
BARE = """
select r.id, (select json_agg(v) from form_value v where v.rfx_id = r.id and v.is_current) as values,
  (select json_agg(f.doc) from rfx_doc_form d join doc_form f on f.id = d.doc_form_id where d.rfx_id = r.id) as docs
from rfx r where r.id in (%s, %s)
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
