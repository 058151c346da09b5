"""Text in a query is trimmed in every list: pasted text often ends with a space."""

from typing import Any

from flask import Flask
from marshmallow import fields

from app.kernel.http.openapi import document
from app.kernel.http.schemas import CamelSchema, QuerySchema


def query_schemas() -> set[type[CamelSchema]]:
    """Return the schemas of queries, found by name: QuerySchema and CamelSchema subclasses."""
    schemas: set[type[CamelSchema]] = set()
    waiting: list[type[Any]] = [CamelSchema]
    while waiting:
        each = waiting.pop()
        schemas.add(each)
        waiting += each.__subclasses__()
    return {each for each in schemas if "Query" in each.__name__ or "Search" in each.__name__}


def test_every_free_text_query_is_trimmed(app: Flask) -> None:
    with app.app_context():
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


def test_surrounding_spaces_are_removed(app: Flask) -> None:
    class WidgetQuerySchema(QuerySchema):
        name = fields.String(load_default="")

    assert WidgetQuerySchema().load({"name": "  Calder & Sons Coatings "}) == {
        "name": "Calder & Sons Coatings"
    }
