"""Many clients with mixed use at the same time, on a deployed product."""

import http.client
import random
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import orjson

from app.kernel.http.auth import SESSION_COOKIE
from bench import forms
from bench.answering import probe
from bench.measure import percentile
from bench.server import Client, Server
from bench.table import Row
from bench.world import BUYER, SUPPLIER, Person, World

PAUSE = 1.0
"""Seconds between two requests of one client."""
SAVES = 0.5
"""The share of saves among a supplier's requests."""
READ_BY_ALL = (
    "/organisations?allOrganisations=true", "/rfx", "/home", "/messages",
    "/api/rfx", "/api/updates", "/api/messageThread", "/api/updates",
)  # fmt: skip
READ_BY_BUYERS = (
    "/api/organisation?allOrganisations=true", "/api/organisation?allOrganisations=true&search=a3f9c",
    "/api/organisation?approvedSuppliers=true", "/api/user", "/contacts",
)  # fmt: skip


@dataclass(slots=True)
class Results:
    """The results of all clients: (path, milliseconds) of each request, and errors."""

    times: list[tuple[str, float]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Use:
    """The requests of one client: reads and, if `saving` is set, saves of its own answer."""

    person: Person
    reading: Sequence[str]
    saving: tuple[int, str] | None = None
    """The id of an RFx, and the value key of an answer that only this client writes."""
    iteration: int = 0

    def send(self, client: Client, chooser: random.Random, results: Results) -> None:
        """Send one request and record its time."""
        if self.saving is not None and chooser.random() < SAVES:
            rfx_id, key = self.saving
            values = {key: {"value": f"Answer {chooser.random()}", "baseIteration": self.iteration}}
            answer = _timed_request(client, results, "PUT", f"/api/rfx/{rfx_id}/value", {"values": values})
            if answer:
                self.iteration = orjson.loads(answer)["saved"][key]["iteration"]
        else:
            _timed_request(client, results, "GET", chooser.choice(self.reading))


def run(world: World) -> Iterator[Row]:
    """Run the clients, half of them buyers and half suppliers: pages, lists, searches, details, answers."""
    half, results = world.sizes.people // 2, Results()
    uses = _uses(world, half)
    probes: list[float] = []
    with Server(world.settings) as server:
        server.warm_up(READ_BY_ALL, _headers(uses[0].person))
        until = time.monotonic() + world.sizes.clients_seconds
        threads = [threading.Thread(target=_use, args=(server, use, until, results)) for use in uses]
        threads.append(threading.Thread(target=probe, args=(server, until, probes)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if results.faults:
        raise RuntimeError(f"{len(results.faults)} of {len(results.times)} calls failed: {results.faults[0]}")
    taken = [ms for _, ms in results.times]
    slowest = max(results.times, key=lambda each: each[1])[0]
    yield Row(
        figure=f"{len(uses)} clients of mixed use, {len(taken):,} acts in {world.sizes.clients_seconds} s, p95",
        measured=percentile(taken, 95), baseline=percentile(probes, 95), against="/healthz meanwhile, p95", goal=200,
    )  # fmt: skip
    yield Row(
        figure=f"the same, 99.9 % (slowest: {slowest.partition('?')[0]})", measured=percentile(taken, 99.9),
        baseline=max(probes), against="/healthz meanwhile, the slowest", goal=1000,
    )  # fmt: skip


def _uses(world: World, half: int) -> list[Use]:
    long = forms.send(
        world,
        forms.questionnaire(world.sizes.fields),
        title="A long form, among others",
        answers=forms.ANSWERS,
    )
    short = forms.send(world, forms.questionnaire(10 * half), title="A shorter form")
    supplier_id = world.value("select organisation_id from app_user where email = %s", SUPPLIER)
    reading = [*READ_BY_ALL, f"/rfx/{long.id}"]
    buying = [*reading, *READ_BY_BUYERS, f"/api/organisation/{supplier_id}", f"/organisations/{supplier_id}"]
    keys = short.of_type("TEXT")
    buyers = [Use(world.person(email), buying) for email in world.colleagues(BUYER, half)]
    suppliers = world.colleagues(SUPPLIER, half)
    return buyers + [
        Use(world.person(email), reading, (short.id, key))
        for email, key in zip(suppliers, keys, strict=False)
    ]


def _use(server: Server, use: Use, until: float, results: Results) -> None:
    """Simulate one client, which sends a request, pauses, and sends the next."""
    chooser = random.Random(use.person.email)
    client = Client(server.port, _headers(use.person))
    while time.monotonic() < until:
        time.sleep(PAUSE * chooser.uniform(0.5, 1.5))
        use.send(client, chooser, results)
    client.close()


def _timed_request(
    client: Client, results: Results, method: str, path: str, body: object = None
) -> bytes | None:
    """Return the body of a response with status 200; record any other response as an error and return None."""
    started = time.perf_counter()
    try:
        status, answer = client.call(method, path, body)
    except (OSError, http.client.HTTPException) as error:
        results.faults.append(f"{path}: {error}")
        return None
    results.times.append((path, (time.perf_counter() - started) * 1000))
    if status == 200:
        return answer
    results.faults.append(f"{path} answered {status}: {answer[:120]!r}")
    return None


def _headers(person: Person) -> dict[str, str]:
    return {**person.headers, "Cookie": f"{SESSION_COOKIE}={person.cookie}"}
