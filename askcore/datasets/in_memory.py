"""Objects in memory, written as the file that would hold them: so a reader decides once, whatever it was given.

Nothing is imported to find out what an object is: its own methods tell.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

import numpy as np
from scipy import sparse

from askcore._graphs import as_adjacency, is_adjacency, is_networkx
from askcore._validation import DataError, needs
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_entries, readable
from askcore.datasets.tables.layout import FEWEST_BARE
from askcore.datasets.tables.titles import names_edges
from askcore.datasets.tables.tokens import id_text

Holds = Literal["graph", "table", "matrix", "labels"]


def as_file(source: Any, holds: Holds) -> Any:
    """A document in the place of an object; a path, bytes, an open file and a document are given back."""
    what = f"{type(source).__module__}.{type(source).__name__}".removeprefix("builtins.")[:100]
    remedy = "Give it with plain numbers and words, or save it and name the file."
    with readable(
        f"The {what} cannot be read", where="", remedy=remedy, also=(Exception,)
    ):  # its own methods run
        return _written(source, holds)


def of_attribute(graph: Any, name: Any) -> Any:
    """Labels that the nodes of a networkx graph carry under a name, as a dictionary; whatever else is given as it is.

    Examples
    --------
    >>> of_attribute(b"a,b", "labels.csv")
    'labels.csv'
    """
    if not (isinstance(name, str) and is_networkx(graph)):
        return name
    found = dict(graph.nodes(data=name))
    return name if all(label is None for label in found.values()) else found


def _written(source: Any, holds: Holds) -> Any:
    if holds == "labels" and isinstance(source, Mapping | list | tuple):
        return _of_labels(source)
    if isinstance(source, np.ndarray):
        return (
            _of_labels(source.tolist()) if source.dtype == object and source.ndim == 1 else _of_array(source)
        )
    if sparse.issparse(source):
        _check_real(source.dtype, "sparse matrix")
        source = source.tocsr() if source.format in ("dok", "lil") else source  # scipy writes neither
        return _saved("npz", lambda file: sparse.save_npz(file, source, compressed=False))
    if hasattr(source, "edge_index"):
        return _of_tensors(source)
    if hasattr(source, "to_networkx"):
        source = source.to_networkx()
    if is_networkx(source):
        return _of_networkx(source)
    if hasattr(source, "to_pandas"):
        source = source.to_pandas()
    if hasattr(source, "index") and hasattr(source, "to_frame") and holds == "labels":  # a series
        return _of_pairs(source.items()) if _named(source.index) else _of_labels(source.tolist())
    if hasattr(source, "index") and hasattr(source, "columns"):
        twice = source.columns[source.columns.duplicated()]
        if len(twice):
            raise DataError(f"Two columns are called {str(twice[0])[:100]!r}", remedy="Rename one of them.")
        problem = f"The frame cannot be read as a {holds}"
        with readable(problem, where="", remedy="Leave out columns that contain neither numbers nor text."):
            return _of_frame(source, holds)
    return source


def _of_labels(labels: Mapping[Any, Any] | Iterable[Any]) -> Document:
    """Two columns of names and labels, or one label a line."""
    if isinstance(labels, Mapping):
        return _of_pairs(labels.items())
    texts = np.array([_text(label) for label in labels])
    return _of_array(texts)


def _of_pairs(pairs: Iterable[tuple[Any, Any]]) -> Document:
    """Names and labels, as many as there are: which is named twice, the reader says."""
    return _lines([("node", "label"), *((id_text(name), _text(label)) for name, label in pairs)])


def _of_array(array: np.ndarray) -> Document:
    if np.ma.is_masked(array):
        raise DataError(
            "The array masks some of its values",
            remedy="Fill them with .filled(value), or leave their rows out.",
        )
    _check_size(array)
    if array.dtype.hasobject:
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise DataError(
                f"The array holds objects that are not numbers ({error})", remedy="Give an array of numbers."
            ) from error
    return _saved("npy", lambda file: np.save(file, array, allow_pickle=False))


def _check_size(array: np.ndarray) -> None:
    """Refuse to write out one number that claims to be many, as of numpy.broadcast_to."""
    rows = max(len(array), 1) if array.ndim else 1
    check_entries(rows, array.size // rows, where="")


def _check_real(dtype: Any, what: str) -> None:
    if dtype.kind == "c":
        raise DataError(
            f"The {what} holds complex numbers", remedy="Give their real parts, or their absolute values."
        )


def _of_tensors(data: Any) -> Document:
    """What PyTorch Geometric calls its parts, as arrays."""
    names = {
        "edge_index": "edge_index",
        "y": "labels",
        "num_nodes": "num_nodes",
        "edge_weight": "edge_weight",
    }
    parts = {
        name: np.asarray(value)
        for key, name in names.items()
        if (value := getattr(data, key, None)) is not None
    }
    for part in parts.values():
        _check_size(part)
    return _saved("npz", lambda file: np.savez(file, **parts))  # type: ignore[arg-type]


def _of_networkx(graph: Any) -> Document:
    """Node-link JSON: nodes with their attributes in the order of the graph, and every edge."""
    nodes = [{**_plain(data), "id": id_text(node)} for node, data in graph.nodes(data=True)]
    edges = [
        {**_plain(data), "source": id_text(source), "target": id_text(target)}
        for source, target, data in graph.edges(data=True)
    ]
    said = {"directed": bool(graph.is_directed()), "nodes": nodes, "edges": edges}
    text = json.dumps(said, default=_as_json)
    return Document("", text.encode(), text)


def _plain(attributes: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key): value for key, value in attributes.items()}


def _as_json(value: Any) -> Any:
    """What JSON does not know: numbers of numpy as numbers, anything else as text."""
    return value.item() if isinstance(value, np.generic) else str(value)


def _of_frame(frame: Any, holds: Holds) -> Document:
    """Parquet for a table, which keeps types and titles; text for edges, a matrix and labels."""
    named = _named(frame.index)
    if holds == "graph" and _is_square(frame):
        frame, holds = as_adjacency(frame), "matrix"
    if holds == "matrix":
        columns = [_numbers(frame.iloc[:, place]) for place in range(len(frame.columns))]
        above = ("", *map(id_text, frame.columns))
        return _lines([above, *zip(map(id_text, frame.index), *columns, strict=True)])
    if holds == "labels" and named and len(frame.columns) == 1:
        return _of_pairs(frame.iloc[:, 0].items())
    if holds != "table":
        titles = [str(title) for title in frame.columns]
        if holds == "graph" and names_edges(titles) is None:
            titles = ["source", "target", *titles[2:]]
        return _lines([titles, *(map(_text, row) for row in frame.itertuples(index=False, name=None))])
    counted = all(isinstance(title, int | np.integer) for title in frame.columns)
    titles = [f"x{j + 1}" if counted else str(title) for j, title in enumerate(frame.columns)]
    frame = frame.set_axis(titles, axis=1)
    for title in frame.columns:
        if frame[title].dtype == object or frame[title].dtype.kind in "mM":  # mixed cells have no type
            frame[title] = frame[title].map(_text)
    frame = frame.rename_axis(None) if named else frame.reset_index(drop=True)
    with needs("A table from a frame", extra="parquet"):
        import pyarrow  # noqa: F401
    return _saved("parquet", lambda file: frame.to_parquet(file, index=named))


def _is_square(frame: Any) -> bool:
    """Whether a frame is an adjacency: numbers, and the same names at both sides; counts alone of four rows or more."""
    if not is_adjacency(frame) or not all(kind.kind in "biuf" for kind in frame.dtypes):
        return False
    counted = type(frame.index).__name__ == type(frame.columns).__name__ == "RangeIndex"
    return not counted or len(frame) >= FEWEST_BARE


def _numbers(column: Any) -> list[str]:
    """The numbers of a column as text, whole ones with all of their digits."""
    _check_real(column.dtype, "frame")
    if column.dtype.kind in "mM":
        raise DataError(
            f"Column {str(column.name)[:100]!r} of the frame holds times",
            remedy="Convert them to numbers with a unit, such as days.",
        )
    whole = column.dtype.kind in "iu" and not column.isna().any()
    return [
        str(value) if whole else repr(float(value)) for value in (column if whole else column.to_numpy(float))
    ]


def _named(index: Any) -> bool:
    """Whether an index holds names, and not numbers that say where a row stood."""
    return len(index) > 0 and all(isinstance(name, str) for name in index)


def _text(value: Any) -> str:
    """A cell as text; what is missing is empty."""
    missing = value is None or value != value or type(value).__name__ in ("NAType", "NaTType")
    return "" if missing else id_text(value.item() if isinstance(value, np.generic) else value)


def _lines(rows: Iterable[Iterable[str]]) -> Document:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    text = out.getvalue().rstrip("\n")
    return Document("", text.encode("utf-8", "surrogatepass"), text)


def _saved(kind: str, write: Any) -> Document:
    file = io.BytesIO()
    write(file)
    return Document("", file.getvalue(), "", binary=kind)
