"""The PDF of a non-conformance, read back."""

import io
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from pypdf import PdfReader
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.files.operations import store_bytes
from app.files.types import AttachmentKind
from app.kernel.files.pdf import WITHOUT_DIRECTION
from app.ncr.operations.moves import set_deleted
from app.ncr.operations.progress import add_progress
from app.ncr.types import Disposition, NcrStatus
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.defects import make_code
from tests.factories.files import photo
from tests.factories.ncr import make_ncr
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.ncr.conftest import Parties

QR_CODE = 1


def attachment(user: User, filename: str, content: bytes) -> int:
    """Store a file of a report and return its id."""
    stored = store_bytes(
        organisation_id=user.organisation_id,
        user_id=user.id,
        filename=filename,
        content=content,
        kind=AttachmentKind.NCR,
    )
    return stored.id


def downloaded(client: CheckedClient, ncr_id: int, run_jobs: Callable[[], int]) -> PdfReader:
    created = client.post(f"/api/ncr/{ncr_id}/export", json={})
    assert created.status_code == 202
    run_jobs()
    file = client.get(client.get(f"/api/export/{created.json['id']}").json["url"])
    assert f"Non-Conformance {ncr_id} Burrs on bore.pdf" in file.headers["Content-Disposition"]
    return PdfReader(io.BytesIO(file.data))


def text_in(pdf: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in pdf.pages).translate(WITHOUT_DIRECTION).split())


def test_both_parties_download_the_same_report(
    session: Session, signed_in: SignedIn, parties: Parties, run_jobs: Callable[[], int]
) -> None:
    files = [
        attachment(parties.buyer, "bore.jpg", photo()),
        attachment(parties.buyer, "drawing.pdf", b"%PDF-1.4"),
    ]
    ncr = make_ncr(
        parties.buyer, parties.relationship.id, attachment_ids=files, job_ref="WA-1", reported_by_name="Night shift"
    ).ncr  # fmt: skip
    answer = attachment(parties.supplier, "brush.jpg", photo())
    add_progress(
        actor=actor_of(parties.supplier), ncr_id=ncr.id, html="<p>Brush <b>replaced</b>.</p>", attachment_ids=[answer]
    )  # fmt: skip
    add_progress(actor=actor_of(parties.buyer), ncr_id=ncr.id, html="<p>Fine.</p>", status=NcrStatus.RESOLVED)
    session.flush()
    for reader in (parties.colleague, parties.second):
        pdf = downloaded(signed_in(reader), ncr.id, run_jobs)
        text = text_in(pdf)
        for words in (
            f"Non-Conformance #{ncr.id}", "Burrs on bore", "Major quality issue with Calder Coatings: resolved on",
            "Brightwater", "02/03/2024", "Hip stems", "WA-1", "Ann Buyer, on behalf of Night shift",
            "Anyone at Calder Coatings", "Found at receiving inspection.", "bore.jpg", "drawing.pdf (1 kB)",
            "Raised Ann Buyer", "Status: In Progress Sam Supplier", "Status: Resolved Ann Buyer", "Brush replaced.",
            "brush.jpg", "Fine.", "UTC", f"1 / {len(pdf.pages)}",
        ):  # fmt: skip
            assert words in text, (words, text)
        # Two photos and the QR code.
        assert sum(len(page.images) for page in pdf.pages) == 3
        assert "<b>" not in text


def test_only_readers_of_the_report_can_request_it(
    signed_in: SignedIn, parties: Parties, session: Session
) -> None:
    ncr = make_ncr(parties.buyer, parties.relationship.id).ncr
    assert signed_in(UserFactory()).post(f"/api/ncr/{ncr.id}/export", json={}).status_code == 404
    set_deleted(actor=actor_of(parties.buyer), ncr_id=ncr.id, deleted=True)
    session.flush()
    assert signed_in(parties.supplier).post(f"/api/ncr/{ncr.id}/export", json={}).status_code == 404
    assert signed_in(parties.buyer).post(f"/api/ncr/{ncr.id}/export", json={}).status_code == 202


def test_photos_beyond_the_limit_are_listed_by_name(
    signed_in: SignedIn, parties: Parties, run_jobs: Callable[[], int], session: Session
) -> None:
    ids = [attachment(parties.buyer, f"photo {n}.jpg", photo((200 + n, 150))) for n in range(30)]
    ncr = make_ncr(parties.buyer, parties.relationship.id, attachment_ids=ids[:10]).ncr
    for start in (10, 20):
        add_progress(
            actor=actor_of(parties.buyer), ncr_id=ncr.id, html="<p>More</p>", attachment_ids=ids[start : start + 10]
        )  # fmt: skip
    session.flush()
    pdf = downloaded(signed_in(parties.buyer), ncr.id, run_jobs)
    assert sum(len(page.images) for page in pdf.pages) == 24 + QR_CODE
    assert "photo 29.jpg (" in text_in(pdf)


def test_facts_and_the_address_are_in_both_reports_and_internal_values_in_none(
    signed_in: SignedIn, parties: Parties, run_jobs: Callable[[], int], session: Session
) -> None:
    fields: dict[str, Any] = {
        "part_number": "HX-4711", "batch": "L-88", "order_ref": "PO-45", "quantity_delivered": 1200,
        "quantity_checked": 100, "quantity_defective": 12, "defect_code_id": make_code(parties.buyer).id,
        "cost": Decimal("8642.97"), "currency": "EUR", "disposition": Disposition.SCRAP, "internal_note": "Charge it.",
    }  # fmt: skip
    make_ncr(parties.buyer, parties.relationship.id, **fields)
    ncr = make_ncr(parties.buyer, parties.relationship.id, **fields).ncr
    session.flush()
    for reader in (parties.buyer, parties.supplier):
        text = text_in(downloaded(signed_in(reader), ncr.id, run_jobs))
        for words in (
            "Part number HX-4711", "Batch L-88", "Order PO-45", "Delivered 1,200", "Checked 100", "Defective 12",
            "Defect BUR burr", "Second time: part HX-4711, defect 'burr'", f"/ncr/{ncr.id}",
        ):  # fmt: skip
            assert words in text, (words, text)
        for internal in ("8642", "8,642", "EUR", "Scrap", "SCRAP", "Charge it."):
            assert internal not in text
