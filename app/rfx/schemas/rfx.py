"""Schemas of RFx responses.

They describe the responses and do not dump them, because these are large: the serializers build them from rows.
"""

from marshmallow import fields, validate

from app.files.public import AttachmentSchema
from app.forms.public import DocFormType, FieldType, WritableBy
from app.kernel.http.schemas import CamelSchema, Id, StatusInfoSchema
from app.rfx.schemas.carried import RfxCarriedSchema
from app.rfx.schemas.moved import RfxMovedSchema
from app.rfx.types import ResponseStatus, RfxStatus, RfxType, ViewerRole
from app.tasks.public import SubjectTaskSchema


class ExportIdSchema(CamelSchema):
    """Export that was requested."""

    id = Id(required=True)


def saves() -> fields.Integer:
    """Return a field for the number of saved iterations of all answers of an RFx, which grows with every save."""
    return fields.Integer(
        required=True, metadata={"description": "Saved iterations of all answers of the RFx."}
    )


def request_id() -> Id:
    """Return a field for the request of an RFx."""
    return Id(
        required=True,
        allow_none=True,
        metadata={"description": "The request that it was sent with; for the requester's users only."},
    )


class EndSchema(CamelSchema):
    """One party of an RFx; `safeName` is the display name, also for a guest."""

    id = Id(required=True)
    name = fields.String(required=True)
    safe_name = fields.String(required=True)
    is_guest = fields.Boolean(required=True)


class PersonRefSchema(CamelSchema):
    """A person by name."""

    id = Id(required=True)
    name = fields.String(required=True)


class RfxRelationshipSchema(CamelSchema):
    """The two parties: `organisation` asks and `withOrganisation` answers. Only the requester gets the id."""

    id = Id(required=True, allow_none=True)
    organisation = fields.Nested(EndSchema, required=True)
    with_organisation = fields.Nested(EndSchema, required=True)


class RfxStatusSchema(CamelSchema):
    """Status of an RFx."""

    status = fields.String(required=True, validate=validate.OneOf(list(RfxStatus)))
    status_info = fields.Nested(StatusInfoSchema, required=True)


class CompletionSchema(CamelSchema):
    """Number and percentage of answered fields."""

    percent = fields.Integer(required=True)
    answered = fields.Integer(required=True)
    total = fields.Integer(required=True)


class RfxBaseSchema(RfxStatusSchema):
    """Fields that the list and the details share (specification section 3, Rfx)."""

    id = Id(required=True)
    ref = Id(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(RfxType)))
    type_label = fields.String(required=True)
    title = fields.String(required=True)
    bundle_name = fields.String(required=True, allow_none=True)
    created = fields.DateTime(required=True)
    sent_date = fields.DateTime(required=True, allow_none=True)
    reminder_sent_date = fields.DateTime(required=True, allow_none=True)
    deadline = fields.DateTime(required=True, allow_none=True)
    ignored = fields.Boolean(required=True)
    viewer_role = fields.String(required=True, validate=validate.OneOf(list(ViewerRole)))
    relationship = fields.Nested(RfxRelationshipSchema, required=True)


class RfxRowSchema(RfxBaseSchema):
    """An RFx in a list; `organisation` is the other party or, for an internal survey, the supplier that it is about."""

    organisation = fields.Nested(EndSchema, required=True)
    recipient = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Name of the assignee, a guest or a colleague of the requester; for the requester only."
        },
    )
    request_id = request_id()
    completion = fields.Nested(
        CompletionSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The respondent's progress; null until an older RFx has been counted."},
    )
    awaits_review = fields.Boolean(
        required=True, metadata={"description": "True if the viewer has an open task to review the response."}
    )


class ActionsSchema(CamelSchema):
    """Actions that the viewer may take now."""

    answer = fields.Boolean(required=True)
    sign = fields.Boolean(required=True)
    submit = fields.Boolean(required=True)
    decline = fields.Boolean(required=True)
    reopen = fields.Boolean(required=True)
    remind = fields.Boolean(required=True)
    change_deadline = fields.Boolean(required=True)
    withdraw = fields.Boolean(required=True)
    download = fields.Boolean(required=True)
    see_scoring = fields.Boolean(required=True)
    see_messages = fields.Boolean(required=True)
    review = fields.Boolean(required=True)
    reply = fields.Boolean(required=True)
    reuse = fields.Boolean(required=True)
    repeat = fields.Boolean(required=True)


class FormCompletionSchema(CompletionSchema):
    """Completion and validity of one form."""

    valid = fields.Boolean(required=True)
    fault_count = fields.Integer(
        required=True, metadata={"description": "Number of answers that are missing or invalid."}
    )


class TotalCompletionSchema(FormCompletionSchema):
    """Completion of all forms, and of each form by id."""

    by_form = fields.Dict(keys=fields.String(), values=fields.Nested(FormCompletionSchema), required=True)


class FormValueSchema(CamelSchema):
    """Current answer to one field (specification section 3, FormValue)."""

    id = Id(required=True)
    name = fields.String(required=True, metadata={"description": "The value key."})
    value = fields.Raw(required=True, allow_none=True)
    iteration = fields.Integer(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(FieldType)))
    updated = fields.DateTime(required=True)
    change = fields.String(required=True, validate=validate.OneOf(["ADDED", "CHANGED", "CLEARED"]))
    question = fields.Dict(required=True, allow_none=True)
    organisation = fields.Nested(PersonRefSchema, required=True)
    by = fields.Nested(PersonRefSchema, required=True)
    accepted = fields.DateTime(metadata={"description": "Time of the acceptance; for the requester only."})


class RespondingEndSchema(EndSchema):
    """A party with its logo; null for guests and without a logo."""

    logo_url = fields.String(required=True, allow_none=True)


class RfxResponseSchema(CamelSchema):
    """Response of one party (specification section 3, Response per organisation)."""

    organisation = fields.Nested(RespondingEndSchema, required=True)
    status = fields.String(required=True, validate=validate.OneOf(list(ResponseStatus)))
    updated = fields.DateTime(required=True, allow_none=True)
    created_by = fields.Nested(PersonRefSchema, required=True, allow_none=True)
    submitted = fields.DateTime(required=True, allow_none=True)
    submitted_by = fields.Nested(PersonRefSchema, required=True, allow_none=True)
    completion = fields.Nested(CompletionSchema, required=True)


class FormValueCollectionSchema(CamelSchema):
    """All current answers of an RFx with their completion, the outdated signatures and the responses."""

    completion = fields.Nested(TotalCompletionSchema, required=True)
    values = fields.Dict(keys=fields.String(), values=fields.Nested(FormValueSchema), required=True)
    save_count = saves()
    outdated_signatures = fields.List(fields.String(), required=True)
    responses = fields.List(fields.Nested(RfxResponseSchema), required=True)


def review_keys() -> fields.List[str]:
    """Return `reviewKeys`, which only viewers get who cannot review every answer."""
    return fields.List(
        fields.String(),
        metadata={
            "description": "The only questions whose answers the viewer may review; absent if these are not limited."
        },
    )


class RfxStateSchema(RfxStatusSchema):
    """Status, answers, actions and tasks of an RFx: the parts that change while users work in it."""

    deadline = fields.DateTime(required=True, allow_none=True)
    closed = fields.DateTime(required=True, allow_none=True)
    decline_reason = fields.String(required=True, allow_none=True)
    withdrawn_reason = fields.String(required=True, allow_none=True)
    rw_map = fields.Dict(keys=fields.String(), values=fields.Boolean(), required=True)
    actions = fields.Nested(ActionsSchema, required=True)
    latest_values_fvc = fields.Nested(FormValueCollectionSchema, required=True)
    tasks = fields.List(fields.Nested(SubjectTaskSchema), required=True)
    review_keys = review_keys()


class ThreadRefSchema(CamelSchema):
    """Thread that an RFx was sent in."""

    id = Id(required=True)
    subject = fields.String(required=True)
    created_by = fields.Nested(PersonRefSchema, required=True)


class PinnedFormSchema(CamelSchema):
    """A form of an RFx, at the revision that was sent. Respondents get it without weights and scoring."""

    id = Id(required=True)
    title = fields.String(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(DocFormType)))
    revision = fields.Integer(required=True)
    doc = fields.Dict(required=True)
    html = fields.String()


class RfxFieldSchema(CamelSchema):
    """A field of an RFx, in document order."""

    key = fields.String(required=True)
    doc_form_id = Id(required=True)
    fid = fields.String(required=True)
    name = fields.String(required=True)
    label = fields.String(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(FieldType)))
    required = fields.Boolean(required=True)
    section_index = fields.Integer(required=True)
    section_title = fields.String(required=True)
    writable_by = fields.String(required=True, validate=validate.OneOf(list(WritableBy)))


class EarlierRfxSchema(CamelSchema):
    """RFx of an earlier answer."""

    id = Id(required=True)
    title = fields.String(required=True)


class EarlierAnswerSchema(CamelSchema):
    """Earlier answer of the own organisation to the same question; `text` is its display form."""

    value = fields.Raw(required=True)
    text = fields.String(required=True)
    updated = fields.DateTime(required=True)
    rfx = fields.Nested(EarlierRfxSchema, required=True)
    requester_name = fields.String(required=True)


class OverallScoreSchema(CamelSchema):
    """Overall score as a whole percentage; null before the first answer or if no field is scored."""

    overall = fields.Integer(required=True, allow_none=True)


class RfxSchema(RfxBaseSchema):
    """An RFx for both parties and the guest, each with the parts that they may see."""

    closed = fields.DateTime(required=True, allow_none=True)
    decline_reason = fields.String(required=True, allow_none=True)
    withdrawn_reason = fields.String(required=True, allow_none=True)
    is_awarded = fields.Boolean(
        required=True,
        allow_none=True,
        metadata={"description": "The outcome of its request; null before the letter was sent."},
    )
    request_id = request_id()
    request_title = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The title of that request; for the requester's users only."},
    )
    is_sealed = fields.Boolean(
        required=True,
        metadata={"description": "True if the viewer may not read the answers before the deadline."},
    )
    assessment = fields.Dict(required=True, allow_none=True)
    about = fields.Nested(
        EndSchema,
        required=True,
        allow_none=True,
        metadata={"description": "The supplier that an internal survey is about."},
    )
    scoring = fields.Nested(
        OverallScoreSchema, metadata={"description": "For the requester's users only."},
    )  # fmt: skip
    thread = fields.Nested(ThreadRefSchema, required=True, allow_none=True)
    created_by = fields.Nested(PersonRefSchema, required=True)
    actions = fields.Nested(ActionsSchema, required=True)
    doc_forms = fields.List(fields.Nested(PinnedFormSchema), required=True)
    attachments = fields.List(fields.Nested(AttachmentSchema), required=True)
    latest_values_fvc = fields.Nested(FormValueCollectionSchema, required=True)
    moved = fields.Nested(
        RfxMovedSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null if it was never moved."},
    )
    carried = fields.Nested(
        RfxCarriedSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null without an earlier round, and for the requester."},
    )
    rw_map = fields.Dict(keys=fields.String(), values=fields.Boolean())
    fields_ = fields.List(fields.Nested(RfxFieldSchema), data_key="fields", attribute="fields")
    tasks = fields.List(fields.Nested(SubjectTaskSchema))
    review_keys = review_keys()
    reuse = fields.Dict(keys=fields.String(), values=fields.Nested(EarlierAnswerSchema))


class SavedValueSchema(CamelSchema):
    """A stored answer; `value` is present only if the server changed it."""

    iteration = fields.Integer(required=True)
    updated = fields.DateTime(required=True)
    value = fields.Raw(allow_none=True)


class ConflictSchema(CamelSchema):
    """Current answer to a field whose save was based on an older one."""

    value = fields.Raw(required=True, allow_none=True)
    iteration = fields.Integer(required=True)
    name = fields.String(required=True)
    updated = fields.DateTime(required=True)


class SaveResultSchema(RfxStatusSchema):
    """Result of a save for each value."""

    saved = fields.Dict(keys=fields.String(), values=fields.Nested(SavedValueSchema), required=True)
    conflicts = fields.Dict(keys=fields.String(), values=fields.Nested(ConflictSchema), required=True)
    refused = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    base_save_count = saves()
    save_count = saves()
    completion = fields.Nested(TotalCompletionSchema, required=True)
    outdated_signatures = fields.List(fields.String(), required=True)


class ReminderResultSchema(CamelSchema):
    """Number of reminder mails, and their time."""

    sent = fields.Integer(required=True)
    reminder_sent_date = fields.DateTime(required=True)
