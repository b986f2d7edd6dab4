"""Spectra: what its controls change, its tabs, and matrices of which nothing is left."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import GraphData
from askcore.ui.data import dataset
from tests.pages.test_every_page import opened, sound


def verdict(at) -> str:
    return at.header[0].value


def test_controls_change_it():
    at = opened("spectra.py", "cyclic_communities")
    before = verdict(at)
    assert before.startswith(
        "**149 of 300** components hold 90% of the energy. Rows and columns differ: **46%**"
    )
    next(slider for slider in at.select_slider if slider.label == "Components").set_value(5).run()
    assert ".features(5, " in sound(at).code[0].value
    at.toggle("centre").set_value(False).run()
    assert verdict(sound(at)) != before
    at.button_group("scaling").set_value("full").run()
    assert ", 'full')" in sound(at).code[0].value
    at.button_group("matrix").set_value("crossed").run()
    assert "KSVD" in sound(at).code[0].value


@pytest.mark.parametrize(
    ("adjacency", "words"),
    [
        (np.zeros((5, 5)), "only zeros"),
        (np.ones((5, 5)), "nothing is left to decompose after centring"),
    ],
)
def test_a_matrix_of_which_nothing_is_left(adjacency, words, monkeypatch):
    graph = GraphData(adjacency, list("abcde"), name="odd")
    at = opened("spectra.py", "teaching_graph")
    at.selectbox("kernel").set_value("adjacency").run()
    usual = dataset.load_sample
    monkeypatch.setattr(
        dataset, "load_sample", lambda name: graph if name == "teaching_graph" else usual(name)
    )
    at.run()
    if not adjacency.any():
        at.toggle("loops").set_value(False).run()
    sound(at)
    assert "Not yet" in [heading.value for heading in at.header]
    assert any(words in block.value for block in at.markdown)
    at.toggle("centre").set_value(False).run()
    assert ("Not yet" in [heading.value for heading in at.header]) == (not adjacency.any())
