"""Normalisation of texts that users type or paste."""

from typing import Any

import pytest
from email_validator import EmailNotValidError
from marshmallow import ValidationError, fields, validate

from app.accounts.policies import known_as
from app.kernel.email_addresses import named_address, parse_address
from app.kernel.http.schemas import CamelSchema, Line


@pytest.mark.parametrize(
    ("typed", "stored"),
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
def test_line_keeps_visible_characters(typed: str, stored: str) -> None:
    assert Line().deserialize(typed) == stored


def test_line_breaks_are_kept_if_allowed() -> None:
    assert Line(breaks=True).deserialize("one\r\ntwo\tthree\n") == "one\ntwo three"


@pytest.mark.parametrize("typed", ["", " \t", "\u200d\u200c", "\N{NO-BREAK SPACE}", "\x07"])
def test_invisible_text_is_rejected_as_missing(typed: str) -> None:
    with pytest.raises(ValidationError, match="This is required"):
        Line().deserialize(typed)
    assert Line(blank=True).deserialize(typed) == ""


def test_line_is_limited_in_length() -> None:
    assert Line(limit=3).deserialize(" abc ") == "abc"
    with pytest.raises(ValidationError, match="at most 3 characters"):
        Line(limit=3).deserialize("abcd")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Jo Park",
        "J. Smith",
        "Anna Smith (Quality)",
        "Smith, Anna",
        "J\u00f6rg M\u00fcller",
        "\u738b\u5c0f\u660e",
    ],
)
def test_address_with_a_name_is_split(name: str) -> None:
    assert named_address(f"{name} <jo@elsewhere.org>") == (name, "jo@elsewhere.org")
    assert named_address(f'"{name}" <jo@elsewhere.org>') == (name, "jo@elsewhere.org")


@pytest.mark.parametrize("text", ["", "jo", "Jo Park jo@elsewhere.org", "Jo <jo>", "Jo <a@b.org> <c@d.org>"])
def test_invalid_address_is_rejected(text: str) -> None:
    with pytest.raises(EmailNotValidError):
        named_address(text)


def test_address_that_is_too_long_is_rejected() -> None:
    longest = "a" * 64 + "@" + ".".join(["b" * 61] * 3) + ".org"
    assert parse_address(longest).normalized == longest
    with pytest.raises(EmailNotValidError, match="too long"):
        parse_address("a" * 300_000)
    assert known_as(" X" + "a" * 300_000) == "x" + "a" * 300_000


class Element(fields.String):
    """A text that counts how often it is parsed."""

    parsed = 0

    def _deserialize(self, *args: Any, **kwargs: Any) -> Any:
        Element.parsed += 1
        return super()._deserialize(*args, **kwargs)


class ElementsSchema(CamelSchema):
    list_of_texts = fields.List(Element(), validate=validate.Length(min=1, max=3))


class NestingSchema(CamelSchema):
    inner = fields.Nested(ElementsSchema)
    parts = fields.Nested(ElementsSchema, many=True, validate=validate.Length(max=1))


def test_list_that_is_too_long_is_rejected_before_its_elements_are_parsed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Element, "parsed", 0)
    with pytest.raises(ValidationError) as caught:
        NestingSchema().load({"inner": {"listOfTexts": [1] * 5_000}})
    assert caught.value.messages == {"inner": {"listOfTexts": ["Length must be between 1 and 3."]}}
    with pytest.raises(ValidationError) as caught:
        NestingSchema().load({"parts": [{"listOfTexts": ["a"]}] * 2})
    assert caught.value.messages == {"parts": ["Longer than maximum length 1."]}
    assert Element.parsed == 0
    assert ElementsSchema().load({"listOfTexts": ["a", "b", "c"]}) == {"list_of_texts": ["a", "b", "c"]}
    assert Element.parsed == 3
