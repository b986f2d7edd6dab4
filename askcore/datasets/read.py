"""Reading graphs, tables and matrices from files and from objects in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

from askcore.datasets.choices import Choices, GraphChoices, checked
from askcore.datasets.files.document import MAX_LINES, Document, load_document
from askcore.datasets.formats.node_table import labels_by_row, nodes_beside, refuse_beside, with_labels
from askcore.datasets.formats.parquet import ParquetEdges, ParquetFiles, is_folder_or_parquet
from askcore.datasets.formats.registry import choose, special_kinds
from askcore.datasets.graph_data import GraphData
from askcore.datasets.in_memory import as_file, of_attribute
from askcore.datasets.matrix_data import MatrixData
from askcore.datasets.table_data import TableData
from askcore.datasets.tables.columns import Label, RawTable, as_chosen, with_numbers
from askcore.datasets.tables.edges import Edges, Weight, assemble
from askcore.datasets.tables.features import Categories, Missing, tabulate
from askcore.datasets.tables.grid_choices import as_chosen as matrix_as_chosen
from askcore.datasets.tables.grids import grid_of, matrix_of
from askcore.datasets.tables.known_columns import tabulate_as


def read_graph(
    source: Any,
    *,
    format: str | None = None,
    labels: Any = None,
    weight: Weight = None,
    part: str | None = None,
    max_lines: int = MAX_LINES,
    **choices: Unpack[GraphChoices],
) -> GraphData:
    """Read a directed graph.

    Parameters
    ----------
    source : a path, bytes, an open file, binary or text, or a Document; also packed with gzip or zip (one file, or one
        called after edges and one called after nodes). Or an object: a graph of networkx, igraph, DGL or PyTorch
        Geometric; an adjacency as an array, a sparse matrix, or a frame whose index holds the names of its columns; a
        frame of edges. What a file may hold:

        - edgelist: one edge a line (source, target and perhaps a weight), separated by commas, semicolons,
          tabs, bars or spaces, with or without header; lines that begin with # or % are comments. Nodes are
          numbered in order of first appearance. A sheet of Excel is read as text is, here and below.
        - adjacency: a square of numbers as text, with the same names above and in front, or bare (four
          rows or more); the entry in row i and column j is the weight of the edge i -> j, here and below.
        - parquet: an edge a row, in columns called source and target (from and to, ...), whole numbers or words, and
          perhaps weight; also a folder of such files, as one list. A path is read in little more memory than the graph.
        - graphml, gexf, gml, pajek (.net) and json (node-link, as networkx and D3 write it).
        - matrix market (.mtx), npy, npz (as scipy.sparse.save_npz writes it, one dense array, or arrays
          edges (E, 2) or edge_index (2, E), weights, labels, label_names and node_ids; also adj_data, adj_indices,
          adj_indptr, adj_shape) and mat (MATLAB, versions 5 to 7; also SuiteSparse's Problem.A).
    format : one of these names or an extension; by default told from content and name.
    labels : the same kinds of source, or a series, a dictionary or a list: nodes and labels, with or without header. It
        then fixes which nodes there are, and their order; an empty label means unlabelled. Of a graph of networkx also
        the name of an attribute of its nodes. For formats that list their nodes also one label a line (or a
        one-dimensional .npy), in the order of the nodes. Without a header names stand first and labels last, as in a
        LINQS .content.
    weight : the column (edge attribute, array) that holds the weights, by name or, of a list, position from 0; False
        for none. By default one called weight (count, value, w, ...), or the third column of a list without
        header, if it holds numbers that are no times.
    part : which of several variables (.mat), arrays (.npz), stacked matrices (.npy, .npz) or sheets (.xlsx) to read; by
        default the one that is called like what is looked for, or the first. See `survey_parts`.
    max_lines : longer files are refused before they are parsed.
    **choices : how a file is meant that can be read in two ways; what a note or an error asks, it names: header (the
        line, 0 for none), decimal, thousands, ends (names of two columns), relation, only (relations), label and names
        (attributes of nodes), same_case, directed, bipartite, signs ("absolute" or "positive"), margins ("keep" or
        "drop").

    Returns
    -------
    GraphData with labels of str, or None. Its `notes` say what was decided: repeated edges are counted
    once, or their weights summed; edges of weight 0 are left out; edges without direction are taken in both.

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
    askcore.datasets.choices.Unsure: Line 2: The weight -2 is negative. Weights of a graph are 0 or more: ...
    """
    if (
        not choices
        and is_folder_or_parquet(source)
        and (format or "parquet").lower().removeprefix(".") in ("parquet", "pq")
    ):
        listing = ParquetEdges(ParquetFiles(source, max_lines), weight)
        if labels is None:
            return listing.graph()
        found = listing.edges()
        beside, said = nodes_beside(load_document(as_file(labels, "labels"), max_lines=max_lines), found)
        return assemble(found, beside, name=listing.name, notes=said)
    chosen_so = checked(choices, "graph")
    document = load_document(as_file(source, "graph"), max_lines=max_lines).of_part(part).meant(chosen_so)
    edges = raw_edges(document, weight, format)
    notes: tuple[str, ...] = ()
    nodes = None
    labels = of_attribute(source, labels)
    table = (
        document.beside if labels is None else load_document(as_file(labels, "labels"), max_lines=max_lines)
    )
    if table is not None:
        nodes, table_notes = nodes_beside(table, edges)
        notes += table_notes
    return assemble(edges, nodes, name=document.name, notes=document.notes + notes, choices=chosen_so)


def raw_edges(document: Document, weight: Weight = None, format: str | None = None) -> Edges:
    """All edges of a file; what was surveyed is not read again."""
    key = raw_edges, weight, format
    if key not in document.kept:
        chosen, notes = choose("graph", document, format=format)
        if weight is not None and not chosen.weighable:
            raise document.refused(f"{chosen.name} offers no choice of weights", "Leave out weight.")
        edges: Edges = chosen.read(document, weight) if chosen.weighable else chosen.read(document)
        document.kept[key] = replace(edges, notes=notes + edges.notes) if notes else edges
    return document.kept[key]


def read_table(
    source: Any,
    *,
    format: str | None = None,
    label: Label = None,
    categories: Categories = None,
    missing: Missing = "refuse",
    part: str | None = None,
    labels: Any = None,
    max_lines: int = MAX_LINES,
    **choices: Unpack[Choices],
) -> TableData:
    """Read a table of features, usually with a column of labels.

    Parameters
    ----------
    source : a path, bytes, an open file, or a Document; also packed with gzip or zip: rows of cells as text,
        separated by commas, semicolons, tabs, bars or spaces, with a header or without (then the columns are called x1
        to xd), with decimal commas where semicolons or tabs separate the cells; Excel (.xlsx, its first
        sheet); Parquet; ARFF; libsvm (svmlight); .npy, .npz and .mat (features in X, labels in y). Or an object: a
        frame, whose index gives the names of the rows where it holds words, or an array.
    format : "table" (also "csv", "tsv", "txt"), "excel" (also "xlsx"), "parquet", "arff" or "libsvm"; by
        default told from content and name.
    label : the column that holds the labels, by name or position (from 0, or -1 for the last); False for none.
        By default the column called label, class, target, y, species or the like, or else the last one if it holds
        words; of 20 rows and more also the only one with few different words, or codes (0, 1, 2, ...) in the last or
        first column. Otherwise there are no labels. Many different numbers are numbers to learn, not classes.
    categories : what becomes of a column of words: "one-hot", a column of 0 and 1 for each category, or
        "ordinal", their positions in alphabetical (ARFF: declared) order. By default one-hot, and a
        column that mixes numbers and words is refused.
    missing : what is done about empty cells, ?, NA, NaN and null: "refuse"; "drop" the row; fill in the column's
        "median" or "mean" (of a category: the most frequent one) over all rows; or leave out the "columns" that
        lack some. A row without a label is left out by each but "refuse".
    part : which of several variables (.mat), arrays (.npz), stacked matrices (.npy, .npz) or sheets (.xlsx) to read; by
        default the one that is called like what is looked for, or the first. See `survey_parts`.
    labels : a file of labels beside the table: one label a line in the order of the rows (or a one-dimensional .npy),
        or two columns, of which the first names the rows as a column of the table does. `label` is then unused.
    max_lines : longer files are refused before they are parsed.
    **choices : as of `read_graph`: header, decimal, thousands, gaps (further marks of missing values), omit (columns),
        id (the column that names the rows), same_case.

    Returns
    -------
    TableData; y is int where every label is written as an integer, else str, and None without labels.
    Columns that only name the rows (different words, an id, a count from 0 or 1), that are empty, or that
    hold one word alone or more than 100 different ones, are left out, and its `notes` say so.

    Raises
    ------
    DataError : if the input cannot be used, naming row, column and remedy; a MissingValues for gaps, which counts
        them for each column.

    Examples
    --------
    >>> table = read_table(b"width,height,class\\n1,2,cat\\n3,4,dog\\n")
    >>> table.X.tolist(), table.y.tolist(), table.feature_names
    ([[1.0, 2.0], [3.0, 4.0]], ['cat', 'dog'], ['width', 'height'])
    >>> read_table(b"colour,class\\nred,cat\\nblue,dog\\n").feature_names
    ['colour=blue', 'colour=red']
    >>> read_table(b"width,class\\n1,cat\\n?,dog\\n")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    askcore.datasets.tables.features.MissingValues: Line 3, column 'width': '?' is not a number. Write a number, ...
    >>> read_table(b"width,class\\n1,cat\\n?,dog\\n2,dog\\n", missing="mean").X.tolist()
    [[1.0], [1.5], [2.0]]
    """
    said = checked(choices, "table")
    document = load_document(as_file(source, "table"), max_lines=max_lines).of_part(part).meant(said)
    refuse_beside(document)
    raw = raw_table(document, label, format)
    if labels is not None:
        raw = with_labels(raw, load_document(as_file(labels, "labels"), max_lines=max_lines))
        label = -1
    raw = as_chosen(raw, said)
    return tabulate(raw, label, categories, missing, same_case=said.get("same_case"))


def raw_table(document: Document, label: Label = None, format: str | None = None) -> RawTable:
    """The columns of a file, all of them; what was surveyed is not read again."""
    key = raw_table, label, format
    if key not in document.kept:
        chosen, notes = choose("table", document, format=format)
        raw: RawTable = chosen.read(document, label)
        document.kept[key] = with_numbers(replace(raw, notes=notes + raw.notes), document.choices)
    return document.kept[key]


def read_rows(
    source: Any,
    features: Sequence[str],
    *,
    label: str | None = None,
    format: str | None = None,
    part: str | None = None,
    max_lines: int = MAX_LINES,
    **choices: Unpack[Choices],
) -> TableData:
    """Read new rows for an existing table. The features are matched by name.

    Parameters
    ----------
    source : as in `read_table`.
    features : names of the features, as `TableData.feature_names` has them; "colour=red" is read from the column
        "colour". Their order in the file is free, and it may hold other columns.
    label : the column that holds the labels, where the rows have some.
    format, part, max_lines : as in `read_table`.
    **choices : header, decimal, thousands, gaps and id, as in `read_table`.

    Returns
    -------
    TableData with these features in this order. Rows with missing values are left out, and its `notes` say which.

    Raises
    ------
    DataError : if the input cannot be used, lacks a feature, or holds text where the table had numbers.

    Examples
    --------
    >>> read_rows(b"colour,width,id\\nred,3,a\\nblue,4,b\\n", ["width", "colour=blue", "colour=red"]).X.tolist()
    [[3.0, 0.0, 1.0], [4.0, 1.0, 0.0]]
    """
    said = checked(choices, "rows")
    document = load_document(as_file(source, "table"), max_lines=max_lines).of_part(part).meant(said)
    refuse_beside(document)
    return tabulate_as(as_chosen(raw_table(document, False, format), said), features, label)


def read_matrix(
    source: Any,
    *,
    format: str | None = None,
    labels: Any = None,
    part: str | None = None,
    max_lines: int = MAX_LINES,
    **choices: Unpack[Choices],
) -> MatrixData:
    """Read a kernel or attention matrix of shape (N, N) or (N, M), with entries of either sign.

    Parameters
    ----------
    source : a path, bytes, an open file, or a Document; also packed with gzip or zip: rows of numbers as text, with
        names of the columns above and of the rows in front or without; Excel; .npy; .npz, sparse or dense; Matrix
        Market; MATLAB's .mat, versions 5 to 7. Or an object: an array, a sparse matrix, or a frame with the names.
    format : "csv", "npy", "npz", "mtx" or "mat"; by default told from content and name.
    labels : labels of the rows, the same kinds of source: one label a line in the order of the rows (or a
        one-dimensional .npy), or a table of names and labels.
    part : which of several variables (.mat), arrays (.npz), stacked matrices (.npy, .npz) or sheets (.xlsx) to read; by
        default the one that is called like what is looked for, or the first. See `survey_parts`.
    max_lines : longer files are refused before they are parsed.
    **choices : as of `read_graph`: header, decimal, thousands, long (a row, a column and a value a line), margins,
        distances (True, or a scale s: a distance d becomes exp(-d/s)), triangle (one half is filled in).

    Returns
    -------
    MatrixData; rows without names are called "0" to str(N - 1).

    Raises
    ------
    DataError : if the input cannot be used, naming place and remedy.

    Examples
    --------
    >>> K = read_matrix(b",the,cat\\nthe,0.9,0.1\\ncat,0.4,0.6\\n", labels=b"x\\ny\\n")
    >>> K.matrix.tolist(), K.row_ids, K.row_labels.tolist()
    ([[0.9, 0.1], [0.4, 0.6]], ['the', 'cat'], ['x', 'y'])
    """
    said = checked(choices, "matrix")
    document = load_document(as_file(source, "matrix"), max_lines=max_lines).of_part(part).meant(said)
    refuse_beside(document)
    kinds = special_kinds(document)
    if (
        said.get("long") and "graph" in kinds and "matrix" not in kinds
    ):  # a graph with words of its own, as a matrix
        chosen, notes = choose("graph", document, format=format)
        grid = grid_of(chosen.read(document))
    else:
        chosen, notes = choose("matrix", document, format=format)
        grid = chosen.read(document)
    grid = matrix_as_chosen(grid, said, document.name)
    found = None
    if labels is not None:
        names = grid.row_ids or [str(i) for i in range(grid.values.shape[0])]
        found, label_notes = labels_by_row(as_file(labels, "labels"), names, max_lines=max_lines)
        notes += label_notes
    return matrix_of(grid, found, name=document.name, notes=document.notes + notes)
