"""Reading graphs and tables from files, and telling which of the two a file is.

`datasets` floor. Importing a format here is what makes it known.
"""

from __future__ import annotations

from typing import Any, Literal

from askcore.datasets import delimited_table, edge_list, graphml, node_table
from askcore.datasets._document import MAX_LINES, is_plain_text, load
from askcore.datasets._edge_columns import behaves_like_edges, is_fraction, names_edges
from askcore.datasets._edges import Edges, assemble
from askcore.datasets._registry import choose
from askcore.datasets._rows import content_rows
from askcore.datasets.graph_data import GraphData
from askcore.datasets.table_data import TableData

__all__ = ["FORMAT_MODULES", "guess_kind", "read_graph", "read_table"]

FORMAT_MODULES = (edge_list, graphml, node_table, delimited_table)


def read_graph(
    source: Any, *, format: str | None = None, labels: Any = None, max_lines: int = MAX_LINES
) -> GraphData:
    """Read a directed graph from an edge list or GraphML.

    Parameters
    ----------
    source : a path, bytes, or an open file, binary or text. An edge list has one edge a line (source, target
        and perhaps a weight), separated by commas, semicolons, tabs, bars or spaces, with or without
        header; lines that begin with # or % are comments. Nodes are numbered in order of first appearance.
    format : "edgelist" (also "csv", "tsv", "txt") or "graphml"; by default told from content and name.
    labels : the same kinds of source: a table of nodes and labels, with or without header. It then fixes
        which nodes there are, and their order; an empty label means unlabelled.
    max_lines : longer files are refused before they are parsed.

    Returns
    -------
    GraphData with labels of str, or None. Its `notes` say what was decided: repeated edges are counted
    once, or their weights summed; edges of weight 0 are left out; undirected GraphML gives both directions.

    Raises
    ------
    DataError : if the input cannot be used, naming line and remedy.

    Examples
    --------
    >>> graph = read_graph(b"source,target,weight\\na,b,2\\nb,c,1\\na,b,1\\n")
    >>> graph.adjacency.toarray().tolist()
    [[0.0, 3.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    >>> graph.notes
    ('1 repeated edge was added to the weight of the first.',)
    >>> read_graph(b"a b\\nb a\\n", labels=b"node,label\\nb,x\\na,y\\nc,\\n").labels.tolist()
    ['x', 'y', '']
    >>> read_graph(b"a,b,1\\nb,c,-2\\n")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    askcore._validation.DataError: Line 2: The weight -2 is negative. Weights are 0 or more: ...
    """
    document = load(source, max_lines=max_lines)
    chosen, notes = choose("graph", document, format=format)
    edges: Edges = chosen.read(document)
    nodes = None
    if labels is not None:
        table = load(labels, max_lines=max_lines)
        reader, table_notes = choose("nodes", table)
        nodes = reader.read(table, set(edges.names))
        notes += table.notes + table_notes
    return assemble(edges, nodes, name=document.name, notes=document.notes + notes)


def read_table(
    source: Any,
    *,
    format: str | None = None,
    label: str | Literal[False] | None = None,
    max_lines: int = MAX_LINES,
) -> TableData:
    """Read a table of numeric features and, usually, a column of labels.

    Parameters
    ----------
    source : a path, bytes, or an open file, binary or text: rows of cells separated by commas, semicolons,
        tabs, bars or spaces, with a header or without (then the columns are called x1 to xd).
    format : "table" (also "csv", "tsv", "txt"); by default told from content and name.
    label : the column that holds the labels; False for none. By default the column called label, class,
        target, y, species or category, or else the last one if it holds text.
    max_lines : longer files are refused before they are parsed.

    Returns
    -------
    TableData; y is int where every label is written as an integer, else str, and None for ``label=False``.

    Raises
    ------
    DataError : if the input cannot be used, naming line, column and remedy.

    Examples
    --------
    >>> table = read_table(b"width,height,class\\n1,2,cat\\n3,4,dog\\n")
    >>> table.X.tolist(), table.y.tolist(), table.feature_names
    ([[1.0, 2.0], [3.0, 4.0]], ['cat', 'dog'], ['width', 'height'])
    >>> read_table(b"width,class\\n1,cat\\n?,dog\\n")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    askcore._validation.DataError: Line 3, column 'width': '?' is no number. Write a number, ...
    """
    document = load(source, max_lines=max_lines)
    chosen, notes = choose("table", document, format=format)
    return chosen.read(document, label, document.notes + notes)


def guess_kind(source: Any, name: str | None = None) -> Literal["graph", "table"]:
    """Whether a file is better read with `read_graph` or `read_table`; an open file is left as it was.

    Markup is a graph; so is a list whose header names source and target, or whose two or three columns behave
    like edges. Anything else is a table.

    Examples
    --------
    >>> guess_kind(b"a,b\\nb,c\\n"), guess_kind(b"width,height,class\\n1.5,2,cat\\n", "cats.csv")
    ('graph', 'table')
    """
    document = load(source, name=name)
    if not is_plain_text(document):
        return "graph"
    head = content_rows(document).head(500)
    ends = names_edges(head[0])
    if ends and not any(is_fraction(cell) for row in head[1:] for j, cell in enumerate(row) if j in ends):
        return "graph"
    if any(cell.lower() in delimited_table.TABLE_LABELS for cell in head[0]):
        return "table"
    return "graph" if behaves_like_edges(head) else "table"
