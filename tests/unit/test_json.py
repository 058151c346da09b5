"""How values become JSON."""

import json
from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

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
