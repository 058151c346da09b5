"""The additions of features above to the pages of RFxs."""

from collections.abc import Callable
from typing import Any

from app.kernel.http.auth import Actor
from app.rfx.queries.rfxs import RfxContext


class RfxPageHooks:
    """Tabs of the page /rfx by the value of `tab`, each of which renders the page; and further props of an RFx's page.

    A function of `details` gets the viewer and the RFx, and returns the prop or None.
    """

    def __init__(self) -> None:
        self.tabs: dict[str, Callable[[], Any]] = {}
        self.details: dict[str, Callable[[Actor, RfxContext], object]] = {}
        self.successor_finders: list[Callable[[str, int], str | None]] = []
        """Functions that return the name of the new contact, by the token of a former contact's link and the RFx."""
