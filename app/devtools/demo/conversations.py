"""The demo's threads and RFxs, in every status, created with the product's own operations on different days."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from app.compose.operations.messages import NewMessage, Sent, send_new_message
from app.compose.types import NewGuest, NewMessageType
from app.devtools.demo.answers import answer, certificate_maker
from app.devtools.demo.companies import COMPANIES, Company
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.extensions import db
from app.forms.models import DocForm
from app.forms.public import FieldType, fields_of_forms, visible
from app.kernel import clock
from app.kernel.http.auth import Actor
from app.messages.operations import mark_seen, send_message
from app.rfx.operations.follow_ups import raise_follow_up, reply_to_follow_up
from app.rfx.operations.moves import expire, open_rfx, reopen_rfx
from app.rfx.operations.submitting import decline_rfx, submit_response
from app.rfx.operations.values import NewValue, save_values
from app.rfx.queries.answers import answers_of
from app.rfx.queries.rfxs import rfx_context

QUERIED = "Northfold Electronics"
"""The supplier whose submitted answer gets a follow-up."""
BY_NAME: Mapping[str, Company] = {company.name: company for company in COMPANIES}


@dataclass(frozen=True, slots=True)
class Request:
    """An RFx of the demo: supplier, form, days since it was sent, days until it is due, answered share, and final status."""

    supplier: str
    subject: str
    form: str
    days_ago: int
    due_in: int | None
    share: float = 0.0
    end: str = ""


REQUESTS: tuple[Request, ...] = (
    Request("Bergmann Präzision GmbH", "Supplier qualification 2027", "Supplier qualification", 18, 8, 0.7),
    Request(
        "Bergmann Präzision GmbH",
        "Supplier qualification 2025",
        "Supplier qualification",
        380,
        None,
        1.0,
        "submit",
    ),
    Request("Calder & Sons Coatings", "Information security", "Information security", 12, 14, 0.4),
    Request(
        "Northfold Electronics", "Supplier qualification 2027", "Supplier qualification", 40, 5, 1.0, "submit"
    ),
    Request(
        "Cobalt Ridge Alloys", "Supplier qualification 2027", "Supplier qualification", 33, 20, 1.0, "submit"
    ),
    Request("Orion Bearings s.r.o.", "Information security", "Information security", 25, 10, 1.0, "submit"),
    Request(
        "Glasgow Fine Wire", "Supplier qualification 2027", "Supplier qualification", 20, 9, 1.0, "reopen"
    ),
    Request("Calder & Sons Coatings", "Coating process 2027", "Supplier qualification", 5, 16, 1.0, "submit"),
    Request(
        "Jade River Moulding", "Change control after lot 4471", "Information security", 30, -2, 0.2, "expire"
    ),
    Request("Valmont Textiles", "Supplier qualification 2027", "Supplier qualification", 9, 21, 0.0, "open"),
    Request("Ishikawa Seals K.K.", "Mutual NDA", "Mutual", 6, 12, 0.0),
    Request("Kestrel Data Services", "Information security", "Information security", 15, 4, 0.0, "decline"),
    Request("Harbour Mills Packaging", "Supplier qualification 2027", "Supplier qualification", 3, 25, 0.0),
    Request("Aurora Sterilisation AB", "Information security", "Information security", 7, 17, 0.1),
    Request("Maison Verrier", "Supplier qualification 2027", "Supplier qualification", 28, 1, 0.55),
)

TALKS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Bergmann Präzision GmbH", "Drawing revision C", (
        "Revision C of the housing is released. Please confirm that datum B is measured as on sheet 2.",
        "We have a question on the tolerance of datum B before we can confirm: is it 0.02 or 0.05?",
        "It is 0.02, as in the table. Sorry for the contradiction in the note.")),
    ("Ishikawa Seals K.K.", "Seals: REACH declaration", (
        "Could you send the REACH declaration for the new compound?",
        "The declaration is attached to our quality file, signed by our compliance lead. You get it tomorrow.")),
    ("Calder & Sons Coatings", "Transport damage, pallet 4", (
        "Pallet 4 arrived with two crushed cartons. Photos follow.",
        "Photos received, thank you. The carrier has been told and we re-coat the parts this week.")),
    ("Orion Bearings s.r.o.", "Forecast for the first quarter", (
        "The forecast for the first quarter is 12 % above last year. Does the capacity hold?",)),
)  # fmt: skip


def plan_conversations(network: Network) -> Iterator[Story]:
    """Plan the threads and RFxs of the first buyer."""
    forms = {form.title: form for form in forms_of(network)}
    for index, request in enumerate(REQUESTS):
        yield _ask(network, request, forms, index)
    yield _ask_guest(network, forms)
    for index, (supplier, subject, messages) in enumerate(TALKS):
        yield _talk(network, supplier, subject, messages, index)


def _ask(network: Network, request: Request, forms: Mapping[str, DocForm], index: int) -> Story:
    buyer, supplier = network.meridian.lead, network.first_users[request.supplier]
    form = _form(forms, request.form)
    yield ago(request.days_ago, index % 7)
    sent = _send(
        buyer,
        NewMessage(
            type=NewMessageType.NDA if form.type == "NDA" else NewMessageType.RFI,
            subject=request.subject,
            html=f"<p>Hello {supplier.name.split()[0]},</p><p>please answer the questionnaire. "
            "You can stop at any time and come back: everything is kept.</p>",
            to_organisation_ids=[network.suppliers[request.supplier]],
            doc_form_ids=[form.id],
            deadline=clock.now() + timedelta(days=request.days_ago + request.due_in)
            if request.due_in is not None
            else None,
        ),
    )
    rfx_id = sent.rfxs[0].rfx.id
    if request.share or request.end:
        yield ago(request.days_ago - 1)
        open_rfx(actor=supplier, rfx_id=rfx_id)
    if request.share:
        yield ago(request.days_ago - 2)
        answer_share(supplier, rfx_id, form, company=request.supplier, share=request.share, index=index)
    if request.end == "expire":
        yield ago(0)
    else:
        yield ago(max(request.days_ago - 4, 1))
    _end(request, buyer, supplier, rfx_id)
    if request.supplier == QUERIED:
        yield from _query_answer(buyer, supplier, rfx_id)


def _query_answer(buyer: Actor, supplier: Actor, rfx_id: int) -> Story:
    """Ask about the first long answer of a response; the supplier replies this morning."""
    answers = answers_of(rfx_context(actor=buyer, rfx_id=rfx_id))
    key = next(
        placed.key
        for placed in answers.fields
        if placed.field.type is FieldType.TEXTAREA and placed.key in answers.current
    )
    yield ago(2)
    follow_up = raise_follow_up(
        actor=buyer,
        rfx_id=rfx_id,
        field=key,
        description_html="<p>Who signs the minutes, and how long are they stored?</p>",
        assignee_user_id=supplier.user_id,
        due=clock.now().date() + timedelta(days=9),
    )
    yield ago(0, 2)
    reply_to_follow_up(
        actor=supplier,
        rfx_id=rfx_id,
        task_id=follow_up.task.id,
        html="<p>The quality manager signs them. They are stored for ten years.</p>",
        attachment_ids=(),
    )


def _ask_guest(network: Network, forms: Mapping[str, DocForm]) -> Story:
    yield ago(5)
    _send(
        network.meridian.lead,
        NewMessage(
            type=NewMessageType.RFI,
            subject="Questions before a first visit",
            html="<p>Hello, could you answer this before we come by?</p>",
            to_guests=[NewGuest(name="Sam Rivers", email="sam.rivers@elsewhere.example")],
            doc_form_ids=[_form(forms, "Information security").id],
            deadline=clock.now() + timedelta(days=30),
        ),
    )


def _end(request: Request, buyer: Actor, supplier: Actor, rfx_id: int) -> None:
    if request.end in {"submit", "reopen"}:
        submit_response(actor=supplier, rfx_id=rfx_id)
    if request.end == "reopen":
        reopen_rfx(actor=buyer, rfx_id=rfx_id)
    if request.end == "decline":
        decline_rfx(
            actor=supplier,
            rfx_id=rfx_id,
            reason="We answer security questions under our framework contract only.",
        )
    if request.end == "expire":
        expire(rfx_id=rfx_id)


def answer_share(
    supplier: Actor, rfx_id: int, form: DocForm, *, company: str, share: float, index: int
) -> None:
    """Save the supplier's answers to the first `share` of the visible questions."""
    of = BY_NAME[company]
    placed = fields_of_forms([(form.id, form.series_id)])

    values = {}
    for at, place in enumerate(placed):
        value = answer(
            place.field,
            index=at + index,
            company=of.name,
            person=supplier.name,
            domain=of.domain,
            make_file=certificate_maker(supplier, of.name),
        )
        values[place.key] = value
    visible_keys = visible(placed, values)
    keys = [field.key for field in placed if field.key in visible_keys]
    chosen = keys[: max(1, round(len(keys) * share))]
    save_values(actor=supplier, rfx_id=rfx_id, new_values={key: NewValue(values[key], 0) for key in chosen})


def _talk(network: Network, supplier: str, subject: str, messages: Sequence[str], index: int) -> Story:
    sides = (network.meridian.lead, network.first_users[supplier])
    yield ago(3, index * 5)
    sent = _send(
        sides[0],
        NewMessage(
            type=NewMessageType.MESSAGE,
            subject=subject,
            html=f"<p>{messages[0]}</p>",
            to_organisation_ids=[network.suppliers[supplier]],
        ),
    )
    thread_id = sent.threads[0].id
    for turn, text in enumerate(messages[1:], start=1):
        yield ago(2, index * 3 - turn)
        mark_seen(actor=sides[turn % 2], thread_id=thread_id)
        send_message(actor=sides[turn % 2], thread_id=thread_id, html=f"<p>{text}</p>")


def _send(actor: Actor, message: NewMessage) -> Sent:
    sent = send_new_message(actor=actor, message=message)
    for context in sent.rfxs:
        rfx_context(actor=actor, rfx_id=context.rfx.id)
    return sent


def forms_of(network: Network) -> Sequence[DocForm]:
    """Return the published forms of the first buyer."""
    return (
        db.session.query(DocForm)
        .filter_by(organisation_id=network.meridian.organisation_id, is_in_use=True)
        .all()
    )


def _form(forms: Mapping[str, DocForm], title: str) -> DocForm:
    return form_titled(list(forms.values()), title)


def form_titled(forms: Sequence[DocForm], title: str) -> DocForm:
    """Return the form whose title begins with `title`."""
    return next(form for form in forms if form.title.startswith(title))
