"""The scopes of API keys in the description of the API."""

from flask import current_app

from app.api_keys.policies import scope_of
from app.kernel.http.openapi import PARAMETER
from app.kernel.http.operations import Spec

METHODS = ("GET", "POST", "PUT", "DELETE")


def describe_scopes(spec: Spec) -> None:
    """Add the security scheme of keys, and to each operation that keys can use its scope as `x-scope`."""
    spec["components"]["securitySchemes"]["apiKey"] = {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "asy_",
        "description": (
            "An API key of /setup/integrations. Each operation names the scope that the key needs in `x-scope`; "
            "operations without it are for people."
        ),
    }
    scopes = scopes_of_operations()
    for path, operations in spec["paths"].items():
        for method, operation in operations.items():
            needed = scopes.get((method.upper(), path))
            if needed:
                operation["x-scope"] = needed
                operation["security"] = [{"bearer": []}, {"apiKey": []}]


def scopes_of_operations() -> dict[tuple[str, str], str]:
    """Return the scope of each operation that keys can use, by method and path of the document."""
    scopes: dict[tuple[str, str], str] = {}
    for rule in current_app.url_map.iter_rules():
        blueprint = rule.endpoint.partition(".")[0]
        for method in METHODS:
            if method in (rule.methods or ()):
                needed = scope_of(blueprint=blueprint, method=method, rule=rule.rule)
                if needed:
                    scopes[method, PARAMETER.sub(r"{\1}", rule.rule)] = needed
    return scopes
