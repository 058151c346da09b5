"""Many open RFx pages, which poll for answers and people, on one web process."""

import http.client
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import orjson

from bench import forms
from bench.answering import probe
from bench.measure import percentile
from bench.server import Client, Server
from bench.table import Row
from bench.world import BUYER, SUPPLIER, Person, World

PAGES = 200
RFXS = 20
"""The RFxs that the pages show: ten pages each, half of them of the requester."""
FIELDS = 62
SECTIONS = 3
INTERVAL = 2.5
"""The longest interval of a page; the shortest is four fifths of it (static_src/features/shell/live-updates.ts)."""


@dataclass(slots=True)
class Polls:
    """The milliseconds of all polls, and errors."""

    times: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def run(world: World) -> Iterator[Row]:
    """Measure the polls of the pages."""
    questions = forms.questionnaire(FIELDS)
    rfx_ids = [
        forms.send(world, questions, title=f"Watched {number}", answers=forms.ANSWERS).id
        for number in range(RFXS)
    ]
    half = PAGES // 2
    people = [world.person(each) for party in (BUYER, SUPPLIER) for each in world.colleagues(party, half)]
    polls, probes = Polls(), list[float]()
    with Server({**world.settings, "WEB_CONCURRENCY": "1", "RUN_WORKER": "0"}) as server:
        server.warm_up([f"/api/updates?rfxId={rfx_ids[0]}"], people[0].headers)
        process = server.web_process()
        started, work = time.monotonic(), sum(process.cpu_times()[:2])
        until = started + world.sizes.clients_seconds
        threads = [
            threading.Thread(target=_watch, args=(server, person, rfx_ids[number % RFXS], until, polls))
            for number, person in enumerate(people)
        ]
        threads.append(threading.Thread(target=probe, args=(server, until, probes)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        seconds = time.monotonic() - started
        share = (sum(process.cpu_times()[:2]) - work) / seconds
    if polls.faults:
        raise RuntimeError(f"{len(polls.faults)} polls failed: {polls.faults[0]}")
    world.notes.append(f"{PAGES} open RFx pages take {share:.0%} of one processor in the web process.")
    rate = len(polls.times) / seconds
    yield Row(
        figure=f"{PAGES} open RFx pages on one web process, {rate:.0f} polls a second: p95",
        measured=percentile(polls.times, 95), baseline=percentile(probes, 95), against="/healthz meanwhile, p95", goal=100,
    )  # fmt: skip


def _watch(server: Server, person: Person, rfx_id: int, until: float, polls: Polls) -> None:
    """Simulate one page, which polls with its last stamp and moves between sections."""
    chooser = random.Random(person.email)
    client, stamp = Client(server.port, person.headers), ""
    page = f"p{chooser.randrange(10**9)}"
    # The pages were not opened at the same moment.
    time.sleep(chooser.uniform(0, INTERVAL))
    while time.monotonic() < until:
        section = chooser.randint(1, SECTIONS) if chooser.random() < 0.1 else 1
        path = f"/api/updates?rfxId={rfx_id}&page={page}&section={section}&stamp={stamp}"
        started = time.perf_counter()
        try:
            status, body = client.call("GET", path)
        except (OSError, http.client.HTTPException) as error:
            polls.faults.append(str(error))
            return
        polls.times.append((time.perf_counter() - started) * 1000)
        if status not in (200, 204):
            polls.faults.append(f"status {status}: {body[:120]!r}")
            return
        if status == 200:
            stamp = str(orjson.loads(body)["stamp"])
        time.sleep(INTERVAL * chooser.uniform(0.8, 1))
    client.close()
