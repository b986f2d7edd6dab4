"""Operations on kernel matrices: their steps, and what they refuse."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.operators import LazyOperator
from askcore.operators.wrappers import (
    ProductOperator,
    SkewPart,
    SymmetricPart,
    cosine_normalized,
    diagonal,
    power_operator,
    symmetrized_operator,
)


def test_parts_add_up_and_keep_their_kind(rng):
    K = rng.standard_normal((7, 7))
    S, A = SymmetricPart(K).toarray(), SkewPart(K).toarray()
    np.testing.assert_array_equal(S, S.T)
    np.testing.assert_array_equal(A, -A.T)
    np.testing.assert_allclose(S + A, K, atol=1e-15)
    np.testing.assert_array_equal(symmetrized_operator(K, "mean").toarray(), S)


def test_a_block_of_a_product_is_computed_in_steps(rng):
    K = rng.standard_normal((9, 6))
    product = symmetrized_operator(K, "KKt")
    product.block_entries = 20
    np.testing.assert_allclose(product.toarray(), K @ K.T, atol=1e-12)
    np.testing.assert_allclose(product.block(range(2), range(9)), (K @ K.T)[:2], atol=1e-12)


@pytest.mark.parametrize("form", ["dense", "sparse", "lazy"])
def test_the_diagonal_is_read_in_blocks(monkeypatch, form, rng):
    monkeypatch.setattr("askcore.operators.wrappers.CHUNK", 3)
    X = rng.standard_normal((7, 2))
    K = X @ X.T
    made = {"dense": K, "sparse": sp.csr_array(K), "lazy": LazyOperator(lambda a, b: a @ b.T, X, X)}[form]
    np.testing.assert_allclose(diagonal(made), [K[i, i] for i in range(7)], rtol=1e-14)


@pytest.mark.parametrize("bad", [0.0, -2.0])
def test_samples_without_length_are_named(bad):
    K = np.eye(4)
    K[2, 2] = bad
    for form in (np.array, sp.csr_array):
        with pytest.raises(
            DataError,
            match=rf"K\[2, 2\] is {bad:g}; .*must be positive \(1 of 4 entries are not\).*self-loops",
        ):
            cosine_normalized(form(K))


def test_shapes_that_do_not_fit_are_refused():
    for make in (SymmetricPart, SkewPart, cosine_normalized, lambda K: power_operator(K, 2)):
        with pytest.raises(ValueError, match=r"square .* got 2 x 3"):
            make(np.ones((2, 3)))
    with pytest.raises(ValueError, match=r"Cannot multiply \(2, 3\) with \(2, 3\)"):
        ProductOperator(np.ones((2, 3)), np.ones((2, 3)))
    with pytest.raises(ValueError, match="symmetrize must be one of 'mean', 'KKt', 'KtK', got 'both'"):
        symmetrized_operator(np.eye(2), "both")
    for wrong in (0, 1.5, True, -1):
        with pytest.raises(ValueError, match="exponent must be a whole number from 1"):
            power_operator(np.eye(2), wrong)
