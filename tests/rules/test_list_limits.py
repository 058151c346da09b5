"""Every list that an endpoint takes, in its body or its query, has a maximum length."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.fixtures.contract import api_document


def lists_without_limit(schema: dict[str, Any], path: str, seen: frozenset[str]) -> Iterator[str]:
    """Yield the paths of the arrays in `schema` without `maxItems`."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        if name not in seen:
            yield from lists_without_limit(api_document()["components"]["schemas"][name], path, seen | {name})
        return
    if schema.get("type") == "array":
        if "maxItems" not in schema:
            yield path
        yield from lists_without_limit(schema.get("items", {}), f"{path}[]", seen)
    for name, inner in schema.get("properties", {}).items():
        yield from lists_without_limit(inner, f"{path}.{name}", seen)
    for kind in ("allOf", "anyOf", "oneOf"):
        for inner in schema.get(kind, []):
            yield from lists_without_limit(inner, path, seen)
    if isinstance(schema.get("additionalProperties"), dict):
        yield from lists_without_limit(schema["additionalProperties"], f"{path}{{}}", seen)


@pytest.mark.usefixtures("session")
def test_every_list_in_a_request_has_a_limit(app: Flask) -> None:
    without_limit, checked = [], 0
    for path, methods in api_document()["paths"].items():
        for method, operation in methods.items():
            if method == "parameters":
                continue
            place = f"{method.upper()} {path} "
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            without_limit += list(lists_without_limit(content.get("schema", {}), place, frozenset()))
            for parameter in operation.get("parameters", []):
                schema = parameter.get("schema", {})
                without_limit += list(
                    lists_without_limit(schema, place + parameter.get("name", ""), frozenset())
                )
            checked += 1
    assert checked > 80
    assert without_limit == []
