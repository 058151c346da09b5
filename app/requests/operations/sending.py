"""The sending of a request: immediately to a few suppliers, by a bulk job to many, or at a chosen time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from app.compose.public import (
    MAX_SUPPLIERS,
    TOO_MANY_SUPPLIERS,
    NewMessageType,
    Recipient,
    RecipientChoice,
    chosen_documents,
    resolve_recipients,
    send_to_recipient,
)
from app.events.public import record
from app.extensions import db
from app.files.public import attach, attachments_of
from app.forms.public import DocForm
from app.kernel.bulk.actions import Target
from app.kernel.bulk.operations import start_job
from app.kernel.clock import moment_text, now
from app.kernel.db.session import savepoint
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError, ProblemError
from app.kernel.registry import current_registry
from app.requests.operations.rounds import demand_same_respondent
from app.requests.operations.tasks import close_request_tasks, report_failures
from app.requests.queries.recipients import failed_recipients, sending_of, waiting_recipients
from app.requests.queries.requests import request_context
from app.requests.types import REQUEST_FILE, SEND_ACTION, SENT_AT_ONCE
from app.rfx.public import (
    RequestState,
    RequestType,
    RfxRequest,
    RfxRequestDocForm,
    RfxRequestRecipient,
    create_request,
)

PAST_DEADLINE = "The deadline must be in the future."
PAST_SENDING = "Choose a time in the future, or send the request now."
DEADLINE_FIRST = "The deadline must be after the request is sent."
SEAL_NEEDS_DEADLINE = "Answers can be kept sealed only until a deadline. Set a deadline."
ARCHIVED = "The document “{title}” is archived. Restore it to send this request."
NOT_SCHEDULED = "This request is no longer waiting to be sent."
NOT_OPEN = "Suppliers can be added only while the request is open."
OVER = "The deadline of this request has passed. Move the deadline first."
SEALED_OVER = "The deadline of this sealed request has passed. Send a new request instead."


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRequest:
    """The content, recipients and times of a new request. Without `send_at` it is sent now."""

    type: RequestType
    subject: str
    html: str
    recipients: RecipientChoice
    doc_form_ids: Sequence[int] = ()
    doc_form_bundle_id: int | None = None
    attachment_ids: Sequence[int] = ()
    deadline: datetime | None = None
    is_sealed: bool = False
    links_need_code: bool = False
    send_at: datetime | None = None
    carries_answers: bool = False
    previous_rfx_id: int | None = None
    """The RFx whose answers the only recipient gets to confirm; with it `carries_answers` is not needed."""


@dataclass(frozen=True, slots=True)
class Started:
    """A request whose sending was started, with the bulk job that sends it to many suppliers."""

    request_id: int
    bulk_job_id: int | None = None


def create_and_send(*, actor: Actor, new: NewRequest) -> Started:
    """Create a request and send it to its suppliers, or store it until its time.

    Raises ForbiddenError without SEND_RFX, InvalidError with sentences for the fields, and ConflictError if many
    suppliers need a bulk job while the actor has another one.
    """
    actor.demand(Permission.SEND_RFX)
    documents = chosen_documents(
        actor=actor,
        type=NewMessageType(new.type),
        doc_form_ids=new.doc_form_ids,
        bundle_id=new.doc_form_bundle_id,
    )
    demand_times(deadline=new.deadline, send_at=new.send_at, is_sealed=new.is_sealed)
    recipients = resolve_recipients(actor=actor, choice=new.recipients).demand_sendable()
    if new.previous_rfx_id is not None:
        demand_same_respondent(
            actor=actor, previous_rfx_id=new.previous_rfx_id, forms=documents.forms, recipients=recipients
        )
    request = create_request(
        actor=actor,
        type=new.type,
        title=new.subject,
        message_html=new.html,
        forms=documents.forms,
        bundle_name=documents.bundle_name,
        deadline=new.deadline,
        is_sealed=new.is_sealed,
        links_need_code=new.links_need_code,
        send_at=new.send_at,
        carries_answers=new.carries_answers,
    )
    attach(
        actor=actor,
        attachment_ids=new.attachment_ids,
        subject_type=REQUEST_FILE,
        subject_id=request.id,
        reuse=True,
    )
    _store(request, recipients, new.previous_rfx_id)
    if new.send_at is not None:
        _record("rfxRequest.scheduled", actor, request, sendAt=moment_text(new.send_at))
        return Started(request.id)
    return start_sending(actor=actor, request=request)


def send_scheduled_now(*, actor: Actor, request_id: int) -> Started:
    """Send a scheduled request before its time, in the name of the actor; ConflictError if it is not scheduled."""
    actor.demand(Permission.SEND_RFX)
    request = _scheduled(actor, request_id)
    return open_request(actor=actor, request=request)


def open_request(*, actor: Actor, request: RfxRequest) -> Started:
    """Open a locked, scheduled request and start its sending. Raises InvalidError if it can no longer be sent."""
    if request.deadline is not None and request.deadline <= now():
        raise InvalidError(fields={"deadline": [PAST_DEADLINE]})
    request.state, request.sent_date = RequestState.OPEN, now()
    return start_sending(actor=actor, request=request)


def cancel_request(*, actor: Actor, request_id: int) -> None:
    """Cancel a scheduled request: nothing is sent. Raises ConflictError if it is not scheduled."""
    actor.demand(Permission.SEND_RFX)
    request = _scheduled(actor, request_id)
    request.state = RequestState.CANCELLED
    close_request_tasks(request)
    _record("rfxRequest.cancelled", actor, request)
    db.session.flush()


def add_suppliers(*, actor: Actor, request_id: int, choice: RecipientChoice) -> Started:
    """Send an open request to more suppliers, or add them to a scheduled one.

    Raises ConflictError if the request is neither, or its deadline has passed; InvalidError for suppliers that have
    it already.
    """
    actor.demand(Permission.SEND_RFX)
    request = request_context(actor=actor, request_id=request_id, lock=True).request
    if request.state not in (RequestState.OPEN, RequestState.SCHEDULED):
        raise ConflictError(NOT_OPEN)
    if request.deadline is not None and request.deadline <= now():
        raise ConflictError(SEALED_OVER if request.is_sealed else OVER)
    recipients = resolve_recipients(actor=actor, choice=choice, request_id=request_id).demand_sendable()
    sending = sending_of(request_id)
    if sending.sent + sending.waiting + len(recipients) > MAX_SUPPLIERS:
        raise InvalidError(fields={"recipients": [TOO_MANY_SUPPLIERS]})
    _store(request, recipients)
    if request.state == RequestState.SCHEDULED:
        return Started(request.id)
    return start_sending(actor=actor, request=request, is_addition=True)


def demand_times(*, deadline: datetime | None, send_at: datetime | None, is_sealed: bool) -> None:
    """Raise InvalidError with a sentence if the times of a request do not fit together."""
    errors: dict[str, list[str]] = {}
    if deadline is None and is_sealed:
        errors["deadline"] = [SEAL_NEEDS_DEADLINE]
    if deadline is not None and deadline <= now():
        errors["deadline"] = [PAST_DEADLINE]
    if send_at is not None and send_at <= now():
        errors["sendAt"] = [PAST_SENDING]
    elif send_at is not None and deadline is not None and deadline <= send_at:
        errors["deadline"] = [DEADLINE_FIRST]
    if errors:
        raise InvalidError(fields=errors)


def start_sending(*, actor: Actor, request: RfxRequest, is_addition: bool = False) -> Started:
    """Send an open request to its waiting recipients, or start the bulk job that does it."""
    waiting = waiting_recipients(request.id)
    if not is_addition:
        _record("rfxRequest.created", actor, request)
    if len(waiting) > SENT_AT_ONCE:
        _forms_to_send(request.id)
        targets = [Target(row.name or row.email or "", data={"recipientId": row.id}) for row in waiting]
        action = current_registry().bulk_actions[SEND_ACTION]
        job = start_job(actor=actor, action=action, targets=targets, args={"request_id": request.id})
        return Started(request.id, job.id)
    forms, files = _forms_to_send(request.id), _file_ids(request.id)
    for recipient in waiting:
        _send(actor, request, recipient, forms, files)
    db.session.flush()
    if failed_recipients(request.id):
        report_failures(request, user_id=actor.user_id)
    else:
        close_request_tasks(request)
    return Started(request.id)


def send_stored(*, actor: Actor, request_id: int, recipient_id: int) -> RfxRequestRecipient | None:
    """Send a stored recipient its RFx in a bulk job, unless it has one; None if the request is no longer open.

    A recipient that cannot be reached gets a sentence in `failure`. Repeating the call is safe.
    """
    request = db.session.get(RfxRequest, request_id, with_for_update={"read": True}, populate_existing=True)
    recipient = db.session.get(
        RfxRequestRecipient, recipient_id, with_for_update=True, populate_existing=True
    )
    if request is None or recipient is None or recipient.request_id != request_id:
        return None
    if recipient.rfx_id is not None:
        return recipient
    if request.organisation_id != actor.organisation_id or request.state != RequestState.OPEN:
        return None
    if request.deadline is not None and request.deadline <= now():
        recipient.failure = OVER
        return recipient
    _send(actor, request, recipient, _forms_of(request_id), _file_ids(request_id))
    db.session.flush()
    return recipient


def _send(
    actor: Actor,
    request: RfxRequest,
    recipient: RfxRequestRecipient,
    forms: Sequence[DocForm],
    file_ids: Sequence[int],
) -> None:
    try:
        with savepoint():
            send_to_recipient(
                actor=actor, request=request, recipient=recipient, forms=forms, attachment_ids=file_ids
            )
            db.session.flush()
    except ProblemError as error:
        recipient.failure = error.sentence


def _store(request: RfxRequest, recipients: Sequence[Recipient], previous_rfx_id: int | None = None) -> None:
    """Store the recipients. One that could not be reached before is tried again in its row."""
    failed = {(row.organisation_id, row.email): row for row in failed_recipients(request.id)}
    for recipient in recipients:
        row = failed.get((recipient.organisation_id, recipient.email))
        if row is None:
            row = RfxRequestRecipient(
                request_id=request.id, organisation_id=recipient.organisation_id, email=recipient.email
            )
            db.session.add(row)
        row.user_ids, row.name, row.failure = recipient.user_ids, recipient.name, recipient.failure
        row.previous_rfx_id = previous_rfx_id
    db.session.flush()


def _scheduled(actor: Actor, request_id: int) -> RfxRequest:
    request = request_context(actor=actor, request_id=request_id, lock=True).request
    if request.state != RequestState.SCHEDULED:
        raise ConflictError(NOT_SCHEDULED)
    return request


def _forms_to_send(request_id: int) -> Sequence[DocForm]:
    """Return the forms of a request at its revisions; raise InvalidError if one is archived."""
    forms = _forms_of(request_id)
    for form in forms:
        if form.is_archived:
            raise InvalidError(ARCHIVED.format(title=form.title))
    return forms


def _forms_of(request_id: int) -> Sequence[DocForm]:
    stmt = (
        select(DocForm)
        .join(RfxRequestDocForm, RfxRequestDocForm.doc_form_id == DocForm.id)
        .where(RfxRequestDocForm.request_id == request_id)
        .order_by(RfxRequestDocForm.position)
    )
    return db.session.execute(stmt).scalars().all()


def _file_ids(request_id: int) -> list[int]:
    return [info.id for info in attachments_of(REQUEST_FILE, [request_id])[request_id]]


def _record(type: str, actor: Actor, request: RfxRequest, **args: Any) -> None:
    record(
        type,
        actor=actor,
        requestId=request.id,
        requestTitle=request.title,
        suppliers=sending_of(request.id).total,
        **args,
    )
