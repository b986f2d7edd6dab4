"""All gammas from one decomposition, of AsK-LS and of LS-SVM."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.solvers import (
    gamma_path,
    lssvm_gamma_path,
    solve_askls,
    solve_lssvm,
)
from askcore.solvers.path import DualPath, leave_one_out_solution, linear_path, mode_factors, symmetric_path
from tests.helpers import (
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


@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("damping", [0.0, 0.05])
@pytest.mark.parametrize("name", MATRICES)
def test_the_path_has_the_views_scores_and_conditions_of_single_gammas(name, damping, classes):
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
    path = DualPath(with_singular_values(np.random.default_rng(2), sigma))
    np.testing.assert_allclose(path.singular_values, sigma)
    np.testing.assert_allclose(path.resonances, 1 / sigma)  # five: the constant vector is no mode
    for gamma in 1 / sigma:
        assert path.condition(gamma) > 1e14


def test_a_symmetric_kernel_resonates_at_its_negative_eigenvalues_only():
    eigenvalues = [2.0, 1.0, -0.5, 0.3, -4.0]
    path = DualPath(with_eigenvalues(np.random.default_rng(2), eigenvalues))
    assert path.symmetric
    np.testing.assert_allclose(path.resonances, [1 / 4, 1 / 0.5])
    np.testing.assert_allclose(path.singular_values, [4.0, 2.0, 1.0, 0.5, 0.3])
    assert DualPath(MATRICES["definite"]).resonances.size == 0


def test_at_a_resonance_the_undamped_views_are_not_numbers():
    sigma = np.array([3.0, 2.0, 2.0, 0.8, 0.1])
    K = with_singular_values(np.random.default_rng(2), sigma)
    path = gamma_path(K, [0, 0, 0, 1, 1, 1], [1.0, 1 / 0.8])
    assert np.isfinite(path.loo_source[0]).all()
    assert np.isnan(path.loo_source[1]).all()
    assert path.loo_score[1] == 0.0
    assert np.isnan(
        gamma_path(K, [0, 0, 0, 1, 1, 1], [1 / 0.8]).loo_source
    ).all()  # and no other gamma beside it
    damped = gamma_path(K, [0, 0, 0, 1, 1, 1], [1.0, 1 / 0.8], damping=1e-3)
    assert np.isfinite(damped.loo_source).all()


def test_an_exact_resonance_of_a_mode_that_leaves_samples_out():
    """Singular vectors with exact zeros, 1/gamma an exact singular value: no warning, and no other gamma is lost."""
    K = np.zeros((6, 6))
    K[:2, 2:4], K[2:4, :2] = [[0.5, -0.5], [-0.5, 0.5]], [[0.25, -0.25], [-0.25, 0.25]]
    path = gamma_path(K, [0, 0, 0, 1, 1, 1], [0.5, 1.0, 2.0])
    assert np.isnan(path.loo_source[1:]).all()
    alone = gamma_path(K, [0, 0, 0, 1, 1, 1], [0.5])
    np.testing.assert_allclose(path.loo_source[0], alone.loo_source[0])
    assert np.isfinite(path.loo_source[0]).all()


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


@pytest.mark.parametrize("path", [gamma_path, lssvm_gamma_path])
@pytest.mark.parametrize(("change", "message"), WRONG.values(), ids=WRONG)
def test_arguments_out_of_range_are_refused(change, message, path):
    arguments = {"K": np.eye(4), "y": [0, 1, 0, 1], "gammas": [1.0], "damping": 0.0, **change}
    with pytest.raises(ValueError, match=message):
        path(arguments["K"], arguments["y"], arguments["gammas"], damping=arguments["damping"])


# ---- mode by mode ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("gamma", [0.2, 0.7, 5.0])
def test_undamped_filters_are_the_projected_decision(gamma):
    K, y = MATRICES["large mean"], random_labels(np.random.default_rng(3), 30)
    U, s, Vt = np.linalg.svd(naive_centred(K))
    solution = solve_askls(K, y, gamma=gamma)
    f_s = (K @ solution.c + solution.b_source)[:, 0]
    own, cross = mode_factors(DualPath(K).singular_values, gamma)
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
    own, cross = mode_factors(DualPath(K).singular_values, gamma, damping)
    np.testing.assert_allclose(U.T[:29] @ (Kc @ c), own * (U.T[:29] @ y) + cross * (Vt[:29] @ y), atol=1e-10)


def test_auto_damps_at_a_resonance_alone(rng):
    K, Y = with_eigenvalues(rng, [2.0, 1.0, -0.5, 0.3]), random_labels(rng, 5)
    path = symmetric_path(K)
    assert path.decide_damping(1.0, "auto") == (0.0, None)
    damping, note = path.decide_damping(2.0, "auto")
    assert damping == 1.0
    assert "solved with damping 1" in str(note)
    np.testing.assert_allclose(
        path.solve(Y, 2.0, damping)[0], solve_lssvm(K, Y, gamma=2.0, damping=1.0).a, atol=1e-10
    )
    with pytest.raises(np.linalg.LinAlgError, match=r"singular at gamma = 2: .* Use damping > 0"):
        path.decide_damping(2.0, 0.0)


@pytest.mark.parametrize("damping", [0.0, 0.3])
@pytest.mark.parametrize("name", ["definite", "indefinite"])
def test_the_path_of_an_lssvm_is_that_of_the_symmetric_system(damping, name, rng):
    K, labels = MATRICES[name], np.array(["a", "b", "c"])[rng.permutation(30) % 3]
    path = lssvm_gamma_path(K, labels, GAMMAS, damping=damping)
    Y = np.where(labels[:, None] == path.classes, 1.0, -1.0)
    np.testing.assert_array_equal(path.loo, symmetric_path(K).leave_one_out_along(Y, GAMMAS, damping)[0])
    np.testing.assert_array_equal(
        path.loo_score, np.mean(path.loo.argmax(axis=2) == Y.argmax(axis=1), axis=1)
    )
    np.testing.assert_allclose(
        path.condition, [naive_condition(K, gamma, symmetric=True) for gamma in GAMMAS], rtol=1e-6
    )


def test_resonances_lie_at_the_negative_eigenvalues(rng):
    K = with_eigenvalues(rng, [2.0, 1.0, 0.0, -0.25, -0.5])
    y = ["a", "b", "a", "b", "a", "b"]
    path = lssvm_gamma_path(K, y, [1.0, 2.0, 4.0])
    np.testing.assert_allclose(path.resonances, [2.0, 4.0], rtol=1e-9)
    np.testing.assert_allclose(path.eigenvalues, [2.0, 1.0, 0.0, -0.25, -0.5], atol=1e-12)
    assert np.isfinite(path.loo[0]).all()
    assert np.isnan(path.loo[1:]).all()
    assert path.loo_score[1] == 0.0
    damped = lssvm_gamma_path(K, y, [2.0], damping=0.1)
    assert np.isfinite(damped.loo).all()
    assert lssvm_gamma_path(abs(np.eye(3)), ["a", "b", "a"], [1.0]).resonances.size == 0


@pytest.mark.parametrize("shape", [(20, 3), (12, 30), (9, 9)])
@pytest.mark.parametrize(("gamma", "damping"), [(0.1, 0.0), (10.0, 0.0), (10.0, 0.1), (1000.0, 1.0)])
def test_the_thin_svd_equals_the_dual_solution(shape, gamma, damping, rng):
    Z, Y = rng.normal(size=shape), random_labels(rng, shape[0], 2)
    alpha, _, b, _ = linear_path(Z).solve(Y, gamma, damping)
    expected = solve_lssvm(Z @ Z.T, Y, gamma=gamma, damping=damping)
    scale = np.abs(expected.a).max()
    np.testing.assert_allclose(alpha, expected.a, atol=1e-9 * scale)
    np.testing.assert_allclose(b, expected.b_source, atol=1e-9)


@pytest.mark.parametrize("damping", [0.0, 0.3])
def test_samples_left_out_of_features_are_refits(rng, damping):
    Z, Y = rng.standard_normal((9, 4)), rng.choice([-1.0, 1.0], size=(9, 2))
    found, _ = linear_path(Z).leave_one_out(Y, 2.0, damping)
    for i in range(9):
        rest = np.delete(np.arange(9), i)
        refit = solve_lssvm(Z[rest] @ Z[rest].T, Y[rest], gamma=2.0, damping=damping)
        np.testing.assert_allclose(found[i], Z[i] @ Z[rest].T @ refit.a + refit.b_source, atol=1e-10)
