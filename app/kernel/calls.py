"""Blueprints of the API's calls: flask-smorest's, with arguments read and described in our way."""

from collections.abc import Callable, Mapping
from functools import partial
from threading import Lock
from typing import Any

from flask import Flask
from flask_smorest import Api
from flask_smorest import Blueprint as SmorestBlueprint
from marshmallow import RAISE
from webargs.flaskparser import FlaskParser

_undescribed: list[Callable[[], None]] = []
_describing = Lock()


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
    """The calls of a feature. They are described when the API's document is first asked for, see `describe_calls`."""

    ARGUMENTS_PARSER = ArgumentsParser()

    def register_views_in_doc(
        self, api: Api, app: Flask, spec: Any, *, name: str, parameters: list[Mapping[str, Any]] | None
    ) -> None:
        describe = super().register_views_in_doc
        _undescribed.append(partial(describe, api, app, spec, name=name, parameters=parameters))


def forget_calls() -> None:
    """Begin with another application, none of whose calls wait for being described."""
    _undescribed.clear()


def describe_calls() -> None:
    """Describe what has not been described: a tenth of a second, which no process spends that is not asked for it."""
    with _describing:
        while _undescribed:
            _undescribed.pop(0)()
