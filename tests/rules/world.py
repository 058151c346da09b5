"""One hidden organisation with a row of every kind, as the target of requests that must be rejected."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from app.accounts.models import AccessGrant, Organisation, Role, User
from app.accounts.models.company import CompanyDomain, ExternalIdentity
from app.accounts.operations.sessions import start_session
from app.accounts.types import OrganisationStatus, UserStatus
from app.awards.models import Award
from app.delegation.models import RfxHandover, RfxReviewPart
from app.delegation.types import HandoverState
from app.documents.models import DocumentReading
from app.duplicates.models import DuplicatePair, MergeLog
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.network.models import Tag
from app.rfx.models import Rfx
from app.rfx.operations.follow_ups import raise_follow_up
from app.rfx.types import RfxStatus
from app.tasks.public import RFX_SUBJECT, TaskType, open_task
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of, colleague_of, grant_of
from tests.factories.api_keys import make_key
from tests.factories.assessments import make_assessment
from tests.factories.compared import SentRequest, send_request
from tests.factories.corrective_actions import ask_for, make_action
from tests.factories.defects import make_code
from tests.factories.documents import (
    Parties,
    guest_of,
    make_document,
    make_parties,
    make_requirement,
    make_type,
)
from tests.factories.documents import submit as submit_document
from tests.factories.evaluations import BLOCKS as EVALUATED_BLOCKS
from tests.factories.evaluations import prepare
from tests.factories.form_imports import make_form_import, make_mapping
from tests.factories.forms import make_bundle, make_question
from tests.factories.messages import make_thread
from tests.factories.ncr import make_ncr
from tests.factories.network import RelationshipFactory
from tests.factories.parts import delegate_of, make_part
from tests.factories.passkeys import Authenticator
from tests.factories.requests import request_of
from tests.factories.rfx import SentRfx, send_rfx
from tests.factories.schedules import add_schedule
from tests.factories.views import make_view
from tests.factories.webhooks import make_webhook_world
from tests.rules.world_files import (
    answer_import,
    answer_note,
    bulk_job,
    data_export,
    make_export,
    supplier_import,
)

SECRET = "Zanzibar Secret Works"


def _company_sign_in(owner: User, secret: str) -> dict[str, Any]:
    domain = CompanyDomain(organisation_id=owner.organisation_id, name=f"{secret} Domain", token=secret)
    identity = ExternalIdentity(
        user_id=owner.id, issuer="https://issuer.example", subject=secret, confirmed=now()
    )
    db.session.add_all([domain, identity])
    db.session.flush()
    return {"domain_id": domain.id, "identity_id": identity.id, "slug": "no-such-company"}


def _grant_for_an_rfx() -> AccessGrant:
    sent = send_rfx(guest=True)
    return grant_of(sent.respondent, sent.id)


def _grant_for_an_evaluation() -> AccessGrant:
    request = send_request("Aurora", blocks=EVALUATED_BLOCKS)
    return prepare(request, guest=True).guest()[1]


def _grant_for_a_part(*, sees_all: bool) -> AccessGrant:
    return delegate_of(make_part(send_rfx(), sees_all=sees_all))[1]


def _grant_for_documents() -> AccessGrant:
    parties = make_parties()
    make_requirement(parties, name="Ida Berg", email="ida@works.example")
    return guest_of(parties)[1]


def _grant_for_a_corrective_action() -> AccessGrant:
    return make_action(guest=True).guest()[1]


GRANTS: dict[str, Callable[[], AccessGrant]] = {
    "RFX": _grant_for_an_rfx,
    "RFX_EVALUATION": _grant_for_an_evaluation,
    "RFX_PART, own questions": partial(_grant_for_a_part, sees_all=False),
    "RFX_PART, all sections": partial(_grant_for_a_part, sees_all=True),
    "DOCUMENT_REQUEST": _grant_for_documents,
    "CORRECTIVE_ACTION": _grant_for_a_corrective_action,
}
"""A guest's grant for a record of an organisation outside the world: one row for each subject and scope of grants."""


def make_world(secret: str = SECRET) -> dict[str, Any]:
    """Create the rows and return their ids by the names in paths and bodies; every name contains `secret`."""
    organisation = OrganisationFactory(name=secret, is_test_organisation=True)
    supplier = OrganisationFactory(name=f"{secret} Supplier", status=OrganisationStatus.INVITED)
    owner = UserFactory(in_organisation=organisation, name=f"{secret} Owner")
    invited = UserFactory(in_organisation=supplier, name=f"{secret} Invited", status=UserStatus.INVITED)
    relationship = RelationshipFactory(
        organisation_id=organisation.id, with_organisation_id=supplier.id, by_invitation=True,
        external_ref=f"{secret} Number",
    )  # fmt: skip
    db.session.add(Tag(organisation_id=organisation.id, name=f"{secret} Tag"))
    thread = make_thread(owner, [invited], subject=f"{secret} Thread")
    attachment = store_bytes(
        organisation_id=organisation.id,
        user_id=owner.id,
        filename=f"{secret}.txt",
        content=secret.encode(),
        kind=AttachmentKind.MESSAGE,
    )
    db.session.add(DocumentReading(attachment_id=attachment.id, number=f"{secret} Number in the file"))
    export = make_export(owner)
    db.session.add(export)
    db.session.flush()
    sent = send_rfx(owner, invited, title=f"{secret} Questions")
    request = request_of(sent)
    db.session.add(
        Award(request_id=request.id, created_by_user_id=owner.id, reason=f"{secret} Reason of the award")
    )
    evaluated = send_rfx(owner, invited, title=f"{secret} Offer", forms=sent.forms)
    row = db.session.get_one(Rfx, evaluated.id)
    row.request_id, row.status = request.id, RfxStatus.COMPLETED
    evaluation = prepare(SentRequest(request, owner, [sent, evaluated]), owner)
    assessment = make_assessment(owner, relationship, title=f"{secret} Assessment")
    note = answer_note(owner, sent.id, secret)
    defect = make_code(owner, name=f"{secret} Defect")
    ncr = make_ncr(
        owner, relationship.id, title=f"{secret} Report", account_name=f"{secret} Account",
        part_number=f"{secret} Part", defect_code_id=defect.id, internal_note=f"{secret} Note",
    )  # fmt: skip
    action = ask_for(owner, ncr.ncr.id, message=f"{secret} Correction")
    follow_up = raise_follow_up(
        actor=actor_of(owner),
        rfx_id=sent.id,
        field="employees",
        description_html=f"<p>{secret} question</p>",
        assignee_user_id=None,
        due=None,
    )
    role = Role(organisation_id=organisation.id, name=f"{secret} Role", permissions=[])
    db.session.add(role)
    db.session.flush()
    sign_in = start_session(user=owner, user_agent=secret, address="", life=timedelta(days=1)).sign_in
    mail = db.session.query(OutboxMail).order_by(OutboxMail.id.desc()).first()
    form = sent.forms[0]
    return {
        "secret": secret,
        "organisation": organisation,
        "owner": owner,
        "organisation_id": supplier.id,
        "organisationId": supplier.id,
        "relationship_id": relationship.id,
        "user_id": invited.id,
        "thread_id": thread.id,
        "attachment_id": attachment.id,
        "attachmentIds": attachment.id,
        "export_id": export.id,
        "data_export_id": data_export(owner).id,
        "bulk_job_id": bulk_job(owner, secret).id,
        "ncr_id": ncr.ncr.id,
        "action_id": action.action.id,
        "step": "D3",
        "defect_code_id": defect.id,
        "defectCodeId": defect.id,
        "supplierRelationshipId": relationship.id,
        "mail_id": mail.id if mail else 1,
        "role_id": role.id,
        "roleId": role.id,
        "api_key_id": make_key(owner, name=f"{secret} Key").key.id,
        **_company_sign_in(owner, secret),
        "passkey_id": Authenticator().store(owner, name=f"{secret} Laptop").id,
        "sign_in_id": sign_in.id,
        "job_id": 1,
        "template_id": "GENERAL",
        "uuid": "no-such-link",
        "token": "no-such-link",
        "rfx_id": sent.id,
        "request_id": request.id,
        "note_id": note.id,
        "requestId": request.id,
        "evaluator_id": evaluation.evaluator_id(owner),
        "evaluated_rfx_id": evaluated.id,
        "rfxId": evaluated.id,
        "criterion_id": evaluation.criterion_ids[0],
        "criterionId": evaluation.criterion_ids[0],
        "form_id": form.id,
        "copyOf": form.id,
        "docFormIds": form.id,
        "bundle_id": make_bundle(owner, form, name=f"{secret} Bundle").id,
        "question_id": make_question(owner, "secret", html=f"<p>{secret} question</p>").id,
        "assessment_id": assessment.id,
        "task_id": follow_up.task.id,
        "field": "employees",
        "answers": {"field": "employees", "iteration": 1},
        "part_id": make_part(sent, to=colleague_of(invited), keys=["employees"]).id,
        "review_part_id": _review_part(sent, secret).id,
        "handover_id": _handover(sent, secret).id,
        "import_id": answer_import(sent, secret).id,
        "doc_form_import_id": make_form_import(owner, f"{secret} question?").id,
        "import_mapping_id": make_mapping(owner, f"{secret} mapping").id,
        "supplier_import_id": supplier_import(owner, f"{secret} Supplier").id,
        "n": 2,
        "other_rfx_id": sent.id + 1_000_000,
        **make_webhook_world(owner, secret),
        "view_id": make_view(owner, name=f"{secret} View", params={"search": secret}).id,
        # A list without an export: no list belongs to one organisation.
        "list_name": "messageThread",
        "list": "ncr",
        "schedule_id": add_schedule(owner, rfx_id=sent.id),
        **_duplicates(owner, supplier, secret),
        "assessmentId": assessment.id,
    } | _documents(Parties(owner, invited, relationship), secret)


def _duplicates(owner: User, supplier: Organisation, secret: str) -> dict[str, Any]:
    """Add a pair of suppliers that look alike, and a merge."""
    twin = OrganisationFactory(name=f"{secret} Twin", status=OrganisationStatus.INVITED)
    RelationshipFactory(
        organisation_id=owner.organisation_id, with_organisation_id=twin.id, by_invitation=True
    )
    pair = DuplicatePair(
        organisation_id=owner.organisation_id, first_id=supplier.id, second_id=twin.id, reasons=["NAME"],
        similarity=90, is_certain=False, score=90,
    )  # fmt: skip
    log = MergeLog(
        organisation_id=owner.organisation_id, survivor_id=supplier.id, gone_id=twin.id, moves={"steps": [], "hashes": []},
        gone_name=f"{secret} Former", created_by_user_id=owner.id,
    )  # fmt: skip
    db.session.add_all([pair, log])
    db.session.flush()
    return {"pair_id": pair.id, "merge_id": log.id, "survivorId": supplier.id, "goneId": twin.id}


def _documents(parties: Parties, secret: str) -> dict[str, Any]:
    """Add an own type of the owner, a document of the owner, and a requirement of its supplier with a document."""
    document_type = make_type(parties.buyer, name=f"{secret} Type")
    requirement = make_requirement(parties, document_type, message=f"{secret} Message")
    submit_document(
        parties, requirement, make_document(parties.supplier, document_type, number=f"{secret} Number")
    )
    document = make_document(parties.buyer, document_type, number=f"{secret} Own number")
    return {
        "relationshipIds": parties.relationship.id,
        "document_type_id": document_type.id,
        "typeId": document_type.id,
        "typeIds": document_type.id,
        "requirement_id": requirement.id,
        "document_id": document.id,
        "documentId": document.id,
        "supersedesId": document.id,
    }


def _handover(sent: SentRfx, secret: str) -> RfxHandover:
    """Add a hand-over that waits for the requester."""
    handover = RfxHandover(
        rfx_id=sent.id,
        state=HandoverState.PENDING,
        from_user_id=sent.respondent.id,
        name=f"{secret} Contact",
        email="contact@world.example",
        note=f"{secret} Successor",
    )
    db.session.add(handover)
    db.session.flush()
    return handover


def _review_part(sent: SentRfx, secret: str) -> RfxReviewPart:
    """Add a review part of the owner, as if the RFx had been submitted and reopened."""
    task = open_task(
        actor=actor_of(sent.sender),
        type=TaskType.REVIEW_PART,
        title=f"{secret} Review part",
        subject_type=RFX_SUBJECT,
        subject_id=sent.id,
        subject_title=sent.rfx.title,
        assigned_organisation_id=sent.sender.organisation_id,
        assigned_user_id=sent.sender.id,
    )
    part = RfxReviewPart(
        rfx_id=sent.id,
        title=f"{secret} Review part",
        keys=["employees"],
        reviewer_user_id=sent.sender.id,
        note=f"{secret} Note",
        asked_by_user_id=sent.sender.id,
        task_id=task.id,
    )
    db.session.add(part)
    db.session.flush()
    return part
