"""Parameters of a kernel object in scikit-learn's searches: kernel__sigma finds what kernel_params finds."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

from askcore import KSVD, AsKLSClassifier, DataError, KernelPCA, LSSVMClassifier
from askcore.kernels import RBF, SNE, GraphKernel, PrecomputedKernel
from askcore.kernels.graphs.series import Resolvent

SIGMAS = [0.3, 1.0, "scale", 4.0]
A = (np.random.default_rng(0).random((30, 30)) < 0.3) * 1.0
NODES, CLASSES = np.arange(30), np.arange(30) % 3
PLAIN = {"orientation": "out", "self_loops": False}


def scores(search):
    return search.cv_results_["mean_test_score"]


@pytest.mark.parametrize(
    ("by_object", "by_name"),
    [
        (AsKLSClassifier(SNE(), damping=0.1), AsKLSClassifier("sne", damping=0.1)),
        (LSSVMClassifier(RBF()), LSSVMClassifier("rbf")),
    ],
    ids=["AsK-LS", "LS-SVM"],
)
def test_a_grid_of_sigmas_scores_as_one_of_dictionaries(by_object, by_name, points, three_classes):
    found = GridSearchCV(by_object, {"kernel__sigma": SIGMAS}, cv=3).fit(points, three_classes)
    grid = {"kernel_params": [{"sigma": sigma} for sigma in SIGMAS]}
    expected = GridSearchCV(by_name, grid, cv=3).fit(points, three_classes)
    np.testing.assert_array_equal(scores(found), scores(expected))
    best = found.best_params_["kernel__sigma"]
    assert expected.best_params_["kernel_params"] == {"sigma": best}
    assert found.best_estimator_.kernel.sigma == best
    assert by_object.kernel.sigma == "scale"  # the search changed its own copies alone
    np.testing.assert_array_equal(found.decision_function(points), expected.decision_function(points))


@pytest.mark.parametrize(
    "estimator", [KSVD(SNE(sigma=1.0), 3), KernelPCA(RBF(sigma=1.0))], ids=["KSVD", "KernelPCA"]
)
def test_a_parameter_set_after_the_fit_waits_for_the_next(estimator, points):
    X = points @ points.T
    model = clone(estimator).fit(X)
    before = model.transform(X)
    model.set_params(kernel__sigma=5.0)
    np.testing.assert_array_equal(model.transform(X), before)
    assert not np.allclose(model.fit(X).transform(X), before)


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (
            "rbf",
            r"kernel__sigma sets a parameter of the kernel, and kernel='rbf' is a name: give .*kernels\.RBF\(\)",
        ),
        (
            PrecomputedKernel(A),
            r"kernel=PrecomputedKernel\(30 x 30\) has none that can be set: .* such as askcore\.kernels\.SNE\(\)",
        ),
        (RBF(), "RBF has no parameter 'sgima'; it has: sigma, convention"),
    ],
    ids=["name", "matrix", "unknown"],
)
@pytest.mark.parametrize("estimator", [AsKLSClassifier, LSSVMClassifier, KSVD, KernelPCA])
def test_what_has_no_such_parameter_says_so(estimator, kernel, message):
    name = "kernel__sgima" if "sgima" in message else "kernel__sigma"
    with pytest.raises(ValueError, match=message):
        estimator(kernel).set_params(**{name: 1.0})


def test_an_unknown_parameter_of_the_estimator_is_refused_as_before():
    with pytest.raises(ValueError, match="Invalid parameter 'kernal'"):
        AsKLSClassifier(SNE()).set_params(kernal=SNE())


# graph kernels -----------------------------------------------------------------------------------------------------


def block(kernel):
    found = kernel(NODES, NODES)
    return found.toarray() if hasattr(found, "toarray") else found


def test_a_graph_kernel_gives_others_on_the_same_graph():
    first = GraphKernel(A, "katz", **PLAIN)
    for params in ({"beta": 0.01}, {"orientation": "both"}, {"self_loops": None}, {"normalize": True}):
        other = first.with_params(**params)
        np.testing.assert_array_equal(block(other), block(GraphKernel(A, "katz", **{**PLAIN, **params})))
        assert first.get_params() == {"kind": "katz", "normalize": None, "beta": None, **PLAIN}
    assert first.with_params(beta=None) is first


def test_a_kernel_of_an_earlier_file_says_that_it_lacks_the_graph():
    kernel = GraphKernel(A, "katz", beta=0.01)
    del vars(kernel)["_adjacency"], vars(kernel)["_normalize"]
    assert kernel.get_params()["normalize"] is False
    with pytest.raises(DataError, match="files do not contain the graph"):
        kernel.with_params(beta=0.02)


# cost ----------------------------------------------------------------------------------------------------------------


def test_a_search_over_a_graph_computes_one_matrix_for_each_candidate(monkeypatch):
    made = []
    everything = Resolvent.everything

    def counted(function):
        made.append(function)
        return everything(function)

    monkeypatch.setattr(Resolvent, "everything", counted)
    model = AsKLSClassifier(GraphKernel(A, "katz"), damping=0.1)
    GridSearchCV(model, {"kernel__beta": [0.01, 0.02]}, cv=5, refit=False).fit(NODES, CLASSES)
    assert len(made) == 2
