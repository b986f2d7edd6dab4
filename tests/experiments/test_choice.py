"""A kernel with all that changes it, as one value."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import MatrixData, TableData, load_sample, read_graph
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.choice import kernels_for
from askcore.experiments.decisions.offered import offered_kernels


def test_a_choice_of_kernel_is_a_key():
    first = KernelChoice("sne", (("sigma", 1.0),))
    assert first == KernelChoice("sne", (("sigma", 1.0),))
    everything = [
        first,
        KernelChoice("rbf", first.params),
        KernelChoice("sne", (("sigma", 2.0),)),
        *(
            KernelChoice("sne", first.params, **{name: value})
            for name, value in {
                "orientation": "out",
                "self_loops": False,
                "normalize": False,
                "standardise": True,
                "matrix": "crossed",
                "bandwidth": 2.0,
                "compatibility": "pinv",
                "seed": 1,
            }.items()
        ),
    ]
    assert len(set(everything)) == len(everything)


def test_what_is_no_matrix_is_refused():
    with pytest.raises(ValueError, match="matrix must be one of 'samples', 'crossed', got 'other'"):
        KernelChoice("sne", matrix="other")


@pytest.mark.parametrize("unit", [1.0, 100.0, 0.45])
def test_a_kernel_of_histograms_is_offered_where_rows_have_one_sum(unit):
    rng = np.random.default_rng(0)

    def offered(X):
        data = TableData(X * unit, ["a", "b"] * 20, [f"x{j}" for j in range(X.shape[1])])
        return "kl_histogram" in {choice.name for choice in offered_kernels(data)}

    shares = rng.dirichlet(np.ones(4), 40)
    dollars_kilograms_years = rng.uniform(1.0, [90_000.0, 110.0, 80.0], (40, 3))
    assert offered(shares)
    assert offered(shares * rng.uniform(0.96, 1.04, (40, 1)))
    assert not offered(shares * rng.uniform(0.9, 1.1, (40, 1)))
    assert not offered(dollars_kilograms_years)
    assert "kl_histogram" in kernels_for(dollars_kilograms_years)  # by hand it can still be chosen
    assert not offered(np.vstack([shares[:39], [[-1.0, 1.0, 1.0, 0.0]]]))


GRAPH = read_graph(b"a,b,2\nb,c,1\nc,a,3\nc,d,1\nd,d,5\n", labels=b"node,label\na,x\nb,x\nc,y\nd,y\n")
IRIS = load_sample("iris")


def test_readings_follow_kernel_and_orientation_and_name_whom_they_are_of():
    said = {
        ("adjacency", "in"): ("the links to the node", "the links from the node"),
        ("adjacency", "out"): ("the links from the node", "the links to the node"),
        ("common_neighbors", "both"): ("the links of the node",) * 2,
        ("pagerank", "both"): ("the walks from the node, in either direction",) * 2,
        ("shortest_path", "in"): (
            "the short paths to the node",
            "the short paths from the node",
        ),
        ("katz", "in"): ("the walks to the node", "the walks from the node"),
    }
    for (kernel, orientation), expected in said.items():
        problem = Problem(GRAPH, KernelChoice(kernel, orientation=orientation))
        assert problem.readings("the node") == expected
    table, others = Problem(IRIS, KernelChoice("sne")), "the training samples"
    assert table.readings("the sample", others) == (
        "the sample's similarities divided by its own total",
        "the sample's similarities, each divided by the other sample's total",
    )
    assert table.readings()[0] == "its similarities divided by its own total"
    of_tables = {
        "rbf": ("the weights from it to the others", "the weights from the others to it"),
        "attention": ("the attention from it to the others", "the attention from the others to it"),
        "kl_histogram": ("how well the others describe it", "how well it describes the others"),
    }
    for kernel, expected in of_tables.items():
        assert Problem(IRIS, KernelChoice(kernel)).readings() == expected
    crossed = Problem(IRIS, KernelChoice("sne", matrix="crossed"))
    assert crossed.readings() == ("its features", "its values over the samples")
    attention = Problem.from_data(MatrixData([[1.0, 2.0, 0.0], [0.0, 1.0, 1.0]]))
    assert attention.readings() == ("the weights from it to the columns", "the weights from the rows to it")


@pytest.mark.parametrize("matrix", ["samples", "crossed"])
def test_numbers_to_learn_are_no_classes(matrix):
    problem = Problem(TableData(IRIS.X, IRIS.X[:, 0]), KernelChoice("rbf", matrix=matrix))
    assert problem.data.is_regression
    assert problem.row_labels is None
    assert problem.column_labels is None
