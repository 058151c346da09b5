"""Schemas of duplicates and merges."""

from marshmallow import fields, validate

from app.duplicates.policies.fields import FIELD_NAMES
from app.duplicates.policies.identity import Reason
from app.duplicates.types import Side, Verdict
from app.kernel.http.schemas import CamelSchema, Id, ListQuerySchema, Moment


class DuplicateQuerySchema(ListQuerySchema):
    pass


class PairSupplierSchema(CamelSchema):
    """A supplier of a pair."""

    id = Id(required=True)
    name = fields.String(required=True)
    logo_url = fields.String(required=True, allow_none=True)
    city = fields.String(required=True, allow_none=True)
    country = fields.String(required=True, allow_none=True, metadata={"description": "ISO 3166 alpha-3"})
    level = fields.String(required=True)
    is_invited = fields.Boolean(
        required=True,
        metadata={
            "description": "True until it accepts its invitation. Only such a supplier can be merged away."
        },
    )


class PairSchema(CamelSchema):
    """Two suppliers that look alike."""

    id = Id(required=True)
    suppliers = fields.List(fields.Nested(PairSupplierSchema), required=True)
    reasons = fields.List(fields.Enum(Reason, by_value=True), required=True)
    similarity = fields.Integer(
        required=True, metadata={"description": "Similarity of the names, in percent."}
    )
    is_certain = fields.Boolean(required=True)
    is_same_city = fields.Boolean(required=True)


class ScanSchema(CamelSchema):
    """The last comparison of all suppliers."""

    finished = Moment(required=True, allow_none=True)
    suppliers = fields.Integer(required=True)
    is_limited = fields.Boolean(
        required=True, metadata={"description": "True if only the newest suppliers were compared."}
    )
    is_running = fields.Boolean(required=True)


class VerdictSchema(CamelSchema):
    verdict = fields.Enum(
        Verdict,
        by_value=True,
        required=True,
        allow_none=True,
        metadata={"description": "null withdraws the verdict."},
    )


class MergeRequestSchema(CamelSchema):
    survivor_id = Id(required=True)
    gone_id = Id(required=True)
    fields_ = fields.Dict(
        keys=fields.String(validate=validate.OneOf(FIELD_NAMES)),
        values=fields.Enum(Side, by_value=True),
        data_key="fields",
        attribute="fields",
        load_default=dict,
        validate=validate.Length(max=len(FIELD_NAMES)),
        metadata={"description": "The side by field; others take the survivor's value if it has one."},
    )
    preview_only = fields.Boolean(load_default=False)


class MergeSupplierSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)
    is_invited = fields.Boolean(required=True)


class MergeFieldSchema(CamelSchema):
    """A field with the values of both suppliers as text."""

    name = fields.String(required=True)
    label = fields.String(required=True)
    survivor = fields.String(required=True)
    former = fields.String(required=True)
    sides = fields.List(
        fields.Enum(Side, by_value=True),
        required=True,
        metadata={"description": "The possible choices, the default first."},
    )


class MergeCountSchema(CamelSchema):
    noun = fields.String(required=True)
    count = fields.Integer(required=True)


class MergeSchema(CamelSchema):
    """A merge, or its preview."""

    id = Id(required=True, allow_none=True, metadata={"description": "null in a preview."})
    survivor = fields.Nested(MergeSupplierSchema, required=True)
    former = fields.Nested(MergeSupplierSchema, required=True)
    fields_ = fields.List(
        fields.Nested(MergeFieldSchema), required=True, data_key="fields", attribute="fields"
    )
    moves = fields.List(fields.Nested(MergeCountSchema), required=True)
    stays = fields.List(
        fields.Nested(MergeCountSchema),
        required=True,
        metadata={"description": "Rows that do not move, because the survivor manages its own users."},
    )


class MergeUndoSchema(CamelSchema):
    survivor_id = Id(required=True)
    gone_id = Id(required=True)
    gone_name = fields.String(required=True)
