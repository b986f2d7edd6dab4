"""Why a sample is decided as it is: the training samples that pull hardest, view by view.

Experiment floor. f_s(x) = sum_j c_j K(x, x_j) + b_s and f_t(x) = sum_j a_j K(x_j, x) + b_t are sums over the
training samples; each summand is that sample's pull.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import read_only
from askcore.estimators import Coefficients
from askcore.experiments.built_problem import BuiltProblem
from askcore.experiments.split import Split
from askcore.kernels import bind

__all__ = ["Pulls", "pulls"]


@dataclass(frozen=True)
class Pulls:
    """What one view of one sample is made of: pulls, the rest and the intercept add up to the decision.

    Attributes
    ----------
    samples : indices of the training samples that pull hardest, hardest first.
    values : their pulls.
    rest : sum of all other pulls.  n_rest : how many of them are not zero.
    intercept : b.  decision : f(x), the sum of everything.
    """

    samples: np.ndarray
    values: np.ndarray
    rest: float
    n_rest: int
    intercept: float
    decision: float


def pulls(
    problem: BuiltProblem,
    split: Split,
    coefficients: Coefficients,
    sample: int,
    j: int,
    *,
    top: int = 10,
) -> tuple[Pulls, Pulls]:
    """The pulls on ``sample`` towards class number ``j``, in the source and in the target view.

    Parameters
    ----------
    sample : index into the data set.
    j : class number; with two classes the pulls towards class 0 are minus those towards class 1.
    top : how many pulls are named.
    """
    bound = bind(problem.kernel, problem.kernel_params, problem.samples[split.train])
    x = problem.samples[[sample]]
    two = coefficients.c.shape[1] == 1
    column, sign = (0, 1.0 if j == 1 else -1.0) if two else (j, 1.0)
    source = _row(bound.source(x)) * coefficients.c[:, column]
    target = _row(bound.target(x)) * coefficients.a[:, column]
    return (
        _named(sign * source, sign * float(coefficients.b_source[column]), split.train, top),
        _named(sign * target, sign * float(coefficients.b_target[column]), split.train, top),
    )


def _named(values: np.ndarray, intercept: float, samples: np.ndarray, top: int) -> Pulls:
    order = np.argsort(-np.abs(values), kind="stable")
    order = order[values[order] != 0]
    named, others = order[:top], order[top:]
    rest = float(values[others].sum())
    return Pulls(
        samples=read_only(samples[named]),
        values=read_only(values[named]),
        rest=rest,
        n_rest=len(others),
        intercept=intercept,
        decision=float(values[named].sum()) + rest + intercept,
    )


def _row(block: Any) -> np.ndarray:
    """The entries of a block with one row or one column."""
    return np.ravel(block.toarray() if hasattr(block, "toarray") else block)
