"""Start forty fresh web processes and send each six simultaneous first requests per endpoint.

test_first_requests.py runs this as a separate process, with the settings in the environment and the credentials as
arguments. The application is loaded once and forked, with gunicorn's own steps before a fork: otherwise each process
spends half its time on collecting garbage among the objects of its parent. Prints one line per failed response.
"""

import os
import sys
import threading

from flask import Flask

from app.config import VERSION
from app.kernel.gunicorn_config import pre_fork

PROCESSES = 40
THREADS = 6
PATHS = (
    "/api/rfx/15",
    "/api/ncr",
    "/api/rfx",
    "/api/organisation",
    "/api/messageThread",
    "/api/userTask",
    "/api/organisation/{organisation_id}",
)


def request_concurrently(app: Flask, path: str, headers: dict[str, str]) -> list[int]:
    """Send simultaneous requests for `path`; return their status codes."""
    start, status_codes = threading.Barrier(THREADS), []

    def send() -> None:
        start.wait()
        status_codes.append(app.test_client().get(path, headers=headers).status_code)

    threads = [threading.Thread(target=send) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return status_codes


def send_first_requests(app: Flask, email: str, password: str) -> None:
    """Send this process its first requests and print the paths that did not return 200."""
    # Frequent switches between threads interrupt one while it builds a statement.
    sys.setswitchinterval(0.00005)
    versioned = {"Client-Version": VERSION}
    client = app.test_client()
    session = client.post("/api/session", json={"email": email, "password": password}, headers=versioned)
    headers = {**versioned, "Authorization": f"Bearer {session.get_json()['accessToken']}"}
    organisation_id = client.get("/api/session", headers=headers).get_json()["organisation"]["id"]
    for path in PATHS:
        status_codes = request_concurrently(app, path.format(organisation_id=organisation_id), headers)
        if set(status_codes) != {200}:
            print(path, status_codes, flush=True)


def main(email: str, password: str) -> None:
    """Fork the processes one after another."""
    from app.factory import create_app

    app = create_app()
    pre_fork(None, None)
    for _ in range(PROCESSES):
        child = os.fork()
        if child == 0:
            send_first_requests(app, email, password)
            os._exit(0)
        os.waitpid(child, 0)
    print("met", PROCESSES, "processes")


if __name__ == "__main__":
    main(*sys.argv[1:])
