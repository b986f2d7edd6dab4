"""Controls of the graph kernels: beta is a share of what the graph allows."""

from __future__ import annotations

import re

import pytest

from askcore.datasets import load_sample
from askcore.kernels import GRAPH_KERNELS, spectral_radius
from askcore.kernels.graphs.matrix import graph_matrix
from tests.pages.test_every_page import GRAPH, opened, sound


@pytest.mark.long
@pytest.mark.parametrize("kernel", [name for name, spec in GRAPH_KERNELS.items() if spec.bounded])
@pytest.mark.parametrize("rowsum", [False, True])
def test_beta_is_a_share_of_its_limit(kernel, rowsum):
    at = opened("decisions.py", GRAPH)
    at.selectbox("kernel").set_value(kernel).run()
    assert "beta" not in at.code[0].value  # the usual beta is left to the kernel
    at.toggle("rowsum_walks").set_value(rowsum).run()
    at.select_slider(f"{kernel}_share").set_value(0.9).run()
    code = sound(at).code[0].value
    S = graph_matrix(load_sample(GRAPH).adjacency, orientation="in", self_loops=True, normalize=rowsum)
    assert float(re.search(r"'beta', ([\d.e-]+)", code)[1]) == pytest.approx(
        0.9 / spectral_radius(S), rel=1e-5
    )
    assert f"normalize={rowsum}" in code
