"""A matrix times a power of two says the same as the matrix: in every diagnostic, and of every page that is about K.

A power of two loses no digit, so there is no tolerance to hide behind where numbers stay normal.
"""

from __future__ import annotations

import dataclasses
import warnings
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from askcore.datasets import MatrixData
from askcore.diagnostics import asymmetry, matrix_health
from askcore.experiments import KernelChoice, Problem, decompose, symmetrised
from askcore.experiments.matrix import parts
from askcore.experiments.matrix.operations import kernel_operations
from askcore.experiments.matrix.parts import kernel_entries, symmetric_ends
from askcore.experiments.matrix.signed import signed_parts
from askcore.operators import as_operator

# 1e-300 and 1e150 of the first report, and as far as sums of entries stay numbers.
EXPONENTS = st.one_of(st.sampled_from([-996, 498]), st.integers(-990, 990))
GIVEN = KernelChoice("given")


def matrices() -> dict[str, Any]:
    rng = np.random.default_rng(0)
    A = rng.standard_normal((24, 24))
    S = A + A.T
    return {
        "asymmetric": A,
        "indefinite": S,
        "definite": A @ A.T,
        "low rank": A[:, :5] @ A[:, :5].T,
        "rescaled rows": np.exp(rng.standard_normal((24, 1))) * np.abs(S),
        "skew": A - A.T,
        "rectangular": A[:, :9],
        "sparse": sp.random_array((60, 60), density=0.1, rng=rng, format="csr"),
    }


CASES = matrices()


def told(found: Any) -> Any:
    """What of a result has no unit: shares, ratios, counts, words."""
    units = {
        "values", "norm", "limit", "symmetric_eigenvalues", "skew_moduli", "singular_values", "eigenvalue_moduli",
        "points", "eigenvalues", "smallest", "largest", "matrix", "reason", "figure", "sums", "nodes", "K", "unit",
    }  # fmt: skip
    if dataclasses.is_dataclass(found):
        return {
            f.name: told(getattr(found, f.name)) for f in dataclasses.fields(found) if f.name not in units
        }
    if isinstance(found, tuple | list):
        return [told(one) for one in found]
    return found


def same(here: Any, there: Any) -> None:
    if isinstance(here, dict):
        for name in here:
            same(here[name], there[name])
    elif isinstance(here, list):
        assert len(here) == len(there)
        for one, other in zip(here, there, strict=True):
            same(one, other)
    elif isinstance(here, np.ndarray | float):
        np.testing.assert_allclose(there, here, rtol=1e-10, atol=1e-10)
    else:
        assert here == there


def of_entries(K: Any) -> Any:
    return [told(asymmetry(K)), told(matrix_health(K)), told(matrix_health(K, asymmetric=True))]


def of_signs(K: Any) -> Any:
    if K.shape[0] != K.shape[1]:
        return []
    signed, ends = signed_parts(as_operator(K).toarray()), symmetric_ends(as_operator(K))
    share = float((signed.pair_distances < 0).mean())
    found = [signed.signature, share]
    return [*found, ends.words, ends.signature, ends.lowest, ends.negative_energy]


def of_parts(K: Any) -> Any:
    entries = []
    for most in (10, 10**6):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(parts, "READ", most)
            entries.append(told(kernel_entries(as_operator(K))))
    return entries if sp.issparse(K) else [*entries, told(kernel_operations(K))]


def of_spectra(K: Any) -> Any:
    problem = Problem(MatrixData(K.toarray() if sp.issparse(K) else K), GIVEN)
    found = []
    for center in (False, True):
        one = decompose(problem, center=center)
        s = one.summary
        found += [told(s), s.energy, s.components_for(0.9), one.skew_share(4)]
        if K.shape[0] == K.shape[1]:
            found.append((symmetrised(problem, center=center) < 0)[:4])
    return found


def of_products(K: Any) -> Any:
    """What is known of a matrix by products alone."""
    if K.shape[0] != K.shape[1]:
        return []
    half = as_operator((K + K.T) / 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "ALL_SIGNS", 1)
        ends = symmetric_ends(half, symmetric=True)
    return [ends.words, ends.lowest]


@pytest.mark.parametrize("what", [of_entries, of_signs, of_parts, of_spectra, of_products])
@pytest.mark.parametrize("name", CASES)
@settings(max_examples=4, deadline=None)
@given(exponent=EXPONENTS)
def test_a_matrix_says_the_same_at_any_scale(what, name, exponent):
    K = CASES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        same(what(K), what(K * 2.0**exponent))


@pytest.mark.parametrize("exponent", [-996, 498])
def test_a_large_matrix_decomposed_by_products(exponent):
    """ARPACK takes values that are far below 1 for zero, and squares what it is given."""
    K = np.random.default_rng(2).standard_normal((700, 650))
    K[:, :3] *= 9
    here, there = (decompose(Problem(MatrixData(K * s), GIVEN), leading=8) for s in (1.0, 2.0**exponent))
    np.testing.assert_allclose(there.summary.energy, here.summary.energy, rtol=1e-9)
    np.testing.assert_allclose(there.triplets.values / 2.0**exponent, here.triplets.values, rtol=1e-9)
