"""Tables 4 and 5 and figure 1 of Tao et al. 2023: seconds to a tolerance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from askcore._validation import fits_memory
from askcore.datasets import GraphData
from askcore.experiments.choice import KernelChoice
from askcore.experiments.problem import Problem
from askcore.experiments.sampling.race import solver_race
from askcore.papers.engine.protocol import Options, Scores, Unit, per_repeat, read_protocols

OURS = "asymmetric Nystrom"
METHODS = {
    "TSVD": "arpack",
    "RSVD": "randomized",
    "symmetric Nystrom": "symmetric_nystroem",
    OURS: "nystroem",
}
SIZES = 10  # sample sizes tried, from the rank on, each the same multiple of the one before
FACTORS = (0.5, 1.0, 2.0, 4.0)
AT = f"{OURS} k="


@per_repeat
def seconds_to_tolerance(data: GraphData, unit: Unit, repeat: int, options: Options) -> Scores:
    """Tables 4 and 5: one race per repeat; NaN where a solver does not reach the tolerance."""
    factor = float(options["factors"].get(unit.dataset, 1.0))
    solvers = [METHODS[name] for name in unit.methods]
    reached = _race(data, factor, solvers, unit.seed_of(repeat), options)
    for name, solver in zip(unit.methods, solvers, strict=True):
        yield name, {"seconds": reached.loc[solver, "seconds"]}
        if name == OURS:
            yield name, {"speedup_over_rsvd": reached.loc[solver, "speedup"]}


@per_repeat
def bandwidths(data: GraphData, unit: Unit, repeat: int, options: Options) -> Scores:
    """Figure 1: samples needed, and speedup over the randomised method, at k times sqrt(M var(A))."""
    for name in unit.methods:
        factor = float(name.removeprefix(AT))
        reached = _race(data, factor, ["randomized", "nystroem"], unit.seed_of(repeat), options).loc[
            "nystroem"
        ]
        yield name, {"samples": reached["samples"], "speedup_over_rsvd": reached["speedup"]}


def _race(
    data: GraphData, factor: float, solvers: Sequence[str], seed: int, options: Options
) -> pd.DataFrame:
    """``reached`` in eta of a race on the SNE matrix, which is given and not timed; indexed by solver."""
    choice = KernelChoice("sne", orientation=options["orientation"], matrix="crossed", bandwidth=factor)
    G = Problem(data, choice).on_demand
    r = int(options["n_components"])
    sizes = np.geomspace(r, min(options["max_samples"], *G.shape), SIZES)
    result = solver_race(
        G.toarray() if fits_memory(40.0 * G.shape[0] * G.shape[1]) else G,
        n_components=r,
        solvers=solvers,
        samples=sorted({round(size) for size in sizes}),
        tolerances=[options["tolerance"]],
        oversampling=options["oversampling"],
        random_state=seed,
        stop="eta",
    ).run()
    return result.reached[result.reached["measure"] == "eta"].set_index("solver")


PROTOCOLS = read_protocols(
    "ksvd.toml",
    {
        "ksvd-4": (seconds_to_tolerance, METHODS),
        "ksvd-5": (seconds_to_tolerance, METHODS),
        "ksvd-figure-1": (bandwidths, (f"{AT}{factor:g}" for factor in FACTORS)),
    },
)
