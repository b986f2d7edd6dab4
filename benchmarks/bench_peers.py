"""Ours against the peers that people use: scikit-learn's estimators, scipy's svds.

- svc: AsK-LS and LS-SVM on a precomputed RBF matrix of 2,000 samples against ``SVC(kernel="precomputed")``.
- kernel_pca: top 20 of 3,000 samples against KernelPCA with its own choice of solver.
- landmarks: AsK-LS with RBF and 300 landmarks on 20,000 samples against Nystroem and a ridge classifier.
- svd: top 20 of the adjacency matrix of a digraph of 20,000 nodes against TruncatedSVD and scipy's svds.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import svds
from sklearn.decomposition import KernelPCA, TruncatedSVD
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import RidgeClassifier
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVC

import askcore
from askcore.kernels import PrecomputedKernel
from askcore.solvers import truncated_svd
from benchmarks.measure import compare, run, sized

RANK = sized(20, 3)
SIGMA = 4.0  # exp(-d^2 / sigma^2) throughout


def table(m: int, d: int = 10) -> tuple[np.ndarray, np.ndarray]:
    """Two classes that no line parts."""
    X = np.random.default_rng(0).standard_normal((m, d))
    return X, (np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] > 0).astype(int)


def svc(m: int = sized(2000, 80)) -> None:
    """Fit, and predict as many."""
    X, y = table(2 * m)
    K = askcore.kernels.KERNELS["rbf"](X, X[:m], sigma=SIGMA)
    every, square = np.arange(m), K[:m]

    def ours(model: type) -> float:
        kernel = PrecomputedKernel(square)
        fitted = model(kernel, gamma=10.0, damping=0.01).fit(every, y[:m])
        return fitted.score(every, y[:m])

    def peer() -> float:
        return SVC(kernel="precomputed", C=10.0).fit(square, y[:m]).score(square, y[:m])

    for name, model in (("askls", askcore.AsKLSClassifier), ("lssvm", askcore.LSSVMClassifier)):
        found = compare(
            f"peers.{name}", ours=lambda m=model: ours(m), svc=peer, note=f"{m:,} samples, fit and score"
        )
        print(f"   on the training samples: ours {found.results['ours']:.3f}, SVC {found.results['svc']:.3f}")


def kernel_pca() -> None:
    """Kernel evaluation included on both sides."""
    X, _ = table(sized(3000, 80))
    compare(
        "peers.kernel_pca",
        ours=lambda: askcore.KernelPCA("rbf", n_components=RANK, kernel_params={"sigma": SIGMA}).fit(X),
        sklearn=lambda: KernelPCA(RANK, kernel="rbf", gamma=1 / SIGMA**2).fit(X),
        note=f"top {RANK} of {len(X):,} samples",
    )


def landmarks() -> None:
    """Fit, and score new samples."""
    X, y = table(sized(40_000, 200))
    half, n = len(X) // 2, sized(300, 20)
    ours = askcore.AsKLSClassifier(
        "rbf", kernel_params={"sigma": SIGMA}, gamma=1e3, damping=0.01, n_landmarks=n, random_state=0
    )
    peer = make_pipeline(Nystroem(gamma=1 / SIGMA**2, n_components=n, random_state=0), RidgeClassifier(1e-3))
    found = compare(
        "peers.landmarks",
        ours=lambda: ours.fit(X[:half], y[:half]).score(X[half:], y[half:]),
        sklearn=lambda: peer.fit(X[:half], y[:half]).score(X[half:], y[half:]),
        note=f"{half:,} samples, {n} landmarks, fit and score of as many new ones",
    ).results
    print(f"   accuracy on new samples: ours {found['ours']:.3f}, Nystroem and ridge {found['sklearn']:.3f}")


def digraph(n: int = sized(20_000, 100)) -> sp.csr_array:
    """Twenty communities that link to the next one."""
    rng = np.random.default_rng(0)
    source = rng.integers(0, n, 20 * n)
    target = np.where(
        rng.random(20 * n) < 0.7,
        (source + 1) % 20 + 20 * rng.integers(0, n // 20, 20 * n),
        rng.integers(0, n, 20 * n),
    )
    A = sp.csr_array((np.ones(20 * n), (source, target)), shape=(n, n))
    A.data[:] = 1.0
    return A


def svd() -> None:
    """Singular triplets, to full accuracy but for the randomised peer."""
    A = digraph()
    found = compare(
        "peers.svd",
        ours=lambda: truncated_svd(A, RANK, random_state=0),
        sklearn_randomized=lambda: TruncatedSVD(RANK, random_state=0).fit(A),
        svds=lambda: svds(A, k=RANK, random_state=0),
        note=f"top {RANK} of {A.shape[0]:,} nodes, {A.nnz:,} links",
    ).results
    values = found["ours"].values
    off = {
        "svds": np.abs(np.sort(found["svds"][1])[::-1] / values - 1).max(),
        "sklearn_randomized": np.abs(found["sklearn_randomized"].singular_values_ / values - 1).max(),
    }
    print(
        "   singular values, relative to ours: "
        + ", ".join(f"{name} {each:.0e}" for name, each in off.items())
    )


if __name__ == "__main__":
    run({each.__name__: each for each in (svc, kernel_pca, landmarks, svd)})
