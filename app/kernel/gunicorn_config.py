"""The configuration of gunicorn: `gunicorn --config python:app.kernel.gunicorn_config wsgi:app`.

The application is loaded once, and the web processes are forked from it, so that they share its memory. Database
connections, rendering engines and threads must not be shared: each process creates them on first use. A test checks
that none exists before the fork.
"""

import gc
import os
import signal
from functools import partial
from typing import Any

from app.config import GRACE_SECONDS, parse_settings
from app.kernel.pages.islands import load_library

_settings = parse_settings(os.environ)
bind = f"{_settings.HOST}:{_settings.PORT}"
proc_name = "assay"
worker_class = "app.kernel.web_worker.Worker"
workers = _settings.WEB_CONCURRENCY
threads = _settings.WEB_THREADS
preload_app = True
timeout = 60
graceful_timeout = GRACE_SECONDS
keepalive = 5
backlog = 512
max_requests = 20_000
max_requests_jitter = 2_000
limit_request_line = 8190
accesslog = None
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108  (gunicorn's heartbeat files)


def pre_fork(_server: Any, _worker: Any) -> None:
    """Freeze all loaded objects, so that garbage collection does not write to memory that is shared with the parent.

    This also shortens the longest pauses. The rendering library is loaded here once for all processes.
    """
    if _settings.SSR:
        load_library()
    gc.collect()
    gc.freeze()


def post_worker_init(worker: Any) -> None:
    """Let the application replace this web process: it finishes its requests and exits, and gunicorn starts another."""
    from app.kernel.http.responses import REPLACE_PROCESS

    worker.wsgi.extensions[REPLACE_PROCESS] = partial(os.kill, os.getpid(), signal.SIGTERM)
