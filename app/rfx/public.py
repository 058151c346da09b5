"""Names of RFxs for other features."""

from app.rfx.exports.content import measured
from app.rfx.mails import mail_deadline_changed
from app.rfx.models import (
    FormValue,
    Rfx,
    RfxDocForm,
    RfxRequest,
    RfxRequestDocForm,
    RfxRequestRecipient,
    RfxResponse,
    RfxScore,
)
from app.rfx.operations.live import PresentUser, answering_now, report_open_rfx
from app.rfx.operations.moves import end_with_assessment, is_answerable, move_deadline
from app.rfx.operations.recording import rfx_started
from app.rfx.operations.reminding import send_reminder
from app.rfx.operations.requesting import create_request
from app.rfx.operations.sealing import open_answers
from app.rfx.operations.sending import create_rfx
from app.rfx.operations.withdrawing import withdraw_rfx
from app.rfx.policies.access import SEALED, respondent_label, safe_name, type_label
from app.rfx.policies.answers import progress_of
from app.rfx.policies.hooks import RfxPageHooks
from app.rfx.policies.states import status_now
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
from app.rfx.queries.files import may_read_answer_file
from app.rfx.queries.lists import status_counts
from app.rfx.queries.live import users_by_id
from app.rfx.queries.rfxs import RfxContext, contexts_of_assessment, contexts_of_request
from app.rfx.queries.scores import RfxResult, rfx_results
from app.rfx.schemas.live import LiveRfxSchema, PresentPersonSchema
from app.rfx.schemas.requests import DeadlineBody, DeadlineSchema, NothingSchema, seen_deadline
from app.rfx.schemas.rfx import CompletionSchema, ExportIdSchema, RfxStatusSchema, StatusInfoSchema
from app.rfx.serializers.live import serialize_live_rfx, serialize_present
from app.rfx.serializers.rfxs import stored_completion
from app.rfx.types import (
    OPEN_STATUSES,
    RFX,
    STATUS_INFO,
    AssessmentRef,
    FieldScoreJson,
    RequestState,
    RequestType,
    RfxMail,
    RfxStatus,
    RfxType,
)

__all__ = [
    "OPEN_STATUSES",
    "RFX",
    "SEALED",
    "STATUS_INFO",
    "AssessmentRef",
    "ComparedAnswer",
    "ComparedRfx",
    "CompletionSchema",
    "DeadlineBody",
    "DeadlineSchema",
    "ExportIdSchema",
    "FieldScoreJson",
    "FollowUpCounts",
    "FormValue",
    "LiveRfxSchema",
    "NothingSchema",
    "OpenRequests",
    "PresentPersonSchema",
    "PresentUser",
    "RequestState",
    "RequestType",
    "Rfx",
    "RfxContext",
    "RfxDocForm",
    "RfxMail",
    "RfxPageHooks",
    "RfxRequest",
    "RfxRequestDocForm",
    "RfxRequestRecipient",
    "RfxResponse",
    "RfxResult",
    "RfxScore",
    "RfxStatus",
    "RfxStatusSchema",
    "RfxType",
    "StatusInfoSchema",
    "answering_now",
    "compared_answers",
    "compared_rfxs",
    "contexts_of_assessment",
    "contexts_of_request",
    "create_request",
    "create_rfx",
    "end_with_assessment",
    "follow_up_counts",
    "is_answerable",
    "mail_deadline_changed",
    "may_read_answer_file",
    "measured",
    "move_deadline",
    "open_answers",
    "open_follow_ups_of",
    "open_requests",
    "progress_of",
    "received_requests",
    "report_open_rfx",
    "respondent_label",
    "rfx_results",
    "rfx_started",
    "safe_name",
    "seen_deadline",
    "send_reminder",
    "serialize_live_rfx",
    "serialize_present",
    "status_counts",
    "status_now",
    "stored_completion",
    "type_label",
    "users_by_id",
    "withdraw_rfx",
]
