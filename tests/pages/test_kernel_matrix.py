"""The page "Kernel matrix": every tab and part with every sample, every kernel, and matrices that go wrong."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import MatrixData, list_samples, load_sample
from askcore.experiments.choice import kernels_for
from askcore.kernels import GRAPH_KERNELS
from tests.pages.test_every_page import numbers, opened, sound

TABS = {
    "Asymmetry": "Skew-symmetric share: **",
    "Two samples": "A row",
    "Centre, normalise, symmetrise": "**Centring** subtracts",
    "Between classes": "For each class, the other class",
    "Values": "How many entries have each value",
}


def on_tab(at, name: str):
    at.session_state["matrix_details"] = name
    return sound(at.run())


def said(at) -> str:
    return "\n".join([*(m.value for m in at.markdown), *(c.value for c in at.caption)])


def keyed(elements, name: str):
    (found,) = [element for element in elements if element.key and element.key.startswith(name)]
    return found


@pytest.mark.long
@pytest.mark.parametrize("sample", list_samples())
def test_every_tab_with_every_sample(sample):
    at = opened("kernel_matrix.py", sample)
    assert len(numbers(at)) == 4
    for tab, words in TABS.items():
        on_tab(at, tab)
        if tab == "Two samples":
            assert len(numbers(at)) == 8
        else:
            assert words in said(at)
        if tab != "Asymmetry":
            assert TABS["Asymmetry"] not in said(at)  # a hidden tab is not computed


@pytest.mark.long
@pytest.mark.parametrize("sample", ["cyclic_communities", "iris"])
def test_parts_orders_and_spectra(sample):
    at = opened("kernel_matrix.py", sample)
    captions = set()
    for part in ("K", "Symmetric", "Skew-symmetric"):
        keyed(at.button_group, "matrix_part").set_value(part).run()
        for order in ("by class", "by singular vectors", "as given"):
            keyed(at.selectbox, "matrix_order").set_value(order).run()
            sound(at)
        captions.add(said(at))
    assert len(captions) == 3
    keyed(at.button_group, "spectrum").set_value("Singular values").run()
    assert "K is not normal" in said(sound(at))


@pytest.mark.parametrize(("sample", "nearby"), [("teaching_graph", None), ("cyclic_communities", "6 × 6")])
def test_the_caption_says_which_entry_a_click_takes(sample, nearby):
    captions = said(opened("kernel_matrix.py", sample))
    assert "Click an entry to compare" in captions
    assert ("A click opens the largest of" in captions) == (nearby is not None)
    assert nearby is None or f"the largest of the {nearby} entries around it." in captions


@pytest.mark.long
@pytest.mark.parametrize("kernel", GRAPH_KERNELS)
def test_every_graph_kernel(kernel):
    at = opened("kernel_matrix.py", "teaching_graph")
    at.selectbox("kernel").set_value(kernel).run()
    sound(at)
    symmetric = "**symmetric**" in at.markdown[0].value
    assert symmetric == GRAPH_KERNELS[kernel].symmetric
    on_tab(at, "Centre, normalise, symmetrise")


def test_every_kernel_of_a_table():
    at = opened("kernel_matrix.py", "iris")
    verdicts = set()
    for kernel in kernels_for(load_sample("iris").X):
        at.selectbox("kernel").set_value(kernel).run()
        sound(at)
        assert at.selectbox("data").value == "iris"
        verdicts.add(at.markdown[0].value)
    assert any("**rescaled rows**" in verdict for verdict in verdicts)
    assert any("**indefinite**" in verdict for verdict in verdicts)
    assert any("**positive semidefinite**" in verdict for verdict in verdicts)


def test_another_pair_is_another_reading():
    at = on_tab(opened("kernel_matrix.py", "teaching_graph"), "Two samples")
    before = numbers(at)[4:]
    assert before[0] != before[1]  # the first pair on offer is the one that differs most
    u, v = keyed(at.selectbox, "pair_u"), keyed(at.selectbox, "pair_v")
    first, second = u.value, v.value
    u.set_value(second)
    v.set_value(first).run()
    after = numbers(sound(at))[4:]
    assert after[:2] == before[1::-1]
    assert after[2] == before[2]


def test_a_graph_without_loops_has_no_cosine():
    at = opened("kernel_matrix.py", "teaching_graph")
    at.toggle("loops").set_value(False).run()
    on_tab(at, "Two samples")
    assert "undefined" in numbers(at)[7]
    assert "has length zero" in said(at)
    on_tab(at, "Centre, normalise, symmetrise")
    assert "**Cosine normalising** is not defined here" in said(at)
    assert at.dataframe[0].value.iloc[2, 1:].tolist() == [""] * 5


def test_a_large_matrix_says_what_was_drawn_and_offers_all():
    at = opened("kernel_matrix.py", "python_imports")
    assert "600 of 1,152 rows" in said(at)
    assert "**indefinite** (1,054 positive, 98 negative eigenvalues)" in at.markdown[0].value
    assert [metric.label for metric in at.metric][1:3] == ["Signature +, −, 0", "Rank of 600 sampled"]
    keyed(at.button_group, "spectra_rows").set_value(1152).run()
    assert "sampled at random" not in said(sound(at))
    assert "1,054 positive, 98 negative" in at.markdown[0].value
    assert "max_rows=1152" in at.code[0].value


def test_the_page_is_as_fast_as_it_looks(monkeypatch):
    """Nothing is computed twice: a second run takes everything from the caches."""
    at = opened("kernel_matrix.py", "cyclic_communities")

    def again(*_, **__):
        raise AssertionError("computed again")

    for name in ("kernel_part", "kernel_entries", "block_means"):
        monkeypatch.setattr(f"askcore.experiments.{name}", again)
    sound(at.run())


ODD = {
    "zero": np.zeros((6, 6)),
    "constant": -np.ones((6, 6)),
    "rectangular": np.random.default_rng(0).normal(size=(9, 5)),
    "one row": np.ones((1, 4)),
    "one entry": np.ones((1, 1)),
    "skew": np.array([[0.0, 2.0, 1.0], [-2.0, 0.0, 3.0], [-1.0, -3.0, 0.0]]),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_matrices_stand_on_every_tab(monkeypatch, name):
    monkeypatch.setattr("askcore.ui.data.dataset.load_sample", lambda _: MatrixData(ODD[name]))
    at = opened("kernel_matrix.py", "attention")
    verdict = at.markdown[0].value
    square = ODD[name].shape[0] == ODD[name].shape[1]
    for tab in TABS:
        if tab != "Between classes":
            on_tab(at, tab)
            assert not at.error
            assert ["almost constant" in warning.value for warning in at.warning] == [True] * (
                name == "constant"
            )
            if tab == "Two samples" and not square:
                assert "length, distance and cosine are not defined" in said(at)
    expected = {
        "zero": "**Every entry is zero**",
        "skew": "**skew-symmetric**",
        "constant": "Every entry is −1",
    }
    assert expected.get(name, "**symmetric**" if square else "**rectangular**") in verdict
