"""What the lessons say there is to try is so, and each outcome has its sentence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import streamlit as st
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC

from askcore.datasets import load_sample
from askcore.experiments import Problem, beside_svd, holdout_split
from askcore.experiments.comparison.verdict import PairedDifference
from askcore.experiments.lessons.dual import ResonanceWalk
from askcore.experiments.lessons.feature_space import cube_view, few_points
from askcore.experiments.lessons.graphs_strings import corpus_right, shared_substrings
from askcore.experiments.lessons.guess import PER_COMPONENT, Quality, guess_matrix, landscape
from askcore.experiments.lessons.honest import Reading, read_lead
from askcore.experiments.spectra.compared import Separation
from askcore.ui.blocks import Figure, Text, default, walk
from askcore.ui.lessons import (
    feature_space,
    graphs_strings,
    honest_comparison,
    krein_space,
    primal_dual,
    resonance,
    rows_meet_columns,
    svm_forgets,
    two_views,
)
from askcore.ui.lessons import (
    guess_matrix as guessing,
)
from askcore.ui.lessons.edge_flip import graph
from askcore.ui.settings import BANDWIDTHS


def test_reversed_arrows_change_what_the_views_say():
    C, names = 2, graph().node_ids
    flip = {f"{names[i]}{names[j]}": (i, j) for i, j in two_views.DEMO.arrows.options}
    before, across, far, cut = (
        replace(two_views.DEMO, flipped=each) for each in ((), (flip["GC"],), (flip["AG"],), (flip["CE"],))
    )
    assert (before.predicted("C")["source"], before.predicted("C")["target"]) == ("square", "circle")
    assert (across.predicted("C")["source"], across.predicted("C")["target"]) == ("circle", "circle")
    assert across.views.target[C] != before.views.target[C]
    assert far.views.source[C] != before.views.source[C]
    assert not np.isfinite(np.delete(cut.views.steps[C], C)).any()


@pytest.mark.parametrize("cost", svm_forgets.COSTS)
def test_the_svm_stays_and_askls_moves(cost):
    found, at = svm_forgets.path(cost), svm_forgets.SHARES.index
    assert len(set(found.svm)) == 1
    assert found.svm[0] < 0.4
    assert found.quadratic == pytest.approx(found.symmetric, rel=1e-10)
    assert round(float(found.askls[at(0.0)]), 2) == 0.25
    assert found.askls[at(1.0)] == found.askls[at(-1.0)] == 1.0


def test_deciding_with_the_asymmetric_kernel_does_not_help():
    data = load_sample(svm_forgets.SAMPLE)
    K = Problem(data, svm_forgets.KERNEL).operator.toarray()
    S, labels, split = (K + K.T) / 2, np.asarray(data.labels), holdout_split(data.labels)
    inner = np.ix_(split.train, split.train)
    model = OneVsRestClassifier(SVC(kernel="precomputed")).fit(S[inner], labels[split.train])
    assert model.score(K[np.ix_(split.test, split.train)], labels[split.test]) < 0.1


def test_the_steps_lead_to_all_conditions():
    steps = primal_dual.steps(3.2)
    assert [len(step.met) for step in steps.values()] == [0, 2, 4, 8]
    assert primal_dual.said("weights", steps["weights"]).startswith("**2 of 8 conditions hold.**")
    near = primal_dual.steps(7.9)["dual"]
    assert np.abs(near.point.e).max() > 5_000
    assert primal_dual.said("dual", near).startswith("**All 8 conditions hold, up to rounding.**")
    assert np.abs(primal_dual.steps(0.1)["dual"].point.e).max() == pytest.approx(1.0, abs=0.1)
    assert {0.1, 7.9} <= set(primal_dual.GAMMA.options)


def test_lesson_three_asks_of_no_symbol_that_it_has_not_introduced():
    lesson = primal_dual.LESSON
    introduced = f"{lesson.claim} {lesson.idea} {lesson.example}"
    for question in lesson.questions:
        for symbol in set("αβγωνeh") & {word.strip(",.?") for word in question.split()}:
            assert symbol in introduced, question


def test_lesson_two_calls_nothing_but_a_class_a_or_c():
    lesson = svm_forgets.LESSON
    said = " ".join([lesson.claim, lesson.idea, *lesson.tries, svm_forgets.T.label, svm_forgets.COST.label])
    assert not {"A", "C"} & set(said.replace(",", " ").replace(".", " ").split())


def test_resonances():
    found = ResonanceWalk(
        *map(np.array, ([1.25, 2.0], [0.9, 0.5], [324.0, np.inf], [-16.7, np.nan], [-0.1, -0.245]))
    )
    assert resonance.said(found, 0, 0.1) == (
        "**1/γ is 0.8; the nearest singular value is 0.9.** The condition number is 324. Without damping, the source "
        "view of E is −16.7; with λ = 0.1 it is −0.1."
    )
    assert resonance.said(found, 1, 0.1).startswith("**1/γ = 0.5 is a singular value of the centred K.**")
    plain, little = resonance.walk(0.1), resonance.walk(0.001)
    singular = plain.gammas[np.isinf(plain.condition)]
    assert len(singular) == len(plain.singular_values)
    assert set(singular) <= set(resonance.gamma_slider().options) <= set(plain.gammas)
    assert np.isclose(singular, 2.0).sum() == 1
    assert np.nanmax(plain.undamped) > 3 > -3 > np.nanmin(plain.undamped)
    assert (plain.damped < 0).all()
    assert (little.damped > 0).any()
    assert min(1 / plain.singular_values) == pytest.approx(1.1, abs=0.01)


def beside(kernel, way, bandwidth=1.0, sample=rows_meet_columns.SAMPLE):
    choice = rows_meet_columns.crossed(kernel, way, bandwidth)
    return beside_svd(Problem(load_sample(sample), choice)).separation


def test_which_kernels_separate_more_than_the_svd():
    assert beside("polynomial", "pinv") == Separation.MORE
    assert beside("linear", "pinv") == Separation.SAME
    assert beside("polynomial", "random") == Separation.ALIKE
    assert {beside("rbf", "pinv", times) for times in BANDWIDTHS} <= {Separation.LESS, Separation.ALIKE}
    assert (
        beside("polynomial", "pinv", sample="iris") == beside("rbf", "pinv", sample="iris") == Separation.LESS
    )
    assert set(rows_meet_columns.SAID) == set(Separation)


@pytest.mark.parametrize(
    ("error", "quality"),
    [
        *((0.02, Quality.GOOD), (0.021, Quality.ROUGH), (0.5, Quality.ROUGH), (0.51, Quality.POOR)),
        *((1.0, Quality.POOR), (1.2, Quality.USELESS)),
    ],
)
def test_how_good_a_guess_is(error, quality):
    found = replace(guess_matrix(landscape("hills", (40, 60)), 10), error=error)
    assert found.quality == quality
    assert guessing.said(found, 10).startswith(guessing.SAID[quality].partition("{")[0])


def test_guesses_of_the_three_pictures():
    assert guessing.guess("hills", 25, 0).error == pytest.approx(0.01, abs=0.005)
    assert guessing.guess("ripples", 25, 0).quality == Quality.ROUGH
    assert guessing.guess("ripples", 50, 0).quality == Quality.GOOD
    assert guessing.guess("noise", 125, 0).error > 0.5
    assert all(size % PER_COMPONENT == 0 for size in guessing.SIZES)


def test_negative_squared_distances_of_the_cube():
    rhos = krein_space.RHO.options
    assert [rho for rho in rhos if cube_view(rho).distance.squared < 0] == [0.85, 1.0, 1.2]
    said = krein_space.said(cube_view(1.0))
    assert said.startswith("**At ρ = 2, the squared distance of the two centres is −0.5.** The positive")
    assert "right on 8 of 8 corners" in said
    assert [cube_view(1.0, fix).right for fix in ("clip", "shift", "flip")] == [0, 0, 8]
    saddle = cube_view(1.0, gamma=0.5)
    assert (saddle.is_minimum, saddle.right, cube_view(1.0, "flip", gamma=0.5).right) == (False, 0, 8)


def test_points_in_feature_space():
    start = (*feature_space.FIXED, (-1.0, -0.5))
    assert few_points(start).nearest_to(feature_space.P) == [0, feature_space.P]
    twice = (*feature_space.FIXED, (1.0, 2.0))
    assert few_points(twice, "linear", "normalised").nearest_to(feature_space.P) == [1, feature_space.P]
    for kernel in feature_space.KERNELS:
        raw, centred = (few_points(start, kernel, one).from_kernel for one in ("none", "centred"))
        np.testing.assert_allclose(raw, centred, atol=1e-7)


def test_p_at_zero_cannot_be_normalised():
    held = {
        feature_space.OPERATION.key: "normalised",
        feature_space.ACROSS.key: 0.0,
        feature_space.UP.key: 0.0,
    }
    page = feature_space.LESSON.play(lambda control: held.get(control.key, default(control)))
    assert Text(feature_space.AT_ZERO, "warning") in page


def test_a_click_on_a_place_of_the_plane_moves_p_there():
    page = walk(feature_space.LESSON.play(default))
    plane = next(block for block in page if isinstance(block, Figure) and block.key == "feature_space_plane")
    places = plane.draw(theme="light")["data"][0]
    at = [*zip(places["x"].tolist(), places["y"].tolist(), strict=True)].index((1.5, -0.5))
    plane.on_point(places["customdata"][at][0])
    assert st.session_state[feature_space.ACROSS.key] == 1.5
    assert st.session_state[feature_space.UP.key] == -0.5
    st.session_state.clear()


def test_words_of_shared_substrings():
    assert graphs_strings.of_texts(shared_substrings("", "abc", 3), 3).startswith("**K = 0.**")
    assert graphs_strings.of_texts(shared_substrings("abcabc", "abc", 3), 3).startswith("**K = 2:**")
    assert [corpus_right(length) for length in graphs_strings.LENGTHS].index(24) == 2


AHEAD, EVEN = PairedDifference(0.138, 0.034, 0.241, 0.01), PairedDifference(-0.05, -0.139, 0.039, 0.2)
BEHIND = PairedDifference(-0.138, -0.241, -0.034, 0.01)


def test_what_a_lead_says():
    readings = [(AHEAD, None), (AHEAD, AHEAD), (AHEAD, EVEN), (EVEN, None), (BEHIND, None)]
    assert [read_lead(*each) for each in readings] == [
        *(Reading.UNCHECKED, Reading.REFUTED, Reading.PAYS, Reading.EVEN, Reading.BEHIND),
    ]
    assert set(honest_comparison.SAID) == set(Reading)
    assert honest_comparison.said(AHEAD, AHEAD).startswith(
        "**The difference is +13.8 points (interval: 3.4 to 24.1), but with random directions it is +13.8 points.**"
    )


def test_cheating_changes_the_verdict_and_the_null_tells():
    found = honest_comparison.splits()
    assert read_lead(found.lead(), found.lead(turned=True)) == Reading.EVEN
    assert found.lead().mean < 0
    cheated, null = found.lead(tune_rival=False), found.lead(tune_rival=False, turned=True)
    assert read_lead(cheated, null) == Reading.REFUTED
    assert null.mean > 0.8 * cheated.mean
    assert found.lead(tune_rival=False, on_test=True).mean > cheated.mean
    rival = found.scores("undirected").mean() - found.scores("undirected", tuned=False).mean()
    assert rival > 0.1
