"""The tables of a file with all data: which rows of each belong to an organisation, and why others are left out.

Rows of records that two organisations share belong to the side that the organisation is on. A new table is in one of the
two lists, or a test fails.
"""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, FromClause, Select, exists, select
from sqlalchemy.sql.elements import KeyedColumnElement

from app.kernel.db.model import Base

Condition = Callable[[FromClause, int], ColumnElement[bool]]
"""The condition of the rows of an organisation, by its id."""


@dataclass(frozen=True, slots=True)
class DataKind:
    """One JSON file: the rows of a table that belong to the organisation, without secrets."""

    name: str
    title: str
    table: str
    condition: Condition
    without: frozenset[str] = frozenset()
    """Columns that are left out."""

    def select(self, organisation_id: int) -> Select[*tuple[object, ...]]:
        """Select the rows, in the order of their key."""
        table = Base.metadata.tables[self.table]
        columns: list[KeyedColumnElement[object]] = [
            each for each in table.c if each.name not in self.without
        ]
        keys = list(table.primary_key) or [table.c.id]
        return select(*columns).where(self.condition(table, organisation_id)).order_by(*keys)


def _is(column: str) -> Condition:
    return lambda table, organisation_id: table.c[column] == organisation_id


def _of(column: str, parent: str, condition: Condition, key: str = "id") -> Condition:
    """Return the condition that the row refers by `column` to a row of `parent` that meets its condition."""

    def condition_of(table: FromClause, organisation_id: int) -> ColumnElement[bool]:
        other = Base.metadata.tables[parent].alias()
        return exists().where(other.c[key] == table.c[column], condition(other, organisation_id))

    return condition_of


def _is_closed(table: FromClause, organisation_id: int) -> ColumnElement[bool]:
    """Return the condition of a closed evaluation of a request of the organisation: before, marks are secret."""
    return (table.c.state == "CLOSED") & _of("request_id", "rfx_request", OWN)(table, organisation_id)


def _was_sent(table: FromClause) -> ColumnElement[bool]:
    """Return the condition of steps that the requester can read: before, they are drafts of the supplier."""
    return table.c.state.in_(["SENT", "ACCEPTED"])


OWN = _is("organisation_id")
RECEIVED = _is("with_organisation_id")
OF_OWN_RELATIONSHIP = _of("relationship_id", "relationship", OWN)
OF_OWN_REQUEST = _of("request_id", "rfx_request", OWN)
OF_SENT_RFX = _of("rfx_id", "rfx", OWN)
OF_RECEIVED_RFX = _of("rfx_id", "rfx", RECEIVED)
OF_OWN_ACTION = _of("action_id", "corrective_action", OWN)
OF_RECEIVED_ACTION = _of("action_id", "corrective_action", RECEIVED)
OF_OWN_USER = _of("user_id", "app_user", OWN)
OF_OWN_THREAD = _of("thread_id", "thread_participant", OWN, "thread_id")

KINDS: tuple[DataKind, ...] = (
    DataKind("organisation", "Organisation", "organisation", _is("id")),
    DataKind("users", "Users", "app_user", OWN, frozenset({"password_hash"})),
    DataKind("roles", "Roles", "role", OWN),
    DataKind("relationships", "Relationships", "relationship", OWN),
    DataKind("tags", "Tags", "tag", OWN),
    DataKind("relationshipTags", "Tags of relationships", "relationship_tag", OF_OWN_RELATIONSHIP),
    DataKind(
        "customValues", "Custom fields of suppliers", "relationship_custom_values", OF_OWN_RELATIONSHIP
    ),
    DataKind("invitationTexts", "Texts of invitations", "invite_template", OWN),
    DataKind("forms", "Forms", "doc_form", OWN),
    DataKind("bundles", "Bundles of forms", "doc_form_bundle", OWN),
    DataKind(
        "bundleForms", "Forms of bundles", "doc_form_bundle_item", _of("bundle_id", "doc_form_bundle", OWN)
    ),
    DataKind("questions", "Question library", "rfx_question", OWN),
    DataKind("requests", "Requests", "rfx_request", OWN),
    DataKind("requestForms", "Forms of requests", "rfx_request_doc_form", OF_OWN_REQUEST),
    DataKind("requestRecipients", "Recipients of requests", "rfx_request_recipient", OF_OWN_REQUEST),
    DataKind("comparisons", "Settings of comparisons", "rfx_request_comparison", OF_OWN_REQUEST),
    DataKind("answerNotes", "Notes on answers", "answer_note", OWN),
    DataKind("ownAnswers", "Answers of your people, with their history", "form_value", OWN),
    DataKind("reviews", "Reviews of answers", "rfx_review_part", OF_SENT_RFX),
    DataKind("parts", "Assigned parts of RFxs", "rfx_part", OF_RECEIVED_RFX),
    DataKind("handovers", "Hand-overs of RFxs", "rfx_handover", OF_RECEIVED_RFX),
    DataKind("evaluations", "Evaluations", "evaluation", OF_OWN_REQUEST),
    DataKind("evaluationCriteria", "Criteria of evaluations", "evaluation_criterion", OF_OWN_REQUEST),
    DataKind("evaluators", "Evaluators", "evaluator", OF_OWN_REQUEST),
    DataKind(
        "marks", "Marks of closed evaluations", "evaluation_mark",
        _of("evaluator_id", "evaluator", _of("request_id", "evaluation", _is_closed, "request_id")),
    ),
    DataKind(
        "conflicts", "Conflicts of interest", "evaluation_conflict",
        _of("evaluator_id", "evaluator", OF_OWN_REQUEST),
    ),
    DataKind(
        "consensus", "Settled marks of closed evaluations", "evaluation_consensus",
        _of("criterion_id", "evaluation_criterion", _of("request_id", "evaluation", _is_closed, "request_id")),
    ),
    DataKind("awards", "Awards", "rfx_award", OF_OWN_REQUEST),
    DataKind("awardLines", "Suppliers of awards", "rfx_award_line", _of("award_id", "rfx_award", OF_OWN_REQUEST)),
    DataKind("assessments", "Assessments", "assessment", OWN),
    DataKind("schedules", "Schedules", "schedule", OWN),
    DataKind("scheduleRounds", "Rounds of schedules", "schedule_occurrence", _of("schedule_id", "schedule", OWN)),
    DataKind("nonConformances", "Non-conformances that you raised", "non_conformance", OWN),
    DataKind("correctiveActions", "Corrective actions that you asked for", "corrective_action", OWN),
    DataKind(
        "correctiveSteps", "Steps of corrective actions that were sent to you", "corrective_step",
        lambda table, organisation_id: _was_sent(table) & OF_OWN_ACTION(table, organisation_id),
    ),
    DataKind(
        "correctiveTasks", "Planned actions that were sent to you", "corrective_task",
        _of("step_id", "corrective_step", lambda table, organisation_id: (
            _was_sent(table) & OF_OWN_ACTION(table, organisation_id)
        )),
    ),
    DataKind("receivedCorrectiveActions", "Corrective actions that customers asked you for", "corrective_action", RECEIVED),
    DataKind("ownCorrectiveSteps", "Your steps of corrective actions", "corrective_step", OF_RECEIVED_ACTION),
    DataKind(
        "ownCorrectiveTasks", "Your planned actions", "corrective_task",
        _of("step_id", "corrective_step", OF_RECEIVED_ACTION),
    ),
    DataKind("defectCodes", "Defect codes", "defect_code", OWN),
    DataKind("documentTypes", "Types of documents", "document_type", OWN),
    DataKind("documents", "Your documents", "supplier_document", OWN),
    DataKind("requiredDocuments", "Documents that you require", "document_requirement", OWN),
    DataKind(
        "submittedDocuments", "Documents that were submitted to you", "document_submission",
        _of("requirement_id", "document_requirement", OWN),
    ),
    DataKind("tasks", "Tasks that your people raised", "user_task", OWN),
    DataKind("conversations", "Conversations", "message_thread", _of("id", "thread_participant", OWN, "thread_id")),
    DataKind("participants", "Your people in conversations", "thread_participant", OWN),
    DataKind("messages", "Messages", "message", OF_OWN_THREAD),
    DataKind("imports", "Imports of suppliers", "supplier_import", OWN),
    DataKind("apiKeys", "API keys", "api_key", OWN, frozenset({"hash", "previous_hash"})),
    DataKind("formSources", "Sources of forms", "form_source", OWN),
    DataKind("importMappings", "Remembered columns of spreadsheets", "import_mapping", OWN),
    DataKind("views", "Saved views", "saved_view", OWN),
    DataKind("mailSettings", "Choices of mails", "mail_setting", OF_OWN_USER),
    DataKind("webhooks", "Webhooks", "webhook_endpoint", OWN, frozenset({"secret_encrypted"})),
    DataKind(
        "webhookDeliveries", "Deliveries to webhooks", "webhook_delivery", _of("endpoint_id", "webhook_endpoint", OWN),
    ),
    DataKind("events", "Event log", "event_log", OWN),
    DataKind("auditLog", "Audit log", "audit_entry", OWN),
    DataKind("files", "Your files", "attachment", OWN, frozenset({"storage_key"})),
)  # fmt: skip
"""The kinds of data. The RFxs themselves are written from what the requester of the file may read of each."""

LEFT_OUT = {
    "access_grant": "access of guests, with no content",
    "link_code": "a secret",
    "answer_import": "drafts of answers from workbooks",
    "attachment_use": "places of files, which the records name",
    "audit_seal": "seals of the audit log, which prove nothing outside the database",
    "audit_sealing": "progress of a job",
    "break_glass_user": "settings for signing in",
    "bulk_job": "progress of actions, deleted after 90 days",
    "bulk_row": "progress of actions, deleted after 90 days",
    "calendar_feed": "secret links",
    "company_domain": "settings for signing in",
    "company_group": "settings for signing in",
    "company_sign_in": "secrets for signing in",
    "carried_answer": "offers of earlier answers, which are among the answers",
    "data_export": "these files",
    "doc_form_import": "drafts of forms from spreadsheets, deleted after 30 days",
    "document_reading": "proposals read from files",
    "duplicate_pair": "computed",
    "duplicate_scan": "progress of a job",
    "duplicate_verdict": "decisions on computed pairs",
    "evaluated_supplier": "computed scores, which are in the awards",
    "external_identity": "names of accounts at identity providers",
    "export": "downloads, deleted after two days",
    "home_layout": "settings of a screen",
    "idempotency_record": "technical",
    "invitation": "links that were mailed",
    "job": "technical",
    "known_contact": "people of other organisations",
    "mail_link": "secret links",
    "merge_log": "technical record for undoing a merge",
    "notification": "copies of events, deleted after 90 days",
    "organisation_alias": "technical",
    "outbox_mail": "delivered mails of the platform",
    "passkey": "keys for signing in",
    "preview_values": "drafts",
    "recovery_code": "secrets for signing in",
    "reminder_step": "technical",
    "rfx": "written from what the requester of the file may read of each RFx",
    "rfx_award_event": "links between awards and events",
    "rfx_doc_form": "named in each RFx",
    "rfx_response": "named in each RFx",
    "rfx_revision_change": "technical record of moves",
    "rfx_score": "in each RFx",
    "sign_in": "sessions; sign-ins are in the audit log",
    "spent_key": "technical",
    "spent_ticket": "technical",
    "start_view": "settings of a screen",
    "supplier_import_row": "rows of imports, deleted with them",
    "totp": "secrets for signing in",
}
"""The tables that are left out, with the reason."""
