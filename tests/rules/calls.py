"""Every call of the API, found in the application itself."""

from dataclasses import dataclass
from typing import Any

from flask import Flask

from app.kernel.auth import RouteRule
from app.kernel.openapi import document


@dataclass(frozen=True)
class Call:
    """One operation of the API: its method and path, what it demands, and what its document says."""

    method: str
    path: str
    rule: RouteRule
    operation: dict[str, Any]


def calls_of(app: Flask) -> list[Call]:
    """All calls, by path and method."""
    with app.app_context():
        spec = document()
    found = []
    for rule in app.url_map.iter_rules():
        view = getattr(app.view_functions[rule.endpoint], "view_class", None)
        if view is None or not str(rule).startswith("/api/"):
            continue
        template = str(rule)
        for kind in ("int:", "string:", "path:"):
            template = template.replace(f"<{kind}", "<")
        template = template.replace("<", "{").replace(">", "}")
        for method in (rule.methods or set()) & {"GET", "POST", "PUT", "DELETE"}:
            function = getattr(view, method.lower())
            found.append(Call(method, template, function.route_rule, spec["paths"][template][method.lower()]))
    return sorted(found, key=lambda call: (call.path, call.method))
