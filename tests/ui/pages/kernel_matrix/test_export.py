"""What is taken home from a kernel matrix: values with names, figures without infinities, Python that agrees."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import numpy as np
import pytest

from askcore.datasets import MatrixData, describe_sample, load_sample
from askcore.datasets.tables.exact import read_exact
from askcore.experiments import KernelChoice, Problem, kernel_entries, kernel_part
from askcore.ui.data.dataset import UPLOAD, Active
from askcore.ui.downloads import table_csv
from askcore.ui.pages.kernel_matrix.export import figures_json, matrix_npy, matrix_table, python_code
from askcore.ui.pages.kernel_matrix.state import KernelMatrix


def active(sample: str) -> Active:
    about = describe_sample(sample)
    return Active(sample, about.title, load_sample(sample), about.preset, about.question, about.source)


def taken(data, choice, most=600):
    problem = Problem(data, choice)
    return problem, kernel_entries(problem.operator), kernel_part(problem.operator, max_rows=most)


def test_csv_and_npy_hold_the_matrix():
    problem, _, part = taken(load_sample("iris"), KernelChoice("sne"), most=40)
    table = read_exact(io.StringIO(table_csv(matrix_table(problem, part))), index_col=0)
    np.testing.assert_allclose(table.to_numpy(), part.K, rtol=1e-15)
    assert table.index[0] == f"row {part.rows[0] + 1}" == table.columns[0]
    np.testing.assert_array_equal(np.load(io.BytesIO(matrix_npy(part)), allow_pickle=False), part.K)


@pytest.mark.parametrize("K", [np.array([[0.0, 1.0], [-1.0, 0.0]]), np.ones((2, 5)), np.zeros((3, 3))])
def test_json_has_no_infinity(K):
    problem, entries, part = taken(MatrixData(K), KernelChoice("precomputed"))

    def refuse(name):
        raise AssertionError(name)

    content = json.loads(figures_json(problem, entries, part), parse_constant=refuse)
    assert content["shape"] == list(K.shape)
    assert content["singular_values"] == part.found.singular_values.tolist()


def test_a_file_name_stays_a_string():
    current = replace(
        active("attention"), name=UPLOAD, title="it's; import os.npy", file="it's; import os.npy"
    )
    code = str(python_code(KernelMatrix(current, KernelChoice("precomputed"), 600)))
    compile(code, "again.py", "exec")
    assert 'read_matrix("it\'s; import os.npy")' in code
