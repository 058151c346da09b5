"""What is kept of the texts that people type or paste."""

import pytest
from marshmallow import ValidationError

from app.kernel.schemas import Line


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Rosa Meyer \n", "Rosa Meyer"),
        ("Rosa\tMeyer", "Rosa Meyer"),
        ("Rosa\N{NO-BREAK SPACE}Meyer", "Rosa Meyer"),
        ("Rosa\r\nMeyer", "Rosa Meyer"),
        ("Ro\x00sa\x1b Me\N{RIGHT-TO-LEFT OVERRIDE}yer", "Rosa Meyer"),
        (
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        ),
        ("\U0001f469\u200d\U0001f527", "\U0001f469\u200d\U0001f527"),
        ("M\u0308uller", "M\u0308uller"),
    ],
)
def test_a_line_keeps_what_can_be_seen(typed: str, kept: str) -> None:
    assert Line().deserialize(typed) == kept


def test_breaks_are_kept_where_they_are_meant() -> None:
    assert Line(breaks=True).deserialize("one\r\ntwo\tthree\n") == "one\ntwo three"


@pytest.mark.parametrize("typed", ["", " \t", "\u200d\u200c", "\N{NO-BREAK SPACE}", "\x07"])
def test_what_nobody_could_see_is_no_name(typed: str) -> None:
    with pytest.raises(ValidationError, match="This is required"):
        Line().deserialize(typed)
    assert Line(blank=True).deserialize(typed) == ""


def test_a_line_is_as_long_as_its_limit_says() -> None:
    assert Line(limit=3).deserialize(" abc ") == "abc"
    with pytest.raises(ValidationError, match="at most 3 characters"):
        Line(limit=3).deserialize("abcd")
