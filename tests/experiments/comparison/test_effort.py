"""How much work an effort stands for."""

from __future__ import annotations

import pytest

from askcore.experiments import Effort


@pytest.mark.parametrize(
    ("effort", "asked"),
    [
        (Effort("quick"), [1, 5, None, True, 400, 4]),
        (Effort("full"), [3, None, None, None, 1000, None]),
        (Effort("all", large=True), [3, 5, (1.0,), None, None, None]),
        (Effort("full", several=True), [3, None, None, None, 500, None]),
    ],
)
def test_what_an_effort_asks_of_a_comparison(effort, asked):
    terms = [effort.terms.get(name) for name in ("repeats", "folds", "bandwidths", "brief", "max_samples")]
    assert [*terms, effort.n_kernels] == asked
    assert (Effort.is_large(500), Effort.is_large(501)) == (False, True)
