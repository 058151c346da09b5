"""How values become JSON."""

import json
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from app.kernel.clock import is_same_moment, moment_text
from app.kernel.json import json_bytes

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
def test_what_is_written_is_read_as_it_was(value: object) -> None:
    """Numbers of any size and halves of characters too, which orjson alone refuses."""
    assert json.loads(json_bytes(value)) == value


def test_what_json_has_no_form_for() -> None:
    assert json.loads(json_bytes({"due": date(2026, 3, 1), "share": Decimal("0.10"), 7: "key"})) == {
        "due": "2026-03-01",
        "share": "0.10",
        "7": "key",
    }


def test_times_are_written_to_the_millisecond_and_numbers_beyond_64_bits_change_nothing() -> None:
    moment = datetime(2026, 12, 22, 21, 34, 7, 550397, UTC)
    whole = moment.replace(microsecond=0)
    for beside in (1, 2**70):
        assert json.loads(json_bytes([moment, whole, beside])) == [
            "2026-12-22T21:34:07.550+00:00",
            "2026-12-22T21:34:07+00:00",
            beside,
        ]


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_time_that_comes_back_as_it_was_sent_is_the_same_moment(moment: datetime) -> None:
    sent = datetime.fromisoformat(moment_text(moment))
    assert is_same_moment(sent, moment)
    if moment.year < 9999:
        assert not is_same_moment(sent, moment + timedelta(milliseconds=1))


def test_no_time_is_the_same_as_none_alone() -> None:
    assert is_same_moment(None, None)
    assert not is_same_moment(None, datetime(2026, 3, 1, tzinfo=UTC))
