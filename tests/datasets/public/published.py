"""Files as publishers make them, written from data sets: small ones here, the full ones where they are at hand."""

from __future__ import annotations

import io
import tarfile

import numpy as np

from askcore.datasets import GraphData, PublicSet, TableData


def tgz(files):
    """A .tgz of {path: bytes}."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for path, data in files.items():
            info = tarfile.TarInfo(path)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return packed.getvalue()


def as_linqs(graph: GraphData, name: str, rng, strangers=()):
    """NAME.content and NAME.cites, shuffled; `strangers` are lines more of NAME.cites."""
    nodes = rng.permutation(graph.n_nodes)
    content = [f"{graph.node_ids[i]}\t0\t1\t0\t{graph.labels[i]}" for i in nodes]
    source, target = graph.adjacency.nonzero()
    cites = [f"{graph.node_ids[b]}\t{graph.node_ids[a]}" for a, b in zip(source, target, strict=True)]
    cites = [*cites, *strangers]
    rng.shuffle(cites)
    files = {f"{name}.content": content, f"{name}.cites": cites, "README": ["words"]}
    return tgz({f"{name}/{file}": ("\n".join(lines) + "\n").encode() for file, lines in files.items()})


def as_pubmed(graph: GraphData, label_names, rng):
    nodes = ["NODE\tpaper", "cat=1,2,3:label\tnumeric:w-rat:0.0\tsummary"]
    for i in rng.permutation(graph.n_nodes):
        label = list(label_names).index(graph.labels[i]) + 1
        nodes.append(f"{graph.node_ids[i]}\tlabel={label}\tw-rat=0.09\tw-study=0.01\tsummary=w-rat,w-study")
    cites = ["DIRECTED\tcites", "NO_FEATURES"]
    source, target = graph.adjacency.nonzero()
    for number, k in enumerate(rng.permutation(len(source))):
        a, b = graph.node_ids[source[k]], graph.node_ids[target[k]]
        cites.append(f"{number}\tpaper:{a}\t|\tpaper:{b}")
    return tgz(
        {
            "Pubmed-Diabetes/._data": b"what a Mac leaves",
            "Pubmed-Diabetes/data/Pubmed-Diabetes.NODE.paper.tab": "\n".join(nodes).encode(),
            "Pubmed-Diabetes/data/Pubmed-Diabetes.DIRECTED.cites.tab": "\n".join(cites).encode(),
        }
    )


def as_gnn_benchmark(graph: GraphData, label_names, **more):
    A = graph.adjacency
    position = {name: k for k, name in enumerate(label_names)}
    arrays = {
        "adj_data": np.ones(A.nnz, dtype=np.float32),
        "adj_indices": A.indices.astype(np.int32),
        "adj_indptr": A.indptr.astype(np.int32),
        "adj_shape": np.array(A.shape),
        "labels": np.array([position[label] for label in graph.labels]),
        "attr_data": np.ones(3, dtype=np.float32),
    }
    file = io.BytesIO()
    np.savez_compressed(file, **{**arrays, **more})
    return file.getvalue()


def number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def cells_of(table: TableData, wanted: PublicSet, rng, coding=0):
    """Rows of text: features, then the label in the publisher's words."""
    words = {code: word for word, code in wanted.details.get("words", {}).items()}
    labels = {}
    if not table.is_regression:
        labels = {code: label for label, code in wanted.details["codes"][coding].items()}
    rows = []
    for i in rng.permutation(table.n_samples):
        features = [words.get(value, number(value)) for value in table.X[i].tolist()]
        rows.append([*features, number(table.y[i]) if table.is_regression else labels[table.y[i]]])
    return rows


def as_arff(table: TableData, wanted: PublicSet, rng, target="class"):
    rows = cells_of(table, wanted, rng)
    declared = [f"@attribute 'att {j}' real" for j in range(table.n_features)]
    if wanted.details.get("words"):
        known = ",".join(sorted(wanted.details["words"]))
        declared = [f"@attribute 'att {j}' {{{known}}}" for j in range(table.n_features)]
    labels = "real" if table.is_regression else "{" + ",".join(sorted({row[-1] for row in rows})) + "}"
    declared.append(f"@attribute '{target}' {labels}")
    return "\n".join(["@relation 'x y'", *declared, "@data", *(",".join(row) for row in rows), ""]).encode()


def as_csv(table: TableData) -> bytes:
    """In the layout of this package."""
    rows = np.column_stack([table.X, table.y]).tolist()
    return "\n".join(
        [",".join([*table.feature_names, "label"]), *(",".join(map(repr, row)) for row in rows)]
    ).encode()


def as_plain(table: TableData, wanted: PublicSet, rng, separator=","):
    """Rows without a header, with the label and the columns that are left out where the publisher has them."""
    lines = []
    for k, row in enumerate(cells_of(table, wanted, rng)):
        row, label = row[:-1], row[-1]
        places = [(wanted.details.get("plain_label"), label)]
        places += [(at, f"data_{k}") for at in wanted.details.get("plain_drop", ())]
        row = row if places[0][0] is not None else [*row, label]
        for at, cell in sorted((at, cell) for at, cell in places if at is not None):
            row.insert(at, cell)
        lines.append(separator.join(row))
    return ("\n".join(lines) + "\n").encode()


def as_npz(graph: GraphData):
    """In the layout of this package."""
    names, codes = np.unique(graph.labels, return_inverse=True)
    file = io.BytesIO()
    np.savez_compressed(
        file,
        edges=np.column_stack(graph.adjacency.nonzero()),
        labels=codes,
        label_names=names,
        node_ids=np.array(graph.node_ids),
    )
    return file.getvalue()
