"""Edges in Parquet against scipy and the same edges as CSV; and what is wrong with one, by file, row and column."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.datasets import read_graph
from askcore.datasets._names import NumberNames
from askcore.datasets.formats import parquet
from askcore.datasets.tables import numbering

pytest.importorskip("pyarrow")


def frame_of(kind, weighted, seed=0):
    rng = np.random.default_rng(seed)
    ends = rng.integers(0, 30, (200, 2))
    names = {
        "counted": np.arange(30),
        "far apart": rng.permutation(30) * 10**12 - 7,
        "words": np.array([f"node {i}" for i in range(30)], dtype=object),
    }[kind]
    frame = pd.DataFrame({"from": names[ends[:, 0]], "to": names[ends[:, 1]]})
    return frame.assign(weight=rng.integers(0, 4, 200) / 2.0) if weighted else frame


def folder_of(frame, path):
    path.mkdir()
    for i, part in enumerate(np.split(np.arange(len(frame)), [90, 120])):
        frame.iloc[part].to_parquet(path / f"part.{9 + i}.parquet", row_group_size=17, index=False)
    return path


def dense(frame):
    """Nodes in order of first appearance, and their weights, summed by scipy."""
    codes, names = pd.factorize(frame[["from", "to"]].to_numpy(dtype=object).ravel())
    weight = frame["weight"] if "weight" in frame else np.ones(len(frame))
    A = sp.coo_array((weight, (codes[::2], codes[1::2])), shape=(len(names),) * 2).toarray()
    return [str(name) for name in names], A if "weight" in frame else (A > 0).astype(float)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", ["counted", "far apart", "words"])
@pytest.mark.parametrize("rows", [1, 13, 1000])
def test_folder_file_and_bytes_are_the_edges(kind, weighted, rows, tmp_path, monkeypatch):
    monkeypatch.setattr(parquet.ParquetFiles.batches, "__defaults__", (rows,))
    frame = frame_of(kind, weighted)
    names, A = dense(frame)
    csv = read_graph(frame.to_csv(index=False).encode())
    whole = tmp_path / "edges.parquet"
    frame.to_parquet(whole, index=False)
    for source in (folder_of(frame, tmp_path / "edges"), whole, whole.read_bytes()):
        graph = read_graph(source)
        assert graph.node_ids == names
        np.testing.assert_array_equal(graph.adjacency.toarray(), A)
        assert graph.digest == csv.digest
        assert [note for note in graph.notes if "edge" in note] == [
            note for note in csv.notes if "edge" in note
        ]
    assert isinstance(read_graph(whole).node_ids, NumberNames) == (kind != "words")


def test_numbers_too_far_apart_for_a_table_give_the_same_positions(monkeypatch):
    values = np.random.default_rng(0).integers(0, 500, (6, 40))
    codes, names = pd.factorize(values.ravel())
    for most in (2**22, 600, 0):
        monkeypatch.setattr(numbering, "FREE_TABLE", most)
        nodes = numbering.NumberNumbering()
        found = np.concatenate([nodes.see(part) for part in values])
        np.testing.assert_array_equal(found, codes)
        assert list(nodes.names()) == [str(name) for name in names]


def test_names_that_are_numbers_are_a_list_of_text():
    for numbers in ([5, 6, 7], [9, -2, 10**15]):
        names, text = NumberNames(np.array(numbers)), [str(number) for number in numbers]
        assert names == text
        assert list(names) == text
        assert names[1:] == text[1:]
        assert np.array(names).tolist() == text
        assert pickle.loads(pickle.dumps(names)) == names
        assert [names.index(name) for name in text] == [0, 1, 2]
        assert "05" not in names
        with pytest.raises(ValueError, match="'8' is not among the names"):
            names.index("8")
        with pytest.raises(IndexError):
            names[3]


WRONG = {
    "gap": (
        "from",
        None,
        r"[Rr]ow 5 of part.10.parquet, column 'from': The value is missing",
    ),
    "negative": (
        "weight",
        -1.0,
        r"[Rr]ow 5 of part.10.parquet: The weight -1 is neg",
    ),
    "infinite": (
        "weight",
        np.inf,
        r"[Rr]ow 5 of part.10.parquet, column 'weight': inf is not a weigh",
    ),
    "no name": ("to", " ", r"[Rr]ow 5 of part.10.parquet, column 'to': A node has no name"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_edge_is_named(name, tmp_path):
    column, value, message = WRONG[name]
    frame = frame_of("words", True)
    frame.loc[94, column] = value
    with pytest.raises(DataError, match=message):
        read_graph(folder_of(frame, tmp_path / "edges"))


def test_a_wrong_file_is_named(tmp_path):
    frame = frame_of("counted", True)
    folder = folder_of(frame, tmp_path / "edges")
    with pytest.raises(DataError, match="more than 199 lines"):
        read_graph(folder, max_lines=199)
    spoilt = folder / "part.10.parquet"
    whole = spoilt.read_bytes()
    for change, message in (
        (lambda f: f.drop(columns="to"), r"part.10.parquet: There is no column 'to'"),
        (
            lambda f: f.astype({"to": str}),
            r"part.10.parquet, column 'to': The column holds .*string, and int64 in",
        ),
    ):
        change(frame).to_parquet(spoilt, index=False)
        with pytest.raises(DataError, match=message):
            read_graph(folder)
    spoilt.write_bytes(whole[:-30])
    with pytest.raises(DataError, match=r"part.10.parquet: The file cannot be read as Parquet"):
        read_graph(folder)
    alone = tmp_path / "alone.parquet"
    for columns, message in (
        ({"a": [1], "b": [2]}, "No two columns are called source and target, .* there are 'a', 'b'"),
        ({"source": [1.5], "target": [2.0]}, "column 'source': The column holds double; a node is named by"),
        ({"source": np.empty(0, int), "target": np.empty(0, int)}, "The file has no rows"),
    ):
        pd.DataFrame(columns).to_parquet(alone, index=False)
        with pytest.raises(DataError, match=message):
            read_graph(alone)
