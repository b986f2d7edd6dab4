"""How often "Does direction pay?" claims what is not so, finds what is so, and covers what is true.

Simulated data, whose directions are drawn at random (nothing to find) or carry the class (something to find), are put
through ``compare`` as it stands: three times ten folds, tuning, the best of each family chosen on training samples, a
null on every split. Each data set is one line of JSON, appended to a file, so that the work goes on where it was left:

    python benchmarks/calibrate_comparison.py --minutes 30     # go on, then print the table
    python benchmarks/calibrate_comparison.py --minutes 0      # print the table of what is there

To keep a data set at a few seconds, SVC, HOPE and its twin are left out.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy.stats import binomtest

from askcore.datasets import GraphData, TableData
from askcore.datasets.protocol import Dataset
from askcore.experiments import compare
from askcore.experiments.comparison.verdict import outcome

RECORDS = Path(__file__).with_name("calibration.jsonl")
PROTOCOL = 4  # records of another protocol are left alone
GRAPH_METHODS = (
    "KKt",
    "KtK",
    "ase",
    "undirected_mean",
    "undirected",
    "undirected_askls",
    "undirected_KKt",
    "undirected_KtK",
)
TABLE_METHODS = ("KKt", "KtK", "mean", "squared")


@dataclass(frozen=True)
class Kind:
    """One kind of data: how it is drawn, which methods compare, and whether there is nothing to find."""

    words: str
    draw: Callable[[np.random.Generator], Dataset]
    methods: tuple[str, ...] = (*GRAPH_METHODS, "undirected_ase")
    null: bool = True


def graph(A: np.ndarray, y: np.ndarray) -> GraphData:
    """The graph of an adjacency matrix (n, n) of 0 and 1 with classes y (n,)."""
    return GraphData(A.astype(float), [str(i) for i in range(len(y))], [f"class {k}" for k in y])


def at_random(rng: np.random.Generator, links: np.ndarray, y: np.ndarray) -> GraphData:
    """Undirected links (n, n), above the diagonal, each in a direction drawn at random."""
    turned = rng.random(links.shape) < 0.5
    return graph((links & ~turned) | (links & turned).T, y)


def planted(n: int, within: float, between: float) -> Callable[[np.random.Generator], GraphData]:
    """Three classes with these probabilities of a link, directions at random."""

    def draw(rng: np.random.Generator) -> GraphData:
        y = np.arange(n) % 3
        likely = np.where(y[:, None] == y, within, between)
        return at_random(rng, np.triu(rng.random((n, n)) < likely, 1), y)

    return draw


def heavy_tailed(rng: np.random.Generator, n: int = 120) -> GraphData:
    """The same with weights of the nodes from a Pareto law (exponent 2.5): few nodes have most links."""
    y = np.arange(n) % 3
    weight = rng.pareto(1.5, n) + 1.0
    likely = np.minimum(1.0, np.where(y[:, None] == y, 0.06, 0.02) * np.outer(weight, weight) / weight.mean())
    return at_random(rng, np.triu(rng.random((n, n)) < likely, 1), y)


def cyclic(n: int, within: float, forward: float, back: float) -> Callable[[np.random.Generator], GraphData]:
    """Three classes; links within, to the next and to the previous class have these probabilities."""

    def draw(rng: np.random.Generator) -> GraphData:
        y = np.arange(n) % 3
        step = (y[None, :] - y[:, None]) % 3
        A = rng.random((n, n)) < np.array([within, forward, back])[step]
        np.fill_diagonal(A, False)
        return graph(A, y)

    return draw


def table(rng: np.random.Generator, n: int = 120) -> TableData:
    """Three overlapping Gaussian classes of one shape: the asymmetry of SNE tells of density, which tells no class."""
    y = np.arange(n) % 3
    centres = 1.3 * np.array([[1.0, 0.0], [-0.5, 0.9], [-0.5, -0.9]])
    return TableData(centres[y] + rng.normal(size=(n, 2)), [f"class {k}" for k in y])


KINDS = {
    "homophilous": Kind("more links within classes, random directions", planted(120, 0.08, 0.03)),
    "heterophilous": Kind("more links between classes, random directions", planted(120, 0.03, 0.08)),
    "heavy-tailed": Kind("a few nodes with most links, random directions", heavy_tailed),
    "table": Kind("three Gaussian classes, SNE kernel", table, TABLE_METHODS),
    "cycle": Kind(
        "link probability 0.07 to the next class, 0.03 to the previous one, 0.05 within",
        cyclic(150, 0.05, 0.07, 0.03),
        null=False,
    ),
    "strong cycle": Kind("the same with 0.09, 0.02 and 0.05", cyclic(150, 0.05, 0.09, 0.02), null=False),
    "faint cycle": Kind("the same with 0.06, 0.04 and 0.05", cyclic(150, 0.05, 0.06, 0.04), null=False),
}


def record(name: str, seed: int) -> dict[str, Any]:
    """One data set, compared."""
    kind = KINDS[name]
    data = kind.draw(np.random.default_rng([list(KINDS).index(name), seed]))
    started = time.process_time()
    found = compare(data, methods=kind.methods, bandwidths=(1.0, 0.5), random_state=seed).run()
    assert found.advantage is not None
    assert found.direction is not None
    lead, worth = found.advantage.difference, found.direction
    return {
        "protocol": PROTOCOL,
        "kind": name,
        "seed": seed,
        "told": outcome(found.advantage, found.direction, found.settings),
        "lead": [round(each, 5) for each in (lead.mean, lead.low, lead.high)],
        "worth": [round(each, 5) for each in (worth.mean, worth.low, worth.high)],
        "seconds": round(time.process_time() - started, 2),
    }


def held(path: Path) -> list[dict[str, Any]]:
    """The records of this protocol; a line that was cut off is none."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            one = json.loads(line)
        except ValueError:
            continue
        if one.get("protocol") == PROTOCOL and one.get("kind") in KINDS:
            found.append(one)
    return found


def due(records: list[dict[str, Any]]) -> Iterator[tuple[str, int]]:
    """Kind and seed of what comes next, the kind with the fewest records first."""
    seeds = {name: {one["seed"] for one in records if one["kind"] == name} for name in KINDS}
    while True:
        name = min(seeds, key=lambda each: len(seeds[each]))
        seed = next(i for i in range(len(seeds[name]) + 1) if i not in seeds[name])
        seeds[name].add(seed)
        yield name, seed


def share(hits: int, n: int) -> str:
    """Percent of n with the exact 95 % interval."""
    low, high = binomtest(hits, n).proportion_ci(0.95)
    return f"{hits} of {n}: {hits / n:.0%} ({low:.0%} to {high:.0%})"


def summary(records: list[dict[str, Any]]) -> pd.DataFrame:
    """One row per kind, and one for all data without direction.

    Of graphs with random directions the truth is 0; else it is the mean over the data sets of the kind.
    """
    rows = []
    for name, kind in KINDS.items():
        own = [one for one in records if one["kind"] == name]
        if not own:
            continue
        mean, low, high = np.array([one["worth"] for one in own]).T
        truth = 0.0 if kind.null and name != "table" else mean.mean()
        rows.append(
            {
                "data": f"{name}: {kind.words}",
                "data sets": len(own),
                "claims": share(sum(one["told"] == "pays" for one in own), len(own)),
                "worth": f"{100 * mean.mean():+.1f}",
                "interval covers": share(int(((low <= truth) & (truth <= high)).sum()), len(own)),
                "half-width": f"{50 * np.median(high - low):.1f}",
                "time (s)": f"{np.median([one['seconds'] for one in own]):.0f}",
            }
        )
    none = [one for one in records if KINDS[one["kind"]].null]
    if none:
        rows.append(
            {
                "data": "all four without direction",
                "data sets": len(none),
                "claims": share(sum(one["told"] == "pays" for one in none), len(none)),
            }
        )
    return pd.DataFrame(rows).fillna("")


def markdown(table: pd.DataFrame) -> str:
    """The rows as a Markdown table."""
    lines = [list(table.columns), ["---"] * len(table.columns), *table.astype(str).to_numpy().tolist()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Go on for so many minutes, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--records", type=Path, default=RECORDS)
    asked = parser.parse_args()
    records, end = held(asked.records), time.monotonic() + 60 * asked.minutes
    for name, seed in due(records):
        if time.monotonic() >= end:
            break
        records.append(record(name, seed))
        with asked.records.open("a", encoding="utf-8") as file:
            file.write(json.dumps(records[-1]) + "\n")
    print(markdown(summary(records)))


if __name__ == "__main__":
    main()
