"""loo_decision_views and gamma="loo" against refits of the estimator itself."""

import os
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.preprocessing import StandardScaler

from askcore import AsKLSClassifier
from askcore.experiments.selection import DAMPINGS, GAMMAS, Selection, select_by_loo
from askcore.kernels import KERNELS, GraphKernel, PrecomputedKernel
from askcore.solvers import solve_askls
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.path import DualPath


def refitted(model, nodes, y):
    """The views of each node by a clone trained on the others, over the same kernel object."""
    views = []
    for i in range(len(nodes)):
        rest = np.delete(np.arange(len(nodes)), i)
        alone = clone(model).fit(nodes[rest], y[rest])
        views.append(np.array(alone.decision_views(nodes[[i]]))[:, 0])
    return np.array(views).swapaxes(0, 1)


def small_graph(rng, n=24):
    return (rng.random((n, n)) < 0.2).astype(float)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("damping", [0.0, 0.05])
@pytest.mark.parametrize("form", ["graph", "asymmetric", "symmetric"])
def test_equal_refits_with_the_same_kernel_object(form, damping, classes, rng):
    if form == "graph":
        kernel = GraphKernel(small_graph(rng))
    else:
        G = rng.standard_normal((24, 24))
        kernel = PrecomputedKernel(G if form == "asymmetric" else G + G.T)
    nodes, y = rng.permutation(24)[:15], np.arange(15) % classes
    model = AsKLSClassifier(kernel, gamma=0.07, damping=damping).fit(nodes, y)
    expected = refitted(model, nodes, y)
    found = model.loo_decision_views()
    assert found[0].shape == ((15,) if classes == 2 else (15, 3))
    np.testing.assert_allclose(found, expected, atol=1e-9)


def test_sne_keeps_its_reference(points, three_classes):
    """Leave-one-out at fixed reference: refits on the submatrix of K, whose row sums keep the sample."""
    model = AsKLSClassifier("sne", damping=0.1).fit(points, three_classes)
    K = KERNELS["sne"](points, points, sigma="scale")  # and the bandwidth is that of all samples
    fixed = AsKLSClassifier(PrecomputedKernel(K), damping=0.1)
    expected = refitted(fixed, np.arange(24), three_classes)
    np.testing.assert_allclose(model.loo_decision_views(), expected, atol=1e-9)


def test_landmarks_have_no_leave_one_out(points, three_classes):
    model = AsKLSClassifier(damping=0.1, n_landmarks=5, random_state=0).fit(points, three_classes)
    with pytest.raises(ValueError, match="Leave-one-out needs the exact method, without n_landmarks"):
        model.loo_decision_views()
    with pytest.raises(
        ValueError,
        match="gamma='loo' needs the exact method; with n_landmarks or n_frequencies take gamma='cv'",
    ):
        clone(model).set_params(gamma="loo").fit(points, three_classes)


def test_unfitted():
    with pytest.raises(ValueError, match="not fitted yet"):
        AsKLSClassifier().loo_decision_views()


# ---- gamma="loo" ----------------------------------------------------------------------------------------


def brute_force(K, y, dampings, view):
    """The choice among all pairs (damping, gamma) by m refits each."""
    kinds = np.unique(y)
    Y = np.where(y[:, None] == kinds[None, :], 1.0, -1.0)
    pairs, hits, errors = [], [], []
    for lam in dampings:
        for gamma in GAMMAS:
            merged = np.empty_like(Y)
            for i in range(len(y)):
                rest = np.delete(np.arange(len(y)), i)
                part = solve_askls(K[np.ix_(rest, rest)], Y[rest], gamma=gamma, damping=lam)
                f_s = K[i, rest] @ part.c + part.b_source
                f_t = K[rest, i] @ part.a + part.b_target
                merged[i] = {"source": f_s, "target": f_t, "mean": (f_s + f_t) / 2}[view]
            pairs.append((lam, gamma))
            hits.append(kinds[merged.argmax(axis=1)] == y)
            errors.append(((merged - Y) ** 2).mean(axis=1))
    return Selection(pairs, np.array(hits), np.mean(hits, axis=1), np.array(errors))


@pytest.mark.filterwarnings("ignore::askcore.ResonanceWarning")
@pytest.mark.parametrize("view", ["mean", pytest.param("target", marks=pytest.mark.long)])
def test_finds_the_pair_that_refits_find(view):
    rng = np.random.default_rng(4)
    K, y = rng.standard_normal((8, 8)), np.arange(8) % 2 + np.arange(8) // 6
    model = AsKLSClassifier(PrecomputedKernel(K), gamma="loo", merge=view).fit(np.arange(8), y)
    expected = brute_force(K, y, DAMPINGS, view)
    assert (model.damping_, model.gamma_) == expected.best
    assert model.loo_score_ == pytest.approx(expected.score)


@pytest.mark.parametrize("damping", [0, 0.3])
def test_a_number_for_damping_is_kept(damping):
    rng = np.random.default_rng(4)
    K, y = rng.standard_normal((8, 8)), np.arange(8) % 2 + np.arange(8) // 6
    model = AsKLSClassifier(PrecomputedKernel(K), gamma="loo", damping=damping).fit(np.arange(8), y)
    expected = brute_force(K, y, [float(damping)], "mean")
    assert (model.damping_, model.gamma_) == expected.best
    assert model.loo_score_ == pytest.approx(expected.score)


def corrected(model, K, y):
    """The score of the choice on a kernel matrix, and the accuracy of what was chosen."""
    codes = np.searchsorted(model.classes_, y)
    Y = one_vs_rest(codes, len(model.classes_))
    found = select_by_loo(DualPath(K), codes, Y)
    assert found.best == (model.gamma_, model.damping_)
    return found.score, found.accuracy


def test_the_score_is_that_of_the_leave_one_out_views(points, three_classes):
    model = AsKLSClassifier(gamma="loo").fit(points, three_classes)
    f_s, f_t = model.loo_decision_views()
    chosen = model.classes_[((f_s + f_t) / 2).argmax(axis=1)]
    score, accuracy = corrected(model, KERNELS["sne"](points, points, sigma="scale"), three_classes)
    assert model.loo_score_ == score
    assert accuracy == np.mean(chosen == three_classes)
    assert model.gamma_ in GAMMAS
    assert model.gamma == "loo"


def test_two_classes(points):
    y = points[:, 0] > 0
    model = AsKLSClassifier("rbf", gamma="loo").fit(points, y)
    f_s, _ = model.loo_decision_views()
    score, accuracy = corrected(model, KERNELS["rbf"](points, points, sigma="scale"), y)
    assert model.loo_score_ == score > 0.8
    assert accuracy == np.mean((f_s > 0) == y)


@pytest.mark.parametrize("damping", ["auto", 0.0])
def test_a_resonance_on_the_grid_is_skipped(damping):
    """A sparse digraph with isolated nodes: without one of its nodes 1 is a singular value, and gamma = 1 is tried."""
    rng = np.random.default_rng(7)
    A = (rng.random((60, 60)) < 0.04).astype(float)
    nodes, y = np.arange(40), rng.integers(3, size=40)
    kernel = GraphKernel(A, self_loops=False, normalize=False)
    with pytest.raises(np.linalg.LinAlgError, match=r"Without sample \d+, the undamped system is singular"):
        AsKLSClassifier(kernel, gamma=1.0, damping=0.0).fit(nodes, y).loo_decision_views()
    model = AsKLSClassifier(kernel, gamma="loo", damping=damping).fit(nodes, y)
    assert 1.0 in GAMMAS
    assert (model.gamma_, model.damping_) != (1.0, 0.0)
    f_s, f_t = model.loo_decision_views()
    assert np.isfinite([f_s, f_t]).all()
    assert model.loo_score_ < np.mean(((f_s + f_t) / 2).argmax(axis=1) == y)  # labels at random


@pytest.mark.full_data
@pytest.mark.skipif("ASKCORE_DATA" not in os.environ, reason="ASKCORE_DATA does not name the data folder")
@pytest.mark.parametrize("share", [0.6, 1.0])
def test_tuning_a_table_whose_matrix_is_almost_the_identity(share):
    """Standardised ionosphere at sigma 1: most singular values are close together, and some on the grid."""
    path = Path(os.environ["ASKCORE_DATA"]) / "uci" / "ionosphere.csv"
    rows = np.loadtxt(path, delimiter=",", skiprows=1, dtype=str)
    X, y = StandardScaler().fit_transform(rows[:, :-1].astype(float)), rows[:, -1]
    part = np.random.default_rng(0).permutation(len(y))[: int(share * len(y))]
    model = AsKLSClassifier("sne", kernel_params={"sigma": 1.0}, gamma="loo").fit(X[part], y[part])
    f_s, f_t = model.loo_decision_views()
    score, accuracy = corrected(model, KERNELS["sne"](X[part], X[part], sigma=1.0), y[part])
    assert model.loo_score_ == score
    assert accuracy == np.mean(((f_s + f_t) / 2 > 0) == (y[part] == model.classes_[1]))
