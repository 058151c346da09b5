"""Every id in a body or a query, tried with an own id, another tenant's id and an id that does not exist."""

import io
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.forms.types import DocFormType
from app.kernel.http.auth import Access
from app.network.models import Relationship
from app.network.public import relationship_with
from app.rfx.models import Rfx
from tests.factories.accounts import UserFactory, actor_of, colleague_of, token_of
from tests.factories.assessments import make_assessment, survey_form
from tests.factories.awards import demand_approval, draft_award, make_award_case
from tests.factories.documents import guest_of, in_days, make_document, make_parties, make_requirement, upload
from tests.factories.evaluations import spread_evaluation
from tests.factories.form_imports import import_bodies
from tests.factories.forms import make_bundle
from tests.factories.merging import invite_supplier_of
from tests.factories.ncr import ncr_json
from tests.factories.network import relate
from tests.factories.parts import make_part
from tests.factories.reviews import make_review, submit
from tests.factories.rfx import field, next_revision, send_rfx
from tests.factories.schedules import add_schedule, schedule_json
from tests.fixtures.client import CheckedClient
from tests.fixtures.contract import api_document
from tests.fixtures.people import SignedIn
from tests.rules.bodies import resolve
from tests.rules.endpoints import NOWHERE, Endpoint, attempt, guarded_endpoints
from tests.rules.ids import ELSEWHERE, IDS, NAMES_IDS, NOT_READ
from tests.rules.world import SECRET, make_world

HIDDEN = re.compile(f"{SECRET} (?!Owner)")


def make_full_world(secret: str) -> dict[str, Any]:
    """Extend a world with the rows that the bodies below refer to."""
    world = make_world(secret)
    owner: User = world["owner"]
    internal = survey_form(owner)
    own = survey_form(owner, type=DocFormType.SELF_SURVEY)
    relationship = db.session.get_one(Relationship, world["relationship_id"])
    assessment = make_assessment(
        owner,
        relationship,
        type="QUALIFICATION",
        title=f"{secret} Review",
        internal_recipients=[owner.id],
        contacts=[world["user_id"]],
    )
    case = make_award_case(80, buyer=owner)
    draft_award(case, 0)
    demand_approval(case)
    spread = spread_evaluation(owner)
    received, reviewed = send_rfx(UserFactory(), owner), send_rfx(owner)
    submit(reviewed)
    return world | {
        "received_rfx_id": received.id,
        "received_part_id": make_part(received, to=colleague_of(owner), keys=["employees"]).id,
        "reviewed_rfx_id": reviewed.id,
        "own_review_part_id": make_review(reviewed, to=owner).id,
        "award_request_id": case.request.id,
        "settled_request_id": spread.request.id,
        "settled_cell": {"rfxId": spread.rfx_ids[0], "criterionId": spread.criterion_ids[0]},
        "assessment_id": assessment.id,
        "survey_id": db.session.scalar(select(Rfx.id).where(Rfx.assessment_id == assessment.id)),
        "internal_form_id": internal.id,
        "internal_bundle_id": make_bundle(owner, internal, name=f"{secret} Internal").id,
        "self_form_id": own.id,
        "self_bundle_id": make_bundle(owner, own, name=f"{secret} Self").id,
    }


def picture_of(user: User, kind: AttachmentKind) -> int:
    """Store a picture uploaded by `user` and return its id."""
    out = io.BytesIO()
    Image.new("RGB", (40, 40), (10, 100, 90)).save(out, "PNG")
    stored = store_bytes(
        organisation_id=user.organisation_id, user_id=user.id, filename="a.png", content=out.getvalue(), kind=kind
    )  # fmt: skip
    return stored.id


def bodies(own: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield every endpoint whose body contains ids: the endpoint, a valid body with own ids, and overrides for its path."""
    owner, surveys, bundles = own["owner"], {}, {}
    for kind, recipient_id in (("internal", owner.id), ("self", own["user_id"])):
        survey = {f"{kind}SurveyRecipients": [recipient_id]}
        surveys[kind] = survey | {f"{kind}SurveyDocFormId": own[f"{kind}_form_id"]}
        bundles[kind] = survey | {f"{kind}SurveyDocFormBundleId": own[f"{kind}_bundle_id"]}
    assessment = {"relationshipId": own["relationship_id"], "type": "QUALIFICATION", "title": "A year on"}
    file = {"attachmentIds": [own["attachment_id"]]}
    message = {"type": "MESSAGE", "subject": "Delivery", "html": "<p>Hello</p>"}
    to_all, to_one = {"toOrganisationIds": [own["organisation_id"]]}, {"toUserIds": [own["user_id"]]}
    ncr = ncr_json(
        own["relationship_id"], createdById=owner.id, assignedToOrganisationId=own["organisation_id"],
        assignedToUserId=own["user_id"], **file,
    )  # fmt: skip
    for chosen in (surveys, bundles):
        yield "POST /api/assessment", assessment | chosen["internal"] | chosen["self"], {}
        # A recipient can be asked only once per assessment.
        more = {"assessmentId": own["assessment_id"]} | chosen["internal"]
        more["internalSurveyRecipients"] = [colleague_of(owner).id]
        yield "POST /api/assessment/{assessment_id}", more, {}
        yield "POST /api/assessment/{assessment_id}/selfSurvey", chosen["self"], {}
    yield "POST /api/assessment/{assessment_id}/reminder", {"rfxIds": [own["survey_id"]]}, {}
    yield "POST /api/rfxRequest/{request_id}/export", {"rfxIds": [own["rfx_id"]]}, {}
    yield from (move_body(owner), round_body(owner))
    yield "POST /api/docForm", {"copyOf": own["form_id"]}, {}
    yield "POST /api/docFormBundle", {"name": "Both", "docFormIds": [own["form_id"]]}, {}
    yield "PUT /api/docFormBundle/{bundle_id}", {"name": "Both", "docFormIds": [own["form_id"]]}, {}
    yield "POST /api/messageThread", message | to_all | file, {}
    yield "POST /api/messageThread", message | to_one, {}
    rfi = message | to_all | {"type": "RFI"}
    yield "POST /api/messageThread", rfi | {"docFormIds": [own["form_id"]]}, {}
    yield "POST /api/messageThread", rfi | {"docFormBundleId": own["bundle_id"]}, {}
    request = {"type": "RFI", "subject": "Delivery", "html": "<p>Hello</p>"}
    request |= {"recipients": {"organisationIds": [own["organisation_id"]]}}
    yield "POST /api/rfxRequest", request | {"docFormIds": [own["form_id"]]} | file, {}
    yield "POST /api/rfxRequest", request | {"docFormBundleId": own["bundle_id"]}, {}
    yield from evaluation_bodies(own)
    yield from chain(
        part_and_award_bodies(own),
        document_bodies(own),
        schedule_bodies(own["owner"]),
        [merge_body(own["owner"])],
    )
    preview = {
        "recipients": request["recipients"],
        "requestId": own["request_id"],
        "docFormIds": [own["form_id"]],
    }
    yield "POST /api/rfxRequest/preview", preview, {}
    yield "POST /api/messageThread/{thread_id}/message", {"html": "<p>Hello</p>"} | file, {}
    logo = {"attachmentId": picture_of(owner, AttachmentKind.COMPANYLOGO)}
    yield "PUT /api/organisation/{organisation_id}/logo", logo, {"organisation_id": owner.organisation_id}
    face = {"attachmentId": picture_of(owner, AttachmentKind.USERPICLARGE)}
    yield "PUT /api/user/{user_id}/image", face, {"user_id": owner.id}
    yield "POST /api/ncr", ncr | {"defectCodeId": own["defect_code_id"]}, {}
    yield "PUT /api/ncr/{ncr_id}", ncr | {"defectCodeId": own["defect_code_id"]}, {}
    yield "POST /api/ncr/{ncr_id}/progress", {"html": "<p>Done</p>"} | file, {}
    yield from relationship_bodies(own)
    contact = {"name": "Jo Park", "email": "jo@elsewhere.example", "role": "Viewer"}
    yield "POST /api/user", contact | {"organisationId": own["organisation_id"]}, {}
    survey = {"field": "employees", "descriptionHtml": "<p>Since when?</p>", "assigneeUserId": own["user_id"]}
    yield "POST /api/rfx/{rfx_id}/task", survey, {}
    yield "POST /api/rfx/{rfx_id}/task/{task_id}/message", {"html": "<p>Well?</p>"} | file, {}
    yield "PUT /api/user/preview", {"docFormId": own["form_id"], "values": {}}, {}


def relationship_bodies(own: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield the endpoints of relationships and of the organisation's rules, as `bodies` does."""
    policy = {"requirement": "ROLES", "starts": "2027-01-31", "roleIds": [own["role_id"]]}
    yield "PUT /api/signInPolicy", policy, {}
    key = {"name": "ERP key", "roleId": own["role_id"], "scopes": ["rfx:read"]}
    yield "POST /api/apiKey", key, {}
    yield "PUT /api/apiKey/{api_key_id}", key, {}
    relationship = {"organisationId": UserFactory().organisation_id, "level": "Approved"}
    yield "POST /api/relationship", relationship, {}
    yield "PUT /api/relationship/{relationship_id}/owner", {"userId": colleague_of(own["owner"]).id}, {}
    yield from import_bodies(own)
    yield "POST /api/supplierImport", {"attachmentId": own["attachment_id"]}, {}
    same = {"decision": "SAME", "organisationId": own["organisation_id"]}
    yield "PUT /api/supplierImport/{supplier_import_id}/row/{n}", same, {}


def part_and_award_bodies(own: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield the endpoints of parts and awards, as `bodies` does."""
    place = {"rfx_id": own["received_rfx_id"], "part_id": own["received_part_id"]}
    body = {"userId": colleague_of(own["owner"]).id}
    yield "POST /api/rfx/{rfx_id}/part", body | {"keys": ["employees"]}, place
    yield "POST /api/rfx/{rfx_id}/answerImport", {"attachmentId": own["attachment_id"]}, place
    yield "POST /api/rfx/{rfx_id}/handover", body, place
    yield "PUT /api/rfx/{rfx_id}/part/{part_id}", body | {"note": "", "due": None}, place
    reviewed = {"rfx_id": own["reviewed_rfx_id"], "review_part_id": own["own_review_part_id"]}
    review = "/api/rfx/{rfx_id}/reviewPart"
    yield f"POST {review}", body | {"keys": ["employees"]}, reviewed
    yield f"PUT {review}/{{review_part_id}}", body | {"note": "", "due": None}, reviewed
    approval = {"approverId": colleague_of(own["owner"]).id}
    yield "POST /api/rfxRequest/{request_id}/award/submit", approval, {"request_id": own["award_request_id"]}


def document_bodies(own: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield the endpoints of documents, as `bodies` does."""
    owner = own["owner"]
    details = {"typeId": own["typeId"], "attachmentId": upload(owner), "supersedesId": own["documentId"]}
    yield "POST /api/document", details, {}
    request = {"relationshipIds": [own["relationship_id"]], "typeIds": [own["typeIds"]], "site": "Bremen"}
    yield "POST /api/documentRequirement/request", request | {"userId": own["user_id"]}, {}
    received = make_parties(owner)
    requirement = {"requirement_id": make_requirement(received).id}
    document = {"documentId": make_document(owner).id}
    yield "POST /api/documentRequirement/{requirement_id}/document", document, requirement


def schedule_bodies(owner: User) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield the endpoints of schedules, as `bodies` does."""
    sent, other = send_rfx(owner), send_rfx(owner)
    people = {"contactIds": [sent.respondent.id], "ownerUserId": owner.id}
    yield "POST /api/schedule", schedule_json(rfxId=sent.id, **people), {}
    relationship = relationship_with(actor=actor_of(owner), organisation_id=sent.respondent.organisation_id)
    assert relationship is not None
    contacts = [sent.respondent.id]
    assessment = make_assessment(owner, relationship, type="QUALIFICATION", contacts=contacts)
    yield "POST /api/schedule", schedule_json(assessmentId=assessment.id), {}
    people = {"contactIds": [other.respondent.id], "ownerUserId": owner.id}
    place = {"schedule_id": add_schedule(owner, rfx_id=other.id)}
    yield "PUT /api/schedule/{schedule_id}", schedule_json(**people), place


def merge_body(owner: User) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Return the endpoint that merges two suppliers, as `bodies` does."""
    survivor, former = (invite_supplier_of(owner, name) for name in ("Calder", "Calder Ltd"))
    ids = {"survivorId": survivor.organisation.id, "goneId": former.organisation.id}
    return "POST /api/relationship/merge", ids, {}


def move_body(owner: User) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Return the endpoint that moves RFxs to a new revision, as `bodies` does."""
    sent = send_rfx(owner)
    newest = next_revision(sent.forms[0], owner, field("company_name"))
    return "POST /api/docForm/{form_id}/move", {"rfxIds": [sent.id]}, {"form_id": newest.id}


def round_body(owner: User) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Return the endpoint that starts a new round of an RFx, as `bodies` does."""
    submitted = send_rfx(owner)
    submit(submitted)
    request = {"type": "RFI", "subject": "Round two", "html": "<p>Hello</p>"}
    request |= {"recipients": {"organisationIds": [submitted.respondent.organisation_id]}}
    forms = [form.id for form in submitted.forms]
    return "POST /api/rfxRequest", request | {"docFormIds": forms, "previousRfxId": submitted.id}, {}


def evaluation_bodies(own: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield the endpoints of evaluations, as `bodies` does."""
    evaluation = "/api/rfxRequest/{request_id}/evaluation"
    cell = {"rfxId": own["evaluated_rfx_id"], "criterionId": own["criterion_id"], "mark": 7}
    yield f"PUT {evaluation}/mark", cell, {}
    yield f"PUT {evaluation}/conflict", {"rfxId": own["evaluated_rfx_id"], "isDeclared": True}, {}
    yield f"POST {evaluation}/evaluator", {"userId": colleague_of(own["owner"]).id}, {}
    settled = own["settled_cell"] | {"mark": 7, "reason": "Agreed"}
    yield f"PUT {evaluation}/consensus", settled, {"request_id": own["settled_request_id"]}


@pytest.fixture
def hidden(session: Session) -> dict[str, Any]:
    return make_full_world(SECRET)


@pytest.fixture
def own(hidden: dict[str, Any]) -> dict[str, Any]:
    """Return the ids of the writer's organisation, another supplier of the hidden buyer."""
    world = make_full_world("Outsider Works")
    relate(hidden["organisation"].id, world["organisation"].id)
    relate(world["organisation"].id, hidden["organisation"].id)
    return world


def id_names(endpoint: Endpoint) -> set[str]:
    """Return the properties of a request body that contain ids."""
    content = endpoint.operation.get("requestBody", {}).get("content", {}).get("application/json")
    if not content or endpoint.rule.rule is Access.ADMIN:
        return set()
    return {
        name for name in resolve(api_document(), content["schema"])["properties"] if NAMES_IDS.search(name)
    }


def test_every_id_in_a_body_is_tried(endpoints: list[Endpoint], own: dict[str, Any]) -> None:
    nameable = {
        (f"{endpoint.method} {endpoint.path}", name)
        for endpoint in guarded_endpoints(endpoints)
        for name in id_names(endpoint)
    }
    tried = {(endpoint, name) for endpoint, body, _ in bodies(own) for name in filter(NAMES_IDS.search, body)}
    assert tried | ELSEWHERE == nameable


def test_foreign_file_of_a_guest_is_rejected_like_an_unknown_one(
    signed_in: SignedIn, hidden: dict[str, Any]
) -> None:
    parties = make_parties()
    requirement = make_requirement(parties, name="Ida Berg", email="ida@works.example")
    guest, grant = guest_of(parties)
    client = signed_in(guest, grant=grant)
    path = f"/api/documentRequirement/{requirement.id}/file"
    details = {"number": "1", "issuer": "A", "validUntil": in_days(9).isoformat()}
    outcomes = [
        client.post(path, json=details | {"attachmentId": foreign})
        for foreign in (hidden["attachment_id"], NOWHERE)
    ]
    assert outcomes[0].json == outcomes[1].json
    assert outcomes[0].status_code == 422


def test_foreign_ids_in_a_body_are_rejected_like_unknown_ids(
    client: CheckedClient, endpoints: list[Endpoint], own: dict[str, Any], hidden: dict[str, Any]
) -> None:
    """Own ids are accepted; a foreign id gets the same response as an id that does not exist."""
    client.token = token_of(own["owner"])
    endpoints_by_name = {f"{endpoint.method} {endpoint.path}": endpoint for endpoint in endpoints}
    for name, body, instead in bodies(own):
        endpoint = endpoints_by_name[name]
        path = endpoint.path.format_map(own | instead)
        accepted = attempt(client, endpoint, path, json=body)
        assert accepted.status_code < 300, f"{name} with {body}: {accepted.text}"
        for place in filter(NAMES_IDS.search, body):
            outcomes = []
            for foreign in (hidden[IDS[place]], NOWHERE):
                value = [foreign] if isinstance(body[place], list) else foreign
                response = attempt(client, endpoint, path, json=body | {place: value})
                assert not HIDDEN.search(response.text), f"{name}, {place}"
                outcomes.append((response.status_code, response.json))
            if (name, place) in NOT_READ:
                assert {(status, shown["id"]) for status, shown in outcomes} == {(200, own[IDS[place]])}
                continue
            assert outcomes[0] == outcomes[1], f"{name}, {place}"
            assert outcomes[0][0] in {404, 422}, f"{name}, {place}: {outcomes[0]}"


def test_lists_filtered_by_a_foreign_id_are_empty_as_for_unknown_ids(
    client: CheckedClient, endpoints: list[Endpoint], own: dict[str, Any], hidden: dict[str, Any]
) -> None:
    client.token = token_of(own["owner"])
    tried = set()
    for endpoint in guarded_endpoints(endpoints):
        queries = [p["name"] for p in endpoint.operation.get("parameters", []) if p["in"] == "query"]
        if endpoint.rule.rule is Access.ADMIN or "{" in endpoint.path:
            continue
        for name in filter(NAMES_IDS.search, queries):
            outcomes = []
            for foreign in (hidden[IDS[name]], NOWHERE):
                response = client.get(endpoint.path, query_string={name: foreign})
                assert not HIDDEN.search(response.text), f"{endpoint.path}, {name}"
                outcomes.append((response.status_code, response.json))
            assert outcomes[0] == outcomes[1], f"{endpoint.path}, {name}"
            tried.add(name)
    assert tried == {
        "assessmentId", "relationshipId", "createdByUserId", "subjectUserId", "defectCodeId", "docFormId", "docFormIds", "rfxId",
        "typeId", "userId",
    }  # fmt: skip
