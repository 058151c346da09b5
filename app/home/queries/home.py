"""Queries of Home: the user's charts with their figures, and the updates of open pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Integer, Text, cast, exists, literal, null, or_, select, union_all

from app.events.public import latest_events, latest_since
from app.extensions import db
from app.home.models import HomeLayout
from app.home.queries.first_steps import FirstSteps, first_steps, progress
from app.home.types import (
    AGES,
    COUNT_LIMIT,
    DEFAULT_CHARTS,
    EVENT_LIMIT,
    QUIET_EVENTS,
    TASK_LIMIT,
    ChartKey,
)
from app.kernel.clock import now
from app.kernel.db.statements import PLANNED_ONCE, AnyRow, AnySelect, shared_statement
from app.kernel.http.auth import VIEWER, VIEWER_USER, Actor
from app.kernel.registry import current_registry
from app.messages.public import latest_activity, new_thread_count
from app.ncr.public import SEVERITY_LABELS, NcrSeverity, has_raised_any, open_counts
from app.network.public import LEVELS_ABOVE_NONE, has_suppliers, level_counts
from app.notifications.public import news_counts, since_yesterday, unread_counts
from app.rfx.public import STATUS_INFO, Rfx, RfxStatus, status_counts
from app.tasks.public import moment, open_task_counts

MANY = 5_000
"""Charts with at least this many rows have cached counts; counting fewer takes milliseconds."""
CACHE_TIME = timedelta(minutes=1)
CACHE_SIZE = 1_000


@dataclass
class CountCache:
    """The figures of large charts that this application has read: expiry and rows, by organisation and chart."""

    entries: dict[tuple[int, ChartKey], tuple[datetime, Sequence[AnyRow]]] = field(default_factory=dict)
    """Oldest first; at most CACHE_SIZE."""

    def fresh(self, organisation_id: int, keys: Sequence[ChartKey]) -> dict[ChartKey, Sequence[AnyRow]]:
        """Return the figures that have not expired."""
        moment = now()
        return {
            key: rows
            for key in keys
            for until, rows in [self.entries.get((organisation_id, key), (moment, ()))]
            if until > moment
        }

    def add(self, organisation_id: int, key: ChartKey, rows: Sequence[AnyRow]) -> None:
        """Remember the figures for CACHE_TIME, and remove the oldest ones above CACHE_SIZE."""
        self.entries.pop((organisation_id, key), None)
        self.entries[organisation_id, key] = (now() + CACHE_TIME, rows)
        while len(self.entries) > CACHE_SIZE:
            self.entries.pop(next(iter(self.entries)), None)


@dataclass(frozen=True, slots=True)
class Series:
    """Figures of one kind, one for each category; `tone` selects the colour: `accent`, or `age-1` to `age-4`."""

    name: str
    tone: str
    values: Sequence[int]


@dataclass(frozen=True, slots=True)
class Category:
    """One category of a chart: the list of the counted records, and the colour of its bar if series do not colour it."""

    name: str
    href: str
    tone: str | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart."""

    key: ChartKey
    categories: Sequence[Category]
    series: Sequence[Series]


@dataclass(frozen=True, slots=True)
class Updates:
    """The updates for open pages. `stamp` changes with any of them."""

    stamp: str
    new_messages: int
    open_tasks: int
    responses_to_review: int
    waiting_ncrs: int
    unread: int
    """Unread notifications."""
    unread_news: int
    """The unread notifications that are no task: the number at the bell."""
    events: Sequence[dict[str, object]] = field(default_factory=tuple)
    rfx: dict[str, object] | None = None
    """The live state of the RFx that the page shows."""


@dataclass(frozen=True, slots=True)
class HomeState:
    """The parts of a user's Home that are read together."""

    charts: Sequence[ChartKey]
    """In their order."""
    has_charts: bool
    """True if the organisation has suppliers, has sent an RFx or has raised a non-conformance."""
    news: Mapping[str, int]
    """The numbers of notifications since yesterday, by their kind."""
    first_steps: FirstSteps | None


def home_state(*, actor: Actor) -> HomeState:
    """Return the charts, the news and the first steps of the actor's Home. One statement."""
    parameters = actor.parameters | since_yesterday() | moment()
    stored, news, has_charts, progress_json = db.session.execute(_home_state(), parameters).one()
    keys = set(ChartKey)
    charts = DEFAULT_CHARTS if stored is None else [ChartKey(key) for key in stored if key in keys]
    return HomeState(charts, has_charts, news or {}, first_steps(actor, progress_json))


@shared_statement
def _home_state() -> AnySelect:
    charts = select(HomeLayout.charts).where(HomeLayout.user_id == VIEWER_USER).scalar_subquery()
    has_records = or_(has_suppliers(), exists().where(Rfx.organisation_id == VIEWER), has_raised_any())
    return select(charts, news_counts(), has_records, progress()).execution_options(**PLANNED_ONCE)


def charts(*, actor: Actor, keys: Sequence[ChartKey]) -> list[Chart]:
    """Return charts with the figures that the actor's organisation may see. At most one statement for all of them.

    Counts of MANY or more are cached for a minute in each process, by organisation, because all of its users see the
    same figures and may see them a minute late.
    """
    cache = current_registry().hooks(CountCache)
    figures = cache.fresh(actor.organisation_id, keys)
    uncached = [key for key in keys if key not in figures]
    if uncached:
        parts = [_chart_counts(key, actor).subquery(key.value) for key in uncached]
        rows = db.session.execute(union_all(*(select(part) for part in parts))).all()
        for key in uncached:
            figures[key] = [row for row in rows if row.chart == key]
            if sum(row.figure for row in figures[key]) >= MANY:
                cache.add(actor.organisation_id, key, figures[key])
    return [_CHARTS[key](figures[key]) for key in keys]


def updates(*, actor: Actor) -> Updates:
    """Return the actor's updates, in one statement that reads a few rows of indexes.

    Every visible page polls this every few seconds, so it must cost next to nothing.
    """
    new_messages, activity, tasks, unread, events = db.session.execute(
        _updates(), actor.parameters | moment() | latest_since()
    ).one()
    latest: list[dict[str, object]] = events or []
    last_activity = int(activity.timestamp() * 1000) if activity else 0
    last_event = latest[0]["id"] if latest else 0
    open_tasks, responses, ncrs = (min(count, COUNT_LIMIT) for count in tasks)
    unread_count, unread_news = (min(count, COUNT_LIMIT) for count in unread)
    counts = (open_tasks, responses, ncrs, unread_count, unread_news)
    return Updates(
        stamp="-".join(str(part) for part in (new_messages, last_activity, last_event, *counts)),
        new_messages=new_messages,
        open_tasks=open_tasks,
        responses_to_review=responses,
        waiting_ncrs=ncrs,
        unread=unread_count,
        unread_news=unread_news,
        events=latest,
    )


@shared_statement
def _updates() -> AnySelect:
    return select(
        new_thread_count(limit=COUNT_LIMIT),
        latest_activity(),
        open_task_counts(limit=TASK_LIMIT),
        unread_counts(limit=TASK_LIMIT),
        latest_events(limit=EVENT_LIMIT, ignored_types=QUIET_EVENTS),
    ).execution_options(**PLANNED_ONCE)


def _chart_counts(key: ChartKey, actor: Actor) -> AnySelect:
    """Select the figures of a chart as (its key, name, age group or NULL, count)."""
    counts = _COUNTS[key](actor).subquery()
    name, *age_group, count = counts.c
    return select(
        literal(key.value).label("chart"),
        # Each chart has its own enum: without the cast the union would read all names as members of the first enum.
        cast(name, Text).label("name"),
        (age_group[0] if age_group else cast(null(), Integer)).label("age_group"),
        count.label("figure"),
    )


def _rfx_status(rows: Sequence[AnyRow]) -> Chart:
    counts = _by_name(rows)
    switches = {
        RfxStatus.NEW: "new",
        RfxStatus.PENDING: "pending",
        RfxStatus.INPROGRESS: "inProgress",
        RfxStatus.COMPLETED: "completed",
        RfxStatus.DECLINED: "declined",
        RfxStatus.EXPIRED: "expired",
    }
    categories = [
        Category(STATUS_INFO[s]["label"], f"/rfx?{switches[s]}=true", STATUS_INFO[s]["style"])
        for s in RfxStatus
    ]
    return Chart(
        ChartKey.RFX_STATUS, categories, [Series("RFxs", "accent", [counts.get(s, 0) for s in RfxStatus])]
    )


def _supplier_level(rows: Sequence[AnyRow]) -> Chart:
    counts = _by_name(rows)
    categories = [
        Category(level.value, f"/organisations?allOrganisations=false&{level.value.lower()}Suppliers=true")
        for level in LEVELS_ABOVE_NONE
    ]
    values = [counts.get(level, 0) for level in LEVELS_ABOVE_NONE]
    return Chart(ChartKey.SUPPLIER_LEVEL, categories, [Series("Suppliers", "accent", values)])


def _ncr_severity(rows: Sequence[AnyRow]) -> Chart:
    counts = {(row.name, row.age_group): row.figure for row in rows}
    series = [
        Series(name, f"age-{index + 1}", [counts.get((severity, index), 0) for severity in NcrSeverity])
        for index, (name, _) in enumerate(AGES)
    ]
    categories = [
        Category(SEVERITY_LABELS[s], f"/ncr?pending=true&inProgress=true&{s.value.lower()}=true")
        for s in NcrSeverity
    ]
    return Chart(ChartKey.NCR_SEVERITY, categories, series)


def _by_name(rows: Sequence[AnyRow]) -> dict[str, int]:
    return {row.name: row.figure for row in rows}


_COUNTS: Mapping[ChartKey, Callable[[Actor], AnySelect]] = {
    ChartKey.RFX_STATUS: status_counts,
    ChartKey.SUPPLIER_LEVEL: level_counts,
    ChartKey.NCR_SEVERITY: partial(open_counts, ages=[since for _, since in AGES[1:]]),
}
_CHARTS = {
    ChartKey.RFX_STATUS: _rfx_status,
    ChartKey.SUPPLIER_LEVEL: _supplier_level,
    ChartKey.NCR_SEVERITY: _ncr_severity,
}
