"""How gunicorn serves the product: `gunicorn --config python:app.kernel.gunicorn_config wsgi:app`.

Each web process makes its own application after the fork: a database pool, a rendering engine or a thread
made before it would be shared by processes and break in all of them.
"""

import gc
import os
from pathlib import Path
from typing import Any

from app.config import Settings

GRACE_SECONDS = 20
"""How long requests in progress may take to end when the server stops or is replaced."""


def _given(name: str) -> str:
    return os.environ.get(name) or str(getattr(Settings, name))


bind = f"{_given('HOST')}:{_given('PORT')}"
worker_class = "gthread"
workers = int(_given("WEB_CONCURRENCY"))
threads = int(_given("WEB_THREADS"))
preload_app = False
timeout = 60
graceful_timeout = GRACE_SECONDS
keepalive = 5
backlog = 512
max_requests = 20_000
max_requests_jitter = 2_000
limit_request_line = 8190
accesslog = None
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  (gunicorn's heartbeat files)


def post_worker_init(_worker: Any) -> None:
    """Keep what was loaded at start out of every later garbage collection, which shortens the longest pauses."""
    gc.collect()
    gc.freeze()
