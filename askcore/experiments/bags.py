"""Bags of vectors -> a mixture per bag -> divergences -> a kernel -> AsK-LS: the image pipeline, step by step.

Experiment floor. Mixtures and divergences read no label, so they are made once for all bags, test bags
included; scale, gamma and damping are chosen within each training part.

Source: He et al. 2022, section 5.1 (table I).
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from askcore._format import plural
from askcore._steps import Steps
from askcore.datasets import BagData
from askcore.experiments.candidates import Grid
from askcore.experiments.comparison.run import Comparison, compare
from askcore.experiments.running.run import Progress, Watched
from askcore.kernels import PrecomputedKernel
from askcore.kernels.divergences import KLMatrix
from askcore.kernels.mixtures import Mixtures, component_numbers, divergence_steps, fitting_steps

# Values of a, in units of one over the median divergence.
SCALES = (0.1, 0.3, 1.0, 3.0, 10.0)
BAG_METHODS = ("askls", "KKt", "KtK", "mean", "geometric", "svc")


@dataclass(frozen=True, eq=False)
class BagKernelResult:
    """The result of ``bag_kernel``.

    Attributes
    ----------
    kl : the divergences with their standard errors.  mixtures : one per bag.
    table : one row per bag: bag, label, vectors, components, converged, standard_error (the median of its row).
    settings : everything that the result depends on.
    notes : what to know of the estimate, in words.
    """

    kl: KLMatrix
    mixtures: Mixtures
    table: pd.DataFrame = field(repr=False)
    settings: Mapping[str, Any] = field(repr=False)
    notes: tuple[str, ...] = field(repr=False)

    def kernel(self, a: float | None = None) -> PrecomputedKernel:
        """exp(-a KL) over the indices of the bags; ``a`` is by default 1 / median divergence."""
        return self.kl.kernel(1.0 / self.kl.typical if a is None else a)

    def family(self, scales: Sequence[float] = SCALES) -> dict[str, PrecomputedKernel]:
        """The kernel at several a = scale / median divergence, the smoothest first, by the value of a."""
        values = sorted(scale / self.kl.typical for scale in scales)
        return {f"{a:.4g}": self.kl.kernel(a) for a in values}


class BagKernel(Watched[BagKernelResult]):
    """A run of ``bag_kernel`` that is set up and not yet run.

    Iterating yields a ``Progress`` after every few bags, first of the fits, then of the divergences; nothing runs
    between two steps. ``result`` is there after the last.

    Attributes
    ----------
    work : multiply-adds of the whole run, roughly.  result : None until then.
    """

    def __init__(self, data: BagData, **settings: Any) -> None:
        self._data, self._settings = data, settings
        numbers = component_numbers(data.sizes.tolist(), settings["n_components"])
        n, d = data.n_samples, data.n_features
        for name in ("n_draws", "n_threads"):
            least = 2 if name == "n_draws" else 1
            if settings[name] < least:
                raise ValueError(f"{name} must be at least {least}, got {settings[name]}.")
        threads = settings["n_threads"]
        self._fit = (4e6 * n + 200.0 * d * float(np.dot(data.sizes, numbers))) / threads
        self._estimate = (6 + 0.1 * d) * settings["n_draws"] * n * n * max(numbers) / threads
        self._components = numbers
        self.work = self._fit + self._estimate
        super().__init__(self._steps())

    def _steps(self) -> Iterator[Progress]:
        """Two phases of one step per bag; the last step is yielded with the result in place."""
        given, n = self._settings, self._data.n_samples
        common = {key: given[key] for key in ("random_state", "n_threads")}
        started = time.perf_counter()
        fits = fitting_steps(
            self._data.bags, given["n_components"], variance_floor=given["variance_floor"], **common
        )
        mixtures = yield from _phase(fits, "fitting mixtures", 0, n, self._fit, self._estimate, started)
        rows = divergence_steps(mixtures, given["n_draws"], **common)
        kl = yield from _phase(rows, "estimating divergences", n, n, self._estimate, 0.0, started)
        self.result = self._summary(mixtures, kl)
        yield Progress.at(2 * n, 2 * n, "done", time.perf_counter() - started, 0.0)

    def _summary(self, mixtures: Mixtures, kl: KLMatrix) -> BagKernelResult:
        data, n = self._data, self._data.n_samples
        assert mixtures.converged is not None
        off = np.where(np.eye(n, dtype=bool), np.nan, kl.standard_error)
        table = pd.DataFrame(
            {
                "bag": data.bag_ids,
                "label": [""] * n if data.labels is None else data.labels,
                "vectors": data.sizes,
                "components": self._components,
                "converged": mixtures.converged,
                "standard_error": np.nanmedian(off, axis=1) if n > 1 else [0.0],
            }
        )
        settings = {**self._settings, "components": max(self._components), "digest": data.digest}
        return BagKernelResult(kl, mixtures, table, settings, tuple(self._notes(mixtures, kl, off)))

    def _notes(self, mixtures: Mixtures, kl: KLMatrix, error: np.ndarray) -> Iterator[str]:
        few, many = min(self._components), max(self._components)
        yield (
            f"One mixture of {many if few == many else f'{few} to {many}'} diagonal "
            f"{plural(many, 'Gaussian')} per bag; {kl.n_draws:,} points sampled from each."
        )
        if len(error) > 1:
            yield (
                f"Median divergence {kl.typical:.3g} nats, median standard error {np.nanmedian(error):.2g}."
            )
        if kl.n_negative:
            yield f"{kl.n_negative:,} estimates are below zero, within their error, and kept: no true one is."
        assert mixtures.converged is not None
        if not mixtures.converged.all():
            yield f"{int((~mixtures.converged).sum()):,} fits ended at their limit of iterations."


def bag_kernel(
    data: BagData,
    *,
    n_components: int | None = None,
    n_draws: int = 1000,
    variance_floor: float = 1e-3,
    random_state: int = 0,
    n_threads: int = 2,
) -> BagKernel:
    r"""Set up the divergences KL(P_i || P_j) between mixtures fitted to bags; ``.run()`` runs it.

    Parameters
    ----------
    data : the bags; labels are not read.
    n_components : Gaussians per bag; by default one per 30 vectors of the median bag, 1 to 8 (the paper has 256,
        for images of many thousand patches).
    n_draws : from each mixture; the standard error falls with its root, the time grows with it.
    variance_floor : added to each variance, as a share of the coordinate's variance over all bags.
    random_state : seed of fits and draws.
    n_threads : the result does not depend on it.

    Returns
    -------
    BagKernel : ``.run(progress=None, cancel=None)`` gives a ``BagKernelResult``; iterating over it gives a
    ``Progress`` per step.

    Raises
    ------
    ValueError : an argument out of its range.  DataError : while running, if the matrices exceed the memory.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> data = BagData([rng.normal(m, 1, size=(60, 2)) for m in (0, 0, 2)], ["a", "a", "b"])
    >>> found = bag_kernel(data, n_draws=200).run()
    >>> bool(found.kl.kl[0, 2] > found.kl.kl[0, 1])
    True
    """
    return BagKernel(
        data,
        n_components=n_components,
        n_draws=n_draws,
        variance_floor=variance_floor,
        random_state=random_state,
        n_threads=n_threads,
    )


def classify_bags(
    data: BagData,
    found: BagKernelResult,
    *,
    scales: Sequence[float] = SCALES,
    methods: Sequence[str] | None = BAG_METHODS,
    n_splits: int = 5,
    train_size: float = 0.9,
    inner_folds: int = 10,
    metric: str = "micro_f1",
    null: bool = False,
    grid: Grid | None = None,
    random_state: int = 0,
) -> Comparison:
    """AsK-LS one-vs-rest on exp(-a KL) against LS-SVM and SVC on its symmetrisations: the protocol of table I.

    Nine tenths of each class for training; a, gamma and damping by ten inner folds, for every method alike. The
    paper's rivals are "geometric", which averages the divergences (Moreno et al. 2003), with LS-SVM and, on
    (K + K^T)/2 here, SVC.

    Parameters
    ----------
    data : the bags, labelled.
    found : of ``bag_kernel`` on the same data.
    scales : candidates for a, in units of 1 / median divergence.
    methods, n_splits, train_size, inner_folds, metric, null, grid, random_state : as in ``compare``.

    Returns
    -------
    Comparison : ``.run(progress=None, cancel=None)`` gives a ``ComparisonResult``.

    Raises
    ------
    ValueError : ``found`` is of other data, or as ``compare`` does.

    References
    ----------
    He et al. 2022, section 5.1 (table I); Moreno et al. 2003.
    """
    if found.settings["digest"] != data.digest:
        raise ValueError("The divergences are of other data: run bag_kernel on these bags.")
    return compare(
        data,
        found.family(scales),
        methods=methods,
        n_splits=n_splits,
        train_size=train_size,
        inner_folds=inner_folds,
        metric=metric,
        null=null,
        grid=grid,
        random_state=random_state,
    )


def _phase(
    steps: Generator[int, None, Any],
    label: str,
    before: int,
    n: int,
    own: float,
    later: float,
    started: float,
) -> Generator[Progress, None, Any]:
    """Progress of one phase of n steps, and its result. Seconds left: as fast as so far, by the work of this phase,
    ``own``, and of what comes ``later``."""
    taken = Steps(steps)
    for done in taken:
        ratio = taken.seconds / max(own * done / n, 1e-9)
        remaining = taken.seconds / done * (n - done) + later * ratio
        if before + done < 2 * n:  # the very last step comes with the result
            yield Progress.at(before + done, 2 * n, label, time.perf_counter() - started, remaining)
    return taken.result
