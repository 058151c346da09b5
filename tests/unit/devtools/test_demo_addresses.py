"""Email addresses of the demo's users keep every letter of their names."""

import pytest

from app.devtools.demo.companies import COMPANIES
from app.devtools.demo.network import email_of


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Mart\u00edn G\u00f3mez", "martin.gomez"),
        ("Marek W\u00f3jcik", "marek.wojcik"),
        ("\u00c9tienne Verrier", "etienne.verrier"),
        ("Emre Y\u0131ld\u0131z", "emre.yildiz"),
        ("Mads S\u00f8rensen", "mads.sorensen"),
    ],
)
def test_accented_letters_become_plain_ones(name: str, expected: str) -> None:
    assert email_of(name, "x.example") == f"{expected}@x.example"


def test_no_address_loses_a_letter() -> None:
    for company in COMPANIES:
        for name in company.people:
            assert len(email_of(name, "").rstrip("@")) >= len(name), name
