"""The base of all API blueprints: flask-smorest's, with a stricter argument parser."""

from collections.abc import Callable
from typing import Any

from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import RAISE
from webargs.flaskparser import FlaskParser


class ArgumentsParser(FlaskParser):
    """Reads the arguments of calls."""

    def __init__(self) -> None:
        super().__init__()
        # A query name that a call does not know is a mistake of the caller's, as it is in a body: refused, not passed over.
        self.DEFAULT_UNKNOWN_BY_LOCATION = {**self.DEFAULT_UNKNOWN_BY_LOCATION, "query": RAISE}

    def use_args(self, argmap: Any, *args: Any, **options: Any) -> Callable[..., Any]:
        """As the library's, but for a schema's class, which is made once for the call and not for each request."""
        schema = argmap() if isinstance(argmap, type) else argmap
        return super().use_args(schema, *args, **options)


class Blueprint(SmorestBlueprint):  # type: ignore[misc]  # the library has no types
    """Endpoints of one feature."""

    ARGUMENTS_PARSER = ArgumentsParser()
