"""Bulk actions of the lists of non-conformances, messages, forms, questions and contacts."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.forms.models import DocForm, RfxQuestion
from app.kernel.mail.outbox import OutboxMail
from app.messages.models import ThreadParticipant
from app.messages.operations import mark_seen, reply
from app.ncr.bulk import ASSIGNED_SINCE, OTHERS, SAME_ASSIGNEE
from app.ncr.operations.moves import set_deleted
from app.ncr.operations.saving import assign_ncr
from app.network.operations.people import add_user
from app.tasks.public import NCR_SUBJECT, UserTask
from tests.factories.accounts import UserFactory, actor_of, colleague_of, role_id
from tests.factories.bulk_calls import BulkCalls
from tests.factories.forms import make_draft, make_question
from tests.factories.messages import make_thread
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]


@pytest.fixture
def buyer(session: Session) -> Any:
    return UserFactory()


@pytest.fixture
def bulk(buyer: Any, signed_in: SignedIn, run_jobs: RunJobs) -> BulkCalls:
    return BulkCalls(signed_in(buyer), run_jobs)


def assignees(session: Session, ids: list[int]) -> list[tuple[int, int | None]]:
    session.expire_all()
    rows = session.execute(
        select(UserTask.assigned_organisation_id, UserTask.assigned_user_id)
        .where(UserTask.subject_type == NCR_SUBJECT, UserTask.subject_id.in_(ids))
        .order_by(UserTask.subject_id)
    )
    return [(row[0], row[1]) for row in rows]


def test_assignees_are_set_and_each_former_one_comes_back(
    bulk: BulkCalls, buyer: Any, session: Session, signed_in: SignedIn
) -> None:
    supplier, colleague = UserFactory(), colleague_of(buyer)
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    ncrs = [make_ncr(buyer, relationship.id, title=f"Report {number}").ncr.id for number in range(1, 4)]
    assign_ncr(
        actor=actor_of(buyer), ncr_id=ncrs[2], organisation_id=buyer.organisation_id, user_id=colleague.id
    )
    session.query(OutboxMail).delete()
    before = assignees(session, ncrs)
    args = {"party": "OWN", "userId": colleague.id}
    shown = bulk.preview("ncr.assign", {}, **args).json
    assert (shown["willChange"], shown["unchanged"], shown["mails"]) == (2, 1, 1)
    assert shown["sampleMail"]["to"] == colleague.name
    assert bulk.run("ncr.assign", {}, **args) == [("UNCHANGED", SAME_ASSIGNEE), ("DONE", ""), ("DONE", "")]
    assert assignees(session, ncrs) == [(buyer.organisation_id, colleague.id)] * 3
    [mail] = session.query(OutboxMail).all()
    assert "The same applies to “Report 1”." in mail.text
    assert [outcome for outcome, _ in bulk.undo()] == ["UNCHANGED", "UNDONE", "UNDONE"]
    assert assignees(session, ncrs) == before
    raised_by_other = BulkCalls(signed_in(supplier), bulk.run_jobs)
    cannot = raised_by_other.preview("ncr.assign", ncrs, party="OWN").json["cannotReasons"]
    assert cannot == [{"reason": OTHERS, "count": 3}]


def test_assigned_again_and_deleted_reports_are_left_alone(
    bulk: BulkCalls, buyer: Any, session: Session
) -> None:
    supplier, colleague = UserFactory(), colleague_of(buyer)
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    first, second = (make_ncr(buyer, relationship.id).ncr.id for _ in range(2))
    bulk.start("ncr.assign", [first, second], party="OWN", userId=colleague.id)
    set_deleted(actor=actor_of(buyer), ncr_id=second, deleted=True)
    assert [outcome for outcome, _ in bulk.work()] == ["FAILED", "DONE"]
    assign_ncr(actor=actor_of(buyer), ncr_id=first, organisation_id=None, user_id=None)
    assert bulk.undo()[1] == ("NOT_UNDONE", ASSIGNED_SINCE)
    stranger = UserFactory()
    fields = bulk.preview("ncr.assign", [first], party="OWN", userId=stranger.id).json["fields"]
    assert list(fields) == ["args.userId"]


def tags(session: Session, user: User, ids: list[int]) -> list[list[str]]:
    session.expire_all()
    stmt = select(ThreadParticipant.tags).where(
        ThreadParticipant.user_id == user.id, ThreadParticipant.thread_id.in_(ids)
    )
    return [sorted(row) for row in session.execute(stmt.order_by(ThreadParticipant.thread_id)).scalars()]


def test_threads_are_marked_and_deleted_for_the_actor_alone(
    bulk: BulkCalls, buyer: Any, session: Session
) -> None:
    sender = UserFactory()
    relate(buyer.organisation_id, sender.organisation_id)
    colleague = colleague_of(buyer)
    threads = [make_thread(sender, [buyer, colleague], subject=f"Thread {n}").id for n in range(3)]
    mark_seen(actor=actor_of(buyer), thread_id=threads[0])
    before = tags(session, buyer, threads)
    assert bulk.numbers("messages.markSeen", {"tags": ["inbox"]}) == (2, 1, 0)
    bulk.run("messages.markSeen", {"tags": ["inbox"]})
    assert tags(session, buyer, threads) == [["inbox"]] * 3
    bulk.undo()
    assert tags(session, buyer, threads) == before
    bulk.run("messages.markUnseen", threads)
    assert tags(session, buyer, threads) == [["inbox", "new"]] * 3
    bulk.undo()
    assert tags(session, buyer, threads) == before
    bulk.run("messages.delete", threads)
    assert tags(session, buyer, threads) == [["trash"]] * 3
    assert bulk.numbers("messages.markUnseen", {"tags": ["trash"]}) == (0, 0, 3)
    # A new message brings a thread back: the undo leaves it alone.
    reply(actor=actor_of(sender), thread_id=threads[2], html="<p>Please answer.</p>")
    assert [outcome for outcome, _ in bulk.undo()] == ["NOT_UNDONE", "UNDONE", "UNDONE"]
    assert tags(session, buyer, threads)[:2] == before[:2]
    assert tags(session, colleague, threads)[0] == ["inbox", "new"]
    bulk.run("messages.delete", threads[:1])
    assert bulk.run("messages.restore", {"tags": ["trash"]}) == [("DONE", "")]
    assert tags(session, buyer, threads)[0] == ["inbox"]


def test_threads_of_others_are_unknown(bulk: BulkCalls, buyer: Any) -> None:
    other = UserFactory()
    relate(other.organisation_id, buyer.organisation_id)
    thread = make_thread(other, [colleague_of(buyer)])
    for kind in ("markSeen", "markUnseen", "delete", "restore"):
        assert bulk.preview(f"messages.{kind}", [thread.id]).status_code == 404


def test_forms_are_archived_and_restored(bulk: BulkCalls, buyer: Any, session: Session) -> None:
    forms = [make_draft(buyer, title=f"Form {number}").id for number in range(3)]

    def archived() -> list[bool]:
        return [session.get_one(DocForm, form_id).is_archived for form_id in forms]

    bulk.run("forms.archive", forms[:1])
    assert bulk.numbers("forms.archive", forms) == (2, 1, 0)
    bulk.run("forms.archive", forms)
    session.expire_all()
    assert archived() == [True] * 3
    assert [outcome for outcome, _ in bulk.undo()] == ["UNCHANGED", "UNDONE", "UNDONE"]
    session.expire_all()
    assert archived() == [True, False, False]
    assert bulk.run("forms.restore", {"archived": "true"}) == [("DONE", "")]
    session.expire_all()
    assert archived() == [False] * 3


def test_standard_questions_stay(bulk: BulkCalls, buyer: Any, session: Session) -> None:
    own = [make_question(buyer, f"own_{number}") for number in range(2)]
    standard = make_question(UserFactory(is_admin=True), "standard", is_global=True)
    ids = [*(question.id for question in own), standard.id]
    assert bulk.numbers("questions.archive", ids) == (2, 0, 1)
    outcomes = bulk.run("questions.archive", ids)
    assert [outcome for outcome, _ in outcomes] == ["DONE", "DONE", "FAILED"]
    bulk.undo()
    session.expire_all()
    assert not any(session.get_one(RfxQuestion, question.id).is_archived for question in own)


def test_invitations_are_mailed_again_to_those_who_have_not_accepted(
    bulk: BulkCalls, buyer: Any, session: Session
) -> None:
    invited = [
        add_user(
            actor=actor_of(buyer),
            organisation_id=buyer.organisation_id,
            name=f"Person {number}",
            email=f"invited{number}@buyer.example",
            role="Viewer",
        ).id
        for number in range(2)
    ]
    session.query(OutboxMail).delete()
    shown = bulk.preview("contacts.resendInvitation", {"myOrgOnly": "true"}).json
    assert (shown["willChange"], shown["cannotTotal"], shown["mails"]) == (2, 1, 2)
    assert shown["sampleMail"]["to"] == "Person 0"
    assert bulk.run("contacts.resendInvitation", invited) == [("DONE", "")] * 2
    mailed = session.execute(select(OutboxMail.to_user_id).order_by(OutboxMail.to_user_id)).scalars()
    assert list(mailed) == invited
    assert bulk.client.post(f"/api/bulk/{bulk.job_id}/undo").status_code == 409


@pytest.mark.parametrize(
    "kind", ["ncr.assign", "forms.archive", "questions.restore", "contacts.resendInvitation"]
)
def test_permission_of_the_single_action_is_needed(
    buyer: Any, session: Session, signed_in: SignedIn, run_jobs: RunJobs, kind: str
) -> None:
    viewer = BulkCalls(signed_in(colleague_of(buyer, role_name="Viewer")), run_jobs)
    args = {"party": "OWN"} if kind == "ncr.assign" else {}
    assert viewer.preview(kind, [1], **args).status_code == 403


def test_permission_that_was_lost_meanwhile_fails_the_rows(
    bulk: BulkCalls, buyer: Any, session: Session
) -> None:
    form = make_draft(buyer).id
    bulk.start("forms.archive", [form])
    session.get_one(User, buyer.id).role_id = role_id(buyer.organisation_id, "Viewer")
    assert [outcome for outcome, _ in bulk.work()] == ["FAILED"]
    assert session.get_one(DocForm, form).is_archived is False
