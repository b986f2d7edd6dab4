"""The Python that reads the data set in use and counts what the page "Data" counts.

UI floor, without streamlit.
"""

from __future__ import annotations

from askcore.ui.data.dataset import Active
from askcore.ui.text.snippet import Script, data_lines, joined

_LABELS = (
    'names, sizes = np.unique(data.labels[data.labels != ""], return_counts=True)',
    'print("Most common class:", sizes.max() / sizes.sum())',
)


def python_code(current: Active) -> Script:
    """A script that reads the data and prints the numbers of the page."""
    data = current.data
    numbers, figure = _COUNTED[data.kind], _DRAWN[data.kind]
    labelled = data.labels is not None and not getattr(data, "is_regression", False)
    if data.kind == "matrix" and data.row_labels is None:
        figure = "figures.signed_heatmap(data.matrix.toarray() if data.is_sparse else data.matrix)"
    return Script(
        "Data",
        f"reads a {_KINDS[data.kind]} and counts what is in it.",
        (data_lines(current), joined(*numbers), *([joined(*_LABELS)] if labelled else [])),
        figure,
        "Nothing is learned here: these numbers do not tell whether direction helps.",
    )


_KINDS = {"graph": "directed graph", "table": "table", "matrix": "matrix", "bags": "set of bags of vectors"}
_COUNTED = {
    "graph": (
        'print("Links per node:", data.n_edges / data.n_nodes)',
        'print("Reciprocity:", data.reciprocity)',
    ),
    "table": (
        "spread = data.X.std(axis=0)",
        'print("Classes:", len(data.classes))',
        'print("Scales differ by:", spread.max() / spread[spread > 0].min(initial=spread.max()))',
    ),
    "matrix": (
        "sums = np.asarray(data.matrix.sum(axis=1)).ravel()",
        'print("Values:", data.matrix.min(), "to", data.matrix.max())',
        'print("Row sums:", sums.min(), "to", sums.max())',
    ),
    "bags": (
        'print("Vectors a bag:", data.sizes.min(), "to", data.sizes.max())',
        'print("Features:", data.n_features)',
    ),
}
_DRAWN = {
    "graph": "figures.adjacency_by_class(data.adjacency, data.labels, names=data.node_ids, classes=data.classes)",
    "table": "figures.table_scatter(data.X, None if data.is_regression else data.y, data.feature_names)",
    "matrix": joined(
        "K = data.matrix.toarray() if data.is_sparse else data.matrix",
        "figures.signed_heatmap(K, data.row_labels)",
    ),
    "bags": joined(
        "first = range(min(10, data.n_samples))",
        "figures.bag_clouds([data.bags[i] for i in first], [data.bag_ids[i] for i in first])",
    ),
}
