"""Links in mails about documents, and clients that sign in with them."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from tests.fixtures.client import CheckedClient
from tests.fixtures.mailbox import Mailbox
from tests.integration.documents.by_link import PERSON, Links


@pytest.fixture
def open_link(new_client: Callable[[], CheckedClient]) -> Callable[[str], CheckedClient]:
    """Return a function that signs a new client in with a link, as the page of a guest does."""

    def sign_in(path: str) -> CheckedClient:
        client = new_client()
        response = client.post("/api/session/guest", json={"uuid": path.split("/")[2]})
        client.token = response.json["accessToken"] if response.status_code == 200 else ""
        return client

    return sign_in


@pytest.fixture
def links(run_jobs: Callable[[], int], mailbox: Mailbox) -> Links:
    """Return a function that sends the mails and returns the paths of the links to an address, oldest first."""

    def sent(address: str = PERSON["email"]) -> list[str]:
        run_jobs()
        return [
            urlsplit(mail.links[0]).path
            for mail in mailbox.mails
            if mail.recipients == [address] and mail.links
        ]

    return sent
