"""loo_decision_views and gamma="loo" against refits of the estimator itself."""

import numpy as np
import pytest
from sklearn.base import clone

from askcore import AsKLSClassifier
from askcore.experiments.selection import select_by_loo
from askcore.kernels import GraphKernel, PrecomputedKernel
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


def test_landmarks_have_no_leave_one_out(points, three_classes):
    model = AsKLSClassifier(damping=0.1, n_landmarks=5, random_state=0).fit(points, three_classes)
    with pytest.raises(ValueError, match="Leave-one-out needs the exact method, without n_landmarks"):
        model.loo_decision_views()
    with pytest.raises(
        ValueError,
        match="gamma='loo' needs the exact method; with n_landmarks or n_frequencies, use gamma='cv'",
    ):
        clone(model).set_params(gamma="loo").fit(points, three_classes)


def test_unfitted():
    with pytest.raises(ValueError, match="not fitted yet"):
        AsKLSClassifier().loo_decision_views()


# ---- gamma="loo" ----------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::askcore.ResonanceWarning")
@pytest.mark.parametrize("view", ["mean", "source", "target"])
@pytest.mark.parametrize("damping", ["auto", 0, 0.3])
def test_gamma_and_damping_are_those_of_the_selection(view, damping):
    rng = np.random.default_rng(4)
    K, y = rng.standard_normal((8, 8)), np.arange(8) % 2 + np.arange(8) // 6
    settings = {"gamma": "loo", "damping": damping, "merge": view}
    model = AsKLSClassifier(PrecomputedKernel(K), **settings).fit(np.arange(8), y)
    expected = select_by_loo(DualPath(K), y, one_vs_rest(y, 3), damping=damping, view=view)
    assert (model.gamma_, model.damping_) == expected.best
    assert model.loo_score_ == expected.score
