"""Figures are held to the digit: of every table on small made-up data, and on the published data as recorded.

``held.json`` holds what came out on the made-up data before the tuning was rewritten. A change that is meant writes it
anew, ``python -m tests.papers.test_held``, and raises the protocol's version.
"""

import json
import os
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
from threadpoolctl import threadpool_limits

from askcore.datasets import BagData, GraphData, TableData
from askcore.papers import measured, protocol
from askcore.papers.engine.protocol import Unit

pytestmark = pytest.mark.long  # seconds each

HELD = Path(__file__).with_name("held.json")
NOTES = {"capped", "damped", "left_out"}
TIMED = ("seconds", "speedup_over_rsvd")  # another machine's, or another day's


def graph(within, across, n=90):
    """Three classes, linked more in one direction; two nodes without a label."""
    rng = np.random.default_rng(3)
    k = np.arange(n) % 3
    share = np.where(k[:, None] == k, within, across) * np.where(k[:, None] < k, 1.5, 0.5)
    labels = np.array([["a", "b", "c"][each] for each in k], dtype=object)
    return GraphData(sp.csr_array((rng.random((n, n)) < share) * 1.0), [str(i) for i in range(n)], labels)


def numbers(n=70, d=6, classes=2, regression=False):
    rng = np.random.default_rng(5)
    X = rng.random((n, d)) * 7 + 1
    y = X[:, 0] - X[:, 1] * np.cos(X[:, 2]) + rng.normal(0, 2, n)
    return TableData(X, y if regression else np.digitize(y, np.quantile(y, np.arange(1, classes) / classes)))


def bags():
    rng = np.random.default_rng(4)
    labels = np.repeat(["ant", "bee", "cow"], 8)
    spread = {"ant": 1.0, "bee": 1.6, "cow": 2.5}
    return BagData([rng.normal(0, spread[x], size=(12, 2)) for x in labels], labels)


LINKS = graph(0.14, 0.03)
PAIR = (numbers(60), numbers(60))
NERD = {"nerd_walks": 2_000, "nerd_dim": 6, "nerd_rate": 0.2}
FEW = {"folds": 4, "gammas": 7}
# Name -> table, data set, data, options; two repeats of every row. A small factor of the bandwidth leaves a matrix of
# one entry, and then every left vector but the first is rounding, another on every processor.
SMALL = {
    "askls-I": ("askls-I", "textures", bags(), {"train_share": 0.75, "folds": 3, "n_components": 2, "n_draws": 60,
                                                "a_values": 3, "gammas": 4}),
    "askls-III": ("askls-III", "cora", LINKS, {**NERD, "folds": 3, "tuned_gammas": "0.1 10",
                                               "tuned_dampings": "0.01 1", "tuned_folds": 3}),
    "askls-III, large": ("askls-III", "cora", LINKS, {**NERD, "folds": 3, "large": 20, "large_gammas": "1 10",
                                                      "large_dampings": "0.1"}),
    "askls-IV": ("askls-IV", "sonar", numbers(), {**FEW, "sigmas": 3}),
    "askls-IV, three classes": ("askls-IV", "sonar", numbers(classes=3), {**FEW, "sigmas": 3, "merge": "stack"}),
    "askls-IV, given parts": ("askls-IV", "monks1", PAIR, {**FEW, "sigmas": 3}),
    "askls-IV, searched on some": ("askls-IV", "sonar", numbers(), {**FEW, "sigmas": 3, "search_rows": 25}),
    "indefinite-1": ("indefinite-1", "sonar", numbers(), {**FEW}),
    "indefinite-1, three classes": ("indefinite-1", "sonar", numbers(classes=3), {**FEW}),
    "indefinite-1, given parts": ("indefinite-1", "monks1", PAIR, {**FEW}),
    "indefinite-2": ("indefinite-2", "sonar ratio 50%", numbers(), {"folds": 4}),
    "indefinite-2, three classes": ("indefinite-2", "sonar ratio 30%", numbers(classes=3), {"folds": 3}),
    "ksvd-1": ("ksvd-1", "cora", LINKS, {"n_components": 15, "factors": [1.0, 2.0], "gammas": [0.1, 10.0]}),
    "ksvd-2": ("ksvd-2", "cora", LINKS, {"n_components": 15}),
    "ksvd-figure-2": ("ksvd-figure-2", "cora", graph(0.05, 0.02, 240), {"n_components": 10}),
    "ksvd-3": ("ksvd-3", "liver", numbers(), {"inner_folds": 3, "factors": [1.0, 4.0]}),
    "ksvd-3, numbers": ("ksvd-3", "yacht", numbers(regression=True), {"inner_folds": 3, "factors": [4.0]}),
    "ksvd-6": ("ksvd-6", "liver", numbers(), {"inner_folds": 3}),
    "ksvd-6, numbers": ("ksvd-6", "yacht", numbers(regression=True), {"inner_folds": 3}),
    "ksvd-section-5.2": ("ksvd-section-5.2", "liver", numbers(), {}),
    "ksvd-figure-1": ("ksvd-figure-1", "cora", LINKS, {"n_components": 4, "max_samples": 60}),
}  # fmt: skip


def without_times(values):
    """Values as in a record, but for what is measured in seconds."""
    return {
        method: {metric: list(column) for metric, column in found.items() if metric not in TIMED}
        for method, found in values.items()
    }


def computed(chosen, data, unit, options):
    with threadpool_limits(1):  # as in every run
        return without_times(chosen.compute(data, unit, {**chosen.options, **options}))


def small(name):
    key, dataset, data, options = SMALL[name]
    chosen = protocol(key)
    found = {}
    for unit in chosen.units(dataset, chosen.rows, 2, 0):
        for method, values in computed(chosen, data, unit, options).items():
            for metric, column in values.items():
                found.setdefault(method, {}).setdefault(metric, []).extend(map(float, column))
    return found


# Where singular values fade into rounding, which of them are counted depends on the processor: on Cora KSVD leaves 250,
# 251, 255 or 267 of 5,429 links wrong on four kinds of them.
LOOSE = {"ksvd-2": 0.1}


def same(found, held, rtol=1e-9):
    """Records from before a note ("capped") say nothing of it; every other metric must be there."""
    for method, metrics in found.items():
        assert set(metrics) - set(held[method]) <= NOTES
    assert set(found) == set(held)
    for method, metrics in held.items():
        for metric, column in metrics.items():
            np.testing.assert_allclose(
                found[method][metric], column, rtol=rtol, atol=0, err_msg=f"{method}, {metric}"
            )


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if "," in name else []) for name in SMALL]
)
def test_on_small_data_the_figures_are_those_held(name):
    same(small(name), json.loads(HELD.read_text(encoding="utf-8"))[name])


def slow(record):
    """More than 2 seconds; the embedding is not in the time of the later repeats, which shared it."""
    return record["seconds"] > 2 or any("NERD" in method for method in record["methods"])


def cheapest():
    """Of every table and group of rows, the record that took the least time."""
    found = {}
    for record in measured():
        key = record["table"], tuple(record["methods"])
        if key not in found or record["seconds"] < found[key]["seconds"]:
            found[key] = record
    return [
        pytest.param(record, marks=[pytest.mark.long] if slow(record) else [], id="-".join((table, *m)))
        for (table, m), record in found.items()
        if without_times(record["values"])[m[0]]
    ]


@cache
def loaded(key, dataset):
    return protocol(key).load(dataset, None)


@pytest.mark.long
@pytest.mark.full_data
@pytest.mark.skipif("ASKCORE_DATA" not in os.environ, reason="ASKCORE_DATA does not name the data folder")
@pytest.mark.parametrize("record", cheapest())
def test_on_the_published_data_a_unit_gives_what_is_recorded(record):
    chosen = protocol(record["table"])
    data = loaded(record["table"], record["dataset"])
    unit = Unit(record["dataset"], tuple(record["methods"]), tuple(record["repeats"]), record["seed"])
    found = computed(chosen, data, unit, record["options"])
    same(found, without_times(record["values"]), LOOSE.get(record["table"], 1e-9))


if __name__ == "__main__":
    HELD.write_text(json.dumps({name: small(name) for name in SMALL}, indent=1) + "\n", encoding="utf-8")
