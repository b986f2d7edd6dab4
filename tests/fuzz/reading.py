"""One case given to every reader: only data that hold together, and DataErrors that one can read, may come out.

What a case may cost is bounded here, too: seconds of the processor by an alarm, memory by what the process grew to.
"""

from __future__ import annotations

import contextlib
import io
import resource
import signal
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from askcore.datasets import DataError, read_bags, read_graph, read_images, read_matrix, read_table
from askcore.datasets.survey import (
    guess_kind,
    kinds_of,
    may_hold_labels,
    survey_edges,
    survey_parts,
    survey_table,
)
from askcore.models import load_model
from tests.fuzz.mutation import Case
from tests.fuzz.objects import labels_from, model_from, object_from

SECONDS, MEMORY = 5.0, 500 * 2**20
LONGEST_MESSAGE = 2_000

READERS: dict[str, Callable[[Any], Any]] = {
    "read_graph": read_graph,
    "read_table": read_table,
    "read_matrix": read_matrix,
    "read_bags": read_bags,
    "read_images": read_images,
}
# Other ways through the same readers; each case goes one of them.
WAYS: dict[str, Callable[[Any], Any]] = {
    "guess_kind": guess_kind,
    "kinds_of": kinds_of,
    "may_hold_labels": may_hold_labels,
    "survey_parts": survey_parts,
    "survey_table": survey_table,
    "survey_edges": survey_edges,
    "read_graph, weights off": lambda file: read_graph(file, weight=False),
    "read_graph, weight": lambda file: read_graph(file, weight="weight"),
    "read_graph, labels": lambda file: read_graph(b"a,b\nb,c\nc,a\n", labels=file),
    "read_matrix, labels": lambda file: read_matrix(b"1,2\n3,4\n5,6\n", labels=file),
    "read_table, labels": lambda file: read_table(b"u,v\n1,2\n3,4\n5,6\n", labels=file),
    "read_table, gaps filled": lambda file: read_table(
        file, missing="mean", categories="ordinal", label=False
    ),
    "read_table, gaps dropped": lambda file: read_table(file, missing="drop", categories="one-hot"),
}


def _opened_and_used(file: Any) -> None:
    """A spoilt model that still opens may predict anything and refuse anything, but not take the process along."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of another version, which the file says
        model = load_model(model_from(file.getvalue()))
    with warnings.catch_warnings(), contextlib.suppress(Exception):
        warnings.simplefilter("ignore")
        model.predict(np.ones((3, 2)))


# What is made from the bytes of a case, which are its seed.
MADE: dict[str, Callable[[Any], Any]] = {
    "load_model": _opened_and_used,
    "read_graph, an object": lambda file: read_graph(object_from(file.getvalue())),
    "read_table, an object": lambda file: read_table(object_from(file.getvalue())),
    "read_matrix, an object": lambda file: read_matrix(object_from(file.getvalue())),
    "read_bags, an object": lambda file: read_bags(object_from(file.getvalue())),
    "read_graph, labels that are an object": lambda file: read_graph(
        b"a,b\nb,c\nc,a\n", labels=labels_from(file.getvalue())
    ),
}


class _Late(BaseException):
    """The alarm: no Exception, so that no reader takes it for a damaged file."""


@contextmanager
def _alarm() -> Iterator[None]:
    def ring(*_: object) -> None:
        raise _Late

    signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def limit_memory(most: int = 3 * MEMORY) -> None:
    """Let this process grow by no more than this; a case that asks for more than MEMORY is a finding before."""
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + most, now + most))


def _grown(status: str = "/proc/self/status") -> tuple[int, int]:
    """Resident memory now, and its peak since `_forget_peak`, in bytes."""
    fields = dict(line.split(":", 1) for line in Path(status).read_text().splitlines() if ":" in line)
    now, peak = (1024 * int(fields[name].split()[0]) for name in ("VmRSS", "VmHWM"))
    return now, peak


def _forget_peak() -> int:
    Path("/proc/self/clear_refs").write_text("5")
    return _grown()[0]


def finding(case: Case, name: str) -> str:
    """What is wrong with what one reader makes of a case, in words that stay while the case is made smaller; or ""."""
    read = {**READERS, **WAYS, **MADE}[name]
    file = io.BytesIO(case.data)
    file.name = case.name
    before, start = _forget_peak(), time.process_time()
    try:
        with warnings.catch_warnings(record=True) as leaked, _alarm():
            warnings.simplefilter("always")
            problem = _unsound(read(file))
    except DataError as error:
        problem = _unreadable(error)
    except _Late:
        problem = f"takes over {SECONDS:.0f} s"
    except Exception as error:  # noqa: BLE001
        last = traceback.extract_tb(error.__traceback__)[-1]
        problem = f"{type(error).__name__} in {Path(last.filename).name}, {last.name}"
    if problem:
        return problem
    if leaked:
        return f"warns: {leaked[0].category.__name__} in {Path(leaked[0].filename).name}"
    if time.process_time() - start > SECONDS:
        return f"takes over {SECONDS:.0f} s"
    return f"takes over {MEMORY >> 20} MB" if _grown()[1] - before > MEMORY else ""


def _unreadable(error: DataError) -> str:
    text = str(error)
    if len(text) > LONGEST_MESSAGE:
        return "a message of over 2,000 characters"
    if not error.remedy:
        return "a message without a remedy"
    return _half(text)


def _half(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return "half a character in a message"
    return ""


def _unsound(data: Any) -> str:
    """What does not hold together in data that were read; "" for anything else, such as a survey."""
    kind = getattr(data, "kind", None)
    if kind is None:
        return ""
    values: Any = {
        "graph": lambda: data.adjacency,
        "table": lambda: data.X,
        "matrix": lambda: data.matrix,
        "bags": lambda: np.concatenate(data.bags),
    }[kind]()
    numbers = values.data if sparse.issparse(values) else values
    if numbers.dtype != np.float64 or not np.isfinite(numbers).all():
        return "values that are not finite"
    if len(data.sample_names) != data.n_samples or len(set(data.sample_names)) != data.n_samples:
        return "names that are not different"
    if data.labels is not None and len(data.labels) != data.n_samples:
        return "another number of labels"
    if max(map(len, data.notes), default=0) > LONGEST_MESSAGE:
        return "a note of over 2,000 characters"
    return _half("\n".join([*data.sample_names, *data.column_names, *data.notes, *map(str, data.classes)]))
