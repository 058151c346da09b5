"""The 8D report of a corrective action, and its part of the PDF of the non-conformance, read back."""

import io
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import text as sql
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.corrective_actions.operations.contesting import contest, decide_contest
from app.corrective_actions.operations.effectiveness import plan_check, record_result
from app.corrective_actions.operations.steps import return_step
from app.corrective_actions.queries.actions import today_of
from app.corrective_actions.types import Decision, Method, Result, Step
from app.kernel.dates import time_text
from app.kernel.files.pdf import WITHOUT_DIRECTION
from app.kernel.mail.outbox import discard_mails
from tests.factories.accounts import UserFactory
from tests.factories.corrective_actions import (
    CONTENT,
    ActionParties,
    accept,
    actor_by_link,
    close,
    fill,
    make_action,
    save,
    send,
    upload_photo,
)
from tests.factories.files import photo
from tests.factories.ncr import make_ncr
from tests.fixtures.people import SignedIn

STEP_NAMES = (
    "D1 Team", "D2 Problem", "D3 Containment", "D4 Causes", "D5 Corrective actions", "D6 Implementation",
    "D7 Prevention", "D8 Closing",
)  # fmt: skip
LONG = "Ein sehr langer Satz über Grate, der nicht endet, weil der Prüfer alles genau beschreibt. " * 44


@pytest.fixture
def buyer(session: Session) -> User:
    return UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")


@pytest.fixture
def parties(buyer: User) -> ActionParties:
    supplier = UserFactory(name="Sam Supplier", in_organisation__name="Calder Coatings")
    return make_action(buyer, supplier, ncr={"part_number": "HX-4711", "batch": "L-88", "order_ref": "PO-45"})


Report = Callable[..., PdfReader]


@pytest.fixture
def report(signed_in: SignedIn, run_jobs: Callable[[], int]) -> Report:
    """Return a function that downloads the PDF of a non-conformance as a user."""

    def download(user: User, ncr_id: int, format: str = "8d") -> PdfReader:
        client = signed_in(user)
        created = client.post(f"/api/ncr/{ncr_id}/export", json={"format": format})
        assert created.status_code == 202, created.text
        run_jobs()
        file = client.get(client.get(f"/api/export/{created.json['id']}").json["url"])
        name = "8D report" if format == "8d" else "Non-Conformance"
        assert f"{name} {ncr_id} Burrs on bore.pdf" in file.headers["Content-Disposition"]
        return PdfReader(io.BytesIO(file.data))

    return download


def text_in(pdf: PdfReader) -> str:
    text = " ".join(page.extract_text() for page in pdf.pages)
    return " ".join(text.translate(WITHOUT_DIRECTION).split())


def times_of(parties: ActionParties) -> Sequence[str]:
    """Return the times at which the steps were sent and accepted, as the report shows them."""
    rows = parties.load().steps.values()
    return [time_text(moment) for row in rows for moment in (row.sent, row.decided)]


def attach(
    parties: ActionParties, step: str, filename: str, place: str = "", content: bytes = b"%PDF-"
) -> None:
    file_id = upload_photo(parties.supplier, content, filename)
    key = f"file.{filename.partition('.')[0].ljust(6, '0')}"
    assert save(parties, step, {key: {"id": file_id, "place": place}}).refused == {}


def test_both_parties_read_every_accepted_step_with_files_names_and_times(
    parties: ActionParties, report: Report
) -> None:
    attach(parties, "D1", "charter.pdf")
    attach(parties, "D3", "sorted.jpg", content=photo())
    attach(parties, "D4", "wornout.jpg", "OCCURRENCE", content=photo((300, 200)))
    attach(parties, "D6", "proof1.pdf", "row001")
    close(parties)
    for reader in (parties.buyer, parties.supplier):
        for kind in ("8d", "pdf"):
            pdf = report(reader, parties.ncr_id, kind)
            text = text_in(pdf)
            for words in (
                *STEP_NAMES, "charter.pdf", "sorted.jpg", "wornout.jpg", "proof1.pdf", *times_of(parties),
                "by Sam Supplier", "by Ann Buyer", "Brightwater", "Calder Coatings", "Part number HX-4711", "Batch L-88",
                "Order PO-45", "Method 8D", "State Closed", "Responsible Anyone at Calder Coatings",
                "Sam Supplier Quality", "What is wrong? Burrs on the bore", "At the customer 100 100 4 Sorted on site 5 Mar 2024",
                "In transit - - - Nothing there", "1 The tool was worn", "Kind of cause Machine",
                "Root cause No tool life was set", "Not part of the control plan", "Set a tool life Sam Supplier 1 Apr 2024",
                "28 Mar 2024", "FMEA Tool wear added", "Work instruction No change needed",
                "Read across Parts 4712 and 4713", "Thanks to the team", f"1 / {len(pdf.pages)}",
            ):  # fmt: skip
                assert words in text, (words, text)
            # Two photos and the QR code.
            assert sum(len(page.images) for page in pdf.pages) == 3
            assert ("8D report #" in text) == (kind == "8d")
            assert ("Activity" in text) == (kind == "pdf")


def test_buyer_reads_no_draft_and_the_supplier_reads_its_own(parties: ActionParties, report: Report) -> None:
    accept(parties, "D3")
    fill(parties, "D4")
    bought, supplied = (text_in(report(user, parties.ncr_id)) for user in (parties.buyer, parties.supplier))
    assert "The tool was worn" not in bought
    assert "The tool was worn" in supplied
    for text in (bought, supplied):
        assert "D4 Causes Not sent yet, due" in text
        assert "State Contained" in text
        assert "3 of 8 steps are accepted." in text


def test_returned_steps_keep_their_comments(parties: ActionParties, report: Report) -> None:
    accept(parties, "D3")
    for comment in ("Why was the tool worn?", "And who checks it?"):
        send(parties, "D4")
        with discard_mails():
            return_step(actor=parties.decider, action_id=parties.action_id, step=Step.D4, comment=comment)
    text = text_in(report(parties.buyer, parties.ncr_id))
    assert "D4 Causes Returned" in text
    assert "Being corrected, due" in text
    accept(parties, "D4")
    for user in (parties.buyer, parties.supplier):
        text = text_in(report(user, parties.ncr_id))
        assert "by Ann Buyer: Why was the tool worn?" in text
        assert "by Ann Buyer: And who checks it?" in text
        assert "Being corrected" not in text


def test_report_without_any_step_lists_the_due_days(parties: ActionParties, report: Report) -> None:
    text = text_in(report(parties.buyer, parties.ncr_id))
    assert text.count("Not sent yet, due") == len(STEP_NAMES)
    assert "Asked. 0 of 8 steps are accepted." in text


def test_second_attempt_and_the_check_are_in_the_report(parties: ActionParties, report: Report) -> None:
    close(parties)
    decider = parties.decider
    with discard_mails():
        plan_check(
            actor=decider, action_id=parties.action_id, criterion="No recurrence in 3 deliveries", on=today_of(decider)
        )  # fmt: skip
        record_result(
            actor=decider, action_id=parties.action_id, result=Result.NOT_EFFECTIVE, comment="It came back"
        )
    save(parties, "D4", {"cause.SYSTEM.text": "The coolant was dirty"})
    send(parties, "D4")
    text = text_in(report(parties.buyer, parties.ncr_id))
    for words in (
        "Attempt 2", "State Reopened", "Result Not effective", "It came back", "The coolant was dirty",
        "Attempt 1: D4 Causes", "No tool life was set", "Attempt 1: D8 Closing",
    ):  # fmt: skip
        assert words in text, (words, text)


def test_contest_and_its_decision_are_in_the_report(parties: ActionParties, report: Report) -> None:
    proof = upload_photo(parties.supplier, b"%PDF-", "transport.pdf")
    with discard_mails():
        contest(
            actor=parties.writer, action_id=parties.action_id, reason="Damaged in transport", attachment_ids=[proof]
        )  # fmt: skip
    assert "Not decided yet" in text_in(report(parties.supplier, parties.ncr_id))
    with discard_mails():
        decide_contest(
            actor=parties.decider, action_id=parties.action_id, decision=Decision.UPHELD, comment="No, see D2"
        )
    text = text_in(report(parties.buyer, parties.ncr_id))
    for words in (
        "Contested", "Damaged in transport", "transport.pdf", "The complaint is upheld", "No, see D2", "by Ann Buyer",
    ):  # fmt: skip
        assert words in text, (words, text)


@pytest.mark.parametrize(
    ("method", "name", "absent"),
    [(Method.SHORT, "short", "D7"), (Method.CONTAINMENT, "containment only", "D4")],
)
def test_shorter_methods_have_their_own_name_and_steps(
    buyer: User, signed_in: SignedIn, run_jobs: Callable[[], int], method: Method, name: str, absent: str
) -> None:
    parties = make_action(buyer, method=method)
    client = signed_in(buyer)
    created = client.post(f"/api/ncr/{parties.ncr_id}/export", json={"format": "8d"})
    run_jobs()
    file = client.get(client.get(f"/api/export/{created.json['id']}").json["url"])
    text = text_in(PdfReader(io.BytesIO(file.data)))
    assert f"Corrective action report ({name}) #{parties.ncr_id}" in text
    assert absent not in text


def test_long_content_and_other_scripts_lose_nothing(parties: ActionParties, report: Report) -> None:
    place: dict[str, Any] = {"place.CUSTOMER.action": f"{LONG}ENDE", "place.CUSTOMER.quantity": 5}
    for step, values in CONTENT.items():
        if step != "D6":
            save(parties, step, values)
    save(parties, "D1", {"team.row002.name": "王小明", "team.row002.role": "דנה כהן"})
    save(
        parties,
        "D2",
        {"what": "毛刺在孔上", "why": "Größe über Maß", "how": "\n".join(f"Line {n}" for n in range(400))},
    )
    save(parties, "D3", place | {"place.CUSTOMER.sorted": None, "place.CUSTOMER.bad": None})
    whys = {f"why.OCCURRENCE.row{n:03}": f"Cause {n} {'W' * 3_900}" for n in range(1, 9)}
    assert save(parties, "D4", whys).refused == {}
    tasks = {
        f"task.row{n:03}.{part}": value
        for n in range(1, 21)
        for part, value in (("text", f"Action {n}\n" * 30), ("responsible", "שרה לוי"), ("due", "2024-04-01"))
    }
    assert save(parties, "D5", tasks).refused == {}
    pdf = report(parties.supplier, parties.ncr_id)
    text = text_in(pdf)
    for words in ("王小明", "毛刺在孔上", "Größe über Maß", "Line 399", "ENDE", "Action 20"):
        assert words in text, words
    assert text.count("Cause ") == 8
    assert text.replace(" ", "").count("W") >= 8 * 3_900
    assert "ןהכ הנד" in text or "דנה כהן" in text


def test_report_needs_a_corrective_action_and_a_reader_of_the_report(
    parties: ActionParties, signed_in: SignedIn
) -> None:
    other = make_ncr(parties.buyer, parties.relationship.id).ncr.id
    client = signed_in(parties.buyer)
    refused = client.post(f"/api/ncr/{other}/export", json={"format": "8d"})
    assert (refused.status_code, refused.json["message"]) == (409, "No corrective action was asked for yet.")
    assert client.post(f"/api/ncr/{other}/export", json={"format": "docx"}).status_code == 422
    path = f"/api/ncr/{parties.ncr_id}/export"
    assert signed_in(UserFactory()).post(path, json={"format": "8d"}).status_code == 404


def test_guest_of_the_link_is_named_and_downloads_nothing(
    buyer: User, signed_in: SignedIn, report: Report
) -> None:
    parties = make_action(buyer, guest=True)
    send(parties, "D3", actor=actor_by_link(parties))
    text = text_in(report(buyer, parties.ncr_id))
    assert "by Gina Guest" in text
    assert "Responsible Gina Guest" in text
    guest, grant = parties.guest()
    client = signed_in(guest, grant=grant)
    assert client.post(f"/api/ncr/{parties.ncr_id}/export", json={"format": "8d"}).status_code in {403, 404}


def test_returns_are_stored_with_their_step(parties: ActionParties, session: Session) -> None:
    send(parties, "D3")
    with discard_mails():
        return_step(actor=parties.decider, action_id=parties.action_id, step=Step.D3, comment="Sort again")
    session.flush()
    stored = session.execute(
        sql("select step, returns from corrective_step where action_id = :id and returns <> '[]'"),
        {"id": parties.action_id},
    ).all()
    assert [(step, [entry[1:] for entry in returns]) for step, returns in stored] == [
        ("D3", [[parties.buyer.id, "Sort again"]])
    ]
