"""One table of awkward inputs through every figure, in the two themes by turns."""

import json

import numpy as np
import pytest
import scipy.sparse as sp

from tests.figures.checked import (
    Picture,
    adjacency_by_class,
    degree_distribution,
    directed_graph,
    ego_network,
    label_bars,
    layout,
    signed_heatmap,
    table_scatter,
    views_scatter,
)

LARGEST = 3_000_000


def graph(n, edges, seed=0):
    random = np.random.default_rng(seed)
    ends = (random.integers(0, max(n, 1), edges), random.integers(0, max(n, 1), edges)) if n else ([], [])
    return sp.csr_array((np.ones(edges if n else 0), ends), shape=(n, n))


HOSTILE = ["<b>x</b>", '<a href="javascript:alert(1)">y</a>', "Ω 東京 🙂", "%{x} $y$", "", "long " * 50]

# name -> nodes, edges, labels, names
CASES = {
    "nobody": (0, 0, None, None),
    "nobody, with empty labels": (0, 0, [], []),
    "one node": (1, 0, None, None),
    "one node, a loop, a label": (1, 1, ["a"], ["me"]),
    "no edges": (5, 0, list("aabbb"), None),
    "no labels": (20, 40, None, None),
    "one class": (20, 40, ["a"] * 20, None),
    "nobody labelled": (6, 12, [""] * 6, None),
    "some labelled": (6, 12, ["a", "", "b", "", "a", ""], None),
    "numbers and gaps": (4, 6, [1.0, np.nan, 2.0, 1.0], None),
    "awkward names": (6, 12, HOSTILE, HOSTILE),
    "25 classes": (200, 900, [f"k{i % 25}" for i in range(200)], None),
    "20,000 nodes": (
        20_000,
        90_000,
        [f"k{i % 7}" for i in range(20_000)],
        [f"paper {i} " * 8 for i in range(20_000)],
    ),
}


def views(n):
    return np.random.default_rng(0).normal(size=(2, n))


def drawn_by(name, adjacency, labels, names, theme):
    n, kwargs = adjacency.shape[0], {"names": names, "theme": theme}
    if name == "views_scatter":
        return views_scatter(*views(n), labels, **kwargs)
    if name == "adjacency_by_class":
        return adjacency_by_class(adjacency, labels, **kwargs)
    if name == "signed_heatmap":
        size = min(n, 900)
        K = np.random.default_rng(0).normal(size=(size, size))
        return signed_heatmap(K, labels if labels is None else labels[:size], theme=theme)
    if name == "directed_graph":
        return directed_graph(adjacency, layout(adjacency), classes_of_nodes=labels, **kwargs)
    if name == "directed_graph, predicted":
        predicted = ["a"] * n if labels is None else list(reversed(labels))
        mask = np.arange(n) % 2 == 0
        focus = 0 if n else None
        more = {"predicted": predicted, "train_mask": mask, "focus": focus}
        return directed_graph(adjacency, layout(adjacency), classes_of_nodes=labels, **more, **kwargs)
    if name == "ego_network":
        return (
            ego_network(adjacency, 0, classes_of_nodes=labels, **kwargs) if n else Picture(label_bars(None))
        )
    if name == "label_bars":
        return label_bars(labels, theme=theme)
    if name == "degree_distribution":
        return degree_distribution(adjacency.sum(axis=0), adjacency.sum(axis=1), theme=theme)
    return table_scatter(views(n).T, labels, **kwargs)


FIGURES = [
    "views_scatter",
    "adjacency_by_class",
    "signed_heatmap",
    "directed_graph",
    "directed_graph, predicted",
    "ego_network",
    "label_bars",
    "degree_distribution",
    "table_scatter",
]


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=[pytest.mark.long] if "20,000" in case else []) for case in CASES]
)
@pytest.mark.parametrize("name", FIGURES)
def test_awkward_inputs_give_a_small_figure_with_names_escaped(name, case):
    turn = FIGURES.index(name) + list(CASES).index(case)
    n, edges, labels, names = CASES[case]
    result = drawn_by(name, graph(n, edges), labels, names, ("light", "dark")[turn % 2])
    figure = result.figure if isinstance(result, Picture) else result
    text = figure.to_json()
    json.loads(text)
    assert len(text) < LARGEST
    assert figure.layout.template.layout.paper_bgcolor == "rgba(0,0,0,0)"
    assert "http" not in text
    assert "<a " not in text
    assert "<b>x" not in text
