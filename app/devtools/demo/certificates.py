"""Questions of the demo that ask for certificates: one answered with a document, one with a document on offer, one whose
document has ended."""

from collections.abc import Iterator
from datetime import timedelta

from sqlalchemy import select

from app.compose.public import RecipientChoice
from app.devtools.demo.documents import SUPPLIER
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.documents.models import DocumentType, SupplierDocument
from app.documents.types import DOCUMENT_SUBJECT
from app.extensions import db
from app.files.public import attachments_of
from app.forms.public import DocFormType, add_published_form
from app.forms.starters.building import field, heading
from app.kernel import clock
from app.requests.operations.sending import NewRequest, create_and_send
from app.rfx.models import Rfx
from app.rfx.operations.moves import open_rfx
from app.rfx.public import NewValue, RequestType, save_values

TITLE = "Certificates of your site"
QUESTIONS = (
    ("iso_9001", "Upload your ISO 9001 certificate", "ISO9001"),
    ("iatf_16949", "Upload your IATF 16949 certificate", "IATF16949"),
    ("iso_14001", "Upload your ISO 14001 certificate", "ISO14001"),
)
ANSWERED = "iatf_16949"


def plan_certificates(network: Network) -> Iterator[Story]:
    """Plan the RFx. Everything is newer than the other records of the demo, whose ids stay as they are."""
    yield _certificates(network)


def _certificates(network: Network) -> Story:
    buyer, supplier = network.meridian.lead, network.first_users[SUPPLIER]
    yield ago(0)
    content = [heading(1, TITLE), heading(2, "Certificates")]
    for name, label, code in QUESTIONS:
        fid = f"certificates-{name.replace('_', '-')}"
        content.append(field("FILE", name, label, max="3", documentType=code, fid=fid))
    form = add_published_form(
        organisation_id=buyer.organisation_id,
        user_id=buyer.user_id,
        title=TITLE,
        type=DocFormType.RFI,
        doc={"schemaVersion": 1, "doc": {"type": "doc", "content": content}},
    )
    create_and_send(
        actor=buyer,
        new=NewRequest(
            type=RequestType.RFI,
            subject=TITLE,
            html="<p>Hello,</p><p>please send us the certificates of your site.</p>",
            recipients=RecipientChoice(organisation_ids=[network.suppliers[SUPPLIER]]),
            doc_form_ids=[form.id],
            deadline=clock.now() + timedelta(days=28),
        ),
    )
    yield ago(0)
    rfx_id = db.session.query(Rfx.id).filter_by(title=TITLE).scalar()
    open_rfx(actor=supplier, rfx_id=rfx_id)
    document_id = db.session.execute(
        select(SupplierDocument.id)
        .join(DocumentType, DocumentType.id == SupplierDocument.document_type_id)
        .where(
            SupplierDocument.organisation_id == supplier.organisation_id,
            DocumentType.code == "IATF16949",
        )
        .limit(1)
    ).scalar_one()
    [file] = attachments_of(DOCUMENT_SUBJECT, [document_id])[document_id]
    value = [
        {
            "attachmentId": file.id,
            "filename": file.filename,
            "size": file.size,
            "contentType": file.content_type,
        }
    ]
    save_values(actor=supplier, rfx_id=rfx_id, new_values={ANSWERED: NewValue(value, base_iteration=0)})
