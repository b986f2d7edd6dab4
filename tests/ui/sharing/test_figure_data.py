"""The data behind figures of each kind, compared with what they were drawn from."""

from __future__ import annotations

import numpy as np
import pytest

from askcore import figures
from askcore.figures import Picture
from askcore.figures.bars import label_bars
from askcore.figures.histograms import value_histogram
from askcore.figures.parts.spec import as_sent
from askcore.figures.samples import scatter_3d
from askcore.ui.pieces import table_csv
from askcore.ui.sharing.figure_data import figure_rows, plain_text

RANDOM = np.random.default_rng(0)
CLASSES = ["a", "b", "a", "b", "a"]


def rows(figure):
    return figure_rows(as_sent(figure.figure if isinstance(figure, Picture) else figure))


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
