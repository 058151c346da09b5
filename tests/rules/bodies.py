"""Minimal valid request bodies, built from the OpenAPI document."""

from typing import Any

STRINGS = {
    "email": "nobody@nowhere.example",
    "date": "2027-01-31",
    "date-time": "2027-01-31T12:00:00Z",
    "uuid": "x",
}


def minimal_body(document: dict[str, Any], operation: dict[str, Any], world: dict[str, Any]) -> Any:
    """Return a JSON body for `operation` with the ids of `world`, or None if it takes no body."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return minimal_value(document, content["schema"], world, "") if content else None


def minimal_value(document: dict[str, Any], schema: dict[str, Any], world: dict[str, Any], name: str) -> Any:
    """Return the smallest valid value of `schema`: objects have their required properties and those named in `world`."""
    schema = resolve(document, schema)
    if name in world:
        return [world[name]] if schema.get("type") == "array" else world[name]
    if "enum" in schema:
        return next(value for value in reversed(schema["enum"]) if value is not None)
    match schema.get("type"):
        case "object":
            properties = schema.get("properties", {})
            names = set(schema.get("required", [])) | (set(properties) & set(world))
            return {key: minimal_value(document, properties[key], world, key) for key in sorted(names)}
        case "array":
            return []
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case "string":
            text = STRINGS.get(schema.get("format", ""), "Some words")
            if "email" in name.lower():
                text = STRINGS["email"]
            return text
        case _:
            return None


def resolve(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Follow the references of `schema`."""
    while "$ref" in schema or "allOf" in schema:
        if "allOf" in schema:
            schema = schema["allOf"][0]
        else:
            schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
    return schema
