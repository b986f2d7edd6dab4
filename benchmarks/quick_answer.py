"""Does the quick answer of the page Decisions agree with the full test, on graphs where direction is worth 15 points?

Graphs of 400 nodes, half of them with hubs, whose classes link in a circle strongly enough for a true gap of about 15
points between the best method with direction and the best without. A quick answer that says the opposite of the full
test contradicts it; one that claims what the full test leaves open goes further; one that finds no clear difference
cannot tell.

    python benchmarks/quick_answer.py              # 20 graphs, to the screen
    python benchmarks/quick_answer.py --seed 1     # others
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections import Counter

import numpy as np

from askcore.datasets import GraphData
from askcore.experiments import (
    Effort,
    KernelChoice,
    Problem,
    compare,
    compare_baselines,
    compare_on_split,
    holdout_split,
    suggest,
)
from askcore.experiments.decisions.suggestion import first_verdict, stronger_rival
from askcore.experiments.decisions.verdict import Outcome

GRAPHS, NODES, CLASSES = 20, 400, 3


def graph(rng: np.random.Generator, *, hubs: bool) -> GraphData:
    """Three classes in a circle: links to the next class are likelier than those back, by a third to a half."""
    y = np.arange(NODES) % CLASSES
    weight = rng.pareto(1.5, NODES) + 1.0 if hubs else np.ones(NODES)
    forward, back = (0.030, 0.018) if hubs else (0.022, 0.012)
    step = (y[None, :] - y[:, None]) % CLASSES
    likely = np.array([0.5 * (forward + back), forward, back])[step]
    likely = likely * np.outer(weight, rng.permutation(weight)) / weight.mean() ** 2
    A = (rng.random((NODES, NODES)) < np.minimum(likely, 1.0)).astype(float)
    np.fill_diagonal(A, 0.0)
    return GraphData(A, [f"node {i}" for i in range(NODES)], [f"class {c}" for c in y])


def quick(data: GraphData, seed: int) -> Outcome:
    """What the page says first of a graph of one's own."""
    split = holdout_split(data.labels, random_state=seed)
    begin = suggest(data, split)
    assert begin is not None
    assert begin.adopted.choice is not None
    problem = Problem(data, begin.adopted.choice)
    found = compare_on_split(problem, split, merge=begin.adopted.merge)
    rival = stronger_rival(data, split, found, begin)
    return first_verdict(data, split, found, compare_baselines(problem, split), rival).outcome


def full(data: GraphData, seed: int) -> tuple[str, float]:
    """What the full test claims with the plain links, and the lead of direction in points."""
    choice = KernelChoice("adjacency", orientation="out", normalize=True)
    found = compare(data, choice, random_state=seed, **Effort("full").terms).run()
    lead = found.advantage
    assert lead is not None
    claim = "helps" if found.pays else "costs" if lead.difference.sign < 0 else "unclear"
    return claim, 100 * lead.difference.mean


def main() -> None:
    """Every graph, then how often both agree."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--graphs", type=int, default=GRAPHS)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    count: Counter[str] = Counter()
    for number in range(asked.graphs):
        data = graph(np.random.default_rng([asked.seed, number]), hubs=number % 2 == 0)
        started = time.perf_counter()
        first = quick(data, number)
        between = time.perf_counter()
        claim, lead = full(data, number)
        said = {Outcome.DIRECTION_HELPS: "helps", Outcome.WITHOUT_AHEAD: "costs"}.get(first, "cannot tell")
        told = "goes further" if claim == "unclear" else "agrees" if said == claim else "contradicts"
        told = "cannot tell" if said == "cannot tell" else told
        count[told] += 1
        seconds = f"{between - started:.1f} s and {time.perf_counter() - between:.0f} s"
        print(
            f"{number}: quick {first.name}, full {claim} ({lead:+.0f} points): {told} ({seconds})", flush=True
        )
    print(dict(count))


if __name__ == "__main__":
    main()
