"""A request of the demo to many suppliers, in every state."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from app.compose.operations.messages import NewMessage, send_new_message
from app.compose.types import NewGuest, NewMessageType
from app.devtools.demo.conversations import answer_share, form_titled, forms_of
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.kernel import clock
from app.kernel.bulk.operations import Request as BulkRequest
from app.kernel.bulk.operations import start_requested
from app.kernel.bulk.running import run_batch
from app.rfx.operations.moves import change_deadline, expire, open_rfx
from app.rfx.operations.submitting import decline_rfx, submit_response
from app.rfx.operations.withdrawing import withdraw_rfx

TITLE = "Conflict minerals and origin 2027"
FORM = "Information security"


@dataclass(frozen=True, slots=True)
class Course:
    """The answered share of a supplier's RFx, and its end."""

    share: float = 0.0
    end: str = ""


SUPPLIERS: Mapping[str, Course] = {
    "Northfold Electronics": Course(1.0, "submit"),
    "Ishikawa Seals K.K.": Course(1.0, "submit"),
    "Calder & Sons Coatings": Course(1.0, "submit"),
    "Aurora Sterilisation AB": Course(1.0, "submit"),
    "Valmont Textiles": Course(0.7),
    "Orion Bearings s.r.o.": Course(0.45),
    "Cobalt Ridge Alloys": Course(0.2),
    "Jade River Moulding": Course(0.2, "expire"),
    "Maison Verrier": Course(0.0, "open"),
    "Glasgow Fine Wire": Course(),
    "Kestrel Data Services": Course(0.0, "decline"),
    "Harbour Mills Packaging": Course(0.0, "withdraw"),
}
"""The suppliers of the request. A guest gets it too and does not open it."""
REMINDED = ("Valmont Textiles", "Orion Bearings s.r.o.", "Glasgow Fine Wire", "Kestrel Data Services")
"""The suppliers of a bulk job with one row that cannot change: one of them has declined."""


def plan_progress(network: Network) -> Iterator[Story]:
    """Plan one request to twelve suppliers and a guest."""
    yield _send_to_all(network)


def _send_to_all(network: Network) -> Story:
    """Send the request two days ago. Its RFxs are the newest ones, so the numbers of the others do not change."""
    buyer, form = network.meridian.lead, form_titled(forms_of(network), FORM)
    yield ago(2)
    sent = send_new_message(
        actor=buyer,
        message=NewMessage(
            type=NewMessageType.RFI,
            subject=TITLE,
            html="<p>Hello,</p><p>please answer for all sites that deliver to us.</p>",
            to_organisation_ids=[network.suppliers[name] for name in SUPPLIERS],
            to_guests=[NewGuest(name="Ines Duarte", email="ines.duarte@elsewhere.example")],
            doc_form_ids=[form.id],
            deadline=clock.now() + timedelta(days=10),
        ),
    )
    names = {organisation_id: name for name, organisation_id in network.suppliers.items()}
    rfxs = {
        names[context.rfx.with_organisation_id]: context.rfx.id
        for context in sent.rfxs
        if context.rfx.with_organisation_id in names
    }
    for name, course in SUPPLIERS.items():
        if course.end == "expire":
            change_deadline(actor=buyer, rfx_id=rfxs[name], deadline=clock.now() + timedelta(days=1))
    yield ago(1, 12)
    for index, (name, course) in enumerate(SUPPLIERS.items()):
        supplier, rfx_id = network.first_users[name], rfxs[name]
        if course.share or course.end == "open":
            open_rfx(actor=supplier, rfx_id=rfx_id)
        if course.share:
            answer_share(supplier, rfx_id, form, company=name, share=course.share, index=index)
    yield ago(0, 6)
    for name, course in SUPPLIERS.items():
        supplier, rfx_id = network.first_users[name], rfxs[name]
        if course.end == "submit":
            submit_response(actor=supplier, rfx_id=rfx_id)
        if course.end == "decline":
            decline_rfx(actor=supplier, rfx_id=rfx_id, reason="We deliver services only.")
        if course.end == "withdraw":
            withdraw_rfx(actor=buyer, rfx_id=rfx_id, reason="Packaging needs no answer this year.")
        if course.end == "expire":
            expire(rfx_id=rfx_id)
    yield ago(0, 2)
    reminded = [rfxs[name] for name in REMINDED]
    selected = BulkRequest(kind="rfx.remind", ids=reminded, filter=None, args={})
    run_batch(start_requested(actor=buyer, request=selected, total=len(reminded), confirmed_mails=None).id)
