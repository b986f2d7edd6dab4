"""The way out of a matrix that tells no samples apart: it leads to one that does, where accuracy is an SVM's."""

import numpy as np
import pytest
from sklearn.datasets import make_classification

from askcore.datasets import MatrixData, TableData, load_sample
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.matrix.health import problem_health, way_out
from askcore.ui.settings import BANDWIDTHS, MULTIPLES

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
