"""The additions of features above to the pages of RFxs."""

from collections.abc import Callable
from typing import Any


class RfxPageHooks:
    """Tabs of the page /rfx by the value of `tab`; each renders the page."""

    def __init__(self) -> None:
        self.tabs: dict[str, Callable[[], Any]] = {}
