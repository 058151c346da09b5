"""A request of the demo whose suppliers made offers in several currencies."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from app.compose.operations.messages import NewMessage, send_new_message
from app.compose.types import NewMessageType
from app.devtools.demo.answers import certificate
from app.devtools.demo.companies import COMPANIES
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.files.public import AttachmentKind, store_bytes
from app.forms.models import DocForm
from app.forms.public import add_published_form
from app.forms.starters.building import Node, field, heading, options, paragraph, points, when, yes_is_right
from app.forms.types import DocFormType
from app.kernel import clock
from app.kernel.http.auth import Actor
from app.requests.operations.comparing import NewRate, choose_direction, save_rates
from app.requests.operations.noting import add_note
from app.requests.types import Direction
from app.rfx.operations.moves import open_rfx
from app.rfx.operations.submitting import submit_response
from app.rfx.operations.values import NewValue, save_values

TITLE = "Offer for housing 4711-C"

OFFERS: Mapping[str, Mapping[str, object]] = {
    "Ishikawa Seals K.K.": {
        "price": ("7140", "JPY"), "tooling": ("1850000", "JPY"), "lead_time": "8", "capacity": "15",
        "certified": "yes", "accepted": "99.6", "second_factor": True, "incident_hours": "24",
        "repeated_fault": "8D within 10 days, approved by the quality director.",
    },
    "Aurora Sterilisation AB": {
        "price": ("512", "SEK"), "tooling": ("98000", "SEK"), "lead_time": "10", "capacity": "10",
        "certified": "yes", "accepted": "99.1", "second_factor": True, "incident_hours": "12",
        "repeated_fault": "CAPA under ISO 13485, effectiveness checked after 90 days.",
    },
    "Bergmann Präzision GmbH": {
        "price": ("41.80", "EUR"), "tooling": ("11200", "EUR"), "lead_time": "5", "capacity": "35",
        "certified": "yes", "accepted": "98.4", "second_factor": True, "incident_hours": "24",
        "repeated_fault": "8D; affected lots contained within 24 hours.",
    },
    "Northfold Electronics": {
        "price": ("33.40", "GBP"), "tooling": ("9900", "GBP"), "lead_time": "6", "capacity": "20",
        "certified": "yes", "accepted": "97.2", "second_factor": False, "incident_hours": "48",
        "repeated_fault": "8D report, approved by the process owner.",
        "why_not": "A second factor protects administrators only today; it will be switched on for everyone by the end "
        "of March 2027.",
    },
    "Calder & Sons Coatings": {
        "price": ("40.10", "GBP"), "tooling": ("7600", "GBP"), "lead_time": "12", "capacity": "5",
        "certified": "progress", "accepted": "94.0", "second_factor": False, "incident_hours": "72",
        "repeated_fault": "Case by case, no fixed procedure.",
        "why_not": "All our systems are inside the plant.",
    },
}  # fmt: skip
"""Answers by supplier; amounts as (amount, currency)."""
SAME: Mapping[str, object] = {"incoterm": "dap", "drawing": True, "reach": True, "sites": True}
"""Answers that all suppliers have in common."""
RATES = (("GBP", "1.1785"), ("JPY", "0.00615"), ("SEK", "0.0901"))
"""The value of one unit in EUR."""


def plan_offers(network: Network) -> Iterator[Story]:
    """Plan one request for offers."""
    yield _offers(network)


def _offers(network: Network) -> Story:
    buyer = network.meridian.lead
    yield ago(2, 1)
    form = _form(buyer)
    sent = send_new_message(
        actor=buyer,
        message=NewMessage(
            type=NewMessageType.RFI,
            subject=TITLE,
            html="<p>Hello,</p><p>please send us your offer for the housing 4711-C, revision C.</p>",
            to_organisation_ids=[network.suppliers[name] for name in OFFERS],
            doc_form_ids=[form.id],
            deadline=clock.now() + timedelta(days=10),
        ),
    )
    for hours, (rfx, name) in enumerate(zip(sent.rfxs, OFFERS, strict=True)):
        supplier = network.first_users[name]
        yield ago(1, 20 - hours)
        open_rfx(actor=supplier, rfx_id=rfx.rfx.id)
        values = {key: NewValue(value, 0) for key, value in _values(supplier, name).items()}
        save_values(actor=supplier, rfx_id=rfx.rfx.id, new_values=values)
        submit_response(actor=supplier, rfx_id=rfx.rfx.id)
    yield ago(0, 5)
    if sent.request is None:
        raise LookupError("the message has no request")
    today = clock.now().date()
    save_rates(
        actor=buyer,
        request_id=sent.request.id,
        base_currency="EUR",
        rates=[NewRate(currency=currency, rate=rate, day=today) for currency, rate in RATES],
        based_on=None,
    )
    for key, direction in (("price", Direction.LOWER), ("capacity", Direction.HIGHER)):
        choose_direction(
            actor=buyer,
            request_id=sent.request.id,
            key=key,
            direction=direction,
            based_on=None,
            is_checked=False,
        )
    doubtful = sent.rfxs[list(OFFERS).index("Northfold Electronics")]
    add_note(
        actor=buyer,
        request_id=sent.request.id,
        rfx_id=doubtful.rfx.id,
        key="second_factor",
        text="Jonas has seen their plan: realistic. Ask for the proof in March.",
    )


def _values(supplier: Actor, name: str) -> dict[str, object]:
    company = next(company for company in COMPANIES if company.name == name)
    attachment = store_bytes(
        organisation_id=supplier.organisation_id,
        user_id=supplier.user_id,
        filename=f"iso-9001-{company.domain.partition('.')[0]}.pdf",
        content=certificate("ISO 9001", company.name),
        kind=AttachmentKind.RFXANSWER,
    )
    file = {
        "attachmentId": attachment.id,
        "filename": attachment.filename,
        "size": attachment.size,
        "contentType": attachment.content_type,
    }
    answers = {
        key: {"amount": value[0], "currency": value[1]} if isinstance(value, tuple) else value
        for key, value in OFFERS[name].items()
    }
    return {**SAME, **answers, "certificate": [file]}


def _form(actor: Actor) -> DocForm:
    return add_published_form(
        organisation_id=actor.organisation_id,
        user_id=actor.user_id,
        title="Offer for a machined part",
        type=DocFormType.RFI,
        doc={"schemaVersion": 1, "doc": {"type": "doc", "content": _content()}},
    )


def _content() -> list[Node]:
    content: list[Node] = [
        heading(1, "Offer for a machined part"),
        heading(2, "1. Offer"),
        paragraph("Prices without tax, for the quantities on the drawing."),
        field("CURRENCY_AMOUNT", "price", "Unit price", hint="At 5,000 a year", required=True),
        field("CURRENCY_AMOUNT", "tooling", "Tooling, once", required=True),
        field("NUMBER", "lead_time", "Lead time", suffix="weeks", required=True, min="0", max="52", scoring=[
            points("between", [0, 6], 10), points("between", [7, 9], 5), points("between", [10, 52], 0),
        ]),
        field("NUMBER", "capacity", "Free capacity from January", suffix="%", min="0", max="100"),
        field("SINGLE_CHOICE", "incoterm", "Terms of delivery", options=options({"dap": "DAP Sheffield", "exw": "EXW"})),
        field("YESNO", "drawing", "Is revision C of the drawing feasible as drawn?", required=True),
        heading(2, "2. Quality management"),
        field("SINGLE_CHOICE", "certified", "Is your quality management system certified?", required=True,
              options=options({"yes": "Yes", "progress": "In progress", "no": "No"}),
              scoring=[points("equals", "yes", 10), points("equals", "progress", 4), points("equals", "no", 0)]),
        field("FILE", "certificate", "Certificate", max="3"),
        field("NUMBER", "accepted", "Deliveries accepted without complaint, last 12 months", suffix="%", min="0", max="100",
              required=True, scoring=[
                  points("between", [99, 100], 10), points("between", [97, 98.99], 6), points("between", [0, 96.99], 1),
              ]),
        field("TEXTAREA", "repeated_fault", "How do you deal with a repeated fault?", required=True),
        field("YESNO", "reach", "Are all materials registered under REACH?", required=True),
        heading(2, "3. Information security"),
        field("YESNO", "second_factor", "Is access to your systems protected by a second factor?", required=True,
              scoring=yes_is_right()),
        field("TEXTAREA", "why_not", "What protects them instead?", visibleWhen=when("second_factor", value=False)),
        field("NUMBER", "incident_hours", "Time to report a security incident", suffix="hours", min="0", max="720",
              scoring=[points("between", [0, 12], 10), points("between", [13, 24], 8), points("between", [25, 720], 2)]),
        field("YESNO", "sites", "Do these answers cover all sites that would supply us?", required=True),
    ]  # fmt: skip
    for node in content:
        if "name" in node.get("attrs", {}):
            node["attrs"]["fid"] = f"offer-{node['attrs']['name'].replace('_', '-')}"
    return content
