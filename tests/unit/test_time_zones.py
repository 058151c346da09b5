"""The time zones that users can choose, and the zone of a country."""

from zoneinfo import ZoneInfo

import pytest

from app.kernel.time_zones import is_time_zone, known_time_zone, time_zones, zone_of_country


def test_every_zone_exists_once() -> None:
    names = [zone.name for zone in time_zones()]
    assert names[0] == "UTC"
    assert len(names) == len(set(names)) > 400
    assert all(ZoneInfo(name) for name in names)
    assert all(zone.country for zone in time_zones()[1:])


@pytest.mark.parametrize(
    ("browser", "stored"),
    [
        ("Europe/London", "Europe/London"),
        ("Asia/Calcutta", "Asia/Kolkata"),
        ("Europe/Kiev", "Europe/Kyiv"),
        ("Etc/UTC", "UTC"),
        ("UTC", "UTC"),
        ("Mars/Olympus", None),
        ("", None),
        (None, None),
    ],
)
def test_older_names_of_browsers_become_current_ones(browser: str | None, stored: str | None) -> None:
    assert known_time_zone(browser) == stored
    assert stored is None or is_time_zone(stored)


@pytest.mark.parametrize(
    ("country", "zone"),
    [
        ("GBR", "Europe/London"),
        ("DEU", "Europe/Berlin"),
        ("JPN", "Asia/Tokyo"),
        ("IND", "Asia/Kolkata"),
        ("USA", None),
        ("ESP", None),
        ("CHN", None),
        ("XXX", None),
        (None, None),
    ],
)
def test_country_has_a_zone_if_all_its_clocks_agree(country: str | None, zone: str | None) -> None:
    assert zone_of_country(country) == zone
