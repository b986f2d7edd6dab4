"""KSVD against the paper's algorithm written out, its collapses, and its out-of-sample extension."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

import askcore
from askcore.kernels import KERNELS
from askcore.operators import structured
from askcore.solvers import subspace_error
from askcore.solvers.svd import singular
from tests.helpers import every_pair, frozen

SHAPES = [(30, 12), (12, 30), (15, 15)]
KINDS = {"rbf": {"sigma": 3.0}, "sne": {"sigma": 3.0}, "t": {}, "polynomial": {"degree": 2}, "linear": {}}
GRID = every_pair(SHAPES, KINDS, [True, False], [True, False])


def matrix(shape, seed=0):
    return frozen(np.random.default_rng(seed).standard_normal(shape))


def naive_ksvd(A, kernel, params, C, *, center, rank):
    """Algorithm 1, line by line, with C given (C = None: identity)."""
    n, m = A.shape
    X, Z = A, A.T
    if C is not None and m >= n:
        X = A @ C
    elif C is not None:
        Z = A.T @ C
    G = KERNELS[kernel](X, np.ascontiguousarray(Z), **params)
    if center:
        G = (np.eye(n) - 1 / n) @ G @ (np.eye(m) - 1 / m)
    u, s, vt = np.linalg.svd(G)
    return u[:, :rank], s[:rank], vt[:rank].T, G


@pytest.mark.parametrize(("shape", "kernel", "center", "sparse"), GRID)
def test_the_algorithm_written_out(shape, kernel, center, sparse):
    A = matrix(shape)
    given = sp.csr_array(A) if sparse else A
    model = askcore.KSVD(kernel, 4, kernel_params=KINDS[kernel], center=center, random_state=0).fit(given)
    C = model._sources.row_map if model._sources.row_map is not None else model._sources.column_map
    u, s, v, G = naive_ksvd(A, kernel, KINDS[kernel], C, center=center, rank=4)
    np.testing.assert_allclose(model.singular_values_, s, rtol=1e-9)
    assert subspace_error(u, model.left_vectors_) < 1e-6
    assert subspace_error(v, model.right_vectors_) < 1e-6
    root = np.sqrt(model.singular_values_)
    inner = (model.left_vectors_ / root).T @ G @ (model.right_vectors_ / root)
    np.testing.assert_allclose(inner, np.eye(4), atol=1e-8)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_linear_with_the_pseudoinverse_is_the_svd_of_a(shape):
    A = matrix(shape)
    model = askcore.KSVD("linear", 5, compatibility="pinv", center=False).fit(A)
    u, s, vt = np.linalg.svd(A)
    np.testing.assert_allclose(model.singular_values_, s[:5], rtol=1e-10)
    np.testing.assert_allclose(np.abs(model.left_vectors_.T @ u[:, :5]), np.eye(5), atol=1e-8)
    np.testing.assert_allclose(np.abs(model.right_vectors_.T @ vt[:5].T), np.eye(5), atol=1e-8)


def test_precomputed_is_the_svd_of_the_matrix_given():
    A = matrix((9, 6))
    model = askcore.KSVD("precomputed", 3, center=False, side="left", scaling="full").fit(A)
    np.testing.assert_allclose(model.singular_values_, np.linalg.svd(A)[1][:3])
    np.testing.assert_allclose(model.transform(A), A @ model.right_vectors_, atol=1e-12)
    np.testing.assert_allclose(model.transform_columns(A), A.T @ model.left_vectors_, atol=1e-12)


@pytest.mark.parametrize(("shape", "kernel", "center", "sparse"), GRID)
def test_the_extension_repeats_the_training_features(shape, kernel, center, sparse):
    A = matrix(shape)
    A = sp.csr_array(np.where(np.abs(A) > 0.7, A, 0.0)) if sparse else A
    params = KINDS[kernel]
    model = askcore.KSVD(kernel, 4, kernel_params=params, center=center, side="left").fit(A)
    root = np.sqrt(model.singular_values_)
    left, right = model.left_vectors_ * root, model.right_vectors_ * root
    np.testing.assert_allclose(model.transform(A), left, atol=1e-9)
    np.testing.assert_allclose(model.transform(A[[3, 1]]), left[[3, 1]], atol=1e-9)
    np.testing.assert_allclose(model.transform_columns(A), right, atol=1e-9)
    np.testing.assert_allclose(model.transform_columns(A[:, [3, 1]]), right[[3, 1]], atol=1e-9)


@pytest.mark.parametrize("kernel", KINDS)
def test_new_rows_and_columns_by_hand(kernel):
    A, params = matrix((10, 10)), KINDS[kernel]
    row, column = matrix((1, 10), 1), matrix((10, 1), 2)
    model = askcore.KSVD(kernel, 3, kernel_params=params, side="left", scaling="full").fit(A)
    spec, Z = KERNELS[kernel], np.ascontiguousarray(A.T)
    G = spec(A, Z, **params)
    reference = {} if spec.pointwise else {"reference": Z}
    g = spec(row, Z, **params, **reference)[0]
    h = spec(A, np.ascontiguousarray(column.T), **params, **reference)[:, 0]
    centred_row = g - g.mean() - G.mean(axis=0) + G.mean()
    centred_column = h - h.mean() - G.mean(axis=1) + G.mean()
    np.testing.assert_allclose(model.transform(row)[0], centred_row @ model.right_vectors_, atol=1e-11)
    np.testing.assert_allclose(
        model.transform_columns(column)[0], centred_column @ model.left_vectors_, atol=1e-11
    )


@pytest.mark.parametrize(("scaling", "power"), [("none", 0.0), ("sqrt", 0.5), ("full", 1.0)])
def test_scaling_and_sides(scaling, power):
    A = matrix((8, 8))
    given = {"kernel": "rbf", "n_components": 2, "kernel_params": {"sigma": 3.0}, "scaling": scaling}
    both = askcore.KSVD(**given).fit(A)
    scale = both.singular_values_**power
    left, right = both.left_vectors_ * scale, both.right_vectors_ * scale
    np.testing.assert_allclose(both.transform(A), np.hstack([left, right]), atol=1e-10)
    np.testing.assert_allclose(both.fit_transform(A), np.hstack([left, right]), atol=1e-12)
    np.testing.assert_allclose(askcore.KSVD(**given, side="left").fit_transform(A), left, atol=1e-10)
    np.testing.assert_allclose(askcore.KSVD(**given, side="right").fit(A).transform(A), right, atol=1e-10)
    np.testing.assert_allclose(both.transform(A[:3], A[:, :3]), np.hstack([left, right])[:3], atol=1e-10)
    assert askcore.KSVD(**given).fit_transform(A[:5]).shape == (5, 2)


def test_notes_and_clone():
    A = matrix((60, 60))
    model = askcore.KSVD("sne", 3, kernel_params={"sigma": 8.0}, solver="nystroem", random_state=0)
    fitted = clone(model).fit(A)
    assert fitted.notes_ == (
        "Row sums were estimated from the sample.",
        "Centring means were estimated from the sample.",
    )
    np.testing.assert_array_equal(fitted.left_vectors_, clone(model).fit(A).left_vectors_)
    equal = askcore.KSVD("precomputed", 3, center=False).fit(np.eye(6))
    assert "any rotation" in equal.notes_[0]
    short = askcore.KSVD("precomputed", 3, center=False).fit(np.outer([1.0, 2, 3], [1.0, 1, 0, 2]))
    assert "numerical rank 1" in short.notes_[0]
    assert np.isfinite(short.transform(np.ones((2, 4)))).all()


def test_rows_and_columns_are_sampled_in_the_number_and_way_asked_for():
    A = matrix((30, 25))
    options = {"n_row_samples": 20, "sampling": "leverage", "random_state": 0}
    model = askcore.KSVD("precomputed", 3, solver="nystroem", n_column_samples=15, **options).fit(A)
    assert (model.sampled_rows_.size, model.sampled_columns_.size) == (20, 15)
    rival = askcore.KSVD("precomputed", 3, solver="symmetric_nystroem", **options)
    for each in (model, rival.fit(A)):
        assert "Leverage was estimated from a uniform pilot sample." in each.notes_
    with pytest.raises(askcore.DataError, match="2 samples were asked"):
        rival.set_params(n_row_samples=2).fit(A)


BAD = {
    "identity": ({"compatibility": "identity"}, (8, 6), "cannot be compared without a compatibility matrix"),
    "solver": ({"solver": "magic"}, (8, 8), "The 'solver' parameter of KSVD must be"),
}


@pytest.mark.parametrize(("change", "shape", "message"), BAD.values(), ids=BAD)
def test_bad_input(change, shape, message):
    with pytest.raises(ValueError, match=message):
        askcore.KSVD(**{"n_components": 2, **change}).fit(matrix(shape))


@pytest.mark.parametrize(("solver", "most"), [("auto", 5), ("full", 5), ("randomized", 5), ("arpack", 4)])
def test_more_components_than_there_are(solver, most):
    """As scikit-learn's KernelPCA: those that there are, and a note."""
    A = matrix((8, 5))
    model = askcore.KSVD("rbf", 20, kernel_params={"sigma": 3.0}, solver=solver, random_state=0).fit(A)
    assert model.n_components == 20
    assert model.n_components_ == most
    assert model.notes_[0] == f"20 components were requested from a 8 x 5 matrix: {most} components."
    assert model.transform(A).shape == (8, most)
    fewer = askcore.KSVD("rbf", most, kernel_params={"sigma": 3.0}, solver=solver, random_state=0).fit(A)
    np.testing.assert_array_equal(model.left_vectors_, fewer.left_vectors_)


@pytest.mark.parametrize("scaling", ["none", "sqrt", "full"])
@pytest.mark.parametrize("solver", ["full", "arpack", "randomized"])
def test_vectors_of_rounding_are_no_features(solver, scaling):
    """Of rank 3 beside a large mean: what is left of the rest is rounding, which no two processors share."""
    rng = np.random.default_rng(0)
    G = 1e3 + rng.standard_normal((30, 3)) @ rng.standard_normal((3, 20))
    model = askcore.KSVD("precomputed", 8, solver=solver, scaling=scaling, side="left", random_state=0)
    Z = model.fit_transform(G)
    assert model.carried_.tolist() == [True] * 3 + [False] * 5
    assert "numerical rank 3" in model.notes_[-1]
    np.testing.assert_array_equal(Z[:, 3:], 0.0)
    np.testing.assert_array_equal(model.transform(G)[:, 3:], 0.0)
    np.testing.assert_array_equal(model.transform_columns(G)[:, 3:], 0.0)
    assert (np.abs(Z[:, :3]).max(axis=0) > 1e-3).all()


def test_matrices_of_which_nothing_is_left():
    with pytest.raises(
        askcore.DataError, match="the same in every row or column, so it is zero after centring"
    ):
        askcore.KSVD("precomputed", 2).fit(np.full((5, 5), 3.0))
    with pytest.raises(askcore.DataError, match="the kernel matrix is zero"):
        askcore.KSVD("linear", 2, center=False).fit(sp.csr_array((5, 5)))
    with pytest.raises(askcore.DataError, match="2 new rows need the same samples as columns"):
        askcore.KSVD("rbf", 2).fit(matrix((5, 5))).transform(matrix((2, 5)))
    with pytest.raises(askcore.DataError, match="Columns must have 5 entries"):
        askcore.KSVD("rbf", 2).fit(matrix((5, 5))).transform_columns(matrix((4, 2)))


# A bandwidth in the range of the checks' data: at sigma = 1 each row there knows its nearest column only.
@parametrize_with_checks([askcore.KSVD(), askcore.KSVD(n_components=1, kernel_params={"sigma": 50.0})])
def test_scikit_learn(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    ("side", "names"),
    [
        ("both", ["ksvd_left0", "ksvd_left1", "ksvd_right0", "ksvd_right1"]),
        ("right", ["ksvd_right0", "ksvd_right1"]),
    ],
)
def test_features_as_a_frame_have_names_and_the_index_of_the_rows(side, names):
    A = pd.DataFrame(np.random.default_rng(0).random((6, 6)), index=list("uvwxyz"), columns=list("abcdef"))
    found = askcore.KSVD(n_components=2, side=side).set_output(transform="pandas").fit_transform(A)
    assert list(found.columns) == names
    assert list(found.index) == list("uvwxyz")
    plain = askcore.KSVD(n_components=2, side=side).fit_transform(A)
    np.testing.assert_array_equal(found.to_numpy(), plain)


def test_a_vast_graph_in_single_precision(monkeypatch):
    """Against all values of the dense kernel matrix, and said."""
    monkeypatch.setattr(singular, "VAST", 500)
    monkeypatch.setattr(structured, "MANY", 0)
    rng = np.random.default_rng(0)
    ends = rng.integers(0, 700, (2, 3_500))
    A = sp.csr_array((np.ones(ends.shape[1]), (ends[0], ends[1])), shape=(700, 700))
    A.data[:] = 1.0
    model = askcore.KSVD("sne", 10, random_state=0).fit(A)
    u, s, v, G = naive_ksvd(A.toarray(), "sne", model.kernel_params_, None, center=True, rank=10)
    assert model.solver_ == "block_lanczos"
    (note,) = model.notes_
    assert "in single precision" in note
    np.testing.assert_allclose(model.singular_values_, s, rtol=1e-9)
    for found, exact in ((model.left_vectors_, u), (model.right_vectors_, v)):
        assert subspace_error(found, exact) < 1e-4
        np.testing.assert_allclose(found.T @ found, np.eye(10), atol=1e-12)
    np.testing.assert_allclose(G @ model.right_vectors_, model.left_vectors_ * s, atol=1e-9 * s[0])
    again = askcore.KSVD("sne", 10, random_state=0).fit(A)
    np.testing.assert_array_equal(model.left_vectors_, again.left_vectors_)
