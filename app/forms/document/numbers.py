"""Decimal numbers as text, not as floats, so that 0.1 stays 0.1 in the browser, the server and the export.

The twin is static_src/domain/questionnaire/rules/numbers.ts.
"""

import re
from decimal import Decimal

_DECIMAL = re.compile(r"-?[0-9]{1,20}(?:\.[0-9]{1,10})?")
_SPACES = re.compile("[ \u00a0\u2009\u202f'\u2019]")
_COMMA_GROUPS = re.compile(r"-?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_POINT_GROUPS = re.compile(r"-?[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+")
_COMMA_DECIMAL = re.compile(r"-?[0-9]+,[0-9]+")


def parse_decimal(text: str) -> Decimal | None:
    """Parse digits with an optional point (at most 20 digits before and 10 after it); None for other text."""
    return Decimal(text) if _DECIMAL.fullmatch(text) else None


def canonical_decimal(text: str) -> str:
    """Convert a typed number to its stored form: no grouping, and a point instead of a decimal comma.

    `1.250,50` and `1,250.50` both become `1250.50`; `1,250` is a grouped number, `98,4` a fraction. Other text is
    returned unchanged.
    """
    plain = _SPACES.sub("", text).replace("\u2212", "-").removeprefix("+")
    if _COMMA_GROUPS.fullmatch(plain):
        plain = plain.replace(",", "")
    elif _POINT_GROUPS.fullmatch(plain):
        plain = plain.replace(".", "").replace(",", ".")
    elif _COMMA_DECIMAL.fullmatch(plain):
        plain = plain.replace(",", ".")
    if plain.startswith("."):
        plain = f"0{plain}"
    elif plain.startswith("-."):
        plain = f"-0{plain[1:]}"
    plain = plain.removesuffix(".")
    return plain if parse_decimal(plain) is not None else text


def grouped(text: str) -> str:
    """Add thousands separators: `1250.50` becomes `1,250.50`. Other text is returned unchanged."""
    if parse_decimal(text) is None:
        return text
    sign = "-" if text.startswith("-") else ""
    whole, point, fraction = text.removeprefix("-").partition(".")
    return f"{sign}{int(whole):,}{point}{fraction}"
