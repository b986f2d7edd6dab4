"""What a server answers to one request, as a program that is no browser sends it: any host, any origin, any path."""

from __future__ import annotations

import socket
import ssl

STREAM = "/askcore/_stcore/stream"
_HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def connected(port: int, host: str, *, tls: bool = False) -> socket.socket:
    """A connection to a port of this machine; by TLS with any certificate."""
    line = socket.create_connection(("127.0.0.1", port), timeout=20)
    if not tls:
        return line
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(line, server_hostname=host)


def send(
    line: socket.socket, path: str, host: str, *, method: str = "GET", **headers: str | int
) -> tuple[int, dict[str, str]]:
    """Status and headers of the answer; 0 for a connection that is closed without one."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: {host}",
        *(f"{name}: {value}" for name, value in named.items()),
    ]
    line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        part = line.recv(4096)
        if not part:
            return 0, {}
        answer += part
    first, *rest = answer.split(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    return int(first.split()[1]), {
        name.lower(): value.strip() for name, value in (each.split(":", 1) for each in rest)
    }


def asked(
    port: int, path: str, host: str, *, tls: bool = False, **more: str | int
) -> tuple[int, dict[str, str]]:
    """The same over a connection of its own."""
    with connected(port, host, tls=tls) as line:
        return send(line, path, host, **more)


def upgraded(port: int, host: str, *, origin: str = "", tls: bool = False) -> int:
    """The answer to a web socket asked for by a name, from a page of that name or of ``origin``."""
    given = {**_HANDSHAKE, "Origin": origin or f"{'https' if tls else 'http'}://{host}"}
    return asked(port, STREAM, host, tls=tls, **given)[0]


def opened_socket(port: int, host: str, *, origin: str, tls: bool = False) -> tuple[int, socket.socket]:
    """The same, with the connection, which stays open."""
    line = connected(port, host, tls=tls)
    return send(line, STREAM, host, **{**_HANDSHAKE, "Origin": origin})[0], line
