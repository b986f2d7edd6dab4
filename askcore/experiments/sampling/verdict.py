"""What a solver race says: who reaches which tolerance first, and whether sampling is worth it, in words.

Experiment floor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from askcore._format import capitalised, duration, fixed

EXACT_NAMES = {
    "structured": "the exact structured method",
    "arpack": "the exact decomposition of the full matrix",
}
MEASURES = ("eta", "subspace_error")
TOO_QUICK = 0.1  # seconds of an exact method under which nobody waits, hence nothing to save
PAYS_FROM = 2_000  # rows of a dense matrix from which on it takes longer (benchmarks/bench_sampling.py)
EVEN = 1.2  # ratios below it are noise of single runs


def reached_table(table: pd.DataFrame, tolerances: Sequence[float]) -> pd.DataFrame:
    """Per bandwidth, measure, tolerance and solver: the smallest sample that is good enough, and its seconds.

    Good enough is the median error over the repeats; seconds are the median of kernel and solve together.
    """
    grouped = _medians(table)
    rows = []
    for (bandwidth, solver), part in grouped.groupby(["bandwidth", "solver"], sort=False, dropna=False):
        for measure in MEASURES:
            for tolerance in tolerances:
                good = part[part[measure] <= tolerance]
                first = good.iloc[0] if len(good) else None
                rows.append(
                    {
                        "bandwidth": bandwidth,
                        "measure": measure,
                        "tolerance": tolerance,
                        "solver": solver,
                        "samples": np.nan if first is None else first["samples"],
                        "seconds": np.nan if first is None else first["seconds"],
                    }
                )
    reached = pd.DataFrame(rows)
    keys = [reached["bandwidth"].fillna(-1.0), reached["measure"], reached["tolerance"]]  # NaN equals no NaN
    rival = reached["seconds"].where(reached["solver"] == "randomized").groupby(keys).transform("max")
    reached["speedup"] = rival / reached["seconds"]
    return reached


def race_verdict(table: pd.DataFrame, settings: Mapping[str, Any]) -> str:
    """Whether sampling is worth it at the first bandwidth, judged by the scale-free error.

    ``settings`` has the ``tolerances`` and the ``shape``: as many samples as the shorter side has rows or columns read
    every entry, which is no sampling, however fast.
    """
    grouped = medians_at_first(table)
    loose = max(settings["tolerances"])
    exact = grouped[grouped["solver"].isin(EXACT_NAMES)].nsmallest(1, "seconds")
    sampled = grouped[grouped["solver"] == "nystroem"]
    if sampled.empty:
        return "The Nyström method did not run, so there is no result for sampling."
    sampled = sampled[sampled["samples"] < min(settings["shape"])]
    if sampled.empty:
        return "Every sample here reads all entries, so sampling saves nothing."
    good = sampled[sampled["subspace_error"] <= loose]
    if good.empty:
        best = sampled.loc[sampled["subspace_error"].idxmin()]
        return (
            f"Sampling does not pay here: with {int(best['samples']):,} rows and columns the subspace error is "
            f"still {best['subspace_error']:.2g}, above {loose:g}."
        )
    best = good.nsmallest(1, "seconds").iloc[0]
    ours = (
        f"sampling {int(best['samples']):,} rows and columns takes {duration(best['seconds'])} "
        f"to a subspace error of {best['subspace_error']:.2g}"
    )
    if exact.empty:
        return f"No exact method ran for comparison. {capitalised(ours)}."
    rival = exact.iloc[0]
    ratio = float(rival["seconds"] / max(best["seconds"], 1e-9))
    name, taken = EXACT_NAMES[rival["solver"]], duration(rival["seconds"])
    if rival["seconds"] < TOO_QUICK:
        return (
            f"Sampling does not pay here: {name} takes only {taken}, so little is saved. {capitalised(ours)}."
        )
    if ratio > EVEN:
        return f"Sampling pays: it is {times_faster(ratio)} than {name} ({taken}). {capitalised(ours)}."
    if ratio >= 1 / EVEN:
        return f"Sampling does not pay: {name} takes as long ({taken}) and has no error. {capitalised(ours)}."
    return f"Sampling does not pay: {name} is faster ({taken}) and has no error. {capitalised(ours)}."


def times_faster(ratio: float) -> str:
    """A ratio of times of single runs, in no more digits than those carry.

    Examples
    --------
    >>> times_faster(7.25), times_faster(89.8)
    ('7.2 times faster', '90 times faster')
    """
    return f"{fixed(ratio, 1 if ratio < 10 else 0)} times faster"


def medians_at_first(table: pd.DataFrame) -> pd.DataFrame:
    """Median errors and seconds over the repeats at the first bandwidth that was raced, sizes ascending."""
    first = table["bandwidth"].iloc[0]
    return _medians(table if np.isnan(first) else table[table["bandwidth"] == first])


def _medians(table: pd.DataFrame) -> pd.DataFrame:
    """Median errors and seconds over the repeats, sizes ascending."""
    frame = table.assign(seconds=table["seconds_kernel"] + table["seconds_solve"])
    keys = ["bandwidth", "solver", "samples"]
    values = frame.groupby(keys, sort=False, dropna=False)[[*MEASURES, "seconds"]].median().reset_index()
    return values.sort_values("samples", kind="stable").reset_index(drop=True)
