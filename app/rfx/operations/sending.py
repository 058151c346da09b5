"""Creation of an RFx: its row, forms, responses, tasks and mails."""

from collections.abc import Sequence
from datetime import datetime

from app.accounts.public import User, UserType, grant_access, guest_organisation
from app.extensions import db
from app.files.public import attach, attachments_of
from app.forms.public import DocForm, PlacedField, WritableBy, fields_of_forms
from app.kernel.bulk.mails import JobMail
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.messages.public import MESSAGE_SUBJECT
from app.network.public import relationship_with
from app.rfx.mails import mail_sent
from app.rfx.models import Rfx, RfxDocForm, RfxRequest, RfxResponse
from app.rfx.operations.carrying import carry_answers
from app.rfx.operations.progress import store_progress
from app.rfx.operations.recording import record_event
from app.rfx.policies.answers import keys_of_side, progress_of
from app.rfx.queries.rfxs import RfxContext, rfx_context
from app.rfx.types import RFX, RFX_FILE, AssessmentRef, RfxStatus, RfxType
from app.tasks.public import RFX_SUBJECT, TaskType, open_task


def create_rfx(
    *,
    actor: Actor,
    to: Sequence[User],
    thread_id: int | None,
    title: str,
    forms: Sequence[DocForm],
    deadline: datetime | None = None,
    type: RfxType = RfxType.RFI,
    bundle_name: str | None = None,
    attachment_ids: Sequence[int] = (),
    assessment: AssessmentRef | None = None,
    message_html: str | None = None,
    request: RfxRequest | None = None,
    previous_rfx_id: int | None = None,
    job: JobMail | None = None,
) -> RfxContext:
    """Send an RFx of the actor's organisation with `forms`, published revisions that the RFx keeps permanently.

    `to` has the addressed users of one organisation, who each get a task; or one guest, who gets a link by mail
    instead; or, for an internal survey, one user of the actor's organisation. The caller has checked that the actor
    may write to them. All get a mail, with `message_html` (sanitised). `request` is the request that it belongs to;
    a sealed request seals the RFx. With `previous_rfx_id` it offers the answers of that earlier round (`carry_answers`,
    whose errors it raises). `job` is the bulk job that this is a part of; it mails each user once. Raises ForbiddenError without SEND_RFX or, for an assessment, MANAGE_ASSESSMENTS.
    """
    actor.demand(Permission.MANAGE_ASSESSMENTS if assessment else Permission.SEND_RFX)
    first_user = to[0]
    guest = first_user if first_user.type == UserType.GUEST else None
    recipient_id = (
        first_user.id if guest is None and first_user.organisation_id == actor.organisation_id else None
    )
    respondent_id = guest_organisation().id if guest else first_user.organisation_id
    rfx = Rfx(
        type=type,
        title=title,
        status=RfxStatus.NEW,
        organisation_id=actor.organisation_id,
        with_organisation_id=respondent_id,
        guest_user_id=guest.id if guest else None,
        recipient_user_id=recipient_id,
        relationship_id=_relationship_id(actor, assessment, None if guest or recipient_id else respondent_id),
        assessment_id=assessment.id if assessment else None,
        assessment_title=assessment.title if assessment else None,
        thread_id=thread_id,
        bundle_name=bundle_name,
        request_id=request.id if request else None,
        is_sealed=request is not None and request.is_sealed,
        created_by_user_id=actor.user_id,
        sent_date=now(),
        deadline=deadline,
    )
    fields = fields_of_forms([(form.id, form.series_id) for form in forms])
    store_progress(rfx, progress_of(fields, {}))
    db.session.add(rfx)
    db.session.flush()
    db.session.add_all(
        RfxDocForm(rfx_id=rfx.id, position=position, doc_form_id=form.id)
        for position, form in enumerate(forms)
    )
    db.session.add_all(
        RfxResponse(rfx_id=rfx.id, organisation_id=organisation_id)
        for organisation_id in _responding_organisation_ids(rfx, fields)
    )
    attach(actor=actor, attachment_ids=attachment_ids, subject_type=RFX_FILE, subject_id=rfx.id, reuse=True)
    db.session.flush()
    context = rfx_context(actor=actor, rfx_id=rfx.id)
    if guest is not None:
        grant_access(
            user_id=guest.id,
            subject_type=RFX,
            subject_id=rfx.id,
            created_by_user_id=actor.user_id,
            needs_code=request is not None and request.links_need_code,
        )
    else:
        _open_tasks(
            actor,
            context,
            to,
            forms,
            about_id=assessment.supplier_id if assessment and recipient_id else None,
        )
    record_event(context, "rfx.sent", actor=actor)
    carried = (
        carry_answers(actor=actor, rfx_id=rfx.id, previous_rfx_id=previous_rfx_id)
        if previous_rfx_id is not None
        else None
    )
    mail_sent(context, message_html=message_html, carried=carried, job=job)
    return context


def add_files_of_message(*, actor: Actor, rfx_id: int, message_id: int) -> int:
    """Attach the files of a message to an RFx, because its guest cannot open the thread; return their number."""
    files = [info.id for info in attachments_of(MESSAGE_SUBJECT, [message_id])[message_id]]
    attach(actor=actor, attachment_ids=files, subject_type=RFX_FILE, subject_id=rfx_id, reuse=True)
    return len(files)


def _relationship_id(actor: Actor, assessment: AssessmentRef | None, respondent_id: int | None) -> int | None:
    """Return the id of the relationship of an RFx: the assessed one, else the relationship with the respondent."""
    if assessment is not None:
        return assessment.relationship_id
    relationship = relationship_with(actor=actor, organisation_id=respondent_id) if respondent_id else None
    return relationship.id if relationship else None


def _responding_organisation_ids(rfx: Rfx, fields: Sequence[PlacedField]) -> list[int]:
    """Return the ids of the organisations with a response: the respondent, and the requester if it has fields."""
    has_requester_fields = bool(keys_of_side(fields, WritableBy.REQUESTER))
    organisation_ids = [rfx.with_organisation_id, rfx.organisation_id]
    return list(dict.fromkeys(organisation_ids if has_requester_fields else organisation_ids[:1]))


def _open_tasks(
    actor: Actor, context: RfxContext, to: Sequence[User], forms: Sequence[DocForm], *, about_id: int | None
) -> None:
    """Open a task for each user; `about_id` is the supplier that an internal survey is about."""
    for user in to:
        open_task(
            type=TaskType.RFX,
            actor=actor,
            title=forms[0].title,
            subject_type=RFX_SUBJECT,
            subject_id=context.rfx.id,
            subject_title=context.rfx.title,
            assigned_organisation_id=user.organisation_id,
            assigned_user_id=user.id,
            about_organisation_id=about_id,
            expires=context.rfx.deadline,
            message_thread_id=context.rfx.thread_id,
            doc_form_id=forms[0].id,
        )
