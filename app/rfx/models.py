"""Requests to suppliers, their RFxs with forms, the responses of both parties and the answers."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, UniqueConstraint, func, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.forms.public import FieldType
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.rfx.types import (
    AnswerSource,
    CarriedOutcome,
    CarriedState,
    FormerKeyJson,
    PartStatus,
    RequestState,
    RequestType,
    ResponseStatus,
    RfxStatus,
    RfxType,
    SectionScoreJson,
)


class RfxRequest(Base):
    """A questionnaire that was sent, or will be sent, to one or more suppliers: one RFx for each of them.

    Respondents never see it. RFxs of assessments have none.
    """

    __tablename__ = "rfx_request"
    __table_args__ = (
        Index("ix_rfx_request_organisation", "organisation_id", "id"),
        Index("ix_rfx_request_title", "organisation_id", func.lower(text("title")), "id"),
        Index(
            "ix_rfx_request_send_at", "send_at", postgresql_where=text("state = 'SCHEDULED' and send_at is not null")
        ),
        Index("ix_rfx_request_seal", "deadline", postgresql_where=text("is_sealed and seal_opened is null")),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    type: Mapped[RequestType] = enum_column(RequestType)
    title: Mapped[str]
    message_html: Mapped[str]
    """The sanitised message that is sent with each RFx."""
    bundle_name: Mapped[str | None]
    state: Mapped[RequestState] = enum_column(RequestState, default=RequestState.OPEN)
    created: Mapped[datetime] = mapped_column(default=now)
    send_at: Mapped[datetime | None]
    """The chosen time of sending; None if it was sent immediately."""
    sent_date: Mapped[datetime | None]
    deadline: Mapped[datetime | None]
    """The deadline of new RFxs. A single RFx may be extended, except in a sealed request."""
    is_sealed: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True if the requester sees no answers before the deadline."""
    links_need_code: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True if guests confirm their links with a mailed code."""
    seal_opened: Mapped[datetime | None]
    """Time at which the answers of a sealed request became readable."""
    carries_answers: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True if each RFx offers the last submitted answers of its respondent to the same forms."""


class RfxRequestDocForm(Base):
    """A form of a request, at the revision that its RFxs are sent with."""

    __tablename__ = "rfx_request_doc_form"

    request_id: Mapped[int] = mapped_column(ForeignKey("rfx_request.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    doc_form_id: Mapped[int] = mapped_column(ForeignKey("doc_form.id"), index=True)


class RfxRequestRecipient(Base):
    """A recipient of a request: an organisation with its addressed users, or one person by e-mail.

    It has the id of its RFx once that is sent, or a sentence in `failure` if it could not be sent.
    """

    __tablename__ = "rfx_request_recipient"
    __table_args__ = (Index("ix_rfx_request_recipient_request", "request_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    request_id: Mapped[int] = mapped_column(ForeignKey("rfx_request.id"))
    organisation_id: Mapped[int | None] = mapped_column(ForeignKey("organisation.id"))
    user_ids: Mapped[list[int]] = mapped_column(ARRAY(BigInteger), default=list, server_default=text("'{}'"))
    """The addressed users; empty for all users of the organisation."""
    name: Mapped[str] = mapped_column(default="", server_default=text("''"))
    email: Mapped[str | None]
    """The address of a guest; None for an organisation."""
    rfx_id: Mapped[int | None] = mapped_column(ForeignKey("rfx.id"), unique=True)
    previous_rfx_id: Mapped[int | None] = mapped_column(ForeignKey("rfx.id"))
    """The RFx whose answers its RFx offers; without it the last one if the request carries answers."""
    failure: Mapped[str | None]


class Rfx(Base):
    """A request for information (specification section 3, Rfx); its id is its public `ref`."""

    __tablename__ = "rfx"
    __table_args__ = (
        Index("ix_rfx_organisation", "organisation_id", "id"),
        Index("ix_rfx_type", "organisation_id", "type", "id"),
        Index("ix_rfx_title", "organisation_id", func.lower(text("title")), "id"),
        Index("ix_rfx_date", "organisation_id", func.coalesce(text("sent_date"), text("created")), "id"),
        Index("ix_rfx_status", "organisation_id", "status", "id"),
        Index("ix_rfx_with_organisation", "with_organisation_id", "id"),
        Index("ix_rfx_relationship", "relationship_id", "id"),
        Index("ix_rfx_thread", "thread_id"),
        Index("ix_rfx_request", "request_id", "id", postgresql_where=text("request_id is not null")),
        Index("ix_rfx_guest", "guest_user_id", postgresql_where=text("guest_user_id is not null")),
        Index("ix_rfx_previous", "previous_rfx_id", postgresql_where=text("previous_rfx_id is not null")),
        Index("ix_rfx_assessment", "assessment_id", "id", postgresql_where=text("assessment_id is not null")),
        Index(
            "ix_rfx_due",
            "organisation_id",
            "deadline",
            postgresql_where=text("status in ('NEW', 'PENDING', 'INPROGRESS')"),
        ),
        Index(
            "ix_rfx_received_due",
            "with_organisation_id",
            "deadline",
            postgresql_where=text("status in ('NEW', 'PENDING', 'INPROGRESS')"),
        ),
        Index(
            "ix_rfx_survey_due",
            "organisation_id",
            "deadline",
            postgresql_where=text("status in ('NEW', 'PENDING', 'INPROGRESS') and assessment_id is not null"),
        ),
        Index("ix_rfx_expired", "organisation_id", "deadline", postgresql_where=text("status = 'EXPIRED'")),
        Index(
            "ix_rfx_received_expired",
            "with_organisation_id",
            "deadline",
            postgresql_where=text("status = 'EXPIRED'"),
        ),
        Index(
            "ix_rfx_created_by_deadline",
            "created_by_user_id",
            "deadline",
            "id",
            postgresql_where=text("status in ('NEW', 'PENDING', 'INPROGRESS')"),
        ),
        Index(
            "ix_rfx_deadline", "deadline", postgresql_where=text("status in ('NEW', 'PENDING', 'INPROGRESS')")
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    type: Mapped[RfxType] = enum_column(RfxType)
    title: Mapped[str]
    status: Mapped[RfxStatus] = enum_column(RfxStatus, default=RfxStatus.NEW)
    status_before_expiry: Mapped[RfxStatus | None] = enum_column(RfxStatus)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The requester."""
    with_organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    """The respondent: the placeholder organisation for a guest, the requester itself for an internal survey."""
    guest_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    recipient_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    """The colleague who answers an internal survey; None for every other RFx."""
    assessment_id: Mapped[int | None] = mapped_column(ForeignKey("assessment.id"))
    assessment_title: Mapped[str | None]
    """The title of the assessment, which never changes."""
    assessment_closed: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True once that assessment is completed: nothing of this RFx can change then."""
    relationship_id: Mapped[int | None] = mapped_column(ForeignKey("relationship.id"))
    request_id: Mapped[int | None] = mapped_column(ForeignKey("rfx_request.id"))
    """The request that it was sent with; None for RFxs of assessments."""
    is_sealed: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True while the requester must not read the answers: until the deadline of a sealed request."""
    thread_id: Mapped[int | None] = mapped_column(ForeignKey("message_thread.id"))
    bundle_name: Mapped[str | None]
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    sent_date: Mapped[datetime | None]
    deadline: Mapped[datetime | None]
    reminder_sent_date: Mapped[datetime | None]
    closed: Mapped[datetime | None]
    ignored: Mapped[bool] = mapped_column(default=False)
    decline_reason: Mapped[str | None]
    withdrawn_reason: Mapped[str | None]
    """The reason of the requester who withdrew it: it is EXPIRED then, and a later deadline does not revive it."""
    answered: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    """Number of visible questions that the respondent has answered, as of the last save."""
    answerable: Mapped[int | None]
    """Number of visible questions of the respondent; None until `rfx.countAnswers` has counted an older RFx."""
    is_awarded: Mapped[bool | None]
    """True if its request was awarded to the respondent, False if not; None until the respondent's letter was sent."""
    reopened_fields: Mapped[list[str] | None]
    """Value keys that a limited reopening left writable; None if all are."""
    has_moved: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True if it has rows of `RfxRevisionChange`; the pages of all other RFxs need no statement for them."""
    previous_rfx_id: Mapped[int | None] = mapped_column(ForeignKey("rfx.id"))
    """The earlier round whose answers it offers (`CarriedAnswer`); None if it began blank."""


class RfxDocForm(Base):
    """A form of an RFx, at the revision it was sent with."""

    __tablename__ = "rfx_doc_form"

    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    doc_form_id: Mapped[int] = mapped_column(ForeignKey("doc_form.id"), index=True)


class RfxRevisionChange(Base):
    """Move of an RFx to another revision of one of its forms, as a notice for the respondent.

    `former_keys` has the value keys that changed, so that texts typed on a page from before the move find their question.
    """

    __tablename__ = "rfx_revision_change"
    __table_args__ = (Index("ix_rfx_revision_change_rfx", "rfx_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"))
    doc_form_id: Mapped[int] = mapped_column(ForeignKey("doc_form.id"))
    """The new revision."""
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    created: Mapped[datetime] = mapped_column(default=now)
    carried: Mapped[int]
    """Number of answers of the respondent that went along."""
    new_keys: Mapped[list[str]]
    """Value keys of the questions that the respondent is asked for the first time."""
    again_keys: Mapped[list[str]]
    """Value keys of the questions whose answers no longer fit."""
    former_keys: Mapped[list[FormerKeyJson]] = mapped_column(JSONB)


class CarriedAnswer(Base):
    """Answer of an earlier round to a question of an RFx, which the respondent confirms or replaces.

    It is no answer of this RFx until it is confirmed: then a `FormValue` with the source CARRIED is appended. New
    questions have a row without a value.
    """

    __tablename__ = "carried_answer"

    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"), primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    """The value key in this RFx."""
    value: Mapped[Any] = mapped_column(JSONB(none_as_null=True), nullable=True)
    from_rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"))
    from_iteration: Mapped[int | None]
    """The iteration of the earlier answer; None for a new question."""
    answered: Mapped[datetime | None]
    """The time of the earlier answer."""
    answered_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    outcome: Mapped[CarriedOutcome] = enum_column(CarriedOutcome)
    state: Mapped[CarriedState] = enum_column(CarriedState, default=CarriedState.OFFERED)
    former_text: Mapped[str | None]
    """The earlier label, or the earlier hint if only that was changed; None for the same wording."""
    fault: Mapped[str | None]
    """The sentence that explains why an earlier answer is not offered."""
    decided: Mapped[datetime | None]
    """The time at which it was confirmed or replaced."""
    decided_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))


class RfxResponse(Base):
    """Progress of one party: the respondent, and the requester if a form has fields for it."""

    __tablename__ = "rfx_response"
    __table_args__ = (UniqueConstraint("rfx_id", "organisation_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"))
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    status: Mapped[ResponseStatus] = enum_column(ResponseStatus, default=ResponseStatus.NOT_STARTED)
    created_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))
    updated: Mapped[datetime | None]
    submitted: Mapped[datetime | None]
    submitted_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))


class RfxPart(Base):
    """Part of an RFx that one person answers for the respondent: a colleague, or a guest with a grant for it.

    `keys` are value keys of the RFx. Parts may overlap. The answers belong to the RFx, so nothing moves when a part is
    assigned or withdrawn.
    """

    __tablename__ = "rfx_part"
    __table_args__ = (
        Index("ix_rfx_part_rfx", "rfx_id", "id"),
        Index("ix_rfx_part_assignee", "assignee_user_id", "rfx_id"),
        Index("ix_rfx_part_mailed", "mailed", postgresql_where=text("mailed is not null")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"))
    title: Mapped[str]
    keys: Mapped[list[str]]
    assignee_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    sees_all: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """True if a guest may also read the other sections; colleagues always may."""
    note: Mapped[str] = mapped_column(default="", server_default=text("''"))
    due: Mapped[date | None]
    status: Mapped[PartStatus] = enum_column(PartStatus, default=PartStatus.ASKED)
    reason: Mapped[str | None]
    """The reason of an assignee who returned the part."""
    asked_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    task_id: Mapped[int | None] = mapped_column(ForeignKey("user_task.id"))
    """The task of the colleague; None for a guest."""
    mailed: Mapped[datetime | None]
    """Time of the last mail to a guest; None for a colleague."""
    created: Mapped[datetime] = mapped_column(default=now)
    opened: Mapped[datetime | None]
    done: Mapped[datetime | None]


class FormValue(Base):
    """One saved answer (specification section 3, FormValue): appended, never overwritten.

    `key` is the value key of the field in its RFx; `iteration` counts from 1; `is_current` marks the newest.
    """

    __tablename__ = "form_value"
    __table_args__ = (
        UniqueConstraint("rfx_id", "key", "iteration"),
        Index("ix_form_value_current", "rfx_id", "key", unique=True, postgresql_where=text("is_current")),
        Index(
            "ix_form_value_question", "organisation_id", "question_id", "updated",
            postgresql_where=text("question_id is not null and is_current"),
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True)
    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"))
    doc_form_id: Mapped[int] = mapped_column(ForeignKey("doc_form.id"))
    key: Mapped[str]
    fid: Mapped[str]
    type: Mapped[FieldType] = enum_column(FieldType)
    question_id: Mapped[int | None]
    iteration: Mapped[int]
    is_current: Mapped[bool] = mapped_column(default=True)
    value: Mapped[Any] = mapped_column(JSONB(none_as_null=True), nullable=True)
    organisation_id: Mapped[int] = mapped_column(ForeignKey("organisation.id"))
    created_by_user_id: Mapped[int] = mapped_column(ForeignKey("app_user.id"))
    updated: Mapped[datetime] = mapped_column(default=now)
    source: Mapped[AnswerSource] = enum_column(
        AnswerSource, default=AnswerSource.SCREEN, server_default=text("'SCREEN'")
    )
    accepted: Mapped[datetime | None]
    """Time at which the requester accepted this answer. A later answer is a new row and not accepted."""
    accepted_by_user_id: Mapped[int | None] = mapped_column(ForeignKey("app_user.id"))


class RfxScore(Base):
    """Scores of the current answers of an RFx (product decisions, Scoring); only its requester's users see them.

    The row exists from the first answer to an RFx with scored fields. `overall` is a share of 1 with six decimal
    places; None if all scored fields have no weight or are hidden. `app.rfx.queries.scores` reads the list `sections`.
    """

    __tablename__ = "rfx_score"

    rfx_id: Mapped[int] = mapped_column(ForeignKey("rfx.id"), primary_key=True)
    overall: Mapped[Decimal | None]
    sections: Mapped[list[SectionScoreJson]] = mapped_column(JSONB)
    computed: Mapped[datetime] = mapped_column(default=now)
