"""Tables 4 and 5 and figure 1 of Tao et al. 2023: seconds to a tolerance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from askcore._validation import fits_memory
from askcore.datasets import GraphData
from askcore.experiments.choice import KernelChoice
from askcore.experiments.problem import Problem
from askcore.experiments.sampling.race import solver_race
from askcore.papers.engine.protocol import Unit, Values, read_protocols
from askcore.papers.engine.published import load_set

METHODS = {
    "TSVD": "arpack",
    "RSVD": "randomized",
    "symmetric Nystrom": "symmetric_nystroem",
    "asymmetric Nystrom": "nystroem",
}
SIZES = 10  # sample sizes tried, from the rank on, each the same multiple of the one before
FACTORS = (0.5, 1.0, 2.0, 4.0)
AT = "asymmetric Nystrom k="


def seconds_to_tolerance(data: GraphData, unit: Unit, options: Mapping[str, Any]) -> Values:
    """Tables 4 and 5: one race per repeat; NaN where a solver does not reach the tolerance."""
    factor = float(options["factors"].get(unit.dataset, 1.0))
    found: dict[str, dict[str, list[float]]] = {name: {"seconds": []} for name in unit.methods}
    with_ours = "asymmetric Nystrom" in unit.methods
    if with_ours:
        found["asymmetric Nystrom"]["speedup_over_rsvd"] = []
    for repeat in unit.repeats:
        reached = _race(data, factor, [METHODS[name] for name in unit.methods], unit.seed_of(repeat), options)
        for name in unit.methods:
            found[name]["seconds"].append(float(reached.loc[METHODS[name], "seconds"]))
        if with_ours:
            found["asymmetric Nystrom"]["speedup_over_rsvd"].append(float(reached.loc["nystroem", "speedup"]))
    return found


def bandwidths(data: GraphData, unit: Unit, options: Mapping[str, Any]) -> Values:
    """Figure 1: samples needed, and speedup over the randomised method, at k times sqrt(M var(A))."""
    found: dict[str, dict[str, list[float]]] = {}
    for name in unit.methods:
        columns = found.setdefault(name, {"samples": [], "speedup_over_rsvd": []})
        for repeat in unit.repeats:
            factor = float(name.removeprefix(AT))
            reached = _race(data, factor, ["randomized", "nystroem"], unit.seed_of(repeat), options)
            columns["samples"].append(float(reached.loc["nystroem", "samples"]))
            columns["speedup_over_rsvd"].append(float(reached.loc["nystroem", "speedup"]))
    return found


def _race(
    data: GraphData, factor: float, solvers: Sequence[str], seed: int, options: Mapping[str, Any]
) -> pd.DataFrame:
    """``reached`` in eta of a race on the SNE matrix, which is given and not timed; indexed by solver."""
    choice = KernelChoice("sne", orientation=options["orientation"], matrix="crossed", bandwidth=factor)
    G = Problem(data, choice).on_demand
    matrix = G.toarray() if fits_memory(40.0 * G.shape[0] * G.shape[1]) else G
    r = int(options["n_components"])
    sizes = np.geomspace(r, min(options["max_samples"], *G.shape), SIZES)
    result = solver_race(
        matrix,
        n_components=r,
        solvers=solvers,
        samples=sorted({round(size) for size in sizes}),
        tolerances=[options["tolerance"]],
        oversampling=options["oversampling"],
        random_state=seed,
        stop="eta",
    ).run()
    reached = result.reached
    return reached[reached["measure"] == "eta"].set_index("solver")


PROTOCOLS = read_protocols(
    "ksvd.toml",
    {
        "ksvd-4": (seconds_to_tolerance, METHODS),
        "ksvd-5": (seconds_to_tolerance, METHODS),
        "ksvd-figure-1": (bandwidths, (f"{AT}{factor:g}" for factor in FACTORS)),
    },
    load_set,
)
