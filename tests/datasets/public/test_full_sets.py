"""Every public set, where the files are at hand: sizes, digests, and the same arrays from files as published."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from askcore.datasets import describe_public, fetch, is_at_hand, list_public, read_graph, read_table
from tests.datasets.public.published import as_arff, as_gnn_benchmark, as_linqs, as_plain, as_pubmed

DATA = os.environ.get("ASKCORE_DATA", "")
pytestmark = [
    pytest.mark.full_data,
    pytest.mark.skipif(not DATA, reason="ASKCORE_DATA names no folder with the benchmark sets"),
]

GRAPHS = {  # nodes, edges, self loops, classes
    "cora": (2708, 5429, 0, 7),
    "citeseer": (3312, 4715, 124, 6),
    "pubmed": (19717, 44338, 3, 3),
    "amazon_photo": (7650, 143663, 1, 8),
    "amazon_computers": (13752, 287209, 0, 10),
}
TABLES = {  # features, rows of each class
    "heart_statlog": (13, [150, 120]),
    "sonar": (60, [97, 111]),
    "monks1_train": (6, [62, 62]),
    "monks1_test": (6, [216, 216]),
    "monks2_train": (6, [105, 64]),
    "monks2_test": (6, [290, 142]),
    "monks3_train": (6, [62, 60]),
    "monks3_test": (6, [204, 228]),
    "pima_diabetes": (8, [500, 268]),
    "australian_credit": (14, [383, 307]),
    "spambase": (57, [2788, 1813]),
    "ionosphere": (34, [126, 225]),
    "liver_bupa": (6, [145, 200]),
    "splice": (60, [767, 768, 1655]),
    "climate_crashes": (18, [46, 494]),
    "fertility": (9, [88, 12]),
    "transfusion": (4, [570, 178]),
    "breast_cancer_wisconsin": (9, [444, 239]),
    "planning_relax": (12, [130, 52]),
}
NUMBERS = {"yacht": (6, 308), "cholesterol": (13, 297)}


def same(one, two):
    for part in ("X", "y") if hasattr(one, "X") else ("labels",):
        np.testing.assert_array_equal(getattr(one, part), getattr(two, part))
        assert getattr(one, part).dtype == getattr(two, part).dtype
    assert one.digest == two.digest  # of the arrays, in their order
    assert (one.name, one.notes) == (two.name, two.notes)


def published(name, data, rng):
    """The files as the publisher makes them, in another order."""
    card = describe_public(name)
    if card.provider == "linqs":
        return [as_linqs(data, name, rng, ["stranger 10", f"{data.node_ids[0]} stranger"])]
    if card.provider == "pubmed":
        return [as_pubmed(data, card.label_names, rng)]
    if card.provider == "gnn":
        return [as_gnn_benchmark(data, card.label_names)]
    return [as_arff(data, card, rng), as_plain(data, card, rng)]


def test_every_name_is_here():
    assert sorted(list_public()) == sorted([*GRAPHS, *TABLES, *NUMBERS])


@pytest.mark.parametrize("name", list_public())
def test_a_set(name, monkeypatch, rng):
    monkeypatch.setenv("ASKCORE_DATA", DATA)
    assert is_at_hand(name)
    found, card = fetch(name), describe_public(name)
    assert found.name == card.title
    path = Path(DATA, card.path)
    if name in GRAPHS:
        assert (found.n_nodes, found.n_edges, found.n_self_loops, len(found.classes)) == GRAPHS[name]
        assert (card.rows, card.edges, card.self_loops, len(card.label_names)) == GRAPHS[name]
        as_it_lies = read_graph(path)
        assert found.digest == as_it_lies.digest
    else:
        as_it_lies = read_table(path, label=False)
        rows = np.column_stack([found.X, found.y])
        np.testing.assert_array_equal(rows, as_it_lies.X)
        assert [*found.feature_names, "label"] == as_it_lies.feature_names
        assert (card.rows, len(card.feature_names)) == found.X.shape
    if name in TABLES:
        assert (found.n_features, np.unique(found.y, return_counts=True)[1].tolist()) == TABLES[name]
        assert found.y.dtype == np.int64
        assert len(card.label_names) == len(found.classes)
    if name in NUMBERS:
        assert (found.n_features, found.n_samples) == NUMBERS[name]
        assert found.is_regression
        assert found.y.dtype == np.float64
    for source in published(name, found, rng):
        same(fetch(name, source=source), found)
