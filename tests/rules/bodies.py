"""Valid request bodies and queries, made from the OpenAPI document: the least that each schema accepts."""

from typing import Any

STRINGS = {
    "email": "nobody@nowhere.example",
    "date": "2027-01-31",
    "date-time": "2027-01-31T12:00:00Z",
    "uuid": "x",
}


def least_body(document: dict[str, Any], operation: dict[str, Any], world: dict[str, Any]) -> Any:
    """A JSON body for `operation`, with ids of `world` where a property is named like one; None without."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return least(document, content["schema"], world, "") if content else None


def least(document: dict[str, Any], schema: dict[str, Any], world: dict[str, Any], name: str) -> Any:
    """The least value that fits `schema`, with every property of an object that is required or names an id."""
    schema = resolved(document, schema)
    if name in world:
        return [world[name]] if schema.get("type") == "array" else world[name]
    if "enum" in schema:
        return next(value for value in reversed(schema["enum"]) if value is not None)
    match schema.get("type"):
        case "object":
            properties = schema.get("properties", {})
            wanted = set(schema.get("required", [])) | (set(properties) & set(world))
            return {key: least(document, properties[key], world, key) for key in sorted(wanted)}
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


def resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The schema that `schema` stands for, where it is a reference."""
    while "$ref" in schema or "allOf" in schema:
        if "allOf" in schema:
            schema = schema["allOf"][0]
        else:
            schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
    return schema
