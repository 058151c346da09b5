"""The date format of a page before its scripts run."""

import json
import re

import pytest

from tests.factories.accounts import UserFactory
from tests.fixtures.people import SignedIn


@pytest.mark.parametrize(
    ("languages", "month_first"),
    [
        ("en-US,en;q=0.9", True),
        ("en", True),
        ("en-GB,en-US;q=0.9", False),
        ("de-DE,en-US;q=0.7", False),
        ("de;q=0.1,en-US", True),
        ("*", False),
        ("nonsense;;=,", False),
        (None, False),
    ],
)
def test_month_comes_first_if_the_first_browser_language_does_so(
    signed_in: SignedIn, languages: str | None, month_first: bool
) -> None:
    headers = {"Accept-Language": languages} if languages else {}
    page = signed_in(UserFactory()).get("/home", headers=headers)
    assert page.status_code == 200
    context = re.search(r'<script[^>]*id="page-context"[^>]*>(.*?)</script>', page.text, re.DOTALL)
    assert context is not None
    assert json.loads(context[1])["monthFirst"] is month_first
