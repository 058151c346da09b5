"""The time that server rendering adds to a page, and the scripts that a page loads."""

import gzip
from collections.abc import Iterator
from dataclasses import replace

from flask import Flask

from app.config import load_settings
from app.factory import create_app
from app.kernel.registry import EXTENSION
from bench import forms
from bench.measure import ask, in_turns
from bench.table import Row
from bench.world import SUPPLIER, Person, World

SHELL = ("shell/top-bar", "shell/overlays")
GUEST_PAGES = ("rfx/guest", "rfx/part", "requests/guest-evaluation")
GUEST_SHELL = ("shell/overlays",)
"""The pages of guests have the layout `plain`, without the top bar."""
BUDGET = 130


def run(world: World) -> Iterator[Row]:
    """Measure a list and a long RFx, each with and without rendering, then the scripts of every page."""
    sent = forms.send(
        world, forms.questionnaire(world.sizes.fields), title="A long form, read", answers=forms.ANSWERS
    )
    plain = create_app(replace(load_settings(world.settings), SSR=False))
    yield _added(world, plain, world.person(), "a list", "/organisations?allOrganisations=true", goal=2.25)
    yield _added(
        world,
        plain,
        world.person(SUPPLIER),
        f"an RFx of {world.sizes.fields} fields",
        f"/rfx/{sent.id}",
        goal=15,
    )
    yield _scripts(world)


def _added(world: World, plain: Flask, person: Person, name: str, path: str, *, goal: float) -> Row:
    """Measure the time that rendering adds: the difference of the medians."""
    headers = person.page_headers
    if b"data-rendered" in ask(plain, path, headers).body:
        raise RuntimeError("the page that should come without rendering was rendered")
    rendered, empty = in_turns(
        lambda: ask(world.app, path, headers),
        lambda: ask(plain, path, headers),
        seconds=2 * world.sizes.seconds,
    )
    return Row(
        figure=f"rendering on the server adds, for {name}", measured=rendered.p50 - empty.p50, baseline=empty.p50,
        against="the page without it", goal=goal, tail=rendered.tail,
    )  # fmt: skip


def _scripts(world: World) -> Row:
    """Find the page with the most scripts in its first load, in kB after gzip."""
    pages = world.app.extensions[EXTENSION].pages
    manifest = pages.manifest()
    sizes: dict[str, float] = {}

    def size(name: str) -> float:
        if name not in sizes:
            sizes[name] = len(gzip.compress((pages.build / name).read_bytes(), 9)) / 1000
        return sizes[name]

    totals = {
        island: sum(
            size(name)
            for name in {
                manifest["mount.js"],
                *(
                    chunk
                    for each in (island, *(GUEST_SHELL if island in GUEST_PAGES else SHELL))
                    for chunk in chunks[each]
                ),
            }
        )
        for chunks in [manifest["islands"]]
        for island in chunks
        # The gallery is no page of the product.
        if island != "gallery/gallery"
    }
    heaviest = max(totals, key=lambda island: totals[island])
    return Row(
        figure=f"scripts of the first load, gzip, the most of {len(totals)} pages ({heaviest})",
        measured=totals[heaviest], unit="kB", baseline=min(totals.values()), against="the lightest page", goal=BUDGET,
    )  # fmt: skip
