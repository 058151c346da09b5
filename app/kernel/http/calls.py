"""The base of all API blueprints: flask-smorest's Blueprint with a stricter argument parser."""

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Flask
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import RAISE
from webargs.flaskparser import FlaskParser


class ArgumentsParser(FlaskParser):
    """Parser of request arguments that rejects unknown query parameters."""

    def __init__(self) -> None:
        super().__init__()
        # An unknown query parameter is a mistake of the client, as an unknown name in a body is: reject it.
        self.DEFAULT_UNKNOWN_BY_LOCATION = {**self.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE}

    def use_args(self, argmap: Any, *args: Any, **options: Any) -> Callable[..., Any]:
        """Parse as the library does, but create the schema once for the endpoint instead of for each request."""
        schema = argmap() if isinstance(argmap, type) else argmap
        return super().use_args(schema, *args, **options)


WAITING = "assay_endpoints"
"""The key in `app.extensions` of the functions that describe the endpoints of registered blueprints.

They refer to the application. A list outside it would keep every application that does not read the document.
"""


class Blueprint(SmorestBlueprint):  # type: ignore[misc]  # the library has no types
    """The endpoints of one feature. They are described when the document is read (docs/adr/0014)."""

    ARGUMENTS_PARSER = ArgumentsParser()

    def register_views_in_doc(self, api: object, app: Flask, spec: object, **options: object) -> None:
        """Describe the endpoints later, in `describe_endpoints`."""
        describe = partial(super().register_views_in_doc, api, app, spec, **options)
        app.extensions.setdefault(WAITING, []).append(describe)


def describe_endpoints(app: Flask) -> None:
    """Add the endpoints of all registered blueprints to the document of `app`."""
    for describe in app.extensions.pop(WAITING, []):
        describe()
