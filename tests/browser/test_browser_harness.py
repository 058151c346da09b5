"""The browser harness: console, accessibility and HTML checks, separate contexts, demo accounts."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, Console, NewPage, sign_in
from tests.fixtures.html_validity import find_html_errors
from tests.fixtures.live_server import LiveServer


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_sign_in_page_has_no_console_message_and_is_accessible(
    new_page: NewPage, axe: Axe, scheme: str
) -> None:
    page = new_page(color_scheme=scheme)
    page.goto("/login")
    expect(page.get_by_label("Password", exact=True)).to_be_visible()
    assert axe(page) > 5


def test_console_messages_fail_the_test(page: Page, console: Console) -> None:
    page.goto("/login")
    page.evaluate("console.warn('first'); console.error('second'); console.info('no complaint')")
    page.evaluate("setTimeout(() => { throw new Error('third') })")
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('img'), { src: 'https://elsewhere.example/x.png' }))"
    )
    page.wait_for_timeout(300)
    messages = "\n".join(console.problems())
    for word in ("first", "second", "third", "img-src"):
        assert word in messages
    assert "no complaint" not in messages
    console.allow(".")


def test_each_html_error_is_detected(tmp_path: Path) -> None:
    invalid_html = {
        'Attribute "datetime" has invalid value': '<time datetime="2026-12-22T21:34:07.550397+00:00">22 Dec</time>',
        "not permitted as content under <span>": "<span><div>Tools</div></span>",
        'Attribute "aria-activedescendant"': '<input type="text" aria-label="Tag" aria-activedescendant="">',
        "<section> must have a heading": "<section><p>Words</p></section>",
        'Attribute "maxlength"': '<select aria-label="Type" maxlength="20"></select>',
        "<option> must have words": '<select aria-label="Type"><option value=""></option></select>',
        "Element references missing id": '<label for="nothing">Description</label>',
    }
    frame = (
        '<!doctype html><html lang="en"><head><title>Page</title></head><body><h1>Page</h1>{}</body></html>'
    )
    pages = {sentence: frame.format(markup) for sentence, markup in invalid_html.items()}
    pages["nothing"] = frame.format('<p><time datetime="2026-12-22T21:34:07.550+00:00">22 Dec</time></p>')
    errors = find_html_errors(pages, tmp_path)
    assert len(errors) == len(invalid_html), errors
    for sentence, error in zip(invalid_html, errors, strict=True):
        assert sentence in error


def test_accessibility_violations_are_detected(page: Page, axe: Axe) -> None:
    page.goto("/login")
    page.evaluate("document.body.append(document.createElement('button'))")
    with pytest.raises(pytest.fail.Exception, match="button-name"):
        axe(page)


def test_pages_have_separate_cookies(new_page: NewPage, live_server: LiveServer) -> None:
    first, second = new_page(), new_page()
    first.context.add_cookies([{"name": "mark", "value": "1", "url": live_server.url}])
    assert first.context.cookies() != []
    assert second.context.cookies() == []


@pytest.mark.parametrize("email", DEMO_EMAILS)
def test_every_demo_account_can_sign_in(page: Page, email: str) -> None:
    sign_in(page, email)
    page.goto("/home")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Good ")
    expect(page).to_have_url("/home")
