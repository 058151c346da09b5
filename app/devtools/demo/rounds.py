"""Two rounds of one questionnaire of the demo, before and after a visit: what changed, and the moves of the scores."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from app.compose.operations.messages import NewMessage, send_new_message
from app.compose.types import NewMessageType
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.forms.models import DocForm
from app.forms.operations.editing import publish_form, save_form
from app.forms.public import add_published_form
from app.forms.starters.building import Node, field, heading, options, points, yes_is_right
from app.forms.types import DocFormType
from app.kernel import clock
from app.kernel.http.auth import Actor
from app.rfx.operations.accepting import accept_answers
from app.rfx.operations.moves import open_rfx
from app.rfx.operations.submitting import submit_response
from app.rfx.operations.values import NewValue, save_values

SUPPLIER, FORM = "Northfold Electronics", "Sustainability"
BEFORE, AFTER = "Sustainability before the visit", "Sustainability after the visit"
FIRST: Mapping[str, object] = {
    "environment_system": "progress", "energy": "38", "waste": True, "co2_plan": False,
    "measures": "Waste is separated at the Leeds plant. Energy is measured once a year by the site manager.",
    "code": True, "training": False, "working_hours": "46",
    "complaints": "Employees write to the works manager.", "fleet": "12",
}  # fmt: skip
SECOND: Mapping[str, object] = {
    "environment_system": "yes", "energy": "61", "waste": True, "co2_plan": True,
    "measures": "Waste is separated at the Leeds and Derby plants. Energy is measured every month by the energy "
    "manager, and the figures are published inside the company.",
    "code": True, "training": True, "working_hours": "52",
    "complaints": "Employees write to the works manager.", "minerals": False,
}  # fmt: skip


def plan_rounds(network: Network) -> Iterator[Story]:
    """Plan two rounds, the second one with the next revision of the form."""
    yield _two_rounds(network)


def _two_rounds(network: Network) -> Story:
    buyer, supplier = network.meridian.lead, network.first_users[SUPPLIER]
    yield ago(0, 22)
    form = add_published_form(
        organisation_id=buyer.organisation_id,
        user_id=buyer.user_id,
        title=FORM,
        type=DocFormType.RFI,
        doc=_document(is_second=False),
    )
    first_id = _send(network, form, BEFORE)
    yield ago(0, 20)
    _answer(supplier, first_id, FIRST)
    yield ago(0, 18)
    accept_answers(actor=buyer, rfx_id=first_id, iterations=dict.fromkeys(FIRST, 1), accepted=True)
    yield ago(0, 14)
    draft = save_form(
        actor=buyer, form_id=form.id, version=form.version, title=FORM, doc=_document(is_second=True)
    )
    second_id = _send(network, publish_form(actor=buyer, form_id=draft.id), AFTER)
    yield ago(0, 9)
    _answer(supplier, second_id, SECOND)


def _send(network: Network, form: DocForm, title: str) -> int:
    sent = send_new_message(
        actor=network.meridian.lead,
        message=NewMessage(
            type=NewMessageType.RFI,
            subject=title,
            html="<p>Hello,</p><p>please answer for all plants that deliver to us.</p>",
            to_organisation_ids=[network.suppliers[SUPPLIER]],
            doc_form_ids=[form.id],
            deadline=clock.now() + timedelta(days=14),
        ),
    )
    return sent.rfxs[0].rfx.id


def _answer(supplier: Actor, rfx_id: int, values: Mapping[str, object]) -> None:
    open_rfx(actor=supplier, rfx_id=rfx_id)
    save_values(
        actor=supplier,
        rfx_id=rfx_id,
        new_values={key: NewValue(value, 0) for key, value in values.items()},
    )
    submit_response(actor=supplier, rfx_id=rfx_id)


def _document(*, is_second: bool) -> dict[str, object]:
    measures = (
        "Which measures did you take in the last 12 months?"
        if is_second
        else "Which measures do you take for the environment?"
    )
    content: list[Node] = [
        heading(1, FORM),
        heading(2, "Environment"),
        field("SINGLE_CHOICE", "environment_system", "Is your environmental management system certified?",
              required=True, options=options({"yes": "Yes", "progress": "In progress", "no": "No"}), weight=2,
              scoring=[points("equals", "yes", 10), points("equals", "progress", 4), points("equals", "no", 0)]),
        field("NUMBER", "energy", "Share of renewable energy", suffix="%", min="0", max="100", scoring=[
            points("between", [60, 100], 10), points("between", [30, 59.99], 5), points("between", [0, 29.99], 0),
        ]),
        field("YESNO", "waste", "Do you separate waste at all plants?", required=True, scoring=yes_is_right()),
        field("YESNO", "co2_plan", "Do you have a plan to reduce your emissions?", scoring=yes_is_right()),
        field("TEXTAREA", "measures", measures, required=True),
        heading(2, "Working conditions"),
        field("YESNO", "code", "Have you signed our code of conduct?", required=True, scoring=yes_is_right()),
        field("YESNO", "training", "Are your managers trained in it every year?", scoring=yes_is_right()),
        field("NUMBER", "working_hours", "Longest working week in the last 12 months", suffix="hours", min="0",
              max="100", scoring=[points("between", [0, 48], 10), points("between", [48.01, 100], 0)]),
        field("TEXTAREA", "complaints", "How can employees complain?"),
    ]  # fmt: skip
    if is_second:
        content.append(field("YESNO", "minerals", "Do your parts contain conflict minerals?", required=True))
    else:
        content.append(
            field("NUMBER", "fleet", "Electric vehicles in your fleet", suffix="%", min="0", max="100")
        )
    for node in content:
        if "name" in node.get("attrs", {}):
            node["attrs"]["fid"] = f"rounds-{node['attrs']['name'].replace('_', '-')}"
    return {"schemaVersion": 1, "doc": {"type": "doc", "content": content}}
