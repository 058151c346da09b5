"""Serializers of the list of requests and of the progress of one request."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from app.accounts.public import User
from app.forms.public import percentage
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Json
from app.requests.queries.lists import RequestListRow
from app.requests.queries.progress import MailRow, ProgressRow, SupplierRows, UnsentRow, supplier_rows
from app.requests.queries.requests import request_context
from app.rfx.public import (
    STATUS_INFO,
    PresentUser,
    RfxStatus,
    answering_now,
    name_of_row,
    serialize_present,
    status_now,
    stored_completion,
    users_by_id,
)

REPLY = re.compile(r"\((\d{3}), b?(['\"])(.*?)\2")
"""Matches code and text of a mail server's reply in the text of the error."""
UNREACHABLE = "The mail server could not be reached."
LONGEST_REPLY = 300


def serialize_request_row(row: RequestListRow) -> Json:
    """Serialize a row of the list for a dump by `RequestRowSchema`."""
    return {
        "id": row.id,
        "type": row.type,
        "title": row.title,
        "state": row.state,
        "created": row.created,
        "sent_date": row.sent_date,
        "send_at": row.send_at,
        "created_by": {"id": row.created_by_user_id, "name": row.creator_name},
        "is_sealed": row.is_sealed and row.seal_opened is None,
        "suppliers": row.suppliers + row.unsent,
        "unsent": row.unsent,
        "submitted": row.submitted,
        "late": row.late,
        "next_deadline": row.next_deadline or (row.deadline if not row.suppliers else None),
    }


def serialize_progress(*, actor: Actor, request_id: int, stamp: str | None = None) -> Json | None:
    """Serialize the suppliers of a request (`RequestProgressSchema`); None if `stamp` is the one of the present state.

    Raises NotFoundError if the actor may not see the request.
    """
    context = request_context(actor=actor, request_id=request_id)
    suppliers = supplier_rows(request_id)
    present = answering_now({row.id: row.is_sealed for row in suppliers.rfxs})
    stamp_now = _stamp(context.request.state, context.request.deadline, suppliers, present)
    if stamp == stamp_now:
        return None
    user_ids = {user.id for users in present.values() for user in users}
    users = {user.id: user for user in users_by_id(user_ids)} if user_ids else {}
    rows = [
        _serialize_supplier(row, suppliers.mails.get(row.id), present.get(row.id, ()), users)
        for row in suppliers.rfxs
    ]
    return {
        "stamp": stamp_now,
        "totals": _totals(rows, suppliers.unsent),
        "rows": rows,
        "unsent": [_serialize_unsent(row) for row in suppliers.unsent],
    }


def _stamp(state: str, deadline: object, suppliers: SupplierRows, present: object) -> str:
    # `status_now` changes with the time, without a change of a row.
    statuses = [status_now(row).value for row in suppliers.rfxs]
    parts = (
        state,
        deadline,
        suppliers.rfxs,
        statuses,
        list(suppliers.mails.values()),
        suppliers.unsent,
        present,
    )
    return hashlib.blake2b(repr(parts).encode(), digest_size=8).hexdigest()


def _serialize_supplier(
    row: ProgressRow, mail: MailRow | None, present: Sequence[PresentUser], users: Mapping[int, User]
) -> Json:
    status = status_now(row)
    is_scored = status is RfxStatus.COMPLETED and not row.is_sealed and row.overall is not None
    stored = row.status_before_expiry or row.status if row.status == RfxStatus.EXPIRED else row.status
    activity = max((moment for moment in (row.last_saved, _last_move(row, status)) if moment), default=None)
    return {
        "id": row.id,
        "name": name_of_row(row),
        "is_guest": row.to_guest,
        "organisation_id": None if row.to_guest else row.with_organisation_id,
        "status": status,
        "status_info": STATUS_INFO[status],
        "completion": stored_completion(row),
        "people": [
            serialize_present(users[person.id], person.section) for person in present if person.id in users
        ],
        "last_activity": activity,
        "is_opened": stored != RfxStatus.NEW,
        "is_late": status is RfxStatus.EXPIRED and row.withdrawn_reason is None,
        "mail": _serialize_mail(mail),
        "deadline": row.deadline,
        "reminder_sent_date": row.reminder_sent_date,
        "follow_ups": row.follow_ups,
        "score": percentage(row.overall) if is_scored and row.overall is not None else None,
        "is_sealed": row.is_sealed,
        "withdrawn_reason": row.withdrawn_reason,
        "is_awarded": row.is_awarded,
        "decline_reason": row.decline_reason,
    }


def _last_move(row: ProgressRow, status: RfxStatus) -> datetime | None:
    """Return the time at which the respondent ended the RFx; other endings are no activity of it."""
    return row.closed if status in (RfxStatus.COMPLETED, RfxStatus.DECLINED) else None


def _serialize_mail(mail: MailRow | None) -> Json:
    """Serialize the state of the latest mails: REFUSED if one failed, else WAITING, SENT, or NOT_SENT without any."""
    if mail is None:
        return {"state": "NOT_SENT", "people": 0, "refused": 0, "reply": None}
    state = "REFUSED" if mail.refused else "WAITING" if mail.waiting else "SENT" if mail.sent else "NOT_SENT"
    reply = _reply_of(mail.error) if mail.refused else None
    return {"state": state, "people": mail.total, "refused": mail.refused, "reply": reply}


def _reply_of(error: str | None) -> str:
    match = REPLY.search(error or "")
    if match is None:
        return UNREACHABLE
    text = " ".join(match[3].replace("\\n", " ").replace("\\r", " ").split())
    return f"{match[1]} {text}"[:LONGEST_REPLY]


def _serialize_unsent(row: UnsentRow) -> Json:
    return {
        "id": row.id,
        "name": row.organisation_name or row.name or row.email or "",
        "is_guest": row.organisation_name is None,
        "failure": row.failure,
    }


def _totals(rows: Sequence[Json], unsent: Sequence[UnsentRow]) -> Json:
    """Return the numbers above the list.

    `submitted`, `in_progress`, `not_opened` and `declined` have no supplier in common; `late` may be among them.
    """

    def count(**values: object) -> int:
        return sum(all(row[key] == value for key, value in values.items()) for row in rows)

    scores = [score for row in rows if isinstance(score := row["score"], int)]
    return {
        "suppliers": len(rows) + len(unsent),
        "unsent": len(unsent),
        "submitted": count(status=RfxStatus.COMPLETED),
        "in_progress": count(status=RfxStatus.PENDING) + count(status=RfxStatus.INPROGRESS),
        "answering": sum(bool(row["people"]) for row in rows),
        "not_opened": sum(
            not row["is_opened"] and row["withdrawn_reason"] is None and row["status"] != RfxStatus.DECLINED
            for row in rows
        ),
        "refused": sum(isinstance(mail := row["mail"], dict) and mail["state"] == "REFUSED" for row in rows),
        "declined": count(status=RfxStatus.DECLINED),
        "withdrawn": sum(row["withdrawn_reason"] is not None for row in rows),
        "late": count(is_late=True),
        "average_score": round(sum(scores) / len(scores)) if scores else None,
        "scored": len(scores),
    }
