"""Schema errors are sentences that users understand (specification section 8)."""

from typing import Any

import pytest
from marshmallow import ValidationError, fields, validate

from app.kernel.http.schema_faults import schema_error
from app.kernel.http.schemas import CamelSchema, Id, Line, Moment


class Inner(CamelSchema):
    label = fields.String(required=True)


class Everything(CamelSchema):
    full_name = Line()
    text = fields.String()
    whole_number = fields.Integer(validate=validate.Range(min=1, max=100))
    number = fields.Float()
    yes = fields.Boolean()
    names = fields.List(fields.String(), validate=validate.Length(min=1, max=2))
    kind = fields.String(validate=validate.OneOf(["A", "B"]))
    short = fields.String(validate=validate.Length(max=3))
    moment = Moment()
    by_name = fields.Dict()
    inner = fields.Nested(Inner)
    inners = fields.List(fields.Nested(Inner))
    row_id = Id()
    web = fields.Url()


def errors_of(body: Any) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as error:
        Everything().load(body)
    return schema_error({"messages": {"json": error.value.messages}}).fields


@pytest.mark.parametrize(
    ("body", "field", "sentence"),
    [
        ({"text": None}, "text", "text: this is required."),
        ({"inner": {}}, "inner.label", "inner.label: this is required."),
        ({"inners": [{"label": "a"}, {}]}, "inners.1.label", "inners.1.label: this is required."),
        ({"colour": 1}, "colour", "colour: this field does not exist."),
        ({"text": 1}, "text", "text: this must be a text."),
        ({"wholeNumber": "x"}, "wholeNumber", "wholeNumber: this must be a whole number."),
        (
            {"wholeNumber": 0},
            "wholeNumber",
            "wholeNumber: this must be greater than or equal to 1 and less than or equal to 100.",
        ),
        ({"number": "x"}, "number", "number: this must be a number."),
        ({"number": "NaN"}, "number", "number: this must be a number."),
        ({"yes": "x"}, "yes", "yes: this must be true or false."),
        ({"names": "x"}, "names", "names: this must be a list."),
        ({"names": []}, "names", "names: its length must be between 1 and 2."),
        ({"kind": "C"}, "kind", "kind: this must be one of: A, B."),
        ({"short": "long"}, "short", "short: its length must be at most 3."),
        ({"moment": "x"}, "moment", "Enter a date."),
        ({"byName": 1}, "byName", "byName: this must be an object."),
        ({"inner": 1}, "inner", "inner: this must be an object."),
        ({"web": "x"}, "web", "web: this must be a valid URL."),
        ({"fullName": " "}, "fullName", "This is required."),
        ({"rowId": 0}, "rowId", "This is not a valid id."),
        ([], "request", "request: this must be an object."),
    ],
)
def test_error_names_its_field(body: Any, field: str, sentence: str) -> None:
    assert errors_of(body) == {field: [sentence]}


def test_invalid_json_has_no_field() -> None:
    error = schema_error({})
    assert error.fields == {}
    assert error.sentence == "The request could not be understood: it must be valid JSON."
