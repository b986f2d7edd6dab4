"""What every benchmark shares: turns and medians, peak memory, a process for each part, records of what was found.

A benchmark is a script ``bench_<name>.py`` of parts, functions that call ``compare`` or ``record``, and ends with
``run({"part": function, ...})``. Names of records begin with <name>. ``python -m benchmarks`` runs all of them and
writes what they record, and what they print, to docs/benchmarks.json; bounds stand in floors.toml, and page.py says
which figures docs/benchmarks.md shows.

Seconds are of the processor unless a clock is given: of a busy machine the wall clock would measure the load. BLAS has
one thread unless OPENBLAS_NUM_THREADS says otherwise. With ASKCORE_BENCH_SMALL set everything is tiny and done once, to
see that it runs; figures mean nothing then.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import time
import tomllib
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import scipy.sparse as sp

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for the processes of the parts

HERE = Path(__file__).parent
SMALL = bool(os.environ.get("ASKCORE_BENCH_SMALL"))
RECORDS = "ASKCORE_BENCH_RECORDS"  # names a file to which records go, a line of JSON each
REPEATS = 5
Size = TypeVar("Size")
Result = TypeVar("Result")
Work = Callable[[], Any]


def sized(full: Size, small: Size) -> Size:
    """A size of a benchmark, and what it is in a run that only sees whether it works."""
    return small if SMALL else full


def floors() -> dict[str, tuple[str, float]]:
    """Name of a record: ("at least" or "at most", bound)."""
    read = tomllib.loads((HERE / "floors.toml").read_text(encoding="utf-8"))
    return {
        name: (kind.replace("_", " "), bound) for kind, part in read.items() for name, bound in part.items()
    }


def holds(value: float, bound: tuple[str, float] | None) -> bool:
    """Whether a value meets its bound; all do that have none."""
    return bound is None or (value >= bound[1] if bound[0] == "at least" else value <= bound[1])


def record(name: str, value: float, unit: str = "times", **more: Any) -> None:
    """Print a figure, and keep it where a driver asks for it.

    ``more``: ``goal``, the most that is wanted of a figure that is no ratio and has no floor; ``published``, the same
    figure elsewhere; ``runs``, of which it is the median; ``seconds``, of ours and a peer; ``note``, in words.
    """
    found = {"name": name, "value": float(value), "unit": unit, **more}
    print(line(found), flush=True)
    if os.environ.get(RECORDS):
        with open(os.environ[RECORDS], "a", encoding="utf-8") as file:
            file.write(json.dumps(found) + "\n")


def line(found: Mapping[str, Any]) -> str:
    """A record as it is printed."""
    said = [f"{shown(found['value'])} {found['unit']}"]
    if "seconds" in found:
        said.append(", ".join(f"{name} {shown(value)} s" for name, value in found["seconds"].items()))
    if "goal" in found:
        said.append(f"wanted: at most {found['goal']:g}")
    if "published" in found:
        said.append(f"published: {found['published']:g}")
    bound = floors().get(found["name"])
    if bound:
        said.append(f"{'' if SMALL or holds(found['value'], bound) else 'NOT '}{bound[0]} {bound[1]:g}")
    return f"   {found['name']}: {'; '.join([*said, *filter(None, [found.get('note')])])}"


def shown(value: float) -> str:
    """Three digits, and no exponent."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


@dataclass(frozen=True)
class Compared:
    """Of ours and of each peer: median seconds, and what the last call gave."""

    seconds: dict[str, float]
    results: dict[str, Any]


def compare(
    name: str,
    *,
    ours: Work,
    repeats: int = REPEATS,
    clock: Callable[[], float] = time.process_time,
    counted: Mapping[str, float] | None = None,
    note: str = "",
    published: float | None = None,
    **peers: Work,
) -> Compared:
    """Ours and its peers in turns, whose order turns, too; the median of their ratios is ``<name>.<peer>_over_ours``.

    ``counted`` says how often a peer would have to be called, where one call is timed and the others are its like.
    """
    works, counted = {"ours": ours, **peers}, counted or {}
    taken: dict[str, list[float]] = {each: [] for each in works}
    results: dict[str, Any] = {}
    for turn in range(sized(repeats, 1)):
        for each in list(works)[:: -1 if turn % 2 else 1]:
            results.pop(each, None)  # the memory of the last one
            began = clock()
            results[each] = works[each]()
            taken[each].append(max(clock() - began, 1e-9) * counted.get(each, 1))
    seconds = {each: statistics.median(times) for each, times in taken.items()}
    for peer in peers:
        ratio = statistics.median(b / a for a, b in zip(taken["ours"], taken[peer], strict=True))
        many = counted.get(peer, 1)
        said = [f"{peer} is one call, counted {many:g} times"] if many != 1 else []
        record(
            f"{name}.{peer}_over_ours",
            ratio,
            runs=len(taken[peer]),
            seconds={"ours": seconds["ours"], peer: seconds[peer]},
            note="; ".join([*said, *filter(None, [note])]),
            **({} if published is None else {"published": published}),
        )
    return Compared(seconds, results)


class Timed(NamedTuple):
    """Median seconds of some calls, how many, and what the last one gave."""

    seconds: float
    result: Any
    runs: int


def timed(work: Work, repeats: int = 1, clock: Callable[[], float] = time.process_time) -> Timed:
    """The same work a few times."""
    taken, runs = [], sized(repeats, 1)
    for _ in range(runs):
        began = clock()
        result = work()
        taken.append(clock() - began)
    return Timed(statistics.median(taken), result, runs)


def public_graph(name: str) -> tuple[sp.csr_array, np.ndarray] | None:
    """Links (source, target) and classes of a graph under ASKCORE_DATA; None without."""
    folder = os.environ.get("ASKCORE_DATA")
    if SMALL:
        edges, labels = np.random.default_rng(0).integers(0, 120, (600, 2)), np.arange(120) % 3
    elif folder:
        with np.load(Path(folder) / "graphs" / f"{name}.npz", allow_pickle=False) as data:
            edges, labels = data["edges"], data["labels"].astype(int)
    else:
        print(f"   {name}: skipped, ASKCORE_DATA is not set", flush=True)
        return None
    shape = (len(labels), len(labels))
    return sp.csr_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=shape), labels


def peak_memory() -> float:
    """Most bytes that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def apart(function: Callable[..., Result], *arguments: Any) -> tuple[Result, float]:
    """What a function of a script gives in a process of its own, and the most bytes that this one held."""
    if SMALL:
        return _with_peak(function, *arguments)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_with_peak, function, *arguments).result()


def _with_peak(function: Callable[..., Result], *arguments: Any) -> tuple[Result, float]:
    return function(*arguments), peak_memory()


def run(parts: Mapping[str, Work]) -> None:
    """The parts whose names begin with an argument, or all; each in a process of its own, whose peak memory is its own.

    Leaves with 1 where one of them fails; the others are run all the same.
    """
    asked = sys.argv[1:]
    if asked[:1] == ["--alone"]:
        alone(parts[asked[1]])
        return
    chosen = [part for part in parts if not asked or any(part.startswith(word) for word in asked)]
    if not chosen:
        sys.exit(f"no part begins with {' or '.join(asked)}; there are: {', '.join(parts)}")
    failed = []
    for part in chosen:
        print(part, file=sys.stderr, flush=True)
        if SMALL:
            alone(parts[part])
        elif subprocess.run([sys.executable, sys.argv[0], "--alone", part]).returncode:
            failed.append(part)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


def alone(part: Work) -> None:
    """A part in this process."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        part()
