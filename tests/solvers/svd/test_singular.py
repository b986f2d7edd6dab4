"""Leading singular triplets by every solver, on spectra of every kind."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.linalg import ArpackError

from askcore import DataError
from askcore.kernels import KERNELS
from askcore.operators import CenteredOperator, LazyOperator, as_operator, graph_kernel_operator
from askcore.solvers import truncated_svd
from askcore.solvers.svd import singular
from askcore.solvers.svd._factors import svd, thin_qr
from askcore.solvers.svd.singular import SVD_SOLVERS, nothing_left
from tests.helpers import every_pair, naive_centred


def with_values(values, shape=(30, 24)):
    rng = np.random.default_rng(1)
    u, v = (np.linalg.qr(rng.standard_normal((n, len(values))))[0] for n in shape)
    return u * np.asarray(values, dtype=float) @ v.T


MATRICES = {
    "square": with_values(0.7 ** np.arange(24), (24, 24)),
    "tall": with_values(0.7 ** np.arange(24), (40, 24)),
    "wide": with_values(0.7 ** np.arange(20), (20, 50)),
    "low rank": with_values([5.0, 2, 1]),
    "rank 1": with_values([3.0]),
    "zero": np.zeros((30, 24)),
    "constant": np.ones((30, 24)),
    "identity": np.eye(30),
    "all equal": with_values(np.ones(24)),
    "repeated": with_values(np.repeat([3.0, 2, 1], 8)),
    "blocks": np.kron(np.eye(6), np.ones((5, 4))),
    "one entry": np.pad([[7.0]], ((3, 26), (5, 18))),
    "tiny": 1e-200 * with_values(0.7 ** np.arange(24)),
    "huge": 1e140 * with_values(0.7 ** np.arange(24)),
}


@pytest.mark.parametrize(
    ("name", "rank", "solver"), every_pair(MATRICES, [1, 2, 6, 19], [*SVD_SOLVERS, "auto"])
)
def test_every_solver_finds_every_spectrum(name, rank, solver):
    K = MATRICES[name]
    found = truncated_svd(K, rank, solver=solver, power=60, random_state=0)
    values = np.linalg.svd(K, compute_uv=False)
    size = max(values[0], 1e-300)
    np.testing.assert_allclose(found.values / size, values[:rank] / size, atol=1e-7)
    np.testing.assert_allclose(found.left.T @ found.left, np.eye(rank), atol=2e-8)
    np.testing.assert_allclose(found.right.T @ found.right, np.eye(rank), atol=2e-8)
    np.testing.assert_allclose(K / size @ found.right, found.left * (found.values / size), atol=1e-7)
    assert found.rank == rank
    assert (np.diff(found.values) <= 0).all()
    assert (found.left[np.argmax(np.abs(found.left), axis=0), range(rank)] > 0).all()
    assert not found.values.flags.writeable


def test_a_solver_that_gave_way_is_named(monkeypatch):
    monkeypatch.setattr(
        singular, "_propack", lambda *given: None
    )  # as of SciPy 1.17 where all values are equal
    found = truncated_svd(np.eye(50), 20, solver="propack", random_state=0)
    monkeypatch.undo()
    assert found.solver != "propack"
    assert found.notes == (f"PROPACK did not converge on this spectrum; {found.solver} ran instead.",)
    plain = truncated_svd(MATRICES["square"], 3, solver="propack", random_state=0)
    assert (plain.solver, plain.notes) == ("propack", ())


@pytest.mark.parametrize(("at_once", "other"), [(4_000, "full"), (10, "randomized")])
def test_arpack_that_breaks_down_gives_way_to_another(monkeypatch, at_once, other):
    def broken(*args, **options):
        raise ArpackError(3)

    monkeypatch.setattr("askcore.solvers.svd.singular.svds", broken)
    monkeypatch.setattr("askcore.solvers.svd.singular.AT_ONCE", at_once)
    found = truncated_svd(MATRICES["low rank"], 3, solver="arpack", random_state=0)
    assert found.solver == other
    assert found.notes == (f"ARPACK did not converge on this spectrum; {other} ran instead.",)
    np.testing.assert_allclose(found.values, [5, 2, 1], atol=1e-9)


def test_a_flat_spectrum_does_not_hold_arpack_up(rng):
    """K that is almost the identity, as under a bandwidth too small: ARPACK took 57,000 products and 10 s at 1,000
    rows, all values at once 0.3 s."""
    X = rng.standard_normal((450, 50))
    K = KERNELS["sne"](X, X, sigma=2.0)
    found = truncated_svd(K, 10, solver="arpack", random_state=0)
    assert found.solver == "full"
    assert found.notes == ("ARPACK did not converge on this spectrum; full ran instead.",)
    np.testing.assert_allclose(found.values, np.linalg.svd(K, compute_uv=False)[:10], atol=1e-14)
    steep = truncated_svd(np.diag(0.5 ** np.arange(450.0)), 10, solver="arpack", random_state=0)
    assert (steep.solver, steep.notes) == ("arpack", ())


@pytest.mark.parametrize("solver", SVD_SOLVERS)
def test_every_solver_takes_a_centred_operator(solver, rng):
    A = sp.random_array((60, 60), density=0.05, rng=rng)
    G = CenteredOperator(graph_kernel_operator(A, "sne", sigma=0.7))
    twin = naive_centred(G.base.toarray())
    found = truncated_svd(G, 4, solver=solver, power=60, random_state=0)
    u, s, vt = np.linalg.svd(twin)
    np.testing.assert_allclose(found.values, s[:4], rtol=1e-7)
    np.testing.assert_allclose(np.abs(np.sum(found.left * u[:, :4], axis=0)), 1.0, atol=1e-6)
    np.testing.assert_allclose(np.abs(np.sum(found.right * vt[:4].T, axis=0)), 1.0, atol=1e-6)


def test_auto_chooses_by_size_rank_and_storage():
    X = np.ones((1000, 2))
    lazy = LazyOperator(lambda a, b: a @ b.T, X, X)
    for operator, rank, name in (
        (as_operator(sp.eye_array(300)), 5, "full"),
        (as_operator(sp.eye_array(1000)), 5, "arpack"),
        (as_operator(sp.eye_array(1000)), 150, "randomized"),
        (as_operator(sp.eye_array(1000)), 999, "full"),
        (lazy, 5, "randomized"),
    ):
        assert singular.choose_solver(operator, rank) == name


def test_ranks_and_solvers_that_do_not_fit_are_refused(monkeypatch):
    K = np.ones((5, 4))
    for rank in (0, 5, -1):
        with pytest.raises(
            DataError, match=rf"{rank} components were requested from a 5 x 4 matrix.*between 1 and 4"
        ):
            truncated_svd(K, rank)
    for solver in ("arpack", "propack"):
        with pytest.raises(
            DataError, match=rf"{solver.title()} finds fewer than min\(N, M\) = 4.*solver='full'"
        ):
            truncated_svd(K, 4, solver=solver)
    with pytest.raises(ValueError, match=r"solver must be 'auto' or one of 'full', 'arpack'.*got 'qr'"):
        truncated_svd(K, 2, solver="qr")
    monkeypatch.setattr("askcore._validation.available_memory", lambda: 100.0)
    with pytest.raises(DataError, match="full decomposition of a 5 x 4 matrix would need"):
        truncated_svd(K, 2, solver="full")
    with pytest.raises(DataError, match="directions in 5 dimensions would need"):
        truncated_svd(K, 2, solver="randomized")


def test_propack_is_not_believed_where_its_left_vectors_leave_the_space(monkeypatch):
    """G V = U S with orthonormal U and V, but G^T U is not V S: no singular triplets."""
    G = np.array([[1.0, 5.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 3.0]])
    wrong = np.eye(3)[:, :1], np.ones(1), np.eye(3)[:1]
    assert np.allclose(G @ wrong[2].T, wrong[0] * wrong[1])
    true = singular.svds

    def lying(operator, *, solver, **options):
        return wrong if solver == "propack" else true(operator, solver=solver, **options)

    monkeypatch.setattr(singular, "svds", lying)
    found = truncated_svd(G, 1, solver="propack", random_state=0)
    assert found.solver == "arpack"
    assert found.values[0] == pytest.approx(np.linalg.norm(G, 2))


@pytest.mark.parametrize("rank", [2.5, "3", None])
def test_a_rank_that_is_no_whole_number_is_refused(rank):
    with pytest.raises(DataError, match="must be a whole number"):
        truncated_svd(np.eye(4), rank)


@pytest.mark.parametrize("option", ["oversampling", "power"])
def test_negative_options_of_the_randomised_method_are_refused(option):
    with pytest.raises(ValueError, match=f"{option} must be a whole number of at least 0, got -1"):
        truncated_svd(np.eye(4), 2, solver="randomized", **{option: -1})


def test_nothing_is_left_of_equal_rows_that_sum_to_zero():
    K = np.tile([3.0, -1.0, -2.0], (5, 1))
    centred = CenteredOperator(K)
    found = truncated_svd(centred, 1)
    assert nothing_left(found.values, centred.means)
    plain = CenteredOperator(np.eye(5))
    assert not nothing_left(truncated_svd(plain, 1).values, plain.means)


@pytest.mark.parametrize("m", [40, 47, 64, 95])
def test_the_blocked_factorisation_is_a_thin_qr(m):
    A = np.random.default_rng(m).standard_normal((m, 4)) * np.logspace(0, -9, 4)
    Q, R = thin_qr(A.copy(), block_rows=16)
    np.testing.assert_allclose(Q.T @ Q, np.eye(4), atol=1e-14)
    np.testing.assert_allclose(Q @ R, A, atol=1e-15)
    np.testing.assert_array_equal(R, np.triu(R))


def test_a_decomposition_that_gives_up_is_tried_again(monkeypatch, rng):
    def gives_up(matrix, **options):
        raise np.linalg.LinAlgError("SVD did not converge")

    A = rng.normal(size=(5, 3))
    monkeypatch.setattr(np.linalg, "svd", gives_up)
    U, s, Vt = svd(A, full_matrices=False)
    np.testing.assert_allclose((U * s) @ Vt, A, atol=1e-12)
