"""A machine whose firewall drops all that goes out: Python that starts with this folder in its path gets no answer.

Names are not found and connections are not made, but only after a wait, as where packets vanish.
"""

from __future__ import annotations

import socket
import time
from typing import Any

WAIT = 5.0  # seconds
HERE = ("127.", "localhost", "0.0.0.0", "::1")

_connect, _look_up = socket.socket.connect, socket.getaddrinfo


def _vanish(host: Any) -> None:
    if isinstance(host, str) and host and not host.startswith(HERE):
        time.sleep(WAIT)
        raise TimeoutError(f"{host} does not answer")


def connect(self: socket.socket, address: Any) -> None:
    """Connect to this machine alone."""
    if self.family != socket.AF_UNIX:
        _vanish(address[0])
    _connect(self, address)


def look_up(host: Any, *rest: Any, **more: Any) -> Any:
    """Find names of this machine alone."""
    _vanish(host)
    return _look_up(host, *rest, **more)


socket.socket.connect = connect  # type: ignore[method-assign]
socket.getaddrinfo = look_up
