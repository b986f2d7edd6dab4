"""Bags become a matrix: a mixture per bag, divergences between all of them, K = exp(-a KL).

Measured once for all sessions with the same bags, with progress and Cancel.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from askcore._format import count
from askcore.datasets import BagData, MatrixData
from askcore.experiments import KernelChoice, bag_kernel
from askcore.experiments.bags import BagKernelResult
from askcore.experiments.running.jobs import Task
from askcore.ui.background import in_background
from askcore.ui.cache import cached
from askcore.ui.controls import slider
from askcore.ui.data.dataset import Active, show_as_matrix
from askcore.ui.pieces import heading
from askcore.ui.settings import BAG_SCALES, COMPONENTS


@in_background("Measuring the divergences", few=200)
def _measured(bags: BagData, n_components: int | None) -> Task[BagKernelResult]:
    return Task(bag_kernel, bags, n_components=n_components)


def measure(current: Active, title: str) -> None:
    """Make the matrix of the bags that pages compute with, under the controls of its kernel.

    Meanwhile the measuring takes the place of the page.
    """
    bags: BagData = current.data
    with st.sidebar:
        heading("Kernel")
        st.caption(
            r"$K(u, v) = \exp(-a\,\mathrm{KL}(P_u \,\|\, P_v))$, with a mixture of Gaussians $P$ for each bag"
        )
        number = slider("Gaussians per bag", COMPONENTS, COMPONENTS[0], "components", _NUMBER_HELP)
        scale = slider("a, times 1 / median divergence", BAG_SCALES, 1.0, "bag_scale", _SCALE_HELP)
    n_components = None if isinstance(number, str) else int(number)
    place = st.empty()
    with place.container():
        if not _measured.ready(bags, n_components):  # type: ignore[attr-defined]
            st.title(title)
            st.markdown(invitation(bags))
        found = _measured(bags, n_components)
    place.empty()
    a = float(f"{scale / found.kl.typical:.6g}")
    with st.sidebar:
        st.caption(accuracy(found, a))
    choice = KernelChoice("kl_mixtures", (("a", a), ("n_components", n_components)))
    show_as_matrix(bags, _matrix(bags, n_components, a, found), choice)


@cached(entries=16)
def _matrix(bags: BagData, n_components: int | None, a: float, _found: BagKernelResult) -> MatrixData:
    """The kernel matrix of what was measured, which follows from bags and their number of Gaussians."""
    every = np.arange(bags.n_samples)
    return MatrixData(_found.kernel(a)(every, every), bags.labels, bags.bag_ids, name=bags.name)


def invitation(bags: BagData) -> str:
    """What happens before there is a matrix."""
    return (
        f"A mixture of Gaussians is fitted to each of the {bags.n_samples:,} bags. Then the divergence of each bag "
        "from every other one is estimated from random samples. KL(P‖Q) and KL(Q‖P) differ, so K is asymmetric. "
        "This is done once."
    )


def accuracy(found: BagKernelResult, a: float) -> str:
    """How well the divergences are known, and what that means for K."""
    n = len(found.kl.kl)
    off = ~np.eye(n, dtype=bool)
    error = float(np.median(found.kl.standard_error[off])) if n > 1 else 0.0
    few = found.settings["components"]
    said = (
        f"{count(few, 'Gaussian')} per bag, {found.kl.n_draws:,} points sampled from each. The median divergence is "
        f"{found.kl.typical:.3g} ± {error:.2g} nats (standard error). At the median, K has an error of "
        f"{100 * a * error:.2g}%."
    )
    if found.kl.n_negative:
        below = count(found.kl.n_negative, "estimate is", "estimates are")
        said += (
            f" {below} below zero, within the error, and left as "
            f"{'it is' if found.kl.n_negative == 1 else 'they are'}."
        )
    return said


_NUMBER_HELP = (
    "“auto”: one Gaussian per 30 vectors of the median bag, from 1 to 8. More Gaussians describe a bag more closely, "
    "but they need more vectors. A change starts a new computation."
)
_SCALE_HELP = (
    "With a small value, all bags are similar; with a large one, each bag is similar only to itself. At 1, K = 1/e for "
    "two bags at the median divergence."
)
