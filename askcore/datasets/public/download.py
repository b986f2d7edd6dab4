"""One file over HTTP, by pooch.

The largest public set is some 10 MB, so a download that breaks off leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from askcore._validation import DataError, needs

Progress: TypeAlias = Callable[[int, int | None], object]
CONNECT = 5.0  # seconds for a connection
TIMEOUT = 30.0  # seconds without a byte
MAX_DOWNLOAD = 64 * 2**20
CHUNK = 2**14


class _TooLargeError(Exception):
    """The file has more bytes than are downloaded."""


class _Bar:
    """What pooch takes for a progress bar: tells ``progress`` how many bytes have come, and ends what is too long."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress, self.total, self.come = progress, 0, 0

    def update(self, more: int) -> None:
        """So many bytes more; the last piece may have been shorter."""
        self.come += more
        if max(self.total, self.come - CHUNK) > MAX_DOWNLOAD:
            raise _TooLargeError
        if self.progress is not None:
            self.progress(min(self.come, self.total or self.come), self.total or None)

    def reset(self) -> None:
        """Before all bytes are told at the end."""
        self.come = 0 if self.total else self.come

    def close(self) -> None:
        """The end."""


def download(url: str, path: Path, *, remedy: str, progress: Progress | None = None) -> None:
    """Write what lies at an address into a file."""
    with needs("A download", extra="download"):
        import pooch
        from requests import exceptions

    bar = _Bar(progress)
    # Bytes as they lie there, or they are not as many as were announced.
    plain = {"Accept-Encoding": "identity"}
    get = pooch.HTTPDownloader(progressbar=bar, chunk_size=CHUNK, timeout=(CONNECT, TIMEOUT), headers=plain)
    try:
        get(url, str(path), None)
        return
    except exceptions.HTTPError as error:
        problem = f"The server answered {str(error).partition(' for url')[0]}"
    except _TooLargeError:
        problem = f"The file has more than {MAX_DOWNLOAD / 2**20:,.0f} MB, the limit"
    except (exceptions.RequestException, ValueError) as error:  # also a length that is no number
        problem = f"The download stopped after {bar.come:,} bytes"
        if not bar.come and not isinstance(error, exceptions.ChunkedEncodingError):
            silent = isinstance(error, exceptions.ReadTimeout)
            why = "it stopped answering" if silent else "it cannot be reached"
            problem = f"There is no connection to {urlsplit(url).hostname or url}: {why}"
    raise DataError(problem, where=f"download of {url}", remedy=remedy)
