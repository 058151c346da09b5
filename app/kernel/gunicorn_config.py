"""How gunicorn serves the product: `gunicorn --config python:app.kernel.gunicorn_config wsgi:app`.

The application is made once and the web processes are forked from it, so that they share the memory of what it
consists of. What may not be shared, connections to the database, rendering engines and threads, each makes when it
first needs them; a test holds that none is there before the fork.
"""

import gc
import os
import signal
from functools import partial
from typing import Any

from app.config import parse_settings

# Nearly all that is made while the application is loaded stays: looking through it again and again for what does not
# would be a quarter of the time to the first answer. `pre_fork` makes up for it.
gc.disable()

GRACE_SECONDS = 20
"""How long requests in progress may take to end when the server stops or is replaced."""


_settings = parse_settings(os.environ)
bind = f"{_settings.HOST}:{_settings.PORT}"
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
    """Keep what was loaded out of every later garbage collection, which would write to the shared memory.

    It also shortens the longest pauses. What renders on the server is loaded here too, for all processes at once.
    """
    if _settings.SSR:
        # Here, and not at the top, for the supervisor reads this file too and renders nothing.
        from app.kernel.islands import load_library

        load_library()
    gc.collect()
    gc.freeze()
    gc.enable()


def post_worker_init(worker: Any) -> None:
    """Let the application have this web process replaced: it finishes its requests, ends, and a fresh one starts."""
    from app.kernel.http import REPLACE_PROCESS

    worker.wsgi.extensions[REPLACE_PROCESS] = partial(os.kill, os.getpid(), signal.SIGTERM)
