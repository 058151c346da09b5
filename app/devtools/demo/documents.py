"""Certificates of two suppliers for both buyers: valid, ending, ended, rejected, asked for, and waiting for a review;
one request to a contact without an account."""

from collections.abc import Iterator
from datetime import date, timedelta
from html import escape

from sqlalchemy import select

from app.devtools.demo.network import Buyer, Network
from app.devtools.demo.timeline import Story, ago
from app.documents.jobs import mail_suppliers
from app.documents.models import DocumentRequirement, DocumentType, SupplierDocument
from app.documents.operations.asking import Request, ask_for_documents
from app.documents.operations.documents import DocumentValues, add_document
from app.documents.operations.reviewing import accept_document, reject_document, waive_document
from app.documents.operations.submitting import submit_document
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.kernel import clock
from app.kernel.files.pdf import make_pdf
from app.kernel.http.auth import Actor
from app.kernel.mail.outbox import keep_mails
from app.network.public import relationship_with

SUPPLIER, SECOND = "Bergmann Präzision GmbH", "Calder & Sons Coatings"
ISSUERS = {
    "ISO9001": "TÜV Süd Management Service",
    "IATF16949": "TÜV Süd Management Service",
    "ISO14001": "DQS GmbH",
    "LIABILITY": "Allgemeine Versicherung AG",
}
PAPER = """<html><body><p>{issuer}</p><h1>{name}</h1><p>{holder}</p><p>{standard}</p>
<p>No. {number}</p><p>Issued on {issued}, valid until {until}</p></body></html>"""
REASON = "The sum insured is below the 5 million euros of our contract. Please send a certificate of the higher cover."
MESSAGE = "We need these for our audit in spring. Please send the German or the English version."

GUEST = "owen.pryce@calder-safety.example"
TO_GUEST = "Your office says that you look after these two. We need them before the visit on site."


def plan_documents(network: Network) -> Iterator[Story]:
    """Plan the documents, after all other stories, so that their ids stay."""
    yield _send(network)


def _send(network: Network) -> Story:
    yield ago(0)
    bergmann, calder = network.first_users[SUPPLIER], network.first_users[SECOND]
    meridian, halden = network.meridian, network.halden
    quality = _add(bergmann, "ISO9001", "Q-4471-24", ends=420)
    for buyer in (meridian, halden):
        _accept(buyer, bergmann, quality)
    _accept(meridian, bergmann, _add(bergmann, "IATF16949", "A-0917-23", ends=25))
    # In the time zone of the supplier it may be tomorrow already, and an ended document is not accepted.
    _end(_accept(meridian, bergmann, _add(bergmann, "ISO14001", "U-2210-21", ends=2)), days=12)
    insurance = _add(bergmann, "LIABILITY", "HV 88 10 442", ends=200, amount=3_000_000)
    requirement = _submit(meridian, bergmann, insurance)
    reject_document(actor=meridian.lead, requirement_id=requirement.id, reason=REASON)
    _ask(meridian, bergmann, "REACH", "CMRT", message=MESSAGE)
    _ask(halden, bergmann, "ROHS")
    _accept(meridian, calder, _add(calder, "ISO9001", "GB-20881", ends=55))
    _submit(meridian, calder, _add(calder, "ISO14001", "GB-20882", ends=300))
    [waived] = _ask(meridian, calder, "LIABILITY")
    waive_document(
        actor=meridian.lead,
        requirement_id=waived.id,
        until=_in_days(90),
        reason="The new policy is being negotiated.",
    )
    asked = _ask(meridian, calder, "ISO45001", "ISO27001", message=TO_GUEST, email=GUEST)
    # The outbox has this mail, because only its link opens the page of the guest.
    with keep_mails():
        mail_suppliers(
            [requirement.id for requirement in asked], meridian.lead.user_id, clock.now().isoformat()
        )


def _in_days(days: int) -> date:
    return clock.now().date() + timedelta(days=days)


def _type(code: str) -> DocumentType:
    document_type: DocumentType = db.session.execute(
        select(DocumentType).where(DocumentType.code == code)
    ).scalar_one()
    return document_type


def _add(
    supplier: Actor, code: str, number: str, *, ends: int, amount: int | None = None
) -> SupplierDocument:
    document_type, until = _type(code), _in_days(ends)
    issued = until - timedelta(days=3 * 365)
    issuer = ISSUERS[code]
    paper = PAPER.format(
        issuer=escape(issuer),
        name=escape(document_type.name),
        holder=escape(supplier.organisation_name),
        standard=escape(document_type.standard),
        number=escape(number),
        issued=clock.format_day(issued),
        until=clock.format_day(until),
    )
    file = store_bytes(
        organisation_id=supplier.organisation_id,
        user_id=supplier.user_id,
        filename=f"{document_type.name.replace('/', '-')} {number}.pdf",
        content=make_pdf(paper),
        kind=AttachmentKind.DOCUMENT,
    )
    return add_document(
        actor=supplier,
        type_id=document_type.id,
        attachment_id=file.id,
        supersedes_id=None,
        values=DocumentValues(
            number=number,
            issuer=issuer,
            scope="Machining and coating of metal parts",
            sites="",
            issued_on=issued,
            valid_until=until,
            amount=amount,
            currency="EUR" if amount else None,
            is_date_confirmed=False,
        ),
    )


def _ask(
    buyer: Buyer, supplier: Actor, *codes: str, message: str = "", email: str | None = None
) -> list[DocumentRequirement]:
    relationship = relationship_with(actor=buyer.lead, organisation_id=supplier.organisation_id)
    if relationship is None:
        raise ValueError(f"{supplier.organisation_name} is no supplier of the buyer")
    asked = ask_for_documents(
        actor=buyer.lead,
        request=Request(
            relationship_ids=[relationship.id],
            type_ids=[_type(code).id for code in codes],
            site="",
            message=message,
            due=None,
            user_id=None,
            email=email,
            name="Owen Pryce" if email else None,
        ),
    )
    return [db.session.get_one(DocumentRequirement, each) for each in asked.requirement_ids]


def _submit(buyer: Buyer, supplier: Actor, document: SupplierDocument) -> DocumentRequirement:
    code = db.session.get_one(DocumentType, document.document_type_id).code or ""
    [requirement] = _ask(buyer, supplier, code)
    submit_document(actor=supplier, requirement_id=requirement.id, document_id=document.id)
    return requirement


def _accept(buyer: Buyer, supplier: Actor, document: SupplierDocument) -> DocumentRequirement:
    requirement = _submit(buyer, supplier, document)
    accept_document(actor=buyer.lead, requirement_id=requirement.id)
    return requirement


def _end(requirement: DocumentRequirement, *, days: int) -> None:
    """Let the accepted document have ended `days` ago."""
    document = db.session.get_one(SupplierDocument, requirement.document_id)
    document.valid_until = requirement.accepted_until = _in_days(-days)
    db.session.flush()
