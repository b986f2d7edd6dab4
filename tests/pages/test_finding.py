"""Find a kernel, on the page Decisions: offered, ranked, adopted; every kernel of the catalogue can be set."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from askcore.datasets import load_sample
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.decisions.offered import offered_kernels
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernel, Range
from askcore.ui.data.initial_settings import BETA_SHARES, kernel_controls
from askcore.ui.settings import param_key, parameter_keys, steps
from tests.pages.test_every_page import opened, sound

SMALL = "teaching_graph"
HEADING = "Find a kernel"


def finding(sample: str):
    """The page with the tab of the search open."""
    at = opened("decisions.py", sample)
    at.session_state["details"] = HEADING
    return sound(at.run())


def button(at, label: str):
    (found,) = [each for each in at.button if each.label.startswith(label)]
    return found


def search(at):
    return sound(button(at, "Find a kernel (").click().run(timeout=120))


def said(at) -> str:
    return "\n".join([*(m.value for m in at.markdown), *(c.value for c in at.caption)])


def test_a_line_of_the_ranking_is_adopted_and_the_ranking_stays():
    at = finding(SMALL)
    assert "with the kernels of the catalogue" in said(at)
    search(at)
    assert "The best kernel is **" in said(at)
    assert "find_kernel(data, split=split).run()" in at.code[0].value
    (lines,) = [each for each in at.selectbox if each.label == "Use on this page"]
    assert len(lines.options) == 20
    at_place = next(i for i, each in enumerate(lines.options) if "Adjacency, links out" in each)
    lines.set_value(at_place).run()
    sound(button(at, "Use this kernel").click().run())
    code = at.code[0].value
    assert "'adjacency', orientation='out'" in code
    assert "The best kernel is **" in said(at)


@pytest.mark.parametrize("name", ["cyclic_communities", SMALL, "iris"])
def test_every_kernel_of_the_catalogue_is_one_that_the_controls_offer(name):
    data = load_sample(name)
    for choice in offered_kernels(data):
        controls = kernel_controls(data, choice)
        others = {"kernel", "orientation", "loops", "rowsum", "scaled"}
        assert set(controls) <= parameter_keys() | others
        spec = (GRAPH_KERNELS if data.kind == "graph" else KERNELS)[choice.name]
        for p in spec.params:
            if data.kind == "graph" and spec.bounded:
                share = controls[f"{choice.name}_share"]
                assert share in BETA_SHARES
                usual = GraphKernel(
                    data.adjacency,
                    choice.name,
                    orientation=choice.orientation,
                    self_loops=choice.self_loops,
                    normalize=choice.normalize,
                ).resolved["beta"]
                beta = dict(choice.params).get("beta", usual)
                assert beta == pytest.approx(2 * share * usual, rel=1e-5)
            elif isinstance(p.domain, Range):
                key = param_key(spec, p) if data.kind == "table" else f"{choice.name}_{p.name}"
                assert controls[key] in steps(p.domain, p.default if p is not spec.scaled else 1.0)


CASES = {
    "share": (SMALL, lambda c: c.name == "katz" and c.params and c.orientation == "both"),
    "no loops, rows sum to 1": (SMALL, lambda c: c.name == "common_neighbors" and c.self_loops is False),
    "a bandwidth": ("iris", lambda c: c.name == "laplacian" and c.bandwidth != 1.0),
}


@pytest.mark.parametrize("name", CASES)
def test_the_page_reads_back_what_was_adopted(name):
    sample, wanted = CASES[name]
    data = load_sample(sample)
    choice: KernelChoice = next(filter(wanted, offered_kernels(data)))
    at = opened("matrix.py", sample)
    for key, value in kernel_controls(data, choice).items():
        at.session_state[key] = value
    code = ast.parse(sound(at.run()).code[0].value)
    (call,) = [
        each for each in ast.walk(code) if getattr(getattr(each, "func", None), "id", "") == "KernelChoice"
    ]
    shown = eval(ast.unparse(call), {"KernelChoice": KernelChoice})
    matrices = [Problem(data, each).operator.toarray() for each in (shown, choice)]
    np.testing.assert_allclose(*matrices, rtol=1e-5, atol=1e-12)
