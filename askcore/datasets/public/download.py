"""One file over HTTP: resumed where the server allows, counted, tried again after errors that pass.

`datasets` floor. The part that has come lies beside the target as NAME.part, with what the server calls this
version of the file (its ETag) in NAME.part.tag: another version is never glued to it.
"""

from __future__ import annotations

import errno
import http
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import pooch
import requests

from askcore._validation import DataError
from askcore.datasets.public._connection import no_connection
from askcore.datasets.public._partial import Partial

__all__ = ["DELAY", "RETRIES", "TIMEOUT", "Progress", "download", "full_disk", "status_words"]

Progress: TypeAlias = Callable[[int, int | None], object]
TIMEOUT = 30.0  # seconds without a byte
RETRIES = 3
DELAY = 2.0  # seconds before the first retry; doubled for each further one
MAX_DOWNLOAD = 256 * 2**20
CHUNK = 2**14  # bytes; of a download that breaks off, whole chunks are kept
_PASSING = frozenset((408, 425, 429, 500, 502, 503, 504))


class _Passing(Exception):
    """What went wrong may be gone in a moment."""


def download(url: str, target: Path, *, remedy: str, progress: Progress | None = None) -> Path:
    """Download ``url`` to ``target``.

    Parameters
    ----------
    remedy : what to do if it does not come, for the message.
    progress : called with the bytes that are there and the bytes in all (None if the server does not say).

    Raises
    ------
    DataError : no connection, timeout, an answer such as 404, more bytes than are downloaded, fewer than were
        announced, or no room on the disk. What has come is kept for the next try, unless there is no room.
    """
    log = pooch.get_logger()
    before = log.level
    log.setLevel("WARNING")  # that it downloads is told by `progress`
    try:
        target.unlink(missing_ok=True)
        pooch.retrieve(
            url, None, fname=target.name, path=target.parent, downloader=_Resuming(target, remedy, progress)
        )
    except OSError as error:
        if full := full_disk(error, target.parent):
            Partial(target).remove()
            raise full from error
        raise DataError(
            f"The folder cannot be written to ({error.strerror or error})",
            where=str(target.parent),
            remedy="Give another folder as data_home.",
        ) from error
    finally:
        log.setLevel(before)
    return target


def full_disk(error: BaseException, folder: Path) -> DataError | None:
    """The refusal if an error says that the disk is full, else None."""
    if getattr(error, "errno", None) not in (errno.ENOSPC, errno.EDQUOT):
        return None
    return DataError(
        "There is no room left on the disk",
        where=str(folder),
        remedy="Make room, or give a folder on another disk as data_home.",
    )


def status_words(code: int) -> str:
    """An HTTP status as number and words.

    Examples
    --------
    >>> status_words(404), status_words(799)
    ('404 (Not Found)', '799')
    """
    known = {status.value: status.phrase for status in http.HTTPStatus}
    return f"{code} ({known[code]})" if code in known else str(code)


class _Resuming:
    """What pooch calls to download: ``(url, output_file, pooch)``."""

    def __init__(self, target: Path, remedy: str, progress: Progress | None) -> None:
        self.partial, self.remedy, self.progress = Partial(target), remedy, progress
        self.total: int | None = None

    def __call__(self, url: str, output_file: Any, pooch: Any = None, check_only: bool = False) -> None:
        if problem := no_connection(url):  # told at once; errors that pass are those of a server
            raise self._refusal(problem, url)
        for left in range(RETRIES, -1, -1):
            try:
                self._once(url)
                break
            except _Passing as error:
                if not left:
                    raise self._refusal(str(error), url) from error.__cause__
                time.sleep(DELAY * 2 ** (RETRIES - left))
        os.replace(self.partial.path, output_file)
        self.partial.remove()

    def _once(self, url: str) -> None:
        try:
            with requests.get(
                url, headers=self.partial.asks(), stream=True, timeout=TIMEOUT, allow_redirects=True
            ) as answer:
                self._take(answer, url)
        except requests.exceptions.Timeout as error:
            raise _Passing(f"The server did not answer within {TIMEOUT:g} seconds") from error
        except requests.exceptions.ChunkedEncodingError as error:
            raise _Passing(self._stopped()) from error
        except requests.exceptions.ConnectionError as error:
            late = "timed out" in str(error)
            what = f"The server fell silent for {TIMEOUT:g} seconds" if late else "There is no connection"
            raise _Passing(what) from error
        except requests.exceptions.RequestException as error:
            raise self._refusal(f"The address cannot be read from ({str(error)[:200]})", url) from error

    def _take(self, answer: requests.Response, url: str) -> None:
        if answer.status_code == http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE and self.partial.size:
            self.partial.remove()
            raise _Passing("The server does not go on where the download stopped")
        if answer.status_code not in (http.HTTPStatus.OK, http.HTTPStatus.PARTIAL_CONTENT):
            words = f"The server answered {status_words(answer.status_code)}"
            raise _Passing(words) if answer.status_code in _PASSING else self._refusal(words, url)
        done = self.partial.begins(answer)
        length = answer.headers.get("Content-Length", "")
        self.total = done + int(length) if length.isdigit() else None
        self._check_size(self.total or 0, url)
        self._check_room((self.total or done) - done)
        with self.partial.path.open("ab") as file:
            self._copy(answer, file, done, url)

    def _copy(self, answer: requests.Response, file: BinaryIO, done: int, url: str) -> None:
        self._tell(done)
        for chunk in answer.iter_content(CHUNK):
            done += len(chunk)
            self._check_size(done, url)
            file.write(chunk)
            self._tell(done)
        if self.total is not None and done < self.total:
            file.flush()
            raise _Passing(self._stopped())

    def _stopped(self) -> str:
        of = "" if self.total is None else f" of {self.total:,}"
        return f"The download broke off at {self.partial.size:,}{of} bytes"

    def _tell(self, done: int) -> None:
        if self.progress is not None:
            self.progress(done, self.total)

    def _check_size(self, size: int, url: str) -> None:
        if size > MAX_DOWNLOAD:
            self.partial.remove()
            raise self._refusal(
                f"The file has more than {MAX_DOWNLOAD // 2**20:,} MB, and no more are downloaded", url
            )

    def _check_room(self, needed: int) -> None:
        if shutil.disk_usage(self.partial.path.parent).free < needed:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _refusal(self, problem: str, url: str) -> DataError:
        return DataError(problem, where=f"download of {url}", remedy=self.remedy)
