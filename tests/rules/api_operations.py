"""The operations and fields of the API as sorted lines, which tests/data/api_operations.txt records.

`.venv/bin/python -m tests.rules.api_operations` records the current ones.
"""

import hashlib
from pathlib import Path

from app.kernel.http.openapi import document
from app.kernel.http.operations import CHANGES, METHODS, Spec

RECORDED = Path(__file__).parents[1] / "data" / "api_operations.txt"


def current_operations() -> str:
    """Return one line for each operation, with its parameters and schemas, and one for each schema with its fields."""
    spec = document()
    lines = [
        _line(path, method, operation)
        for path, operations in spec["paths"].items()
        for method, operation in operations.items()
        if method in METHODS
    ]
    lines += [
        f"{name}: {' '.join(sorted(schema.get('properties', {})))}".rstrip()
        for name, schema in spec["components"]["schemas"].items()
    ]
    return "\n".join(sorted(lines)) + "\n"


def _line(path: str, method: str, operation: Spec) -> str:
    parameters = sorted(each["name"] for each in operation.get("parameters", []) if each.get("in") == "query")
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    results = sorted(
        _schema(answer.get("content", {}).get("application/json", {}).get("schema", {}))
        for status, answer in operation["responses"].items()
        if status.startswith("2")
    )
    parts = [f"{method.upper()} {path}", operation.get("x-scope", ""), *parameters, _schema(body), *results]
    return " ".join(filter(None, parts))


def _schema(schema: Spec) -> str:
    reference = schema.get("$ref") or schema.get("items", {}).get("$ref", "")
    return str(reference).rsplit("/", 1)[-1]


def fingerprint(operations: str) -> str:
    """Return the fingerprint that the first line of the change list names."""
    return hashlib.sha256(operations.encode()).hexdigest()[:12]


def first_line(operations: str) -> str:
    """Return the first line of docs/api-changes.md for these operations."""
    return f"<!-- operations: {fingerprint(operations)} -->"


def main() -> None:
    """Record the current operations, and print the first line of the change list."""
    from app.factory import create_app

    with create_app().app_context():
        operations = current_operations()
    RECORDED.write_text(operations, encoding="utf-8")
    print(f"Add an entry to {CHANGES.name}, and make this its first line:\n{first_line(operations)}")


if __name__ == "__main__":
    main()
