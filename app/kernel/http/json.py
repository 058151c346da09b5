"""JSON of responses and page props, by orjson, which takes a tenth of the time of Python's own module."""

import json
from datetime import date, datetime, time

import orjson
from flask import Response
from flask.json.provider import DefaultJSONProvider

from app.kernel.clock import moment_text

OPTIONS = orjson.OPT_NON_STR_KEYS | orjson.OPT_PASSTHROUGH_DATETIME


def json_bytes(value: object) -> bytes:
    """Return `value` as compact JSON in UTF-8, with times to the millisecond; other types as Flask writes them.

    Python's module writes the values that orjson rejects: integers beyond 64 bits and unpaired surrogates. Raises
    TypeError for values that neither can write.
    """
    try:
        return orjson.dumps(value, default=_default, option=OPTIONS)
    except TypeError:
        return json.dumps(value, default=_default, separators=(",", ":")).encode()


def _default(value: object) -> object:
    if isinstance(value, datetime):
        return moment_text(value)
    if isinstance(value, date | time):
        return value.isoformat()
    return DefaultJSONProvider.default(value)


class OrjsonProvider(DefaultJSONProvider):
    """Flask's JSON provider, with `json_bytes` for writing; reading is Flask's own."""

    def dumps(self, obj: object, **_kwargs: object) -> str:
        return json_bytes(obj).decode()

    def response(self, *args: object, **kwargs: object) -> Response:
        body = json_bytes(self._prepare_response_obj(args, kwargs))
        return Response(body, mimetype=self.mimetype)
