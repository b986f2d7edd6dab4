"""A kernel with all that changes it, as one value."""

from __future__ import annotations

import pytest

from askcore.experiments import KernelChoice


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
