"""The ids in the bodies and queries of requests, and the rows of the hidden organisation that they could name."""

import re

NAMES_IDS = re.compile(r"(Id|Ids|Recipients|copyOf)$")
ELSEWHERE = {
    ("POST /api/documentRequirement/{requirement_id}/file", "attachmentId"),
    ("POST /api/correctiveAction/{action_id}/contest", "attachmentIds"),
    ("POST /api/ncr/{ncr_id}/correctiveAction", "userId"),
    ("PUT /api/companySignIn", "breakGlassUserIds"),
    ("PUT /api/companySignIn", "clientId"),
}
"""Bodies of guests, suppliers and of other states, which the tests of their features try; `clientId` is a text."""
IDS = {
    "approverId": "user_id",
    "assessmentId": "assessment_id",
    "assignedToOrganisationId": "organisation_id",
    "assignedToUserId": "user_id",
    "assigneeUserId": "user_id",
    "attachmentId": "attachment_id",
    "attachmentIds": "attachment_id",
    "contactIds": "user_id",
    "copyOf": "form_id",
    "createdById": "user_id",
    "createdByUserId": "user_id",
    "criterionId": "criterion_id",
    "defectCodeId": "defect_code_id",
    "docFormBundleId": "bundle_id",
    "docFormId": "form_id",
    "docFormImportId": "doc_form_import_id",
    "docFormIds": "form_id",
    "documentId": "documentId",
    "goneId": "goneId",
    "internalSurveyDocFormBundleId": "internal_bundle_id",
    "internalSurveyDocFormId": "internal_form_id",
    "internalSurveyRecipients": "user_id",
    "organisationId": "organisation_id",
    "ownerUserId": "user_id",
    "previousRfxId": "rfx_id",
    "relationshipId": "relationship_id",
    "relationshipIds": "relationship_id",
    "requestId": "request_id",
    "rfxId": "rfx_id",
    "rfxIds": "survey_id",
    "roleId": "role_id",
    "roleIds": "role_id",
    "selfSurveyDocFormBundleId": "self_bundle_id",
    "selfSurveyDocFormId": "self_form_id",
    "selfSurveyRecipients": "user_id",
    "subjectUserId": "user_id",
    "supersedesId": "supersedesId",
    "supplierRelationshipId": "relationship_id",
    "survivorId": "survivorId",
    "toOrganisationIds": "organisation_id",
    "toUserIds": "user_id",
    "typeId": "typeId",
    "typeIds": "typeIds",
    "userId": "user_id",
}
"""The keys of `make_world` that provide each id of a body or a query."""
NOT_READ = {("POST /api/assessment/{assessment_id}", "assessmentId")}
"""The path names the assessment; the id in the body is ignored."""
