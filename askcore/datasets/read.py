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
    source : a path, bytes, an open file (binary or text), or a Document. The file can be compressed with gzip or zip
        (one file, or one file named after edges and one named after nodes). Also an object: a graph from networkx,
        igraph, DGL or PyTorch Geometric; an adjacency matrix as an array, a sparse matrix, or a data frame whose index
        contains the names of its columns; a data frame of edges. Supported files:

        - edgelist: one edge per line (source, target and optionally a weight), separated by commas, semicolons,
          tabs, bars or spaces, with or without a header. Lines that begin with # or % are comments. Nodes are
          numbered in order of first appearance. Excel sheets are read in the same way as text, here and below.
        - adjacency: a square of numbers as text, with the same names in the first row and the first column, or
          without names (at least four rows). The entry in row i and column j is the weight of the edge i -> j.
        - parquet: one edge per row, in columns called source and target (or from and to, ...), with whole numbers or
          words, and optionally weight; also a folder of such files. A path needs little more memory than the graph.
        - graphml, gexf, gml, pajek (.net) and json (node-link, as written by networkx and D3).
        - matrix market (.mtx), npy, npz (as written by scipy.sparse.save_npz, a single dense array, or arrays
          edges (E, 2) or edge_index (2, E), weights, labels, label_names and node_ids; also adj_data, adj_indices,
          adj_indptr, adj_shape) and mat (MATLAB, versions 5 to 7; also SuiteSparse's Problem.A).
    format : one of these names, or an extension. By default, the content and the name determine the format.
    labels : the same kinds of source, or a series, a dictionary or a list: nodes and labels, with or without a header.
        The labels then determine the nodes and their order. An empty label means unlabelled. For a networkx graph, also
        the name of a node attribute. For formats that list their nodes, also one label per line (or a one-dimensional
        .npy), in the order of the nodes. Without a header, names are in the first column and labels in the last, as in
        a LINQS .content file.
    weight : the column (edge attribute, array) with the weights, by name or, for a list, by position from 0; False for
        none. By default, a column called weight (count, value, w, ...), or the third column of a list without a header,
        if it contains numbers that are not times.
    part : the variable (.mat), array (.npz), matrix of a stack (.npy, .npz) or sheet (.xlsx) to read. By default, the
        one with a matching name, or otherwise the first. See `survey_parts`.
    max_lines : files with more lines are rejected before they are parsed.
    **choices : the interpretation of ambiguous files. A note or an error names the option: header (the line, 0 for
        none), decimal, thousands, ends (names of two columns), relation, only (relations), label and names (attributes
        of nodes), same_case, directed, bipartite, signs ("absolute" or "positive"), margins ("keep" or "drop"),
        triangle (False reads empty cells as 0).

    Returns
    -------
    GraphData : labels are of type str, or None. The `notes` explain the reader's decisions: whether repeated edges are
        counted once or their weights summed, that edges of weight 0 are left out, and that undirected edges are read in
        both directions.

    Raises
    ------
    DataError : the input cannot be used. The message gives the line and a remedy.

    Examples
    --------
    >>> graph = read_graph(b"source,target,weight\\na,b,2\\nb,c,1\\na,b,1\\n")
    >>> graph.adjacency.toarray().tolist()
    [[0.0, 3.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    >>> graph.notes
    ('1 repeated link was added to the weight of the first.',)
    >>> read_graph(b"a b\\nb a\\n", labels=b"node,label\\nb,x\\na,y\\nc,\\n").labels.tolist()
    ['x', 'y', '']
    >>> read_graph(b"a,b,1\\nb,c,-2\\n")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    askcore.datasets.choices.Unsure: Line 2: The weight -2 is negative. The weights of a graph are 0 or more. ...
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
    document = load_document(as_file(source, "graph"), max_lines=max_lines).of_part(part)
    labels = of_attribute(source, labels)
    table = (
        document.beside if labels is None else load_document(as_file(labels, "labels"), max_lines=max_lines)
    )
    of_nodes = {key: value for key, value in chosen_so.items() if key == "label" and table is not None}
    document = document.meant({key: value for key, value in chosen_so.items() if key not in of_nodes})
    edges = raw_edges(document, weight, format)
    notes: tuple[str, ...] = ()
    nodes = None
    if table is not None:
        nodes, table_notes = nodes_beside(table.meant(of_nodes), edges)
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
    source : a path, bytes, an open file, or a Document; it can be compressed with gzip or zip. Supported files: text
        with rows of cells, separated by commas, semicolons, tabs, bars or spaces, with or without a header (the columns
        are then called x1 to xd), and with decimal commas if the separators are semicolons or tabs; Excel (.xlsx, its
        first sheet); Parquet; ARFF; libsvm (svmlight); .npy, .npz and .mat (features in X, labels in y). Also an
        object: an array, or a data frame, whose index gives the names of the rows if it contains words.
    format : "table" (also "csv", "tsv", "txt"), "excel" (also "xlsx"), "parquet", "arff" or "libsvm". By default, the
        content and the name determine the format.
    label : the column with the labels, by name or position (from 0, or -1 for the last); False for none. By default,
        the column called label, class, target, y, species or similar, or otherwise the last column if it contains
        words. With at least 20 rows, also the only column with few different words, or codes (0, 1, 2, ...) in the last
        or first column. Otherwise, there are no labels. Many different numbers are numeric targets, not classes.
    categories : the encoding of a column of words: "one-hot", a column of 0 and 1 for each category, or "ordinal",
        their positions in alphabetical (ARFF: declared) order. By default, one-hot, and a column that mixes numbers and
        words is rejected.
    missing : the treatment of empty cells, ?, NA, NaN and null: "refuse"; "drop" the row; fill in the column's "median"
        or "mean" (for a category, the most frequent one) over all rows; or leave out the "columns" with missing values.
        A row without a label is left out by all of these except "refuse".
    part : the variable (.mat), array (.npz), matrix of a stack (.npy, .npz) or sheet (.xlsx) to read. By default, the
        one with a matching name, or otherwise the first. See `survey_parts`.
    labels : a separate file of labels: one label per line in the order of the rows (or a one-dimensional .npy), or two
        columns, of which the first has the same row names as a column of the table. `label` is then not used.
    max_lines : files with more lines are rejected before they are parsed.
    **choices : as in `read_graph`: header, decimal, thousands, gaps (further marks of missing values), omit (columns),
        id (the column that names the rows), same_case.

    Returns
    -------
    TableData : y is int if every label is written as an integer, otherwise str, and None without labels. Columns are
        left out if they only name the rows (different words, an id, a count from 0 or 1), are empty, or contain a
        single word or more than 100 different words. The `notes` report this.

    Raises
    ------
    DataError : the input cannot be used. The message gives the row, the column and a remedy. For missing values, the
        error is a MissingValues, which counts them for each column.

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
    features : names of the features, as in `TableData.feature_names`; "colour=red" is read from the column "colour".
        The columns of the file can be in any order, and there can be other columns.
    label : the column with the labels, if the rows have labels.
    format, part, max_lines : as in `read_table`.
    **choices : header, decimal, thousands, gaps and id, as in `read_table`.

    Returns
    -------
    TableData : these features in this order. Rows with missing values are left out; the `notes` name them.

    Raises
    ------
    DataError : the input cannot be used, lacks a feature, or contains text where the table had numbers.

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
    source : a path, bytes, an open file, or a Document; it can be compressed with gzip or zip. Supported files: text
        with rows of numbers, with or without names in the first row and the first column; Excel; .npy; .npz, sparse or
        dense; Matrix Market; MATLAB's .mat, versions 5 to 7. Also an object: an array, a sparse matrix, or a data frame
        with the names.
    format : "csv", "npy", "npz", "mtx" or "mat". By default, the content and the name determine the format.
    labels : labels of the rows, as the same kinds of source: one label per line in the order of the rows (or a
        one-dimensional .npy), or a table of names and labels.
    part : the variable (.mat), array (.npz), matrix of a stack (.npy, .npz) or sheet (.xlsx) to read. By default, the
        one with a matching name, or otherwise the first. See `survey_parts`.
    max_lines : files with more lines are rejected before they are parsed.
    **choices : as in `read_graph`: header, decimal, thousands, long (a row, a column and a value per line), margins,
        distances (True, or a scale s: a distance d becomes exp(-d/s)), triangle (the other half is
        filled in; False reads empty cells as 0).

    Returns
    -------
    MatrixData : rows without names are called "0" to str(N - 1).

    Raises
    ------
    DataError : the input cannot be used. The message gives the place and a remedy.

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
