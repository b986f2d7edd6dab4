"""Block Lanczos on spectra of every kind, larger than its bases."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.operators import KernelOperator, as_operator
from askcore.solvers import truncated_svd
from askcore.solvers.svd import block_lanczos, singular

SHAPE = (140, 110)


def with_values(values):
    rng = np.random.default_rng(1)
    u, v = (np.linalg.qr(rng.standard_normal((n, len(values))))[0] for n in SHAPE)
    return u * np.asarray(values, dtype=float) @ v.T


MATRICES = {
    "falling": with_values(0.9 ** np.arange(110)),
    "slowly falling": with_values(1 / np.sqrt(1 + np.arange(110))),
    "random": np.random.default_rng(2).standard_normal(SHAPE),
    "low rank": with_values([5.0, 2, 1]),
    "rank 1": with_values([3.0]),
    "zero": np.zeros(SHAPE),
    "constant": np.ones(SHAPE),
    "identity": np.eye(*SHAPE),
    "repeated": with_values(np.repeat([3.0, 2, 1], 8)),
    "blocks": np.kron(np.eye(22), np.ones((5, 6)))[:, :110],
    "one entry": np.pad([[7.0]], ((100, 39), (5, 104))),
    "tiny": 1e-200 * with_values(0.9 ** np.arange(110)),
    "huge": 1e140 * with_values(0.9 ** np.arange(110)),
    "sparse": sp.random_array(SHAPE, density=0.03, rng=3).toarray(),
}


@pytest.mark.parametrize("rank", [1, 6, 12])
@pytest.mark.parametrize("name", MATRICES)
def test_every_spectrum(name, rank):
    K = MATRICES[name]
    assert not block_lanczos.FAR.is_small(K.shape, rank)
    found = truncated_svd(sp.csr_array(K), rank, solver="block_lanczos", random_state=0)
    values = np.linalg.svd(K, compute_uv=False)
    size = max(values[0], 1e-300)
    assert found.notes == ()
    np.testing.assert_allclose(found.values / size, values[:rank] / size, atol=1e-12)
    np.testing.assert_allclose(found.left.T @ found.left, np.eye(rank), atol=1e-12)
    np.testing.assert_allclose(found.right.T @ found.right, np.eye(rank), atol=1e-12)
    np.testing.assert_allclose(K / size @ found.right, found.left * (found.values / size), atol=1e-11)
    np.testing.assert_allclose(K.T / size @ found.left, found.right * (found.values / size), atol=1e-11)


class InSingle(KernelOperator):
    """A matrix that is less exact in single precision, by this share of its size beside the rounding."""

    def __init__(self, K, off=0.0):
        self.K, self.off = K, off
        super().__init__(K.shape)
        self.dtype = K.dtype

    def _matmat(self, X):
        return self.K @ X

    def _rmatmat(self, X):
        return self.K.T @ X

    def block(self, rows, cols):
        return self.K[np.ix_(rows, cols)]

    def single(self, unit, *, centred=False):
        noise = np.random.default_rng(7).standard_normal(self.K.shape)
        size = np.linalg.norm(self.K, 2) / max(np.linalg.norm(noise, 2), 1e-300)
        return InSingle(((self.K + self.off * size * noise) / unit).astype(np.float32))


@pytest.mark.parametrize("rank", [1, 6, 12])
@pytest.mark.parametrize("name", sorted(MATRICES.keys() - {"zero", "repeated", "blocks"}))
def test_single_precision_is_good_or_not_taken(monkeypatch, name, rank):
    """But for values that are repeated more often than a block is wide, which narrow blocks miss in double, too."""
    monkeypatch.setattr(singular, "VAST", 100)
    K = MATRICES[name]
    found = truncated_svd(InSingle(K), rank, solver="block_lanczos", random_state=0)
    s = np.linalg.svd(K, compute_uv=False)
    flat = s[rank - 1] ** 2 >= 0.01 * s[0] ** 2
    assert [note.startswith("Block Lanczos took its steps in single") for note in found.notes] == [
        True
    ] * int(flat)
    size = s[0]
    np.testing.assert_allclose(found.values / size, s[:rank] / size, atol=1e-9)
    np.testing.assert_allclose(found.left.T @ found.left, np.eye(rank), atol=1e-12)
    np.testing.assert_allclose(found.right.T @ found.right, np.eye(rank), atol=1e-12)
    np.testing.assert_allclose(K / size @ found.right, found.left * (found.values / size), atol=1e-11)
    residual = K.T / size @ found.left * (found.values / size) - found.right * (found.values / size) ** 2
    assert np.linalg.norm(residual, axis=0).max() <= (2e-6 if flat else 1e-9)


def test_the_residual_is_said_and_the_seed_decides(monkeypatch):
    monkeypatch.setattr(singular, "VAST", 500)
    K = np.random.default_rng(5).standard_normal((900, 700))
    one, other = (truncated_svd(InSingle(K), 20, random_state=3) for _ in range(2))
    assert np.array_equal(one.left, other.left)
    u, s, vt = np.linalg.svd(K)
    np.testing.assert_allclose(one.values, s[:20], rtol=1e-9)
    for vectors, exact in ((one.left, u[:, :20]), (one.right, vt[:20].T)):
        assert np.linalg.norm(vectors - exact @ (exact.T @ vectors), 2) < 2e-6 * s[0] ** 2 / (
            s[19] ** 2 - s[20] ** 2
        )
    residual = (
        np.linalg.norm(K.T @ one.left * one.values - one.right * one.values**2, axis=0).max() / s[0] ** 2
    )
    (note,) = one.notes
    assert note.endswith(f"it left a residual of {residual:.0e} of the largest squared value.")


def test_single_precision_that_is_another_matrix_is_found_out(monkeypatch):
    monkeypatch.setattr(singular, "VAST", 500)
    K = np.random.default_rng(5).standard_normal((900, 700))
    found = truncated_svd(InSingle(K, off=1e-5), 6, random_state=0)
    assert found.notes == ()
    np.testing.assert_allclose(found.values, np.linalg.svd(K, compute_uv=False)[:6], rtol=1e-12)


def test_steps_that_do_not_settle_in_single_are_taken_in_double(monkeypatch):
    monkeypatch.setattr(block_lanczos, "SINGLE", replace(block_lanczos.SINGLE, settled=0.0))
    monkeypatch.setattr(singular, "VAST", 500)
    K = np.random.default_rng(5).standard_normal((900, 700))
    found = truncated_svd(InSingle(K), 6, random_state=0)
    assert found.notes == ()
    np.testing.assert_allclose(found.values, np.linalg.svd(K, compute_uv=False)[:6], rtol=1e-12)


@pytest.mark.parametrize("matrix", [InSingle, as_operator])
def test_a_basis_that_does_not_fit_is_refused(monkeypatch, matrix):
    monkeypatch.setattr(singular, "VAST", 100)
    monkeypatch.setattr("askcore._validation.available_memory", lambda: 1e3)
    with pytest.raises(DataError, match=r"The basis of 6 components of a 140 x 110 matrix.*Ask for fewer"):
        truncated_svd(matrix(MATRICES["random"]), 6, solver="block_lanczos", random_state=0)


class Counted(KernelOperator):
    """A matrix far away that counts the journeys."""

    remote = True

    def __init__(self, K):
        self.K, self.journeys = K, 0
        super().__init__(K.shape)

    def _matmat(self, X):
        self.journeys += 1
        return self.K @ X

    def _rmatmat(self, X):
        self.journeys += 1
        return self.K.T @ X

    def block(self, rows, cols):
        return self.K[np.ix_(rows, cols)]


def test_a_matrix_far_away_is_asked_a_few_times():
    rng = np.random.default_rng(0)
    K = rng.standard_normal((500, 30)) * 0.7 ** np.arange(30) @ rng.standard_normal((30, 450))
    far = Counted(K)
    assert singular.choose_solver(far, 10) == "block_lanczos"
    assert singular.choose_solver(as_operator(K), 10) == "arpack"
    found = truncated_svd(far, 10, random_state=0)
    assert found.solver == "block_lanczos"
    assert far.journeys <= 13
    np.testing.assert_allclose(found.values, np.linalg.svd(K, compute_uv=False)[:10], rtol=1e-12)


def test_what_did_not_settle_is_said(monkeypatch):
    monkeypatch.setattr(block_lanczos, "STEPS", 2)
    found = truncated_svd(MATRICES["random"], 6, solver="block_lanczos", random_state=0)
    (note,) = found.notes
    assert note.startswith("Block Lanczos stopped at a residual of ")
