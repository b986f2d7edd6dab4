"""Fixed-size AsK-LS: the exact method as its limit, and what holds below it."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import AsKLSClassifier
from askcore.estimators._landmarks import LandmarkFeatures
from askcore.kernels import GraphKernel, PrecomputedKernel
from askcore.kernels.binding import bind


def rotated(X, Z):
    """Asymmetric, of full rank: a Gaussian around a rotated point."""
    turn = np.array([[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]])
    return np.exp(-(((X @ turn)[:, None, :] - Z[None, :, :]) ** 2).sum(axis=2))


def cases(points, new_points):
    rng = np.random.default_rng(0)
    G = (rng.random((40, 40)) < 0.3).astype(float)
    nodes, new = np.arange(24), np.arange(24, 31)
    return {
        "sne": ("sne", points, new_points),
        "rbf": ("rbf", points, new_points),
        "t": ("t", points, new_points),
        "callable": (rotated, points, new_points),
        "graph": (GraphKernel(sp.csr_array(G)), nodes, new),
        "precomputed": (PrecomputedKernel(rng.standard_normal((40, 40))), nodes, new),
        "rank deficient": ("linear", points, new_points),  # rank 3 of 24
    }


NAMES = ["sne", "rbf", "t", "callable", "graph", "precomputed", "rank deficient"]


@pytest.mark.parametrize("damping", [0.0, 0.1])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n_landmarks", [24, 1000])
def test_all_landmarks_are_the_exact_method(n_landmarks, name, damping, points, new_points, three_classes):
    kernel, X, new = cases(points, new_points)[name]
    settings = {"gamma": 0.05, "damping": damping}
    exact = AsKLSClassifier(kernel, **settings).fit(X, three_classes)
    fixed = AsKLSClassifier(kernel, n_landmarks=n_landmarks, random_state=0, **settings).fit(X, three_classes)
    for one, two in zip(fixed.decision_views(new), exact.decision_views(new), strict=True):
        np.testing.assert_allclose(one, two, atol=1e-7)
    assert (fixed.landmarks_ == np.arange(24)).all()
    if name != "rank deficient":  # there the span has many coefficients
        np.testing.assert_allclose(fixed.source_coef_, exact.source_coef_, atol=1e-6)
    np.testing.assert_allclose(fixed.target_intercept_, exact.target_intercept_, atol=1e-7)
    assert fixed.solver_ == "landmarks"
    if not exact.symmetric_:
        assert fixed.condition_ == pytest.approx(exact.condition_, rel=1e-4)


@pytest.mark.parametrize("name", ["sne", "graph", "callable"])
def test_few_landmarks_are_the_nystroem_matrix(name, points, new_points, three_classes):
    """K[:, J] K[J, J]^+ K[J, :] formed in full, and the new blocks likewise."""
    kernel, X, new = cases(points, new_points)[name]
    model = AsKLSClassifier(kernel, gamma=0.3, damping=0.1, n_landmarks=9, random_state=2)
    model.fit(X, three_classes)
    J, bound = model.landmarks_, model._training.bound
    assert len(J) == len(set(J.tolist())) == 9

    def full(block):
        return block.toarray() if sp.issparse(block) else block

    K = full(bound.train())
    inverse = np.linalg.pinv(K[np.ix_(J, J)], rcond=1e-12)
    low = AsKLSClassifier(PrecomputedKernel(K[:, J] @ inverse @ K[J, :]), gamma=0.3, damping=0.1)
    low.fit(np.arange(24), three_classes)
    source = full(bound.source(new))[:, J] @ inverse @ K[J, :]
    target = K[:, J] @ inverse @ full(bound.target(new))[J, :]
    f_s, f_t = model.decision_views(new)
    np.testing.assert_allclose(f_s, source @ low.source_coef_ + low.source_intercept_, atol=1e-7)
    np.testing.assert_allclose(f_t, target.T @ low.target_coef_ + low.target_intercept_, atol=1e-7)
    of_landmarks = full(bound.source(new))[:, J] @ model.source_coef_ + model.source_intercept_
    np.testing.assert_allclose(f_s, of_landmarks, atol=1e-12)


@pytest.mark.parametrize("kernel", ["sne", "rbf", "t"])
def test_in_blocks_the_features_are_the_same(kernel, points):
    found = LandmarkFeatures.from_kernel(bind(kernel, None, points), np.arange(0, 24, 4))
    for whole, parts in zip(found.of_all(points), found.of_all(points, 50), strict=True):
        if whole is None:
            assert (parts, kernel) == (None, "rbf")
        else:
            np.testing.assert_allclose(parts, whole, atol=1e-12)


def test_no_block_of_the_kernel_has_more_entries_than_allowed(points):
    sizes = []

    def counted(X, Z):
        sizes.append(len(X) * len(Z))
        return np.exp(X[:, :1] - Z[:, 0] ** 2)

    LandmarkFeatures.from_kernel(bind(counted, None, points), np.arange(6)).of_all(points, 50)
    assert max(sizes) <= 50
