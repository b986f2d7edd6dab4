"""Each kernel of vectors against its peer, n = m = 4,000, d = 50.

Peers: scikit-learn's function where it has one, SciPy's cdist with the map where it has none, and our RBF for SNE, T
and attention, which are as much work. None may take more than 1.5 times as long as its peer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.metrics.pairwise import (
    laplacian_kernel,
    linear_kernel,
    polynomial_kernel,
    rbf_kernel,
    sigmoid_kernel,
)

from askcore.kernels import KERNELS
from benchmarks.measure import compare, run, sized

SIZE, FEATURES = sized(4000, 60), 50
SIGMA = 7.0  # about sqrt(d): kernel values of ordinary size, where exp is neither quick nor slow


def tl1_by_cdist(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """max(rho - d, 0) in place."""
    d = cdist(X, Z, "cityblock")
    np.subtract(0.7 * X.shape[1], d, out=d)
    return np.maximum(d, 0.0, out=d)


def rbf(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """Ours, the yardstick of the kernels normalised over a reference set."""
    return KERNELS["rbf"](X, Z, sigma=SIGMA)


# label: (kernel, parameters, name of the peer, the peer)
PAIRS: dict[str, tuple[str, dict[str, object], str, Callable[[np.ndarray, np.ndarray], np.ndarray]]] = {
    "linear": ("linear", {}, "sklearn", linear_kernel),
    "polynomial": (
        "polynomial",
        {"degree": 3},
        "sklearn",
        lambda X, Z: polynomial_kernel(X, Z, degree=3, gamma=1.0, coef0=1.0),
    ),
    "tanh": (
        "tanh",
        {"c": 0.02},
        "sklearn",
        lambda X, Z: sigmoid_kernel(X, Z, gamma=0.02, coef0=0.0),
    ),
    "rbf": ("rbf", {"sigma": SIGMA}, "sklearn", lambda X, Z: rbf_kernel(X, Z, gamma=1 / SIGMA**2)),
    "laplacian": (
        "laplacian",
        {"sigma": SIGMA**2},
        "sklearn",
        lambda X, Z: laplacian_kernel(X, Z, gamma=1 / SIGMA**2),
    ),
    "tl1": ("tl1", {}, "cdist", tl1_by_cdist),
    "sne": ("sne", {"sigma": SIGMA}, "rbf", rbf),
    "t": ("t", {}, "rbf", rbf),
    "attention": ("attention", {}, "rbf", rbf),
    "attention_pca": ("attention", {"projection": "pca"}, "rbf", rbf),
}


def measure(label: str) -> None:
    """One kernel."""
    name, params, rival, peer = PAIRS[label]
    X, Z = np.random.default_rng(0).standard_normal((2, SIZE, FEATURES))
    ours = partial(KERNELS[name], X, Z, **params)
    ours(), peer(X, Z)  # pages of memory, caches
    compare(f"kernels.{label}", ours=ours, repeats=7, **{rival: partial(peer, X, Z)})


if __name__ == "__main__":
    run({label: partial(measure, label) for label in PAIRS})
