"""What the page says of a matrix is so: symmetric, skew, rescaled, definite, rectangular, constant, zero, drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from askcore.datasets import MatrixData
from askcore.diagnostics import feature_pair
from askcore.experiments import KernelChoice, Problem, kernel_entries, kernel_part
from askcore.experiments.matrix.blocks import ClassMeans
from askcore.experiments.matrix.definiteness import Definiteness, symmetric_ends
from askcore.ui.pages.kernel_matrix import words
from askcore.ui.pages.kernel_matrix.findings import findings
from askcore.ui.pages.kernel_matrix.words import (
    class_flow,
    pair,
)

RNG = np.random.default_rng(3)
GRAM = (lambda X: X @ X.T)(RNG.normal(size=(8, 12)))
ROWS = RNG.uniform(0.5, 2.0, (8, 1))
SKEW = np.triu(RNG.normal(size=(8, 8)), 1)

MATRICES = {
    "definite": GRAM,
    "indefinite": GRAM - 8 * np.eye(8),
    "rescaled": ROWS * GRAM,
    "skew": SKEW - SKEW.T,
    "triangular": SKEW + np.eye(8),
    "zero": np.zeros((4, 4)),
    "constant": np.full((4, 4), 0.25),
    "rectangular": RNG.normal(size=(8, 5)),
    "one row": np.ones((1, 3)),
    "one": np.ones((1, 1)),
}


def taken(K, most=600):
    problem = Problem(MatrixData(K), KernelChoice("precomputed"))
    return problem, kernel_entries(problem.operator), kernel_part(problem.operator, max_rows=most)


def verdict(name, most=600):
    return words.verdict(*taken(MATRICES[name], most))


@pytest.mark.parametrize(
    ("name", "parts"),
    {
        "definite": ["**symmetric**", "It is **positive definite**."],
        "indefinite": ["**symmetric**", "It is **indefinite** (", "negative eigenvalues)"],
        "rescaled": ["**asymmetric**", "**rescaled rows**", "These factors alone decide"],
        "skew": ["**skew-symmetric**", "**100%**"],
        "triangular": [
            "**asymmetric**",
            "of its energy is in the skew-symmetric part",
            "Its symmetric part is **indefinite**",
        ],
        "zero": ["**Every entry is zero**", "Choose other data"],
        "constant": ["**symmetric**", "Every entry is 0.25", "**positive semidefinite**"],
        "rectangular": ["**rectangular**, 8 rows and 5 columns", "nats** (0"],
        "one row": ["**rectangular**, 1 row and 3 columns"],
        "one": ["**symmetric**", "**positive definite**"],
    }.items(),
)
def test_verdict(name, parts):
    said = verdict(name)
    for part in parts:
        assert part in said
    if name in ("definite", "indefinite", "constant", "one"):
        assert "asymmetric" not in said


def test_the_share_is_that_of_the_matrix():
    K = MATRICES["triangular"]
    share = np.linalg.norm((K - K.T) / 2) ** 2 / np.linalg.norm(K) ** 2
    assert f"**{share:.1%}** of its energy is in the skew-symmetric part" in verdict("triangular")


def test_a_definite_part_does_not_make_the_whole_definite():
    X = RNG.normal(size=(30, 60))
    problem, entries, part = taken(X @ X.T, most=10)
    said = words.verdict(problem, entries, part)
    assert "definite**" not in said
    assert "Whether it is indefinite is **not known**" in said
    assert findings(problem, entries, part, is_graph=False)[2][1] == "not known"
    known = replace(entries, definiteness=symmetric_ends(problem.operator))
    assert said.split(".")[0] in words.verdict(problem, known, part)
    assert "It is **positive definite**." in words.verdict(problem, known, part)


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        (Definiteness(-1.44, 2.7), "**indefinite** (eigenvalues from −1.44 to 2.7)"),
        (
            Definiteness(-1.0, 2.0, (2515, 181, 12)),
            "**indefinite** (2,515 positive, 181 negative, 12 zero eigen",
        ),
        (
            Definiteness(0.5, 2.7),
            "**not known**: no negative eigenvalue was found, the smallest is about 0.5.",
        ),
        (
            Definiteness(-2.7, -0.5),
            "**not positive semidefinite**: its lowest eigenvalue is about −2.7.",
        ),
    ],
)
def test_the_whole_decides_what_is_definite(ends, told):
    K = np.eye(40) + 0.01 * RNG.normal(size=(40, 40))
    problem, entries, part = taken(K, most=10)
    entries = replace(entries, definiteness=ends)
    assert part.found.definiteness == "positive definite"
    assert told in words.verdict(problem, entries, part)
    names = [name for name, *_ in findings(problem, entries, part, is_graph=False)]
    assert {
        "Skew-symmetric share",
        "Symmetric part",
        "Removable by rescaling the rows (10 sampled)",
        "Rank of 10 sampled",
    } <= set(names)


def test_a_part_without_links_does_not_make_the_matrix_zero():
    K = np.zeros((40, 40))
    problem, entries, part = taken(K, most=10)
    assert "Every entry that was read is zero" in words.verdict(problem, entries, part)
    missed = [i for i in range(40) if i not in part.rows][:2]
    K[missed[0], missed[1]] = K[missed[1], missed[0]] = 1.0
    assert "is zero" not in words.verdict(*taken(K, most=10))
    K[missed[1], missed[0]] = 0.0  # the part is symmetric and tells nothing of row scaling
    problem, entries, part = taken(K, most=10)
    assert "rescaled" not in words.verdict(problem, entries, part)
    told = {name: value for name, value, _ in findings(problem, entries, part, is_graph=False)}
    assert told["Removable by rescaling the rows (10 sampled)"] == "not known"


def test_row_scaling_and_rank_are_told():
    told = {
        title: (value, meaning)
        for title, value, meaning in findings(*taken(MATRICES["rescaled"]), is_graph=False)
    }
    assert told["Removable by rescaling the rows"][0] == "yes"
    assert told["Rank"][0].startswith("8 of 8")
    told = {title: value for title, value, _ in findings(*taken(MATRICES["triangular"]), is_graph=True)}
    assert told["Removable by rescaling the rows"] == "no"
    assert told["Reciprocity of K"] == "0%"


def test_one_ratio_is_shown_and_what_scaling_leaves_is_a_share_of_it():
    """Beside the factors diag(1, 4) on a symmetric matrix, a part that no factors take away."""
    K = np.array([[1.0, 2.0, 1.0], [8.0, 4.0, 4.0], [2.0, 1.0, 1.0]])
    problem, entries, part = taken(K)
    told = {title: meaning for title, _, meaning in findings(problem, entries, part, is_graph=False)}
    left = part.found.row_scaling.remaining / part.found.skew_ratio
    said = told["Removable by rescaling the rows"]
    assert f"with the best factors, {left:.0%} of the skew-symmetric ratio remains." in said
    turned = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])  # one way round a ring
    told = {title: meaning for title, _, meaning in findings(*taken(turned), is_graph=True)}
    assert told["Removable by rescaling the rows"].endswith("with the best factors, all of it remains.")


def test_a_rounding_of_skew_is_no_skew():
    K = GRAM.copy()
    K[0, 1] += 1e-15 * abs(K).max()
    told = {title: value for title, value, _ in findings(*taken(K), is_graph=False)}
    assert (told["Skew-symmetric share"], told["Skew-symmetric ratio"]) == ("0%", "0")


@pytest.mark.parametrize(
    ("K", "u", "v", "parts"),
    [
        ([[1, 0.5], [0.2, 1]], 0, 1, ["u = **a** and v = **b**, K(u, v) is larger than K(v, u) by **0.3**"]),
        ([[1, 0.2], [0.5, 1]], 0, 1, ["K(v, u) is larger than K(u, v) by **0.3**"]),
        ([[1, 0.5], [0.5, 1]], 0, 1, ["equal, **0.5**", "no direction"]),
        ([[-1, 0.5], [0.5, 1]], 0, 1, ["K(u, u) = −1 is negative, so u has no length"]),
        ([[0, 0.5], [0.5, 1]], 1, 0, ["K(v, v) = 0: v has length zero"]),
        ([[1, 3], [3, 1]], 0, 1, ["distance is negative, −4, so there is no distance", "cosine above 1"]),
    ],
)  # fmt: skip
def test_pairs(K, u, v, parts):
    names = ["a", "b"]
    said = " ".join(pair(feature_pair(np.array(K, dtype=float), u, v), names[u], names[v]))
    for part in parts:
        assert part in said


def test_links_between_classes_go_the_way_of_the_arrows():
    means = ClassMeans(["A", "B"], ["A", "B"], np.array([[0.1, 0.3], [0.0, 0.2]]))
    out = class_flow(means, links=True, reads_in=False)
    assert "**A** links most to **B**: 0.3; the other way 0" in out
    into = class_flow(means, links=True, reads_in=True)
    assert "**B** links most to **A**: 0.3; the other way 0" in into
    assert "**A** is most similar to **B**: 0.3; the other way 0" in class_flow(
        means, links=False, reads_in=True
    )
    assert class_flow(ClassMeans(["A"], ["A"], np.ones((1, 1))), links=True, reads_in=True) == ""
