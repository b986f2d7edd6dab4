"""Which way to the leading singular triplets is fastest, and how wrong it is: every solver on the same matrix.

Experiment floor. Time for evaluating the kernel stands apart from time for the decomposition, and two errors are
reported: the paper's eta, which carries the scale of the singular values, and the subspace error, which does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from askcore._validation import check_whole
from askcore.experiments.race_source import race_source
from askcore.experiments.run import Run
from askcore.experiments.sampling.field import RACERS
from askcore.experiments.sampling.steps import STOPS, Race, SolverRaceResult
from askcore.solvers import SAMPLINGS, check_rank

__all__ = ["RACERS", "SolverRaceResult", "solver_race"]


def solver_race(
    matrix_or_data: Any,
    *,
    n_components: int = 20,
    solvers: Sequence[str] | None = None,
    samples: Sequence[int] | None = None,
    tolerances: Sequence[float] = (0.1, 0.01),
    random_state: int = 0,
    kernel: str = "sne",
    kernel_params: Mapping[str, Any] | None = None,
    bandwidths: Sequence[float] = (1.0,),
    orientation: str = "in",
    sampling: str = "uniform",
    oversampling: int | None = None,
    center: bool = False,
    power: int = 4,
    repeats: int = 1,
    stop: str = "auto",
) -> Run[SolverRaceResult]:
    r"""Set up a race for the ``n_components`` leading singular triplets of one matrix; ``.run()`` runs it.

    Parameters
    ----------
    matrix_or_data : the matrix G itself (array, sparse, operator or MatrixData; then nothing is evaluated and
        ``seconds_kernel`` of the exact solvers is 0), a GraphData (G between the rows and columns of its adjacency)
        or a TableData (G = K(X, X)).
    n_components : r.
    solvers : names among ``RACERS``; None: all that apply. "structured" is ARPACK on the exact sparse structure;
        "arpack", "randomized" and "symmetric_nystroem" evaluate every entry first; "nystroem" evaluates blocks.
    samples : sample sizes to try, rows as many as columns; for "randomized" the number of random directions. None:
        from r on, doubling, each solver until both errors are below the smallest tolerance.
    tolerances : for ``reached`` and the verdict.
    random_state : a whole number; the seed of the first repeat, the next ones count up.
    kernel, kernel_params : for data. ``sigma`` defaults to sqrt(M var(A)) for a graph (Tao et al. 2023,
        appendix D.2) and to the median distance of rows for a table.
    bandwidths : factors of sigma, raced one after the other (figure 1 of the paper).
    orientation : "in": row i of A holds the links to node i (row = cited paper, which the published times need),
        "out": those from it.
    sampling, oversampling : of "nystroem"; oversampling 0 is the published formula, see ``asymmetric_nystroem``.
    center : centre G.  power : power iterations of "randomized".  repeats : seeds for each sampled run.
    stop : let a solver grow no further once its median "eta", "subspace_error" or "both" are below the smallest
        tolerance, or "never"; "auto": both where ``samples`` is None, else never.

    Returns
    -------
    Run : ``.run(progress=None, cancel=None)`` gives a ``SolverRaceResult``; ``.settings["memory_bytes"]`` is the
        forecast of its peak.

    Raises
    ------
    DataError : r too large, no memory for the exact reference, a matrix of zeros.
    ValueError : unknown solver, sampling, kernel or parameter, sample sizes or tolerances out of range.

    Examples
    --------
    >>> import numpy as np
    >>> G = np.exp(-np.subtract.outer(np.arange(60.0), np.arange(50.0) + 0.5) ** 2 / 400)
    >>> result = solver_race(G, n_components=3, samples=[5, 20]).run()
    >>> sorted(result.table["solver"].unique())
    ['arpack', 'nystroem', 'randomized', 'symmetric_nystroem']
    """
    source = race_source(matrix_or_data, kernel, kernel_params, orientation)
    check_rank(n_components, source.shape)
    chosen = _solvers(solvers)
    factors = [np.nan] if source.sigma is None else [float(factor) for factor in bandwidths]
    _check_positive(tolerances=tolerances, bandwidths=bandwidths)
    check_whole(1, repeats=repeats)
    check_whole(0, random_state=random_state, power=power, oversampling=oversampling or 0)
    if sampling not in SAMPLINGS:
        raise ValueError(f"sampling must be one of {', '.join(map(repr, SAMPLINGS))}, got {sampling!r}.")
    sizes = _sizes(samples, n_components, min(source.shape))
    settings = {
        "n_components": n_components,
        "shape": source.shape,
        "solvers": chosen,
        "samples": sizes,
        "stop": _stop(stop, samples),
        "tolerances": [float(tolerance) for tolerance in tolerances],
        "kernel": source.kernel,
        "kernel_params": source.params_at(1.0),
        "bandwidths": factors,
        "orientation": orientation,
        "sampling": sampling,
        "oversampling": oversampling,
        "center": bool(center),
        "power": power,
        "repeats": repeats,
        "random_state": random_state,
    }
    race = Race(source, settings)
    return Run(race.steps(), race.settings)


def _solvers(names: Sequence[str] | None) -> list[str]:
    unknown = set(names or ()) - set(RACERS)
    if unknown:
        raise ValueError(f"Unknown solvers {sorted(unknown)}; known are {', '.join(RACERS)}.")
    if names is not None and not names:
        raise ValueError(f"Name at least one solver of {', '.join(RACERS)}.")
    return [name for name in RACERS if names is None or name in names]


def _sizes(samples: Sequence[int] | None, r: int, most: int) -> list[int]:
    """Checked sample sizes, ascending; by default r, 2 r, 4 r, ... up to half of the shorter side."""
    if samples is None:
        return [r * 2**k for k in range(7) if r * 2**k <= max(most // 2, r)]
    sizes = sorted({int(size) for size in samples})
    if not sizes or sizes[0] < r or sizes[-1] > most:
        raise ValueError(
            f"samples must lie between n_components = {r} and the shorter side {most:,}, got {list(samples)}."
        )
    return sizes


def _stop(stop: str, samples: Sequence[int] | None) -> str:
    if stop == "auto":
        return "both" if samples is None else "never"
    if stop not in STOPS:
        raise ValueError(f"stop must be 'auto' or one of {', '.join(map(repr, STOPS))}, got {stop!r}.")
    return stop


def _check_positive(**given: Sequence[float]) -> None:
    for name, values in given.items():
        each = np.asarray(values)
        if (
            each.ndim != 1
            or each.size == 0
            or each.dtype.kind not in "iuf"
            or not np.all((each > 0) & np.isfinite(each))
        ):
            raise ValueError(f"{name} must be positive numbers in a list, at least one, got {values!r}.")
