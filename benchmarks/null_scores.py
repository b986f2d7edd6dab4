"""Do the scores that are shown, and the claims, hold where there is nothing to find?

Random graphs with random labels, and tables whose labels were permuted: whatever wins here wins by luck. Each data set
is opened as somebody's own would be, and searched for a kernel. What is shown of the training part is held against the
accuracy on the test part, and every claim that something is better is counted. Each data set is one line of JSON,
appended to a file, so that the work goes on where it was left:

    python benchmarks/null_scores.py               # all that are missing, then the table
    python benchmarks/null_scores.py --minutes 0   # the table of what is there
    python benchmarks/null_scores.py --seed 1      # other data sets, to the screen alone
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from askcore.datasets import GraphData, TableData
from askcore.experiments import (
    Problem,
    compare_baselines,
    compare_on_split,
    find_kernel,
    holdout_split,
    suggest,
)
from askcore.experiments.decisions.suggestion import first_verdict, stronger_rival
from askcore.experiments.decisions.verdict import Outcome

RECORDS = Path(__file__).with_name("null_scores.jsonl")
PROTOCOL = 2  # records of another protocol are left alone
GRAPHS, TABLES = 60, 30
SEARCH = 6.0  # seconds of a search for a kernel


def graph(rng: np.random.Generator) -> GraphData:
    """A random directed graph of 80 to 300 nodes; labels of 2 to 4 classes, not all equally common, at random."""
    n, k = int(rng.integers(80, 301)), int(rng.integers(2, 5))
    weight = rng.pareto(1.5, n) + 1.0 if rng.random() < 0.5 else np.ones(n)
    likely = np.outer(weight, rng.permutation(weight)) * rng.uniform(3, 9) / n / weight.mean() ** 2
    A = (rng.random((n, n)) < np.minimum(likely, 1.0)).astype(float)
    np.fill_diagonal(A, 0.0)
    y = rng.choice(k, size=n, p=rng.dirichlet(np.full(k, 8.0)))
    return GraphData(A, [f"node {i}" for i in range(n)], [f"class {c}" for c in y])


def table(rng: np.random.Generator) -> TableData:
    """80 to 400 rows of 2 to 12 features of several laws and units, with the labels of clusters, permuted."""
    n, d, k = int(rng.integers(80, 401)), int(rng.integers(2, 13)), int(rng.integers(2, 5))
    y = rng.choice(k, size=n, p=rng.dirichlet(np.full(k, 8.0)))
    X = rng.normal(size=(n, d)) + rng.normal(size=(k, d))[y]
    skewed = rng.random(d) < 0.3
    X[:, skewed] = np.exp(X[:, skewed])
    return TableData(X * 10.0 ** rng.integers(-2, 5, size=d), [f"class {c}" for c in rng.permutation(y)])


def data_sets(seed: int) -> Iterator[tuple[str, int, Any]]:
    """Kind, number and data of each."""
    for kind, n, draw in (("graph", GRAPHS, graph), ("table", TABLES, table)):
        for number in range(n):
            yield kind, number, draw(np.random.default_rng([seed, kind == "table", number]))


def record(data: Any, number: int) -> dict[str, Any]:
    """What is shown and claimed of one data set."""
    started = time.process_time()
    split = holdout_split(data.labels, random_state=number)
    begin = suggest(data, split)
    assert begin is not None
    assert begin.adopted.choice is not None
    found = compare_on_split(Problem(data, begin.adopted.choice), split, merge=begin.adopted.merge)
    baselines = compare_baselines(Problem.from_data(data), split)
    searched = find_kernel(data, split=split, seconds=SEARCH).run()
    assert searched.best is not None
    told = first_verdict(data, split, found, baselines, stronger_rival(data, split, found, begin))
    claims = {
        "without direction": told.outcome is Outcome.WITHOUT_AHEAD,
        "direction": told.outcome is Outcome.DIRECTION_HELPS,
        "baseline": told.outcome is Outcome.BASELINE_AHEAD,
    }
    return {
        "opens": [begin.adopted.score, found.askls.accuracy],
        "search": [searched.best.left_out, searched.score],
        "uncorrected": [searched.selection.among(searched.best.places).accuracy, searched.score],
        "guessing": told.guessing,
        "claims": [name for name, made in claims.items() if made],
        "seconds": round(time.process_time() - started, 1),
    }


def held(path: Path) -> dict[tuple[str, int], dict[str, Any]]:
    """The records of this protocol."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    records = [json.loads(line) for line in lines]
    return {(one["kind"], one["number"]): one for one in records if one["protocol"] == PROTOCOL}


def summary(records: list[dict[str, Any]]) -> str:
    """A Markdown table: one row for graphs, one for tables."""
    lines = [
        "| data | data sets | first kernel: shown − test | search: shown − test | search, uncorrected "
        "| most common class | test | claims |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for kind in ("graph", "table"):
        own = [one for one in records if one["kind"] == kind]
        if not own:
            continue
        gaps = [
            np.array([one[of][0] - one[of][1] for one in own]).mean() * 100
            for of in ("opens", "search", "uncorrected")
        ]
        guessing, test = (
            100 * np.mean(values) for values in ([o["guessing"] for o in own], [o["search"][1] for o in own])
        )
        made = sum(bool(one["claims"]) for one in own)
        cells = [
            *(f"{gap:+.1f}" for gap in gaps),
            f"{guessing:.0f} %",
            f"{test:.0f} %",
            f"{made} of {len(own)}",
        ]
        lines.append(f"| {kind}s | {len(own)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Go on where it was left, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0, help="0 is what the documents show")
    asked = parser.parse_args()
    records = held(RECORDS) if asked.seed == 0 else {}
    end = time.monotonic() + 60 * asked.minutes
    warnings.simplefilter("ignore")
    for kind, number, data in data_sets(asked.seed):
        if (kind, number) in records or time.monotonic() >= end:
            continue
        one = {"protocol": PROTOCOL, "kind": kind, "number": number, **record(data, number)}
        records[kind, number] = one
        print(json.dumps(one), flush=True)
        if asked.seed == 0:
            with RECORDS.open("a", encoding="utf-8") as file:
                file.write(json.dumps(one) + "\n")
    print(summary([*records.values()]))


if __name__ == "__main__":
    main()
