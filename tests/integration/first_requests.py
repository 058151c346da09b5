"""Forty fresh web processes, each met by six first requests at once for each of several endpoints.

Run as a process of its own by test_first_requests.py, with the settings in the environment and the sign-in as
arguments. The application is loaded once and forked, as gunicorn does. Prints one line for each failed response.
"""

import os
import sys
import threading

from flask import Flask

from app.config import VERSION

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


def statuses(app: Flask, path: str, headers: dict[str, str]) -> list[int]:
    """The status of each of several simultaneous requests for `path`."""
    start, found = threading.Barrier(THREADS), []

    def ask() -> None:
        start.wait()
        found.append(app.test_client().get(path, headers=headers).status_code)

    threads = [threading.Thread(target=ask) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def meet(app: Flask, email: str, password: str) -> None:
    """Send this process its first requests and print the paths that did not answer 200."""
    # Threads take turns so often that one is interrupted in the middle of building a statement.
    sys.setswitchinterval(0.00005)
    versioned = {"Client-Version": VERSION}
    client = app.test_client()
    session = client.post("/api/session", json={"email": email, "password": password}, headers=versioned)
    headers = {**versioned, "Authorization": f"Bearer {session.get_json()['accessToken']}"}
    organisation_id = client.get("/api/session", headers=headers).get_json()["organisation"]["id"]
    for path in PATHS:
        found = statuses(app, path.format(organisation_id=organisation_id), headers)
        if set(found) != {200}:
            print(path, found, flush=True)


def main(email: str, password: str) -> None:
    """Fork the processes one after another."""
    from app.factory import create_app

    app = create_app()
    for _ in range(PROCESSES):
        child = os.fork()
        if child == 0:
            meet(app, email, password)
            os._exit(0)
        os.waitpid(child, 0)
    print("met", PROCESSES, "processes")


if __name__ == "__main__":
    main(*sys.argv[1:])
