"""`make bench`: measures the product on throw-away services and prints ratios. `ROWS=1000000` for the largest size.

Nothing here fails a build: a goal that is missed is marked with an exclamation mark.
"""

import os
import sys
from tempfile import TemporaryDirectory

import psycopg
from flask_migrate import upgrade

from app.config import Settings
from app.devtools.services import Services, ThrowawayServices
from app.factory import create_app
from bench import lists
from bench.measure import HEADING

DEFAULT_ROWS = 100_000


def main() -> int:
    """Start services, load data, measure, print."""
    kept = ThrowawayServices({**os.environ, "DATABASE_URL": "", "REDIS_URL": ""})
    try:
        with TemporaryDirectory() as folder:
            _measure(kept.services, folder, int(os.environ.get("ROWS") or DEFAULT_ROWS))
    finally:
        kept.stop()
    return 0


def _measure(services: Services, folder: str, largest: int) -> None:
    settings = Settings(
        DATABASE_URL=services.database_url,
        REDIS_URL=services.redis_url,
        SECRET_KEY="a key of the benchmarks, known to all",
        STORAGE_URL=folder,
        LOG_LEVEL="ERROR",
    )
    app = create_app(settings)
    with app.app_context():
        upgrade()
    loaded = app.test_cli_runner().invoke(args=["demo", "load"])
    if loaded.exit_code != 0:
        raise RuntimeError(f"the demo data could not be loaded: {loaded.output}") from loaded.exception
    with psycopg.connect(services.database_url, autocommit=True) as connection:
        print(HEADING, flush=True)
        for comparison in lists.run(app, connection, largest=largest):
            print(comparison.row(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
