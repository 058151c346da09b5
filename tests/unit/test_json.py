"""Conversion of values to JSON."""

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from app.kernel.clock import is_same_moment, moment_text
from app.kernel.http.json import json_bytes

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(alphabet=st.characters(exclude_categories=())),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(PLAIN)
def test_values_survive_a_round_trip(value: object) -> None:
    """Includes integers of any size and lone surrogates, which orjson rejects."""
    assert json.loads(json_bytes(value)) == value


def test_dates_decimals_and_integer_keys_become_strings() -> None:
    assert json.loads(json_bytes({"due": date(2026, 3, 1), "share": Decimal("0.10"), 7: "key"})) == {
        "due": "2026-03-01",
        "share": "0.10",
        "7": "key",
    }


def test_times_have_milliseconds_even_next_to_huge_integers() -> None:
    moment = datetime(2026, 12, 22, 21, 34, 7, 550397, UTC)
    whole_second = moment.replace(microsecond=0)
    for integer in (1, 2**70):
        assert json.loads(json_bytes([moment, whole_second, integer])) == [
            "2026-12-22T21:34:07.550+00:00",
            "2026-12-22T21:34:07+00:00",
            integer,
        ]


@given(st.datetimes(timezones=st.just(UTC)))
def test_returned_time_equals_the_sent_moment(moment: datetime) -> None:
    sent = datetime.fromisoformat(moment_text(moment))
    assert is_same_moment(sent, moment)
    if moment.year < 9999:
        assert not is_same_moment(sent, moment + timedelta(milliseconds=1))


def test_no_time_equals_only_no_time() -> None:
    assert is_same_moment(None, None)
    assert not is_same_moment(None, datetime(2026, 3, 1, tzinfo=UTC))
