"""Samples in what is taken away: a table of those that were selected, and rings around them in a figure."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import pytest

from askcore.figures.parts.points import SAMPLE
from askcore.ui.charts.plots import drawing
from askcore.ui.charts.shown import Shown
from askcore.ui.downloads import table_csv
from askcore.ui.sharing import of_samples
from askcore.ui.sharing.figure_file import rows_of

NAMES = ["=1+1", "b", "c", "d", "e"]


def shown(samples=(0, 2, 4), meta: str | None = SAMPLE) -> Shown:
    """Three points, of which the second trace has the last."""
    figure = go.Figure()
    for at, (x, y) in (
        (0, (np.array([1.5, 2.5]), np.array([3.0, 4.0]))),
        (2, (np.array([9.0]), np.array([8.0]))),
    ):
        figure.add_scatter(
            x=x,
            y=y,
            meta=meta,
            mode="markers",
            customdata=[[at + i] for i in range(len(x))],
            text=["a"] * len(x),
        )
    figure.update_layout(xaxis_title="width", yaxis_title="f<sub>s</sub>")
    return Shown("places", "Places", drawing(figure), samples=np.array(samples))


def test_a_selection_is_a_table_of_names_labels_and_places():
    table = of_samples.table_of([0, 1, 4], NAMES, ["x", "", "y", "y", "z"], [shown()], word="node")
    assert list(table.columns) == ["node", "label", "Places, x: width", "Places, y: fs"]
    assert table["label"].tolist() == ["x", "", "z"]
    assert table["Places, x: width"].fillna(-1).tolist() == [1.5, -1, 9.0]
    assert table["Places, y: fs"].fillna(-1).tolist() == [3.0, -1, 8.0]
    assert table_csv(table).splitlines()[1] == "'=1+1,x,1.5,3.0"


def test_without_labels_and_without_a_figure_of_samples_the_names_remain():
    no_samples = Shown("a", "A", shown().drawing)
    table = of_samples.table_of([3], NAMES, None, [no_samples, shown(meta=None), Shown("p", "P", "<svg/>")])
    assert table.to_dict("records") == [{"sample": "d"}]


def test_a_figure_has_rings_around_what_is_selected_and_chosen_and_its_data_have_none():
    figure = shown()
    found = of_samples.ringed(figure, 4, [0, 1, 2], "light")
    rings = found.drawing.spec["data"][2:]
    assert [(ring["x"], ring["y"]) for ring in rings] == [([1.5, 2.5], [3.0, 4.0])] * 2 + [([9.0], [8.0])] * 2
    assert all(ring["marker"]["symbol"] == "circle-open" and not ring["showlegend"] for ring in rings)
    assert rings[0]["marker"]["line"]["width"] > rings[1]["marker"]["line"]["width"]  # what lies behind
    assert len(rows_of(figure)) == 3
    assert len(figure.drawing.spec["data"]) == 2


@pytest.mark.parametrize(("chosen", "selected"), [(None, []), (1, [3])])
def test_a_figure_without_any_of_them_stays_as_it_is(chosen, selected):
    figure = shown()
    assert of_samples.ringed(figure, chosen, selected, "dark") is figure
