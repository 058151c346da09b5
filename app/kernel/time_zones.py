"""The time zones of the IANA database that users can choose, from the package tzdata."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from app.kernel.reference import countries

UTC_NAME = "UTC"
UTC_ZONES = frozenset({"Etc/UTC", "Etc/GMT"})


@dataclass(frozen=True, slots=True)
class TimeZone:
    """A time zone with the country that it is used in; `country` is empty for UTC."""

    name: str
    country: str


@cache
def time_zones() -> tuple[TimeZone, ...]:
    """Return UTC and one zone for each region with its own rules, by name."""
    names = {country.alpha2: country.name for country in countries()}
    zones = sorted((name, names.get(alpha2, "")) for alpha2, name in _rows())
    return (TimeZone(UTC_NAME, ""), *(TimeZone(name, country) for name, country in zones))


def is_time_zone(name: str) -> bool:
    """Return True if `name` is one of the zones that users can choose."""
    return name in _names()


def known_time_zone(name: str | None) -> str | None:
    """Return the zone for a name from a browser, which may be an older name (`Asia/Calcutta`); None if it is unknown."""
    if not name:
        return None
    if name in _names():
        return name
    current = _links().get(name, name)
    if current in UTC_ZONES:
        return UTC_NAME
    return current if current in _names() else None


def zone_of_country(alpha3: str | None) -> str | None:
    """Return the zone of a country where all clocks show the same time; None for other countries and unknown codes.

    Zones that differ only in the past count as one: Germany has Europe/Berlin and Europe/Busingen.
    """
    alpha2 = next((country.alpha2 for country in countries() if country.alpha3 == alpha3), None)
    zones = [name for code, name in _rows() if code == alpha2]
    return zones[0] if len({_offsets(name) for name in zones}) == 1 else None


def _offsets(name: str) -> tuple[timedelta | None, ...]:
    """Return the offsets of a zone on the days of one year, which contains all changes of clocks."""
    zone, first = ZoneInfo(name), datetime(2026, 1, 1, tzinfo=UTC)
    return tuple((first + timedelta(days=day)).astimezone(zone).utcoffset() for day in range(366))


@cache
def _names() -> frozenset[str]:
    return frozenset(zone.name for zone in time_zones())


@cache
def _rows() -> tuple[tuple[str, str], ...]:
    """Return (country by ISO 3166 alpha2, zone), a country's most populous zone first."""
    return tuple((columns[0], columns[2]) for columns in _lines("zone.tab", separator="\t"))


@cache
def _links() -> Mapping[str, str]:
    """Return the current zone by older name: the lines `L current older`."""
    return {columns[2]: columns[1] for columns in _lines("tzdata.zi", separator=" ") if columns[0] == "L"}


def _lines(name: str, *, separator: str) -> Iterator[list[str]]:
    text = (files("tzdata.zoneinfo") / name).read_text(encoding="utf-8")
    return (line.split(separator) for line in text.splitlines() if line and not line.startswith("#"))
