"""AsK-LS on random features: the exact method on phi psi^T, and near that of the kernel itself."""

import numpy as np
import pytest

from askcore import AsKLSClassifier
from askcore.kernels import GraphKernel, ShiftedGaussians, SkewedLaplacian
from askcore.solvers import fourier_features, solve_askls

SHIFTED = ShiftedGaussians([0.4, 0.0, -0.3], sigma=1.5)


@pytest.mark.parametrize("damping", [0.0, 0.1])
@pytest.mark.parametrize(
    "kernel", [SHIFTED, SkewedLaplacian(2.0, 0.7), "rbf"], ids=["shifted", "skewed", "rbf"]
)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n_frequencies", [8, 30])  # fewer features than the 24 samples, and more
def test_it_is_the_exact_method_on_the_approximate_matrix(
    n_frequencies, weighted, kernel, damping, points, new_points, three_classes
):
    params = {"sigma": 1.5} if kernel == "rbf" else None
    weight = np.linspace(0.5, 2.0, len(points)) if weighted else None
    model = AsKLSClassifier(
        kernel, kernel_params=params, n_frequencies=n_frequencies, gamma=0.3, damping=damping, random_state=5
    ).fit(points, three_classes, sample_weight=weight)
    features = fourier_features(kernel, 3, n_frequencies, kernel_params=params, random_state=5)
    K = features.operator(points, points).toarray()
    Y = np.where(np.asarray(three_classes)[:, None] == model.classes_, 1.0, -1.0)
    dense = solve_askls(K, Y, gamma=0.3, damping=damping, solver="dense", sample_weight=weight)
    f_s, f_t = model.decision_views(new_points)
    K_new, K_old = (
        features.operator(*pair).toarray() for pair in ((new_points, points), (points, new_points))
    )
    np.testing.assert_allclose(f_s, K_new @ dense.c + dense.b_source, atol=1e-8)
    np.testing.assert_allclose(f_t, K_old.T @ dense.a + dense.b_target, atol=1e-8)
    assert model.solver_ == "fourier"
    assert model.symmetric_ == (kernel == "rbf")


def test_what_cannot_be_is_refused(points, three_classes):
    with pytest.raises(ValueError, match="n_landmarks or n_frequencies, not both"):
        AsKLSClassifier("rbf", n_frequencies=5, n_landmarks=5).fit(points, three_classes)
    with pytest.raises(ValueError, match="need a kernel that depends only on x - z"):
        AsKLSClassifier("sne", n_frequencies=5).fit(points, three_classes)
    with pytest.raises(ValueError, match="need a kernel that depends only on x - z"):
        AsKLSClassifier(GraphKernel(np.ones((24, 24))), n_frequencies=5).fit(np.arange(24), three_classes)
    with pytest.raises(ValueError, match="gamma='loo' needs the exact method"):
        AsKLSClassifier("rbf", n_frequencies=5, gamma="loo").fit(points, three_classes)
    with pytest.raises(ValueError, match="n_frequencies"):
        AsKLSClassifier("rbf", n_frequencies=0).fit(points, three_classes)


@pytest.mark.parametrize("kernel", [SHIFTED, "rbf"], ids=["shifted", "rbf"])
def test_gamma_by_folds_is_the_choice_of_the_exact_method_on_the_features(
    kernel, points, new_points, three_classes
):
    """A matrix phi psi^T of their own makes landmarks of all samples exact: the same sums, by another way."""
    y = np.asarray(three_classes)
    params = {"sigma": 1.5} if kernel == "rbf" else None
    settings = {"kernel_params": params, "gamma": "cv", "cv": 3, "random_state": 5}
    model = AsKLSClassifier(kernel, n_frequencies=8, **settings).fit(points, y)
    features = fourier_features(kernel, 3, 8, kernel_params=params, random_state=5)
    twin = AsKLSClassifier(
        lambda X, Z: features.operator(X, Z).toarray(),
        n_landmarks=len(points),
        gamma="cv",
        cv=3,
        random_state=5,
    ).fit(points, y)
    assert (model.gamma_, model.damping_) == (twin.gamma_, twin.damping_)
    assert model.cv_error_ == pytest.approx(twin.cv_error_, rel=1e-6)
    far = pytest.importorskip("dask.array").from_array(points)
    parted = AsKLSClassifier(kernel, n_frequencies=8, **settings).fit(far, y)
    assert (parted.gamma_, parted.damping_) == (model.gamma_, model.damping_)
    for one, two in zip(parted.decision_views(new_points), model.decision_views(new_points), strict=True):
        np.testing.assert_allclose(one, two, atol=1e-8)
