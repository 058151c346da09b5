"""Actions on several suppliers of a request."""

import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from openpyxl import load_workbook
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.bulk.models import BulkJob
from app.kernel.clock import moment_text, now
from app.kernel.mail.outbox import OutboxMail
from app.messages.models import Message
from app.rfx.models import Rfx
from app.rfx.operations.moves import change_deadline
from app.rfx.operations.submitting import decline_rfx
from app.rfx.operations.withdrawing import withdraw_rfx
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.requests import make_request, make_suppliers
from tests.factories.rfx import SentRfx, answers_json, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]
Sent = list[SentRfx]


def preview(client: CheckedClient, kind: str, sent: Sent, **args: Any) -> Any:
    body = {"kind": kind, "ids": [each.id for each in sent], "args": args}
    return client.post("/api/bulk/preview", json=body)


def run(
    client: CheckedClient, run_jobs: RunJobs, kind: str, sent: Sent, **args: Any
) -> list[tuple[str, str]]:
    """Run an action on all RFxs; return outcome and sentence of each."""
    body = {"kind": kind, "ids": [each.id for each in sent], "args": args, "total": len(sent)}
    started = client.post("/api/bulk", json=body)
    assert started.status_code == 201, started.text
    run_jobs()
    rows = client.get(f"/api/bulk/{started.json['id']}/row").json
    return [(row["outcome"], row["message"]) for row in rows]


def mails_of(session: Session, template: str) -> list[str]:
    stmt = select(OutboxMail.to_email).where(OutboxMail.template == template).order_by(OutboxMail.id)
    return list(session.execute(stmt).scalars())


def test_reminder_reaches_open_suppliers_only(
    buyer: User, session: Session, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    _, sent = make_request(buyer, *make_suppliers(3))
    decline_rfx(actor=actor_of(sent[1].respondent), rfx_id=sent[1].id, reason="No capacity.")
    withdraw_rfx(actor=actor_of(buyer), rfx_id=sent[2].id, reason="Merged.")
    client = signed_in(buyer)
    shown = preview(client, "rfx.remind", sent).json
    assert (shown["willChange"], shown["cannotTotal"], shown["mails"]) == (1, 2, 1)
    assert [each["reason"] for each in shown["cannot"]] == ["Declined.", "Withdrawn."]
    outcomes = run(client, run_jobs, "rfx.remind", sent)
    assert [outcome for outcome, _ in outcomes] == ["DONE", "FAILED", "FAILED"]
    assert outcomes[1][1] == "This RFx has been declined."
    assert mails_of(session, "RFIREMINDER") == [sent[0].respondent.email]


def test_a_person_of_two_rfxs_gets_one_mail(
    buyer: User, session: Session, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    supplier = UserFactory()
    _, sent = make_request(buyer, supplier, supplier)
    client = signed_in(buyer)
    assert preview(client, "rfx.remind", sent).json["mails"] == 1
    assert run(client, run_jobs, "rfx.remind", sent) == [("DONE", ""), ("DONE", "")]
    assert mails_of(session, "RFIREMINDER") == [supplier.email]


def test_deadline_is_extended_and_restored(
    buyer: User, session: Session, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    before, after = now() + timedelta(days=2), now() + timedelta(days=9)
    _, sent = make_request(buyer, *make_suppliers(3), deadline=before)
    client = signed_in(buyer)
    assert preview(client, "rfx.changeDeadline", sent, deadline="2020-01-01").json["fields"] == {
        "args.deadline": ["The deadline must be in the future."]
    }
    change_deadline(actor=actor_of(buyer), rfx_id=sent[2].id, deadline=after)
    outcomes = run(client, run_jobs, "rfx.changeDeadline", sent, deadline=moment_text(after))
    assert [outcome for outcome, _ in outcomes] == ["DONE", "DONE", "UNCHANGED"]
    # Someone changes one of them again: the undo leaves it alone.
    change_deadline(actor=actor_of(buyer), rfx_id=sent[1].id, deadline=after + timedelta(days=1))
    job_id = session.execute(select(func.max(BulkJob.id))).scalar()
    assert client.post(f"/api/bulk/{job_id}/undo").status_code == 202
    run_jobs()
    rows = client.get(f"/api/bulk/{job_id}/row").json
    assert [(row["outcome"], row["message"]) for row in rows] == [
        ("UNDONE", ""),
        ("NOT_UNDONE", "The deadline has been changed again."),
        ("UNCHANGED", "It has this deadline already."),
    ]
    restored = session.get_one(Rfx, sent[0].id).deadline
    assert restored is not None
    assert abs(restored - before) < timedelta(seconds=1)


def test_sealed_rfxs_keep_their_common_deadline(buyer: User, signed_in: SignedIn, run_jobs: RunJobs) -> None:
    _, sent = make_request(buyer, *make_suppliers(1), is_sealed=True, deadline=now() + timedelta(days=2))
    client, later = signed_in(buyer), moment_text(now() + timedelta(days=5))
    shown = preview(client, "rfx.changeDeadline", sent, deadline=later).json
    assert shown["cannot"][0]["reason"] == "The request is sealed: change its deadline for all suppliers."
    assert run(client, run_jobs, "rfx.changeDeadline", sent, deadline=later)[0][0] == "FAILED"


def test_message_goes_to_the_thread_of_each_supplier(
    buyer: User, session: Session, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    _, sent = make_request(buyer, *make_suppliers(2), guests=1)
    client = signed_in(colleague_of(buyer))
    assert preview(client, "rfx.message", sent, html="<p> </p>").json["fields"] == {
        "args.html": ["Write a message first."]
    }
    outcomes = run(client, run_jobs, "rfx.message", sent, html="<p>Question 12 is optional.</p>")
    assert outcomes == [("DONE", "")] * 3
    stmt = select(Message.thread_id).where(Message.html.contains("Question 12"))
    threads = {session.get_one(Rfx, each.id).thread_id for each in sent}
    assert set(session.execute(stmt).scalars()) == threads
    assert "guest@elsewhere.example" in mails_of(session, "RFICONVERSATION")


def test_withdrawal_states_the_reason_and_ends_the_rfx(
    buyer: User, session: Session, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    _, sent = make_request(buyer, *make_suppliers(2))
    client = signed_in(buyer)
    assert preview(client, "rfx.withdraw", sent, reason=" ").status_code == 422
    assert run(client, run_jobs, "rfx.withdraw", sent, reason="We merged two sites.") == [("DONE", "")] * 2
    shown = signed_in(sent[0].respondent).get(sent[0].path).json
    assert (shown["status"], shown["withdrawnReason"]) == ("EXPIRED", "We merged two sites.")
    assert mails_of(session, "GENERAL") == [each.respondent.email for each in sent]


def test_bulk_actions_need_the_permission_to_send(buyer: User, signed_in: SignedIn) -> None:
    _, sent = make_request(buyer, *make_suppliers(1))
    viewer = signed_in(colleague_of(buyer, role_name="Viewer"))
    assert preview(viewer, "rfx.remind", sent).status_code == 403
    assert preview(signed_in(sent[0].respondent), "rfx.remind", sent).json["cannot"] == [
        {"label": sent[0].rfx.title, "reason": "You received it."}
    ]
    other = send_rfx()
    assert preview(signed_in(buyer), "rfx.remind", [other]).status_code == 404


def test_all_answers_are_one_workbook(
    buyer: User, session: Session, signed_in: SignedIn, run_jobs: RunJobs
) -> None:
    request, sent = make_request(buyer, *make_suppliers(2))
    answers = answers_json(
        company_name="=1+1", employees="250", iso=False, turnover={"amount": "12.50", "currency": "EUR"}
    )
    assert signed_in(sent[1].respondent).put(f"{sent[1].path}/value", json=answers).status_code == 200
    client = signed_in(buyer)
    path = f"/api/rfxRequest/{request.id}/export"
    assert client.post(path, json={"rfxIds": [sent[0].id + 100_000]}).status_code == 404
    export = client.post(path, json={}).json
    run_jobs()
    file = client.get(client.get(f"/api/export/{export['id']}").json["url"])
    book = load_workbook(io.BytesIO(file.data))
    assert book.sheetnames == ["Answers", "Qualification"]
    heading, *rows = [list(row) for row in book["Answers"].iter_rows(values_only=True)]
    assert len(rows) == 2
    row = dict(zip(heading, rows[1], strict=True))
    assert row["Label of company_name"] == "=1+1"
    assert row["Label of employees (people)"] == 250
    assert (row["Label of turnover"], row["Label of turnover (currency)"]) == (12.5, "EUR")
    assert (row["Status"], row["Answered"], row["Score %"]) == ("In Progress", 4, None)
    details = [list(line) for line in book["Qualification"].iter_rows(values_only=True)]
    assert [line[4] for line in details if line[3] == "Label of turnover"] == [None, 12.5]
    assert "Label of certificate" not in [line[3] for line in details], "hidden questions are left out"
    assert client.post(path, json={"rfxIds": [sent[0].id]}).status_code == 202


def test_sealed_answers_are_not_exported(buyer: User, signed_in: SignedIn) -> None:
    request, _ = make_request(buyer, *make_suppliers(1), is_sealed=True, deadline=now() + timedelta(days=2))
    response = signed_in(buyer).post(f"/api/rfxRequest/{request.id}/export", json={})
    assert (response.status_code, response.json["code"]) == (409, "rfxSealed")
    empty, _ = make_request(buyer)
    assert signed_in(buyer).post(f"/api/rfxRequest/{empty.id}/export", json={}).status_code == 409
