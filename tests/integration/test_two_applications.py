"""Two applications in one process share no registrations."""

import gc
from pathlib import Path
from weakref import ref

import pytest
from blinker import Signal
from flask import Flask
from sqlalchemy import literal, select

from app.accounts.operations.organisations import organisation_created
from app.extensions import db
from app.factory import create_app
from app.files.public import FileHooks
from app.home.queries.home import MANY, CountCache, charts
from app.home.types import ChartKey
from app.kernel.http.auth import Actor
from app.kernel.http.calls import Blueprint
from app.kernel.pages.shell import MenuEntry
from app.kernel.registry import EXTENSION, Registry
from app.messages.public import ThreadHooks, thread_replied
from app.rfx.public import rfx_started
from tests.fixtures.application import settings_for_tests


def registry_of(app: Flask) -> Registry:
    registry: Registry = app.extensions[EXTENSION]
    return registry


@pytest.fixture
def two(database_url: str, tmp_path: Path) -> tuple[Registry, Registry]:
    """The registries of two applications with different settings."""
    first, second = (
        create_app(
            settings_for_tests(
                DATABASE_URL=database_url,
                STORAGE_URL=str(tmp_path / name),
                BASE_URL=f"https://{name}.example",
            )
        )
        for name in ("first", "second")
    )
    return registry_of(first), registry_of(second)


def test_each_application_has_its_own_settings_and_storage(two: tuple[Registry, Registry]) -> None:
    first, second = two
    assert [registry.settings.BASE_URL for registry in two] == [
        "https://first.example",
        "https://second.example",
    ]
    first.storage.put("key", b"of the first")
    with pytest.raises(FileNotFoundError):
        second.storage.get("key")


def test_an_unused_application_is_deleted(database_url: str, tmp_path: Path) -> None:
    application = ref(create_app(settings_for_tests(DATABASE_URL=database_url, STORAGE_URL=str(tmp_path))))
    gc.collect()
    assert application() is None


def test_making_a_second_application_changes_nothing_of_the_first(database_url: str, tmp_path: Path) -> None:
    settings = settings_for_tests(DATABASE_URL=database_url, STORAGE_URL=str(tmp_path))
    first = registry_of(create_app(settings))
    before = _counts(first)
    second = registry_of(create_app(settings))
    assert _counts(first) == before == _counts(second)
    assert before["nav"] > 0
    assert before["file checks"] > 0


def _counts(registry: Registry) -> dict[str, int]:
    return {
        "jobs": len(registry.jobs),
        "exports": len(registry.exports),
        "mails": len(registry.mail_templates),
        "health checks": len(registry.health_checks),
        "nav": len(registry.pages.nav),
        "file checks": sum(map(len, registry.hooks(FileHooks).checks.values())),
        "thread accesses": len(registry.hooks(ThreadHooks).accesses),
        "receivers": sum(
            len(list(signal.receivers_for(registry.app)))
            for signal in (organisation_created, rfx_started, thread_replied)
        ),
    }


def test_registrations_of_one_application_are_not_seen_by_the_other(two: tuple[Registry, Registry]) -> None:
    first, second = two
    first.pages.nav.append(MenuEntry("Only here", "home", 5, href="/only"))
    first.add_job("test.onlyHere", lambda: None)
    first.hooks(ThreadHooks).accesses.append(lambda _actor, _thread_id: True)
    assert "Only here" not in [entry.label for entry in second.pages.nav]
    assert "test.onlyHere" not in second.jobs
    assert len(first.hooks(ThreadHooks).accesses) == len(second.hooks(ThreadHooks).accesses) + 1


def test_cached_figures_of_one_application_are_not_shown_by_the_other(two: tuple[Registry, Registry]) -> None:
    actor = Actor(user_id=1, organisation_id=999_999, name="", organisation_name="")

    def approved(registry: Registry) -> int:
        with registry.app.app_context():
            [chart] = charts(actor=actor, keys=[ChartKey.SUPPLIER_LEVEL])
        return dict(
            zip([category.name for category in chart.categories], chart.series[0].values, strict=True)
        )["Approved"]

    first, second = two
    with first.app.app_context():
        rows = db.session.execute(
            select(literal("Approved").label("name"), literal(MANY).label("figure"))
        ).all()
    first.hooks(CountCache).add(actor.organisation_id, ChartKey.SUPPLIER_LEVEL, rows)
    assert [approved(first), approved(second)] == [MANY, 0]


def test_each_application_describes_its_own_endpoints(two: tuple[Registry, Registry]) -> None:
    only_here = Blueprint("only_here", __name__)

    @only_here.get("/api/only-here")
    @only_here.response(204)
    def no_content() -> None:
        """Return nothing."""

    two[0].add_api(only_here)
    of_first, of_second = (
        set(registry.app.test_client().get("/api/openapi.json").json["paths"]) for registry in two
    )
    assert of_first - of_second == {"/api/only-here"}
    assert of_second < of_first


def test_a_signal_reaches_the_receivers_of_its_own_application_once(two: tuple[Registry, Registry]) -> None:
    signal, calls = Signal(), []

    def receive(sender: Flask, *, value: int) -> None:
        calls.append((registry_of(sender).settings.BASE_URL, value))

    for registry in two:
        registry.connect(signal, receive)
    two[0].send(signal, value=1)
    two[1].send(signal, value=2)
    assert calls == [("https://first.example", 1), ("https://second.example", 2)]


def test_a_name_is_registered_once(two: tuple[Registry, Registry]) -> None:
    with pytest.raises(ValueError, match=r"rfx\.expire"):
        two[0].add_job("rfx.expire", lambda: None)
