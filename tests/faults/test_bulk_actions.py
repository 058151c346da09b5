"""A worker that is killed in the middle of a bulk job of each list: the job is finished, no row and no mail twice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.config import Settings
from app.extensions import db
from app.kernel.bulk.operations import Request, resolve_request, start_requested
from app.kernel.db.session import commit
from app.kernel.mail.outbox import discard_mails
from app.network.operations.people import add_user
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.documents import shipped
from tests.factories.forms import make_draft
from tests.factories.messages import make_thread
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.factories.requests import make_request
from tests.faults.conftest import Worker, connect, kill_at_lock, restart_worker, wait_until

ROWS = 120
MIDDLE = 110
"""The row, in the second batch, at which the worker waits for a lock and is killed."""


@dataclass(frozen=True)
class Case:
    """A kind of action on `ROWS` rows of a user, and what it leaves behind."""

    kind: str
    make: Callable[[User], Sequence[int]]
    """Create the rows; returns their ids."""
    locked: str
    """The statement that locks the record of the row at `MIDDLE`, from `bulk_row b`."""
    mails: int
    """The number of people who get a mail."""
    event: str | None = None
    """The event of each row."""
    args: Callable[[], dict[str, Any]] = field(default=dict)


def _suppliers(buyer: User) -> Sequence[int]:
    suppliers = [UserFactory() for _ in range(ROWS)]
    for supplier in suppliers:
        relate(buyer.organisation_id, supplier.organisation_id)
    return [supplier.organisation_id for supplier in suppliers]


def _rfxs(buyer: User) -> Sequence[int]:
    _, sent = make_request(buyer, *(UserFactory() for _ in range(ROWS)))
    return [each.id for each in sent]


def _ncrs(buyer: User) -> Sequence[int]:
    relationship = relate(buyer.organisation_id, UserFactory().organisation_id)
    own = {"assigned_organisation_id": buyer.organisation_id}
    return [make_ncr(buyer, relationship.id, **own).ncr.id for _ in range(ROWS)]


def _threads(buyer: User) -> Sequence[int]:
    other = UserFactory()
    relate(buyer.organisation_id, other.organisation_id)
    return [make_thread(other, [buyer], notify=False).id for _ in range(ROWS)]


def _invited(buyer: User) -> Sequence[int]:
    users = [
        add_user(actor=actor_of(buyer), name=f"Person {n}", email=f"p{n}@faults.example", role="Viewer")
        for n in range(ROWS)
    ]
    assert all(user.status == UserStatus.INVITED for user in users)
    return [user.id for user in users]


CASES = (
    Case(
        "network.changeLevel", _suppliers,
        "select r.id from relationship r join bulk_row b on b.subject_id = r.with_organisation_id {} of r",
        mails=ROWS, event="relationship.levelChanged", args=lambda: {"level": "Preferred"},
    ),
    Case(
        "rfx.remind", _rfxs, "select r.id from rfx r join bulk_row b on b.subject_id = r.id {} of r",
        mails=ROWS, event="rfx.reminded",
    ),
    Case(
        "ncr.assign", _ncrs,
        "select n.id from non_conformance n join bulk_row b on b.subject_id = n.id {} of n",
        mails=1, event="ncr.updated", args=lambda: {"party": "SUPPLIER"},
    ),
    Case(
        "messages.delete", _threads,
        "select p.id from thread_participant p join bulk_job j on j.user_id = p.user_id"
        " join bulk_row b on b.job_id = j.id and b.subject_id = p.thread_id {} of p",
        mails=0,
    ),
    Case(
        "forms.archive", lambda buyer: [make_draft(buyer, title=f"Form {n}").id for n in range(ROWS)],
        "select f.id from doc_form f join bulk_row b on b.subject_id = f.id {} of f", mails=0,
    ),
    Case(
        "contacts.resendInvitation", _invited,
        "select i.id from invitation i join bulk_row b on b.subject_id = i.user_id {} of i", mails=ROWS,
    ),
    Case(
        "documents.ask", _suppliers,
        "select r.id from relationship r join bulk_row b on b.subject_id = r.with_organisation_id {} of r",
        mails=ROWS, event="document.asked", args=lambda: {"typeIds": [shipped().id]},
    ),
    Case(
        "assessments.start", _suppliers,
        "select r.id from relationship r join bulk_row b on b.subject_id = r.with_organisation_id {} of r",
        mails=0, event="assessment.created", args=lambda: {"type": "QUALIFICATION", "title": "Audit"},
    ),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_action_of_a_killed_worker_is_finished_once(committed_app: Flask, worker: Worker, case: Case) -> None:
    settings: Settings = committed_app.config["ASSAY"]
    with committed_app.app_context():
        with discard_mails():
            buyer = UserFactory()
            ids = case.make(buyer)
        request = Request(kind=case.kind, ids=list(ids), filter=None, args=case.args())
        preview = resolve_request(actor=actor_of(buyer), request=request).preview
        assert preview.mails == case.mails
        job = start_requested(actor=actor_of(buyer), request=request, total=ROWS, confirmed_mails=None)
        job_id = job.id
        commit()
        db.session.remove()
    with connect(settings) as reader:

        def read(statement: str, **values: object) -> Any:
            return reader.execute(statement, {"job": job_id, **values}).fetchone()

        kill_at_lock(
            worker,
            settings,
            locked=case.locked.format("where b.job_id = %s and b.position = %s for update"),
            parameters=(job_id, MIDDLE),
            # Other jobs of the worker may wait for locks of their own.
            waiting=f"%{case.locked.split(' from ')[1].split(' ')[0]}%",
        )
        assert read("select done from bulk_job where id = %(job)s") == (100,)
        restart_worker(worker, settings)
        wait_until(
            lambda: read("select state from bulk_job where id = %(job)s") == ("DONE",),
            seconds=120,
            expected="the job is done",
        )
        assert read("select count(*) from bulk_row where job_id = %(job)s and outcome = 'DONE'") == (ROWS,)
        mails = "select count(*), count(distinct to_user_id) from outbox_mail"
        wait_until(
            lambda: read(mails) == (case.mails, case.mails), seconds=60, expected="each person has one mail"
        )
        if case.event:
            events = "select count(*), count(distinct id) from event_log where type = %(type)s"
            assert read(events, type=case.event)[0] in {ROWS, 2 * ROWS}, "one for each row and party"
