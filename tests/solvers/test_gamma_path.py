"""One decomposition, every gamma: against separate solves, numpy's spectrum and explicit projections."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.solvers import SaddlePath, gamma_path, leave_one_out_solution, solve_askls
from tests.helpers import (
    dense,
    naive_centred,
    naive_condition,
    random_labels,
    random_sparse,
    with_eigenvalues,
    with_singular_values,
)

GAMMAS = (0.01, 0.3, 1.0, 7.0, 50.0)
RNG = np.random.default_rng(5)
MATRICES = {
    "dense": RNG.random((30, 30)),
    "large mean": 20 + RNG.standard_normal((30, 30)),
    "sparse": random_sparse(RNG, 30, 0.1),
    "low rank": RNG.standard_normal((30, 3)) @ RNG.standard_normal((3, 30)),
    "definite": with_eigenvalues(RNG, np.linspace(0.1, 3, 29)),
    "indefinite": with_eigenvalues(RNG, RNG.standard_normal(29)),
}


@pytest.mark.parametrize("damping", [0.0, 0.05, 2.0])
@pytest.mark.parametrize("name", MATRICES)
def test_solutions_equal_separate_solves(name, damping):
    K, Y = MATRICES[name], random_labels(np.random.default_rng(0), 30, 4)
    path = SaddlePath(K)
    for gamma in GAMMAS:
        alone = solve_askls(K, Y, gamma=gamma, damping=damping)
        found = path.solve(Y, gamma, damping)
        for part, expected in zip(found, (alone.a, alone.c, alone.b_source, alone.b_target), strict=True):
            np.testing.assert_allclose(part, expected, rtol=1e-8, atol=1e-8 * np.abs(alone.a).max())


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("damping", [0.0, 0.05])
@pytest.mark.parametrize("name", MATRICES)
def test_leave_one_out_scores_and_condition(name, damping, classes):
    K = MATRICES[name]
    y = np.array(["e", "d", "c", "b", "a"])[np.random.default_rng(1).permutation(30) % classes]
    path = gamma_path(K, y, GAMMAS, damping=damping)
    kinds = np.unique(y)
    np.testing.assert_array_equal(path.classes, kinds)
    against = kinds[1:] if classes == 2 else kinds
    Y = np.where(y[:, None] == against[None, :], 1.0, -1.0)
    assert path.loo_source.shape == path.loo_target.shape == (len(GAMMAS), 30, len(against))
    for g, gamma in enumerate(GAMMAS):
        f_s, f_t = leave_one_out_solution(K, Y, gamma=gamma, damping=damping)
        close = {"rtol": 1e-7, "atol": 1e-7 * max(1.0, np.abs(f_s).max())}
        np.testing.assert_allclose(path.loo_source[g], f_s, **close)
        np.testing.assert_allclose(path.loo_target[g], f_t, **close)
        views = {"loo_score_source": f_s, "loo_score_target": f_t, "loo_score": (f_s + f_t) / 2}
        for score, view in views.items():
            chosen = kinds[(view[:, 0] > 0).astype(int)] if classes == 2 else kinds[view.argmax(axis=1)]
            assert getattr(path, score)[g] == pytest.approx(np.mean(chosen == y))
        truth = naive_condition(K, gamma, symmetric="definite" in name)
        assert path.condition[g] == pytest.approx(truth, rel=1e-6)


def test_resonances_of_an_asymmetric_kernel():
    sigma = np.array([3.0, 2.0, 2.0, 0.8, 0.1])
    path = SaddlePath(with_singular_values(np.random.default_rng(2), sigma))
    np.testing.assert_allclose(path.singular_values, sigma)
    np.testing.assert_allclose(path.resonances, 1 / sigma)  # five: the constant vector is no mode
    for gamma in 1 / sigma:
        assert path.condition(gamma) > 1e14


@pytest.mark.parametrize("name", ["dense", "large mean", "sparse"])
def test_resonances_against_numpy(name):
    path = gamma_path(MATRICES[name], np.arange(30) % 2, [1.0])
    sigma = np.linalg.svd(naive_centred(MATRICES[name]), compute_uv=False)[:29]
    sigma = sigma[sigma > 1e-12 * sigma[0]]
    np.testing.assert_allclose(path.resonances, np.sort(1 / sigma), rtol=1e-9)


def test_a_symmetric_kernel_resonates_at_its_negative_eigenvalues_only():
    eigenvalues = [2.0, 1.0, -0.5, 0.3, -4.0]
    path = SaddlePath(with_eigenvalues(np.random.default_rng(2), eigenvalues))
    assert path.symmetric
    np.testing.assert_allclose(path.resonances, [1 / 4, 1 / 0.5])
    np.testing.assert_allclose(path.singular_values, [4.0, 2.0, 1.0, 0.5, 0.3])
    assert SaddlePath(MATRICES["definite"]).resonances.size == 0


@pytest.mark.parametrize("K", [np.zeros((4, 4)), np.full((4, 4), 3.0)], ids=["zero", "constant"])
def test_no_resonance_without_structure(K):
    path = gamma_path(K, [0, 1, 0, 1], [0.1, 10.0])
    assert path.resonances.size == 0
    np.testing.assert_allclose(path.condition, 1.0)


def test_at_a_resonance_the_undamped_views_are_not_numbers():
    sigma = np.array([3.0, 2.0, 2.0, 0.8, 0.1])
    K = with_singular_values(np.random.default_rng(2), sigma)
    path = gamma_path(K, [0, 0, 0, 1, 1, 1], [1.0, 1 / 0.8])
    assert np.isfinite(path.loo_source[0]).all()
    assert np.isnan(path.loo_source[1]).all()
    assert path.loo_score[1] == 0.0
    damped = gamma_path(K, [0, 0, 0, 1, 1, 1], [1.0, 1 / 0.8], damping=1e-3)
    assert np.isfinite(damped.loo_source).all()


WRONG = {
    "gamma 0": ({"gammas": [0.0]}, "gammas must be positive finite numbers"),
    "gamma nan": ({"gammas": [1.0, np.nan]}, "gammas must be positive finite numbers"),
    "no gamma": ({"gammas": []}, "at least one"),
    "one number": ({"gammas": 1.0}, "at least one"),
    "damping": ({"damping": -0.1}, r"damping must be a finite number >= 0, got -0\.1"),
    "damping word": ({"damping": "auto"}, "damping must be a finite number >= 0, got 'auto'"),
    "labels": ({"y": [0, 1]}, "y must have one label per row of K, 4, got 2"),
    "one class": ({"y": [1, 1, 1, 1]}, "y must have at least two classes"),
    "rectangular": ({"K": np.ones((4, 3))}, "must be square"),
    "nan": ({"K": np.full((4, 4), np.nan)}, r"K\[0, 0\] is nan"),
}


@pytest.mark.parametrize(("change", "message"), WRONG.values(), ids=WRONG)
def test_wrong_arguments(change, message):
    arguments = {"K": np.eye(4), "y": [0, 1, 0, 1], "gammas": [1.0], "damping": 0.0, **change}
    with pytest.raises(ValueError, match=message):
        gamma_path(arguments["K"], arguments["y"], arguments["gammas"], damping=arguments["damping"])


def test_results_are_sealed():
    path = gamma_path(MATRICES["dense"], np.arange(30) % 2, [1.0])
    with pytest.raises(ValueError, match="read-only"):
        path.loo_source[0] = 0
    with pytest.raises(AttributeError, match="cannot assign"):
        path.damping = 1.0


# ---- mode by mode ---------------------------------------------------------------------------------------


def test_filters_are_the_formula():
    path = SaddlePath(MATRICES["dense"])
    s, gamma = path.singular_values, 0.7
    own, cross = path.filters(gamma)
    np.testing.assert_allclose(own, -(s**2) / (1 / gamma**2 - s**2))
    np.testing.assert_allclose(cross, (s / gamma) / (1 / gamma**2 - s**2))
    assert ((own < 0) == (s * gamma < 1)).all()  # below the resonance a mode subtracts its own labels


@pytest.mark.parametrize("gamma", [0.2, 0.7, 5.0])
def test_undamped_filters_are_the_projected_decision(gamma):
    K, y = MATRICES["large mean"], random_labels(np.random.default_rng(3), 30)
    U, s, Vt = np.linalg.svd(naive_centred(K))
    solution = solve_askls(K, y, gamma=gamma)
    f_s = (K @ solution.c + solution.b_source)[:, 0]
    own, cross = SaddlePath(K).filters(gamma)
    projected = U.T[:29] @ (f_s - f_s.mean())
    np.testing.assert_allclose(projected, own * (U.T[:29] @ y[:, 0]) + cross * (Vt[:29] @ y[:, 0]), atol=1e-8)
    assert s[29] < 1e-10


@pytest.mark.parametrize("damping", [0.01, 1.0])
def test_damped_filters_are_the_centred_core(damping):
    """The response of the core, with the two (damped) biases taken as zero."""
    K, y, gamma = MATRICES["dense"], random_labels(np.random.default_rng(3), 30)[:, 0], 0.7
    Kc, centred = naive_centred(K), y - y.mean()
    U, _, Vt = np.linalg.svd(Kc)
    zeta = 1 / gamma + 1j * np.sqrt(damping)
    core = np.block([[zeta * np.eye(30), Kc], [Kc.T, zeta * np.eye(30)]])
    c = np.linalg.solve(core, np.concatenate([centred, centred]))[30:].real
    own, cross = SaddlePath(K).filters(gamma, damping)
    np.testing.assert_allclose(U.T[:29] @ (Kc @ c), own * (U.T[:29] @ y) + cross * (Vt[:29] @ y), atol=1e-10)


@pytest.mark.parametrize("damping", [0.01, 1.0])
def test_damped_filters_are_the_projected_decision_where_the_biases_vanish(damping):
    """Rows and columns of K that sum to zero and balanced classes: no bias, nothing left out."""
    K, gamma = naive_centred(MATRICES["dense"]), 0.7
    y = np.where(np.arange(30) % 2 == 0, 1.0, -1.0)
    U, _, Vt = np.linalg.svd(K)
    solution = solve_askls(K, y, gamma=gamma, damping=damping)
    np.testing.assert_allclose(solution.b_source, 0, atol=1e-12)
    own, cross = SaddlePath(K).filters(gamma, damping)
    np.testing.assert_allclose(
        U.T[:29] @ (K @ solution.c[:, 0]), own * (U.T[:29] @ y) + cross * (Vt[:29] @ y), atol=1e-10
    )


def test_filters_of_a_symmetric_kernel_are_ridge_shrinkage():
    """u = v or u = -v: own + cross or own - cross is lambda/(lambda + 1/gamma)."""
    eigenvalues = np.array([3.0, -2.0, 1.0, 0.5])
    own, cross = SaddlePath(with_eigenvalues(np.random.default_rng(0), eigenvalues)).filters(0.8)
    np.testing.assert_allclose(own + np.sign(eigenvalues) * cross, eigenvalues / (eigenvalues + 1.25))


def test_sparse_and_dense_paths_agree():
    K = MATRICES["sparse"]
    assert sp.issparse(K)
    one, two = (gamma_path(form, np.arange(30) % 3, GAMMAS, damping=0.1) for form in (K, dense(K)))
    np.testing.assert_allclose(one.loo_source, two.loo_source, atol=1e-10)
