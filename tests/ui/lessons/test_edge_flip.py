"""Arrows that are reversed, and what both views then predict."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import streamlit as st

from askcore.ui.lessons.edge_flip import EdgeFlip, graph
from askcore.ui.pages.home.page import DEMO, sentence


def test_reversed_arrows_point_the_other_way_and_twice_is_back():
    flipped = replace(DEMO, flipped=((0, 6),)).adjacency
    assert (flipped[0, 6], flipped[6, 0]) == (0, 1)
    assert flipped.sum() == graph().n_edges
    np.testing.assert_array_equal(DEMO.adjacency, graph().adjacency.toarray())


def test_the_mean_is_right_where_the_symmetric_kernel_is_wrong():
    truth = dict(zip(graph().node_ids, graph().labels, strict=True))
    predicted = {name: DEMO.predicted(name) for name in DEMO.asked}
    assert all(found["merged"] == truth[name] for name, found in predicted.items())
    assert predicted["C"]["symmetric"] != truth["C"]


@pytest.mark.parametrize(
    ("flipped", "guess", "begins"),
    [
        ((), "square", "**You are right.** **C** belongs"),
        ((), "circle", "**Your guess is that of a kernel without arrowheads.** **C** belongs"),
        (((6, 2),), "circle", "**C** belongs"),
    ],
)
def test_the_answer_to_the_guess_stands_until_an_arrow_is_reversed(flipped, guess, begins):
    assert sentence(replace(DEMO, flipped=flipped), guess).startswith(begins)


def test_a_click_reverses_an_arrow_and_reverses_it_back():
    def held(demo: EdgeFlip, hit: tuple[int, ...]):
        demo.picture("").on_click(hit)
        return st.session_state[demo.arrows.key]

    assert held(DEMO, (0, 6)) == [(0, 6)]
    assert held(replace(DEMO, flipped=((0, 6),)), (6, 0)) == []
    assert held(replace(DEMO, flipped=((0, 6),)), (2, 4)) == [(0, 6), (2, 4)]
    DEMO.picture("").on_click((5,))
    DEMO.picture("").on_click((0,))  # a training node
    assert st.session_state["home_node"] == "F"
    st.session_state.clear()
