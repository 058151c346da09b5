"""The operations of the OpenAPI document as the reference page shows them, with example bodies, and the change list."""

import re
from typing import Any, TypedDict

from app.config import ROOT

Spec = dict[str, Any]
"""The OpenAPI document, or an object in it."""

METHODS = ("get", "post", "put", "delete")
CHANGES = ROOT / "docs" / "api-changes.md"
MAX_DEPTH = 6
"""Levels of an example body; schemas may contain themselves."""
TEXTS = {"date": "2027-01-31", "date-time": "2027-01-31T12:00:00Z", "email": "jo@example.com"}
"""Example texts by format."""


class Change(TypedDict):
    """The changes of the API in one version."""

    version: str
    entries: list[str]


def read_changes() -> list[Change]:
    """Return the change list of the API, newest version first."""
    changes: list[Change] = []
    for line in CHANGES.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            changes.append({"version": line[3:].strip(), "entries": []})
        elif line.startswith("- ") and changes:
            changes[-1]["entries"].append(line[2:].strip())
        elif line.startswith("  ") and changes and changes[-1]["entries"]:
            changes[-1]["entries"][-1] += f" {line.strip()}"
    return changes


def list_operations(spec: Spec) -> list[dict[str, object]]:
    """Return all operations in the order of their paths, with what a sample request needs."""
    return [
        _operation(spec, path, method, operation)
        for path, operations in sorted(spec["paths"].items())
        for method, operation in operations.items()
        if method in METHODS
    ]


def _operation(spec: Spec, path: str, method: str, operation: Spec) -> dict[str, object]:
    parameters = [each for each in operation.get("parameters", []) if "name" in each]
    content = operation.get("requestBody", {}).get("content", {})
    body = content.get("application/json", {}).get("schema")
    needed = [each for each in parameters if each["in"] == "query" and each.get("required")]
    return {
        "method": method.upper(),
        "path": path,
        "summary": operation.get("summary", ""),
        "description": operation.get("description", ""),
        "parameters": [each["name"] for each in parameters],
        "body": _name(body),
        "scope": operation.get("x-scope"),
        "isPublic": operation.get("security") == [],
        "samplePath": _sample_path(spec["paths"][path], parameters, path),
        "sampleQuery": {each["name"]: str(_example(spec, each["schema"])) for each in needed},
        "sampleBody": None if body is None else _example(spec, body),
        "sendsFile": "application/octet-stream" in content,
    }


def _name(schema: Spec | None) -> str:
    return str((schema or {}).get("$ref", "")).rsplit("/", 1)[-1]


def _sample_path(item: Spec, parameters: list[Spec], path: str) -> str:
    """Return the path with 1 for each number, and the name of the parameter in capitals for each text."""
    types = {
        each["name"]: each.get("schema", {}).get("type")
        for each in [*item.get("parameters", []), *parameters]
        if each.get("in") == "path"
    }
    return re.sub(
        r"{(\w+)}", lambda match: "1" if types.get(match[1]) == "integer" else match[1].upper(), path
    )


def _example(spec: Spec, schema: Spec, depth: int = 0) -> object:
    """Return a value that fits a schema: for objects only the required properties, or all if none is required."""
    if "$ref" in schema:
        return _example(spec, spec["components"]["schemas"][_name(schema)], depth)
    for word in ("allOf", "anyOf", "oneOf"):
        if word in schema:
            return _example(spec, schema[word][0], depth)
    kind = schema.get("type")
    if "enum" in schema:
        return next((value for value in schema["enum"] if value is not None), None)
    if kind == "object" or "properties" in schema:
        return _example_object(spec, schema, depth)
    if kind == "array":
        return [] if depth >= MAX_DEPTH else [_example(spec, schema.get("items", {}), depth + 1)]
    if kind in {"integer", "number"}:
        return max(1, int(schema.get("minimum", 1)))
    if kind == "boolean":
        return True
    return TEXTS.get(schema.get("format", ""), "text")


def _example_object(spec: Spec, schema: Spec, depth: int) -> dict[str, object]:
    properties = schema.get("properties", {})
    required = schema.get("required") or list(properties)
    return {
        name: _example(spec, properties[name], depth + 1)
        for name in required
        if name in properties and depth < MAX_DEPTH
    }
