"""Bags of vectors -> a mixture per bag -> divergences -> a kernel -> AsK-LS: the image pipeline, step by step.

Mixtures and divergences read no label, so they are made once for all bags, test bags included; scale, gamma and damping
are chosen within each training part.

Source: He et al. 2022, section 5.1 (table I).
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from askcore._steps import Steps
from askcore.datasets import BagData
from askcore.experiments.running.run import Run, Step
from askcore.kernels import PrecomputedKernel
from askcore.kernels.divergences import KLMatrix
from askcore.kernels.mixtures import component_numbers, divergence_steps, fitting_steps

# Values of a, in units of one over the median divergence.
SCALES = (0.1, 0.3, 1.0, 3.0, 10.0)


@dataclass(frozen=True, eq=False)
class BagKernelResult:
    """The result of ``bag_kernel``: the divergences with their standard errors."""

    kl: KLMatrix
    settings: Mapping[str, Any] = field(repr=False)

    def kernel(self, a: float | None = None) -> PrecomputedKernel:
        """exp(-a KL) over the indices of the bags; ``a`` is by default 1 / median divergence."""
        return self.kl.kernel(1.0 / self.kl.typical if a is None else a)

    def family(self, scales: Sequence[float] = SCALES) -> dict[str, PrecomputedKernel]:
        """The kernel at several a = scale / median divergence, the smoothest first, by the value of a."""
        values = sorted(scale / self.kl.typical for scale in scales)
        return {f"{a:.4g}": self.kl.kernel(a) for a in values}


def bag_kernel(
    data: BagData,
    *,
    n_components: int | None = None,
    n_draws: int = 1000,
    random_state: int = 0,
    n_threads: int = 2,
) -> Run[BagKernelResult]:
    r"""Set up the divergences KL(P_i || P_j) between mixtures fitted to bags; ``.run()`` computes them.

    Parameters
    ----------
    data : the bags; labels are not used.
    n_components : Gaussians per bag. By default, one per 30 vectors of the median bag, from 1 to 8 (the paper uses 256,
        for images with many thousand patches).
    n_draws : draws from each mixture. The standard error falls with the square root of this number, and the time grows
        with it.
    random_state : seed of fits and draws.
    n_threads : number of threads; the result does not depend on it.

    Returns
    -------
    Run : ``.run(progress=None, cancel=None)`` returns a ``BagKernelResult``. The ``settings`` of the run contain a
        rough estimate of the work.

    Raises
    ------
    ValueError : an argument is out of range.  DataError : the matrices need more memory than is available (while
        running).

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> data = BagData([rng.normal(m, 1, size=(60, 2)) for m in (0, 0, 2)], ["a", "a", "b"])
    >>> found = bag_kernel(data, n_draws=200).run()
    >>> bool(found.kl.kl[0, 2] > found.kl.kl[0, 1])
    True
    """
    settings: dict[str, Any] = {
        "n_components": n_components,
        "n_draws": n_draws,
        "random_state": random_state,
        "n_threads": n_threads,
    }
    for name, least in (("n_draws", 2), ("n_threads", 1)):
        if settings[name] < least:
            raise ValueError(f"{name} must be at least {least}, got {settings[name]}.")
    numbers = component_numbers(data.sizes.tolist(), n_components)
    settings |= {"components": max(numbers), "digest": data.digest}
    return Run(_steps(data, settings), settings)


def _steps(data: BagData, settings: Mapping[str, Any]) -> Generator[Step, None, BagKernelResult]:
    """Two phases of one step per bag: the fits, then the divergences."""
    n = data.n_samples
    common = {key: settings[key] for key in ("random_state", "n_threads")}
    fits = Steps(fitting_steps(data.bags, settings["n_components"], **common))
    for done in fits:
        yield done, 2 * n, "fitting mixtures"
    rows = Steps(divergence_steps(fits.result, settings["n_draws"], **common))
    for done in rows:
        yield n + done, 2 * n, "estimating divergences"
    return BagKernelResult(rows.result, settings)
