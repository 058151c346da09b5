"""The base of all API blueprints: flask-smorest's Blueprint with a stricter argument parser."""

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

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


_waiting: WeakKeyDictionary[object, list[Callable[[object], None]]] = WeakKeyDictionary()
"""The functions that add the endpoints of registered blueprints to a document."""


class Blueprint(SmorestBlueprint):  # type: ignore[misc]  # the library has no types
    """The endpoints of one feature. They are described when the document is read (docs/adr/0014)."""

    ARGUMENTS_PARSER = ArgumentsParser()

    def register_views_in_doc(self, api: object, app: Flask, spec: object, **options: object) -> None:
        """Describe the endpoints later, in `describe_endpoints`."""
        describe = super().register_views_in_doc
        _waiting.setdefault(spec, []).append(lambda document: describe(api, app, document, **options))


def describe_endpoints(spec: object) -> None:
    """Add the endpoints of all registered blueprints to the document."""
    for describe in _waiting.pop(spec, []):
        describe(spec)
