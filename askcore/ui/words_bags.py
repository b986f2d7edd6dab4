"""What the pages say of bags and their divergences.

UI floor, without streamlit.
"""

from __future__ import annotations

import numpy as np

from askcore._format import count
from askcore.datasets import BagData
from askcore.experiments import BagKernelResult

__all__ = ["accuracy", "invitation"]


def invitation(bags: BagData) -> str:
    """What happens before there is a matrix."""
    return (
        f"A mixture of Gaussians is fitted to each of the {bags.n_samples:,} bags; then the divergence of each from "
        "each is estimated by drawing from it. KL(P‖Q) and KL(Q‖P) differ: that is the direction. It is done once."
    )


def accuracy(found: BagKernelResult, a: float) -> str:
    """How well the divergences are known, and what that means for K."""
    n = len(found.kl.kl)
    off = ~np.eye(n, dtype=bool)
    error = float(np.median(found.kl.standard_error[off])) if n > 1 else 0.0
    few = found.settings["components"]
    said = (
        f"{count(few, 'Gaussian')} per bag, {found.kl.n_draws:,} draws from each. Median divergence "
        f"{found.kl.typical:.3g} ± {error:.2g} nats, the standard error of the estimate: K at the median is known to "
        f"{100 * a * error:.2g} %."
    )
    if found.kl.n_negative:
        below = count(found.kl.n_negative, "estimate is", "estimates are")
        said += f" {below} below zero, within the error, and kept."
    return said
