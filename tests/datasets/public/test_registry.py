"""The registry: complete, with nothing in it that reading could not use; and its digests."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from askcore.datasets import DataError, GraphData, TableData, describe_public, fetch, list_public
from askcore.datasets.public import content, digests
from askcore.datasets.public.content import digest_of, order_of, taken
from tests.datasets.public.published import as_csv, as_npz

NAMES = list_public()


@pytest.mark.parametrize("name", NAMES)
def test_a_card_is_complete(name):
    card = describe_public(name)
    assert card.name == name
    assert card.title
    assert card.citation
    assert card.url.startswith("https://")
    assert card.files
    assert card.rows > 0
    assert card.bytes > 0
    assert len(card.digest) == 64
    if card.kind == "graph":
        assert card.edges > 0
        assert card.edge
        assert len(card.label_names) > 1
    else:
        assert len(set(card.feature_names)) == len(card.feature_names) > 0
        assert bool(card.target) == (card.kind == "numbers") == (not card.label_names)
    for coding in card.details.get("codes", ()):
        assert sorted(set(coding.values())) == list(range(len(card.label_names)))
    for drop in (card.details.get("drop", []), card.details.get("target_names", [])):
        assert isinstance(drop, list)


def test_names_digests_and_files_differ():
    for values in (
        [describe_public(name).digest for name in NAMES],
        [describe_public(name).files for name in NAMES],
    ):
        assert len(set(values)) == len(NAMES)


def test_kinds_of_names():
    assert len(NAMES) == 26
    assert sorted(NAMES) == sorted(list_public("graph") + list_public("table") + list_public("numbers"))


def test_recorded_orders_are_permutations():
    recorded = [describe_public(name) for name in NAMES if describe_public(name).order == "recorded"]
    orders = content._orders()
    assert sorted(orders) == sorted(card.name for card in recorded)
    for card in recorded:
        np.testing.assert_array_equal(np.sort(orders[card.name]), np.arange(card.rows))


GRAPH = GraphData([[0, 1, 0], [0, 0, 0], [1, 0, 1]], ["x", "10", "9"], np.array(["a", "b", "a"]))
TABLE = TableData([[1, 2], [0, 5], [1, -0.0]], [0, 1, 1])


@pytest.mark.parametrize("data", [GRAPH, TABLE], ids=["graph", "table"])
def test_a_digest_is_of_no_order(data, rng):
    for _ in range(4):
        shuffled = taken(data, rng.permutation(3))
        assert digest_of(shuffled) == digest_of(data)
        assert taken(content.canonical(shuffled), order_of(data)).digest == taken(data, np.arange(3)).digest


OTHER = {
    "direction": GraphData(GRAPH.adjacency.T, GRAPH.node_ids, GRAPH.labels),
    "label": GraphData(GRAPH.adjacency, GRAPH.node_ids, np.array(["a", "a", "a"])),
    "no labels": GraphData(GRAPH.adjacency, GRAPH.node_ids),
    "id": GraphData(GRAPH.adjacency, ["x", "10", "8"], GRAPH.labels),
    "weight": GraphData(2 * GRAPH.adjacency, GRAPH.node_ids, GRAPH.labels),
    "graph": GRAPH,
    "table": TABLE,
    "value": TableData([[1, 2], [0, 5], [1, 1e-300]], [0, 1, 1]),
    "class": TableData(TABLE.X, [0, 0, 1]),
    "name": TableData(TABLE.X, TABLE.y, ["u", "v"]),
    "numbers": TableData(TABLE.X, TABLE.y, is_regression=True),
    "row": TableData(TABLE.X[[0, 1, 2, 2]], [0, 1, 1, 1]),
}


def test_and_of_everything_else():
    assert len({digest_of(data) for data in OTHER.values()}) == len(OTHER)


def test_digests_are_written_only_from_a_named_folder(monkeypatch, capsys):
    monkeypatch.delenv("ASKCORE_DATA", raising=False)
    assert digests.main() == 2
    assert "Set ASKCORE_DATA" in capsys.readouterr().err


def test_the_script_writes_what_fetch_needs(toys, tmp_path, monkeypatch):
    """On the two toys, with registry and orders elsewhere."""
    for name, data in (("ring", as_npz(GRAPH)), ("rows", as_csv(TableData(TABLE.X, TABLE.y, ["u", "v"])))):
        path = tmp_path / toys[name].path
        path.parent.mkdir()
        path.write_bytes(data)
    written = tmp_path / "registry.json"
    written.write_text('{"ring": {"title": "Ä"}, "rows": {}}', encoding="utf-8")
    monkeypatch.setattr(digests, "REGISTRY", written)
    monkeypatch.setattr(digests, "ORDERS", tmp_path / "orders.npz")
    monkeypatch.setenv("ASKCORE_DATA", str(tmp_path))
    assert digests.main() == 0
    assert digest_of(GRAPH) in written.read_text(encoding="utf-8")
    assert "Ä" in written.read_text(encoding="utf-8")
    with pytest.raises(DataError, match="3 nodes in place of 4"):
        fetch("ring", data_home=tmp_path)


def test_the_guide_lists_every_set_as_it_is():
    guide = (Path(__file__).parents[3] / "docs" / "data_sets.md").read_text(encoding="utf-8")
    for card in map(describe_public, NAMES):
        (row,) = [line for line in guide.split("\n") if line.startswith(f"| `{card.name}` |")]
        assert f"{card.rows:,} {'nodes' if card.kind == 'graph' else 'rows'}" in row
        assert f"`{card.files[0]}`" in row
    assert not any(describe_public(name).checked for name in NAMES), "the guide says that none was checked"
