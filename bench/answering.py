"""Many users answering one long RFx at the same time, on a deployed product; checks that no acknowledged answer is lost."""

import json
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from bench import forms
from bench.measure import Times, percentile
from bench.server import Client, Server
from bench.table import Row
from bench.world import SUPPLIER, Person, World

PAUSE = 1.0
"""Seconds between two answers of one user."""
SHARED = 10
"""Every tenth answer goes to a field that all users write, so that conflicts occur."""


@dataclass(slots=True)
class Answered:
    """The results of one user's saves."""

    times: list[float] = field(default_factory=list)
    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    conflicts: int = 0
    faults: list[str] = field(default_factory=list)


def run(world: World) -> Iterator[Row]:
    """Measure the time of a save, and count acknowledged answers that are not in the database."""
    sent = forms.send(world, forms.questionnaire(world.sizes.fields), title="A long form, answered")
    people = [world.person(email) for email in world.colleagues(SUPPLIER, world.sizes.people)]
    results = [Answered() for _ in people]
    probes: list[float] = []
    deadlocks = _deadlocks(world)
    with Server(world.settings) as server:
        server.warm_up([f"/api/rfx/{sent.id}"], people[0].headers)
        until = time.monotonic() + world.sizes.answering_seconds
        threads = [
            threading.Thread(
                target=_answer,
                kwargs={
                    "server": server,
                    "sent": sent,
                    "person": person,
                    "place": (number, len(people)),
                    "until": until,
                    "results": results[number],
                },
            )
            for number, person in enumerate(people)
        ]
        threads.append(threading.Thread(target=probe, args=(server, until, probes)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    faults = [fault for each in results for fault in each.faults]
    if faults:
        raise RuntimeError(f"{len(faults)} saves failed: {faults[0]}")
    times = [ms for each in results for ms in each.times]
    rows = world.connection.execute(
        "select key, value from form_value where rfx_id = %s", [sent.id]
    ).fetchall()
    stored = {(key, value) for key, value in rows}
    lost = [answer for each in results for answer in each.acknowledged if answer not in stored]
    saves = Times.of(times)
    yield Row(
        figure=f"{len(people)} people answering {world.sizes.fields} fields for {world.sizes.answering_seconds} s, save p95",
        measured=saves.p95, baseline=percentile(probes, 95), against="/healthz meanwhile, p95", goal=150, tail=saves.tail,
    )  # fmt: skip
    yield Row(
        figure=f"answers lost, of {sum(len(each.acknowledged) for each in results):,} acknowledged", measured=len(lost), unit="",
        goal=0,
    )  # fmt: skip
    yield Row(figure="deadlocks meanwhile", measured=_deadlocks(world) - deadlocks, unit="", goal=0)


def probe(server: Server, until: float, milliseconds: list[float]) -> None:
    """Request /healthz twice a second: the times show how busy the machine is."""
    client = Client(server.port)
    while time.monotonic() < until:
        started = time.perf_counter()
        client.call("GET", "/healthz")
        milliseconds.append((time.perf_counter() - started) * 1000)
        time.sleep(0.5)
    client.close()


def _answer(
    *,
    server: Server,
    sent: forms.Sent,
    person: Person,
    place: tuple[int, int],
    until: float,
    results: Answered,
) -> None:
    """Simulate one user, who answers a field, pauses, and answers the next."""
    number, people = place
    chooser = random.Random(number)
    client = Client(server.port, person.headers)
    texts = sent.of_type("TEXT")
    own, shared = texts[number::people], texts[0]
    iterations: dict[str, int] = {}
    count = 0
    while time.monotonic() < until:
        time.sleep(PAUSE * chooser.uniform(0.5, 1.5))
        count += 1
        key = shared if count % SHARED == 0 else own[count % len(own)]
        value = f"Answer {count} of person {number}"
        body = {"values": {key: {"value": value, "baseIteration": iterations.get(key, 0)}}}
        started = time.perf_counter()
        try:
            status, answer = client.call("PUT", f"/api/rfx/{sent.id}/value", body)
        except OSError as error:
            results.faults.append(str(error))
            continue
        results.times.append((time.perf_counter() - started) * 1000)
        if status != 200:
            results.faults.append(f"status {status}: {answer[:200]!r}")
            continue
        result = json.loads(answer)
        if key in result["saved"]:
            iterations[key] = result["saved"][key]["iteration"]
            results.acknowledged.append((key, value))
        elif key in result["conflicts"]:
            results.conflicts += 1
            iterations[key] = result["conflicts"][key]["iteration"]
        else:
            results.faults.append(f"neither saved nor a conflict: {result}")
    client.close()


def _deadlocks(world: World) -> int:
    return int(world.value("select coalesce(sum(deadlocks), 0) from pg_stat_database"))
