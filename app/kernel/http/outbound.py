"""HTTP requests to addresses that users enter: identity providers and the endpoints of webhooks.

An address could lead into the network of the server, so a request goes only to a public address. The name is resolved
once, and the connection uses the checked address: a second lookup could return another one. Redirects are not followed.
httpx has no such check; its transport interface is the place for it.
"""

import socket
import ssl
import time
from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpcore
import httpx

from app.kernel.http.errors import InvalidError
from app.kernel.registry import current_registry

if TYPE_CHECKING:
    from app.config import Settings

MAX_ADDRESS = 2_000
"""Maximum length of an address, in characters."""
MAX_ANSWER = 256 * 1024
"""Maximum length of a response, in bytes."""
REQUEST_SECONDS = 10.0
"""Maximum time of one request, from the lookup of the name to the last byte."""
TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that a gateway translates to IPv4 (RFC 6052)."""
GLOBAL_UNICAST = IPv6Network("2000::/3")
"""The IPv6 addresses of the internet. Others are local, among them site-local addresses and the prefixes of own gateways, which
`is_global` does not know."""
DROPPED_HEADERS = frozenset({b"transfer-encoding", b"content-encoding"})
HTTPS_ONLY = "The address must begin with https://."
NOT_AN_ADDRESS = "Enter a full address, such as https://example.com/path."
PRIVATE_ADDRESS = "This address is in a private network. Use a public address."
UNKNOWN_HOST = "This host was not found. Check the address."
TOO_SLOW = "No complete response arrived within 10 seconds."
TOO_LARGE = "The response is longer than 256 kB."
UNREACHABLE = "No connection to this address was possible."


class OutboundError(Exception):
    """A request that failed or was refused. Its text is a sentence for the user."""


def check_address(address: str, *, field: str) -> str:
    """Return the address without surrounding space, or raise InvalidError for `field` if it can never be requested.

    Checks only the text. The host is resolved and checked at each request.
    """
    address = address.strip()
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    fault = None
    if not host or len(address) > MAX_ADDRESS or parts.username is not None or not address.isascii():
        fault = NOT_AN_ADDRESS
    elif not _is_private_host(current_registry().settings, host, port or 443):
        if parts.scheme != "https":
            fault = HTTPS_ONLY
        elif _literal(host) is not None and not _is_public(host):
            fault = PRIVATE_ADDRESS
    elif parts.scheme not in _schemes(current_registry().settings):
        fault = HTTPS_ONLY
    if fault:
        raise InvalidError(fields={field: [fault]})
    return address


def open_transport() -> httpx.BaseTransport:
    """Return a transport for one httpx client; each of its requests goes only to an address that may be reached.

    Pass it to a client with `trust_env=False` and without redirects. Raises OutboundError, with a sentence.
    """
    return _GuardedTransport(current_registry().settings)


def open_client() -> httpx.Client:
    """Return a client that reaches only public hosts and PRIVATE_HOSTS, and follows no redirects."""
    return httpx.Client(transport=open_transport(), follow_redirects=False, trust_env=False)


def _schemes(settings: "Settings") -> frozenset[str]:
    # Without encryption only outside production, for an identity provider or a receiver on the developer's machine.
    return frozenset({"https"} if settings.is_production else {"https", "http"})


def _is_private_host(settings: "Settings", host: str, port: int) -> bool:
    return f"{host.lower()}:{port}" in settings.private_hosts


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _is_public(text: str) -> bool:
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        # An IPv6 address that contains an IPv4 address leads to the latter.
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if address in TRANSLATED:
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return inner.is_global and not inner.is_multicast
        if address not in GLOBAL_UNICAST:
            return False
    return address.is_global and not address.is_multicast


def _resolve(settings: "Settings", host: str, port: int) -> list[str]:
    """Return the addresses of a host. Raises OutboundError if it has none, or one that may not be reached."""
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise OutboundError(UNKNOWN_HOST) from error
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in entries))
    if not addresses:
        raise OutboundError(UNKNOWN_HOST)
    # A name with both kinds of addresses is refused: an attacker could choose which one is used.
    if not _is_private_host(settings, host, port) and not all(map(_is_public, addresses)):
        raise OutboundError(PRIVATE_ADDRESS)
    return addresses


class _GuardedTransport(httpx.BaseTransport):
    """A transport that checks each request, and makes a connection for it alone."""

    def __init__(self, settings: "Settings") -> None:
        self._settings = settings
        self._context = ssl.create_default_context()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        host, port = (
            request.url.host,
            request.url.port or {"https": 443, "http": 80}.get(request.url.scheme, 0),
        )
        if request.url.scheme not in _schemes(self._settings) or (
            request.url.scheme != "https" and not _is_private_host(self._settings, host, port)
        ):
            raise OutboundError(HTTPS_ONLY)
        deadline = time.monotonic() + REQUEST_SECONDS
        backend = _CheckedBackend(self._settings, deadline)
        url = httpcore.URL(
            scheme=request.url.raw_scheme,
            host=request.url.raw_host,
            port=request.url.port,
            target=request.url.raw_path,
        )
        try:
            with httpcore.ConnectionPool(ssl_context=self._context, network_backend=backend) as pool:
                answer = pool.handle_request(
                    httpcore.Request(
                        request.method, url, headers=_plain(request.headers), content=request.read()
                    )
                )
                if not isinstance(answer.stream, Iterable):
                    raise OutboundError(UNREACHABLE)
                content = b"".join(_limited(answer.stream))
                answer.close()
        except httpcore.TimeoutException as error:
            raise OutboundError(TOO_SLOW) from error
        except (httpcore.NetworkError, httpcore.ProtocolError, ssl.SSLError) as error:
            raise OutboundError(UNREACHABLE) from error
        # The content is complete. It is never decompressed: a few kilobytes could become many megabytes.
        headers = [(name, value) for name, value in answer.headers if name.lower() not in DROPPED_HEADERS]
        return httpx.Response(answer.status, headers=headers, content=content, request=request)


def _plain(headers: httpx.Headers) -> list[tuple[bytes, bytes]]:
    """Return the headers of a request that asks for a response without compression."""
    others = [(name, value) for name, value in headers.raw if name.lower() != b"accept-encoding"]
    return [*others, (b"accept-encoding", b"identity")]


def _limited(chunks: Iterable[bytes]) -> Iterator[bytes]:
    length = 0
    for chunk in chunks:
        length += len(chunk)
        if length > MAX_ANSWER:
            raise OutboundError(TOO_LARGE)
        yield chunk


class _CheckedBackend(httpcore.SyncBackend):
    """Connections to the checked addresses of a host, with one deadline for everything that they do."""

    def __init__(self, settings: "Settings", deadline: float) -> None:
        super().__init__()
        self._settings, self._deadline = settings, deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        addresses = _resolve(self._settings, host, port)
        while True:
            address = addresses.pop(0)
            left = _remaining(self._deadline, timeout) / (len(addresses) + 1)
            try:
                stream = super().connect_tcp(address, port, left, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if not addresses:
                    raise
            else:
                return _TimedStream(stream, self._deadline)


class _TimedStream(httpcore.NetworkStream):
    """A connection whose reads and writes end at the deadline, so that a slow server cannot occupy a worker."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream, self._deadline = stream, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _remaining(self._deadline, timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _remaining(self._deadline, timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, _remaining(self._deadline, timeout))
        return _TimedStream(stream, self._deadline)


def _remaining(deadline: float, timeout: float | None) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout
    return left if timeout is None else min(left, timeout)
