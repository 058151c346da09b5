"""The product over its socket: throughput, the first requests after a start, the size of its pages."""

import http.client
import threading
import time
from collections.abc import Iterator, Sequence

from app.kernel.http.auth import SESSION_COOKIE
from bench.lists import PAGES
from bench.measure import percentile
from bench.process import own_memory, tree
from bench.server import Client, Server
from bench.table import Row
from bench.world import World

AT_ONCE = (1, 8, 32)
PATH, BARE = "/api/organisation?allOrganisations=true", "/healthz"
FIRST = (
    "/api/rfx",
    "/api/ncr",
    "/home",
    "/api/messageThread",
    "/api/user",
    "/organisations",
    "/rfx",
    "/api/updates",
)
FIRST_CLIENTS = 8
FIRST_GOAL = 3_000
PROCESSES_GOAL = 450
"""Two web processes of 120 MB, 180 MB for the worker, and two supervising processes."""
WORKER_GOAL = 180
PAGE_GOAL = 60
"""Kilobytes of a page as sent."""


def run(world: World) -> Iterator[Row]:
    """Measure the first requests, then continuous requests by 1, 8 and 32 clients, then the pages."""
    person = world.person()
    headers = {**person.headers, "Cookie": f"{SESSION_COOKIE}={person.cookie}", "Accept-Encoding": "br, gzip"}
    with Server(world.settings) as server:
        yield from _first(server, headers)
        server.warm_up(FIRST, headers)
        for clients in AT_ONCE:
            yield _throughput(server, headers, clients, seconds=world.sizes.seconds)
        processes = tree(server.pid)
        taken = sum(map(own_memory, processes))
        worker = sum(own_memory(each) for each in processes if "assay: worker" in " ".join(each.cmdline()))
        yield Row(
            figure="memory of all processes together, two web processes and the worker", measured=taken, unit="MB",
            goal=PROCESSES_GOAL,
        )  # fmt: skip
        yield Row(
            figure="memory of the worker's processes, forked by the supervisor", measured=worker, unit="MB", goal=WORKER_GOAL
        )  # fmt: skip
        yield _bytes(world, server, headers)


def _first(server: Server, headers: dict[str, str]) -> Iterator[Row]:
    """Measure the requests of clients that were waiting for the server and all start at the same time."""
    taken: list[float] = []
    faults: list[str] = []
    barrier = threading.Barrier(FIRST_CLIENTS)

    def client(number: int) -> None:
        barrier.wait()
        for place in range(len(FIRST)):
            path = FIRST[(place + number) % len(FIRST)]
            status, ms = _request(Client(server.port, headers), path)
            taken.append(ms)
            if status != 200:
                faults.append(f"{path}: {status}")

    _together([threading.Thread(target=client, args=(number,)) for number in range(FIRST_CLIENTS)])
    yield Row(
        figure=f"the first {len(taken)} requests after a start, by {FIRST_CLIENTS} clients: the slowest", measured=max(taken),
        baseline=percentile(taken, 50), against="the middle one of them", goal=FIRST_GOAL,
    )  # fmt: skip
    first_fault = f" ({faults[0]})" if faults else ""
    yield Row(figure=f"of them not answered with 200{first_fault}", measured=len(faults), unit="", goal=0)


def _throughput(server: Server, headers: dict[str, str], clients: int, *, seconds: float) -> Row:
    """Measure milliseconds for a request and requests a second, with `clients` that send without a pause."""
    bare, _ = _in_a_row(server, headers, BARE, clients, seconds=seconds / 2)
    taken, rate = _in_a_row(server, headers, PATH, clients, seconds=seconds)
    return Row(
        figure=f"list of 10 over a socket, {clients} at once, {rate:.0f} a second: p95", measured=percentile(taken, 95),
        baseline=percentile(bare, 95), against=f"{BARE} by as many, p95", goal=50 * max(1, clients / 2),
    )  # fmt: skip


def _in_a_row(
    server: Server, headers: dict[str, str], path: str, clients: int, *, seconds: float
) -> tuple[list[float], float]:
    taken: list[float] = []
    until = time.monotonic() + seconds

    def client() -> None:
        connection = Client(server.port, headers)
        while time.monotonic() < until:
            status, ms = _request(connection, path)
            if status != 200:
                raise RuntimeError(f"{path} answered {status}")
            taken.append(ms)
        connection.close()

    started = time.monotonic()
    _together([threading.Thread(target=client) for _ in range(clients)])
    if not taken:
        raise RuntimeError(f"{path} was not answered")
    return taken, len(taken) / (time.monotonic() - started)


def _bytes(world: World, server: Server, headers: dict[str, str]) -> Row:
    """Measure the largest page as sent; a note lists all pages."""
    sizes: dict[str, float] = {}
    for path in PAGES:
        client = Client(server.port, headers)
        status, body = client.call("GET", path)
        client.close()
        if status != 200:
            raise RuntimeError(f"{path} answered {status}")
        sizes[path] = len(body) / 1000
    world.notes.append(
        "Pages as sent, kB: " + ", ".join(f"{path} {size:.1f}" for path, size in sizes.items()) + "."
    )
    most = max(sizes, key=lambda path: sizes[path])
    return Row(
        figure=f"bytes of a page as sent, the most of {len(sizes)} ({most})", measured=sizes[most], unit="kB",
        baseline=min(sizes.values()), against="the lightest page", goal=PAGE_GOAL,
    )  # fmt: skip


def _request(client: Client, path: str) -> tuple[int, float]:
    """Return the status (0 without a response) and the milliseconds."""
    started = time.perf_counter()
    try:
        status = client.call("GET", path)[0]
    except (OSError, http.client.HTTPException):
        status = 0
    return status, (time.perf_counter() - started) * 1000


def _together(threads: Sequence[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
