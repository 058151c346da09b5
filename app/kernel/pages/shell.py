"""Page shells: a Jinja layout around islands, each with its props in one JSON script.

The server renders the initial content of a page; the browser hydrates it. Features add the entries of the left
navigation and of the top bar's menus, so that the menus only offer what exists.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask, g, make_response, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from app.config import ROOT, VERSION, Settings
from app.kernel.clock import moment_text, now
from app.kernel.http.auth import Actor, Permission, optional_actor
from app.kernel.http.errors import LINK_GONE
from app.kernel.http.json import json_bytes
from app.kernel.pages.islands import IslandRenderer
from app.kernel.registry import current_registry

BUILD = ROOT / "app" / "static" / "build"
THEME_COOKIE = "assay_theme"
NAV_COOKIE = "assay_nav"
FILTERS_COOKIE = "assay_filters"
MAX_PADDING = 100
"""Bytes. A page with a token is padded by a random length, so that its compressed size does not reveal how much of a
guess in the address matches the token (the BREACH attack)."""
BROWSER_ONLY = {"shell/overlays"}
"""Islands that only open over the page, so there is nothing to render on the server."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """An entry of the navigation or of a menu: a link (`href`) or a browser event (`event`) with its detail."""

    label: str
    icon: str
    order: int
    href: str | None = None
    event: str | None = None
    detail: Mapping[str, str] | None = None
    permission: Permission | None = None
    divided: bool = False
    """A divider separates the entry from those above it."""


@dataclass(frozen=True, slots=True)
class Session:
    """The viewer's session on a page: `user` and `organisation` as in the API, and an access token."""

    user: dict[str, object]
    organisation: dict[str, object]
    access_token: str
    expires_in: int


@dataclass(frozen=True, slots=True)
class LiveState:
    """The state that open pages poll, at the time of rendering: the endpoint's body, and counts for the navigation.

    `counts` maps the address of an entry to a number and its unit ('new messages').
    """

    body: dict[str, object]
    counts: dict[str, tuple[int, str]]


LiveSource = Callable[[Actor], LiveState | None]
SessionSource = Callable[[Actor], Session | None]


class PageRegistry:
    """The pages of one application: the manifest of the build, the renderer, the menus."""

    def __init__(self, settings: Settings, build: Path = BUILD) -> None:
        self.settings = settings
        self.renderer = IslandRenderer(build / "ssr.js", enabled=settings.SSR)
        self.build = build
        self.session_source: SessionSource | None = None
        self.live_source: LiveSource | None = None
        self.nav: list[MenuEntry] = []
        self.area_navs: dict[str, list[MenuEntry]] = {}
        """The left navigation of areas that have a separate one, by the name of the area."""
        self.plus_menu: list[MenuEntry] = []
        self.settings_menu: list[MenuEntry] = []
        self._manifest: dict[str, Any] = {}
        self._manifest_modified = 0.0

    def manifest(self) -> dict[str, Any]:
        """Return the build's manifest, read again after a new build; empty without a build."""
        path = self.build / "manifest.json"
        if not path.exists():
            return {}
        modified = path.stat().st_mtime
        if modified != self._manifest_modified:
            self._manifest = json.loads(path.read_text(encoding="utf-8"))
            self._manifest_modified = modified
        return self._manifest


def init_app(app: Flask, settings: Settings) -> PageRegistry:
    """Add the template function `asset` and return the page registry of `app`."""
    app.jinja_env.globals["asset"] = _asset
    return PageRegistry(settings)


def render_page(
    title: str,
    island: str,
    props: Mapping[str, object] | None = None,
    *,
    layout: str = "main",
    status: int = 200,
    actor: Actor | None = None,
    area: str | None = None,
    skip_to: tuple[str, str] | None = None,
    wide: bool = False,
) -> ResponseReturnValue:
    """Return a page that shows `island` with `props` (JSON values, camelCase, as the API dumps them).

    `layout` is `main` (top bar, navigation, footer) or `plain` (sign-in, guests, errors). The session of the page
    belongs to `actor` or the actor of the request. `area` selects the left navigation.
    `skip_to` is the text of the first link of the page and the id of its target. `wide` pages start with the left
    navigation collapsed in windows that are too narrow for both, unless the user has opened it on such a page.
    """
    pages = current_registry().pages
    context = page_context(actor or optional_actor(), area)
    context_json = script_json(context)
    islands: list[tuple[str, str, Mapping[str, object]]] = [("island-page", island, props or {})]
    if layout == "main":
        islands += [("island-shell-top-bar", "shell/top-bar", {})]
    islands += [("island-shell-overlays", "shell/overlays", {})]
    mounts = _mounts(pages, islands, context_json)
    manifest = pages.manifest()
    preload = [
        f"/static/build/{chunk}"
        for _, name, _ in islands
        for chunk in manifest.get("islands", {}).get(name, [])
    ]
    sheets = [sheet for _, name, _ in islands if (sheet := manifest.get("sheets", {}).get(name))]
    response = make_response(
        render_template(
            f"layouts/{layout}.html",
            title=title,
            context=context,
            context_json=Markup(context_json),  # noqa: S704  (escaped by script_json)
            islands=mounts,
            sheets=sheets,
            preload=list(dict.fromkeys(preload)),
            early_script=Markup(manifest.get("early", "")),  # noqa: S704  (our own build, checked by it)
            nonce=csp_nonce(),
            padding=secrets.token_urlsafe(secrets.randbelow(MAX_PADDING)) if context["accessToken"] else "",
            nav=_nav_state(wide=wide),
            folds_filters=request.cookies.get(FILTERS_COOKIE) == "folded",
            skip_to=skip_to,
        ),
        status,
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def render_link_gone(text: str = LINK_GONE, hint: str | None = None) -> ResponseReturnValue:
    """Return the page of a guest link that is not, or no longer, valid; it ignores the session of a signed-in user.

    `hint` replaces the advice to ask for a new link.
    """
    g.actor = None
    props = {"text": text, "hint": hint}
    return render_page("Link not valid", "errors/link-gone", props, layout="plain", status=404)


def _nav_state(*, wide: bool) -> str | None:
    """Return the state of the left navigation: collapsed, `auto` (collapsed in narrow windows), or None for open."""
    chosen = request.cookies.get(NAV_COOKIE)
    if chosen == "collapsed":
        return chosen
    return "auto" if wide and chosen != "open" else None


def page_context(actor: Actor | None, area: str | None = None) -> dict[str, object]:
    """Return the context that every island can read: product, viewer, menus, theme and time."""
    pages = current_registry().pages
    session = pages.session_source(actor) if pages.session_source and actor else None
    theme = request.cookies.get(THEME_COOKIE, "system")
    live = pages.live_source(actor) if pages.live_source and actor and session else None
    return {
        "productName": pages.settings.PRODUCT_NAME,
        "version": VERSION,
        "accessToken": session.access_token if session else None,
        "expiresIn": session.expires_in if session else None,
        "user": session.user if session else None,
        "organisation": session.organisation if session else None,
        "permissions": sorted(actor.permissions) if actor else [],
        "nav": _nav(pages.area_navs[area] if area else pages.nav, actor, live),
        "live": live.body if live else None,
        "plusMenu": _entries(pages.plus_menu, actor),
        "settingsMenu": _entries(pages.settings_menu, actor),
        "path": request.path,
        "search": request.query_string.decode("utf-8", "replace"),
        "theme": theme if theme in {"light", "dark"} else "system",
        "now": moment_text(now()),
        "monthFirst": _writes_month_first(),
    }


def _writes_month_first() -> bool:
    """Return True if the browser's first language writes Nov 24, 2026; the server writes 24 Nov 2026 for all others."""
    languages = request.accept_languages
    return bool(languages) and languages[0][0].lower() in {"en", "en-us"}


def script_json(value: object) -> str:
    """Return JSON that is safe inside a script element of any page."""
    text = json_bytes(value).decode()
    for char, escaped in (
        ("<", "\\u003c"),
        (">", "\\u003e"),
        ("&", "\\u0026"),
        ("\u2028", "\\u2028"),
        ("\u2029", "\\u2029"),
    ):
        text = text.replace(char, escaped)
    return text


def csp_nonce() -> str:
    """Return the nonce of this response's scripts and styles."""
    if "csp_nonce" not in g:
        g.csp_nonce = secrets.token_urlsafe(16)
    nonce: str = g.csp_nonce
    return nonce


def _mounts(
    pages: PageRegistry, islands: list[tuple[str, str, Mapping[str, object]]], context_json: str
) -> dict[str, dict[str, object]]:
    """Return the template variables of each island, by element id."""
    props = {name: script_json(island_props) for _, name, island_props in islands}
    names = [name for name in props if name not in BROWSER_ONLY]
    html = dict(zip(names, pages.renderer.render([(n, props[n]) for n in names], context_json), strict=True))
    modules = pages.manifest().get("modules", {})
    return {
        element: {
            "id": element,
            "name": name,
            "module": f"/static/build/{modules.get(name, '')}",
            "html": Markup(html.get(name, "")),  # noqa: S704  (made by React, which escapes)
            "rendered": bool(html.get(name)),
            "props_json": Markup(props[name]),  # noqa: S704  (escaped by script_json)
        }
        for element, name, _ in islands
    }


def _nav(entries: list[MenuEntry], actor: Actor | None, live: LiveState | None) -> list[dict[str, object]]:
    """Return the left navigation, with the current page's entry and the counts marked."""
    items = _entries(entries, actor, active=True)
    for item in items:
        counted = live.counts.get(str(item.get("href"))) if live else None
        if counted:
            item["count"], item["counted"] = counted
    return items


def _entries(
    entries: list[MenuEntry], actor: Actor | None, *, active: bool = False
) -> list[dict[str, object]]:
    items: list[dict[str, object]] = []
    for entry in sorted(entries, key=lambda e: e.order):
        if entry.permission is not None and not (actor and actor.may(entry.permission)):
            continue
        item: dict[str, object] = {"label": entry.label, "icon": entry.icon}
        if entry.href is not None:
            item["href"] = entry.href
        if entry.event is not None:
            item["event"] = entry.event
            item["detail"] = entry.detail or {}
        if entry.divided:
            item["divided"] = True
        if active and entry.href:
            item["active"] = request.path == entry.href or request.path.startswith(entry.href + "/")
        items.append(item)
    return items


def _asset(name: str) -> str:
    """Return the address of a file of the build, by its name without the hash."""
    return f"/static/build/{current_registry().pages.manifest().get(name, name)}"
