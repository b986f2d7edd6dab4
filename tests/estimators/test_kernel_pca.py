import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.decomposition import KernelPCA as Reference

from askcore import DataError, KernelPCA
from askcore.estimators import NothingLeftWarning
from askcore.kernels import KERNELS, PrecomputedKernel
from tests.helpers import naive_centred

SPECTRA = ["keep", "clip", "flip", "square", "shift"]
TANH = {"c": 1.0, "d": 1.0}


@pytest.fixture
def indefinite(rng):
    G = rng.standard_normal((14, 14))
    return (G + G.T) / 2


def signless(Z, expected, **tolerance):
    """Equal up to the sign of each column."""
    signs = np.sign((Z * expected).sum(axis=0))
    np.testing.assert_allclose(Z * signs, expected, **tolerance)


@pytest.mark.parametrize("solver", ["auto", "full", "arpack", "randomized"])
def test_rbf_equals_scikit_learn(solver, points, new_points):
    ours = KernelPCA("rbf", 4, kernel_params={"sigma": 2.0}, solver=solver).fit(points)
    theirs = Reference(4, kernel="rbf", gamma=0.25, eigen_solver="dense").fit(points)
    np.testing.assert_allclose(ours.eigenvalues_, theirs.eigenvalues_, rtol=1e-7)
    tolerance = 1e-5 if solver == "randomized" else 1e-9
    signless(ours.fit_transform(points), theirs.transform(points), atol=tolerance)
    signless(ours.transform(new_points), theirs.transform(new_points), atol=tolerance)


@pytest.mark.parametrize("center", [True, False])
def test_an_indefinite_kernel_equals_a_naive_eigh(center, indefinite):
    train, new = np.arange(10), np.arange(10, 14)
    K = indefinite[:10, :10]
    values, U = np.linalg.eigh(naive_centred(K) if center else K)
    order = np.argsort(-np.abs(values))[:5]
    model = KernelPCA(PrecomputedKernel(indefinite), 5, center=center).fit(train)
    np.testing.assert_allclose(model.eigenvalues_, values[order], atol=1e-12)
    np.testing.assert_array_equal(model.signs_, np.sign(values[order]))
    assert model.signature_ == (int((values[order] > 0).sum()), int((values[order] < 0).sum()))
    signless(model.eigenvectors_, U[:, order], atol=1e-9)
    signless(model.fit_transform(train), U[:, order] * np.sqrt(np.abs(values[order])), atol=1e-9)
    across = indefinite[np.ix_(new, train)]
    if center:
        across = across - across.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()
    scores = across @ U[:, order] * np.sqrt(np.abs(values[order])) / values[order]
    signless(model.transform(new), scores, atol=1e-9)


@pytest.mark.parametrize("spectrum", SPECTRA)
def test_corrected_components(spectrum, points):
    """The leading eigenpairs of the corrected matrix, and training samples keep their place when met again."""
    K = naive_centred(KERNELS["tanh"](points, points, **TANH))
    values, U = np.linalg.eigh((K + K.T) / 2)
    least = values.min()
    new = {
        "keep": values,
        "clip": np.maximum(values, 0),
        "flip": np.abs(values),
        "square": values**2,
        "shift": values - least,
    }[spectrum]
    order = np.argsort(-np.abs(new))[:4]
    model = KernelPCA("tanh", 4, kernel_params=TANH, spectrum=spectrum)
    Z = model.fit_transform(points)
    np.testing.assert_allclose(model.eigenvalues_, new[order], atol=1e-9)
    np.testing.assert_allclose(model.kernel_eigenvalues_, values[order], atol=1e-9)
    signless(Z, U[:, order] * np.sqrt(np.abs(new[order])), atol=1e-8)
    np.testing.assert_allclose(model.transform(points), Z, atol=1e-9)
    assert (model.signs_ < 0).any() == (spectrum == "keep")


@pytest.mark.parametrize("spectrum", SPECTRA)
def test_iterative_solvers_find_the_same_components(spectrum, rng):
    X = rng.random((450, 6))
    made = [
        KernelPCA("tl1", 3, kernel_params={"rho": 1.2}, spectrum=spectrum, solver=solver).fit(X)
        for solver in ("full", "auto")
    ]
    assert [model.solver_ for model in made] == ["full", "arpack"]
    np.testing.assert_allclose(made[1].eigenvalues_, made[0].eigenvalues_, rtol=1e-8)
    signless(made[1].transform(X[:9]), made[0].transform(X[:9]), atol=1e-6)


@pytest.mark.parametrize("symmetrize", [None, "mean", "KKt", "KtK"])
def test_sparse_samples_and_blocks_give_what_dense_samples_give(symmetrize, rng):
    X = rng.random((30, 8)) * (rng.random((30, 8)) < 0.4)
    kernel = "rbf" if symmetrize is None else "sne"
    dense = KernelPCA(kernel, 3, symmetrize=symmetrize).fit(X[:22])
    stored = sp.csr_array(X)
    sparse = KernelPCA(kernel, 3, symmetrize=symmetrize).fit(stored[:22])
    sparse._block_entries = 66
    np.testing.assert_allclose(sparse.eigenvalues_, dense.eigenvalues_, rtol=1e-9)
    signless(sparse.transform(stored[22:]), dense.transform(X[22:]), atol=1e-9)


def test_past_the_limit_the_kernel_is_evaluated_in_blocks(points, new_points):
    kept = KernelPCA("tl1", 2, kernel_params={"rho": 3.0}).fit(points)
    lazy = KernelPCA("tl1", 2, kernel_params={"rho": 3.0}, solver="arpack")
    lazy._dense_entries = 100
    lazy.fit(points)
    signless(lazy.transform(new_points), kept.transform(new_points), atol=1e-8)


def test_symmetric_up_to_rounding_is_accepted_and_asymmetry_measured(indefinite, rng):
    noisy = PrecomputedKernel(indefinite + 1e-13 * rng.standard_normal((14, 14)))
    exact = KernelPCA(PrecomputedKernel(indefinite)).fit(np.arange(14))
    np.testing.assert_allclose(
        KernelPCA(noisy).fit(np.arange(14)).eigenvalues_, exact.eigenvalues_, rtol=1e-9
    )
    skew = indefinite + np.triu(rng.random((14, 14)), 1)
    share = np.linalg.norm(skew - skew.T) / np.linalg.norm(skew + skew.T)
    with pytest.raises(ValueError, match=rf"not symmetric: \|K - K\^T\| is {share:.2g} of"):
        KernelPCA(PrecomputedKernel(skew)).fit(np.arange(14))
    with pytest.raises(ValueError, match="3 rows and 4 columns"):
        KernelPCA(PrecomputedKernel(np.ones((3, 4)))).fit([0, 1])


def test_duplicates_and_low_rank_leave_empty_components(points):
    X = np.repeat(points[:3], 5, axis=0)
    model = KernelPCA("rbf", 4)
    Z = model.fit_transform(X)
    assert model.notes_ == ("Only 2 of 4 components are above rounding.",)
    np.testing.assert_array_equal(model.signs_, [1, 1, 0, 0])
    np.testing.assert_array_equal(Z[:, 2:], 0.0)
    np.testing.assert_allclose(model.transform(X), Z, atol=1e-9)
    np.testing.assert_allclose(Z[0], Z[4], atol=1e-9)


def test_all_negative_spectra():
    minus = PrecomputedKernel(-np.diag([3.0, 2.0, 1.0]))
    kept = KernelPCA(minus, 2, center=False).fit(np.arange(3))
    np.testing.assert_allclose(kept.eigenvalues_, [-3.0, -2.0])
    np.testing.assert_array_equal(kept.signs_, [-1, -1])
    flipped = KernelPCA(minus, 2, center=False, spectrum="flip").fit(np.arange(3))
    np.testing.assert_allclose(flipped.eigenvalues_, [3.0, 2.0])
    shifted = KernelPCA(minus, 2, center=False, spectrum="shift").fit(np.arange(3))
    np.testing.assert_allclose(shifted.eigenvalues_, [2.0, 1.0])
    with pytest.raises(DataError, match=r"every eigenvalue .* is negative or zero.*spectrum='clip'"):
        KernelPCA(minus, 2, center=False, spectrum="clip").fit(np.arange(3))


def test_nothing_to_decompose_and_invalid_settings(points):
    for model, X, why in (
        (KernelPCA("rbf"), np.ones((6, 2)), "constant, so it is zero after centring"),
        (KernelPCA("linear", center=False), np.zeros((6, 2)), "zero"),
        (KernelPCA("rbf", spectrum="shift"), np.ones((6, 2)), "constant, so it is zero after centring"),
    ):
        with pytest.warns(NothingLeftWarning, match=f"the kernel matrix is {why}"):
            Z = model.fit_transform(X)
        np.testing.assert_array_equal(Z, np.zeros((6, 2)))
        np.testing.assert_array_equal(model.transform(X + 1.0), np.zeros((6, 2)))
        assert why in model.notes_[-1]
        np.testing.assert_array_equal(model.signs_, [0, 0])
    every = KernelPCA(n_components=25).fit(points)
    assert every.n_components_ == 24
    assert every.notes_[0] == "25 components were requested from 24 samples: 24 components."
    with pytest.raises(ValueError, match=r"'spectrum' parameter .* must be"):
        KernelPCA(spectrum="cut").fit(points)
