"""The description of the API: /api/openapi.json, and /api/docs as a page for people."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import click
from flask import Blueprint, Flask, Response, request
from flask.typing import ResponseReturnValue

from app.config import VERSION, Settings
from app.extensions import api
from app.kernel.auth import PUBLIC, page_requires
from app.kernel.json import json_bytes
from app.kernel.lists import PAGINATION_HEADER
from app.kernel.pages import render_page
from app.kernel.schemas import ErrorSchema, PaginationSchema

blueprint = Blueprint("openapi", __name__)

Spec = dict[str, Any]
"""The OpenAPI document, or an object in it."""

_NEWER_NAMES = {
    "UNPROCESSABLE_CONTENT": "UNPROCESSABLE_ENTITY",
    "Unprocessable Content": "Unprocessable Entity",
}
"""Python 3.13 renamed status 422. The document uses one name, so that it does not depend on the version."""


def configure_openapi(app: Flask, settings: Settings) -> None:
    """Set the document's title, version and security; must run before endpoints are registered."""
    api.ERROR_SCHEMA = ErrorSchema
    _serialized_document.cache_clear()
    app.config.update(
        API_TITLE=settings.PRODUCT_NAME,
        API_VERSION=VERSION,
        OPENAPI_VERSION="3.0.3",
        OPENAPI_URL_PREFIX=None,
        API_SPEC_OPTIONS={
            "components": {
                "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}}
            },
            "security": [{"bearer": []}],
        },
    )
    app.register_blueprint(blueprint)


def add_openapi_command(app: Flask) -> None:
    """Add the command that writes the document to a file; it replaces the library's command."""

    @app.cli.group("openapi")
    def openapi() -> None:
        """The description of the API."""

    @openapi.command("write")
    @click.argument("path", type=click.Path(dir_okay=False))
    def write(path: str) -> None:
        """Write the OpenAPI document to PATH."""
        with Path(path).open("w", encoding="utf-8") as file:
            json.dump(document(), file, indent=1, sort_keys=True)


def document() -> Spec:
    """Build the OpenAPI document of all endpoints."""
    if "Pagination" not in api.spec.components.schemas:
        api.spec.components.schema("Pagination", schema=PaginationSchema)
    text = json.dumps(api.spec.to_dict())
    for newer, older in _NEWER_NAMES.items():
        text = text.replace(newer, older)
    spec: Spec = json.loads(text)
    _describe_pagination(spec)
    return spec


def _describe_pagination(spec: Spec) -> None:
    """Document the X-Pagination header of each list; it replaces the library's pagination, which is not used."""
    del spec["components"]["schemas"]["PaginationMetadata"]
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Pagination"}}}
    spec["components"]["headers"] = {
        PAGINATION_HEADER: {"description": "The page.", "required": True, "content": content}
    }
    reference = {"$ref": f"#/components/headers/{PAGINATION_HEADER}"}
    for methods in spec["paths"].values():
        for operation in methods.values():
            if isinstance(operation, dict) and _is_list(operation):
                operation["responses"]["200"]["headers"] = {PAGINATION_HEADER: reference}


def _is_list(operation: Spec) -> bool:
    return any(parameter.get("name") == "cursor" for parameter in operation.get("parameters", []))


@blueprint.get("/api/openapi.json")
@page_requires(PUBLIC)
def openapi_json() -> ResponseReturnValue:
    """Return the OpenAPI document, with an ETag so that clients can keep it."""
    serialized = _serialized_document()
    response = Response(serialized.body, mimetype="application/json")
    response.set_etag(serialized.tag)
    response.cache_control.no_cache = True
    return response.make_conditional(request)


@blueprint.get("/api/docs")
@page_requires(PUBLIC)
def openapi_page() -> ResponseReturnValue:
    """Show the endpoints on a page."""
    return render_page("API", "docs/api", {"operations": _serialized_document().operations}, layout="plain")


@dataclass(frozen=True, slots=True)
class _SerializedDocument:
    """The serialised document, and the operations that the page lists."""

    body: bytes
    tag: str
    operations: list[dict[str, object]]


@cache
def _serialized_document() -> _SerializedDocument:
    """Serialise the document once for the application: everyone may request it, as often as they like."""
    spec = document()
    body = json_bytes(spec)
    return _SerializedDocument(body, hashlib.sha256(body).hexdigest(), _operations(spec))


def _operations(spec: Spec) -> list[dict[str, object]]:
    operations: list[dict[str, object]] = []
    for path, methods in sorted(spec["paths"].items()):
        for method, operation in methods.items():
            if method in {"get", "post", "put", "delete"}:
                body = (
                    operation.get("requestBody", {})
                    .get("content", {})
                    .get("application/json", {})
                    .get("schema", {})
                )
                operations.append(
                    {
                        "method": method.upper(),
                        "path": path,
                        "summary": operation.get("summary", ""),
                        "description": operation.get("description", ""),
                        "parameters": [p["name"] for p in operation.get("parameters", []) if "name" in p],
                        "body": body.get("$ref", "").rsplit("/", 1)[-1],
                    }
                )
    return operations
