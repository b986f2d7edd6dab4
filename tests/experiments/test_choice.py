"""A kernel with all that changes it, as one value."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import TableData
from askcore.experiments import KernelChoice
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
