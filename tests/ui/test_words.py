"""What the pages say in each case, with results made up for it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from askcore.datasets import DataError, load_sample, read_table
from askcore.experiments import KernelChoice, Rival, Views
from askcore.ui import words

CLASSES = np.array(["a", "b"])


def views(source: float, target: float, merged: float, *, n: int = 200, **more) -> Views:
    """Views with the given accuracies on n samples, half of each class."""
    truth = np.repeat(CLASSES, [n // 2, n - n // 2])

    def predicted(accuracy: float) -> np.ndarray:
        wrong = np.arange(n) >= round(accuracy * n)
        return np.where(wrong, np.where(truth == "a", "b", "a"), truth)

    shares = {"source": source, "target": target, "merged": merged}
    settings = {
        "classes": CLASSES,
        "truth": truth,
        "f_source": np.zeros((n, 2)),
        "f_target": np.zeros((n, 2)),
        "merged": np.zeros((n, 2)),
        "merge": "mean",
        "coefficients": None,
        "predicted": {role: predicted(share) for role, share in shares.items()},
        "scores": pd.DataFrame({"role": list(shares), "accuracy": list(shares.values())}),
        "chance": 0.5,
        "condition": 12.0,
        "damping": 0.0,
        "solver": "dense",
        "symmetric": False,
        "messages": (),
        "seconds": 0.012,
    }
    return Views(**(settings | more))


def rival(how: str, *accuracies: float) -> Rival:
    best = max(accuracies)
    return Rival(how, tuple(range(1, len(accuracies) + 1)), accuracies, 1.0, 0.1, best, best, best)


MEAN_AT_CHANCE, MEAN_GOOD = rival("mean", 0.48, 0.52), rival("mean", 0.70, 0.80)

CASES = {
    "carries the class": (views(0.9, 0.92, 0.95), [MEAN_AT_CHANCE], True, "The direction carries the class"),
    "worse than guessing": (
        views(0.9, 0.9, 0.9),
        [rival("mean", 0.1, 0.2)],
        True,
        "direction carries the class",
    ),
    "pays": (
        views(0.9, 0.9, 0.97),
        [MEAN_GOOD],
        True,
        "gets 70.0% to **80.0%** over a grid of γ and λ, less than the best view.",
    ),
    "cannot be told apart": (views(0.8, 0.8, 0.81), [MEAN_GOOD], True, "cannot be told apart"),
    "does not pay": (views(0.5, 0.5, 0.55), [MEAN_GOOD], True, "tune before you judge the direction"),
    "the same at every γ": (
        views(0.9, 0.9, 0.97),
        [rival("mean", 0.8, 0.8)],
        True,
        "gets **80.0%** over a grid",
    ),
    "symmetric": (views(0.9, 0.9, 0.9, symmetric=True), [MEAN_GOOD], True, "both views are one decision"),
    "held out": (views(0.9, 0.9, 0.9), [MEAN_GOOD], True, "get **90%** of 200 held-out nodes right"),
    "fit": (views(0.9, 0.9, 0.9), [MEAN_GOOD], False, "that they were trained on, a fit and no prediction"),
    "product better": (
        views(0.7, 0.7, 0.7),
        [MEAN_AT_CHANCE, rival("KKt", 0.95)],
        True,
        "better than the best view",
    ),
    "product less": (views(0.9, 0.9, 0.9), [rival("KtK", 0.6)], True, "less than the best view"),
    "product alike": (
        views(0.9, 0.9, 0.9),
        [rival("KKt", 0.6), rival("KtK", 0.91)],
        True,
        "Kᵀ K, symmetric but",
    ),
}


@pytest.mark.parametrize(("found", "rivals", "held_out", "said"), CASES.values(), ids=CASES)
def test_verdict(found, rivals, held_out, said):
    text = words.verdict(found, rivals, held_out=held_out, is_graph=True)
    assert said.lower() in text.lower()
    assert text.endswith(".")
    assert "  " not in text


def test_only_one_verdict_on_direction():
    claims = ("carries the class", "tune before", "cannot be told apart")
    for found, rivals, held_out, _ in CASES.values():
        text = words.verdict(found, rivals, held_out=held_out, is_graph=True).lower()
        assert sum(claim in text for claim in claims) <= 1


def test_a_fit_is_never_called_held_out():
    text = words.verdict(views(1, 1, 1), [MEAN_AT_CHANCE], held_out=False, is_graph=True)
    assert "held-out" not in text


def test_samples_of_a_table_are_no_nodes():
    text = words.verdict(views(0.9, 0.9, 0.9), [MEAN_GOOD], held_out=True, is_graph=False)
    assert "held-out samples" in text
    assert "node" not in text


def test_a_difference_needs_samples():
    assert not words.clearly_differs(0.9, 0.8, 10)
    assert words.clearly_differs(0.9, 0.8, 1000)
    assert not words.clearly_differs(1.0, 1.0, 1)
    assert words.clearly_differs(0.9, 0.8, 1000) == words.clearly_differs(0.8, 0.9, 1000)
    assert not words.clearly_differs(1.0, 0.0, 0)


def test_readings_follow_the_orientation():
    into, out = "who points to the node", "whom the node points to"
    assert words.readings(KernelChoice("adjacency", orientation="in"), is_graph=True) == (into, out)
    assert words.readings(KernelChoice("adjacency", orientation="out"), is_graph=True) == (out, into)
    table = words.readings(KernelChoice("sne"), is_graph=False)
    assert "node" not in " ".join(table)
    assert table[0] != table[1]


def test_agreement_counts_who_is_right():
    same = views(0.9, 0.9, 0.9)
    assert words.agreement(same) == "The two views agree on all 200 samples."
    predicted = {role: same.truth.copy() for role in same.predicted}
    predicted["source"][:3] = "b"  # the target view is right on these three
    predicted["target"][-2:] = "a"  # the source view on these two
    text = words.agreement(replace(same, predicted=predicted))
    assert text == (
        "The two views name different classes for 5 of 200 samples. The source view is right on 2 of them, "
        "the target view on 3."
    )


def test_agreement_where_both_are_wrong():
    found = views(1, 1, 1)
    predicted = {"source": np.full(200, "x"), "target": np.full(200, "y"), "merged": np.full(200, "x")}
    assert words.agreement(replace(found, predicted=predicted)).endswith("neither on 200.")


def test_solved_by_names_a_resonance():
    assert "condition of the undamped system 12" in words.solved_by(views(1, 1, 1))
    assert "infinite: a resonance" in words.solved_by(views(1, 1, 1, condition=np.inf))
    for solver in ("dense", "sparse", "iterative", "svd"):
        assert words.solved_by(views(1, 1, 1, solver=solver)).startswith("Solved by ")


def test_a_small_drawing_says_less():
    small, large = load_sample("teaching_graph"), load_sample("cyclic_communities")
    assert "on purpose" in words.drawing(large, "M.")
    assert words.drawing(small, "M.") == "M. Nearness is a choice of the drawing."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain name-1.csv", "plain name-1.csv"),
        ("**b** _i_ `c`", r"\*\*b\*\* \_i\_ \`c\`"),
        ("![p](http://x/p.png)", r"\!\[p\](http\://x/p.png)"),
        ("<b>$x$</b>", r"\<b\>\$x\$\</b\>"),
        ("# head", r"\# head"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("two\nlines", "two lines"),
        (3, "3"),
    ],
)
def test_plain(text, shown):
    assert words.plain(text) == shown


def test_remedies_name_the_controls_of_the_page():
    broken = b"a,b,label\n1,2,x\n,3,y\n4,red,x\n5,6,y\n"
    for content in (broken, b"a,b,label\n1,2,x\n,3,y\n4,5,x\n"):
        with pytest.raises(DataError) as caught:
            read_table(content, label="label")
        said = words.on_page(caught.value)
        assert "under “" in said
        assert "in the sidebar" in said
        assert "missing=" not in said
        assert "categories=" not in said
