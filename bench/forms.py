"""Long forms that the demo buyer sends to the demo supplier, with answers."""

from dataclasses import dataclass
from typing import Any

from app.accounts.public import actor_of_user
from app.forms.public import DocFormType, add_published_form
from app.rfx.operations.sending import create_rfx
from app.rfx.operations.values import NewValue, save_values
from bench.measure import ask
from bench.world import BUYER, SUPPLIER, World, user_of

Node = dict[str, Any]

SECTION = 25
CONDITIONAL = 10
"""Every tenth field is visible only after a yes."""
OPTIONS = [{"value": value, "label": f"Choice {value}"} for value in ("a", "b", "c")]
KINDS = ("TEXT", "TEXT", "NUMBER", "YESNO", "SINGLE_CHOICE", "TEXTAREA", "TEXT", "DATE", "TEXT", "TEXT")
"""The field types of the long form, repeated in this order."""
ANSWERS: dict[str, Any] = {
    "TEXT": "TÜV SÜD 12 100 48822",
    "NUMBER": "42.5",
    "YESNO": True,
    "SINGLE_CHOICE": "a",
    "TEXTAREA": "We contain the affected lots within 24 hours and tell our customers by telephone.",
    "DATE": "2026-03-31",
}


@dataclass(frozen=True, slots=True)
class Sent:
    """A sent RFx: its form, and its fields as (value key, type) in document order."""

    id: int
    form_id: int
    fields: list[tuple[str, str]]

    def of_type(self, type: str) -> list[str]:
        """Return the value keys of the fields of one type."""
        return [key for key, each in self.fields if each == type]

    def shown_at_first(self, type: str) -> list[str]:
        """Return the value keys of one type without the fields that are visible only after a yes."""
        first = [field for number, field in enumerate(self.fields) if number % CONDITIONAL != CONDITIONAL - 1]
        return [key for key, each in first if each == type]


def questionnaire(count: int) -> list[Node]:
    """Return blocks with `count` fields of several types; a heading before every 25th, every tenth visible only after a yes."""
    blocks: list[Node] = []
    for number in range(count):
        if number % SECTION == 0:
            text = {"type": "text", "text": f"Section {number // SECTION + 1}"}
            blocks.append({"type": "heading", "attrs": {"level": 2}, "content": [text]})
        kind = KINDS[number % len(KINDS)]
        more: dict[str, Any] = {"options": OPTIONS} if kind == "SINGLE_CHOICE" else {}
        if number % CONDITIONAL == CONDITIONAL - 1:
            condition = {"field": f"question_{number - 6}", "operator": "equals", "value": True}
            more["visibleWhen"] = condition
        blocks.append(field(number, kind, **more))
    return blocks


def tables(count: int) -> list[Node]:
    """Return blocks with `count` tables of four columns."""
    columns = [
        {"name": name, "label": name.capitalize(), "type": kind}
        for name, kind in (("part", "TEXT"), ("place", "TEXT"), ("amount", "NUMBER"), ("since", "DATE"))
    ]
    return [field(number, "TABLE", columns=columns, maxRows=200) for number in range(count)]


def table_answer(rows: int) -> list[dict[str, str]]:
    """Return an answer to a table, with `rows` rows."""
    return [
        {"part": f"Part {row}", "place": "Plant Stuttgart", "amount": str(row), "since": "2026-02-01"}
        for row in range(rows)
    ]


def field(number: int, kind: str, **attrs: Any) -> Node:
    """Return a block with one field."""
    named = {
        "fid": f"fid-{number:08}",
        "name": f"question_{number}",
        "label": f"Question {number} of the form",
    }
    return {"type": "dvFieldBlock", "attrs": {**named, "type": kind, **attrs}}


def send(world: World, blocks: list[Node], *, title: str, answers: dict[str, Any] | None = None) -> Sent:
    """Send a form of `blocks` from the buyer to the supplier, and save `answers` ({field type: value}) if there are any."""
    with world.working():
        buyer, supplier = user_of(BUYER), user_of(SUPPLIER)
        form = add_published_form(
            organisation_id=buyer.organisation_id,
            user_id=buyer.id,
            title=title,
            type=DocFormType.RFI,
            doc={"schemaVersion": 1, "doc": {"type": "doc", "content": blocks}},
        )
        context = create_rfx(
            actor=actor_of_user(buyer.id), to=[supplier], thread_id=None, title=title, forms=[form]
        )
        rfx_id, form_id, supplier_id = context.rfx.id, form.id, supplier.id
    body = ask(world.app, f"/api/rfx/{rfx_id}?i=rwMap&i=fields", world.person(SUPPLIER).headers).json()
    sent = Sent(rfx_id, form_id, [(each["key"], each["type"]) for each in body["fields"]])
    if answers:
        values = {key: NewValue(value=answers[kind], base_iteration=0) for key, kind in sent.fields}
        with world.working():
            saved = save_values(actor=actor_of_user(supplier_id), rfx_id=rfx_id, new_values=values)
            if saved.refused or saved.conflicts:
                raise RuntimeError(f"answers were refused: {list(saved.refused.items())[:3]}")
    return sent
