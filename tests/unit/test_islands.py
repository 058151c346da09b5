"""Server rendering of islands: one call per page, and no page fails because of it (app/kernel/pages/islands.py)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from prometheus_client import REGISTRY

from app.kernel.pages import islands
from app.kernel.pages.islands import IslandRenderer
from app.kernel.pages.shell import BUILD

CONTEXT = json.dumps({"path": "/", "live": None})
RENDER_SCRIPT = """
globalThis.calls = 0;
globalThis.ssrRender = (text) => {
  calls += 1;
  const { context, islands } = JSON.parse(text);
  return islands.map(({ name, props }) => (
    props.bad ? "\\u0001no " + name : `<p>${name} ${props.text} ${context.path} ${calls}</p>`
  )).join("\\u0000");
};
"""


class MakeRenderer(Protocol):
    def __call__(self, script: str, *, enabled: bool = True) -> IslandRenderer: ...


@pytest.fixture
def make_renderer(tmp_path: Path) -> Iterator[MakeRenderer]:
    renderers: list[IslandRenderer] = []

    def make(script: str, *, enabled: bool = True) -> IslandRenderer:
        bundle = tmp_path / "ssr.js"
        bundle.write_text(script, encoding="utf-8")
        renderers.append(IslandRenderer(bundle, enabled=enabled))
        return renderers[-1]

    yield make
    for renderer in renderers:
        renderer.close()


def failures(island: str) -> float:
    labels = {"island": island}
    return REGISTRY.get_sample_value("assay_island_render_failures_total", labels) or 0.0


def test_islands_of_a_page_are_rendered_by_one_call(make_renderer: MakeRenderer) -> None:
    islands_of_page = [("home/home", '{"text":"Zoë 😀 \\u003c"}'), ("shell/top-bar", '{"text":"b"}')]
    assert make_renderer(RENDER_SCRIPT).render(islands_of_page, CONTEXT) == [
        "<p>home/home Zoë 😀 < / 1</p>",
        "<p>shell/top-bar b / 1</p>",
    ]


def test_failing_island_does_not_affect_the_others(make_renderer: MakeRenderer) -> None:
    before = failures("one/bad")
    islands_of_page = [("one/bad", '{"bad":true}'), ("shell/top-bar", '{"text":"b"}')]
    assert make_renderer(RENDER_SCRIPT).render(islands_of_page, CONTEXT) == ["", "<p>shell/top-bar b / 1</p>"]
    assert failures("one/bad") == before + 1


@pytest.mark.parametrize(
    "script",
    [
        "globalThis.ssrRender = () => { throw new Error('no') }",
        "globalThis.ssrRender = () => 'one island for two'",
        "globalThis.ssrRender = () => 'three\\u0000for\\u0000two'",
        "globalThis.other = 1",
        "this is no script",
    ],
)
def test_failed_rendering_returns_empty_html(make_renderer: MakeRenderer, script: str) -> None:
    before = failures("shell/top-bar")
    assert make_renderer(script).render([("home/home", "{}"), ("shell/top-bar", "{}")], CONTEXT) == ["", ""]
    assert failures("shell/top-bar") == before + 1


def test_endless_rendering_times_out_and_the_next_page_renders(
    make_renderer: MakeRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(islands, "TIMEOUT_SECONDS", 0.3)
    script = RENDER_SCRIPT.replace("calls += 1;", "calls += 1; while (calls === 1) {}")
    renderer = make_renderer(script)
    assert renderer.render([("home/home", '{"text":"a"}')], CONTEXT) == [""]
    assert renderer.render([("home/home", '{"text":"a"}')], CONTEXT) == ["<p>home/home a / 2</p>"]


def test_nothing_is_rendered_without_a_bundle_or_when_disabled(
    make_renderer: MakeRenderer, tmp_path: Path
) -> None:
    assert IslandRenderer(tmp_path / "none.js", enabled=True).render([("home/home", "{}")], CONTEXT) == [""]
    disabled = make_renderer(RENDER_SCRIPT, enabled=False)
    assert disabled.render([("home/home", '{"text":"a"}')], CONTEXT) == [""]
    assert not disabled.is_running


def test_unknown_island_in_the_built_bundle_renders_empty() -> None:
    before = failures("nowhere/nothing")
    renderer = IslandRenderer(BUILD / "ssr.js", enabled=True)
    try:
        assert renderer.render([("nowhere/nothing", "{}")], CONTEXT) == [""]
        rendered = renderer.render([("errors/not-found", "{}"), ("nowhere/nothing", "{}")], page_context())
    finally:
        renderer.close()
    assert "Page not found" in rendered[0]
    assert rendered[1] == ""
    assert failures("nowhere/nothing") == before + 2


def page_context() -> str:
    """Return the context of an error page for a visitor who is not signed in."""
    return json.dumps(
        {
            "productName": "Assay", "version": "1", "accessToken": None, "expiresIn": None, "user": None,
            "organisation": None, "permissions": [], "nav": [], "live": None, "plusMenu": [], "settingsMenu": [],
            "path": "/nowhere", "search": "", "theme": "system", "now": "2026-01-01T00:00:00Z",
        }
    )  # fmt: skip
