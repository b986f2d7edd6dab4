"""What is chosen for a data set and said of it first: by the page Decisions, by the comparison, by the search.

All that is no public name stands in ``first_look``.
"""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

import askcore
from askcore.datasets import GraphData, MatrixData, TableData, list_samples, load_sample
from tests.golden import data_sets

UNDECIDED = ("tall", "wide")  # rectangular matrices
QUICK = (
    "teaching_graph", "two_moons", "attention", "textures", "three_in_a_circle", "direction_says_nothing", "weighted",
    "self_loops_and_unlabelled", "small_numbers", "one_class_is_rare", "indefinite", "asymmetric",
)  # fmt: skip
COMPARED = ("three_in_a_circle", "direction_says_nothing", "labels_say_nothing", "weighted", "small_numbers")
SEARCHED = ("hubs", "few_rows")


def first_look(name: str) -> Iterator[tuple[str, Any]]:
    """What the page Decisions opens with, how every method does on the split and what is said first."""
    from askcore.datasets import describe_sample
    from askcore.experiments import (
        KernelChoice,
        Problem,
        bag_kernel,
        compare_baselines,
        compare_on_split,
        holdout_split,
        suggest,
    )
    from askcore.experiments.decisions.suggestion import (
        first_verdict,
        matrix_setting,
        stronger_rival,
    )
    from askcore.experiments.decisions.verdict import cautions

    data = own(name)
    preset = describe_sample(name).preset if name in list_samples() else None
    labelled = np.asarray(data.labels) != ""
    share = (preset or {}).get("train", 0.6 if labelled.sum() > 20 else 1.0)
    split, begin, merge = holdout_split(data.labels, train_size=share), None, "mean"
    if data.kind in ("graph", "table"):
        begin = suggest(data, split)
        found = begin.adopted
        yield "search.kernel", repr(found.choice)
        yield "search.opens", [found.label, found.merge, found.gamma, found.damping, found.score]
        without = begin.undirected
        yield "search.without", "" if without is None else [without.label, without.score]
        choice, merge = found.choice, found.merge
    elif data.kind == "matrix":
        choice, setting = KernelChoice("precomputed"), matrix_setting(data, split)
        yield "search.opens", [setting.gamma, setting.damping]
    if preset is not None and data.kind != "bags":
        merge, params = "mean", tuple(sorted(preset["kernel_params"].items()))
        given = {key: preset[key] for key in ("orientation", "normalize") if key in preset}
        choice = KernelChoice(preset["kernel"], params, standardise=data.kind == "table", **given)
        yield "preset", [repr(choice), preset["gamma"], preset["damping"], preset.get("bandwidth", 1.0)]
    if data.kind == "bags":
        problem = Problem.from_data(data, bag_kernel(data, n_components=1).run().kernel())
    else:
        problem = Problem(data, choice)
    won = compare_on_split(problem, split, merge=merge)
    for each in (won.askls, *won.others):
        yield (
            f"method.{each.name}",
            [each.accuracy, each.cross_validated, each.bandwidth, each.gamma, each.damping],
        )
    yield "without", won.without.name
    yield "cautions", [each.doubt.name for each in cautions(data, split, won.views)]
    beside = compare_baselines(problem, split)
    yield from ((f"baseline.{each.name}", [each.accuracy, each.cross_validated]) for each in beside)
    rival = stronger_rival(data, split, won, begin if preset is None else None)
    said = first_verdict(data, split, won, beside, rival)
    yield "outcome", said.outcome.name
    yield "outcome.numbers", [said.askls, said.without, said.without_label, said.guessing, *said.gain]
    yield "outcome.rare", "" if said.rare is None else [said.rare.name, said.rare.found, said.rare.of]


def own(name: str) -> Any:
    """A data set as somebody's own, a sample as it is."""
    if name in list_samples():
        return load_sample(name)
    kind, values, labels = data_sets.load(name)
    if kind == "graph":
        return GraphData(values, [f"node {i}" for i in range(values.shape[0])], labels)
    return TableData(values, labels) if kind == "table" else MatrixData(values, labels)


def compared(name: str) -> Iterator[tuple[str, Any]]:
    """The outcome of the verdict, with what it stands on, of fifteen splits."""
    found = askcore.experiments.compare(own(name), n_splits=15, brief=True, random_state=0).run()
    yield from {"pays": found.pays, "verdict": found.verdict}.items()
    worth = found.direction
    yield "direction", None if worth is None else rounded(worth.mean, worth.low, worth.high, worth.p)
    yield "null", rounded(*found.null.advantages)
    for method, line in found.differences.set_index("method")[["mean", "low", "high", "p"]].iterrows():
        yield f"difference.{method}", rounded(*line)


def rounded(*values: float) -> list[float]:
    """Differences of shares, of which what is no difference is 0."""
    return [round(float(value), 12) for value in values]


def searched(name: str) -> Iterator[tuple[str, Any]]:
    """The best kernel of all, however long it takes to look at each."""
    found = askcore.experiments.find_kernel(own(name), seconds=1e6, random_state=0).run()
    yield "best", [found.best.label, found.best.left_out]
    yield "score", [found.score, found.baseline.accuracy]


CASES = {
    **{name: (first_look, name) for name in data_sets.names() if name not in UNDECIDED},
    **{f"compare {name}": (compared, name) for name in COMPARED},
    **{f"find_kernel {name}": (searched, name) for name in SEARCHED},
}


def decided(case: str) -> dict[str, Any]:
    """What is chosen and said in one of ``CASES``."""
    ask, name = CASES[case]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return dict(ask(name))


def tolerance(what: str) -> float:
    """What a share of samples, an interval or a setting may differ by; words are the same."""
    return 1e-6
