"""The rule of choice, and the score corrected for it."""

import numpy as np
import pytest

from askcore.experiments.selection import (
    DAMPINGS,
    DRAWS,
    GAMMAS,
    ROUNDING,
    TIE,
    Gap,
    Selection,
    joined,
    select,
    select_by_folds,
    select_by_loo,
)
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.moments import Moments, fold_errors
from askcore.solvers.path import DualPath


def of_hits(hits, **more):
    hits = np.asarray(hits, dtype=bool)
    return Selection(range(len(hits)), hits, more.pop("scores", hits.mean(axis=1)), **more)


def noise(c, n, seed, *accuracies):
    p = np.array([0.5] * c + [*accuracies])[:, None]
    return of_hits(np.random.default_rng(seed).random((len(p), n)) < p, random_state=seed)


@pytest.mark.parametrize(("below", "chosen"), [(-1e-9, 0), (0.0, 0), (1e-9, 1)])
def test_a_quarter_of_a_standard_error_is_still_a_tie(below, chosen):
    bound = 0.8 - TIE * np.sqrt(0.8 * 0.2 / 100)
    assert of_hits(np.ones((2, 100)), scores=np.array([bound - below, 0.8])).best_index == chosen


def test_unusable_candidates_are_never_chosen():
    truth = np.array([0, 1, 1])
    found = select("abc", [None, truth, None], truth)
    assert found.best == "b"
    assert [*found.ranking] == [1]
    nothing = select("a", [None], truth)
    assert nothing.best is None
    assert nothing.best_index == -1
    assert np.isnan(nothing.score)


def test_the_smallest_error_decides_and_else_the_earliest():
    hits = np.ones((3, 4))
    assert of_hits(hits).best_index == 0
    assert of_hits(hits, errors=np.array([[3.0], [1.0], [2.0]]) * np.ones(4)).best_index == 1
    assert of_hits(hits, errors=np.full((3, 4), np.inf)).best_index == 0


def test_weights_count_in_errors_accuracy_and_size():
    v = np.array([3.0, 1.0])
    found = of_hits([[1, 0], [1, 0]], errors=np.array([[1.0, 4.0], [2.0, 0.0]]), sample_weight=v)
    assert found.accuracy == 0.75
    assert found.n == pytest.approx(1.6)
    assert found.best_index == 1


def naive_score(found):
    """The bootstrap by loops, on the same draws."""
    c, n = found.hits.shape
    draws = np.random.default_rng(found.random_state).multinomial(n, np.full(n, 1 / n), size=DRAWS)
    values = []
    for counts in draws:
        scores = [sum(k * h for k, h in zip(counts, row, strict=True)) / n for row in found.hits]
        best = max(scores)
        bound = best - TIE * np.sqrt(max(best * (1 - best), 1 / n) / n) - ROUNDING
        chosen = next(i for i in range(c) if scores[i] >= bound - 1e-7)
        rest = [found.hits[chosen, i] for i in range(n) if counts[i] == 0]
        values.append(np.mean(rest))
    return np.mean(values)


def test_the_score_is_that_of_a_naive_loop():
    found = noise(4, 37, 3, 0.7)
    assert found.score == pytest.approx(naive_score(found), abs=1e-6)


def test_one_candidate_has_nothing_to_correct():
    found = noise(0, 400, 0, 0.7)
    assert found.score == pytest.approx(found.accuracy, abs=0.01)


def test_the_score_of_noise_is_chance_though_its_accuracy_is_not():
    found = [noise(300, 100, seed) for seed in range(8)]
    assert np.mean([one.accuracy for one in found]) > 0.6
    assert np.mean([one.score for one in found]) == pytest.approx(0.5, abs=0.03)


def test_a_good_candidate_keeps_its_score():
    found = noise(50, 200, 1, 0.9)
    assert found.best_index == 50
    assert found.score == pytest.approx(found.accuracy, abs=0.02)


def test_a_gap_is_seen_where_there_is_one():
    found = noise(20, 200, 2, 0.9)
    assert not found.gap(range(10), range(10, 20)).exceeds(2)
    assert found.gap([20], range(20)).exceeds(2)
    assert not found.gap(range(20), [20]).exceeds(0)


def test_joined_keeps_the_order_and_chooses_among_all():
    found = joined([of_hits([[1, 0]]), of_hits([[1, 1]])])
    assert found.hits.tolist() == [[True, False], [True, True]]
    assert found.best_index == 1


@pytest.mark.parametrize(("view", "share"), [("mean", 0.5), ("source", 1.0), ("target", 0.0)])
def test_leave_one_out_is_that_of_refits(view, share):
    rng = np.random.default_rng(4)
    codes = rng.integers(0, 2, 24)
    K = rng.standard_normal((24, 24)) + 1.5 * np.outer(codes - 0.5, codes - 0.5)
    Y, gammas = one_vs_rest(codes, 2), [0.1, 1.0, 10.0]
    found = select_by_loo(DualPath(K), codes, Y, damping=0.1, view=view, gammas=gammas)
    assert found.candidates == [(gamma, 0.1) for gamma in gammas]
    for at, gamma in enumerate(gammas):
        views = np.empty((24, 1))
        for i in range(24):
            rest = np.delete(np.arange(24), i)
            a, c, b_s, b_t = DualPath(K[np.ix_(rest, rest)]).solve(Y[rest], gamma, 0.1)
            views[i] = share * (K[i, rest] @ c + b_s) + (1 - share) * (K[rest, i] @ a + b_t)
        assert (found.hits[at] == ((views > 0) == (Y > 0))[:, 0]).all()
        np.testing.assert_allclose(found.errors[at], ((views - Y) ** 2)[:, 0], rtol=1e-8)


def test_the_standard_error_of_a_gap_is_that_of_paired_differences():
    found = noise(0, 400, 0, 0.7, 0.6)
    differences = found.hits[0].astype(float) - found.hits[1]
    gap = found.gap([0], [1])
    assert gap.mean == pytest.approx(differences.mean(), abs=0.01)
    assert gap.se == pytest.approx(differences.std() / np.sqrt(400), rel=0.2)


def test_no_sample_left_out_is_no_score():
    """As of ``select_by_folds``, of which only the errors are there."""
    found = Selection("ab", np.zeros((2, 0), dtype=bool), np.array([-2.0, -1.0]), tie=0.0)
    assert found.best_index == 1
    assert np.isnan(found.score)


def test_a_gap_exceeds_by_so_many_standard_errors():
    assert Gap(0.21, 0.1).exceeds(2.0)
    assert not Gap(0.19, 0.1).exceeds(2.0)
    assert not Gap(0.0, 0.0).exceeds(2.0)
    assert not Gap(-0.3, 0.1).exceeds(2.0)


def test_sums_of_folds_are_judged_by_the_squared_error_of_a_label(rng):
    A, B = rng.normal(size=(2, 40, 3))
    Y = np.where(A[:, :2] + rng.normal(size=(40, 2)) > 0, 1.0, -1.0)
    folds = [Moments.from_features(np.hstack([A, B])[k::4], None, Y[k::4]) for k in range(4)]
    found = select_by_folds([None, *folds])
    pairs = [(gamma, damping) for damping in DAMPINGS for gamma in GAMMAS]
    errors = [sum(fold_errors(folds, k, [g], [d]).sum() for k in range(4)) / 80 for g, d in pairs]
    np.testing.assert_allclose(-found.scores, errors)
    assert found.best == pairs[int(np.argmin(errors))]
