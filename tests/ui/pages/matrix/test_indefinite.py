"""The tab "Indefinite": a sentence for every outcome, numbers against plain algebra, and every view as blocks."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import MatrixData, load_sample
from askcore.experiments import KernelChoice
from askcore.experiments.matrix.fixes import FixedSpectrum, FixOutcome
from askcore.experiments.matrix.reading import Signs
from askcore.experiments.matrix.signed import signed_parts
from askcore.ui.blocks import Action, Metric, Run, Tabs, figures, texts
from askcore.ui.data.dataset import Active
from askcore.ui.pages.matrix import indefinite
from askcore.ui.pages.matrix.results import KernelMatrix
from askcore.ui.text.words import NEEDS_LABELS, reversed_below_chance

RNG = np.random.default_rng(0)
A = RNG.normal(size=(20, 20))


def of_matrix(K, labels=None) -> KernelMatrix:
    data = MatrixData(np.asarray(K, dtype=float), row_labels=labels)
    return KernelMatrix(Active("given", "Given", data, {}, "", ""), KernelChoice("precomputed"))


def viewed(state: KernelMatrix, view: str):
    (views,) = [block for block in indefinite.tab(state) if isinstance(block, Tabs)]
    return views.bodies[view]()


@pytest.mark.parametrize(
    ("K", "said"),
    [
        (A @ A.T, "K has no negative eigenvalue: it is a Mercer kernel, and no squared distance is negative."),
        (-A @ A.T, "K has no positive eigenvalue: with the other sign it is a Mercer kernel."),
        (np.diag([2.0, -1.0]), "K is indefinite, so it is not a Mercer kernel: 1 of 2 eigenvalues are negative and"),
        (A - A.T, "The symmetric part of K is zero: all its eigenvalues are zero."),
        (A, "The symmetric part of K is indefinite, so it is not a Mercer kernel:"),
    ],
)  # fmt: skip
def test_the_signs_in_a_sentence(K, said):
    assert indefinite.signs_said(of_matrix(K)).startswith(said)


def test_every_outcome_has_its_sentence():
    assert set(indefinite.SENTENCES) == set(Signs)
    assert set(indefinite.FIXED) == set(FixOutcome)


def test_numbers_by_numpy():
    S = A + A.T
    values = np.linalg.eigvalsh(S)
    d = S.diagonal()[:, None] + S.diagonal() - 2 * S
    below = (d[np.triu_indices(20, 1)] < 0).mean()
    numbers = [block.value for block in indefinite.tab(of_matrix(S)) if isinstance(block, Metric)]
    energy = (values[values < 0] ** 2).sum() / (values**2).sum()
    assert numbers == [
        f"{energy:.1%}",
        f"{values[0] / abs(values).max():.3g}".replace("-", "−"),
        f"{below:.1%}",
    ]


def test_of_a_large_matrix_the_energy_is_that_of_all_rows():
    K = RNG.normal(size=(640, 640))
    values = np.linalg.eigvalsh((K + K.T) / 2)
    state = of_matrix(K)
    assert state.summary.negative_energy == pytest.approx((values[values < 0] ** 2).sum() / (values**2).sum())
    said = indefinite.signs_said(state)
    assert f"{(values < 0).sum()} of 640 eigenvalues are negative" in said
    assert state.sampled == " Of 600 of 640 rows and 600 columns, sampled at random."


@pytest.mark.parametrize("view", [indefinite.EIGENVALUES, indefinite.PARTS, indefinite.SPHERES])
@pytest.mark.parametrize("K", [A, A + A.T, np.zeros((4, 4)), np.ones((1, 1)), -np.eye(3)], ids=str)
def test_every_view_of_odd_matrices_stands(view, K):
    content = viewed(of_matrix(K), view)
    assert texts(content)
    for figure in figures(content):
        assert figure.draw(theme="dark") is not None


@pytest.mark.parametrize("view", [indefinite.FIXES, indefinite.PAYS])
def test_what_needs_labels_says_so(view):
    assert NEEDS_LABELS in texts(viewed(of_matrix(A), view))


def test_three_kinds_are_offered():
    state = of_matrix(A, np.array(["a", "b"] * 10))
    content = viewed(state, indefinite.PAYS)
    assert isinstance(content[-1], Run)
    assert not content[-1].work.ready()
    assert "S Sᵀ (positive definite)" in texts(content)[-1]


def test_a_definite_kernel_of_a_table_offers_an_indefinite_one():
    data = load_sample("iris")
    state = KernelMatrix(Active("iris", "Iris", data, {}, "", ""), KernelChoice("rbf", standardise=True))
    (action,) = [block for block in indefinite.tab(state) if isinstance(block, Action)]
    assert action.sets == {"kernel": "tanh"}


def fixed(name, accuracy, **more) -> FixedSpectrum:
    given = {
        "change": 0.5,
        "damping": 0.0,
        "differ": 9,
        "gained": 8,
        "lost": 1,
        "p": 0.04,
        "messages": (),
    } | more
    return FixedSpectrum(name, np.zeros(1), accuracy, **given)


def test_what_a_correction_gains_and_why_all_may_be_below_guessing():
    done = (fixed("keep", 0.3), fixed("clip", 0.5), fixed("square", 0.2))
    (said, reversed_) = indefinite.fixed_words(done, 40, held_out=True, chance=0.5)
    assert said == (
        "**“clip” is better:** 50% of 40 test samples instead of 30% without a correction. Sign test on 9 samples: "
        "p = 0.04."
    )
    assert reversed_ == reversed_below_chance()
    assert "training samples (not a test)" in indefinite.fixed_words(done, 40, held_out=False, chance=0.3)[0]
    table = indefinite.fixes_table(done, 40)
    assert table["change"].tolist() == ["50.0%", "50.0%", "another scale"]
    assert table["decisions changed"][1] == "9 of 40"


def test_whether_the_negative_part_tells_classes_apart():
    y = np.repeat(["a", "b"], 60)
    signal, noise = (y == "a")[:, None] * 4.0 + RNG.normal(size=(120, 2)), RNG.normal(size=(120, 2))
    for plus, minus, words in (
        (noise, signal, "**The negative part separates classes:**"),
        (signal, noise, "**The negative part is not clearly better than guessing:**"),
        (noise, noise[::-1].copy(), "**Neither part is clearly better than guessing:**"),
    ):
        signed = signed_parts(plus @ plus.T - minus @ minus.T)
        assert indefinite.separation(signed, y).startswith(words)
    assert indefinite.separation(signed, None) == indefinite.SEEN["unlabelled"]
    assert indefinite.separation(signed_parts(A @ A.T), y[:20]) == indefinite.SEEN["none"]
    assert indefinite.separation(signed_parts(-A @ A.T), y[:20]) == indefinite.SEEN["only"]


def test_coordinates_on_a_few_samples_are_not_drawn():
    """Of 100 samples: coordinate 2 is one sample."""
    random, one = np.random.default_rng(0), np.eye(100)[:, 0]
    wide = [random.choice([-1.0, 1.0], 100) for _ in range(3)]
    first = indefinite.first_coordinates
    assert first(np.column_stack([wide[0], one, wide[1], wide[2]])) == [0, 2]
    assert first(np.column_stack([one, wide[0], one])) == [0, 1], "the leading ones, where there are no two"
    assert first(one[:, None]) == [0]
