"""Remember the guest links that this browser has confirmed with a mailed code."""

from datetime import timedelta

from app.accounts.browser_lists import BrowserList
from app.accounts.models import AccessGrant

LINKS = BrowserList("assay_links", salt="confirmed link", life=timedelta(days=30), maximum=20)
"""The ids of the grants whose links were confirmed."""


class LinkCodeError(Exception):
    """A guest link that needs a code first, because this browser has not confirmed it."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self.token = token


def must_confirm(grant: AccessGrant) -> bool:
    """Return True if the links of a grant need a code, and this browser has not entered one within 30 days."""
    return grant.needs_code and str(grant.id) not in LINKS.entries()


def confirmation_of(grant: AccessGrant) -> str:
    """Return this browser's cookie after the confirmation of a grant's link."""
    return LINKS.with_entry(str(grant.id))
