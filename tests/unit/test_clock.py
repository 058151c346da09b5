"""Times in the zone of their reader."""

from datetime import UTC, date, datetime, timedelta

import pytest

from app.kernel.clock import day_is_over, format_moment, format_short, now, shifted, zone_of

DECEMBER = datetime(2026, 12, 10, 16, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        ("Europe/Berlin", "10 Dec 2026, 17:00 CET"),
        ("Europe/London", "10 Dec 2026, 16:00 GMT"),
        ("America/New_York", "10 Dec 2026, 11:00 EST"),
        ("America/Sao_Paulo", "10 Dec 2026, 13:00 UTC-3"),
        ("Asia/Kathmandu", "10 Dec 2026, 21:45 UTC+5:45"),
        ("Asia/Tokyo", "11 Dec 2026, 01:00 JST"),
        ("UTC", "10 Dec 2026, 16:00 UTC"),
        (None, "10 Dec 2026, 16:00 UTC"),
    ],
)
def test_moment_names_its_zone(zone: str | None, text: str) -> None:
    assert format_moment(DECEMBER, zone_of(zone)) == text


def test_summer_time_has_its_own_name() -> None:
    assert (
        format_moment(datetime(2026, 7, 1, 12, tzinfo=UTC), zone_of("Europe/Berlin"))
        == "1 Jul 2026, 14:00 CEST"
    )


@pytest.mark.parametrize(
    ("names", "zone"),
    [
        (("Asia/Tokyo", "Europe/Berlin"), "Asia/Tokyo"),
        ((None, "Europe/Berlin"), "Europe/Berlin"),
        (("Mars/Olympus", "Europe/Berlin"), "Europe/Berlin"),
        (("../../etc/passwd", ""), "UTC"),
        ((), "UTC"),
    ],
)
def test_first_known_zone_counts(names: tuple[str | None, ...], zone: str) -> None:
    assert str(zone_of(*names)) == zone


def test_short_deadline_shows_the_time_of_the_night_and_another_year() -> None:
    end_of_day = datetime(2026, 12, 10, 23, 59, 59, tzinfo=UTC)
    with shifted(datetime(2026, 11, 1, tzinfo=UTC) - now()):
        assert format_short(end_of_day) == "10 Dec"
        assert format_short(end_of_day, zone_of("Europe/Berlin")) == "11 Dec, 00:59"
        assert format_short(end_of_day + timedelta(days=40)) == "19 Jan 2027"
        assert format_short(date(2026, 12, 3)) == "3 Dec"


@pytest.mark.parametrize(
    ("zone", "over"),
    [("UTC", False), ("America/Los_Angeles", False), ("Asia/Tokyo", True), ("Pacific/Kiritimati", True)],
)
def test_day_is_over_when_it_ends_in_the_zone(zone: str, over: bool) -> None:
    assert day_is_over(date(2026, 12, 10), zone_of(zone), DECEMBER) is over


def test_day_is_over_from_midnight_on() -> None:
    berlin, day = zone_of("Europe/Berlin"), date(2026, 12, 10)
    midnight = datetime(2026, 12, 11, tzinfo=berlin)
    assert not day_is_over(day, berlin, midnight - timedelta(seconds=1))
    assert day_is_over(day, berlin, midnight)
