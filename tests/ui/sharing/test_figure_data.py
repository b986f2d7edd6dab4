"""The data behind figures of each kind, compared with what they were drawn from; selected samples in a table."""

from __future__ import annotations

import numpy as np
import pytest

from askcore import figures
from askcore.figures import Picture
from askcore.figures.bars import label_bars
from askcore.figures.histograms import value_histogram
from askcore.figures.parts.points import SAMPLE
from askcore.figures.parts.spec import as_sent, set_x, set_y, trace
from askcore.figures.parts.theme import new_figure
from askcore.figures.samples import scatter_3d
from askcore.ui.blocks import Figure
from askcore.ui.downloads import table_csv
from askcore.ui.sharing.figure_data import figure_rows, plain_text, rows_of, selection_table

RANDOM = np.random.default_rng(0)
CLASSES = ["a", "b", "a", "b", "a"]


def rows(figure, **more):
    figure = figure.figure if isinstance(figure, Picture) else figure
    return figure_rows(as_sent(figure), **more)


def test_a_scatter_has_each_sample_with_its_class_and_name():
    X, names = RANDOM.normal(size=(5, 2)), [f"node {i}" for i in range(5)]
    table = rows(figures.embedding(X, CLASSES, names=names, titles=("u", "v"))).set_index("text")
    assert list(table.columns) == ["series", "x", "y"]
    assert table.loc[names, ["x", "y"]].to_numpy() == pytest.approx(X, rel=1e-6)
    assert table.loc[names, "series"].tolist() == CLASSES


def test_bars_have_the_words_that_their_axis_shows():
    table = rows(label_bars(["cat", "dog", "cat"]))
    assert table.set_index("y label")["x"].to_dict() == {"cat": 2, "dog": 1}


def test_a_histogram_has_its_counts():
    values = RANDOM.normal(size=(20, 20))
    table = rows(value_histogram(values))
    assert table["y"].sum() == 400


def test_a_heatmap_is_a_matrix():
    K = RANDOM.normal(size=(4, 4))
    table = rows(figures.signed_heatmap(K))
    assert table.to_numpy() == pytest.approx(K, rel=1e-6)


def test_a_heatmap_among_other_things_is_written_square_by_square():
    spec = {
        "data": [
            {"type": "heatmap", "name": "field", "x": [10, 20], "y": [1, 2], "z": [[1, 2], [3, 4]]},
            {"type": "scatter", "name": "point", "x": [15], "y": [1.5]},
        ],
        "layout": {},
    }
    table = figure_rows(spec)
    assert table.iloc[:, :4].fillna(-1).to_numpy().tolist() == [
        ["field", 10, 1, 1],
        ["field", 20, 1, 2],
        ["field", 10, 2, 3],
        ["field", 20, 2, 4],
        ["point", 15, 1.5, -1],
    ]


@pytest.mark.parametrize(("kind", "digits"), [("f4", "0.12345679"), ("f8", "0.12345678901234568")])
def test_numbers_have_the_digits_that_the_figure_holds(kind, digits):
    spec = {"data": [{"x": [0], "y": np.array([0.12345678901234568], dtype=kind)}], "layout": {}}
    table = rows(spec)
    assert table_csv(table).splitlines()[1] == f"series 1,0,{digits}"


def test_points_in_space_have_three_numbers():
    X = RANDOM.normal(size=(5, 3))
    table = rows(scatter_3d(X, CLASSES))
    assert np.sort(table["z"]) == pytest.approx(np.sort(X[:, 2]), rel=1e-6)
    assert np.sort(table["x"]) == pytest.approx(np.sort(X[:, 0]), rel=1e-6)


def test_intervals_are_written_by_their_ends():
    spec = {
        "data": [
            {"type": "scatter", "x": [1.0], "y": [0], "error_x": {"array": [0.5], "arrayminus": [0.25]}}
        ],
        "layout": {},
    }
    assert figure_rows(spec)[["x low", "x high"]].to_numpy().tolist() == [[0.75, 1.5]]


def test_gaps_in_lines_and_what_only_takes_clicks_are_no_rows():
    spec = {
        "data": [
            {
                "type": "scatter",
                "name": "links",
                "x": [0, 1, None, 2, 3, None],
                "y": [0, 1, None, 2, 3, None],
            },
            {"type": "scatter", "x": [7], "y": [7], "marker": {"opacity": 0}},
        ],
        "layout": {},
    }
    assert figure_rows(spec)["x"].tolist() == [0, 1, 2, 3]


def test_a_figure_without_anything_is_a_table_without_rows():
    assert figure_rows({"data": [], "layout": {}}).empty


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("<b>node</b><br>&lt;script&gt;", "node; <script>"),
        ("a < b > c", "a < b > c"),
        ("", ""),
        (3, 3),
        (None, None),
    ],
)
def test_markup_is_taken_away_and_what_a_file_said_stays(words, plain):
    assert plain_text(words) == plain


def test_a_block_gives_the_rows_of_what_it_draws():
    figure = Figure("bars", lambda theme: label_bars(["cat", "dog", "cat"]), "Labels")
    assert rows_of(figure).set_index("y label")["x"].to_dict() == {"cat": 2, "dog": 1}


NAMES = ["=1+1", "b", "c", "d", "e"]


def places(samples=(0, 2, 4), meta: str | None = SAMPLE) -> Figure:
    """Three points, of which the second trace has the last."""
    figure = new_figure()
    for at, x, y in ((0, [1.5, 2.5], [3.0, 4.0]), (2, [9.0], [8.0])):
        numbers = [[at + i] for i in range(len(x))]
        where = {"x": np.array(x), "y": np.array(y)}
        figure["data"].append(trace("scatter", **where, meta=meta, mode="markers", customdata=numbers))
    set_y(set_x(figure, title="width"), title="f<sub>s</sub>")
    return Figure(
        "places", lambda theme: figure, "Places", samples=None if samples is None else np.array(samples)
    )


def test_a_selection_is_a_table_of_names_labels_and_places():
    table = selection_table([0, 1, 4], NAMES, ["x", "", "y", "y", "z"], [places()], word="node")
    assert list(table.columns) == ["node", "label", "Places, x: width", "Places, y: fs"]
    assert table["label"].tolist() == ["x", "", "z"]
    assert table["Places, x: width"].fillna(-1).tolist() == [1.5, -1, 9.0]
    assert table["Places, y: fs"].fillna(-1).tolist() == [3.0, -1, 8.0]
    assert table_csv(table).splitlines()[1] == "'=1+1,x,1.5,3.0"


def test_without_labels_and_without_a_figure_of_samples_the_names_remain():
    table = selection_table([3], NAMES, None, [places(None), places(meta=None)])
    assert table.to_dict("records") == [{"sample": "d"}]
