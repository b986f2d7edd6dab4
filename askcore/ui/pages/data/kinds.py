"""What the page "Data" shows of a graph, a table, a matrix or bags.

UI floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
import streamlit as st

from askcore import figures, plotting
from askcore._format import number, share
from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.datasets.formats.images import grey_images
from askcore.datasets.samples import sample_images
from askcore.experiments import Problem
from askcore.experiments.scores import chance_level
from askcore.figures.bars import label_bars
from askcore.figures.histograms import degree_distribution, value_histogram
from askcore.ui import choices
from askcore.ui.charts.plots import positions, show, theme
from askcore.ui.controls import choose, ends_of, pick
from askcore.ui.data import upload, uploader
from askcore.ui.data.dataset import UPLOAD, Active
from askcore.ui.matrices import entry_words, links_picture, links_words
from askcore.ui.pieces import heading, metrics, side_by_side
from askcore.ui.text import glossary, words


def draw_kind(current: Active) -> None:
    """Figures, pictures and labels, as they suit the kind of data."""
    _DRAWN[current.data.kind](current)


def _draw_graph(current: Active) -> None:
    """Figures, the graph itself, its degrees and labels."""
    data: GraphData = current.data
    _graph_metrics(data)
    side_by_side(lambda: _graph_picture(current, data), lambda: _degrees(data))
    _draw_labels(current)


def _graph_metrics(data: GraphData) -> None:
    """Four figures of a graph."""
    metrics(
        ("Nodes", f"{data.n_nodes:,}"),
        ("Links", f"{data.n_edges:,}"),
        (
            "Links per node",
            f"{data.n_edges / data.n_nodes:.3g}",
            "The mean number of links that leave a node.",
        ),
        (
            "Reciprocity",
            share(data.reciprocity),
            glossary.term("reciprocity").whole,
        ),
    )


def _graph_picture(current: Active, data: GraphData) -> None:
    """The graph as a matrix by class, or drawn with arrows."""
    heading("Who links to whom")
    matrix = "Matrix by class" if len(data.classes) else "Matrix"
    ways = ["Graph", matrix] if data.n_nodes <= words.DRAWABLE else [matrix, "Graph"]
    way = choose("Picture", ways, current.control("picture"))
    if way == "Graph":
        show(
            plotting.drawn(data, way="graph", positions=positions(data), theme=theme()),
            key="data_graph",
            alt=f"The graph with {data.n_nodes} nodes, drawn with arrows",
            samples=np.arange(data.n_nodes),
        )
        st.caption(words.drawing(data, "Each arrow is a link."))
    else:
        way_round = choices.orientation(current)
        show(
            links_picture(data, way_round, theme()),
            key="data_matrix",
            alt="The adjacency matrix, nodes ordered by class"
            if len(data.classes)
            else "The adjacency matrix",
        )
        blocks = (
            "Compare each block with its mirror image across the diagonal. Where the two differ, most links between "
            "these classes go one way."
        )
        order = "This order may make patterns that mean nothing."
        st.caption(f"{links_words(data, way_round)} {blocks if len(data.classes) else order}")


def _degrees(data: GraphData) -> None:
    """In- and out-degrees."""
    heading("How many links go in and out")
    pattern = data.adjacency.astype(bool).astype(int)
    figure = degree_distribution(
        np.asarray(pattern.sum(axis=0)).ravel(), np.asarray(pattern.sum(axis=1)).ravel(), theme=theme()
    )
    show(figure, key="degrees", alt="Distribution of incoming and outgoing links per node")
    st.caption(
        "Each bar counts the nodes with a given number of links, or with a range of numbers. Hatched bars count "
        "incoming links, plain bars outgoing links. Equal bars do not mean that links go both ways."
    )


def _draw_labels(current: Active) -> None:
    """How many samples carry each label."""
    heading("Labels")
    if current.labels is None:
        st.markdown("There are no labels, so nothing can be learned or scored yet.")
        if current.kind in (
            "graph",
            "matrix",
        ):  # of a table and of bags a column may hold them, which stands above
            uploader.labels_here()
        return
    show(label_bars(current.labels, theme=theme()), key="labels", alt="Number of samples of each class")
    known = np.asarray(current.labels)
    known = known[known != ""]
    st.caption(
        f"Always naming the largest class would be right for {chance_level(known):.0%} of the labelled "
        f"{current.data.sample_word}s. Compare every accuracy with this. The scores of a small class are uncertain."
    )


def _draw_table(current: Active) -> None:
    """Figures, two features against each other, labels."""
    data: TableData = current.data
    _table_metrics(data)
    left, right = st.columns(2)
    with left:
        _table_picture(current, data)
    with right:
        if data.is_regression:
            heading("Numbers to learn")
            st.caption(
                "Each row has a number, not a class. “Decisions” and “Does direction pay?” need classes."
            )
        else:
            _draw_labels(current)


def _table_metrics(data: TableData) -> None:
    """Four figures of a table."""
    spread = data.X.std(axis=0)
    ratio = spread.max() / spread[spread > 0].min() if (spread > 0).any() else 1.0
    metrics(
        ("Rows", f"{data.n_samples:,}"),
        ("Features", f"{data.n_features:,}"),
        ("Classes", f"{len(data.classes):,}"),
        (
            "Scales differ by",
            f"{number(ratio)} ×",
            "The largest standard deviation of a feature divided by the smallest. If it is far from 1, scale the "
            "features.",
            "largest over smallest",
        ),
    )


def _table_picture(current: Active, data: TableData) -> None:
    """Two features against each other."""
    heading("Two features")
    names = list(data.feature_names)
    offered, listed = ends_of(range(len(names)))
    x, y = (
        pick(
            label,
            offered,
            current.control(label.lower(), named=True),
            default=min(usual, len(names) - 1),
            titles=names.__getitem__,
            labelled=True,
            where=column,
            filter_mode="fuzzy",
        )
        for label, usual, column in zip(("Across", "Up"), (0, 1), st.columns(2), strict=True)
    )
    figure = plotting.drawn(data, columns=(x, y), theme=theme())
    alt = f"{names[x]} against {names[y]} by class"
    show(figure, key="features", alt=alt, samples=np.arange(data.n_samples))
    st.caption(
        "Each point is a row, in the units of the file."
        + (" Classes that overlap here may be separated by other features." if len(names) > 2 else "")
        + listed
    )


def _draw_matrix(current: Active) -> None:
    """Figures, a heatmap, the values, labels of the rows."""
    data: MatrixData = current.data
    _matrix_metrics(data)
    rows, shown = plotting.even_part(data)
    some = shown.shape != data.matrix.shape
    left, right = st.columns(2)
    with left:
        heading("The matrix")
        drawn = plotting.drawn(data, theme=theme())
        show(drawn, key="matrix_heatmap", alt="The matrix as a heatmap, rows ordered by class")
        order = "ordered by class" if data.row_labels is not None else "in the order of the file"
        st.caption(
            f"{entry_words(Problem.of(data))} Rows are {order}."
            + (
                " Where the picture differs from its mirror image across the diagonal, K is asymmetric."
                * data.is_square
            )
        )
        if some:
            st.caption(
                f"The picture shows {len(rows):,} of {data.n_rows:,} rows, at even steps, and as many columns."
            )
    with right:
        heading("Its values")
        drawn = value_histogram(shown, diagonal=data.same_samples and not some, theme=theme())
        show(drawn, key="matrix_values", alt="How often each value occurs in the matrix")
        st.caption(
            "How often each value occurs. If few values are large, a few pairs of samples decide most."
        )
    if current.labels is not None:
        _draw_labels(current)


def _matrix_metrics(data: MatrixData) -> None:
    stored = data.matrix.data if sp.issparse(data.matrix) else data.matrix
    values = np.asarray(stored)
    low, high = (float(values.min()), float(values.max())) if values.size else (0.0, 0.0)
    if data.is_sparse and values.size < data.n_rows * data.n_columns:
        low, high = min(low, 0.0), max(high, 0.0)
    sums = np.asarray(data.matrix.sum(axis=1)).ravel()
    differ = np.ptp(sums) > 1e-3 * abs(sums).max()
    metrics(
        ("Rows", f"{data.n_rows:,}"),
        ("Columns", f"{data.n_columns:,}"),
        ("Values", f"{low:.3g} to {high:.3g}"),
        (
            "Row sums",
            f"{sums.min():.3g} to {sums.max():.3g}" if differ else f"{sums.mean():.3g}",
            "In an attention matrix after the softmax, every row sums to 1.",
        ),
    )


IMAGE_SIZE = 100  # pixels on the page


def _draw_bags(current: Active) -> None:
    """Figures, some of the bags, their labels."""
    bags: BagData = current.data
    few, many = int(bags.sizes.min()), int(bags.sizes.max())
    metrics(
        ("Bags", f"{bags.n_samples:,}"),
        (
            "Vectors a bag",
            f"{few:,}" if few == many else f"{few:,} to {many:,}",
            f"{bags.n_vectors:,} vectors in all bags together.",
        ),
        ("Features", f"{bags.n_features:,}", "Numbers in each vector."),
        ("Classes", f"{len(bags.classes):,}"),
    )
    chosen = plotting.some_bags(bags)
    if bags.feature_names[0] == "dct_0_0":
        _images(current, bags, chosen)
    else:
        _clouds(bags, chosen)
    if bags.labels is not None:
        _draw_labels(current)


def _images(current: Active, bags: BagData, chosen: list[int]) -> None:
    """The pictures themselves, from the archive that they came in."""
    heading("Some of the images")
    source: Any = sample_images(current.name)
    given = upload.pending()
    if current.name == UPLOAD and given is not None:
        source = given.file.data
    if source is not None:
        row = st.container(horizontal=True)
        pictures = grey_images(source, [(bags.bag_ids or [])[i] for i in chosen])
        for i, picture in zip(chosen, pictures, strict=True):
            row.image(picture.clip(0, 255).astype(np.uint8), caption=_title(bags, i), width=IMAGE_SIZE)
    st.caption(
        "Some images of each class. An image is used as a bag: the set of its 8 × 8 patches, without their places. "
        "Each patch is given by its 64 cosine coefficients."
    )


def _clouds(bags: BagData, chosen: list[int]) -> None:
    heading("Some of the bags")
    pixels = bags.feature_names == ["row", "column"]
    across, up = (1, 0) if pixels else (0, min(1, bags.n_features - 1))
    figure = figures.bag_clouds(
        [bags.bags[i] for i in chosen],
        [_title(bags, i) for i in chosen],
        columns=(across, up),
        names=[bags.feature_names[across], bags.feature_names[up]],
        down=pixels,
        theme=theme(),
    )
    show(figure, key="clouds", alt="Some of the bags, each as a cloud of points")
    more = f" The other {bags.n_features - 2:,} features are not drawn." if bags.n_features > 2 else ""
    st.caption(
        "Each frame is a bag. Each point is one of its vectors; equal vectors make a larger point. "
        f"To the right: {words.plain(bags.feature_names[across])}. {'Down' if pixels else 'Up'}: "
        f"{words.plain(bags.feature_names[up])}.{more}"
    )


def _title(bags: BagData, i: int) -> str:
    return words.plain(bags.labels[i]) if bags.labels is not None else words.plain((bags.bag_ids or [])[i])


_DRAWN = {"graph": _draw_graph, "table": _draw_table, "matrix": _draw_matrix, "bags": _draw_bags}
