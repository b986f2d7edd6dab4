"""What makes a kernel matrix useless, on matrices that are so by construction, and on healthy ones."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.diagnostics.health import DEGENERATE, matrix_health

RNG = np.random.default_rng(0)
N = 40
POINTS = RNG.normal(size=(N, 3))
SQUARES = ((POINTS[:, None] - POINTS[None]) ** 2).sum(axis=2)
GIANT = RNG.random((N, N))
GIANT[3, 7] = 1e3
FEW_ALONE = np.exp(-SQUARES / 4)
FEW_ALONE[:20, :] *= np.eye(N)[:20] + 1e-9  # half of the rows see others


def sne(sigma):
    K = np.exp(-SQUARES / sigma**2)
    return K / K.sum(axis=1, keepdims=True)


@pytest.mark.parametrize(
    ("K", "kind"),
    [
        (np.eye(N), "identity"),
        (7.0 * np.eye(N) - 1e-20 * RNG.random((N, N)), "identity"),
        (sne(0.02), "identity"),
        (sp.csr_array(np.eye(N)), "identity"),
        (np.full((N, N), -2.0), "constant"),
        (sne(500.0), "constant"),
        (np.full((N, N + 5), 3.0), "constant"),
        (GIANT, "spike"),
        (sp.csr_array(GIANT), "spike"),
        (GIANT[:, 2:], "spike"),
    ],
)
def test_a_useless_matrix_is_named(K, kind):
    found = matrix_health(K, asymmetric=True)
    assert found.kind == kind
    assert found.words == DEGENERATE[kind]
    assert str(found).startswith(found.words)
    if kind == "spike":
        assert (K.toarray() if sp.issparse(K) else K)[found.place] == 1e3


@pytest.mark.parametrize(
    "K",
    [
        sne(2.0),
        np.exp(-SQUARES),
        POINTS @ POINTS.T,
        FEW_ALONE,
        RNG.random((N, N + 7)),
        sp.csr_array(RNG.random((N, N)) * (RNG.random((N, N)) < 0.1)),
        np.zeros((N, N)),
        np.eye(4),
    ],
)
def test_a_healthy_matrix_is_left_alone(K):
    assert matrix_health(K) is None


def test_a_symmetric_matrix_of_an_asymmetric_formula_is_a_finding():
    """Eight points on a circle: every row of SNE has the same sum."""
    angle = np.arange(8) * np.pi / 4
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    K = np.exp(-((ring[:, None] - ring[None]) ** 2).sum(axis=2))
    K /= K.sum(axis=1, keepdims=True)
    assert matrix_health(K) is None
    found = matrix_health(K, asymmetric=True)
    assert (found.kind, found.words) == ("no skew", DEGENERATE["no skew"])
    assert found.figure < 1e-12
