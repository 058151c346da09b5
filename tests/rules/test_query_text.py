"""Text in a query is trimmed, whichever list it searches: pasted text often ends in a space."""

from typing import Any

from flask import Flask
from marshmallow import fields

from app.kernel.openapi import document
from app.kernel.schemas import CamelSchema, QuerySchema


def query_schemas() -> set[type[CamelSchema]]:
    """The schemas that read a query, found by their names: each is one of QuerySchema or CamelSchema."""
    found: set[type[CamelSchema]] = set()
    waiting: list[type[Any]] = [CamelSchema]
    while waiting:
        each = waiting.pop()
        found.add(each)
        waiting += each.__subclasses__()
    return {each for each in found if "Query" in each.__name__ or "Search" in each.__name__}


def test_every_query_with_free_text_trims_it(app: Flask) -> None:
    document()
    schemas = query_schemas()
    assert len(schemas) > 15
    untrimmed = [
        schema.__name__
        for schema in schemas
        if not issubclass(schema, QuerySchema)
        and any(type(field) is fields.String for field in schema().fields.values())
    ]
    assert untrimmed == []


def test_spaces_around_a_text_are_no_part_of_it(app: Flask) -> None:
    class WidgetQuerySchema(QuerySchema):
        name = fields.String(load_default="")

    assert WidgetQuerySchema().load({"name": "  Calder & Sons Coatings "}) == {
        "name": "Calder & Sons Coatings"
    }
