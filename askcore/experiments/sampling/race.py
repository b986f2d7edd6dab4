"""Time and error of every solver for the leading singular triplets of one matrix.

Seconds of the kernel and of the decomposition are apart. Of the two errors, the paper's eta carries the scale of the
singular values, the subspace error does not.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from askcore._format import plural
from askcore._removed import without
from askcore._validation import DataError, check_whole, fits_memory
from askcore.datasets import GraphData
from askcore.experiments.choice import KernelChoice
from askcore.experiments.problem import Problem
from askcore.experiments.running.run import Run, Step
from askcore.experiments.sampling.triplets import EXACT, MEASURES, ExactTriplets, reached_table
from askcore.kernels.stationary import as_stationary
from askcore.operators import DenseOperator, KernelOperator
from askcore.solvers import (
    asymmetric_nystroem,
    eta,
    fourier_features,
    subspace_error,
    symmetric_nystroem,
    truncated_svd,
)
from askcore.solvers.nystroem.blocks import ZeroBlockError
from askcore.solvers.nystroem.sampling import SAMPLINGS
from askcore.solvers.svd.singular import SingularTriplets, check_rank

RACERS = ("structured", "arpack", "randomized", "symmetric_nystroem", "nystroem", "fourier")
STOPS = {"eta": MEASURES[:1], "subspace_error": MEASURES[1:], "both": MEASURES, "never": ()}
NEEDS_DENSE = ("arpack", "randomized", "symmetric_nystroem")
POWER = 4  # iterations of the randomised method
Timed = tuple[SingularTriplets, float, float]  # with the seconds of the kernel and of the decomposition


@dataclass(frozen=True, eq=False)
class SolverRaceResult:
    """Times and errors of all solvers in a race.

    Attributes
    ----------
    table : one row per solver, sample size, bandwidth and repeat: solver, samples (0 for exact solvers), bandwidth
        (factor; NaN for a given matrix), sigma, sampling, repeat, seconds_kernel, seconds_solve, eta, subspace_error
        (mean of left and right), rank (number of triplets found).
    reached : bandwidth, measure, tolerance, solver, the samples and seconds at which a solver first stays within the
        tolerance, and the speedup over the randomised method; NaN if a solver never does.
    exact : exact triplets for each bandwidth factor.
    left_out : the reason for each solver that did not run.
    settings : everything on which the result depends.
    stopped : what was left out because of the time limit, as a sentence; or "".
    """

    __getattr__ = without(plot="askcore.plot(result)")

    table: pd.DataFrame = field(repr=False)
    reached: pd.DataFrame = field(repr=False)
    exact: Mapping[float, SingularTriplets] = field(repr=False)
    left_out: Mapping[str, str] = field(repr=False)
    settings: Mapping[str, Any] = field(repr=False)
    stopped: str = ""


def solver_race(
    matrix_or_data: Any,
    *,
    n_components: int = 20,
    solvers: Sequence[str] | None = None,
    samples: Sequence[int] | None = None,
    tolerances: Sequence[float] = (0.1, 0.01),
    random_state: int = 0,
    bandwidths: Sequence[float] = (1.0,),
    sampling: str = "uniform",
    oversampling: int | None = None,
    repeats: int = 1,
    stop: str = "auto",
    seconds: float | None = None,
    exact: ExactTriplets | None = None,
) -> Run[SolverRaceResult]:
    r"""Set up a race of solvers for the ``n_components`` leading singular triplets of a matrix; ``.run()`` runs it.

    Parameters
    ----------
    matrix_or_data : the matrix (array, sparse matrix, operator or MatrixData; its kernel takes 0 seconds), a Problem, a
        GraphData (SNE between rows and columns of the adjacency matrix) or a TableData (SNE between samples).
    n_components : number r of components.
    solvers : names in ``RACERS``; None for all that apply. "arpack", "randomized" and "symmetric_nystroem" evaluate
        every entry first, "nystroem" evaluates blocks, and "fourier" (tables, RBF and Laplacian) evaluates none.
    samples : sizes: numbers of rows (and as many columns), of directions for "randomized", or of features for
        "fourier". None: r, 2 r, 4 r, ...
    tolerances : the tolerances of ``reached``.
    random_state : seed of the first repeat; each further repeat adds 1.
    bandwidths : factors of sigma (figure 1 of the paper).
    sampling, oversampling : for "nystroem", as in ``asymmetric_nystroem``.
    repeats : number of seeds for each sampled run.
    stop : the samples of a solver stop growing as soon as this median error ("eta", "subspace_error" or "both") is
        below the smallest tolerance; "never" disables this. "auto": "both" if ``samples`` is None, otherwise "never".
    seconds : after this time, no further size or bandwidth is started; every solver runs at least once.
    exact : the exact triplets for the matrix's own bandwidth, if known.

    Returns
    -------
    Run : ``.run(progress=None, cancel=None)`` returns a ``SolverRaceResult``.

    Raises
    ------
    DataError : r is too large, the memory is too small for the exact reference, or the matrix is zero.
    ValueError : a solver or the sampling is unknown, or sample sizes or tolerances are out of range.

    Examples
    --------
    >>> import numpy as np
    >>> G = np.exp(-np.subtract.outer(np.arange(60.0), np.arange(50.0) + 0.5) ** 2 / 400)
    >>> result = solver_race(G, n_components=3, samples=[5, 20]).run()
    >>> sorted(result.table["solver"].unique())
    ['arpack', 'nystroem', 'randomized', 'symmetric_nystroem']
    """
    problem = Problem.from_data(matrix_or_data)
    if isinstance(matrix_or_data, GraphData):  # between rows and columns
        problem = Problem(matrix_or_data, KernelChoice("sne", matrix="crossed"))
    names = RACERS if solvers is None else tuple(solvers)
    if not names or set(names) - set(RACERS):
        raise ValueError(f"solvers must be some of {', '.join(RACERS)}, got {list(names)}.")
    if sampling not in SAMPLINGS:
        raise ValueError(f"sampling must be one of {', '.join(map(repr, SAMPLINGS))}, got {sampling!r}.")
    stop = ("both" if samples is None else "never") if stop == "auto" else stop
    if stop not in STOPS:
        raise ValueError(f"stop must be 'auto' or one of {', '.join(map(repr, STOPS))}, got {stop!r}.")
    check_rank(n_components, problem.shape)
    check_whole(1, repeats=repeats)
    check_whole(0, random_state=random_state, oversampling=oversampling or 0)
    for name, values in {"tolerances": tolerances, "bandwidths": bandwidths}.items():
        if not len(values) or not all(0 < value < np.inf for value in values):
            raise ValueError(f"{name} must be positive numbers in a list, at least one, got {values!r}.")
    evaluated = _is_evaluated(problem)
    scaled = evaluated and problem.sigma is not None
    drop = () if solvers is not None or has_frequencies(problem) else ("fourier",)
    chosen = [name for name in RACERS if name in names and name not in drop]
    left_out = _left_out(problem, chosen)
    if len(left_out) == len(chosen):
        raise ValueError("None of the solvers can run here: " + " ".join(left_out.values()))
    settings = {
        "n_components": n_components,
        "shape": problem.shape,
        "solvers": chosen,
        "samples": _sizes(samples, n_components, min(problem.shape)),
        "stop": stop,
        "tolerances": [float(tolerance) for tolerance in tolerances],
        "kernel": problem.choice.name if evaluated else "precomputed",
        "kernel_params": problem.params if evaluated else {},
        "bandwidths": [float(factor) for factor in bandwidths] if scaled else [np.nan],
        "sampling": sampling,
        "oversampling": oversampling,
        "repeats": repeats,
        "random_state": random_state,
        "reference": "exact" if problem.structured or _fits(problem) else "randomised, nearly exact",
    }
    return Run(_steps(problem, settings, left_out, np.inf if seconds is None else seconds, exact), settings)


def _fits(problem: Problem) -> bool:
    n, m = problem.shape
    return isinstance(problem.on_demand, DenseOperator) or fits_memory(24.0 * n * m)


def _left_out(problem: Problem, solvers: Sequence[str]) -> dict[str, str]:
    (n, m), fits = problem.shape, _fits(problem)
    dense = f"All {n:,} x {m:,} entries need about {24.0 * n * m / 2**30:.1f} GiB."
    reasons = {} if fits else dict.fromkeys(NEEDS_DENSE, dense)
    if not problem.structured:
        reasons["structured"] = "There is no sparse structure in this matrix."
    if not has_frequencies(problem):
        reasons["fourier"] = "Random features are for tables and the kernels RBF and Laplacian."
    return {name: reasons[name] for name in solvers if name in reasons}


def _steps(
    problem: Problem,
    settings: Mapping[str, Any],
    left_out: Mapping[str, str],
    allowed: float,
    known: ExactTriplets | None,
) -> Generator[Step, None, SolverRaceResult]:
    """Exact triplets first, then every solver at every size; a generator that returns the result."""
    ends, rows, exact, sizes_left = time.monotonic() + allowed, [], {}, False
    factors, sizes = settings["bandwidths"], settings["samples"]
    running = [name for name in settings["solvers"] if name not in left_out]
    sampled = [name for name in running if name not in EXACT]
    total = len(factors) * (2 + len(sampled) * len(sizes))
    for at, factor in enumerate(factors):
        if at and time.monotonic() >= ends:
            break
        done = at * total // len(factors)
        matrix = _TimedMatrix(
            problem, factor, settings, running, known if factor == 1.0 or np.isnan(factor) else None
        )
        yield done + 1, total, "exact decomposition"
        rows += [matrix.row(name, 0, 0) for name in running if name in EXACT]
        exact[factor] = matrix.exact
        yield done + 2, total, "exact decomposition"
        for k, name in enumerate(sampled):
            for i, size in enumerate(sizes):
                if i and time.monotonic() >= ends:
                    sizes_left = True
                    break
                runs = [matrix.row(name, size, repeat) for repeat in range(settings["repeats"])]
                rows += runs
                yield done + 3 + k * len(sizes) + i, total, f"{name}, {size:,} samples"
                if _is_good(runs, settings):
                    break
    table, run = pd.DataFrame(rows), len(exact)
    left = [f"{run} of {len(factors)} bandwidths {plural(run, 'was', 'were')} run"] * (run < len(factors))
    left += ["larger samples were left out"] * sizes_left
    return SolverRaceResult(
        table=table,
        reached=reached_table(table, settings["tolerances"]),
        exact=exact,
        left_out=left_out,
        settings=settings,
        stopped=f"The time limit of the race was reached: {' and '.join(left)}." if left else "",
    )


def _is_good(runs: Sequence[Mapping[str, Any]], settings: Mapping[str, Any]) -> bool:
    """Whether the median errors let a solver grow no further."""
    measures = STOPS[settings["stop"]]
    errors = [[run[measure] for measure in measures] for run in runs]
    return bool(measures) and bool(np.median(errors, axis=0).max() <= min(settings["tolerances"]))


class _TimedMatrix:
    """One matrix at one bandwidth, dense where a solver needs that, and its exact triplets, all timed."""

    def __init__(
        self,
        problem: Problem,
        factor: float,
        settings: Mapping[str, Any],
        running: Sequence[str],
        known: ExactTriplets | None,
    ) -> None:
        self.factor, self.settings, self.r = factor, settings, settings["n_components"]
        evaluated, structured = _is_evaluated(problem), problem.structured
        self.problem = problem = problem if np.isnan(factor) else problem.with_bandwidth(factor)
        self.operator = problem.on_demand if evaluated else problem.operator
        self.sigma = problem.sigma if evaluated else np.nan
        self.build = problem.seconds_on_demand if evaluated else 0.0
        self.matrix: KernelOperator = self.operator
        self.dense_seconds = 0.0
        if _fits(problem) and (not structured or {*NEEDS_DENSE} & {*running}):
            self.matrix, self.dense_seconds = _whole(problem, evaluated=evaluated)
        self.times: dict[str, Timed] = {}
        reference = "structured" if structured else "arpack"
        if known is not None:
            self.times[reference] = known.triplets, known.seconds_kernel, known.seconds_solve
        self.exact = self._exact(reference)[0]
        if not self.exact.values[0] > 0:
            raise DataError("The matrix is zero", remedy="Choose another bandwidth.")

    def row(self, name: str, size: int, repeat: int) -> dict[str, Any]:
        """Run a solver, and judge it."""
        seed = self.settings["random_state"] + repeat
        runs = {"nystroem": self._nystroem, "fourier": self._fourier}
        run = runs.get(name, partial(self._of_all, name))
        found, kernel, solve = self._exact(name) if name in EXACT else run(size, seed)
        exact = self.exact
        sides = subspace_error(exact.left, found.left), subspace_error(exact.right, found.right)
        return {
            "solver": name,
            "samples": size,
            "bandwidth": self.factor,
            "sigma": self.sigma,
            "sampling": self.settings["sampling"] if name == "nystroem" else "",
            "repeat": repeat,
            "seconds_kernel": kernel,
            "seconds_solve": solve,
            "eta": eta(exact, found),
            "subspace_error": sum(sides) / 2,
            "rank": found.rank,
        }

    def _exact(self, name: str) -> Timed:
        """Run an exact solver, each once."""
        if name not in self.times:
            G = self.operator if name == "structured" else self.matrix
            kernel = self.build if name == "structured" else self.dense_seconds
            solver = "arpack" if G.in_memory else "randomized"
            more = {"power": 8, "oversampling": 2 * self.r} if solver == "randomized" else {}
            solver = "full" if self.r >= min(G.shape) - 1 else solver
            started = time.perf_counter()
            found = truncated_svd(G, self.r, solver=solver, random_state=0, **more)
            self.times[name] = found, kernel, time.perf_counter() - started
        return self.times[name]

    def _of_all(self, name: str, size: int, seed: int) -> Timed:
        started = time.perf_counter()
        if name == "randomized":
            more: dict[str, Any] = {"solver": name, "oversampling": size - self.r, "power": POWER}
            found = truncated_svd(self.matrix, self.r, random_state=seed, **more)
        else:
            found = symmetric_nystroem(self.matrix, self.r, n_samples=size, random_state=seed)
        return found, self.dense_seconds, time.perf_counter() - started

    def _nystroem(self, size: int, seed: int) -> Timed:
        """Sample rows and columns; a block of zeros finds nothing, so all of it is wrong."""
        started, more = time.perf_counter(), {key: self.settings[key] for key in ("sampling", "oversampling")}
        try:
            found = asymmetric_nystroem(self.operator, self.r, n_rows=size, random_state=seed, **more)
        except ZeroBlockError:
            n, m = self.operator.shape
            nothing = SingularTriplets(np.zeros(0), np.zeros((n, 0)), np.zeros((m, 0)), "nystroem")
            return nothing, self.build, time.perf_counter() - started
        return found, self.build + found.seconds_kernel, found.seconds_solve

    def _fourier(self, size: int, seed: int) -> Timed:
        """Draw ``size`` random features, two of each frequency."""
        problem, started = self.problem, time.perf_counter()
        X, count = problem.data_matrix, -(-size // 2)
        drawn = fourier_features(
            problem.kernel, X.shape[1], count, kernel_params=problem.params, random_state=seed
        )
        G: KernelOperator = drawn.operator(X, X)
        made = time.perf_counter()
        solver = "full" if self.r >= min(G.shape) - 1 else "arpack"
        found = truncated_svd(G, self.r, solver=solver, random_state=0)
        return found, made - started, time.perf_counter() - made


def has_frequencies(problem: Problem) -> bool:
    """Whether random Fourier features of the matrix can be drawn."""
    try:
        return (
            problem.is_table
            and _is_evaluated(problem)
            and as_stationary(problem.kernel, problem.params) is not None
        )
    except ValueError:  # no Fourier transform of it is known
        return False


def _is_evaluated(problem: Problem) -> bool:
    """Whether the entries come from a kernel of numbers, at any bandwidth; else the matrix counts as given."""
    if problem.is_table:
        return not problem.crossed and isinstance(problem.kernel, str)
    return problem.is_graph and problem.crossed


def _whole(problem: Problem, *, evaluated: bool) -> tuple[KernelOperator, float]:
    """The dense matrix, and the seconds of evaluating it; zero for a given one."""
    operator = problem.operator
    if not evaluated and not problem.structured:
        return operator, 0.0
    if isinstance(operator, DenseOperator):
        return operator, problem.seconds
    started = time.perf_counter()
    matrix = DenseOperator(operator.toarray())
    return matrix, (problem.seconds if evaluated else 0.0) + time.perf_counter() - started


def _sizes(samples: Sequence[int] | None, r: int, most: int) -> list[int]:
    """Sample sizes, ascending; by default r, 2 r, 4 r, ... up to half of the shorter side."""
    if samples is None:
        return [r * 2**k for k in range(7) if r * 2**k <= max(most // 2, r)]
    sizes = sorted({int(size) for size in samples})
    if not sizes or sizes[0] < r or sizes[-1] > most:
        raise ValueError(
            f"samples must lie between n_components = {r} and the shorter side {most:,}, got {list(samples)}."
        )
    return sizes
