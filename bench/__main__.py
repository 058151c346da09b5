"""`make bench` and `make bench-quick`: measure the product on temporary services and print one table with baselines.

    python -m bench [--quick] [--only lists,details] [--write docs/benchmarks.md]

A missed goal or a failed measurement does not fail the run; the table marks it with an exclamation mark.
`bench/sizes.py` explains how to choose sizes.
"""

import argparse
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from app.config import load_settings
from app.devtools.services import Services, ThrowawayServices
from app.factory import create_app
from bench import (
    all_data,
    answering,
    api_keys,
    audit,
    browser,
    bulk,
    clients,
    comparing,
    details,
    documents,
    duplicates,
    evaluating,
    events,
    exports,
    figures,
    form_imports,
    imports,
    lists,
    load,
    mails,
    nodes,
    palette,
    phone,
    process,
    rendering,
    rounds,
    schedules,
    searching,
    signing_in,
    tenant,
    views,
    watching,
    webhooks,
    workbooks,
)
from bench.report import write_report
from bench.sizes import Sizes
from bench.table import Row, heading
from bench.world import World

SECRET_KEY = "the key of the benchmarks, known to everybody"
DATA_KEYS = "dGhlIGRhdGEga2V5IG9mIHRoZSB0ZXN0cywgMzIgYi4="
SECTIONS: dict[str, Callable[[World], Iterator[Row]]] = {
    "start": process.start,
    # Before its tenant has hundreds of thousands of RFxs, whose export takes hours.
    "all data": all_data.run,
    "lists": lists.run,
    "tenant": tenant.run,
    "searching": searching.run,
    "views": views.run,
    "details": details.run,
    "figures": figures.run,
    "bulk": bulk.run,
    "comparing": comparing.run,
    "evaluating": evaluating.run,
    "rounds": rounds.run,
    "documents": documents.run,
    "schedules": schedules.run,
    "duplicates": duplicates.run,
    "rendering": rendering.run,
    "exports": exports.run,
    "workbooks": workbooks.run,
    "form-imports": form_imports.run,
    "imports": imports.run,
    "browser": browser.run,
    "phone": phone.run,
    "palette": palette.run,
    "answering": answering.run,
    "clients": clients.run,
    "signing": signing_in.run,
    "keys": api_keys.run,
    "watching": watching.run,
    "load": load.run,
    "audit": audit.run,
    "mails": mails.run,
    "webhooks": webhooks.run,
    "nodes": nodes.run,
    "memory": process.memory,
    "events": events.run,
}
TAIL_GOAL = 2.5
OPTIONS = "-c plan_cache_mode=force_custom_plan -c jit=off"
"""Connection options that give the baselines the same query plans as the product."""


def main() -> int:
    """Start services, load data, measure and print; with `--write` also write the report."""
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("--quick", action="store_true", help="smaller sizes, less than three minutes")
    parser.add_argument("--only", default="", help=f"some of: {', '.join(SECTIONS)}")
    parser.add_argument("--write", type=Path, help="the file that gets the table")
    options = parser.parse_args()
    sizes = Sizes.chosen(os.environ, quick=options.quick)
    wanted = [name for name in SECTIONS if not options.only or name in options.only.split(",")]
    throwaway = ThrowawayServices({**os.environ, "DATABASE_URL": "", "REDIS_URL": ""})
    started = time.monotonic()
    try:
        with TemporaryDirectory(prefix="assay-bench-") as folder:
            world = make_world(throwaway.services, Path(folder), sizes)
            rows = measure(world, wanted)
            world.notes.append(f"The run took {time.monotonic() - started:.0f} s.")
            print(*world.notes, sep="\n")
            if options.write:
                write_report(options.write, world, rows)
    finally:
        throwaway.stop()
    return 0


def make_world(services: Services, folder: Path, sizes: Sizes) -> World:
    """Create the application on a database with the demo data."""
    settings = {
        **services.environment(),
        "SECRET_KEY": SECRET_KEY,
        "DATA_KEYS": DATA_KEYS,
        "STORAGE_URL": str(folder / "files"),
        "LOG_LEVEL": "ERROR",
    }
    process.run_flask(["db", "upgrade"], settings)
    process.run_flask(["demo", "load"], settings)
    app = create_app(load_settings(settings))
    connection = psycopg.connect(services.database_url, autocommit=True, options=OPTIONS)
    world = World(app, connection, settings, folder, sizes)
    if not connection.execute("select 1 from pg_extension where extname = 'pg_trgm'").fetchone():
        world.notes.append("PostgreSQL has no pg_trgm here: searches read every row (docs/operations.md).")
    return world


def measure(world: World, wanted: list[str]) -> list[Row]:
    """Run the sections and print each row immediately; a section that fails adds a row with its error."""
    rows: list[Row] = []
    print(f"Sizes: {world.sizes.described()}", heading(), sep="\n", flush=True)

    def add(row: Row) -> None:
        rows.append(row)
        print(row.line(), flush=True)

    for name in wanted:
        try:
            for row in SECTIONS[name](world):
                add(row)
        except Exception as error:
            traceback.print_exc()
            add(Row(figure=name, failure=_sentence(error, world)))
    tails = [row for row in rows if row.tail is not None and not row.failure]
    if tails:
        worst = max(tails, key=lambda row: row.tail or 0)
        add(
            Row(
                figure=f"tail: the worst p95/p50 ({worst.figure})",
                measured=worst.tail or 0,
                unit="",
                goal=TAIL_GOAL,
            )
        )
    return rows


def _sentence(error: Exception, world: World) -> str:
    """Return the first line of the error, without paths of this machine."""
    line = (str(error).strip() or type(error).__name__).splitlines()[0]
    return line.replace(str(world.folder), "...").replace(str(Path.cwd()), ".")[:160]


if __name__ == "__main__":
    sys.exit(main())
