"""Cost, disposition and note of a non-conformance are in nothing that the supplier or a guest gets."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest
from flask import Flask
from pypdf import PdfReader
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.accounts.types import OrganisationStatus, UserStatus
from app.data_export.exports import build_export
from app.data_export.models import DataExport
from app.data_export.operations.requesting import request_data_export
from app.data_export.types import UNFINISHED
from app.events.models import EventLog
from app.extensions import db
from app.kernel.mail.outbox import OutboxMail
from app.kernel.registry import current_registry
from app.ncr.models import NonConformance
from app.ncr.types import Disposition
from app.notifications.models import Notification
from tests.factories.accounts import actor_of
from tests.factories.ncr import make_ncr, ncr_json
from tests.fixtures.client import CheckedClient
from tests.fixtures.contract import api_document
from tests.fixtures.people import SignedIn
from tests.rules.bodies import minimal_body
from tests.rules.endpoints import Endpoint, attempt, guarded_endpoints
from tests.rules.test_security import addresses
from tests.rules.world import GRANTS

CANARY = re.compile(r"CANARYNOTE|8,?642,?135(?:\.79)?|17,?284,?271(?:\.58)?|\bSCRAP\b|\bScrap\b")
"""The note, the cost, the sum of the costs of two reports, and the disposition."""
INTERNAL: dict[str, Any] = {
    "cost": Decimal("8642135.79"),
    "currency": "EUR",
    "disposition": Disposition.SCRAP,
    "internal_note": "CANARYNOTE",
}
YEAR = "eventFrom=2024-01-01&eventTo=2024-12-31"
FIGURE_FILE = {"format": "CSV", "eventFrom": "2024-01-01", "eventTo": "2024-12-31"}
NCR_QUERIES = (
    "/api/ncr?sort=-severity", "/api/ncr?recurring=true", f"/ncr?tab=figures&{YEAR}", f"/ncr?tab=figures&party=raised&{YEAR}",
    *(f"/api/ncr/figure/correctiveAction?party={party}&{YEAR}" for party in ("raised", "received")),
    *(f"/api/ncr/figure?group={group}&party={party}&{YEAR}" for group in ("defect", "month", "supplier", "part")
      for party in ("raised", "received")),
)  # fmt: skip
FINDING = ("/api/ncr?dispositions=SCRAP", "/api/ncr?search=CANARYNOTE", "/api/ncr?search=8642135")
"""Filters that would find the reports by internal values."""


@pytest.fixture
def supplier(world: dict[str, Any]) -> User:
    """Return the supplier's Super User, who has two reports with internal values in a recurring series."""
    user = db.session.get_one(User, world["user_id"])
    user.status = UserStatus.ACTIVE
    db.session.get_one(Organisation, user.organisation_id).status = OrganisationStatus.CONFIRMED
    ncr = db.session.get_one(NonConformance, world["ncr_id"])
    for name, value in INTERNAL.items():
        setattr(ncr, name, value)
    make_ncr(
        world["owner"], world["relationship_id"], part_number=ncr.part_number,
        defect_code_id=ncr.defect_code_id, **INTERNAL,
    )  # fmt: skip
    db.session.flush()
    return user


def leaks(name: str, content: str | bytes) -> list[str]:
    """Return the canaries in a text, or in a PDF, workbook or archive, after `name`."""
    if isinstance(content, bytes):
        content = " ".join(texts_in(content))
    return [f"{name}: {match}" for match in CANARY.findall(content)]


def without_filter(page: str) -> str:
    """Return a page without the words of the filter by disposition, which names all of them equally often."""
    for word, other in (("SCRAP", "REWORK"), ("Scrap", "Rework")):
        if len(re.findall(rf"\b{word}\b", page)) == len(re.findall(rf"\b{other}\b", page)):
            page = re.sub(rf"\b{word}\b", "", page)
    return page


def texts_in(content: bytes) -> Iterator[str]:
    """Yield the texts of a file, with the texts of the files in an archive."""
    if content.startswith(b"%PDF"):
        yield from (page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    elif content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield from texts_in(archive.read(name))
    else:
        yield content.decode("utf-8", "replace")


def exported(client: CheckedClient, run_jobs: Callable[[], int], path: str, body: dict[str, Any]) -> bytes:
    response = client.post(path, json=body)
    assert response.status_code == 202, response.text
    run_jobs()
    url = client.get(f"/api/export/{response.json['id']}").json["url"]
    return client.get(url).data


def test_the_raiser_gets_them(supplier: User, world: dict[str, Any], signed_in: SignedIn) -> None:
    """The canaries are where they belong, so the other tests look for the right texts."""
    client = signed_in(world["owner"])
    shown = client.get(f"/api/ncr/{world['ncr_id']}").text
    assert set(CANARY.findall(shown)) == {"CANARYNOTE", "8642135.79", "SCRAP"}
    assert leaks("figure", client.get(f"/api/ncr/figure?group=supplier&{YEAR}").text)
    assert len(client.get("/api/ncr?dispositions=SCRAP").json) == 2
    received = signed_in(supplier).get(f"/api/ncr/figure?group=supplier&party=received&{YEAR}").json
    assert received["total"]["count"] == 2


def test_no_call_or_page_of_the_supplier_has_them(
    app: Flask, endpoints: list[Endpoint], world: dict[str, Any], supplier: User, signed_in: SignedIn
) -> None:
    client = signed_in(supplier)
    mine = world | {"organisation_id": world["owner"].organisation_id}
    for path in (*addresses(app, mine), *NCR_QUERIES):
        if not path.startswith("/api/openapi"):
            assert leaks(path, without_filter(client.get(path).text)) == []
    for path in FINDING:
        assert client.get(path).json == []
    for endpoint in guarded_endpoints(endpoints):
        body = minimal_body(api_document(), endpoint.operation, world)
        response = attempt(client, endpoint, endpoint.path.format_map(world), json=body)
        assert leaks(endpoint.path, response.text) == []
    changed = client.post(f"/api/ncr/{world['ncr_id']}/progress", json={"html": "<p>We begin.</p>"})
    assert changed.status_code == 201
    assert leaks("progress", changed.text) == []


@pytest.mark.parametrize("subject", GRANTS)
def test_no_call_or_page_of_a_guest_has_them(
    app: Flask, world: dict[str, Any], supplier: User, signed_in: SignedIn, subject: str
) -> None:
    grant = GRANTS[subject]()
    client = signed_in(db.session.get_one(User, grant.user_id), grant=grant)
    for path in (*addresses(app, world | {"user_id": supplier.id}), *NCR_QUERIES):
        if not path.startswith("/api/openapi"):
            assert leaks(path, client.get(path).text) == []


def test_no_file_of_the_supplier_has_them(
    world: dict[str, Any], supplier: User, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    client = signed_in(supplier)
    for path, body in (
        (f"/api/ncr/{world['ncr_id']}/export", {}),
        (f"/api/ncr/{world['ncr_id']}/export", {"format": "8d"}),
        ("/api/ncr/export", {"format": "XLSX"}),
        ("/api/ncr/figure/export", FIGURE_FILE | {"party": "raised"}),
        ("/api/ncr/figure/export", FIGURE_FILE | {"party": "received"}),
        ("/api/ncr/export", {"format": "CSV", "filter": {"dispositions": ["SCRAP"]}}),
    ):
        content = exported(client, run_jobs, path, body)
        assert content
        assert leaks(path, content) == []
    figures = exported(signed_in(world["owner"]), run_jobs, "/api/ncr/figure/export", FIGURE_FILE)
    assert leaks("figures", figures)
    raiser = exported(signed_in(world["owner"]), run_jobs, "/api/ncr/export", {"format": "XLSX"})
    assert {"CANARYNOTE", "Scrap"} <= {each.partition(": ")[2] for each in leaks("list", raiser)}


def test_the_file_with_all_data_of_the_supplier_does_not_have_them(supplier: User) -> None:
    export = request_data_export(actor=actor_of(supplier))
    while export.status in UNFINISHED:
        build_export(export.id)
        db.session.flush()
        export = db.session.get_one(DataExport, export.id)
    assert leaks("data", current_registry().storage.get(export.storage_key or "")) == []


def test_no_mail_event_or_notification_has_them(
    session: Session, world: dict[str, Any], supplier: User, signed_in: SignedIn
) -> None:
    client = signed_in(world["owner"])
    body = ncr_json(
        world["relationship_id"], cost="8642135.79", currency="EUR", disposition="SCRAP", internalNote="CANARYNOTE",
        partNumber="4711", defectCodeId=world["defect_code_id"],
    )  # fmt: skip
    for _ in range(2):
        created = client.post("/api/ncr", json=body)
        assert created.status_code == 201
    path = f"/api/ncr/{created.json['id']}"
    changed = body | {"version": 1, "internalNote": "CANARYNOTE 2", "assignedToUserId": supplier.id}
    assert client.put(path, json=changed).status_code == 200
    assert client.post(f"{path}/progress", json={"html": "<p>Well?</p>"}).status_code == 201
    mails = session.execute(select(OutboxMail)).scalars().all()
    events = session.execute(select(EventLog)).scalars().all()
    notifications = session.execute(select(Notification)).scalars().all()
    assert mails
    assert {event.type for event in events} >= {"ncr.created", "ncr.updated", "ncr.recurred"}
    for mail in mails:
        assert leaks("mail", f"{mail.subject} {mail.text} {mail.html}") == []
    for event in events:
        assert leaks(event.type, str(event.args)) == []
    for notification in notifications:
        assert leaks("notification", str(vars(notification))) == []
