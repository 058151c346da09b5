"""Saved views of the demo: three of the buyer, two of them on Home, and a shared one of the first supplier."""

from collections.abc import Iterator
from datetime import timedelta

from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story
from app.views.operations.saving import ViewValues, create_view

SUPPLIER = "Bergmann Präzision GmbH"


def plan_views(network: Network) -> Iterator[Story]:
    """Plan the views."""
    yield _views(network)


def _views(network: Network) -> Story:
    buyer, supplier = network.meridian.lead, network.first_users[SUPPLIER]
    yield timedelta(minutes=1)
    create_view(
        actor=buyer,
        list_name="organisation",
        values=ViewValues(
            name="Preferred and contracted",
            params={"preferredSuppliers": "true", "contractedSuppliers": "true"},
            is_shared=True,
            is_pinned=True,
        ),
    )
    create_view(
        actor=buyer,
        list_name="ncr",
        values=ViewValues(
            name="Critical and open",
            params={"pending": "true", "inProgress": "true", "critical": "true", "sort": "date"},
            is_shared=False,
            is_pinned=True,
        ),
    )
    create_view(
        actor=buyer,
        list_name="rfx",
        values=ViewValues(
            name="Sent and late",
            params={"direction": "sent", "due": "late"},
            is_shared=False,
            is_pinned=False,
        ),
    )
    create_view(
        actor=supplier,
        list_name="rfx",
        values=ViewValues(
            name="To answer this week",
            params={"direction": "received", "due": "week"},
            is_shared=True,
            is_pinned=True,
        ),
    )
