"""One file over HTTP: counted while it comes, tried again after errors that pass.

`datasets` floor. The largest public set is some 10 MB, so a download that breaks off starts over.
"""

from __future__ import annotations

import http
import itertools
import queue
import socket
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias
from urllib.parse import urlsplit

from askcore._machine import beside
from askcore._validation import DataError, needs

Progress: TypeAlias = Callable[[int, int | None], object]
CONNECT = 5.0  # seconds for the name and for the connection together
TIMEOUT = 30.0  # seconds without a byte
PAUSES = (2.0, 4.0, 8.0)  # seconds before each further try
MAX_DOWNLOAD = 64 * 2**20
CHUNK = 2**14
_PASSING = frozenset((408, 425, 429, 500, 502, 503, 504))


def download(
    url: str,
    *,
    remedy: str,
    progress: Progress | None = None,
    timeout: float = TIMEOUT,
    pauses: Sequence[float] = PAUSES,
    max_bytes: int = MAX_DOWNLOAD,
) -> bytes:
    """The bytes at an address.

    Parameters
    ----------
    url : http or https.
    remedy : what to do if they do not come, for the message.
    progress : called with the bytes that are there and the bytes in all (None if the server does not say).
    timeout : seconds without a byte.
    pauses : seconds before each further try after an error that may pass.
    max_bytes : more are refused.

    Returns
    -------
    bytes

    Raises
    ------
    DataError : no connection, timeout, an answer such as 404, more bytes than are downloaded, or fewer than were
        announced.
    """
    problem = no_connection(url)  # told at once: errors that pass are those of a server
    for pause in () if problem else (0.0, *pauses):
        time.sleep(pause)
        body = bytearray()
        problem, passes = _tried(url, body, progress, timeout, max_bytes)
        if not problem:
            return bytes(body)
        if not passes:
            break
    raise DataError(problem, where=f"download of {url}", remedy=remedy)


def no_connection(url: str, *, patience: float = CONNECT) -> str:
    """Why the server of an address cannot be reached, in words; "" if it can, or if a proxy is to be asked.

    Without a network the system may look for a name for half a minute: no timeout of a request ends that.
    """
    with needs("A download", extra="download"):
        import requests

    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or requests.utils.get_environ_proxies(url):
        return ""
    where = parts.hostname, parts.port or (443 if parts.scheme == "https" else 80)
    answer: queue.SimpleQueue[str] = queue.SimpleQueue()

    def connect() -> None:
        try:
            socket.create_connection(where, timeout=patience).close()
            answer.put("")
        except (OSError, UnicodeError) as error:
            answer.put(getattr(error, "strerror", None) or str(error) or type(error).__name__)

    # A thread of its own, since looking for a name cannot be ended; a daemon, so that nobody waits for it.
    beside(connect)
    try:
        problem = answer.get(timeout=patience)
    except queue.Empty:
        problem = f"no answer within {patience:g} seconds"
    return f"There is no connection to {parts.hostname} ({problem})" if problem else ""


def status_words(code: int) -> str:
    """An HTTP status as number and words.

    Examples
    --------
    >>> status_words(404), status_words(799)
    ('404 (Not Found)', '799')
    """
    known = {status.value: status.phrase for status in http.HTTPStatus}
    return f"{code} ({known[code]})" if code in known else str(code)


def _tried(
    url: str, body: bytearray, progress: Progress | None, timeout: float, max_bytes: int
) -> tuple[str, bool]:
    """Fill ``body``; why that failed ("" if it did not), and whether it may work in a moment."""
    import requests

    of = ""
    try:
        # Bytes as they lie there, or they are not as many as were announced.
        plain = {"Accept-Encoding": "identity"}
        with requests.get(url, headers=plain, stream=True, timeout=timeout) as answer:
            if answer.status_code != http.HTTPStatus.OK:
                words = f"The server answered {status_words(answer.status_code)}"
                return words, answer.status_code in _PASSING
            length = answer.headers.get("Content-Length", "")
            total = int(length) if length.isdigit() else None
            of = "" if total is None else f" of {total:,}"
            for chunk in itertools.chain([b""], answer.iter_content(CHUNK)):
                body += chunk
                if max(len(body), total or 0) > max_bytes:
                    return (
                        f"The file has more than {max_bytes / 2**20:,.0f} MB; this is the limit",
                        False,
                    )
                if progress is not None:
                    progress(len(body), total)
    except requests.exceptions.Timeout:
        return f"The server did not answer within {timeout:g} seconds", True
    except (requests.exceptions.ChunkedEncodingError, requests.exceptions.ConnectionError) as error:
        if "timed out" in str(error):
            return f"The server fell silent for {timeout:g} seconds", True
        return (
            f"The download broke off at {len(body):,}{of} bytes" if body or of else "There is no connection"
        ), True
    except requests.exceptions.RequestException as error:
        return f"The address cannot be read from ({str(error)[:200]})", False
    return "", False
