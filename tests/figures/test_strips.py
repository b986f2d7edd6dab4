"""Strips: shares of a whole, counts where they fit, and what the eye takes apart without colour."""

import numpy as np
import pytest

from askcore.figures import outcome_strips
from askcore.figures.strips import OUTCOMES

COUNTS = {"met": [24, 97, 0], "better": [0, 0, 0], "worse": [0, 3, 0], "not run": [0, 0, 0]}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_strip_is_whole_and_what_never_happens_is_not_in_the_legend(theme):
    figure = outcome_strips(["a", "b", "c"], COUNTS, chosen=1, theme=theme)
    assert [trace.name for trace in figure.data] == ["met", "worse"]
    np.testing.assert_allclose(np.sum([trace.x for trace in figure.data], axis=0), [1, 1, 0])
    met, worse = figure.data
    assert met.text == ("24", "97", "")
    assert worse.text == ("", "", "")  # three in a hundred: no room
    assert "3 of 100 worse" in worse.hovertext[1]
    assert [row for (row,) in met.customdata] == [0, 1, 2]
    assert figure.layout.yaxis.ticktext == ("a", "<b>b</b>", "c")
    assert [note.y for note in figure.layout.annotations] == [2]  # nothing to show says so


def test_outcomes_differ_in_more_than_their_hue():
    assert len(set(OUTCOMES.values())) == len(OUTCOMES)
    assert OUTCOMES["worse"][1] != OUTCOMES["explained"][1]


def test_names_stay_words():
    figure = outcome_strips(["<b>x</b>"], {"met": [1]}, titles=["<i>long</i>"])
    assert figure.layout.yaxis.ticktext == ("&lt;b&gt;x&lt;/b&gt;",)
    assert "&lt;i&gt;long" in figure.data[0].hovertext[0]
    assert outcome_strips([], {}).layout.annotations[0].text == "No tables."
