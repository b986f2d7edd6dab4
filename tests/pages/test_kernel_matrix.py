"""The page "Kernel matrix": every tab and part with every sample, every kernel, and matrices that go wrong."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import MatrixData
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


ODD = {
    "zero": np.zeros((6, 6)),
    "constant": -np.ones((6, 6)),
    "rectangular": np.random.default_rng(0).normal(size=(9, 5)),
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
