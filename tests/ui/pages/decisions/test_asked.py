"""The answer to the question of a sample's card: yes, no or not shown, by results made up for it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from askcore.datasets import load_sample
from askcore.experiments.decisions.baselines import Baseline, Baselines
from askcore.experiments.decisions.explained import Regions
from askcore.experiments.candidates import Candidate
from askcore.ui.pages.decisions.words import asked as asked_words
from tests.ui.pages.decisions.test_words import found, views


@pytest.mark.parametrize(
    ("mean", "askls", "said"),
    [
        (0.52, 0.95, "**No:** (K + Kᵀ)/2 gets **52%** of 200 held-out nodes right. Always naming"),
        (0.3, 0.95, "**No:** "),
        (
            0.75,
            0.95,
            "**Not fully:** (K + Kᵀ)/2 gets **75%** of 200 held-out nodes right, the two views merged 95%.",
        ),
        (0.95, 0.95, "**Yes:** "),
    ],
)
def test_whether_the_symmetric_part_is_enough(mean, askls, said):
    assert asked_words.symmetric_part(found(askls, mean=mean), "node").startswith(said)


def test_the_links_of_a_node_as_in_the_file():
    """sample_data/teaching_graph_edges.csv has C,E and D,C and G,C."""
    graph = load_sample("teaching_graph")
    names = {role: np.array(["square"] * 7, dtype=object) for role in ("source", "target", "merged")}
    names["source"][2] = "circle"
    seen = replace(views(0.5, 0.5, 0.5), predicted=names, truth=graph.labels)
    said = asked_words.links_of("C", graph, seen, np.arange(7), own=False)
    assert said == (
        "C points to E (circle). D (circle) and G (circle) point to C. The source view says **circle**, the target "
        "view **square**."
    )
    assert asked_words.links_of("C", graph, seen, np.arange(7), own=True).endswith(
        "The own label of C, square, counts in both."
    )
    assert asked_words.links_of("C", graph, seen, np.array([0, 1]), own=False).endswith("point to C."), (
        "not scored"
    )


def of_views(source: float, target: float, n: int = 200):
    return replace(found(0.9, n=n), views=views(source, target, source, n=n))


def test_which_view_tells_more_and_whether_that_is_sure():
    asked = "What it reads", "Who reads it", "node"
    assert asked_words.view_that_tells_more(of_views(0.9, 0.6), *asked) == (
        "**What it reads:** with this kernel, the view that reads it gets 90% of 200 held-out nodes right, the other "
        "one 60%."
    )
    assert asked_words.view_that_tells_more(of_views(0.6, 0.9), *asked).startswith("**Who reads it:**")
    assert asked_words.view_that_tells_more(of_views(0.9, 0.6, n=10), *asked).startswith(
        "**What it reads, but this is not certain:** the view"
    )
    assert asked_words.view_that_tells_more(of_views(0.8, 0.8), *asked).startswith(
        "**Neither:** with this kernel, each view gets 80%"
    )


def ordinary(name: str, share: float, n: int = 200) -> Baselines:
    predicted = np.where(np.arange(n) < round(share * n), "a", "b")
    return Baselines(
        (Baseline(name, Candidate(1.0, 1.0), share, n, predicted, {"accuracy": share}),), n, n, False
    )


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        (ordinary("propagation", 0.95), "**Not here:** Label propagation, which ignores direction, gets 95%"),
        (ordinary("propagation", 0.5), "**Yes:** Label propagation, which ignores direction, gets 50%"),
        (ordinary("propagation", 0.79), "**This is not shown:** Label propagation"),
        (ordinary("propagation", 0.8), "**This is not shown:** AsK-LS and Label propagation, which ignores"),
        (ordinary("embedded", 0.95), "No method beside it ignores direction."),
        (None, "No method beside it ignores direction."),
    ],
)
def test_whether_direction_helps_on_a_graph(beside, said):
    """(K + Kᵀ)/2 of a graph is no method without direction, however good it is."""
    said_of = asked_words.direction_helps(found(0.8, mean=0.99), beside, "node", is_graph=True)
    assert said_of.startswith(said)


def test_whether_the_views_differ_and_on_which_classes():
    assert asked_words.views_differ(views(0.9, 0.9, 0.9), "sample").startswith("**No:**")
    said = asked_words.views_differ(views(0.9, 0.85, 0.9), "sample")
    assert said.startswith("**Yes, for 10 of 200 held-out samples:**")
    assert said.endswith("The true class is b.")


@pytest.mark.parametrize(("apart", "where"), [(2, "In nearly the same place"), (30, "In different places")])
def test_how_far_two_boundaries_are_apart(apart, where):
    """On a grid of ten by ten places, of which ``apart`` have another class in the target view."""
    source = np.zeros((10, 10, 2))
    source[..., 0] = 1
    target = source.copy()
    target.reshape(100, 2)[:apart] = [0, 1]
    drawn = Regions(np.arange(10.0), np.arange(10.0), source, target)
    said = asked_words.boundaries_apart(views(0.9, 0.9, 0.9), drawn, "held-out sample")
    assert said.startswith(
        f"**{where}:** they name different classes on {apart}% of the area and for 0 of 200"
    )


@pytest.mark.parametrize(("askls", "short"), [(0.98, "Yes"), (0.8, "Mostly"), (0.4, "In part"), (0.1, "No")])
def test_whether_classes_are_recognised(askls, short):
    said = asked_words.recognised(found(askls, chance=0.1), "sample")
    assert said.startswith(f"**{short}:** AsK-LS gets {askls:.0%} of 200 held-out samples right.")
