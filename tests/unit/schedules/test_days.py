"""The days of a schedule: no drift at the end of months, and the due day of a round."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.kernel.dates import add_months
from app.kernel.http.errors import InvalidError
from app.schedules.models import Schedule
from app.schedules.policies import (
    check_day,
    check_lead,
    coming_day,
    day_after_close,
    day_after_round,
    due_day,
    first_day_after,
)
from app.schedules.types import Anchor

TODAY = date(2026, 11, 26)


def series(first: date, months: int, count: int) -> list[date]:
    days = [first]
    while len(days) < count:
        days.append(first_day_after(first, months, days[-1]))
    return days


def schedule(**values: object) -> Schedule:
    return Schedule(**{"anchor": Anchor.FIXED, "every_months": 12, "lead_days": 30, **values})


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2028, 1, 31), 1, date(2028, 2, 29)),
        (date(2028, 2, 29), 12, date(2029, 2, 28)),
        (date(2028, 2, 29), 48, date(2032, 2, 29)),
        (date(2026, 12, 15), 1, date(2027, 1, 15)),
        (date(9999, 12, 1), 60, date.max),
    ],
)
def test_a_day_that_a_month_does_not_have_is_its_last_one(day: date, months: int, expected: date) -> None:
    assert add_months(day, months) == expected


def test_a_monthly_series_on_the_31st_does_not_drift() -> None:
    days = series(date(2026, 12, 31), 1, 15)
    assert [day.isoformat() for day in days] == [
        "2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31", "2027-06-30",
        "2027-07-31", "2027-08-31", "2027-09-30", "2027-10-31", "2027-11-30", "2027-12-31", "2028-01-31",
        "2028-02-29",
    ]  # fmt: skip


def test_a_yearly_series_on_29_february_returns_to_it_in_leap_years() -> None:
    assert [day.isoformat() for day in series(date(2028, 2, 29), 12, 5)] == [
        "2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29",
    ]  # fmt: skip


@pytest.mark.parametrize("months", [1, 2, 3, 5, 6, 7, 11, 12, 13, 24, 60])
def test_the_next_day_of_a_series_is_its_first_one_after_a_day(months: int) -> None:
    first = date(2026, 1, 30)
    days = [add_months(first, count * months) for count in range(60)]
    for offset in range(-40, 700, 7):
        after = first + timedelta(days=offset)
        assert first_day_after(first, months, after) == min(day for day in days if day > after)


def test_the_interval_starts_on_the_day_of_closing_in_the_zone_of_the_buyer() -> None:
    closed = datetime(2026, 3, 1, 2, 0, tzinfo=UTC)
    assert day_after_close(closed, 12, ZoneInfo("UTC")) == date(2027, 3, 1)
    assert day_after_close(closed, 12, ZoneInfo("America/New_York")) == date(2027, 2, 28)


def test_a_round_is_due_on_its_day_or_the_lead_days_after_an_early_or_late_sending() -> None:
    planned = schedule(next_on=TODAY + timedelta(days=20))
    assert due_day(planned, TODAY) == TODAY + timedelta(days=20)
    early = schedule(next_on=TODAY + timedelta(days=300))
    assert due_day(early, TODAY) == TODAY + timedelta(days=30)
    for late in (TODAY, TODAY - timedelta(days=5)):
        assert due_day(schedule(next_on=late), TODAY) == TODAY + timedelta(days=30)
    assert coming_day(TODAY, 30, TODAY) == TODAY + timedelta(days=30)
    assert coming_day(TODAY + timedelta(days=1), 30, TODAY) == TODAY + timedelta(days=1)


def test_an_early_round_counts_as_the_planned_one() -> None:
    planned = schedule(first_on=date(2027, 3, 1), next_on=date(2027, 3, 1))
    assert day_after_round(planned, TODAY) == date(2028, 3, 1)
    late = schedule(first_on=date(2024, 3, 1), next_on=date(2025, 3, 1))
    assert day_after_round(late, TODAY) == date(2027, 3, 1)
    assert day_after_round(schedule(anchor=Anchor.AFTER_CLOSE, next_on=TODAY), TODAY) is None


@pytest.mark.parametrize(
    ("first_on", "sentence"),
    [
        (None, "Choose the day"),
        (TODAY, "already over"),
        (add_months(TODAY, 60) + timedelta(days=1), "within the next 60 months"),
    ],
)
def test_a_fixed_day_is_in_the_next_five_years(first_on: date | None, sentence: str) -> None:
    with pytest.raises(InvalidError) as error:
        check_day(Anchor.FIXED, first_on, TODAY)
    assert sentence in error.value.fields["nextOn"][0]
    check_day(Anchor.FIXED, add_months(TODAY, 60), TODAY)
    check_day(Anchor.AFTER_CLOSE, None, TODAY)


def test_a_round_opens_after_the_previous_one_was_due() -> None:
    check_lead(1, 27)
    with pytest.raises(InvalidError) as error:
        check_lead(1, 28)
    assert "at most 27 days" in error.value.fields["leadDays"][0]
