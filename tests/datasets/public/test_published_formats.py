"""What LINQS, gnn-benchmark, OpenML and UCI publish, as this package reads it; and what is not that."""

from __future__ import annotations

import gzip
import io
from dataclasses import replace

import numpy as np
import pytest

from askcore.datasets import DataError, GraphData, TableData, describe_public
from askcore.datasets.public.fetching import read_set
from tests.datasets.public.published import (
    as_gnn_benchmark,
    as_linqs,
    as_pubmed,
    cells_of,
    tgz,
)

CORA, PUBMED, PHOTO = (describe_public(name) for name in ("cora", "pubmed", "amazon_photo"))


def read(data, wanted=CORA):
    return read_set(data, wanted, name="file.tgz")


def test_linqs_edges_go_from_citing_to_cited():
    content = b"35\t0\t1\tTheory\n40\t1\t0\tRule_Learning\n114\t1\t1\tTheory\n"
    cites = b"35\t40\n35\t114\n35\t114\n114\t999\n40\t40\n"  # cited, citing; one twice, one unknown, one to itself
    graph = read(tgz({"cora/cora.content": content, "cora/cora.cites": cites}))
    assert graph.node_ids == ["35", "40", "114"]
    assert graph.labels.tolist() == ["Theory", "Rule_Learning", "Theory"]
    assert sorted(zip(*graph.adjacency.nonzero(), strict=True)) == [(1, 0), (1, 1), (2, 0)]
    assert graph.n_edges == 3


def test_pubmed_names_its_classes_and_directions():
    nodes = "NODE\tpaper\ncat=1,2,3:label\tsummary\n12\tlabel=2\tw-x=0.1\tsummary=w-x\n7\tlabel=1\tw-y=1\n"
    cites = "DIRECTED\tcites\nNO_FEATURES\n1\tpaper:7\t|\tpaper:12\n2\tpaper:7\t|\tpaper:7\n"
    files = {"a/Pubmed-Diabetes.NODE.paper.tab": nodes, "a/Pubmed-Diabetes.DIRECTED.cites.tab": cites}
    graph = read(tgz({path: text.encode() for path, text in files.items()}), PUBMED)
    assert graph.node_ids == ["12", "7"]
    assert graph.labels.tolist() == ["Diabetes Mellitus Type 1", "Diabetes Mellitus, Experimental"]
    assert graph.adjacency.toarray().tolist() == [[0, 0], [1, 1]]


def test_amazon_rows_point_to_columns(rng):
    A = np.array([[0, 1, 1], [0, 0, 0], [0, 0, 1]])
    graph = GraphData(A, ["0", "1", "2"], np.array(PHOTO.label_names)[[7, 0, 7]])
    found = read(as_gnn_benchmark(graph, PHOTO.label_names), PHOTO)
    assert found.digest == graph.digest
    objects = np.array([{"a": 1}, None], dtype=object)
    assert read(as_gnn_benchmark(graph, PHOTO.label_names, idx_to_node=objects), PHOTO).digest == graph.digest


def test_what_was_written_as_published_is_read_the_same(rng):
    names = PUBMED.label_names
    graph = GraphData(rng.random((6, 6)) < 0.4, list("defabc"), np.array(names)[rng.integers(3, size=6)])
    for data, wanted in ((as_linqs(graph, "cora", rng), CORA), (as_pubmed(graph, names, rng), PUBMED)):
        found = read(data, wanted)
        order = [found.node_ids.index(name) for name in graph.node_ids]
        np.testing.assert_array_equal(
            found.adjacency.toarray()[np.ix_(order, order)], graph.adjacency.toarray()
        )
        assert found.labels[order].tolist() == graph.labels.tolist()


ONE = GraphData([[0, 1], [0, 0]], ["0", "1"], np.array(["Lenses", "Lenses"]))
GOOD = {"cora.content": b"1\t0\tTheory\n2\t1\tTheory\n", "cora.cites": b"1\t2\n"}
NOT_PUBLISHED = {
    "no archive": (b"words", CORA, "damaged or cut off"),
    "empty": (b"", CORA, "The file is empty"),
    "cut off": (tgz(GOOD)[:-40], CORA, "The gzip file is damaged or cut off"),
    "spoilt": (tgz(GOOD)[:60] + bytes(40) + tgz(GOOD)[100:], CORA, "damaged or cut off"),
    "no tar": (gzip.compress(b"words" * 300), CORA, "The tar archive is damaged"),
    "a file missing": (tgz({"cora.content": b""}), CORA, "The archive does not hold cora.cites"),
    "no label": (
        tgz({**GOOD, "cora.content": b"1\t\n"}),
        CORA,
        r"Line 1 of cora\.content: Expected an id, words",
    ),
    "three ids": (
        tgz({**GOOD, "cora.cites": b"1\t2\n\n1 2 3\n"}),
        CORA,
        r"Line 3 of cora\.cites: Expected two ids",
    ),
    "no text": (tgz({**GOOD, "cora.cites": b"\xff\xfe\n"}), CORA, r"File cora\.cites: Expected text"),
    "an id twice": (tgz({**GOOD, "cora.content": b"1\t0\tTheory\n" * 2}), CORA, "'1'"),
    "no rows": (tgz({**GOOD, "cora.content": b"\n"}), CORA, "at least one node"),
    "a label too high": (
        as_pubmed(ONE, ["", "", "", "Lenses"], np.random.default_rng(0)),
        PUBMED,
        "Expected an id and label=1 to 3",
    ),
    "pieces missing": (as_gnn_benchmark(ONE, PHOTO.label_names)[:-30], PHOTO, "damaged or cut off"),
    "labels out of range": (
        as_gnn_benchmark(ONE, PHOTO.label_names, labels=np.array([0, 8])),
        PHOTO,
        "Expected a label from 0 to 7",
    ),
    "positions outside": (
        as_gnn_benchmark(ONE, PHOTO.label_names, adj_indices=np.array([7], dtype=np.int32)),
        PHOTO,
        r"file\.tgz",
    ),
}


@pytest.mark.parametrize(("data", "wanted", "message"), NOT_PUBLISHED.values(), ids=NOT_PUBLISHED)
def test_what_is_not_published_so_is_refused(data, wanted, message):
    with pytest.raises(DataError, match=message):
        read(data, wanted)


def small(name):
    """A table of the right columns, and its card."""
    wanted = describe_public(name)
    rng = np.random.default_rng(5)
    X = rng.integers(1, 5, size=(12, len(wanted.feature_names))).astype(float)
    y = np.arange(12) % max(len(wanted.label_names), 2)
    numbers = wanted.kind == "numbers"
    return TableData(X, y + 0.5 if numbers else y, list(wanted.feature_names)), wanted


def text(rows, header=""):
    return (header + "\n".join(",".join(row) for row in rows) + "\n").encode()


def rows_of(name, coding=0):
    table, wanted = small(name)
    return cells_of(table, wanted, np.random.default_rng(1), coding), wanted


def test_every_coding_of_the_labels_gives_the_same():
    for name in ("heart_statlog", "fertility", "transfusion", "sonar"):
        found = []
        for coding in range(len(small(name)[1].details["codes"])):
            rows, wanted = rows_of(name, coding)
            found.append(read_set(text(rows), wanted, name="x.data"))
        assert len(found) > 1
        assert len({table.digest for table in found}) == 1
        assert set(found[0].y.tolist()) == {0, 1}


def test_bases_are_read_as_their_numbers():
    rows, wanted = rows_of("splice")
    assert {cell for row in rows for cell in row[:-1]} == set("ACGT")
    found = read_set(
        text(
            [[f"gene-{k}", *row] for k, row in enumerate(rows)],
            ",".join(["Instance_name", *(f"attribute_{j}" for j in range(60)), "Class"]) + "\n",
        ),
        wanted,
        name="x.csv",
    )
    assert set(np.unique(found.X)) == {1, 2, 3, 4}
    assert set(found.y.tolist()) == {0, 1, 2}


def test_columns_that_are_no_features_are_left_out_by_name_or_place():
    rows, wanted = rows_of("climate_crashes")
    named = ["Study", "Run", *wanted.feature_names, "outcome"]
    numbered = [f"V{j}" for j in range(20)] + ["Class"]
    found = [
        read_set(text([["1", str(k), *row] for k, row in enumerate(rows)], header), wanted, name="x.csv")
        for header in ("", ",".join(named) + "\n", ",".join(numbered) + "\n")
    ]
    assert len({table.digest for table in found}) == 1


def test_rows_with_a_missing_value_are_dropped_where_that_was_agreed_on():
    rows, wanted = rows_of("cholesterol")
    rows[3][11] = "?"
    found = read_set(text(rows), wanted, name="x.csv")
    assert (found.n_samples, found.is_regression) == (11, True)
    rows, wanted = rows_of("ionosphere")
    rows[3][11] = "?"
    with pytest.raises(DataError, match=r"Line 4 of x\.csv: A value is missing"):
        read_set(text(rows), wanted, name="x.csv")


BAD_TABLES = {
    "a column too few": (
        lambda rows: [row[1:] for row in rows],
        "Expected 13 features and a label, got 13 columns",
    ),
    "other labels": (
        lambda rows: [[*row[:-1], "maybe"] for row in rows],
        "The labels are maybe, which are not those",
    ),
    "a word": (
        lambda rows: [["old", *row[1:]] for row in rows],
        r"Line 1 of x\.data, column 'number 1': 'old' is no",
    ),
    "ragged": (
        lambda rows: [*rows, rows[0][:5]],
        r"Line 13 of x\.data: 5 cells; the rows before have 14",
    ),
}


@pytest.mark.parametrize(("spoil", "message"), BAD_TABLES.values(), ids=BAD_TABLES)
def test_another_table_is_refused(spoil, message):
    rows, wanted = rows_of("heart_statlog")
    with pytest.raises(DataError, match=message):
        read_set(text(spoil(rows)), wanted, name="x.data")


def test_a_binary_file_is_no_table():
    wanted = replace(describe_public("sonar"))
    file = io.BytesIO()
    np.save(file, np.ones(3))
    with pytest.raises(DataError, match="A table as text or ARFF was expected"):
        read_set(file.getvalue(), wanted, name="x.npy")
