"""Whether a server can be reached at all, told within seconds.

`datasets` floor. Without a network the system may look for a name for half a minute, and every further try again:
no timeout of a request ends that.
"""

from __future__ import annotations

import queue
import socket
import threading
from urllib.parse import urlsplit

import requests

__all__ = ["CONNECT", "no_connection"]

CONNECT = 5.0  # seconds for the name and for the connection together


def no_connection(url: str) -> str:
    """Why the server of an address cannot be reached, in words; "" if it can, or if a proxy is to be asked."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or requests.utils.get_environ_proxies(url):
        return ""
    where = parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)
    answer: queue.SimpleQueue[str] = queue.SimpleQueue()
    # A thread of its own, since looking for a name cannot be ended; a daemon, so that nobody waits for it.
    threading.Thread(target=lambda: answer.put(_tried(where)), daemon=True).start()
    try:
        problem = answer.get(timeout=CONNECT)
    except queue.Empty:
        problem = f"no answer within {CONNECT:g} seconds"
    return f"There is no connection to {parts.hostname} ({problem})" if problem else ""


def _tried(where: tuple[str, int]) -> str:
    try:
        socket.create_connection(where, timeout=CONNECT).close()
    except (OSError, UnicodeError) as error:
        return getattr(error, "strerror", None) or str(error) or type(error).__name__
    return ""
