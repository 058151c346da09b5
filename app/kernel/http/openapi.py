"""The description of the API: /api/openapi.json, and /api/docs as a page for people."""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

import click
from flask import Blueprint, Flask, Response, current_app, request
from flask.typing import ResponseReturnValue

from app.config import VERSION
from app.kernel.http.auth import PUBLIC, page_requires
from app.kernel.http.calls import describe_endpoints
from app.kernel.http.json import json_bytes
from app.kernel.http.lists import PAGINATION_HEADER
from app.kernel.http.operations import Change, Spec, list_operations, read_changes
from app.kernel.http.schemas import ErrorSchema, PaginationSchema
from app.kernel.pages.shell import render_page
from app.kernel.registry import Registry, current_registry

blueprint = Blueprint("openapi", __name__)

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
"""A parameter in the path of a route; the document writes it as `{name}`."""
_NEWER_NAMES = {
    "UNPROCESSABLE_CONTENT": "UNPROCESSABLE_ENTITY",
    "Unprocessable Content": "Unprocessable Entity",
}
"""Python 3.13 renamed status 422. The document uses one name, so that it does not depend on the version."""


def init_openapi(registry: Registry) -> None:
    """Set the document's title, version and security; must run before endpoints are registered."""
    registry.app.config.update(
        API_TITLE=registry.settings.PRODUCT_NAME,
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
    registry.api.ERROR_SCHEMA = ErrorSchema
    registry.api.init_app(registry.app)
    registry.app.register_blueprint(blueprint)


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
    registry = current_registry()
    describe_endpoints(registry.app)
    described = registry.api.spec
    if "Pagination" not in described.components.schemas:
        described.components.schema("Pagination", schema=PaginationSchema)
    text = json.dumps(described.to_dict())
    for newer, older in _NEWER_NAMES.items():
        text = text.replace(newer, older)
    spec: Spec = json.loads(text)
    _describe_pagination(spec)
    _describe_public(spec)
    for complete in registry.openapi_steps:
        complete(spec)
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


def _describe_public(spec: Spec) -> None:
    """Mark the operations that need no sign-in with an empty `security`."""
    for rule in current_app.url_map.iter_rules():
        view = getattr(current_app.view_functions[rule.endpoint], "view_class", None)
        operations = spec["paths"].get(PARAMETER.sub(r"{\1}", rule.rule), {}) if view else {}
        for method in rule.methods or ():
            function = getattr(view, method.lower(), None)
            if function is not None and function.route_rule.rule is PUBLIC and method.lower() in operations:
                operations[method.lower()]["security"] = []


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
    """Show the endpoints on a page, with samples and the changes of the API."""
    shown = _serialized_document()
    props = {
        "operations": shown.operations,
        "changes": shown.changes,
        "version": VERSION,
        "baseUrl": current_registry().settings.BASE_URL,
    }
    return render_page("API", "docs/api", props, layout="plain")


@dataclass(frozen=True, slots=True)
class _SerializedDocument:
    """The serialised document, and what the page shows of it."""

    body: bytes
    tag: str
    operations: list[dict[str, object]]
    changes: list[Change]


@dataclass
class _DocumentCache:
    """The document that this application has serialised."""

    serialized: _SerializedDocument | None = None


def _serialized_document() -> _SerializedDocument:
    """Serialise the document once for the application: everyone may request it, as often as they like."""
    cache = current_registry().hooks(_DocumentCache)
    if cache.serialized is None:
        spec = document()
        body = json_bytes(spec)
        tag = hashlib.sha256(body).hexdigest()
        cache.serialized = _SerializedDocument(body, tag, list_operations(spec), read_changes())
    return cache.serialized
