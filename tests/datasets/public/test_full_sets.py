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


@pytest.mark.parametrize("name", list_public())
def test_a_set(name, monkeypatch, rng):
    monkeypatch.setenv("ASKCORE_DATA", DATA)
    assert is_at_hand(name)
    found, card = fetch(name), describe_public(name)
    assert found.name == card.title
    path = Path(DATA, card.path)
    if card.kind == "graph":
        sizes = found.n_nodes, found.n_edges, found.n_self_loops, found.classes.tolist()
        assert sizes == (card.rows, card.edges, card.self_loops, sorted(card.label_names))
        assert found.digest == read_graph(path).digest
    else:
        as_it_lies = read_table(path, label=False)
        np.testing.assert_array_equal(np.column_stack([found.X, found.y]), as_it_lies.X)
        assert [*found.feature_names, "label"] == as_it_lies.feature_names
        assert (card.rows, len(card.feature_names)) == found.X.shape
        assert (found.is_regression, len(card.label_names)) == (card.kind == "numbers", len(found.classes))
    for source in published(name, found, rng):
        same(fetch(name, source=source), found)
