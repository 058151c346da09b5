"""Throughput with more processes and more nodes: lists, pages, polls, answers, mails and downloads a second.

All of it runs on one machine: the nodes, PostgreSQL and the clients share its cores, so the figures of several processes
show when the cores are used up and not what more machines would carry. The processor time for each request, of the web
processes and of PostgreSQL, does not depend on that; `bench/capacity.py` computes with it.
"""

import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass

import psutil

from app.kernel.http.auth import SESSION_COOKIE
from bench import forms, mails
from bench.measure import ask
from bench.process import tree
from bench.server import Client, Server
from bench.table import Row
from bench.world import BUYER, SUPPLIER, Person, World

LAYOUTS = ((1, 1), (1, 2), (2, 1), (2, 2))
"""Nodes, and web processes of each."""
CLIENTS = 16
QUESTIONS = 256
DOWNLOADS = 40
DOWNLOAD_SECONDS = 120
GOALS = {
    "list": 10.0,
    "page": 20.0,
    "poll": 10.0,
    "answer": 20.0,
    "mail": 1000 / mails.GOAL,
    "download": 1_000.0,
}
"""Milliseconds for each with one process."""
NOT_SLOWER = 1.0
"""The greatest time for each with more processes, as a ratio to the time with one."""
EXPORTS = """
with copies as (
  insert into export (kind, format, args, actor, user_id, organisation_id, status, progress, created)
  select kind, format, args, actor, user_id, organisation_id, 'QUEUED', 0, now()
  from export, generate_series(1, %(count)s) where id = %(id)s returning id)
insert into job (name, args, rank, status, attempts, run_at, created)
select 'kernel.makeExport', jsonb_build_object('export_id', id), 10, 'QUEUED', 0, now(), now() from copies
"""
UNFINISHED = "select count(*) from export where status in ('QUEUED', 'RUNNING')"

Request = Callable[[Client], int]
"""Sends one request and returns its status."""
Requests = Callable[[int], Request]
"""Returns the requests of the client with this number."""


@dataclass(frozen=True, slots=True)
class Load:
    """A kind of request: the person who sends it and the requests of each client."""

    people: Sequence[Person]
    requests: Requests
    statuses: frozenset[int] = frozenset({200})


@dataclass(frozen=True, slots=True)
class Measured:
    """Requests a second, and milliseconds of processor time for each."""

    rate: float
    process_ms: float
    """Processor time of the web processes or the worker."""
    database_ms: float

    @property
    def each(self) -> float:
        """The milliseconds between two responses."""
        return 1000 / self.rate


def run(world: World) -> Iterator[Row]:
    """Measure each kind of request with each layout, then mails and downloads with one and two workers."""
    loads = _loads(world)
    one: dict[str, Measured] = {}
    for nodes, processes in LAYOUTS:
        settings = {**world.settings, "WEB_CONCURRENCY": str(processes), "RUN_WORKER": "0"}
        with ExitStack() as stack:
            servers = [stack.enter_context(Server(settings)) for _ in range(nodes)]
            for name, load in loads.items():
                measured = _measure(world, servers, load)
                yield _row(name, f"{nodes} x {processes} web processes", measured, one.get(name))
                one.setdefault(name, measured)
    for name, each in one.items():
        _note(world, name, each)
    yield from _mails(world)
    yield from _downloads(world)


def _loads(world: World) -> dict[str, Load]:
    sent = forms.send(world, forms.questionnaire(QUESTIONS), title="A form, answered at several nodes")
    buyers = [world.person(each) for each in world.colleagues(BUYER, CLIENTS)]
    suppliers = [world.person(each) for each in world.colleagues(SUPPLIER, CLIENTS)]
    keys = sent.shown_at_first("TEXT")
    iterations = [0] * CLIENTS
    stamps = [ask(world.app, "/api/updates", person.headers).json()["stamp"] for person in buyers]

    def answering(number: int) -> Request:
        counter = itertools.count()

        def save(client: Client) -> int:
            value = {"value": f"Answer {next(counter)} of {number}", "baseIteration": iterations[number]}
            status, body = client.call("PUT", f"/api/rfx/{sent.id}/value", {"values": {keys[number]: value}})
            if status == 200:
                iterations[number] = json.loads(body)["saved"][keys[number]]["iteration"]
            return status

        return save

    return {
        "list": Load(buyers, lambda _: _getting("/api/organisation?allOrganisations=true")),
        "page": Load(buyers, lambda _: _getting("/rfx")),
        "poll": Load(
            buyers, lambda number: _getting(f"/api/updates?stamp={stamps[number]}"), frozenset({200, 204})
        ),
        "answer": Load(suppliers, answering),
    }


def _getting(path: str) -> Request:
    return lambda client: client.call("GET", path)[0]


def _measure(world: World, servers: Sequence[Server], load: Load) -> Measured:
    """Send requests with CLIENTS clients, distributed over the servers, without a pause."""
    for until in (world.sizes.seconds / 2, world.sizes.seconds):
        web, database = _work([server.pid for server in servers]), _work([_postmaster(world)])
        started = time.monotonic()
        count = _send(servers, load, started + until)
        seconds = time.monotonic() - started
        web = _work([server.pid for server in servers]) - web
        database = _work([_postmaster(world)]) - database
    return Measured(count / seconds, web * 1000 / count, database * 1000 / count)


def _send(servers: Sequence[Server], load: Load, until: float) -> int:
    counts, faults = [0] * CLIENTS, list[str]()

    def use(number: int) -> None:
        person = load.people[number]
        headers = {**person.headers, "Cookie": f"{SESSION_COOKIE}={person.cookie}"}
        client = Client(servers[number % len(servers)].port, headers)
        send = load.requests(number)
        while time.monotonic() < until:
            status = send(client)
            if status not in load.statuses:
                faults.append(f"status {status}")
                return
            counts[number] += 1
        client.close()

    threads = [threading.Thread(target=use, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise RuntimeError(f"{len(faults)} clients failed: {faults[0]}")
    return sum(counts)


def _mails(world: World) -> Iterator[Row]:
    one = None
    for count in (1, 2):
        with mails.smtp_server() as port:
            settings = {**world.settings, "SMTP_URL": f"smtp://127.0.0.1:{port}"}
            with mails.started_workers(settings, count) as workers:
                pids = [worker.pid for worker in workers]
                work, database = _work(pids), _work([_postmaster(world)])
                rate, _ = mails.send_all(world, pids[0], prefix=f"nodes-{count}")
                work, database = _work(pids) - work, _work([_postmaster(world)]) - database
        measured = Measured(rate, work * 1000 / world.sizes.mails, database * 1000 / world.sizes.mails)
        yield _row("mail", f"{count} workers", measured, one)
        one = one or measured
    _note(world, "mail", one)


def _downloads(world: World) -> Iterator[Row]:
    """Make XLSX files of a form with QUESTIONS answers. The first one loads the libraries and is not counted."""
    sent = forms.send(
        world, forms.questionnaire(QUESTIONS), title="A form, downloaded", answers=forms.ANSWERS
    )
    one = None
    for count in (1, 2):
        with mails.started_workers(world.settings, count) as workers:
            person = world.person(world.colleagues(BUYER, 4)[count])
            path = f"/api/rfx/{sent.id}/export"
            with Server({**world.settings, "WEB_CONCURRENCY": "1", "RUN_WORKER": "0"}) as server:
                status, body = Client(server.port, person.headers).call("POST", path, {"format": "xlsx"})
            if status != 202:
                raise RuntimeError(f"{path} answered {status}")
            _wait_for_downloads(world)
            pids = [worker.pid for worker in workers]
            work, database = _work(pids), _work([_postmaster(world)])
            started = time.monotonic()
            world.connection.execute(EXPORTS, {"count": DOWNLOADS, "id": json.loads(body)["id"]})
            _wait_for_downloads(world)
            seconds = time.monotonic() - started
            work, database = _work(pids) - work, _work([_postmaster(world)]) - database
        measured = Measured(DOWNLOADS / seconds, work * 1000 / DOWNLOADS, database * 1000 / DOWNLOADS)
        yield _row("download", f"{count} workers", measured, one)
        one = one or measured
    _note(world, "download", one)


def _wait_for_downloads(world: World) -> None:
    until = time.monotonic() + DOWNLOAD_SECONDS
    while world.value(UNFINISHED):
        if time.monotonic() > until:
            raise RuntimeError(f"the downloads were not made within {DOWNLOAD_SECONDS} seconds")
        time.sleep(0.01)


def _row(name: str, layout: str, measured: Measured, one: Measured | None) -> Row:
    """Return the time for each of `layout`; next to it the time with one process or worker, if `one` is that."""
    figure = f"milliseconds per {name}, {layout}, {measured.rate:.0f} a second"
    if one is None:
        return Row(figure=figure, measured=measured.each, goal=GOALS[name])
    return Row(
        figure=figure, measured=measured.each, baseline=one.each, against="one process", goal=NOT_SLOWER, of="ratio"
    )  # fmt: skip


def _note(world: World, name: str, measured: Measured | None) -> None:
    if measured is not None:
        world.notes.append(
            f"Processor time per {name}: {measured.process_ms:.2f} ms of Assay, {measured.database_ms:.2f} ms of PostgreSQL."
        )


def _work(pids: Sequence[int]) -> float:
    """Return the seconds of processor time of these processes and of all processes that they have started."""
    seconds = 0.0
    for process in itertools.chain.from_iterable(map(tree, pids)):
        with suppress(psutil.NoSuchProcess):
            seconds += sum(process.cpu_times()[:4])
    return seconds


def _postmaster(world: World) -> int:
    """Return the process id of PostgreSQL's first process."""
    return int(psutil.Process(world.value("select pg_backend_pid()")).ppid())
