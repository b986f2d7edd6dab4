"""Table III of the AsK-LS paper: every row on a toy graph, and Cora's column as printed."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC

from askcore import DataError
from askcore.datasets import GraphData
from askcore.experiments.evaluation import Candidate, Outcome, SplitTask, score
from askcore.kernels import PrecomputedKernel
from askcore.papers import protocol, table
from askcore.papers.askls import GraphTrial, kernel_codes, node_scores
from askcore.papers.engine.protocol import Unit
from askcore.papers.table_parts import svm_codes
from tests.helpers import naive_lssvm

TABLE = protocol("askls-III")
QUICK = {
    "nerd_walks": 8_000, "nerd_dim": 8, "nerd_rate": 0.2, "folds": 3, "tuned_folds": 2, "tuned_gammas": "1 10",
    "tuned_dampings": "0.1",
}  # fmt: skip
OPTIONS = {**TABLE.options, **QUICK}
LSSVM = "LS-SVM on symmetrised adjacency"


@pytest.fixture(scope="module")
def graph():
    """Three classes of 25 nodes that link among themselves; two nodes without a label."""
    rng = np.random.default_rng(0)
    classes = np.arange(75) % 3
    share = np.where(classes[:, None] == classes, 0.25, 0.02)
    labels = np.array(["abc"[k] for k in classes], dtype=object)
    labels[[5, 40]] = None
    return GraphData(sp.csr_array((rng.random((75, 75)) < share) * 1.0), [str(i) for i in range(75)], labels)


def run(graph, methods, repeats=(0,), seed=0, **options):
    return node_scores(graph, Unit("cora", tuple(methods), repeats, seed), {**OPTIONS, **options})


def test_repeats_do_not_depend_on_their_order_or_company(graph):
    methods = ["AsK-LS on adjacency", LSSVM, "LS-SVM on NERD embedding"]
    together = run(graph, methods, repeats=(0, 1, 2))
    shuffled = run(graph, methods, repeats=(2, 0, 1))
    for name in methods:
        for metric in TABLE.metrics:
            a, b = together[name][metric], shuffled[name][metric]
            assert [a[2], a[0], a[1]] == b
    assert run(graph, methods[1:2], repeats=(1,))[LSSVM]["micro_f1"] == [together[LSSVM]["micro_f1"][1]]


def test_the_split_is_sixty_forty_of_the_labelled_nodes(graph):
    trial = GraphTrial.drawn(graph, 0, 0, OPTIONS)
    assert (len(trial.train), len(trial.test)) == (43, 30)
    both = np.concatenate([trial.train, trial.test])
    assert len(np.unique(both)) == 73
    assert not {5, 40} & set(both)
    assert not np.array_equal(trial.train, GraphTrial.drawn(graph, 0, 1, OPTIONS).train)


def test_the_symmetrised_row_is_the_plain_lssvm(graph):
    """By the naive bordered system, one class against the rest, on (K + K^T)/2."""
    trial = GraphTrial.drawn(graph, 0, 0, OPTIONS)
    A = graph.adjacency.toarray().T.copy()
    np.fill_diagonal(A, 1.0)
    K = A / A.sum(axis=1, keepdims=True)
    K = (K + K.T) / 2
    f = []
    for k in range(3):
        alpha, b = naive_lssvm(
            K[np.ix_(trial.train, trial.train)], np.where(trial.task.codes == k, 1.0, -1.0), 1.0
        )
        f.append(K[np.ix_(trial.test, trial.train)] @ alpha + b)
    expected = score(trial.codes[trial.test], np.argmax(f, axis=0))
    found = run(graph, [LSSVM])[LSSVM]
    assert {metric: found[metric] for metric in TABLE.metrics} == {m: [expected[m]] for m in TABLE.metrics}
    assert (found["capped"], found["damped"]) == ([0.0], [0.0])


def test_the_svm_on_features_is_the_linear_one(graph):
    trial = GraphTrial.drawn(graph, 0, 0, OPTIONS)
    Z = trial.embedding
    expected = Outcome(
        SVC(kernel="linear").fit(Z[trial.train], trial.task.codes).predict(Z[trial.test]), {"capped": 0.0}
    )
    name = "SVM on NERD embedding"
    found = score(trial.codes[trial.test], expected.codes)
    assert run(graph, [name])[name] == {**{each: [found[each]] for each in TABLE.metrics}, "capped": [0.0]}


def test_a_cap_that_was_met_stands_among_the_notes(graph):
    name = "SVM on symmetrised adjacency, tuned alike"
    options = {**QUICK, "tuned_svm_cap": 1}
    result = table("askls-III", data={"cora": graph}, methods=[name], repeats=2, options=options).run()
    assert result.remarks == (f"{name}, stopped at its limit of 1 steps: cora (2 of 2 repeats).",)
    assert set(result.table["metric"]) == set(TABLE.metrics)


def test_a_damped_system_is_told(graph):
    """K = -I and gamma 1: K + I/gamma is 0."""
    trial = GraphTrial.drawn(graph, 0, 0, OPTIONS)
    swap = PrecomputedKernel(-np.eye(graph.n_nodes))
    undamped, damped = (
        kernel_codes(trial, swap, trial.task, Candidate("mean", 1.0, lam)).beside for lam in (0.0, 1.0)
    )
    assert undamped == {"capped": 0.0, "damped": 1.0}
    assert damped == {"capped": 0.0}


def test_one_against_the_rest(rng):
    X, y = rng.normal(size=(60, 3)), np.arange(60) % 3
    X[:, 0] += y
    K = X @ X.T
    task = SplitTask(np.arange(40), np.arange(40, 60), y[:40], 3)
    ours = svm_codes(K[:40, :40], K[40:, :40], task, 1.0, "one-vs-rest", 100_000)
    rest = OneVsRestClassifier(SVC(kernel="precomputed")).fit(K[:40, :40], y[:40])
    np.testing.assert_array_equal(ours.codes, rest.predict(K[40:, :40]))


def test_one_class_is_refused(graph):
    lonely = GraphData(np.ones((4, 4)), list("abcd"), labels=["x", "x", "x", "x"])
    with pytest.raises(DataError, match="Only one class"):
        run(lonely, ["AsK-LS on adjacency"])
    two = GraphData(np.ones((2, 2)), ["a", "b"], labels=["x", "y"])
    with pytest.raises(DataError, match="has fewer than two classes"):
        run(two, ["AsK-LS on adjacency"])
