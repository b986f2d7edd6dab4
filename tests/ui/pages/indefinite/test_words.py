"""Sentences of the page "Indefinite kernels" against results made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from askcore._format import number, share, uncertain
from askcore.experiments import kernel_entries, symmetric_ends
from askcore.experiments.matrix.fixes import FixedSpectrum
from askcore.experiments.matrix.parts import Entries
from askcore.experiments.matrix.signed import signed_parts
from askcore.operators import as_operator
from askcore.ui.pages.indefinite import words
from askcore.ui.text.words import signature_of_all

SYMMETRIC = Entries(0.0, 0.0, 1.0, True, 3)


def look(K, **more):
    return signed_parts(as_operator(np.asarray(K, dtype=float)), **more)


INDEFINITE = look([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]])


def test_the_verdict_names_the_part_and_the_pairs():
    said = words.verdict(INDEFINITE, table=True)
    assert "is **not a Mercer kernel**" in said
    assert "**1 of 3** eigenvalues is negative and holds" in said
    assert "**9.1%** of its energy" in said  # 3, 1, -1: 1 of 11
    assert "**33.3%** of all pairs" in said


def test_the_verdict_at_the_edge():
    assert "but its negative is one" in words.verdict(look(-np.eye(3)), table=True)
    assert "Every eigenvalue is zero" in words.verdict(look(np.zeros((2, 2))), table=True)
    assert "skew-symmetric" in words.verdict(look([[0, 1], [-1, 0]]), table=True)
    product = look([[0, 1], [0, 0]], symmetrize="KKt")
    assert "by construction" in words.verdict(product, table=False)
    no_negative_pair = look([[2.0, 1.9, 0.0], [1.9, 2.0, 1.9], [0.0, 1.9, 2.0]])
    assert no_negative_pair.signature[1] == 1
    assert "squared distance" not in words.verdict(no_negative_pair, table=True)


def large(K, symmetrize="mean"):
    """A part of four, and the whole by products."""
    operator = as_operator(np.asarray(K, dtype=float))
    found = signed_parts(operator, max_rows=4, symmetrize=symmetrize)
    return found, symmetric_ends(operator, symmetrize=symmetrize, max_rows=5)


def test_the_verdict_of_a_large_matrix_is_of_all_of_it():
    A = np.random.default_rng(8).normal(size=(200, 200))
    found, whole = large(A + A.T)
    said = words.verdict(found, whole, table=True)
    q, error = whole.negative
    assert f"**{uncertain(q, error)} of 200** eigenvalues are negative (estimated from" in said
    assert f"about **{share(whole.negative_energy.value)}** of its energy" in said
    assert f"The lowest has **{number(-whole.lowest)}** times the size of the largest." in said
    assert "among the 4 samples chosen at random" in said
    assert "two standard errors" in words.looked_at(found, SYMMETRIC, whole)
    assert f"{uncertain(q, error)} coordinates of every sample" in words.clipped(found, whole)
    moved = float(words.shifts(found, "clip", whole).rstrip("%")) / 100
    values = np.linalg.eigvalsh(A + A.T)
    assert moved == pytest.approx(np.linalg.norm(values[values < 0]) / np.linalg.norm(values), abs=0.05)
    assert (
        f"{uncertain(q, error)} negative eigenvalues hold"
        in words.signs_and_order(found, SYMMETRIC, whole)[0]
    )


def test_one_sign_found_by_products_is_no_proof():
    found, whole = large(np.diag(np.linspace(1.0, 2.0, 60)))
    assert "**not known for certain**" in words.verdict(found, whole, table=True)


def test_signs_beside_zero_are_not_counted():
    x = np.linspace(0, 1, 60)
    K = np.exp(-((x[:, None] - x) ** 2)) - 0.02 * np.eye(60)[:, :1] @ np.eye(60)[:1]
    found, whole = large(K)
    assert whole.negative is None
    assert "How many there are is not known" in words.verdict(found, whole, table=True)
    assert signature_of_all(whole) == "not known"


def test_a_part_says_what_it_cannot_tell():
    A = np.random.default_rng(8).normal(size=(30, 30))
    found, _ = large(A + A.T)
    said = words.verdict(found, None, table=True)
    assert "at least" in said
    assert "do not tell how many of all 30 are negative" in said
    positive, _ = large(np.eye(30))
    assert "is **not known**: on 4 samples chosen" in words.verdict(positive, None, table=True)
    product, _ = large(A, symmetrize="KKt")
    assert "by construction" in words.verdict(product, None, table=True)


def test_the_negative_part_knows_classes_or_does_not():
    random = np.random.default_rng(0)
    labels = np.repeat(["a", "b"], 50)
    telling = np.where(labels == "a", 0.0, 9.0)[:, None] + random.normal(size=(100, 1))
    noise = random.normal(size=(100, 2))
    assert "contains information" in words.both_see(noise, telling, labels)
    assert "does no better than guessing" in words.both_see(telling, noise, labels)
    assert "Neither part is clearly better than guessing" in words.both_see(noise, noise, labels)
    assert "Without labels" in words.both_see(noise, noise, None)
    assert "no negative part" in words.both_see(noise, noise[:, :0], labels)
    assert "no positive part" in words.both_see(noise[:, :0], noise, labels)


def fixed(name, accuracy, differ=0, gained=0, lost=0, p=1.0):
    return FixedSpectrum(name, np.zeros(0), accuracy, 0.0, differ, gained, lost, p, ())


def test_corrections_that_change_nothing_help_or_hurt():
    keep = fixed("keep", 0.8)
    same = [keep, fixed("clip", 0.8), fixed("flip", 0.8)]
    assert "change nothing" in words.fixes(same, 100, held_out=True, same=True, chance=0.5)
    assert "No correction changes a single decision" in words.fixes(
        same, 100, held_out=True, same=False, chance=0.5
    )
    better = [keep, fixed("clip", 0.9, 12, 11, 1, 0.006), fixed("flip", 0.7, 10, 0, 10, 0.002)]
    said = words.fixes(better, 100, held_out=True, same=False, chance=0.5)
    assert "The best correction is **clip**" in said
    assert "This is significantly different from no correction (sign test" in said
    worse = [keep, fixed("clip", 0.79, 1, 0, 1)]
    said = words.fixes(worse, 100, held_out=False, same=False, chance=0.5)
    assert "Every correction is **worse**" in said
    assert "too few samples" in said
    assert "no prediction" in said
    level = [keep, fixed("clip", 0.8, 8, 4, 4)]
    assert "**not better**" in words.fixes(level, 100, held_out=True, same=False, chance=0.5)


def test_the_best_correction_is_an_answer():
    keep = fixed("keep", 0.85)
    better = [keep, fixed("clip", 0.9, differ=20, gained=15, lost=5, p=0.04), fixed("flip", 0.8)]
    said = words.best_correction(better, 100, held_out=True)
    assert said == "**Clip:** LS-SVM gets 90% of 100 test samples right, without a correction 85%."
    unsure = [keep, fixed("clip", 0.9, p=0.3), fixed("flip", 0.9, p=0.4)]
    assert words.best_correction(unsure, 100, held_out=True).startswith(
        "**Clip and flip, but this is not certain:**"
    )
    same = [keep, fixed("clip", 0.85), fixed("flip", 0.85)]
    assert words.best_correction(same, 100, held_out=True).startswith("**All are equal:**")


def test_what_clipping_costs_is_an_answer():
    """Of the energy of diag(3, -1), a tenth is in the negative eigenvalue."""
    part, keep = look(np.diag([3.0, -1.0])), fixed("keep", 0.9)
    lost = words.clipping_costs([keep, fixed("clip", 0.7, p=0.01)], part, 50, held_out=True, whole=None)
    assert lost == (
        "**20.0 points of accuracy:** clipping removes 10.0% of the energy. LS-SVM then gets 70% of 50 test "
        "samples right instead of 90%."
    )
    assert "which is not certain:**" in words.clipping_costs(
        [keep, fixed("clip", 0.7, p=0.2)], part, 50, held_out=True, whole=None
    )
    assert words.clipping_costs([keep, fixed("clip", 0.95)], part, 50, held_out=True, whole=None).startswith(
        "**No accuracy:**"
    )


def test_the_sign_test_of_a_correction():
    assert words.fix_test(fixed("flip", 0.9, 14, 8, 4, 0.39)) == "no (p = 0.39)"
    assert words.fix_test(fixed("flip", 0.9, 14, 12, 0, 0.02)) == "yes (p = 0.02)"
    assert words.fix_test(fixed("flip", 0.9, 5, 4, 1)) == "too few changes"
    assert words.fix_test(fixed("clip", 0.9)) == "no change"


def test_how_far_corrections_move_the_matrix():
    K = INDEFINITE.K
    values, U = np.linalg.eigh(K)
    for name, corrected in (
        ("clip", np.maximum(values, 0)),
        ("flip", np.abs(values)),
        ("shift", values - values.min()),
    ):
        moved = np.linalg.norm((U * corrected) @ U.T - K) / np.linalg.norm(K)
        assert words.shifts(INDEFINITE, name) == f"{moved:.1%}"
    assert words.shifts(INDEFINITE, "keep") == "0%"
    assert words.shifts(INDEFINITE, "square") == "another kernel"


def test_shares_of_the_negative_eigenvalue_are_of_its_part_and_of_the_whole():
    K = np.array([[1.0, 3.0], [0.0, 1.0]])
    entries = kernel_entries(as_operator(K))
    alone = words.signs_and_order(look(K), entries)[0]  # the figure beside it shows shares of the energy of K
    lowest = np.linalg.eigvalsh((K + K.T) / 2)[0]
    of_part, of_k = (lowest**2 / np.linalg.norm(one) ** 2 for one in ((K + K.T) / 2, K))
    assert f"holds {of_part:.1%} of the energy of Kₛ and {of_k:.1%} of the energy of K." in alone
