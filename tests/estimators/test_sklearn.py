"""scikit-learn's own checks, and its tools around the two classifiers."""

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from askcore import KSVD, AsKLSClassifier, DataError, KernelPCA, LSSVMClassifier
from askcore.kernels import KERNELS, RBF, SNE, TL1, PrecomputedKernel
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


def communities(n_each: int = 12):
    """A directed cycle of three communities with some noise: only the direction tells them apart."""
    rng = np.random.default_rng(8)
    y = np.repeat(["a", "b", "c"], n_each)
    group = np.repeat(np.arange(3), n_each)
    probability = np.where((group[:, None] + 1) % 3 == group[None, :], 0.7, 0.05)
    return (rng.random(probability.shape) < probability).astype(float), y


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


@pytest.fixture
def blocks(points, new_points):
    """K(train, train) and K(new, train) of a symmetric kernel."""
    return RBF(sigma=2.0)(points, points), RBF(sigma=2.0)(new_points, points)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize(
    "more", [{}, {"symmetrize": "KKt"}, {"spectrum": "shift"}, {"class_weight": "balanced"}]
)
def test_a_precomputed_matrix_is_its_kernel_for_ls_svm(form, more, blocks, points, new_points, three_classes):
    K, K_new = map(form, blocks)
    given = LSSVMClassifier("precomputed", **more).fit(K, three_classes)
    named = LSSVMClassifier(RBF(sigma=2.0), **more).fit(points, three_classes)
    expected = named.decision_function(new_points)
    np.testing.assert_allclose(given.decision_function(K_new), expected, atol=1e-9)


@pytest.mark.parametrize(
    "model", [LSSVMClassifier("precomputed"), AsKLSClassifier("precomputed", merge="source")]
)
def test_folds_of_a_precomputed_matrix_are_folds_of_samples(model, blocks, points, three_classes):
    search = GridSearchCV(model, {"gamma": [0.1, 10.0]}, cv=3, error_score="raise").fit(
        blocks[0], three_classes
    )
    of_samples = clone(model).set_params(kernel=RBF(sigma=2.0))
    expected = GridSearchCV(of_samples, {"gamma": [0.1, 10.0]}, cv=3).fit(points, three_classes)
    np.testing.assert_allclose(
        search.cv_results_["mean_test_score"], expected.cv_results_["mean_test_score"], atol=1e-12
    )


@pytest.mark.parametrize("landmarks", [None, 8])
def test_of_an_asymmetric_precomputed_matrix_the_source_view_decides(landmarks, rng):
    G, y, weight = rng.standard_normal((20, 20)), np.arange(15) % 3, np.arange(15) % 5
    train, new = np.arange(15), np.arange(15, 20)
    options = {"merge": "source", "n_landmarks": landmarks, "random_state": 0}
    given = AsKLSClassifier("precomputed", **options).fit(G[:15, :15], y, sample_weight=weight)
    indexed = AsKLSClassifier(PrecomputedKernel(G), **options).fit(train, y, sample_weight=weight)
    expected = indexed.decision_function(new)
    np.testing.assert_allclose(given.decision_function(G[15:, :15]), expected, atol=1e-9)


@pytest.mark.parametrize("merge", ["mean", "target", "stack"])
def test_the_target_view_of_a_precomputed_matrix_is_that_of_the_training_samples(merge, rng):
    G, y = rng.standard_normal((18, 18)), np.arange(18) % 2
    options = {"merge": merge, "cv": 3, "damping": 0.1, "random_state": 0}
    given = AsKLSClassifier("precomputed", **options).fit(G, y)
    indexed = AsKLSClassifier(PrecomputedKernel(G), **options).fit(np.arange(18), y)
    expected = indexed.decision_function(np.arange(18))
    np.testing.assert_allclose(given.decision_function(G.copy()), expected, atol=1e-9)
    with pytest.raises(ValueError, match=r"merge='source' .* kernel=askcore.kernels.PrecomputedKernel\(K\)"):
        given.predict(G[:5])


@pytest.mark.parametrize("model", [LSSVMClassifier("precomputed"), KernelPCA("precomputed")])
def test_a_precomputed_matrix_is_square(model, rng):
    with pytest.raises(ValueError, match=r"precomputed kernel matrix must be square .* got 6 x 4"):
        model.fit(rng.random((6, 4)), [0, 1] * 3)


SPARSE = [
    (AsKLSClassifier, {}),
    (AsKLSClassifier, {"n_landmarks": 10, "random_state": 0}),
    (AsKLSClassifier, {"merge": "joint", "cv": 3, "random_state": 0}),
    (LSSVMClassifier, {"symmetrize": "KKt"}),
    (LSSVMClassifier, {"spectrum": "shift"}),
    (LSSVMClassifier, {"class_weight": {"A": 0.5, "B": 2.0, "C": 1.0}}),
    (KernelPCA, {}),
]


@pytest.mark.parametrize("kernel", ["linear", "polynomial", "rbf", RBF(sigma=2.0)])
@pytest.mark.parametrize(("kind", "options"), SPARSE)
def test_sparse_samples_give_what_dense_ones_do(kind, options, kernel, points, new_points, three_classes):
    X, new = points * (points > 0), new_points * (new_points > 0)
    y = np.array(["A", "B", "C"])[np.unique(three_classes, return_inverse=True)[1]]
    dense = kind(kernel, **options).fit(X, y)
    sparse = kind(kernel, **options).fit(sp.csr_matrix(X), y)
    for given in (new, sp.csr_matrix(new), sp.coo_array(new)):
        if kind is KernelPCA:
            np.testing.assert_allclose(sparse.transform(given), dense.transform(new), atol=1e-9)
        else:
            np.testing.assert_allclose(
                sparse.decision_function(given), dense.decision_function(new), atol=1e-7
            )


@pytest.mark.parametrize("kernel", ["sne", "tanh", "laplacian"])
def test_other_kernels_ask_for_dense_samples(kernel, points, three_classes):
    with pytest.raises(TypeError, match=r"dense data is required. Use '.toarray\(\)'"):
        AsKLSClassifier(kernel).fit(sp.csr_array(points), three_classes)
    with pytest.raises(
        DataError, match=r"does not accept sparse samples. Pass X.toarray\(\), or use one of 'linear'"
    ):
        KERNELS[kernel](sp.csr_array(points), sp.csr_array(points))
