"""The base of all schemas: camelCase names, unknown fields rejected, and the text limits of the product."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, time
from enum import Enum
from functools import cache, cached_property, partial
from typing import Any, TypedDict

from marshmallow import RAISE, Schema, ValidationError, fields, missing, post_load, pre_load, validate

from app.kernel.clock import moment_text
from app.kernel.db.deadlines import DueFilter
from app.kernel.sanitise import clean_html
from app.kernel.texts import storable, visible_text

NAME_LIMIT = 200
SUBJECT_LIMIT = 300
HTML_LIMIT = 200_000
TAG_LIMIT = 60
AnyField = fields.Field[Any]
MAX_ID = 2**63 - 1
MAX_PAGE_SIZE = 100


def camel(name: str) -> str:
    """Convert `snake_case` to `camelCase`."""
    head, *rest = name.split("_")
    return head + "".join(part.title() for part in rest)


class CamelSchema(Schema):
    """Base of all schemas: snake_case in Python, camelCase in JSON, unknown names rejected."""

    class Meta:  # noqa: D106  (marshmallow's own)
        unknown = RAISE

    @pre_load
    def _prepare(self, data: object, **_kwargs: object) -> object:
        if isinstance(data, dict):
            self._check_list_lengths(data)
        return storable(data)

    def _check_list_lengths(self, data: Mapping[str, object]) -> None:
        """Reject lists that are too long; marshmallow would parse every element, and report each invalid one, first."""
        errors: dict[str, object] = {}
        for key, maximum, length in self._list_lengths:
            value = data.get(key)
            if isinstance(value, list) and len(value) > maximum:
                try:
                    length(value)
                except ValidationError as error:
                    errors[key] = error.messages
        if errors:
            raise ValidationError(errors)

    @cached_property
    def _list_lengths(self) -> Sequence[tuple[str, int, validate.Length]]:
        """Return for each list with a maximum: its name in JSON, the maximum, and the validator that has it."""
        return [
            (field.data_key or name, length.max, length)
            for name, field in self.load_fields.items()
            if isinstance(field, fields.List | fields.Nested)
            for length in field.validators
            if isinstance(length, validate.Length) and length.max is not None
        ]

    def _serialize(self, obj: Any, *, many: bool = False) -> Any:
        return self.dump_plain(obj, many=many)

    def dump_plain(self, obj: Any, *, many: bool = False) -> Any:
        """Dump as marshmallow does, but copy plain values (most of a list) directly, and cut times to milliseconds."""
        if many:
            return [self.dump_plain(item) for item in obj]
        read = obj.get if type(obj) is dict else partial(self.get_attribute, obj)
        values = {}
        for name, source, key, plain, nested, field in self._dumped_fields:
            value = read(source, missing)
            kind = type(value)
            if kind is plain or (value is None and (plain or nested)):
                values[key] = value
            elif nested and (kind is dict or kind is list):
                values[key] = nested.dump_plain(value, many=kind is list)
            elif kind is datetime and isinstance(field, fields.DateTime):
                values[key] = moment_text(value)
            else:
                value = field.serialize(name, obj, accessor=self.get_attribute)
                if value is not missing:
                    values[key] = value
        return values

    @cached_property
    def _dumped_fields(
        self,
    ) -> Sequence[tuple[str, str, str, type | None, "CamelSchema | None", AnyField]]:
        """Return for each field: name, name in a row, key in JSON, type of plain values, nested schema, field."""
        return [
            (
                name,
                field.attribute or name,
                field.data_key or name,
                _plain_type(field),
                _schema_in(field),
                field,
            )
            for name, field in self.dump_fields.items()
        ]

    def on_bind_field(self, field_name: str, field_obj: AnyField) -> None:
        field_obj.data_key = field_obj.data_key or camel(field_name)


def dumped(schema: type[Schema], row: object) -> dict[str, Any]:
    """Dump a row with `schema`, as its endpoint does, for the props of a page."""
    body: dict[str, Any] = _instance(schema).dump(row)
    return body


def dumped_many(schema: type[Schema], rows: Sequence[object]) -> list[dict[str, Any]]:
    """Dump rows with `schema`, as their endpoint does."""
    bodies: list[dict[str, Any]] = _instance(schema).dump(rows, many=True)
    return bodies


# Creating a schema takes as long as dumping a dozen rows, so instances are cached.
@cache
def _instance(schema: type[Schema]) -> Schema:
    return schema()


def _plain_type(field: AnyField) -> type | None:
    """Return the type of values that the field copies to JSON unchanged, or None."""
    if type(field) is fields.Enum and field.by_value and issubclass(field.enum, str):
        return field.enum
    return PLAIN_TYPES.get(type(field))


def _schema_in(field: AnyField) -> CamelSchema | None:
    inner = field.inner if type(field) is fields.List else field
    nested = inner.schema if type(inner) is fields.Nested else None
    return nested if isinstance(nested, CamelSchema) else None


class SortBy(fields.String):
    """The sort order of a list: one of `names`, with a leading minus for descending; `first` is the default."""

    def __init__(self, names: Iterable[str], *, first: str, **kwargs: Any) -> None:
        choices = [sign + name for name in names for sign in ("", "-")]
        super().__init__(
            load_default=first,
            validate=validate.OneOf(choices),
            metadata={"description": "A leading minus sorts descending."},
            **kwargs,
        )


class Id(fields.Integer):
    """The id of a row: an integer above 0, in addresses also as text."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("validate", validate.Range(min=1, max=MAX_ID, error="This is not a valid id."))
        super().__init__(**kwargs)

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object
    ) -> Any:
        if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,19}", str(value)):
            raise ValidationError("This is not a valid id.")
        return super()._deserialize(value, attr, data, **kwargs)


class Line(fields.String):
    """One line of text, trimmed, without control characters, at most `limit` characters; with `breaks` several lines."""

    def __init__(
        self, *, limit: int = NAME_LIMIT, blank: bool = False, breaks: bool = False, **kwargs: Any
    ) -> None:
        self.limit = limit
        self.blank = blank
        self.keep = "\n" if breaks else ""
        super().__init__(metadata={"maxLength": limit, **kwargs.pop("metadata", {})}, **kwargs)

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object
    ) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs))
        text = visible_text(text.replace("\r\n", "\n"), keep=self.keep)
        if not text and not self.blank:
            raise ValidationError("This is required.")
        if len(text) > self.limit:
            raise ValidationError(f"This must have at most {self.limit} characters.")
        return text


class Html(fields.String):
    """Rich text of at most 200 kB, sanitised while it is parsed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(metadata={"maxLength": HTML_LIMIT, **kwargs.pop("metadata", {})}, **kwargs)

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object
    ) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs))
        if len(text.encode()) > HTML_LIMIT:
            raise ValidationError("This text is too long: at most 200 kB are possible.")
        return clean_html(text)


class Moment(fields.DateTime):
    """A time with its zone, or a day, which means the end of that day in UTC."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="iso", **kwargs)

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object
    ) -> datetime:
        if isinstance(value, str) and len(value) == 10:
            try:
                return datetime.combine(datetime.fromisoformat(value), time(23, 59, 59), UTC)
            except ValueError as error:
                raise ValidationError("Enter a date.") from error
        try:
            moment = super()._deserialize(value, attr, data, **kwargs)
            return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        except (ValidationError, OverflowError) as error:
            raise ValidationError("Enter a date.") from error


class Words(fields.List[Any]):
    """Several values of a query, repeated (`i=html&i=tasks`) or separated by commas, each one of `choices`."""

    def __init__(self, choices: Sequence[str], **kwargs: Any) -> None:
        super().__init__(
            fields.String(validate=validate.OneOf(choices)),
            validate=validate.Length(max=len(choices)),
            **kwargs,
        )

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **kwargs: object
    ) -> list[Any]:
        texts = value if isinstance(value, list) else [value]
        words = [word.strip() for text in texts for word in str(text).split(",") if word.strip()]
        return list(super()._deserialize(words, attr, data, **kwargs))


def enum_list(values: type[Enum], *, required: bool = False, **kwargs: Any) -> fields.List[Any]:
    """Return a list field for members of `values`, at most as long as the enum; empty by default unless `required`."""
    if not required:
        kwargs.setdefault("load_default", list)
    return fields.List(
        fields.Enum(values, by_value=True),
        required=required,
        validate=validate.Length(max=len(values)),
        **kwargs,
    )


def due_filter() -> fields.Enum[DueFilter]:
    """Return the `due` parameter of a list."""
    return fields.Enum(
        DueFilter,
        by_value=True,
        load_default=None,
        metadata={"description": "late: open and past the due date; week: due within seven days."},
    )


class QuerySchema(CamelSchema):
    """A query with search text, which is trimmed because pasted text often ends with a space."""

    @post_load
    def _trim(self, loaded: dict[str, object], **_kwargs: object) -> dict[str, object]:
        # Members of a StrEnum are texts too, but must stay members.
        return {name: value.strip() if type(value) is str else value for name, value in loaded.items()}


class ListQuerySchema(QuerySchema):
    """The query of every list: `page` (from 1) and `pageSize` (at most 100), or `cursor` for the next page."""

    page = fields.Integer(
        load_default=1, validate=validate.Range(min=1, max=10_000), metadata={"description": "From 1."}
    )
    page_size = fields.Integer(load_default=None, validate=validate.Range(min=1, max=MAX_PAGE_SIZE))
    cursor = fields.String(
        load_default=None,
        validate=validate.Regexp(r"^[A-Za-z0-9_-]{1,600}$", error="This cursor is not valid."),
        metadata={"description": "`nextCursor` of the previous page; replaces `page`."},
    )


class PageParameters(TypedDict):
    """The parsed parameters of `ListQuerySchema`."""

    page: int
    page_size: int | None
    cursor: str | None


class StatusInfoSchema(CamelSchema):
    """Label, icon and style of a status."""

    label = fields.String(required=True)
    icon = fields.String(required=True)
    style = fields.String(required=True)


class PaginationSchema(CamelSchema):
    """The X-Pagination header of every list (specification section 7)."""

    total = fields.Integer(
        required=True, metadata={"description": "Exact up to 10,000, in searches up to 1,000."}
    )
    capped = fields.Boolean(required=True, metadata={"description": "There are more rows than `total`."})
    page = fields.Integer(required=True)
    page_size = fields.Integer(required=True)
    next_cursor = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The `cursor` of the next page, if there is one."},
    )


class ErrorPersonSchema(CamelSchema):
    id = Id(required=True)
    name = fields.String(required=True)


class ErrorFaultSchema(CamelSchema):
    fid = fields.String(required=True, allow_none=True)
    sentence = fields.String(required=True)
    severity = fields.String(required=True)


class ErrorSchema(CamelSchema):
    """The body of every error (specification section 8). Only some errors have the fields after `fields`."""

    code = fields.String(required=True)
    status = fields.Integer(required=True)
    message = fields.String(required=True)
    errors = fields.List(fields.String(), required=True)
    fields_ = fields.Dict(
        keys=fields.String(), values=fields.List(fields.String()), data_key="fields", attribute="fields"
    )
    now = fields.Dict(
        keys=fields.String(),
        metadata={"description": "`stale`: the stored values, which the next save is based on."},
    )
    doc_form_id = Id(metadata={"description": "`stale`: the revision of the form to load."})
    version = fields.Integer(metadata={"description": "`stale`: the stored version."})
    saved_by = fields.Nested(
        ErrorPersonSchema, allow_none=True, metadata={"description": "`stale`: the user who saved it."}
    )
    updated = fields.DateTime(metadata={"description": "`stale`: the time of that save."})
    faults = fields.List(
        fields.Nested(ErrorFaultSchema), metadata={"description": "The errors in a form's document."}
    )


PLAIN_TYPES: dict[type, type] = {
    fields.String: str, fields.Boolean: bool, fields.Integer: int, Id: int, Line: str, Html: str,
}  # fmt: skip
"""Fields whose values of exactly this type are JSON already."""
