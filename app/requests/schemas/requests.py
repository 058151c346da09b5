"""Schemas of requests."""

from marshmallow import fields, validate

from app.forms.public import DocFormType
from app.kernel.http.schemas import CamelSchema, Id
from app.rfx.public import RequestState, RequestType


class RequestFormSchema(CamelSchema):
    """A form of a request, at the revision that is sent."""

    id = Id(required=True)
    title = fields.String(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(DocFormType)))
    revision = fields.Integer(required=True)


class RequestCreatorSchema(CamelSchema):
    """The user who created a request."""

    id = Id(required=True)
    name = fields.String(required=True)


class UnreachedSupplierSchema(CamelSchema):
    """A supplier that the request could not be sent to."""

    name = fields.String(required=True)
    email = fields.String(required=True, allow_none=True)
    failure = fields.String(required=True)


class RequestSendingSchema(CamelSchema):
    """How far the sending is; all zero for requests that were sent without stored recipients."""

    total = fields.Integer(required=True)
    sent = fields.Integer(required=True)
    waiting = fields.Integer(required=True)
    failures = fields.List(fields.Nested(UnreachedSupplierSchema), required=True)


class RequestSchema(CamelSchema):
    """A request with the values that its RFxs share."""

    id = Id(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(RequestType)))
    title = fields.String(required=True)
    state = fields.String(required=True, validate=validate.OneOf(list(RequestState)))
    message_html = fields.String(required=True)
    bundle_name = fields.String(required=True, allow_none=True)
    created = fields.DateTime(required=True)
    created_by = fields.Nested(RequestCreatorSchema, required=True)
    send_at = fields.DateTime(required=True, allow_none=True)
    sent_date = fields.DateTime(required=True, allow_none=True)
    deadline = fields.DateTime(required=True, allow_none=True)
    is_sealed = fields.Boolean(
        required=True, metadata={"description": "True if answers are readable only after the deadline."}
    )
    links_need_code = fields.Boolean(
        required=True, metadata={"description": "True if guests confirm their links with a mailed code."}
    )
    seal_opened = fields.DateTime(required=True, allow_none=True)
    doc_forms = fields.List(fields.Nested(RequestFormSchema), required=True)
    sending = fields.Nested(RequestSendingSchema, required=True)
    may_manage = fields.Boolean(
        required=True, metadata={"description": "True if the viewer may send, change and award."}
    )
