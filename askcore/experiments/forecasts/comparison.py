"""How long a comparison will take and whether it fits, before it starts; and how many samples fit into a time.

Experiment floor. Within a factor of two on a computer like the one where the constants were measured; a page takes
them times ``pace``. The run corrects itself by the time that its own first steps took.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from askcore._validation import DataError, check_memory
from askcore.experiments.candidates import GRID, SOLVED_GRID, Grid
from askcore.experiments.embeddings import DENSE, RANK
from askcore.experiments.fitted import FEW, SPECTRAL_LIMIT
from askcore.experiments.forecasts.costs import columns_seconds
from askcore.experiments.methods import AWARE, Method
from askcore.experiments.problem import Problem
from askcore.kernels import GraphKernel

LONGEST = 2 * 3600.0
LOOKED_AT = 160, 1000  # training samples of a split where columns of K are costly, and else
FEWEST = 200  # samples that are compared at least, whatever it takes
ROUND = 50  # of the number of samples, where not all are compared
LOOPED = 5  # folds in which a method without a closed form is refitted
HELD_SHARE = 4  # one of so many training samples is held back where single systems are solved

# Seconds, measured on one core. Of a matrix on m samples: its decomposition per m^3, once; each candidate; each
# candidate of the regression on views, per sample. "Two views" are those of an asymmetric matrix.
_ONCE, _SVD, _EIGH, _SOLVE = 5e-3, 0.9e-9, 0.3e-9, 0.13e-9
_EACH, _EACH_SQUARE = 2.5e-4, 2.6e-9
_REGRESSION, _REGRESSION_EACH = 6e-4, 1.8e-5
_ONE_VIEW = 0.4  # of these where both views are one
_THIN, _EMBEDDING = 3e-7, 2.5e-7  # features: per m and column; an embedding: per node and column
_DIRECT, _DIRECT_EACH = 4.5e-5, 4e-4  # a sparse solve: per sample, and each
_DIRECT_JOINT = 4.5  # such solves for the folds of a regression
# An entry of a kernel between nodes whose matrix is dense, by its kind.
_ENTRY = {"pagerank": 4.5e-8, "shortest_path": 6e-8, "katz": 4.5e-8, "von_neumann": 4.5e-8, "diffusion": 3e-7}
# Bytes of a matrix on m samples, over m^2: while one kernel is worked on, and what is kept of each until the choice.
_WORKED_ON, _KEPT = 45.0, 60.0


@dataclass(frozen=True, eq=False)
class Forecast:
    """What a comparison will cost, by the number of samples that are compared.

    Attributes
    ----------
    methods : those that are compared.
    problems : the data under each kernel.
    n_classes : how many there are.
    n_splits, train_share : how often, and which share of the samples is for training.
    inner_folds : by which methods are tuned; None for single samples left out.
    null : whether directions are drawn anew for each split.
    grid : candidates, where they were given.
    sparse : whether blocks of the first kernel are.
    """

    methods: Sequence[Method]
    problems: Sequence[Problem]
    n_classes: int
    n_splits: int
    train_share: float
    inner_folds: int | None
    null: bool
    grid: Grid | None
    sparse: bool

    def direct(self, m: int) -> bool:
        """Whether each candidate on m training samples is a sparse solve, in place of a decomposition: for all kernels
        alike, so that all get the same folds and settings."""
        return self.sparse and m > SPECTRAL_LIMIT and not any(map(_entry, self.problems))

    def grid_on(self, m: int) -> Grid:
        """The candidates on m training samples."""
        if self.direct(m) and self.grid in (None, GRID):
            return SOLVED_GRID
        return self.grid or GRID

    def closed(self, method: Method, m: int) -> bool:
        """Whether a method on m training samples leaves samples out in closed form; else it is refitted."""
        if self.direct(m) or method.fit is None:
            return False
        return True

    def seconds(self, n: int) -> float:
        """All of it on n labelled samples, at the pace where the constants were measured."""
        m = self.train_size(n)
        both = [method for method in self.methods if method.family in AWARE]
        trials = sum(self.trial(method, m) for method in (*self.methods, *(both if self.null else ())))
        return self.n_splits * trials + self._once()

    def train_size(self, n: int) -> int:
        """Training samples of a split of n."""
        return max(1, round(n * self.train_share))

    def trial(self, method: Method, m: int) -> float:
        """One method tuned, trained and tested on m training samples of one split."""
        n_kernels = len(self.problems) if method.reads_kernel and not method.own else 1
        each = len(method.offered(self.grid_on(m)))
        fit, reading = self._fit, n_kernels * self._reading(method, m)
        if self.closed(method, m):
            return reading + n_kernels * fit(method, m, each)
        # Direct solves hold a quarter back, once; all other loops refit in each fold.
        n_folds = self.inner_folds or (1 if self.direct(m) else LOOPED)
        inner = round(m * (1 - 1 / (self.inner_folds or (HELD_SHARE if self.direct(m) else LOOPED))))
        return reading + n_kernels * n_folds * fit(method, inner, each) + fit(method, m, 1)

    def check_affordable(self, n: int) -> None:
        """Refuse what would not fit into memory or take longer than ``LONGEST`` seconds."""
        remedy, m, seconds = "Compare a sample of the rows.", self.train_size(n), self.seconds(n)
        if not self.direct(m):
            needed = (_WORKED_ON + _KEPT * len(self.problems)) * m * m
            check_memory(needed, f"The comparison on {m:,} training samples", remedy)
        if seconds > LONGEST:
            raise DataError(
                f"the comparison would take about {seconds / 3600:.0f} hours with {m:,} training samples",
                remedy=f"{remedy} Fewer repeats, folds, methods or null=False help too.",
            )

    @property
    def _nodes(self) -> int:
        problem = self.problems[0]
        return problem.shape[0] if problem.is_graph else 0

    def _once(self) -> float:
        """What is made of the whole graph, once for each drawing: embeddings, and matrices of kernels that are kept."""
        nodes, draws = self._nodes, self.n_splits if self.null else 0
        if not nodes:
            return 0.0
        embedding = _EMBEDDING * nodes * min(nodes, DENSE)
        once = len({method.cost.embedding for method in self.methods} - {""})
        drawn = sum(bool(method.cost.embedding) for method in self.methods if method.family in AWARE)
        matrices = nodes**2 * sum(map(_entry, self.problems)) if nodes <= GraphKernel.held else 0.0
        return embedding * (once + draws * drawn) + matrices * (2 + draws)

    def _reading(self, method: Method, m: int) -> float:
        """Entries of one kernel of a graph that is too large to keep its matrix, evaluated for one method."""
        nodes = self._nodes
        if nodes <= GraphKernel.held or method.own or not method.reads_kernel:
            return 0.0
        return method.cost.products * 1.4 * m * nodes * sum(map(_entry, self.problems)) / len(self.problems)

    def _fit(self, method: Method, m: int, n_candidates: int) -> float:
        """One fit on m samples at every candidate, and the decision."""
        refit = method.cost.refit
        if refit is not None:
            size = self._nodes if refit.whole else m
            along = refit.per_sample + refit.per_class * self.n_classes
            return n_candidates * (refit.each + along * size + refit.per_square * size * size)
        if method.embedded:  # features
            return (
                _ONCE
                + _THIN * m * min(m, 2 * RANK)
                + n_candidates * (_EACH + _EACH_SQUARE * m * min(m, 2 * RANK))
            )
        two = method.cost.views == 2
        joint = n_candidates / 5 if "joint" in method.variants else 0.0  # offered at one damping of several
        joint *= 1.0 if two else _ONE_VIEW
        if self.direct(m):
            return (n_candidates + joint * _DIRECT_JOINT) * (_DIRECT * m + _DIRECT_EACH)
        if n_candidates <= FEW:
            return _SOLVE * m**3 + _DIRECT_EACH
        each = method.cost.views * (_EACH + _EACH_SQUARE * m * m)
        seconds = _ONCE + (_SVD if two else _EIGH) * m**3 + n_candidates * each
        return seconds + joint * (_REGRESSION + _REGRESSION_EACH * m)


def catalogue_seconds(problem: Problem) -> float:
    """Seconds of naming the kernels that a data set can be compared under."""
    return 1e-6 * problem.data.n_edges if problem.is_graph else 0.0


def outlook_seconds(*problems: Problem) -> float:
    """Seconds of setting up a comparison: each kernel is looked at on the training samples of one split."""
    data, large = problems[0].data, problems[0].is_graph and problems[0].shape[0] > GraphKernel.held
    m = min(data.n_samples, LOOKED_AT[not large])
    return sum(columns_seconds(problem, m) for problem in problems)


def _entry(problem: Problem) -> float:
    """Seconds for an entry of a kernel between nodes; those with sparse blocks cost next to nothing."""
    kernel = problem.kernel
    return _ENTRY.get(kernel.kind, 0.0) if isinstance(kernel, GraphKernel) else 0.0


def most_samples(cost: Callable[[int], float], n: int, seconds: float) -> int:
    """How many of n samples can be compared in a time: all of them, or a round number, at least ``FEWEST``."""
    if n <= FEWEST or cost(n) <= seconds:
        return n
    sizes = range(FEWEST, n, ROUND)
    return max((size for size in sizes if cost(size) <= seconds), default=FEWEST)
