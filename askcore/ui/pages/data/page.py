"""The page "Data" as a value: what was read, in one sentence, three numbers and two figures.

Blocks, sentences and Python.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore import figures, plotting
from askcore._format import format_percent, number, plural
from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.datasets.formats.images import grey_images
from askcore.datasets.preview import first_rows
from askcore.datasets.samples import sample_images
from askcore.experiments import Problem
from askcore.experiments.direction import Direction, overview
from askcore.experiments.evaluation import chance_level
from askcore.figures import Picture, Theme
from askcore.figures.bars import label_bars
from askcore.figures.heatmaps import HOVER_NAMED, signed_heatmap
from askcore.figures.histograms import degree_distribution, value_histogram
from askcore.figures.parts.colours import PALETTES, sequential_scale
from askcore.figures.samples import image_row
from askcore.ui.blocks import Block, Columns, Control, Figure, Live, Metric, Table, Tabs, Text, Value
from askcore.ui.cache import cached
from askcore.ui.charts.plots import positions
from askcore.ui.controls import ends_of
from askcore.ui.data.dataset import UPLOAD, Active
from askcore.ui.data.session import uploads
from askcore.ui.matrices import entry_words, links_picture, links_words
from askcore.ui.text import glossary
from askcore.ui.text.snippet import Script, data_lines
from askcore.ui.text.words import DRAWABLE, drawing, fill_in, plain

OPEN = "data_tab"  # key of the tabs
ROWS, COLUMNS = 1000, 100  # of the table of the data as read

SENTENCES = {
    Direction.NO_LINKS: "**{data.n_samples:,} nodes without a link:** there is no direction.",
    Direction.ONE_WAY: "**{data.n_samples:,} nodes, {data.n_edges:,} links:** {share:percent0} of the links go one "
    "way.",
    Direction.UNEQUAL_WEIGHTS: "**{data.n_samples:,} nodes, {data.n_edges:,} links:** each has an opposite link with "
    "another weight.",
    Direction.SYMMETRIC: "**Symmetric:** {what} are the same both ways, so there is no direction.",
    Direction.SKEWED: "**{data.n_samples:,} × {data.n_columns:,} matrix:** {share:percent0} of its energy is "
    "skew-symmetric.",
    Direction.RECTANGULAR: "**{data.n_samples:,} × {data.n_columns:,} matrix:** rows and columns are different "
    "things.",
    Direction.BY_KERNEL: "**A table itself has no direction.** {data.n_samples:,} rows, {data.n_features:,} "
    "features; an asymmetric kernel, such as SNE, adds direction.",
    Direction.BY_DIVERGENCE: "**{data.n_samples:,} bags, {data.n_vectors:,} vectors:** the divergence between two bags "
    "has a direction.",
}
SCOPE = {
    Direction.SKEWED: " The skew-symmetric part, (K − Kᵀ)/2, is the direction of the matrix.",
    Direction.BY_DIVERGENCE: " A bag is a set of vectors, compared as a whole.",
}
NO_LABELS = "There are no labels, so nothing can be learned yet."
NUMBERS = "Each row has a numeric target, not a class. “Decisions” needs classes."
LABELS = "Always predicting the most common class: {chance:.0%}. Compare every accuracy with this value."
DEGREES = (
    "How many nodes have each number of links. Hatched: incoming; plain: outgoing. Equal bars do not mean that links "
    "go both ways."
)
MIRROR = (
    "Where a block differs from its mirror image across the diagonal, links between the classes go one way."
)
POINTS = "Each point is a row, in the units of the file."
OVERLAP = " Classes that overlap here may be separated by other features."
IMAGES = (
    "Some images of each class. An image is the set of its 8 × 8 patches, each given by 64 cosine coefficients. The "
    "positions of the patches are not used."
)
CLOUDS = "Each frame is a bag. Each point is one of its vectors; equal vectors give a larger point."
VALUES = "How often each value occurs. If only a few values are large, a few pairs dominate the matrix."


def data_page(current: Active) -> list[Block]:
    """The blocks of the page."""
    left, tabs = _KINDS[current.data.kind](current)
    page: list[Block] = [Text(verdict(current), "verdict"), Text(description(current)), *numbers(current)]
    labels = _classes(current)
    right = [] if labels is None else _class_sizes(labels, current.data.sample_word)
    if tabs and not right:  # without labels the first tab's figure stands beside the picture
        right = tabs.pop(next(iter(tabs)))()
    page.append(Columns((left, right)) if right else Columns((left,)))
    tabs["The data as read"] = partial(as_read, current)
    return [*page, Tabs(OPEN, tabs)]


def _classes(current: Active) -> np.ndarray | None:
    """The class of each sample, "" where it is unknown; None where there are none."""
    regression = current.data.kind == "table" and current.data.is_regression
    return None if current.labels is None or regression else np.asarray(current.labels)


def verdict(current: Active) -> str:
    """How much was read, and whether it has a direction."""
    data, found = current.data, overview(current.data)
    rows = f"{data.n_samples:,} rows and columns"
    what = f"its {data.n_edges:,} links" if data.kind == "graph" else f"its {rows}"
    return fill_in(SENTENCES[found.direction], data=data, share=found.share, what=what)


def description(current: Active) -> str:
    """Title, classes, weights, and the source."""
    data = current.data
    said = f"{plain(current.title)}: "
    labels = _classes(current)
    if labels is None:
        said += NO_LABELS if current.labels is None else NUMBERS
    else:
        labelled = int(np.sum(labels != ""))
        some = "all" if labelled == data.n_samples else f"{labelled:,} of {data.n_samples:,}"
        said += f"{some} {data.sample_word}s are labelled, with {len(data.classes):,} classes."
    if data.kind == "graph" and data.n_edges:
        low, high = float(data.adjacency.data.min()), float(data.adjacency.data.max())
        weights = (
            f"have weight {number(low)}"
            if low == high
            else f"have weights from {number(low)} to {number(high)}"
        )
        said += f" The links {weights}."
        if data.n_self_loops:
            said += f" {data.n_self_loops:,} {plural(data.n_self_loops, 'goes', 'go')} from a node to itself."
    said += SCOPE.get(overview(data).direction, "")
    own = current.name == UPLOAD or not current.source
    return said if own else f"{said} Source: {current.source}"


def numbers(current: Active) -> list[Block]:
    """Two numbers of the kind of data, and what guessing reaches."""
    found: list[Block] = [Metric(*each) for each in _NUMBERS[current.data.kind](current.data)]
    labels = _classes(current)
    if labels is not None:
        chance = format_percent(chance_level(labels[labels != ""]), 0)
        found.append(Metric("Most common class", chance, "The accuracy of always predicting this class."))
    return found


def _of_graph(data: GraphData) -> list[tuple[str, ...]]:
    return [
        (
            "Links per node",
            number(data.n_edges / data.n_nodes),
            "The mean number of links that leave a node.",
        ),
        ("Reciprocity", format_percent(data.reciprocity), glossary.term("reciprocity").whole),
    ]


def _of_table(data: TableData) -> list[tuple[str, ...]]:
    spread = data.X.std(axis=0)
    ratio = spread.max() / spread[spread > 0].min() if (spread > 0).any() else 1.0
    meaning = (
        "The largest standard deviation of a feature divided by the smallest. If the ratio is far from 1, "
        "scale the features."
    )
    return [("Classes", f"{len(data.classes):,}"), ("Scales differ by", f"{number(ratio)} ×", meaning)]


def _of_matrix(data: MatrixData) -> list[tuple[str, ...]]:
    stored = np.asarray(data.matrix.data if sp.issparse(data.matrix) else data.matrix)
    low, high = (float(stored.min()), float(stored.max())) if stored.size else (0.0, 0.0)
    if data.is_sparse and stored.size < data.n_rows * data.n_columns:
        low, high = min(low, 0.0), max(high, 0.0)
    sums = np.asarray(data.matrix.sum(axis=1)).ravel()
    differ = np.ptp(sums) > 1e-3 * abs(sums).max()
    rows = f"{number(sums.min())} to {number(sums.max())}" if differ else number(sums.mean())
    softmax = "In an attention matrix after the softmax, every row sums to 1."
    return [("Values", f"{number(low)} to {number(high)}"), ("Row sums", rows, softmax)]


def _of_bags(data: BagData) -> list[tuple[str, ...]]:
    few, many = int(data.sizes.min()), int(data.sizes.max())
    vectors = f"{few:,}" if few == many else f"{few:,} to {many:,}"
    return [
        ("Vectors per bag", vectors),
        ("Features", f"{data.n_features:,}", "The number of entries in each vector."),
    ]


_NUMBERS: dict[str, Callable[[Any], list[tuple[str, ...]]]] = {
    "graph": _of_graph,
    "table": _of_table,
    "matrix": _of_matrix,
    "bags": _of_bags,
}


# the picture on the left, and the tabs of each kind ------------------------------------------------------------------

Parts = tuple[list[Block], dict[str, Callable[[], list[Block]]]]


def _graph(current: Active) -> Parts:
    data: GraphData = current.data
    matrix = "Matrix by class" if len(data.classes) else "Matrix"
    ways = ("Graph", matrix) if data.n_nodes <= DRAWABLE else (matrix, "Graph")

    def body(value: Value) -> list[Block]:
        if value(Control(current.control("picture"), "Picture", "choice", ways)) == "Graph":
            alt = f"The graph with {data.n_nodes} nodes, drawn with arrows"
            said, samples = drawing(data, "Each arrow is a link."), np.arange(data.n_nodes)
            draw = partial(plotting.drawn, data, way="graph", positions=positions(data))
            return [Figure("data_graph", draw, alt, "Who links to whom", said, samples)]
        ordered = ", nodes ordered by class" if len(data.classes) else ""
        if weighted(data):
            said, links = "Row u, column v: the weight of the link u → v.", partial(weights_heatmap, data)
        else:
            said, links = links_words(data, "out"), partial(links_picture, data, "out")
        said = f"{said} {MIRROR}" if len(data.classes) else said
        return [Figure("data_matrix", links, f"The adjacency matrix{ordered}", "Who links to whom", said)]

    return [Live("data_picture", body)], {"Links per node": partial(_degrees, data)}


def weighted(data: GraphData) -> bool:
    """Whether links differ in weight, and each can be drawn with its own."""
    weights = data.adjacency.data
    return data.n_nodes <= HOVER_NAMED and len(weights) > 0 and bool(np.ptp(weights) > 0)


def weights_heatmap(data: GraphData, *, theme: Theme = "light") -> Picture:
    """The weight of each link, from row to column, by class and with names, in the colours of links elsewhere."""
    entries = data.adjacency.toarray()
    found = signed_heatmap(entries, data.labels, names=data.node_ids, value="weight", theme=theme)
    found.figure["data"][0]["colorscale"] = [(0.0, PALETTES[theme].second), *sequential_scale(theme)[1:]]
    return found


def _degrees(data: GraphData) -> list[Block]:
    links = data.adjacency.astype(bool).astype(int)
    counts = (np.asarray(links.sum(axis=axis)).ravel() for axis in (0, 1))
    draw = partial(degree_distribution, *counts)
    alt = "Distribution of incoming and outgoing links per node"
    return [Figure("degrees", draw, alt, "Incoming and outgoing links", DEGREES)]


def _table(current: Active) -> Parts:
    data: TableData = current.data
    names, many = data.feature_names, data.n_features
    every, part = ends_of(range(many))

    def body(value: Value) -> list[Block]:
        axes = (("across", "Horizontal axis", 0), ("up", "Vertical axis", min(1, many - 1)))
        x, y = (
            value(
                Control(
                    current.control(key, named=True),
                    label,
                    "list",
                    tuple(every),
                    first,
                    titles=names.__getitem__,
                )
            )
            for key, label, first in axes
        )
        draw = partial(plotting.drawn, data, columns=(x, y))
        alt, samples = f"{names[x]} against {names[y]} by class", np.arange(data.n_samples)
        return [Figure("features", draw, alt, "Two features", POINTS + OVERLAP * (many > 2) + part, samples)]

    return [Live("data_features", body)], {}


@cached(entries=8)
def _even_part(data: MatrixData) -> tuple[np.ndarray, np.ndarray]:
    """Once for all sessions, which hold it with their figures."""
    return plotting.even_part(data)


def _matrix(current: Active) -> Parts:
    data: MatrixData = current.data
    rows, part = _even_part(data)
    some = part.shape != data.matrix.shape
    said = f"{entry_words(Problem.from_data(data))} Rows are " + (
        "ordered by class." if data.row_labels is not None else "in the order of the file."
    )
    if some:
        said += f" Shown: {len(rows):,} of {data.n_rows:,} rows at even steps, and as many columns."
    draw = partial(plotting.drawn, data)
    alt = "The matrix as a heatmap, rows ordered by class"

    def values() -> list[Block]:
        draw = partial(value_histogram, part, diagonal=data.same_samples and not some)
        return [
            Figure("matrix_values", draw, "How often each value occurs in the matrix", "Its values", VALUES)
        ]

    return [Figure("matrix_heatmap", draw, alt, "The matrix", said)], {"Values": values}


def _bags(current: Active) -> Parts:
    bags: BagData = current.data
    chosen = plotting.some_bags(bags)
    names = bags.sample_names if bags.labels is None else bags.labels
    titles = [str(names[i]) for i in chosen]
    if bags.feature_names[0] == "dct_0_0":
        pictures = _images(current, [str(bags.sample_names[i]) for i in chosen])
        draw, alt = partial(image_row, pictures, titles), "Some of the images"
        return [Figure("images", draw, alt, "Some of the images", IMAGES)] if pictures else [Text(IMAGES)], {}
    pixels = bags.feature_names == ["row", "column"]
    across, up = (1, 0) if pixels else (0, min(1, bags.n_features - 1))
    draw = partial(
        figures.bag_clouds,
        [bags.bags[i] for i in chosen],
        titles,
        columns=(across, up),
        names=[bags.feature_names[across], bags.feature_names[up]],
        down=pixels,
    )
    more = f" The other {bags.n_features - 2:,} features are not drawn." if bags.n_features > 2 else ""
    alt = "Some of the bags, each as a cloud of points"
    return [Figure("clouds", draw, alt, "Some of the bags", CLOUDS + more)], {}


def _images(current: Active, names: list[str]) -> list[np.ndarray]:
    """Grey images from the archive that they came in; none where it is gone."""
    source: Any = sample_images(current.name)
    used = uploads().used
    if current.name == UPLOAD and used is not None:
        source = used.file.data
    return [] if source is None else grey_images(source, names)


_KINDS: dict[str, Callable[[Active], Parts]] = {
    "graph": _graph,
    "table": _table,
    "matrix": _matrix,
    "bags": _bags,
}


def _class_sizes(labels: np.ndarray, word: str) -> list[Block]:
    """How many samples each class has."""
    said = LABELS.format(chance=chance_level(labels[labels != ""]))
    draw = partial(label_bars, labels)
    return [
        Figure(
            "labels", draw, f"Number of {word}s of each class", f"{word.capitalize()}s of each class", said
        )
    ]


def as_read(current: Active) -> list[Block]:
    """The first rows as they were read."""
    table = first_rows(current.data, ROWS, COLUMNS)
    total = current.data.n_edges if current.data.kind == "graph" else current.data.n_samples
    return [Table(table, f"The first {len(table):,} of {total:,}." if total > len(table) else "")]


# Python -------------------------------------------------------------------------------------------------------------

WHAT = {"graph": "directed graph", "table": "table", "matrix": "matrix", "bags": "set of bags of vectors"}
COUNT_CODE = {
    "graph": """print("Links per node:", data.n_edges / data.n_nodes)
print("Reciprocity:", data.reciprocity)""",
    "table": """spread = data.X.std(axis=0)
print("Classes:", len(data.classes))
print("Scales differ by:", spread.max() / spread[spread > 0].min(initial=spread.max()))""",
    "matrix": """sums = np.asarray(data.matrix.sum(axis=1)).ravel()
print("Values:", data.matrix.min(), "to", data.matrix.max())
print("Row sums:", sums.min(), "to", sums.max())""",
    "bags": """print("Vectors per bag:", data.sizes.min(), "to", data.sizes.max())
print("Features:", data.n_features)""",
}
LABELS_CODE = """names, sizes = np.unique(data.labels[data.labels != ""], return_counts=True)
print("Most common class:", sizes.max() / sizes.sum())"""
FIGURE_CODE = {
    "graph": "figures.adjacency_by_class(data.adjacency, data.labels, names=data.node_ids, classes=data.classes)",
    "table": "figures.table_scatter(data.X, None if data.is_regression else data.y, data.feature_names)",
    "matrix": """K = data.matrix.toarray() if data.is_sparse else data.matrix
figures.signed_heatmap(K, data.row_labels)""",
    "bags": """first = range(min(10, data.n_samples))
figures.bag_clouds([data.bags[i] for i in first], [data.bag_ids[i] for i in first])""",
}


def python_code(current: Active) -> Script:
    """A script that reads the data and prints the numbers of the page."""
    data = current.data
    labelled = data.labels is not None and not getattr(data, "is_regression", False)
    return Script(
        "Data",
        f"reads a {WHAT[data.kind]} and summarises its content.",
        (data_lines(current), COUNT_CODE[data.kind], LABELS_CODE if labelled else ""),
        FIGURE_CODE[data.kind],
        "Nothing is learned here: these numbers do not show whether direction helps.",
    )
