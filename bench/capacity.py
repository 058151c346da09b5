"""A small model of growth: the machines that 10, 100 and 1,000 times the people of one machine need.

    python -m bench.capacity [--cost list=3.1,1.2] [--people 300] [--cores 2] [--use 0.6]

It multiplies the processor time of each kind of request, as `bench/nodes.py` measures it, with the requests of an
active person, and divides by the cores. It knows no queues, no network and no disks, so it is right to a factor of two
at best: it answers whether something needs two machines or twenty.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

FACTORS = (1, 10, 100, 1_000)
HOUR = 3_600
THREADS, SPARE_CONNECTIONS = 4, 2
"""Threads of a web process; each process has up to THREADS + SPARE_CONNECTIONS connections."""
WORKER_PROCESSES = 3
"""Processes of a worker with connections: two lanes and the process of a job."""
DIRECT_CONNECTIONS = 200
"""Connections that a PostgreSQL server accepts without a pooler before their memory counts."""
PRIMARY_CORES = 64
"""Cores of the largest primary that is easy to rent; beyond it the data is distributed over several."""
DAYS, HOURS_A_DAY = 220, 6
"""Working days of a year, and hours of a day in which a person is active."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of processor time for one request: of Assay's process, and of PostgreSQL."""

    process: float
    database: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """The assumptions of a table."""

    costs: Mapping[str, Cost]
    hourly: Mapping[str, float]
    """Requests, mails and downloads of an active person in an hour, by the names of `costs`."""
    cores: int = 2
    """Cores of one machine for web processes and workers; one web process for each."""
    use: float = 0.6
    """The share of the cores that may be busy, so that requests do not wait for one another."""
    row_bytes: Mapping[str, float]
    """Bytes that one of each leaves in the database, with indexes."""

    @property
    def person(self) -> Cost:
        """Milliseconds of processor time that an active person takes in an hour, without mails and downloads."""
        return self._sum({name: count for name, count in self.hourly.items() if name not in WORK})

    @property
    def work(self) -> Cost:
        """Milliseconds of processor time that the mails and downloads of an active person take in an hour."""
        return self._sum({name: count for name, count in self.hourly.items() if name in WORK})

    @property
    def people_of_one_machine(self) -> int:
        """The number of people that one machine with everything on it carries: web, worker and PostgreSQL."""
        each = sum((self.person.process, self.person.database, self.work.process, self.work.database))
        return int(self.cores * self.use * HOUR * 1_000 / each)

    def _sum(self, hourly: Mapping[str, float]) -> Cost:
        return Cost(
            sum(self.costs[name].process * count for name, count in hourly.items()),
            sum(self.costs[name].database * count for name, count in hourly.items()),
        )


WORK = ("mail", "download")
"""The names of what the workers do."""
MEASURED = {
    "list": Cost(3.8, 2.4),
    "page": Cost(13.2, 6.7),
    "poll": Cost(3.4, 0.6),
    "answer": Cost(8.7, 2.0),
    "mail": Cost(7.9, 1.7),
    "download": Cost(86.0, 8.3),
}
"""The lowest figures of two runs of `python -m bench --only nodes` on the machine of docs/scaling.md."""
ACTIVE = {"list": 40, "page": 20, "poll": 720, "answer": 40, "mail": 1.0, "download": 0.2}
"""An active person has one page in view all the time, which polls every 5 seconds, and does something every 36."""
ROW_BYTES = {"answer": 600, "mail": 20_000, "page": 250}
"""An answer with its indexes, a mail in the outbox, and the event of a viewed page."""


@dataclass(frozen=True, slots=True)
class Need:
    """The machines that a number of people need."""

    people: int
    requests: float
    """Requests a second."""
    web_processes: int
    workers: int
    machines: int
    """Machines for web processes and workers."""
    connections: int
    database_cores: float
    shards: int
    gigabytes: float
    """Gigabytes that a year adds to the database."""

    @property
    def has_pooler(self) -> bool:
        """True if PgBouncer is needed."""
        return self.connections > DIRECT_CONNECTIONS


def need_of(model: Model, people: int) -> Need:
    """Return the machines for `people` active people."""
    web_cores = people * model.person.process / 1_000 / HOUR / model.use
    work_cores = people * model.work.process / 1_000 / HOUR / model.use
    database_cores = people * (model.person.database + model.work.database) / 1_000 / HOUR / model.use
    web, workers = max(1, ceil(web_cores)), max(1, ceil(work_cores))
    requests = sum(count for name, count in model.hourly.items() if name not in WORK)
    written = sum(model.row_bytes.get(name, 0) * count for name, count in model.hourly.items())
    return Need(
        people=people,
        requests=people * requests / HOUR,
        web_processes=web,
        workers=workers,
        machines=max(1, ceil((web_cores + work_cores) / model.cores)),
        connections=web * (THREADS + SPARE_CONNECTIONS) + workers * WORKER_PROCESSES,
        database_cores=database_cores,
        shards=max(1, ceil(database_cores / PRIMARY_CORES)),
        gigabytes=people * written * HOURS_A_DAY * DAYS / 1e9,
    )


def table(model: Model, base: int) -> str:
    """Return the table for FACTORS times `base` people, as Markdown."""
    heads = (
        "", "people active at once", "requests a second", "web processes", "workers", "machines for them", "connections",
        "cores of PostgreSQL", "primaries", "GB a year",
    )  # fmt: skip
    lines = [heads, ("---",) * len(heads)]
    for factor in FACTORS:
        need = need_of(model, base * factor)
        pooled = " (PgBouncer)" if need.has_pooler else ""
        lines.append(
            (
                f"{factor:,} x", f"{need.people:,}", f"{need.requests:,.0f}", f"{need.web_processes:,}",
                f"{need.workers:,}", f"{need.machines:,}", f"{need.connections:,}{pooled}",
                f"{need.database_cores:,.1f}", f"{need.shards:,}", f"{need.gigabytes:,.0f}",
            )
        )  # fmt: skip
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def parse_cost(text: str) -> tuple[str, Cost]:
    """Parse `list=3.1,1.2`. Raises ValueError for other texts and unknown names."""
    name, _, numbers = text.partition("=")
    process, _, database = numbers.partition(",")
    if name not in MEASURED:
        raise ValueError(f"{name} is none of {', '.join(MEASURED)}")
    return name, Cost(float(process), float(database))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="bench.capacity")
    parser.add_argument(
        "--cost", type=parse_cost, action="append", default=[], help="milliseconds: name=process,database"
    )
    parser.add_argument("--people", type=int, help="people of one machine; by default computed")
    parser.add_argument("--cores", type=int, default=2, help="cores of one machine")
    parser.add_argument("--use", type=float, default=0.6, help="the share of the cores that may be busy")
    options = parser.parse_args(arguments)
    model = Model(
        costs={**MEASURED, **dict(options.cost)}, hourly=ACTIVE, cores=options.cores, use=options.use, row_bytes=ROW_BYTES
    )  # fmt: skip
    print(table(model, options.people or model.people_of_one_machine))
    return 0


if __name__ == "__main__":
    sys.exit(main())
