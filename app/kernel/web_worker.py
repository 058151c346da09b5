"""gunicorn's threaded worker, with a limit on how long a client may take to send a request.

A thread is busy while it reads a request, so a few clients that send a byte now and then would block all others. A
reverse proxy that buffers requests prevents this; without one this worker limits it.
"""

import errno
import json
import selectors
import socket
import time
from functools import partial
from typing import Any

from gunicorn import util
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine
from gunicorn.workers.gthread import TConn, ThreadWorker

REQUEST_SECONDS = 10.0
"""Time to send the headers and a small body."""
SLOWEST_BYTES_PER_SECOND = 10_000
"""Each 10,000 bytes allow one more second: 25 MB may take three quarters of an hour."""

ERROR_RESPONSES = {
    LimitRequestLine: ("414 URI Too Long", "uriTooLong", "The address is too long."),
    LimitRequestHeaders: (
        "431 Request Header Fields Too Large",
        "headersTooLarge",
        "The headers are too long.",
    ),
}
"""Requests that are rejected before the application sees them: status line, code and sentence."""


class TimedSocket(socket.socket):
    """A client's connection that is closed if a request does not arrive in time."""

    _deadline = 0.0

    def expect_request(self) -> None:
        """Start the timer for the next request."""
        self._deadline = time.monotonic() + REQUEST_SECONDS

    def recv(self, size: int, flags: int = 0) -> bytes:
        """Receive as usual. Raises ConnectionResetError when the time for the request is over."""
        self._wait_until_readable()
        data = super().recv(size, flags)
        self._deadline += len(data) / SLOWEST_BYTES_PER_SECOND
        return data

    def _wait_until_readable(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self, selectors.EVENT_READ)
            if not selector.select(max(self._deadline - time.monotonic(), 0)):
                raise ConnectionResetError(errno.ECONNRESET, "The request did not arrive in time.")


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """The worker of the web processes. Connections wait in the poller, not in a thread, until data arrives."""

    def accept(self, listener: Any) -> None:
        """Accept a connection and let it wait for its first data."""
        try:
            accepted, address = listener.accept()
        except OSError as error:
            if error.errno not in {errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK}:
                raise
            return
        self.nr_conns += 1
        client = TimedSocket(fileno=accepted.detach())
        connection = TConn(self.cfg, client, address, listener.getsockname())
        connection.timeout = time.monotonic() + REQUEST_SECONDS
        self.pending_conns.append(connection)
        self.poller.register(
            client, selectors.EVENT_READ, partial(self.on_pending_socket_readable, connection)
        )

    def handle(self, conn: Any) -> Any:
        """Serve the connection's next request."""
        conn.sock.expect_request()
        return super().handle(conn)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Respond with the product's error body if the request line or headers are too long, otherwise as gunicorn."""
        if type(exc) not in ERROR_RESPONSES:
            super().handle_error(req, client, addr, exc)
            return
        status, code, sentence = ERROR_RESPONSES[type(exc)]
        body = json.dumps(
            {"code": code, "status": int(status[:3]), "message": sentence, "errors": [sentence]}
        )
        util.write_nonblock(
            client,
            f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode(),
        )
