"""Every method against numpy and scikit-learn written out, dense and sparse alike."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.decomposition import PCA, KernelPCA

from askcore import KSVD, DataError, IndefiniteKernelWarning
from askcore.experiments.spectra.features import FEATURE_METHODS, extract_features
from tests.helpers import naive_centred, random_sparse


def matrix(n=40, density=0.2):
    return random_sparse(np.random.default_rng(4), n, density)


def same_up_to_sign(found, expected, atol=1e-8):
    assert found.shape == expected.shape
    signs = np.sign((found * expected).sum(axis=0))
    np.testing.assert_allclose(found * signs, expected, atol=atol)


@pytest.mark.parametrize("dense", [True, False])
def test_pca_is_scikit_learns(dense):
    A = matrix()
    found = extract_features(A.toarray() if dense else A, "pca", 4, scaling="full")
    same_up_to_sign(found.left, PCA(4, svd_solver="full").fit_transform(A.toarray()))
    assert found.right is None


@pytest.mark.parametrize("dense", [True, False])
def test_kpca_is_scikit_learns(dense):
    A, sigma = matrix(), 2.0
    expected = KernelPCA(3, kernel="rbf", gamma=1 / sigma**2).fit_transform(A.toarray())
    found = extract_features(
        A.toarray() if dense else A, "kpca", 3, kernel="rbf", kernel_params={"sigma": sigma}
    )
    same_up_to_sign(found.left, expected)  # scores are U times the root of the eigenvalue: scaling "sqrt"


def test_kpca_from_a_sample_is_the_ordinary_nystroem_method():
    A = matrix()
    whole = extract_features(A, "kpca", 3, kernel_params={"sigma": 2.0})
    every = extract_features(A, "kpca", 3, kernel_params={"sigma": 2.0}, n_samples=40)
    same_up_to_sign(every.left, whole.left, atol=1e-6)
    few = extract_features(A, "kpca", 3, kernel_params={"sigma": 2.0}, n_samples=10, random_state=1)
    chosen = np.random.RandomState(1).permutation(40)[:10]
    D = ((A.toarray()[:, None] - A.toarray()[None]) ** 2).sum(axis=2)
    K = np.exp(-D / 4)
    approximate = K[:, chosen] @ np.linalg.inv(K[np.ix_(chosen, chosen)]) @ K[chosen]
    w = np.linalg.eigvalsh(naive_centred(approximate))[::-1][:3]
    np.testing.assert_allclose(few.values, w, rtol=1e-8)
    with pytest.raises(DataError, match="2 samples cannot give 3 components"):
        extract_features(A, "kpca", 3, n_samples=2)


def test_svd_ksvd_and_scaling():
    A = matrix()
    U, S, Vt = np.linalg.svd(A.toarray())
    for scaling, power in (("none", 0), ("sqrt", 0.5), ("full", 1)):
        found = extract_features(A, "svd", 3, scaling=scaling)
        same_up_to_sign(found.left, U[:, :3] * S[:3] ** power)
        same_up_to_sign(found.right, Vt[:3].T * S[:3] ** power)
    model = KSVD("rbf", 3, kernel_params={"sigma": 2.0}, random_state=0).fit(A)
    found = extract_features(A, "ksvd", 3, kernel="rbf", kernel_params={"sigma": 2.0}, scaling="none")
    np.testing.assert_array_equal(found.left, model.left_vectors_)
    np.testing.assert_array_equal(found.side("both"), np.hstack([model.left_vectors_, model.right_vectors_]))


def test_what_is_too_large_or_carries_nothing(monkeypatch):
    monkeypatch.setattr("askcore._validation.available_memory", lambda: 1e6)
    with pytest.raises(DataError, match=r"5,150 polynomial features of 100 rows would need"):
        extract_features(np.ones((100, 100)), "poly_svd", 2)
    monkeypatch.undo()
    notes = extract_features(np.outer([1.0, 2, 3, 4], [1.0, 0, 2, 1]), "svd", 2).notes
    assert notes == ("Only 1 of 2 components are above rounding.",)


def test_sides_of_a_rectangle():
    A = np.random.default_rng(0).normal(size=(9, 5))
    found = extract_features(A, "svd", 2)
    assert found.side("both").shape == (9, 2)  # columns are no samples
    assert found.side("right").shape == (5, 2)
    with pytest.raises(ValueError, match="pca has features of the rows only"):
        extract_features(A, "pca", 2).side("right")


@pytest.mark.parametrize("method", FEATURE_METHODS)
def test_too_many_components(method):
    with pytest.raises(DataError, match="components were requested from a"):
        extract_features(sp.csr_array(np.eye(5)), method, 60)


def test_kernel_features_of_an_indefinite_kernel_warn(rng):
    X = rng.standard_normal((30, 3))
    with pytest.warns(
        IndefiniteKernelWarning, match="leading eigenvalues of this kernel are negative.*KernelPCA"
    ):
        extract_features(X, "kpca", 4, kernel="tanh", kernel_params={"c": -0.5, "d": 1.0})


def test_a_sampled_block_without_a_positive_eigenvalue_is_refused():
    with pytest.raises(DataError, match="no positive eigenvalue"):
        extract_features(np.zeros((12, 3)), "kpca", 2, kernel="linear", n_samples=5)
