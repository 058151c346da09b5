"""Names of RFxs for other features."""

from app.rfx.exports.content import content_of, file_stem, measured
from app.rfx.exports.plain import serialize_content
from app.rfx.mails import mail_deadline_changed, mail_sent, page_path
from app.rfx.models import (
    FormValue,
    Rfx,
    RfxDocForm,
    RfxPart,
    RfxRequest,
    RfxRequestDocForm,
    RfxRequestRecipient,
    RfxResponse,
    RfxScore,
)
from app.rfx.operations.awarding import announce_award
from app.rfx.operations.carrying import carry_answers, previous_round
from app.rfx.operations.filling_in import demand_filling_in, writable_keys_now
from app.rfx.operations.live import PresentUser, answering_now, report_open_rfx
from app.rfx.operations.moves import (
    demand_changeable,
    demand_open,
    end_with_assessment,
    is_answerable,
    move_deadline,
)
from app.rfx.operations.recording import record_event, record_for_respondent, rfx_started
from app.rfx.operations.reminding import send_reminder
from app.rfx.operations.requesting import create_request
from app.rfx.operations.reviewing import (
    answers_reviewed,
    keys_to_review,
    keys_with_answers,
    notify_sender,
    response_submitted,
)
from app.rfx.operations.revisions import RevisionMove, change_revisions, revisions_changed
from app.rfx.operations.sealing import open_answers
from app.rfx.operations.sending import create_rfx
from app.rfx.operations.values import NewValue, save_values
from app.rfx.policies.access import (
    SEALED,
    NamedRfx,
    actions_of,
    demand_sender,
    demand_unsealed,
    name_of_row,
    respondent_label,
    type_label,
)
from app.rfx.policies.answers import files_in
from app.rfx.policies.parts import granted_part_id, is_assignable, part_status_after
from app.rfx.policies.states import status_now
from app.rfx.queries.answers import answers_of, former_values, named_answers_of
from app.rfx.queries.comparing import (
    ComparedAnswer,
    ComparedRfx,
    compared_answers,
    compared_rfxs,
    open_follow_ups_of,
)
from app.rfx.queries.figures import (
    FollowUpCounts,
    OpenRequests,
    follow_up_counts,
    open_requests,
    received_requests,
)
from app.rfx.queries.file_ends import FileEndHooks
from app.rfx.queries.files import may_read_answer_file
from app.rfx.queries.lists import status_counts
from app.rfx.queries.live import users_by_id
from app.rfx.queries.offers import CarriedDecision, carried_decisions
from app.rfx.queries.page_hooks import RfxPageHooks
from app.rfx.queries.people import people_of, requester_logo_path
from app.rfx.queries.previous import last_submitted
from app.rfx.queries.review_access import ReviewHooks
from app.rfx.queries.rfxs import (
    RfxContext,
    contexts_of_assessment,
    contexts_of_request,
    documents_of,
    links_need_code,
    revisions_of,
    rfx_context,
    rfx_context_for_system,
)
from app.rfx.queries.rows import StoredProgress
from app.rfx.queries.scores import RfxResult, rfx_results
from app.rfx.schemas.live import LiveRfxSchema, PresentPersonSchema
from app.rfx.schemas.requests import DeadlineBody, DeadlineSchema, NothingSchema, seen_deadline
from app.rfx.schemas.rfx import CompletionSchema, ExportIdSchema, RfxStatusSchema
from app.rfx.serializers.answers import stored_completion
from app.rfx.serializers.live import serialize_live_rfx, serialize_present
from app.rfx.serializers.loading import serialize_rfx
from app.rfx.types import (
    FIRST_VIEW,
    LIVE_PARTS,
    OPEN_STATUSES,
    RFX,
    RFX_FILE,
    RFX_PART,
    SKIP_TO_QUESTIONS,
    STATUS_INFO,
    WAITING_PARTS,
    WORKBOOK_EXPORT,
    AnswerSource,
    AssessmentRef,
    CarriedState,
    FieldScoreJson,
    PartMove,
    PartStatus,
    RequestState,
    RequestType,
    RfxMail,
    RfxStatus,
    RfxType,
    ViewerRole,
)

__all__ = [
    "FIRST_VIEW",
    "LIVE_PARTS",
    "OPEN_STATUSES",
    "RFX",
    "RFX_FILE",
    "RFX_PART",
    "SEALED",
    "SKIP_TO_QUESTIONS",
    "STATUS_INFO",
    "WAITING_PARTS",
    "WORKBOOK_EXPORT",
    "AnswerSource",
    "AssessmentRef",
    "CarriedDecision",
    "CarriedState",
    "ComparedAnswer",
    "ComparedRfx",
    "CompletionSchema",
    "DeadlineBody",
    "DeadlineSchema",
    "ExportIdSchema",
    "FieldScoreJson",
    "FileEndHooks",
    "FollowUpCounts",
    "FormValue",
    "LiveRfxSchema",
    "NamedRfx",
    "NewValue",
    "NothingSchema",
    "OpenRequests",
    "PartMove",
    "PartStatus",
    "PresentPersonSchema",
    "PresentUser",
    "RequestState",
    "RequestType",
    "ReviewHooks",
    "RevisionMove",
    "Rfx",
    "RfxContext",
    "RfxDocForm",
    "RfxMail",
    "RfxPageHooks",
    "RfxPart",
    "RfxRequest",
    "RfxRequestDocForm",
    "RfxRequestRecipient",
    "RfxResponse",
    "RfxResult",
    "RfxScore",
    "RfxStatus",
    "RfxStatusSchema",
    "RfxType",
    "StoredProgress",
    "ViewerRole",
    "actions_of",
    "announce_award",
    "answering_now",
    "answers_of",
    "answers_reviewed",
    "carried_decisions",
    "carry_answers",
    "change_revisions",
    "compared_answers",
    "compared_rfxs",
    "content_of",
    "contexts_of_assessment",
    "contexts_of_request",
    "create_request",
    "create_rfx",
    "demand_changeable",
    "demand_filling_in",
    "demand_open",
    "demand_sender",
    "demand_unsealed",
    "documents_of",
    "end_with_assessment",
    "file_stem",
    "files_in",
    "follow_up_counts",
    "former_values",
    "granted_part_id",
    "is_answerable",
    "is_assignable",
    "keys_to_review",
    "keys_with_answers",
    "last_submitted",
    "links_need_code",
    "mail_deadline_changed",
    "mail_sent",
    "may_read_answer_file",
    "measured",
    "move_deadline",
    "name_of_row",
    "named_answers_of",
    "notify_sender",
    "open_answers",
    "open_follow_ups_of",
    "open_requests",
    "page_path",
    "part_status_after",
    "people_of",
    "previous_round",
    "received_requests",
    "record_event",
    "record_for_respondent",
    "report_open_rfx",
    "requester_logo_path",
    "respondent_label",
    "response_submitted",
    "revisions_changed",
    "revisions_of",
    "rfx_context",
    "rfx_context_for_system",
    "rfx_results",
    "rfx_started",
    "save_values",
    "seen_deadline",
    "send_reminder",
    "serialize_content",
    "serialize_live_rfx",
    "serialize_present",
    "serialize_rfx",
    "status_counts",
    "status_now",
    "stored_completion",
    "type_label",
    "users_by_id",
    "writable_keys_now",
]
