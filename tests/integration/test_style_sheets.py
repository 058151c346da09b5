"""The style sheets of a page."""

import re

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from app.kernel.pages.islands import IslandRenderer
from app.kernel.pages.shell import BUILD, render_page
from app.kernel.registry import EXTENSION
from tests.factories.accounts import UserFactory
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

LINK = re.compile(r'<link rel="stylesheet" href="/static/build/([^"]+)">')


def test_island_links_the_base_sheet_and_its_own(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = app.extensions[EXTENSION].pages
    # Islands cannot be rendered without props.
    monkeypatch.setattr(pages, "renderer", IslandRenderer(BUILD / "ssr.js", enabled=False))
    manifest = pages.manifest()
    linked = {}
    for island in manifest["islands"]:
        with app.test_request_context("/"):
            linked[island] = LINK.findall(
                app.make_response(render_page("Page", island)).get_data(as_text=True)
            )
    own = {island: [sheet] for island, sheet in manifest["sheets"].items()}
    assert linked == {island: [manifest["main.css"], *own.get(island, [])] for island in manifest["islands"]}
    assert own["rfx/detail"] != own["home/home"]
    assert "audit/list" not in own


def test_linked_sheets_are_cached_permanently_as_text_css(
    session: Session, signed_in: SignedIn, client: CheckedClient
) -> None:
    names = LINK.findall(signed_in(UserFactory()).get("/home").text)
    assert len(names) == 2
    for name in names:
        with client.get(f"/static/build/{name}") as response:
            assert response.status_code == 200
            assert response.headers["Content-Type"].startswith("text/css")
            assert "immutable" in response.headers["Cache-Control"]


def test_head_has_one_script_before_the_sheets_which_loads_the_modules(
    client: CheckedClient,
) -> None:
    head = client.get("/login").text.partition("</head>")[0]
    before, _, after = head.partition('<link rel="stylesheet"')
    (script,) = re.findall(r"<script nonce=[^>]*>", head)
    assert script in before
    assert re.search(r'data-mount="/static/build/mount-\w+\.js"', script)
    assert script.count("/static/build/") > 1
    assert "modulepreload" not in after
    assert 'type="module"' not in after
