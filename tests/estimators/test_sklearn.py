"""scikit-learn's own checks, and its tools around the two classifiers."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import sklearn
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from askcore import KSVD, AsKLSClassifier, KernelPCA, LSSVMClassifier
from askcore.kernels import RBF, SNE, TL1, GraphKernel
from tests.drawn import some_of

# None of the checks is left out for any of these; KSVD's stand in its own file.
CHECKED = [
    AsKLSClassifier(),
    LSSVMClassifier(),
    KernelPCA(),
    AsKLSClassifier(SNE(sigma=2.0)),
    AsKLSClassifier(damping=0.1, merge="stack", cv="loo"),
    LSSVMClassifier("sne", symmetrize="KKt"),
    LSSVMClassifier("tanh", spectrum="shift"),
    KernelPCA("tl1", spectrum="flip", n_components=3),
]
CHECKED_AT_LENGTH = [
    AsKLSClassifier("rbf", merge="source", damping=0.1, solver="svd"),
    AsKLSClassifier(damping=0.1, merge="joint", cv=3, random_state=0),
    AsKLSClassifier(gamma="loo"),
    AsKLSClassifier(damping=0.1, n_landmarks=8, random_state=0),
    AsKLSClassifier("rbf", damping=0.1, n_frequencies=40, random_state=0),
    LSSVMClassifier("tl1", gamma="loo"),
    LSSVMClassifier(RBF(convention="2 sigma^2")),
    KernelPCA(TL1(), symmetrize="KKt"),
    KernelPCA("sne", symmetrize="mean"),
    KernelPCA("tanh"),
    *(KernelPCA("tanh", spectrum=spectrum) for spectrum in ("clip", "flip", "square", "shift")),
    KernelPCA("rbf", n_components=30),
]


def not_repeated(estimator):
    """Where a weight of 2 cannot be the sample twice, as in scikit-learn's own estimators that choose or draw."""
    if getattr(estimator, "n_landmarks", None) is not None:
        return {"check_sample_weight_equivalence_on_dense_data": "landmarks are drawn among the samples"}
    if isinstance(estimator, LSSVMClassifier) and estimator.gamma == "loo":
        return {"check_sample_weight_equivalence_on_dense_data": "leaves a sample out with all its weight"}
    return {}


@pytest.mark.filterwarnings("ignore::askcore.ResonanceWarning")  # samples far from all others, at gamma 1
@parametrize_with_checks(CHECKED)
def test_scikit_learn_agrees(estimator, check):
    check(estimator)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::askcore.estimators.NothingLeftWarning")  # tanh of large features is 1
@some_of(parametrize_with_checks(CHECKED_AT_LENGTH, expected_failed_checks=not_repeated), 60)
def test_scikit_learn_agrees_at_length(estimator, check):
    check(estimator)


@pytest.mark.long
def test_the_check_that_needs_a_variable_of_the_environment():
    """scikit-learn leaves out its check of array API input unless scipy was imported with that switched on."""
    call = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "",
        "-k",
        "scikit and array_api",
    ]
    run = subprocess.run(
        [*call, *(str(Path(__file__).with_name(file)) for file in ("test_sklearn.py", "test_ksvd.py"))],
        env={**os.environ, "SCIPY_ARRAY_API": "1"},
        capture_output=True,
        text=True,
    )
    # Early versions of scikit-learn have no such check for estimators that compute with NumPy alone.
    assert run.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED), run.stdout
    assert "skipped" not in run.stdout


@pytest.fixture
def routing():
    with sklearn.config_context(enable_metadata_routing=True):
        yield


def test_transformers_in_a_pipeline_with_metadata_routing(routing, points, three_classes):
    model = make_pipeline(KernelPCA(n_components=3), KSVD(n_components=2), AsKLSClassifier(damping=0.1))
    plain = clone(model)
    assert model.fit(points, three_classes).predict(points).shape == (24,)
    assert model[:-1].get_feature_names_out().tolist() == ["ksvd_left0", "ksvd_left1"]
    with sklearn.config_context(enable_metadata_routing=False):
        expected = plain.fit(points, three_classes).decision_function(points)
    np.testing.assert_array_equal(model.decision_function(points), expected)


def test_columns_reach_a_transformer_by_metadata_routing(routing):
    A, _ = communities()
    model = KSVD(n_components=2, random_state=0).set_transform_request(columns=True)
    found = make_pipeline(model).fit(A).transform(A[:4], columns=A[:, :4])
    np.testing.assert_array_equal(found, clone(model).fit(A).transform(A[:4], A[:, :4]))


def test_transformers_beside_each_other_give_one_frame(points):
    both = ColumnTransformer(
        [("near", KernelPCA(), [0, 1]), ("apart", KSVD(n_components=2), [1, 2])]
    ).set_output(transform="pandas")
    found = both.fit_transform(points)
    names = ["near__kernelpca0", "near__kernelpca1", "apart__ksvd_left0", "apart__ksvd_left1"]
    assert list(found.columns) == names == both.get_feature_names_out().tolist()
    expected = KernelPCA().fit_transform(points[:, :2])
    np.testing.assert_allclose(
        found.iloc[:, :2].to_numpy(), expected, rtol=1e-9
    )  # columns lie otherwise in memory


def communities(n_each: int = 12):
    """A directed cycle of three communities with some noise: only the direction tells them apart."""
    rng = np.random.default_rng(8)
    y = np.repeat(["a", "b", "c"], n_each)
    group = np.repeat(np.arange(3), n_each)
    probability = np.where((group[:, None] + 1) % 3 == group[None, :], 0.7, 0.05)
    return (rng.random(probability.shape) < probability).astype(float), y


@pytest.mark.parametrize("column", [False, True])
def test_cross_validation_over_nodes(column):
    A, y = communities()
    nodes = np.arange(len(y))[:, None] if column else np.arange(len(y))
    model = AsKLSClassifier(GraphKernel(A), gamma=10, damping=0.05)
    folds = StratifiedKFold(3, shuffle=True, random_state=0)
    scores = cross_val_score(model, nodes, y, cv=folds)
    assert scores.min() > 0.9
    by_hand = [
        clone(model).fit(nodes[train], y[train]).score(nodes[test], y[test])
        for train, test in folds.split(nodes, y)
    ]
    np.testing.assert_array_equal(scores, by_hand)


def test_grid_search_over_gamma_and_damping(points, three_classes):
    grid = {"gamma": [0.1, 10.0], "damping": [0.0, 1.0, "auto"], "merge": ["mean", "source"]}
    search = GridSearchCV(AsKLSClassifier(), grid, cv=2).fit(points, three_classes)
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    assert search.best_estimator_.gamma in grid["gamma"]


def test_pipeline_scales_new_samples_as_the_training_ones(points, new_points, three_classes):
    model = make_pipeline(StandardScaler(), AsKLSClassifier(damping=0.1)).fit(points, three_classes)
    scaler = StandardScaler().fit(points)
    direct = AsKLSClassifier(damping=0.1).fit(scaler.transform(points), three_classes)
    np.testing.assert_array_equal(
        model.decision_function(new_points), direct.decision_function(scaler.transform(new_points))
    )


@pytest.mark.parametrize("kind", ["vectors", "graph", "lssvm"])
def test_pickled_models_decide_alike(kind, points, three_classes):
    if kind == "graph":
        A, y = communities()
        model, X = AsKLSClassifier(GraphKernel(A), damping=0.1), np.arange(36)
    else:
        y, X = three_classes, points
        model = (
            AsKLSClassifier(damping=0.1) if kind == "vectors" else LSSVMClassifier("sne", symmetrize="KtK")
        )
    model.fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_allclose(again.decision_function(X), model.decision_function(X), rtol=1e-12)
    assert again.condition_ == model.condition_


@pytest.mark.parametrize("damping", [0.0, 0.1])
def test_a_pickle_does_not_hold_the_kernel_matrix(damping, points):
    """Its size grows with m, not with m^2, and leave-one-out still works: the matrix is computed again."""
    X = np.random.default_rng(0).normal(size=(400, 3))
    model = AsKLSClassifier(gamma=0.1, damping=damping).fit(X, X[:, 0] > 0)
    stored = pickle.dumps(model)
    assert len(stored) < 400 * 400
    again = pickle.loads(stored)
    assert again.condition_ == model.condition_
    np.testing.assert_allclose(again.decision_function(points), model.decision_function(points), rtol=1e-9)
    np.testing.assert_allclose(again.loo_decision_views(), model.loo_decision_views(), rtol=1e-9)
