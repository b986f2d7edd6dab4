"""What a matrix shows first, against plain loops, for every outcome."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_classification

from askcore.datasets import MatrixData, TableData, load_sample
from askcore.experiments import KernelChoice, Problem, kernel_part
from askcore.experiments.matrix import parts
from askcore.experiments.matrix.reading import (
    MatrixOutcome,
    Signs,
    imbalances,
    problem_health,
    summarise,
    way_out,
)
from askcore.operators import DenseOperator, LazyOperator, SparseOperator
from askcore.ui.settings import BANDWIDTHS, MULTIPLES
from tests.experiments.matrix.test_parts import part_of

RNG = np.random.default_rng(0)
A = RNG.normal(size=(12, 12))
GRAM = A @ A.T


def read(K, data=None):
    return summarise(Problem(MatrixData(K) if data is None else data, KernelChoice("given")))


HOLLOW = np.abs(GRAM) - np.diag(np.abs(GRAM).diagonal())
OUTCOMES = {
    "zero": (np.zeros((4, 4)), MatrixOutcome.ZERO, Signs.ZERO),
    "one": (np.full((1, 1), 2.0), MatrixOutcome.ONE_SAMPLE, Signs.POSITIVE),
    "equal": (np.full((5, 5), -1.0), MatrixOutcome.EQUAL, Signs.NEGATIVE),
    "rectangular": (np.ones((3, 5)), MatrixOutcome.RECTANGULAR, None),
    "definite": (GRAM, MatrixOutcome.SYMMETRIC, Signs.POSITIVE),
    "indefinite": (A + A.T, MatrixOutcome.SYMMETRIC, Signs.INDEFINITE),
    "skew": (A - A.T, MatrixOutcome.SKEW, Signs.ZERO),
    "rescaled rows": (np.exp(A[:, :1]) * np.abs(GRAM), MatrixOutcome.ROW_SCALED, Signs.INDEFINITE),
    "asymmetric": (A, MatrixOutcome.ASYMMETRIC, Signs.INDEFINITE),
    "definite but asymmetric": (GRAM + A - A.T, MatrixOutcome.ASYMMETRIC, Signs.POSITIVE),
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_outcomes(name):
    K, outcome, signs = OUTCOMES[name]
    found = read(K)
    assert (found.outcome, found.signs) == (outcome, signs)
    if signs is not None:
        values = np.linalg.eigvalsh((K + K.T) / 2)
        most = 1e-9 * np.abs(K).max(initial=1.0)
        assert found.signature == ((values > most).sum(), (values < -most).sum(), (abs(values) <= most).sum())
        share = ((K - K.T) ** 2).sum() / 4 / max((K**2).sum(), 1e-300)
        assert found.skew == pytest.approx(share, abs=1e-12)
    asymmetric = outcome in (MatrixOutcome.SKEW, MatrixOutcome.ROW_SCALED, MatrixOutcome.ASYMMETRIC)
    assert (found.imbalances is not None) == asymmetric


def test_a_zero_diagonal_is_told_where_distances_follow_from_it():
    assert read(HOLLOW).zero_diagonal
    assert not read(-HOLLOW).zero_diagonal  # every squared distance is positive
    assert not read(GRAM).zero_diagonal
    assert not read(A - A.T).zero_diagonal
    assert not read(np.zeros((3, 3))).zero_diagonal


def test_signs_of_a_large_matrix_are_those_of_all_of_it(monkeypatch):
    monkeypatch.setattr(parts, "PART", 5)
    late = np.eye(60)
    late[-2:, -2:] = [[0.0, 1.0], [1.0, 0.0]]
    assert read(late).signs is Signs.INDEFINITE
    assert read(GRAM).signature == (12, 0, 0)


def naive(K):
    n = len(K)
    pairs = [(K[i, j] - K[j, i], i, j) for i in range(n) for j in range(n) if K[i, j] > K[j, i]]
    return sorted(pairs, key=lambda pair: (-pair[0], *pair[1:]))


FORMS = {
    "dense": DenseOperator,
    "sparse": lambda K: SparseOperator(sp.csr_array(K)),
    "evaluated": lambda K: LazyOperator(lambda i, j: K[np.ix_(i, j)], np.arange(len(K)), np.arange(len(K))),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("chunk", [5, 200])
def test_imbalances_against_loops(monkeypatch, form, chunk):
    monkeypatch.setattr(parts, "CHUNK", chunk)
    K = np.round(RNG.normal(size=(23, 23)) * (RNG.random((23, 23)) < 0.4), 3)
    operator = FORMS[form](K)
    found = imbalances(operator, kernel_part(operator))
    expected = naive(K)[:10]
    np.testing.assert_allclose(found.larger - found.smaller, [gap for gap, *_ in expected])
    assert [(i, j) for i, j in zip(found.u, found.v, strict=True)] == [(i, j) for _, i, j in expected]
    np.testing.assert_allclose(found.larger, K[found.u, found.v])
    np.testing.assert_allclose(found.smaller, K[found.v, found.u])
    np.testing.assert_allclose(found.net, K.sum(axis=1) - K.sum(axis=0), atol=1e-12)
    assert found.extreme == int(np.argmax(np.abs(K.sum(axis=1) - K.sum(axis=0))))
    assert found.compared == 23


def test_too_many_entries_to_evaluate_are_compared_on_the_part(monkeypatch):
    monkeypatch.setattr(parts, "reads_all", lambda operator: False)
    operator = FORMS["evaluated"](A)
    part = part_of(operator, 6)
    found = imbalances(operator, part)
    assert found.compared == 6
    assert {*found.u, *found.v} <= {*part.rows}
    assert found.larger[0] - found.smaller[0] == pytest.approx(naive(part.K)[0][0])
    np.testing.assert_allclose(found.net, A.sum(axis=1) - A.sum(axis=0), atol=1e-12)


@pytest.mark.parametrize("chunk", [4, 200])
def test_ties_are_counted(monkeypatch, chunk):
    monkeypatch.setattr(parts, "CHUNK", chunk)
    tournament = np.triu(np.ones((9, 9)), 1)
    for form in ("dense", "sparse"):
        operator = FORMS[form](tournament)
        found = imbalances(operator, kernel_part(operator))
        assert (found.tied, len(found.u)) == (36, 10)


def test_rounding_is_no_imbalance_and_a_balanced_matrix_has_no_flow():
    cycle = np.roll(np.eye(6), 1, axis=1) / 3 + 1e-17
    operator = DenseOperator(cycle)
    assert imbalances(operator, kernel_part(operator)).extreme is None
    S = A + A.T
    S[0, 1] *= 1 + 1e-15
    operator = DenseOperator(S)
    found = imbalances(operator, kernel_part(operator))
    assert len(found.u) == 0
    assert found.extreme is None


WIDE = TableData(*make_classification(300, 50, n_informative=10, random_state=0))


@pytest.mark.parametrize(
    ("kernel", "multiple", "kind"),
    [
        ("sne", 0.2, "identity"),
        ("sne", 20.0, "constant"),
        ("rbf", 0.1, "identity"),
        ("laplacian", 0.1, "identity"),
        ("tl1", 20.0, "constant"),
    ],
)
def test_too_small_and_too_large(kernel, multiple, kind):
    problem = Problem(WIDE, KernelChoice(kernel, standardise=True, bandwidth=multiple))
    assert problem_health(problem).kind == kind
    found = way_out(problem, MULTIPLES)
    assert found == KernelChoice(kernel, standardise=True)
    assert problem_health(Problem(WIDE, found)) is None


def test_a_given_value_that_is_too_small_gives_way():
    choice = KernelChoice("sne", (("itself", True), ("sigma", 1.0)), standardise=True)
    assert problem_health(Problem(WIDE, choice)).kind == "identity"
    out = way_out(Problem(WIDE, choice), MULTIPLES)
    assert out == KernelChoice("sne", (("itself", True),), standardise=True)


def test_a_kernel_without_a_scale_scales_the_features_or_gives_way():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 3)) * [1e9, 1.0, 1.0]
    far = Problem(TableData(X, list("ab") * 30), KernelChoice("t"))
    assert problem_health(far).kind == "identity"
    assert way_out(far, MULTIPLES) == KernelChoice("t", standardise=True)
    X = rng.normal(size=(60, 1))
    X[5] = 1e6
    spiked = Problem(TableData(X, list("ab") * 30), KernelChoice("polynomial", standardise=True))
    found = problem_health(spiked)
    assert (found.kind, found.place) == ("spike", (5, 5))
    assert way_out(spiked, MULTIPLES) in (KernelChoice("sne", standardise=True), None)


def test_between_rows_and_columns():
    graph = load_sample("cyclic_communities")
    tiny = Problem(graph, KernelChoice("rbf", (("sigma", 0.01),), matrix="crossed"))
    assert problem_health(Problem(graph, KernelChoice("rbf", matrix="crossed"))) is None
    huge = Problem(graph, KernelChoice("rbf", matrix="crossed", bandwidth=100.0))
    assert problem_health(huge).kind == "constant"
    assert way_out(huge, BANDWIDTHS) == KernelChoice("rbf", matrix="crossed")
    assert tiny.sigma == 0.01


def test_of_a_given_matrix_there_is_nothing_to_choose():
    problem = Problem(MatrixData(np.eye(20)), KernelChoice("precomputed"))
    assert problem_health(problem).kind == "identity"
    assert way_out(problem, MULTIPLES) is None
