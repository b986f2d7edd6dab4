"""Compatibility matrices against their definitions."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.solvers.compatibility import COMPATIBILITIES, compatible_sources
from tests.helpers import frozen

SHAPES = [(7, 4), (4, 7), (5, 5)]


def matrix(shape, seed=0):
    return frozen(np.random.default_rng(seed).standard_normal(shape))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("how", [h for h in COMPATIBILITIES if h != "identity"])
def test_rows_and_columns_get_the_shorter_length(shape, how):
    A = matrix(shape)
    sources = compatible_sources(A, how, random_state=0)
    assert sources.compatibility == how
    assert sources.rows(A).shape == (shape[0], min(shape))
    assert sources.columns(A).shape == (shape[1], min(shape))
    assert sources.columns(A[:, [1]]).shape == (1, min(shape))


def test_only_the_longer_side_is_mapped():
    wide, tall = matrix((4, 7)), matrix((7, 4))
    np.testing.assert_array_equal(compatible_sources(wide, "pca").columns(wide), wide.T)
    np.testing.assert_array_equal(compatible_sources(tall, "pca").rows(tall), tall)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_pseudoinverse_recovers_the_matrix(shape):
    A = matrix(shape)
    sources = compatible_sources(A, "pinv")
    np.testing.assert_allclose(sources.rows(A) @ sources.columns(A).T, A, atol=1e-12)


@pytest.mark.parametrize("shape", [(7, 4), (4, 7)], ids=str)
def test_principal_directions_turn_the_matrix_into_its_values(shape):
    A = matrix(shape)
    sources = compatible_sources(A, "pca")
    B, C = (A, sources.row_map) if shape[1] > shape[0] else (A.T, sources.column_map)
    gram = C.T @ B.T @ B @ C
    np.testing.assert_allclose(gram, np.diag(np.linalg.svd(A, compute_uv=False) ** 2), atol=1e-10)
    assert (C[np.abs(C).argmax(axis=0), np.arange(C.shape[1])] > 0).all()


def test_random_lengths_are_kept_on_average():
    A = matrix((40, 3000))
    scaled = compatible_sources(A, "random", random_state=1)
    printed = compatible_sources(A, "random_unscaled", random_state=1)
    ratio = (scaled.rows(A) ** 2).sum() / (A**2).sum()
    assert ratio == pytest.approx(1.0, abs=0.1)
    np.testing.assert_allclose(printed.row_map, scaled.row_map * np.sqrt(40))
    np.testing.assert_array_equal(compatible_sources(A, "random", random_state=1).row_map, scaled.row_map)


def test_auto_is_the_identity_of_a_square_and_sparse_rows_stay_sparse():
    assert compatible_sources(matrix((5, 5))).compatibility == "identity"
    assert compatible_sources(matrix((5, 4))).compatibility == "pca"
    A = matrix((5, 5))
    sources = compatible_sources(sp.csr_array(A))
    assert sp.issparse(sources.rows(sp.csr_array(A)))
    np.testing.assert_array_equal(sources.columns(sp.csr_array(A)).toarray(), A.T)
    wide = matrix((3, 6))
    np.testing.assert_allclose(
        compatible_sources(sp.csr_array(wide), "pca").rows(sp.csr_array(wide)),
        compatible_sources(wide, "pca").rows(wide),
        atol=1e-12,
    )


def test_an_unknown_compatibility_is_refused():
    with pytest.raises(DataError, match=r"Rows of 4 entries and columns of 5 .* Use compatibility='pca'"):
        compatible_sources(matrix((5, 4)), "identity")
    with pytest.raises(DataError, match="no compatibility 'a1'"):
        compatible_sources(matrix((5, 4)), "a1")
