"""Conversion of HTML to plain text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.sanitise import text_of


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>One</p><p>Two &amp; three</p>", "One\n\nTwo & three"),
        ("<p>One</p> <ul><li><p>a</p></li><li><p>b</p></li></ul><p>Two</p>", "One\n\na\n\nb\n\nTwo"),
        ("<p>One<br>two</p>", "One\ntwo"),
        ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
        (
            '<p>See <a href="https://x.example/?a=1&amp;b=2">this</a>.</p>',
            "See this (https://x.example/?a=1&b=2).",
        ),
        ("<p>a\n   b</p>", "a b"),
        ("<script>alert(1)</script><p>x</p>", "x"),
        ("", ""),
    ],
)
def test_html_becomes_plain_text(html: str, expected: str) -> None:
    assert text_of(html) == expected


@given(st.text(max_size=500))
def test_any_text_is_accepted_and_output_is_bounded(text: str) -> None:
    assert len(text_of(text)) <= 8 * len(text) + 8
