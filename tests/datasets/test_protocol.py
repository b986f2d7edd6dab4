"""What graphs, tables, matrices and bags offer alike."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import BagData, Dataset, GraphData, MatrixData, TableData

WORDS = ["x", "y", "x"]
GRAPH = GraphData(np.eye(3, k=1), ["a", "b", "c"], labels=["x", "", "y"], name="g", notes=["seen"])
CASES = {
    "graph": (GRAPH, "graph", "node", ["a", "b", "c"], ["x", "", "y"], [True, False, True]),
    "table": (TableData(np.eye(3), WORDS), "table", "sample", ["row 1", "row 2", "row 3"], WORDS, [True] * 3),
    "numbers": (TableData(np.eye(3), [0.5, 1, 2]), "table", "sample", ["row 1", "row 2", "row 3"], [0.5, 1.0, 2.0],
                [True] * 3),
    "matrix": (MatrixData(np.eye(3), WORDS, ["a", "b", "c"]), "matrix", "sample", ["a", "b", "c"], WORDS, [True] * 3),
    "oblong": (MatrixData(np.ones((3, 2))), "matrix", "row", ["0", "1", "2"], None, [False] * 3),
    "bags": (BagData([[[1.0]]] * 3, [1, 2, 1]), "bags", "sample", ["0", "1", "2"], [1, 2, 1], [True] * 3),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_every_kind_answers_the_same_questions(case):
    data, kind, word, names, labels, labelled = CASES[case]
    assert isinstance(data, Dataset)
    assert (data.kind, data.n_samples, data.sample_word, data.sample_names) == (kind, 3, word, names)
    assert (None if data.labels is None else data.labels.tolist()) == labels
    assert data.labelled.tolist() == labelled
    assert not data.labelled.flags.writeable
    assert not data.classes.flags.writeable
    assert len(data.digest) == 64
    assert (data.name, data.notes) == (("g", ("seen",)) if case == "graph" else ("", ()))


@pytest.mark.parametrize("case", CASES)
def test_class_labels_are_the_labels_but_for_numbers_to_learn(case):
    data = CASES[case][0]
    expected = None if case == "numbers" else data.labels
    assert data.class_labels is expected
    known = [] if expected is None else sorted(set(expected.tolist()) - {""})
    assert data.classes.tolist() == known


@pytest.mark.parametrize(("column_ids", "same"), [(None, True), (["a", "b"], True), (["b", "a"], False)])
def test_rows_and_columns_of_the_same_names_are_the_same_samples(column_ids, same):
    data = MatrixData(np.eye(2), row_ids=["a", "b"], column_ids=column_ids)
    assert data.same_samples == same
    assert not MatrixData(np.ones((2, 3))).same_samples
    assert GRAPH.same_samples
