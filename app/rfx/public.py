"""Names of RFxs for other features."""

from app.rfx.mails import mail_deadline_changed
from app.rfx.models import Rfx, RfxDocForm, RfxRequest, RfxRequestDocForm, RfxRequestRecipient
from app.rfx.operations.live import report_open_rfx
from app.rfx.operations.moves import end_with_assessment, is_answerable, move_deadline
from app.rfx.operations.recording import rfx_started
from app.rfx.operations.reminding import send_reminder
from app.rfx.operations.requesting import create_request
from app.rfx.operations.sealing import open_answers
from app.rfx.operations.sending import create_rfx
from app.rfx.operations.withdrawing import withdraw_rfx
from app.rfx.policies.access import respondent_label, type_label
from app.rfx.policies.states import status_now
from app.rfx.queries.figures import (
    FollowUpCounts,
    OpenRequests,
    follow_up_counts,
    open_requests,
    received_requests,
)
from app.rfx.queries.lists import status_counts
from app.rfx.queries.rfxs import RfxContext, contexts_of_assessment, contexts_of_request
from app.rfx.queries.scores import RfxResult, rfx_results
from app.rfx.schemas.live import LiveRfxSchema
from app.rfx.schemas.requests import DeadlineBody, DeadlineSchema, NothingSchema, seen_deadline
from app.rfx.schemas.rfx import ExportIdSchema, RfxStatusSchema, StatusInfoSchema
from app.rfx.serializers.live import serialize_live_rfx
from app.rfx.types import (
    OPEN_STATUSES,
    STATUS_INFO,
    AssessmentRef,
    RequestState,
    RequestType,
    RfxMail,
    RfxStatus,
    RfxType,
)

__all__ = [
    "OPEN_STATUSES",
    "STATUS_INFO",
    "AssessmentRef",
    "DeadlineBody",
    "DeadlineSchema",
    "ExportIdSchema",
    "FollowUpCounts",
    "LiveRfxSchema",
    "NothingSchema",
    "OpenRequests",
    "RequestState",
    "RequestType",
    "Rfx",
    "RfxContext",
    "RfxDocForm",
    "RfxMail",
    "RfxRequest",
    "RfxRequestDocForm",
    "RfxRequestRecipient",
    "RfxResult",
    "RfxStatus",
    "RfxStatusSchema",
    "RfxType",
    "StatusInfoSchema",
    "contexts_of_assessment",
    "contexts_of_request",
    "create_request",
    "create_rfx",
    "end_with_assessment",
    "follow_up_counts",
    "is_answerable",
    "mail_deadline_changed",
    "move_deadline",
    "open_answers",
    "open_requests",
    "received_requests",
    "report_open_rfx",
    "respondent_label",
    "rfx_results",
    "rfx_started",
    "seen_deadline",
    "send_reminder",
    "serialize_live_rfx",
    "status_counts",
    "status_now",
    "type_label",
    "withdraw_rfx",
]
