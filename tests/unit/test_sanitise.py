"""Links of rich text: the mail headers that a mailto address may set."""

import pytest

from app.kernel.sanitise import clean_html


@pytest.mark.parametrize(
    "href",
    [
        "mailto:a@b.example",
        "mailto:a@b.example?subject=Ref%2012&amp;body=Hello",
        "MAILTO:a@b.example?Subject=x",
        "https://a.example/?bcc=1&amp;x=%0a",
    ],
)
def test_harmless_link_stays(href: str) -> None:
    assert f'href="{href}"' in clean_html(f'<a href="{href}">write</a>')


@pytest.mark.parametrize(
    "href",
    [
        "mailto:a@b.example?subject=x%0aBcc:eve@evil.example",
        "mailto:a@b.example?subject=x%0D%0Ay",
        "mailto:a@b.example%0abcc:eve@evil.example",
        "mailto:a@b.example?bcc=eve@evil.example",
        "mailto:a@b.example?subject=x&amp;%63c=eve@evil.example",
        "mailto:a@b.example?to=eve@evil.example",
        " mail\tto:a@b.example?bcc=eve@evil.example",
        "mailto:a@b.example?attach=/etc/passwd",
    ],
)
def test_link_with_other_headers_is_removed(href: str) -> None:
    assert "href" not in clean_html(f'<a href="{href}">write</a>')
