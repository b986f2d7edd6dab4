"""Tables from OpenML, through scikit-learn.

`datasets` floor. A data set on OpenML has a number of its own for every version, so the number pins both.
"""

from __future__ import annotations

import http.client
import shutil
import socket
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import numpy as np
from sklearn.datasets import fetch_openml

from askcore._validation import DataError
from askcore.datasets.public._connection import no_connection
from askcore.datasets.public.download import DELAY, RETRIES, TIMEOUT, Progress, full_disk, status_words
from askcore.datasets.public.registry import PublicSet
from askcore.datasets.public.tables import Columns, as_table
from askcore.datasets.table_data import TableData

__all__ = ["fetch_table"]


def fetch_table(
    wanted: PublicSet, folder: Path, *, remedy: str, progress: Progress | None = None
) -> TableData:
    """Download one table; what scikit-learn keeps in ``folder`` meanwhile is removed once it was read.

    After a network error it stays, so that the next try goes on with what has come.

    Raises
    ------
    DataError : for whatever keeps the table from coming, with ``remedy``.
    """
    kept = folder / f"openml-{wanted.details['data_id']}"  # its own: others may download meanwhile
    if problem := no_connection(wanted.url):
        raise DataError(problem, where=f"download of {wanted.url}", remedy=remedy)
    if progress is not None:
        progress(0, None)
    try:
        columns = _columns(wanted, kept)
    except HTTPError as error:
        error.close()
        raise DataError(
            f"OpenML answered {status_words(error.code)}", where=f"download of {wanted.url}", remedy=remedy
        ) from error
    except (TimeoutError, OSError, http.client.HTTPException) as error:
        if full := full_disk(error, folder):
            raise full from error
        reason = getattr(error, "reason", error)
        raise DataError(
            f"OpenML cannot be reached ({str(reason)[:200] or type(reason).__name__})",
            where=f"download of {wanted.url}",
            remedy=remedy,
        ) from error
    except (ValueError, KeyError, TypeError, EOFError, AttributeError) as error:
        shutil.rmtree(kept, ignore_errors=True)
        raise DataError(
            f"What OpenML sent cannot be read ({str(error)[:200] or type(error).__name__})",
            where=f"download of {wanted.url}",
            remedy=remedy,
        ) from error
    shutil.rmtree(kept, ignore_errors=True)
    table = as_table(columns, wanted)
    if progress is not None:
        progress(wanted.bytes, wanted.bytes)
    return table


def _columns(wanted: PublicSet, kept: Path) -> Columns:
    with _waiting(TIMEOUT), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it tries again after an error, or that a version is an old one
        found = fetch_openml(
            data_id=wanted.details["data_id"],
            data_home=str(kept),
            n_retries=RETRIES,
            delay=DELAY,
            as_frame=True,
            parser="liac-arff",  # reads numbers by float(), as the readers of files here do
        )
    frame = found.frame
    names = [str(name) for name in frame.columns]
    return Columns(names, [_cells(frame[name]) for name in frame.columns], wanted.files[0])


def _cells(column: Any) -> list[Any]:
    if column.dtype.kind in "biuf":
        return np.asarray(column, dtype=np.float64).tolist()
    return ["" if cell is None or cell != cell else str(cell) for cell in column.tolist()]


@contextmanager
def _waiting(seconds: float) -> Iterator[None]:
    """Sockets opened meanwhile wait so long at most: fetch_openml has no timeout of its own."""
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(seconds)
    try:
        yield
    finally:
        socket.setdefaulttimeout(before)
