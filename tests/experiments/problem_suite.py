"""What every Problem must satisfy, whatever the data: inherit ``ProblemSuite`` and say what it is of.

After linear_operator's inherited test cases: each subclass gives ``problem()`` and the dense twin of its matrix.
"""

from __future__ import annotations

import numpy as np
import pytest

from askcore._validation import is_symmetric
from askcore.experiments import KernelChoice, Problem
from askcore.operators import KernelOperator
from tests.helpers import dense


class ProblemSuite:
    """Laws of a problem over samples.

    ``pointwise``: an entry of K depends on its two samples alone. ``deciding``: there are labels, and row i and column
    i are the same sample. ``keeps_symmetric``: no row sum is divided away, so flips leave K + K^T as it is.
    """

    pointwise = True
    deciding = True
    keeps_symmetric = True

    def problem(self) -> Problem:
        """The problem under test."""
        raise NotImplementedError

    def expected(self) -> np.ndarray:
        """The dense twin of its operator, evaluated plainly."""
        raise NotImplementedError

    def train(self, problem: Problem) -> np.ndarray:
        """Some training samples."""
        return np.arange(0, problem.shape[0], 2)

    def test_the_operator_is_its_dense_twin(self):
        problem, K = self.problem(), self.expected()
        assert problem.shape == problem.operator.shape == K.shape
        for operator in (problem.operator, problem.on_demand):
            assert isinstance(operator, KernelOperator)
            np.testing.assert_allclose(operator.toarray(), K, atol=1e-12)
            np.testing.assert_allclose(operator.block([1, 0], [0]), K[[1, 0]][:, [0]], atol=1e-12)
        H, J = (np.eye(n) - 1 / n for n in K.shape)
        np.testing.assert_allclose(problem.centred.toarray(), H @ K @ J, atol=1e-12)

    def test_everything_is_made_once(self):
        problem = self.problem()
        for name in ("operator", "on_demand", "centred", "row_names", "shape"):
            assert getattr(problem, name) is getattr(problem, name)

    def test_rows_and_columns_have_names_words_and_perhaps_labels(self):
        problem = self.problem()
        assert problem.shape == (len(problem.row_names), len(problem.column_names))
        for words in ("row_word", "column_word", "matrix_words"):
            assert isinstance(getattr(problem, words), str)
            assert getattr(problem, words)
        assert all(problem.readings())
        for labels, n in zip((problem.row_labels, problem.column_labels), problem.shape, strict=True):
            assert labels is None or len(labels) == n
        if problem.same_samples:
            assert problem.row_names == problem.column_names
            assert problem.row_word == problem.column_word
        else:
            assert problem.column_labels is None

    def test_the_bandwidth_is_taken_times_a_factor(self):
        problem = self.problem()
        assert problem.with_bandwidth(1.0) is problem
        if problem.scale_param is None:
            assert problem.with_bandwidth(2.0) is problem
            return
        wider, name = problem.with_bandwidth(2.0), problem.scale_param.name
        assert wider.params[name] == pytest.approx(2 * problem.params[name])
        assert not np.allclose(wider.operator.toarray(), self.expected())
        np.testing.assert_allclose(wider.with_bandwidth(0.5).operator.toarray(), self.expected(), atol=1e-12)

    def test_bound_to_training_samples(self):
        problem = self.problem()
        if not self.deciding:
            return
        train = self.train(problem)
        new = np.setdiff1d(np.arange(problem.shape[0]), train)
        bound = problem.bound(train)
        blocks = {
            (tuple(train), tuple(train)): bound.train(),
            (tuple(new), tuple(train)): bound.source(new),
            (tuple(train), tuple(new)): bound.target(new),
        }
        for (rows, columns), block in blocks.items():
            assert block.shape == (len(rows), len(columns))
            if self.pointwise:
                expected = problem.operator.block(list(rows), list(columns))
                np.testing.assert_allclose(dense(block), expected, atol=1e-12)
        some = np.arange(2)
        np.testing.assert_allclose(
            dense(bound.source(new, some)), dense(bound.source(new))[:, some], atol=1e-12
        )
        assert len(problem.labels) == len(problem.samples) == problem.shape[0]
        assert len(problem.scaled(train)) == problem.shape[0]

    def test_without_direction_the_symmetric_part_stays(self):
        problem = self.problem()
        if not self.deciding:
            return
        other = problem.without_direction(3)
        assert other.origin is problem
        K, L = self.expected(), other.operator.toarray()
        if self.keeps_symmetric:
            np.testing.assert_allclose(L + L.T, K + K.T, atol=1e-12)
        every = np.arange(len(K))
        assert (problem.no_direction(every) == "") == (not is_symmetric(K))
        if not is_symmetric(K):
            assert not np.allclose(L, K)
        np.testing.assert_array_equal(problem.without_direction(3).operator.toarray(), L)

    def test_of_takes_it_as_it_is(self):
        problem = self.problem()
        assert Problem.from_data(problem) is problem
        if problem.given is None:
            again = Problem.from_data(problem.data, problem.choice)
            assert (again.data, again.choice) == (problem.data, problem.choice)
            assert isinstance(again.choice, KernelChoice)
