"""Clients that send nothing or very slowly do not block other clients."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from tests.fixtures.live_server import LiveServer

HEADERS = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n{"


def connect(server: LiveServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


@pytest.fixture
def connections() -> Iterator[ExitStack]:
    """Open a stack for the connections of a test, which are closed at the end."""
    with ExitStack() as stack:
        yield stack


def test_connections_without_data_block_no_thread(
    empty_live_server: LiveServer, connections: ExitStack
) -> None:
    for _ in range(60):
        connections.enter_context(connect(empty_live_server))
    assert empty_live_server.is_responding()


def test_slow_requests_are_ended(empty_live_server: LiveServer, connections: ExitStack) -> None:
    # Both kinds at once: each is ended after 20 seconds.
    slow = [
        (connections.enter_context(connect(empty_live_server)), beginning)
        for beginning in (HEADERS, BODY)
        for _ in range(12)
    ]
    stop = threading.Event()

    def trickle() -> None:
        for connection, beginning in slow:
            connection.sendall(beginning)
        while not stop.wait(1):
            for connection, _ in slow:
                with suppress(OSError):
                    connection.sendall(b"x")

    thread = threading.Thread(target=trickle)
    thread.start()
    try:
        for connection, _ in slow:
            with suppress(ConnectionResetError):
                response = connection.recv(10_000)
                assert response == b"" or response.startswith(b"HTTP/1.1 4")
    finally:
        stop.set()
        thread.join()
    assert empty_live_server.is_responding()


def test_url_that_is_too_long_gets_the_error_body(
    empty_live_server: LiveServer, connections: ExitStack
) -> None:
    client = connections.enter_context(connect(empty_live_server))
    client.sendall(b"GET /api/ncr?search=" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    head, _, body = client.recv(10_000).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 414 ")
    assert json.loads(body) == {
        "code": "uriTooLong",
        "status": 414,
        "message": "The address is too long.",
        "errors": ["The address is too long."],
    }


def test_request_in_two_pieces_is_served(empty_live_server: LiveServer, connections: ExitStack) -> None:
    client = connections.enter_context(connect(empty_live_server))
    client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
    assert empty_live_server.is_responding()
    client.sendall(b"\r\n")
    assert client.recv(10_000).startswith(b"HTTP/1.1 200 OK")
