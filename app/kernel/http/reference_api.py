"""The lists of countries, currencies and time zones, the same for everyone."""

from dataclasses import asdict
from functools import cache

from flask import Response
from flask.views import MethodView
from marshmallow import fields

from app.kernel.http.auth import PUBLIC, requires
from app.kernel.http.calls import Blueprint
from app.kernel.http.json import json_bytes
from app.kernel.http.schemas import CamelSchema
from app.kernel.reference import countries, currencies
from app.kernel.time_zones import time_zones

blueprint = Blueprint(
    "reference", __name__, url_prefix="/api/reference", description="Countries, currencies and time zones"
)

CACHE_SECONDS = 86_400
"""Seconds for which browsers and proxies cache the lists."""


class CountrySchema(CamelSchema):
    """A country."""

    name = fields.String(required=True)
    alpha2 = fields.String(required=True)
    alpha3 = fields.String(required=True, metadata={"description": "The stored code."})


class CurrencySchema(CamelSchema):
    """A currency."""

    code = fields.String(required=True)
    name = fields.String(required=True)


class TimeZoneSchema(CamelSchema):
    """A time zone of the IANA database."""

    name = fields.String(required=True)
    country = fields.String(required=True, metadata={"description": "Empty for UTC."})


@blueprint.route("/countries")
class Countries(MethodView):
    """The list of countries."""

    @requires(PUBLIC)
    @blueprint.response(200, CountrySchema(many=True))
    def get(self) -> Response:
        """All countries, by name."""
        return _cached_response(_countries_json())


@blueprint.route("/currencies")
class Currencies(MethodView):
    """The list of currencies."""

    @requires(PUBLIC)
    @blueprint.response(200, CurrencySchema(many=True))
    def get(self) -> Response:
        """All currencies in tender, by code."""
        return _cached_response(_currencies_json())


@blueprint.route("/timeZones")
class TimeZones(MethodView):
    """The list of time zones."""

    @requires(PUBLIC)
    @blueprint.response(200, TimeZoneSchema(many=True))
    def get(self) -> Response:
        """All time zones, UTC first, then by name."""
        return _cached_response(_time_zones_json())


@cache
def _countries_json() -> bytes:
    return json_bytes([asdict(country) for country in countries()])


@cache
def _currencies_json() -> bytes:
    return json_bytes([asdict(currency) for currency in currencies()])


@cache
def _time_zones_json() -> bytes:
    return json_bytes([asdict(zone) for zone in time_zones()])


def _cached_response(body: bytes) -> Response:
    response = Response(body, mimetype="application/json")
    response.cache_control.public = True
    response.cache_control.max_age = CACHE_SECONDS
    return response
