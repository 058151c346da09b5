"""Requests to addresses that users enter reach public hosts only, and end in time."""

import dataclasses
import gzip
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest
from flask import Flask, current_app

from app.kernel.http import outbound
from app.kernel.http.errors import InvalidError
from app.kernel.http.outbound import OutboundError, check_address, open_client
from app.kernel.registry import current_registry
from tests.fixtures.ports import free_port

pytestmark = pytest.mark.usefixtures("app_context")


class Answers(BaseHTTPRequestHandler):
    """A server that answers, redirects, sends too much, or never ends its response."""

    paths: ClassVar[list[str]] = []
    released: ClassVar[threading.Event]

    def do_GET(self) -> None:
        self.paths.append(self.path)
        if self.path == "/redirect":
            self.send_response(302)
            self.send_header("Location", "/secret")
            self.end_headers()
            return
        self.send_response(200)
        if self.path == "/compressed":
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        if self.path == "/compressed":
            self.wfile.write(gzip.compress(b"x" * 2_000_000))
        elif self.path == "/long":
            self.wfile.write(b"x" * (outbound.MAX_ANSWER + 1))
        elif self.path == "/slow":
            self.wfile.write(b"x")
            self.released.wait(30)
        else:
            self.wfile.write(b"hello")

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing to the output of the tests."""


@pytest.fixture
def app_context(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


@pytest.fixture
def server() -> Iterator[str]:
    Answers.paths.clear()
    Answers.released = threading.Event()
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{httpd.server_port}"
        Answers.released.set()
        httpd.shutdown()


@pytest.fixture
def allowed(app_context: None, server: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Allow the test's server as a host of the own network, and return its address."""
    monkeypatch.setitem(
        current_app.config, "ASSAY", dataclasses.replace(current_registry().settings, PRIVATE_HOSTS=server)
    )
    return f"http://{server}"


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "10.1.2.3",
        "192.168.1.1",
        "172.16.0.9",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "2130706433",
        "0x7f.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[fe80::1]",
        "[fd00::1]",
        "[64:ff9b:1::7f00:1]",
        "[fec0::1]",
        "[::127.0.0.1]",
        "[::ffff:0:127.0.0.1]",
        "127.1",
        "224.0.0.1",
    ],
)
def test_private_addresses_are_refused(host: str) -> None:
    with open_client() as client, pytest.raises(OutboundError, match="private network"):
        client.get(f"https://{host}/")


def test_name_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))
        for address in ("93.184.216.34", "10.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_options: answers)
    with open_client() as client, pytest.raises(OutboundError, match="private network"):
        client.get("https://rebind.example/")


def test_connection_uses_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second lookup could return another address, so the name is resolved once."""
    lookups: list[str] = []
    connections: list[object] = []

    def look_up(host: str, port: int, **_options: object) -> list[tuple[object, ...]]:
        lookups.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", port))]

    def connect(address: object, *_args: object, **_options: object) -> socket.socket:
        connections.append(address)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", connect)
    with open_client() as client, pytest.raises(OutboundError, match="No connection"):
        client.get("https://example.com/")
    assert (lookups, connections) == (["example.com"], [("93.184.216.34", 443)])


def test_hosts_of_the_own_network_need_the_setting(server: str) -> None:
    with open_client() as client, pytest.raises(OutboundError, match="must begin with https"):
        client.get(f"http://{server}/")
    with open_client() as client, pytest.raises(OutboundError, match="private network"):
        client.get(f"https://{server}/")
    assert Answers.paths == []


def test_allowed_host_answers(allowed: str) -> None:
    with open_client() as client:
        assert client.get(f"{allowed}/hello").text == "hello"


def test_production_uses_https_only(allowed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = dataclasses.replace(current_registry().settings, ENVIRONMENT="production")
    monkeypatch.setitem(current_app.config, "ASSAY", settings)
    with open_client() as client, pytest.raises(OutboundError, match="must begin with https"):
        client.get(allowed)
    assert Answers.paths == []


def test_redirects_are_not_followed(allowed: str) -> None:
    with open_client() as client:
        assert client.get(f"{allowed}/redirect").status_code == 302
    assert Answers.paths == ["/redirect"]


def test_long_response_is_refused(allowed: str) -> None:
    with open_client() as client, pytest.raises(OutboundError, match="longer than 256 kB"):
        client.get(f"{allowed}/long")


def test_compressed_response_is_not_decompressed(allowed: str) -> None:
    with open_client() as client:
        answer = client.get(f"{allowed}/compressed")
    assert len(answer.content) < 10_000


def test_slow_response_ends_at_the_deadline(allowed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "REQUEST_SECONDS", 0.3)
    with open_client() as client, pytest.raises(OutboundError, match="within 10 seconds"):
        client.get(f"{allowed}/slow")


def test_closed_port_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    settings = dataclasses.replace(current_registry().settings, PRIVATE_HOSTS=f"127.0.0.1:{port}")
    monkeypatch.setitem(current_app.config, "ASSAY", settings)
    with open_client() as client, pytest.raises(OutboundError, match="No connection"):
        client.get(f"http://127.0.0.1:{port}/")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("http://example.com/", outbound.HTTPS_ONLY),
        ("ftp://example.com/", outbound.HTTPS_ONLY),
        ("https://127.0.0.1/", outbound.PRIVATE_ADDRESS),
        ("https://[::1]/", outbound.PRIVATE_ADDRESS),
        ("https://user:secret@example.com/", outbound.NOT_AN_ADDRESS),
        ("example.com", outbound.NOT_AN_ADDRESS),
        ("https://", outbound.NOT_AN_ADDRESS),
        ("https://exämple.com/", outbound.NOT_AN_ADDRESS),
        ("https://example.com:99999/", outbound.NOT_AN_ADDRESS),
        ("https://example.com/" + "x" * 2_000, outbound.NOT_AN_ADDRESS),
    ],
)
def test_impossible_addresses_get_a_sentence(address: str, sentence: str) -> None:
    with pytest.raises(InvalidError) as refusal:
        check_address(address, field="url")
    assert refusal.value.fields == {"url": [sentence]}


def test_public_address_is_returned_trimmed() -> None:
    assert check_address(" https://example.com/hook ", field="url") == "https://example.com/hook"
