"""The style sheets of a page."""

import re

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from app.kernel.islands import IslandRenderer
from app.kernel.pages import BUILD, page_kit, render_page
from tests.factories.accounts import UserFactory
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

LINK = re.compile(r'<link rel="stylesheet" href="/static/build/([^"]+)">')


def test_island_links_the_base_sheet_and_its_own(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = page_kit(app)
    # Islands cannot be rendered without props.
    monkeypatch.setattr(registry, "renderer", IslandRenderer(BUILD / "ssr.js", enabled=False))
    manifest = registry.manifest()
    linked = {}
    for island in manifest["islands"]:
        with app.test_request_context("/"):
            linked[island] = LINK.findall(
                app.make_response(render_page("Page", island)).get_data(as_text=True)
            )
    own = {island: [sheet] for island, sheet in manifest["sheets"].items()}
    assert linked == {island: [manifest["main.css"], *own.get(island, [])] for island in manifest["islands"]}
    assert own["rfx/detail"] != own["home/home"]
    assert "rfx/list" not in own


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


def test_scripts_do_not_delay_the_style_sheets(client: CheckedClient) -> None:
    before, _, after = client.get("/login").text.partition('<link rel="stylesheet"')
    assert before.count("<script nonce=") == 2
    assert "<script nonce=" not in after.partition("</head>")[0]
    modules = re.findall(r'<(?:link rel="modulepreload"|script type="module")[^>]*>', after)
    assert len(modules) > 1
    assert all('fetchpriority="low"' in module for module in modules)
