"""Who has leave-one-out views, and gamma="loo"; the views themselves are refits in test_weights."""

import numpy as np
import pytest
from sklearn.base import clone

from askcore import AsKLSClassifier
from askcore.experiments.selection import select_by_loo
from askcore.kernels import PrecomputedKernel
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.path import DualPath


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
