"""The baselines decide what scikit-learn and a dense solution decide, and read no test label."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from askcore.datasets import GraphData, TableData
from askcore.experiments import METHODS, Problem, baselines
from askcore.experiments.direction import inverse
from askcore.experiments.evaluation import GRID, Candidate, SplitTask

BASELINES = {name: method for name, method in METHODS.items() if method.family == "baseline"}
D = 7


def table() -> TableData:
    X, y = make_classification(150, D, n_informative=5, n_classes=3, random_state=0)
    return TableData(X * 10.0 ** np.arange(-3, 4), y)


def graph(n: int = 80) -> GraphData:
    """Three communities with weights, self-loops, a pair that is linked to each other alone, and two lonely nodes."""
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 3, n)
    alike = labels[:, None] == labels
    A = (rng.random((n, n)) < np.where(alike, 0.12, 0.02)) * rng.uniform(0.5, 2.0, (n, n))
    A[-4:] = A[:, -4:] = 0.0
    A[-4, -3] = A[-1, -1] = 1.0
    return GraphData(A, [f"n{i}" for i in range(n)], labels.astype(str))


def task_of(data, seed: int = 2) -> SplitTask:
    """A random half of the samples to fit; the last four are held out, so that no label reaches some nodes."""
    order = np.random.default_rng(seed).permutation(len(data.labels) - 4)
    _, codes = np.unique(data.labels, return_inverse=True)
    fit = np.sort(order[: len(order) // 2])
    held = np.setdiff1d(np.arange(len(codes)), fit)
    return SplitTask(fit, held, codes[fit], int(codes.max()) + 1)


def decided(name: str, data, task: SplitTask) -> list[tuple[Candidate, np.ndarray]]:
    """What the method says of the held samples at each of its candidates."""
    offered = METHODS[name].offered(GRID)
    outcomes = METHODS[name].fit(Problem.from_data(data), task).decide(offered)
    return [(each, found.codes) for each, found in zip(offered, outcomes, strict=True)]


def number(variant: str) -> float:
    return float(variant.split()[-1].removesuffix("/d"))


MODELS = {
    "logistic": lambda variant, C: LogisticRegression(C=C, max_iter=1000),
    "rbf_svm": lambda variant, C: SVC(
        C=C, gamma={0.1: 0.1, 0.32: 0.1**0.5, 1: 1, 3.2: 10**0.5, 10: 10}[number(variant)] / D
    ),
    "knn": lambda variant, _: KNeighborsClassifier(int(number(variant))),
}


@pytest.mark.parametrize("name", MODELS)
def test_on_tables_they_are_those_of_scikit_learn(name):
    data = table()
    task = task_of(data)
    for each, codes in decided(name, data, task):
        model = make_pipeline(StandardScaler(), MODELS[name](each.variant, each.gamma))
        told = model.fit(data.X[task.fit], task.codes).predict(data.X[task.held])
        assert (codes == told).mean() > 0.98, each  # a sample on a boundary may fall to either side


def test_label_propagation_is_the_closed_form():
    data = graph()
    task = task_of(data)
    W = data.adjacency.toarray()
    W = W + W.T
    np.fill_diagonal(W, 0.0)
    degree = W.sum(axis=1)
    root = np.where(degree > 0, 1 / np.sqrt(np.where(degree > 0, degree, 1.0)), 0.0)
    Y = np.zeros((len(W), task.n_classes))
    Y[task.fit, task.codes] = 1.0
    largest = np.bincount(task.codes).argmax()
    for each, codes in decided("propagation", data, task):
        F = np.linalg.solve(np.eye(len(W)) - number(each.variant) * root[:, None] * W * root, Y)[task.held]
        np.testing.assert_array_equal(codes, np.where(F.sum(axis=1) > 1e-12, F.argmax(axis=1), largest))
        np.testing.assert_array_equal(codes[-4:], largest)


def test_one_series_solves_label_propagation_for_every_reach():
    """Against numpy's solver: far below the relative difference at which two classes count as equal."""
    rng = np.random.default_rng(0)
    W = np.triu(rng.random((80, 80)) < 0.05, 1).astype(float)
    W = W + W.T
    root = np.sqrt(inverse(W.sum(axis=1)))
    S, Y, rows = root[:, None] * W * root, np.eye(3)[rng.integers(0, 3, 80)], np.arange(0, 80, 3)
    alphas = list(baselines._REACHES.values())
    for alpha, votes in zip(alphas, baselines._spread(sp.csr_array(S), Y, alphas, rows), strict=True):
        exact = np.linalg.solve(np.eye(80) - alpha * S, Y)
        np.testing.assert_allclose(votes, exact[rows], atol=baselines.SOLVED * np.linalg.norm(exact))


def test_the_vote_of_the_neighbours_is_counted_one_by_one():
    data = graph()
    task = task_of(data)
    A, codes_of = data.adjacency.toarray(), dict(zip(task.fit, task.codes, strict=True))
    largest = int(np.bincount(task.codes).argmax())
    expected = []
    for node in task.held:
        votes = np.zeros(task.n_classes)
        for other, code in codes_of.items():
            votes[code] += A[node, other] + A[other, node]
        expected.append(votes.argmax() if votes.any() else largest)
    found = {each.variant: codes for each, codes in decided("neighbours", data, task)}
    np.testing.assert_array_equal(found["1 round"], expected)


def test_more_rounds_reach_nodes_without_a_labelled_neighbour():
    """A chain whose first node alone has the rarer class: one round reaches the next node, three reach further."""
    chain = GraphData(np.eye(8, k=1), [f"n{i}" for i in range(8)], ["rare", *["other"] * 7])
    task = SplitTask(np.array([0, 6, 7]), np.array([1, 2]), np.array([1, 0, 0]), 2)
    shares = {each.variant: codes.tolist() for each, codes in decided("neighbours", chain, task)}
    assert shares["1 round"] == [1, 0]
    assert shares["3 rounds"] == [1, 1]


@pytest.mark.parametrize("data", [table(), graph()], ids=["table", "graph"])
def test_one_class_in_the_fitted_part_decides_everything(data):
    task = task_of(data)
    lone = SplitTask(task.fit, task.held, np.full(len(task.fit), 1), task.n_classes)
    for name, method in BASELINES.items():
        if not method.unmet_need(Problem.from_data(data)):
            assert all((codes == 1).all() for _, codes in decided(name, data, lone)), name


@pytest.mark.parametrize("data", [table(), graph()], ids=["table", "graph"])
def test_no_label_of_a_held_sample_is_read(data):
    task = task_of(data)
    labels = np.array(data.labels)
    labels[task.held] = np.random.default_rng(0).permutation(labels[task.held])
    other = (
        TableData(data.X, labels)
        if isinstance(data, TableData)
        else GraphData(data.adjacency, data.node_ids, labels)
    )
    for name, method in BASELINES.items():
        if not method.unmet_need(Problem.from_data(data)):
            first, second = ([codes for _, codes in decided(name, each, task)] for each in (data, other))
            np.testing.assert_array_equal(first, second)


def test_an_embedding_is_that_of_the_whole_decomposition_and_reads_direction():
    data = graph()
    task = task_of(data)
    A = data.adjacency.toarray()
    U, values, Vt = np.linalg.svd(A)
    for candidate, codes in decided("embedded", data, task):
        rank = int(candidate.variant.split()[0])
        features = np.hstack([part[:, :rank] * np.sqrt(values[:rank]) for part in (U, Vt.T)])
        lengths = np.linalg.norm(features, axis=1)
        lengths[lengths < 1e-6] = np.inf  # no link, or none among the leading singular vectors
        features /= lengths[:, None]
        model = LogisticRegression(C=candidate.gamma, max_iter=200).fit(features[task.fit], task.codes)
        assert (codes != model.predict(features[task.held])).sum() <= 1  # one may lie on the boundary


def test_the_neighbourhood_of_a_node_never_holds_its_own_label(rng):
    """Naively: the shares of classes among neighbours of each kind, without the node itself."""
    A = (rng.random((20, 20)) < 0.2) * rng.integers(1, 4, (20, 20)).astype(float)
    np.fill_diagonal(A, 2.0)
    known = np.eye(3)[rng.integers(0, 3, 20)]
    known[15:] = 0.0
    found = baselines.neighbourhood(sp.csr_array(A), known)
    B = A - np.diag(np.diag(A))
    for i in range(20):
        others = np.where(np.arange(20)[:, None] == i, 0.0, known)
        kinds = [B, B.T, B @ B, B @ B.T, B.T @ B, B.T @ B.T]
        counts = np.stack([kind[i] @ others for kind in kinds])
        sums = counts.sum(axis=1, keepdims=True)
        shares = np.divide(counts, sums, out=np.zeros_like(counts), where=sums > 0)
        np.testing.assert_allclose(found[i, :18], shares.ravel(), atol=1e-12)
    np.testing.assert_allclose(found[:, 18:], np.log1p(np.stack([B.sum(axis=1), B.sum(axis=0)], axis=1)))


def test_smoothed_labels_are_a_linear_system(rng):
    data = graph()
    task, A = task_of(data), data.adjacency.toarray()
    (out,) = METHODS["smoothed"].fit(Problem.from_data(data), task).decide([Candidate("links out, α = 0.5")])
    P = A * inverse(A.sum(axis=1))[:, None]
    Y = np.zeros((len(A), task.n_classes))
    Y[task.fit, task.codes] = 1.0 / np.bincount(task.codes)[task.codes]
    votes = np.linalg.solve(np.eye(len(A)) - 0.5 * P, Y)[task.held]
    clear = np.ptp(np.sort(votes, axis=1)[:, -2:], axis=1) > 1e-9
    assert clear.any()
    np.testing.assert_array_equal(out.codes[clear], votes.argmax(axis=1)[clear])
