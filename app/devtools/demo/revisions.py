"""A form of the demo with a newer revision: open RFxs that use the earlier one, and one that was moved to the newest."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from app.compose.operations.messages import NewMessage, send_new_message
from app.compose.types import NewMessageType
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story
from app.forms.models import DocForm
from app.forms.operations.editing import publish_form, save_form
from app.forms.public import add_published_form
from app.forms.starters.building import Node, field, heading, options
from app.forms.types import DocFormType
from app.kernel import clock
from app.kernel.http.auth import Actor
from app.rfx.operations.moves import open_rfx
from app.rfx.operations.values import NewValue, save_values
from app.rounds.operations.moving import move_rfxs

FORM = "Business continuity"
MOVED, OTHERS = (
    "Bergmann Präzision GmbH",
    ("Northfold Electronics", "Orion Bearings s.r.o.", "Glasgow Fine Wire", "Cobalt Ridge Alloys"),
)
"""The supplier whose RFx was moved, and those whose RFxs use the earlier revision."""
ANSWERS: Mapping[str, object] = {
    "plan": "yes", "tested": "2026-03-18", "owner": "Head of operations", "sites": "2",
    "stock": "Four weeks of steel and two weeks of packaging.", "fax": "+49 7141 998 1177",
}  # fmt: skip
PARTLY = 3
"""Answers of the first of the other suppliers."""


def plan_revisions(network: Network) -> Iterator[Story]:
    """Plan the two revisions. Everything is newer than the other records of the demo, whose ids stay as they are."""
    yield _revisions(network)


def _revisions(network: Network) -> Story:
    buyer = network.meridian.lead
    yield timedelta(minutes=50)
    form = add_published_form(
        organisation_id=buyer.organisation_id,
        user_id=buyer.user_id,
        title=FORM,
        type=DocFormType.RFI,
        doc=_document(is_second=False),
    )
    sent = {name: _send(network, form, name) for name in (MOVED, *OTHERS)}
    yield timedelta(minutes=40)
    _answer(network.first_users[MOVED], sent[MOVED], ANSWERS)
    _answer(network.first_users[OTHERS[0]], sent[OTHERS[0]], dict(list(ANSWERS.items())[:PARTLY]))
    yield timedelta(minutes=30)
    draft = save_form(
        actor=buyer, form_id=form.id, version=form.version, title=FORM, doc=_document(is_second=True)
    )
    newest = publish_form(actor=buyer, form_id=draft.id)
    yield timedelta(minutes=20)
    message = "<p>We added questions about your own suppliers. Your answers stay.</p>"
    move_rfxs(actor=buyer, form_id=newest.id, rfx_ids=[sent[MOVED]], message_html=message)


def _send(network: Network, form: DocForm, supplier: str) -> int:
    sent = send_new_message(
        actor=network.meridian.lead,
        message=NewMessage(
            type=NewMessageType.RFI,
            subject="Business continuity 2027",
            html="<p>Hello,</p><p>please answer for all plants that deliver to us.</p>",
            to_organisation_ids=[network.suppliers[supplier]],
            doc_form_ids=[form.id],
            deadline=clock.now() + timedelta(days=30),
        ),
    )
    return sent.rfxs[0].rfx.id


def _answer(supplier: Actor, rfx_id: int, values: Mapping[str, object]) -> None:
    open_rfx(actor=supplier, rfx_id=rfx_id)
    new_values = {key: NewValue(value, 0) for key, value in values.items()}
    save_values(actor=supplier, rfx_id=rfx_id, new_values=new_values)


def _document(*, is_second: bool) -> dict[str, object]:
    content: list[Node] = [
        heading(1, FORM),
        heading(2, "Your plan"),
        field("SINGLE_CHOICE", "plan", "Do you have a business continuity plan?", required=True,
              options=options({"yes": "Yes", "progress": "In progress", "no": "No"})),
        field("DATE", "tested", "When was it last tested?"),
        field("TEXT", "owner",
              "Role of the person responsible for the plan" if is_second else "Who is responsible for the plan?",
              required=True),
        heading(2, "Your supply"),
        field("NUMBER", "sites", "Plants that can make our parts", min="0", max="100"),
        field("TEXTAREA", "stock", "How much stock do you keep for us?", required=True),
    ]  # fmt: skip
    if is_second:
        content += [
            field("YESNO", "second_source", "Do you have a second source for each raw material?", required=True),
            field("TEXTAREA", "own_suppliers", "How do you check the plans of your own suppliers?", required=True),
            field("EMAIL", "alert", "E-mail address for alerts"),
        ]  # fmt: skip
    else:
        content.append(field("TEXT", "fax", "Fax number for alerts"))
    for node in content:
        if "name" in node.get("attrs", {}):
            node["attrs"]["fid"] = f"continuity-{node['attrs']['name'].replace('_', '-')}"
    return {"schemaVersion": 1, "doc": {"type": "doc", "content": content}}
