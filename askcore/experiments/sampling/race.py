"""Which way to the leading singular triplets is fastest, and how wrong it is: every solver on the same matrix.

Experiment floor. Time for evaluating the kernel stands apart from time for the decomposition, and two errors are
reported: the paper's eta, which carries the scale of the singular values, and the subspace error, which does not.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from askcore._format import duration, number, plural
from askcore._moved import without
from askcore._steps import Steps
from askcore._validation import DataError, check_whole, fits_memory
from askcore.datasets import GraphData, TableData
from askcore.experiments.choice import KernelChoice
from askcore.experiments.problem import Problem
from askcore.experiments.running.run import Run, Step
from askcore.experiments.sampling.triplets import ExactTriplets
from askcore.experiments.sampling.verdict import race_verdict, reached_table
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
EXACT = ("structured", "arpack")
NEEDS_DENSE = ("arpack", "randomized", "symmetric_nystroem")
POWER = 4  # iterations of the randomised method
STOPS = {
    "eta": ("eta",),
    "subspace_error": ("subspace_error",),
    "both": ("eta", "subspace_error"),
    "never": (),
}


@dataclass(frozen=True, eq=False)
class SolverRaceResult:
    """The result of ``solver_race``.

    Attributes
    ----------
    table : one row per solver, sample size, bandwidth and repeat: solver, samples (rows and columns sampled;
        directions of the randomised method, random features; 0 for an exact one), bandwidth (factor; NaN for a given
        matrix), sigma, sampling, repeat, seconds_kernel, seconds_solve, eta, subspace_error (mean of left and right),
        rank (triplets found).
    reached : bandwidth, measure ("eta", "subspace_error"), tolerance, solver, samples and seconds (kernel and
        solve, median over repeats) where a solver first stays within the tolerance, speedup over the randomised
        method to the same tolerance; NaN where it never does.
    exact : bandwidth factor to exact triplets (NaN stands for a given matrix).
    left_out : solver to the reason why it did not run.
    stopped : what the time allowed did not suffice for, as a sentence; "" if it did.
    verdict : whether sampling is worth it here, in words.  settings : everything that the result depends on.
    """

    __getattr__ = without(plot="askcore.plot(result)")

    table: pd.DataFrame = field(repr=False)
    reached: pd.DataFrame = field(repr=False)
    exact: Mapping[float, SingularTriplets] = field(repr=False)
    left_out: Mapping[str, str] = field(repr=False)
    verdict: str
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
    r"""Set up a race for the ``n_components`` leading singular triplets of one matrix; ``.run()`` runs it.

    Parameters
    ----------
    matrix_or_data : the matrix G itself (array, sparse, operator, MatrixData; then nothing is evaluated and
        ``seconds_kernel`` of the exact solvers is 0), a Problem, which brings its own kernel, or a GraphData or
        TableData under SNE: between the rows and columns of the adjacency, row i the links to node i (which the
        published times need), or K(X, X).
    n_components : r.
    solvers : names among ``RACERS``; None: all that apply. "structured" is ARPACK on the exact sparse structure;
        "arpack", "randomized" and "symmetric_nystroem" evaluate every entry first; "nystroem" evaluates blocks;
        "fourier" draws random features of a table, for the kernels "rbf" and "laplacian".
    samples : sizes to try: rows, as many columns, random directions of "randomized", features of "fourier". None: from
        r on, doubling, each solver until both errors are below the smallest tolerance.
    tolerances : for ``reached`` and the verdict.
    random_state : a whole number; the seed of the first repeat, the next ones count up.
    bandwidths : factors of sigma, raced one after the other (figure 1 of the paper).
    sampling, oversampling : of "nystroem"; oversampling 0 is the published formula, see ``asymmetric_nystroem``.
    repeats : seeds for each sampled run.
    stop : let a solver grow no further once its median "eta", "subspace_error" or "both" are below the smallest
        tolerance, or "never"; "auto": both where ``samples`` is None, else never.
    seconds : once so many are spent, no other sample size and no other bandwidth is begun; every solver runs at one
        size at least. None: as long as it takes.
    exact : the exact triplets of the matrix at its own bandwidth and what they cost, where they are known
        (``exact_triplets``): they are not found, and not timed, a second time.

    Returns
    -------
    Run : ``.run(progress=None, cancel=None)`` gives a ``SolverRaceResult``; ``.settings["memory_bytes"]`` is the
        forecast of its peak.

    Raises
    ------
    DataError : r too large, no memory for the exact reference, a matrix of zeros.
    ValueError : unknown solver or sampling, sample sizes or tolerances out of range.

    Examples
    --------
    >>> import numpy as np
    >>> G = np.exp(-np.subtract.outer(np.arange(60.0), np.arange(50.0) + 0.5) ** 2 / 400)
    >>> result = solver_race(G, n_components=3, samples=[5, 20]).run()
    >>> sorted(result.table["solver"].unique())
    ['arpack', 'nystroem', 'randomized', 'symmetric_nystroem']
    """
    problem = _problem(matrix_or_data)
    check_rank(n_components, problem.shape)
    evaluated = _is_evaluated(problem)
    chosen = _solvers(solvers)
    if solvers is None and not has_frequencies(problem):
        chosen.remove("fourier")
    factors = (
        [float(factor) for factor in bandwidths] if evaluated and problem.sigma is not None else [np.nan]
    )
    _check_positive(tolerances=tolerances, bandwidths=bandwidths)
    check_whole(1, repeats=repeats)
    check_whole(0, random_state=random_state, oversampling=oversampling or 0)
    if sampling not in SAMPLINGS:
        raise ValueError(f"sampling must be one of {', '.join(map(repr, SAMPLINGS))}, got {sampling!r}.")
    sizes = _sizes(samples, n_components, min(problem.shape))
    settings = {
        "n_components": n_components,
        "shape": problem.shape,
        "solvers": chosen,
        "samples": sizes,
        "stop": _stop(stop, samples),
        "tolerances": [float(tolerance) for tolerance in tolerances],
        "kernel": problem.choice.name if evaluated else "precomputed",
        "kernel_params": problem.params if evaluated else {},
        "bandwidths": factors,
        "sampling": sampling,
        "oversampling": oversampling,
        "repeats": repeats,
        "random_state": random_state,
    }
    race = _Race(problem, settings, np.inf if seconds is None else seconds, exact)
    return Run(race.steps(), race.settings, race.partial)


class _Race:
    """The steps of a race."""

    def __init__(
        self, problem: Problem, settings: dict[str, Any], allowed: float, known: ExactTriplets | None
    ) -> None:
        self.problem, self.settings, self.allowed, self.known = problem, settings, allowed, known
        self.spent = 0.0  # seconds in steps; a page may wait between them
        self.sizes_left = False
        self.left_out: dict[str, str] = {}
        self.rows: list[dict[str, Any]] = []
        self.exact: dict[float, SingularTriplets] = {}
        n, m = problem.shape
        self.structured = problem.structured
        dense_bytes = 24.0 * n * m
        self.dense = isinstance(problem.on_demand, DenseOperator) or fits_memory(dense_bytes)
        running = [name for name in settings["solvers"] if self._applies(name)]
        if not running:
            raise ValueError("None of the solvers can run here: " + " ".join(self.left_out.values()))
        self.running = running
        dense = any(name in NEEDS_DENSE for name in running) or not self.structured
        settings["memory_bytes"] = (dense_bytes if dense else 0.0) + 32.0 * (n + m) * max(settings["samples"])
        if not self.structured and not self.dense:
            settings["reference"] = "randomised, blocks evaluated on demand (nearly exact)"
        else:
            settings["reference"] = "exact"

    def _applies(self, name: str) -> bool:
        if name == "structured" and not self.structured:
            self.left_out[name] = "There is no sparse structure in this matrix."
        elif name == "fourier" and not has_frequencies(self.problem):
            self.left_out[name] = "Random features are for tables and the kernels RBF and Laplacian."
        elif name in NEEDS_DENSE and not self.dense:
            n, m = self.problem.shape
            self.left_out[name] = (
                f"{name} needs all {n:,} x {m:,} entries, about {24.0 * n * m / 2**30:.1f} GiB."
            )
        return name not in self.left_out

    def partial(self) -> pd.DataFrame | None:
        """What was run already, for people."""
        if not self.rows:
            return None
        rows = pd.DataFrame(self.rows)
        return pd.DataFrame(
            {
                "solver": rows["solver"],
                "samples": rows["samples"],
                "bandwidth": rows["bandwidth"],
                "time": [duration(s) for s in rows["seconds_kernel"] + rows["seconds_solve"]],
                "subspace error": [number(error) for error in rows["subspace_error"]],
            }
        ).dropna(axis=1, how="all")

    def steps(self) -> Generator[Step, None, SolverRaceResult]:
        """All steps, with the seconds that they take counted; a generator that returns the result."""
        steps = Steps(self._steps())
        for step in steps:
            self.spent = steps.seconds
            yield step
        return steps.result

    def _steps(self) -> Generator[Step, None, SolverRaceResult]:
        """Exact triplets first, then every solver at every size; a generator that returns the result."""
        settings = self.settings
        sampled = [name for name in self.running if name not in EXACT]
        total = len(settings["bandwidths"]) * (2 + len(sampled) * len(settings["samples"]))
        for at, factor in enumerate(settings["bandwidths"]):
            if at and self.spent > self.allowed:
                break
            done = at * total // len(settings["bandwidths"])
            known = self.known if np.isnan(factor) or factor == 1.0 else None
            field = _Field(self.problem, factor, settings, self.structured, self.dense, known)
            yield done + 1, total, "exact decomposition"
            for name in self.running:
                if name in EXACT:
                    self._add(name, 0, 0, field.exact_run(name), field)
            self.exact[factor] = field.exact
            yield done + 2, total, "exact decomposition"
            for k, name in enumerate(sampled):
                yield from self._sweep(name, field, done + 2 + k * len(settings["samples"]), total)
        table = pd.DataFrame(self.rows)
        reached = reached_table(table, settings["tolerances"])
        return SolverRaceResult(
            table=table,
            reached=reached,
            exact=self.exact,
            left_out=self.left_out,
            verdict=race_verdict(table, settings),
            settings=settings,
            stopped=self._stopped(),
        )

    def _stopped(self) -> str:
        """What was not run for want of time."""
        run, wanted = len(self.exact), len(self.settings["bandwidths"])
        left = [f"{run} of {wanted} bandwidths {plural(run, 'was', 'were')} run"] if run < wanted else []
        left += ["larger samples were left out"] if self.sizes_left else []
        return f"The time for the race was over: {' and '.join(left)}." if left else ""

    def _sweep(self, name: str, field: _Field, done: int, total: int) -> Generator[Step, None, None]:
        """One solver at growing sizes."""
        settings = self.settings
        for at, size in enumerate(settings["samples"]):
            if at and self.spent > self.allowed:
                self.sizes_left = True
                return
            errors = []
            for repeat in range(settings["repeats"]):
                seed = settings["random_state"] + repeat
                found = field.sampled_run(name, size, seed)
                self._add(name, size, repeat, found, field)
                errors.append([self.rows[-1][measure] for measure in STOPS[settings["stop"]]])
            yield done + at + 1, total, f"{name}, {size:,} samples"
            if settings["stop"] != "never" and np.median(errors, axis=0).max() <= min(settings["tolerances"]):
                return

    def _add(
        self,
        name: str,
        size: int,
        repeat: int,
        timed: tuple[SingularTriplets, float, float],
        field: _Field,
    ) -> None:
        """A row of the table."""
        found, kernel, solve = timed
        exact = field.exact
        errors = (
            eta(exact, found),
            (subspace_error(exact.left, found.left) + subspace_error(exact.right, found.right)) / 2,
        )
        self.rows.append(
            {
                "solver": name,
                "samples": size,
                "bandwidth": field.factor,
                "sigma": np.nan if field.sigma is None else field.sigma,
                "sampling": self.settings["sampling"] if name == "nystroem" else "",
                "repeat": repeat,
                "seconds_kernel": kernel,
                "seconds_solve": solve,
                "eta": errors[0],
                "subspace_error": errors[1],
                "rank": found.rank,
            }
        )


class _Field:
    """One matrix, its dense twin where that is needed and fits, and its exact triplets, all timed."""

    def __init__(
        self,
        problem: Problem,
        factor: float,
        settings: Mapping[str, Any],
        structured: bool,
        dense: bool,
        known: ExactTriplets | None,
    ) -> None:
        self.factor, self.settings = factor, settings
        self.r = settings["n_components"]
        evaluated = _is_evaluated(problem)
        problem = problem if np.isnan(factor) else problem.at(factor)
        self.problem = problem
        self.operator = problem.on_demand if evaluated else problem.operator
        self.sigma = problem.sigma if evaluated else None
        self.build = problem.seconds_on_demand if evaluated else 0.0
        self.matrix: KernelOperator | None = None
        self.dense_seconds = 0.0
        if dense and (not structured or any(name in NEEDS_DENSE for name in settings["solvers"])):
            self.matrix, self.dense_seconds = _whole(problem, evaluated=evaluated)
        self.times: dict[str, tuple[SingularTriplets, float, float]] = {}
        reference = "structured" if structured else "arpack"
        if known is not None:
            self.times[reference] = known.triplets, known.seconds_kernel, known.seconds_solve
        self.exact = self.exact_run(reference)[0]
        if not self.exact.values[0] > 0:
            raise DataError("The matrix is zero", remedy="Choose another bandwidth.")

    def exact_run(self, name: str) -> tuple[SingularTriplets, float, float]:
        """Triplets, seconds for the kernel, seconds for the decomposition; each is made once."""
        if name not in self.times:
            G = self.operator if name == "structured" or self.matrix is None else self.matrix
            kernel = self.build if name == "structured" else self.dense_seconds
            solver = "arpack" if G.in_memory else "randomized"
            more = {"power": 8, "oversampling": 2 * self.r} if solver == "randomized" else {}
            solver = "full" if self.r >= min(G.shape) - 1 else solver
            started = time.perf_counter()
            found = truncated_svd(G, self.r, solver=solver, random_state=0, **more)
            self.times[name] = found, kernel, time.perf_counter() - started
        return self.times[name]

    def sampled_run(self, name: str, size: int, seed: int) -> tuple[SingularTriplets, float, float]:
        """The same from ``size`` samples."""
        settings, r = self.settings, self.r
        started = time.perf_counter()
        if name == "nystroem":
            try:
                found = asymmetric_nystroem(
                    self.operator,
                    r,
                    n_rows=size,
                    sampling=settings["sampling"],
                    oversampling=settings["oversampling"],
                    random_state=seed,
                )
            except ZeroBlockError:
                # A sampled block of zeros, as small samples of sparse matrices are: nothing found, all of it wrong.
                n, m = self.operator.shape
                nothing = SingularTriplets(np.zeros(0), np.zeros((n, 0)), np.zeros((m, 0)), name)
                return nothing, self.build, time.perf_counter() - started
            return found, self.build + found.seconds_kernel, found.seconds_solve
        if name == "fourier":
            return self._fourier_run(size, seed)
        assert self.matrix is not None
        if name == "randomized":
            other = truncated_svd(
                self.matrix,
                r,
                solver="randomized",
                oversampling=size - r,
                power=POWER,
                random_state=seed,
            )
        else:
            other = symmetric_nystroem(self.matrix, r, n_samples=size, random_state=seed)
        return other, self.dense_seconds, time.perf_counter() - started

    def _fourier_run(self, size: int, seed: int) -> tuple[SingularTriplets, float, float]:
        """The same from ``size`` random features, two of each frequency."""
        problem, started = self.problem, time.perf_counter()
        X = problem.data_matrix
        drawn = fourier_features(
            problem.kernel, X.shape[1], -(-size // 2), kernel_params=problem.params, random_state=seed
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


def _problem(data: Any) -> Problem:
    """What was given, as a problem: G between rows and columns of a graph, K of a table, or the matrix itself."""
    if isinstance(data, GraphData | TableData):
        matrix = "crossed" if isinstance(data, GraphData) else "samples"
        return Problem(data, KernelChoice("sne", matrix=matrix))
    return Problem.of(data)


def _is_evaluated(problem: Problem) -> bool:
    """Whether the entries come from a kernel of numbers, at any bandwidth; else the matrix counts as given."""
    if problem.is_table:
        return not problem.crossed and isinstance(problem.kernel, str)
    return problem.is_graph and problem.crossed


def _whole(problem: Problem, *, evaluated: bool) -> tuple[KernelOperator, float]:
    """The matrix with all entries at hand, and the seconds of evaluating them; nothing for one that was given."""
    operator = problem.operator
    if not evaluated and not problem.structured:
        return operator, 0.0
    if isinstance(operator, DenseOperator):
        return operator, problem.seconds
    started = time.perf_counter()
    matrix = DenseOperator(operator.toarray())
    return matrix, (problem.seconds if evaluated else 0.0) + time.perf_counter() - started


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
        if not len(values) or not all(0 < value < np.inf for value in values):
            raise ValueError(f"{name} must be positive numbers in a list, at least one, got {values!r}.")
