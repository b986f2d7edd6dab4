"""Problems go to other processes and come back, with all that they have made."""

from __future__ import annotations

from multiprocessing.reduction import ForkingPickler

import numpy as np
import pytest

from askcore.datasets import load_sample
from askcore.experiments import KernelChoice, Problem
from askcore.kernels import GRAPH_KERNELS, KERNELS

CASES = {
    **{name: ("two_moons", KernelChoice(name)) for name in KERNELS if KERNELS[name].accepts == "vectors"},
    **{f"graph {name}": ("cyclic_communities", KernelChoice(name)) for name in GRAPH_KERNELS},
    "crossed table": ("two_moons", KernelChoice("sne", matrix="crossed")),
    "crossed graph": ("cyclic_communities", KernelChoice("sne", matrix="crossed")),
    "matrix": ("attention", KernelChoice("precomputed")),
}


def sent(thing):
    return ForkingPickler.loads(ForkingPickler.dumps(thing))


@pytest.mark.parametrize("case", CASES)
def test_a_problem_that_was_sent_is_the_same(case):
    sample, choice = CASES[case]
    problem = Problem(load_sample(sample), choice)
    x = np.cos(np.arange(problem.shape[1]))
    expected = problem.operator @ x, problem.centred @ x, problem.on_demand.block([0, 1], [1, 0])
    again = sent(problem)
    found = again.operator @ x, again.centred @ x, again.on_demand.block([0, 1], [1, 0])
    for a, b in zip(expected, found, strict=True):
        assert abs(a - b).max() <= 1e-13 * abs(a).max()
