"""Rendering islands on the server: one call for a page, and no page that fails for it (app/kernel/islands.py)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from prometheus_client import REGISTRY

from app.kernel import islands
from app.kernel.islands import IslandRenderer
from app.kernel.pages import BUILD

CONTEXT = json.dumps({"path": "/", "live": None})
SAYS = """
globalThis.calls = 0;
globalThis.ssrRender = (text) => {
  calls += 1;
  const { context, islands } = JSON.parse(text);
  return JSON.stringify(islands.map(({ name, props }) => (
    props.bad ? { error: "no " + name } : { html: `<p>${name} ${props.text} ${context.path} ${calls}</p>` }
  )));
};
"""


class Make(Protocol):
    def __call__(self, script: str, *, enabled: bool = True) -> IslandRenderer: ...


@pytest.fixture
def renderer_of(tmp_path: Path) -> Iterator[Make]:
    made: list[IslandRenderer] = []

    def make(script: str, *, enabled: bool = True) -> IslandRenderer:
        bundle = tmp_path / "ssr.js"
        bundle.write_text(script, encoding="utf-8")
        made.append(IslandRenderer(bundle, enabled=enabled))
        return made[-1]

    yield make
    for renderer in made:
        renderer.close()


def failures(island: str) -> float:
    labels = {"island": island}
    return REGISTRY.get_sample_value("assay_island_render_failures_total", labels) or 0.0


def test_the_islands_of_a_page_are_rendered_by_one_call(renderer_of: Make) -> None:
    given = [("home/home", '{"text":"Zoë 😀 \\u003c"}'), ("shell/top-bar", '{"text":"b"}')]
    assert renderer_of(SAYS).render(given, CONTEXT) == [
        "<p>home/home Zoë 😀 < / 1</p>",
        "<p>shell/top-bar b / 1</p>",
    ]


def test_an_island_that_fails_leaves_the_others(renderer_of: Make) -> None:
    before = failures("one/bad")
    given = [("one/bad", '{"bad":true}'), ("shell/top-bar", '{"text":"b"}')]
    assert renderer_of(SAYS).render(given, CONTEXT) == ["", "<p>shell/top-bar b / 1</p>"]
    assert failures("one/bad") == before + 1


@pytest.mark.parametrize(
    "script",
    [
        "globalThis.ssrRender = () => { throw new Error('no') }",
        "globalThis.ssrRender = () => 'not JSON'",
        "globalThis.ssrRender = () => '[]'",
        "globalThis.other = 1",
        "this is no script",
    ],
)
def test_where_rendering_fails_the_browser_renders(renderer_of: Make, script: str) -> None:
    before = failures("shell/top-bar")
    assert renderer_of(script).render([("home/home", "{}"), ("shell/top-bar", "{}")], CONTEXT) == ["", ""]
    assert failures("shell/top-bar") == before + 1


def test_rendering_without_end_is_given_up_and_the_next_page_rendered(
    renderer_of: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(islands, "TIMEOUT_SECONDS", 0.3)
    script = SAYS.replace("calls += 1;", "calls += 1; while (calls === 1) {}")
    renderer = renderer_of(script)
    assert renderer.render([("home/home", '{"text":"a"}')], CONTEXT) == [""]
    assert renderer.render([("home/home", '{"text":"a"}')], CONTEXT) == ["<p>home/home a / 2</p>"]


def test_without_a_bundle_or_switched_off_nothing_is_rendered(renderer_of: Make, tmp_path: Path) -> None:
    assert IslandRenderer(tmp_path / "none.js", enabled=True).render([("home/home", "{}")], CONTEXT) == [""]
    off = renderer_of(SAYS, enabled=False)
    assert off.render([("home/home", '{"text":"a"}')], CONTEXT) == [""]
    assert not off.is_running


def test_the_product_s_own_bundle_names_what_it_can_not_render() -> None:
    before = failures("nowhere/nothing")
    renderer = IslandRenderer(BUILD / "ssr.js", enabled=True)
    try:
        assert renderer.render([("nowhere/nothing", "{}")], CONTEXT) == [""]
        found = renderer.render([("errors/not-found", "{}"), ("nowhere/nothing", "{}")], page_context())
    finally:
        renderer.close()
    assert "Nothing was found here" in found[0]
    assert found[1] == ""
    assert failures("nowhere/nothing") == before + 2


def page_context() -> str:
    """What an error page knows of a visitor who is not signed in."""
    return json.dumps(
        {
            "productName": "Assay", "version": "1", "accessToken": None, "expiresIn": None, "user": None,
            "organisation": None, "permissions": [], "nav": [], "live": None, "plusMenu": [], "settingsMenu": [],
            "path": "/nowhere", "search": "", "theme": "system", "now": "2026-01-01T00:00:00Z",
        }
    )  # fmt: skip
