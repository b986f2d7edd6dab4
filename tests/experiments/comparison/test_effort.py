"""How much work an effort stands for."""

from __future__ import annotations

import pytest

from askcore.experiments import Effort
from askcore.experiments.tuning import SMALL_GRID


@pytest.mark.parametrize(
    ("effort", "asked", "grid"),
    [
        (Effort("quick"), [1, 5, None, True, 4], SMALL_GRID),
        (Effort("full"), [3, None, None, None, None], None),
        (Effort("all", large=True), [3, 5, (1.0,), None, None], None),
        (Effort("full", several=True), [3, None, None, None, None], SMALL_GRID),
    ],
)
def test_what_an_effort_asks_of_a_comparison(effort, asked, grid):
    terms = [effort.terms.get(name) for name in ("repeats", "folds", "bandwidths", "brief")]
    assert [*terms, effort.n_kernels] == asked
    assert effort.terms["grid"] is grid
    assert (Effort.is_large(1000), Effort.is_large(1001)) == (False, True)
